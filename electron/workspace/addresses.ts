// Addresses and contacts of items, which other programs open.
import type { BriefMeeting } from '../../shared/api/launcher/search.ts'
import { type AppError, failed, type Reply, succeeded } from '../../shared/errors.ts'
import type { Account } from '../../shared/ipc/launcher.ts'
import { say } from '../../shared/language.ts'
import { type Contact, contactsOf, itemAddress } from '../security/external-address.ts'
import type { Cache } from './cache/cache.ts'
import { keyOf } from './cache/rows.ts'
import type { Outbox } from './outbox/outbox.ts'

export type Addresses = {
  /** The web address of an item, if it belongs to this workspace. */
  addressOf: (kind: string, id: string) => Reply<string>
  joinAddressOf: (meetingId: string) => Reply<string>
  /** The contact of an item with this value. */
  contactOf: (kind: string, id: string, value: string) => Reply<Contact>
}

const gone = (): AppError => ({ kind: 'notFound', message: say('main.notHere') })

/** @param meetings those of the cached brief */
export const createAddresses = ({
  cache,
  outbox,
  account,
  meetings,
}: {
  cache: Cache
  outbox: Pick<Outbox, 'list'>
  account: () => Account | null
  meetings: () => readonly BriefMeeting[]
}): Addresses => {
  const webUrlOf = (kind: string, id: string): string | null =>
    cache.find(kind, id)?.webUrl ??
    (kind === 'task' ? cache.task(id)?.webUrl : undefined) ??
    (kind === 'notification'
      ? cache.brief()?.brief.notifications.find((one) => one.id === id)?.webUrl
      : undefined) ??
    (kind === 'record' ? cache.record(id)?.webUrl : undefined) ??
    outbox
      .list()
      .find((one) => (kind === 'task' && one.taskId === id) || (kind === 'record' && one.recordId === id))
      ?.webUrl ??
    null

  return {
    addressOf: (kind, id) => {
      const said = webUrlOf(kind, id)
      const signedIn = account()
      if (said === null || signedIn === null) return failed(gone())
      const address = itemAddress(said, signedIn.workspaceAddress, signedIn.kind)
      if (address === null)
        return failed({
          kind: 'unexpectedAnswer',
          message: say('main.foreignAddress'),
        })
      cache.visit(kind, id)
      return succeeded(address)
    },
    joinAddressOf: (id) => {
      const joinUrl =
        cache.find('meeting', id)?.meeting?.joinUrl ?? meetings().find((one) => one.id === id)?.joinUrl
      return joinUrl === undefined || joinUrl === null
        ? failed({ kind: 'notFound', message: say('main.noMeetingAddress') })
        : succeeded(joinUrl)
    },
    contactOf: (kind, id, value) => {
      const { meeting } = cache.detail(kind, id)
      const contacts = contactsOf(cache.find(kind, id), [
        meeting?.location,
        meeting?.description,
        ...(cache.comments(keyOf(kind, id)) ?? []).map(({ content }) => content),
        ...outbox.list().flatMap(({ comment }) => (comment?.on.id === id ? comment.content : [])),
      ])
      const contact = contacts.find((one) => one.value.trim() === value.trim())
      if (contact === undefined) return failed(gone())
      cache.visit(kind, id)
      return succeeded(contact)
    },
  }
}
