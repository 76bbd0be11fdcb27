// Notifications of the brief: their words, opening what they are about, and marking them as read (NOT-02). The latter two show at
// once; the main process tells the service.
import type { QueryClient } from '@tanstack/react-query'
import type { BriefNotification } from '../../shared/api/launcher/search.ts'
import type { Input, Output } from '../../shared/ipc/contract.ts'
import { languageNow, say } from '../../shared/language.ts'
import { canBeRead, createNotificationWords } from '../../shared/notification-words.ts'
import { call, reasonOf } from '../state/bridge.ts'
import { keys } from '../state/queries.ts'
import { goTo, showError, showMeeting, showNotice } from '../state/store.ts'
import { openInBrowser } from './open.ts'

export const { notificationBody, notificationTitle } = createNotificationWords({ say, languageNow })

type Which = Input<'notifications.read'>

/** Unread ones of the fetched brief that the service can mark as read. */
export const readableIn = (client: QueryClient): readonly BriefNotification[] =>
  (client.getQueryData<Output<'brief.get'>>(keys.brief)?.brief.notifications ?? []).filter(canBeRead)

const isCovered = (which: Which, { id, createdAt = '' }: BriefNotification): boolean =>
  (!('ids' in which) || which.ids.includes(id)) &&
  (which.before === undefined || Date.parse(createdAt) <= Date.parse(which.before))

/** One as it is shown: it stays unread if it has grown since. */
const asShown = ({ id, createdAt }: BriefNotification): Which =>
  createdAt === undefined ? { ids: [id] } : { ids: [id], before: createdAt }

const read = async (client: QueryClient, which: Which): Promise<void> => {
  // An answer that is under way still has them.
  const isUnderWay = client.isFetching({ queryKey: keys.brief }) > 0
  if (isUnderWay) void client.cancelQueries({ queryKey: keys.brief })
  const updatedAt = client.getQueryState(keys.brief)?.dataUpdatedAt
  client.setQueryData<Output<'brief.get'>>(
    keys.brief,
    (old) =>
      old && {
        ...old,
        brief: {
          ...old.brief,
          notifications: old.brief.notifications.filter((one) => !isCovered(which, one)),
        },
      },
    updatedAt === undefined ? {} : { updatedAt },
  )
  const again = (): void => void client.invalidateQueries({ queryKey: keys.brief })
  await call('notifications.read', which).catch((error: unknown) => {
    again()
    throw error
  })
  if (isUnderWay) again()
}

const tellFailure = (error: unknown): void =>
  reasonOf(error).kind === 'forbidden'
    ? showNotice(say('notifications.notAllowed'), 'danger')
    : showError(error)

export const markRead = (client: QueryClient, one: BriefNotification): void => {
  if (!canBeRead(one)) return showNotice(say('notifications.unsupported'))
  void read(client, asShown(one)).catch(tellFailure)
}

/** Marks all that the brief shows, and older ones. Those that have happened since stay. */
export const readAll = (client: QueryClient): void => {
  const [newest] = readableIn(client)
    .flatMap(({ createdAt }) => createdAt ?? [])
    .toSorted((a, b) => Date.parse(b) - Date.parse(a))
  if (newest === undefined) return showNotice(say('brief.notifications.none'))
  void read(client, { before: newest }).then(
    () => showNotice(say('brief.notifications.none'), 'success'),
    tellFailure,
  )
}

/** Opens what it is about, else its page in the browser, and marks it as read. The brief says if it may not be. */
export const openNotification = (client: QueryClient, one: BriefNotification): void => {
  if (canBeRead(one)) void read(client, asShown(one)).catch(() => undefined)
  const { target, subject, title: said } = one
  const title = subject ?? said
  switch (target?.kind) {
    case 'task':
      return goTo({ kind: 'editTask', id: target.id, title })
    case 'record':
      return goTo({ kind: 'editRecord', id: target.id, title })
    case 'meeting':
      return showMeeting({ id: target.id, title })
    case 'calendar':
      return goTo({ kind: 'settings', at: 'calendars' })
    case 'import':
      return goTo({ kind: 'import' })
    case undefined:
    default:
      return openInBrowser({ kind: 'notification', id: one.id })
  }
}
