// Notifies people in the transaction of the cause (NOT-01): both are stored, or neither. A write that notifies nobody asks
// nothing.
import type { CalendarProblem } from '../../shared/api/launcher/calendars.ts'
import type { NotedChange, NotificationKind } from '../../shared/api/launcher/notifications.ts'
import { getPerson } from '../access/people.store.ts'
import { activeMembersAmong } from '../access/members.store.ts'
import { prefixedId } from '../base/ids.ts'
import { inPipeline } from '../db/sql.ts'
import type { Tx } from '../db/store.ts'
import {
  countableNotifications,
  insertNotifications,
  updateNotifications,
  type NotificationTarget,
  type StoredNotification,
} from './notifications.store.ts'
import { bodyOfSeveral, titleOf } from './words.ts'

/** Something that a person is to know. */
export type Notice = {
  kind: NotificationKind
  /** Members; others, and the one who did it, are left out. */
  personIds: readonly string[]
  target: NotificationTarget
  /** Title of the item. */
  subject: string
  /** More of what happened. */
  body?: string | null
  /** Names what was done, or has the code of a calendar's problem. */
  change?: NotedChange | CalendarProblem | null
}

/** One notification stands for all of a kind and actor within this time, as long as it is unread. */
const countedWithinMs = 5 * 60_000

/** Ids in one notification. What comes beyond counts as new, even if it is there already. */
const mostItems = 200

/** Longer texts of comments are cut. */
const longestBody = 300

export const excerptOf = (text: string): string => {
  const line = text.trim()
  if (line.length <= longestBody) return line
  // A cut between the halves of a character drops it.
  const cut = line.slice(0, longestBody - 1).replace(/[\uD800-\uDBFF]$/, '')
  return `${cut.trimEnd()}…`
}

/** The notification after one more notice. */
const countedUp = (known: StoredNotification, notice: Notice, at: number): StoredNotification => {
  const { target, subject } = notice
  const others = known.items.filter(({ id }) => id !== target.id)
  const isNew = others.length === known.items.length
  const items = [...others, { id: target.id, title: subject }].slice(-mostItems)
  const count = known.count + (isNew ? 1 : 0)
  const change = known.change === (notice.change ?? null) ? known.change : null
  const isOne = count === 1
  return {
    ...known,
    items,
    count,
    change,
    target: isOne ? target : null,
    subject: isOne ? subject : null,
    body: isOne
      ? (notice.body ?? null)
      : bodyOfSeveral(
          items.map(({ title }) => title),
          count,
        ),
    title: titleOf({
      kind: notice.kind,
      actorName: known.actor?.name ?? '',
      subject: isOne ? subject : null,
      count,
      change,
    }),
    createdAt: Math.max(known.createdAt, at),
  }
}

const fresh = (
  personId: string,
  actor: StoredNotification['actor'],
  { kind, target, subject, body = null, change = null }: Notice,
  at: number,
): StoredNotification => ({
  id: prefixedId('ntf'),
  personId,
  kind,
  title: titleOf({ kind, actorName: actor?.name ?? '', subject, count: 1, change }),
  body,
  target,
  subject,
  actor,
  change,
  count: 1,
  items: [{ id: target.id, title: subject }],
  firstAt: at,
  createdAt: at,
  readAt: null,
})

const keyOf = (personId: string, kind: string): string => `${personId} ${kind}`

/** Writers that share a transaction notify one after the other: each counts up what the one before it has stored. */
const turns = new WeakMap<Tx, Promise<void>>()

/**
 * Stores notifications.
 * @param actorId the member who did it: never notified of it; null where nobody did
 */
export async function notify(
  tx: Tx,
  workspaceId: string,
  { actorId, notices, at }: { actorId: string | null; notices: readonly Notice[]; at: number },
): Promise<void> {
  const wanted = new Set(notices.flatMap(({ personIds }) => personIds))
  if (actorId !== null) wanted.delete(actorId)
  if (wanted.size === 0) return
  const before = turns.get(tx) ?? Promise.resolve()
  const turn = before.then(() => storeNotices(tx, workspaceId, { actorId, notices, at, wanted }))
  // The one who waits is not to fail for another's reason.
  turns.set(
    tx,
    turn.catch(() => {}),
  )
  return turn
}

async function storeNotices(
  tx: Tx,
  workspaceId: string,
  {
    actorId,
    notices,
    at,
    wanted,
  }: { actorId: string | null; notices: readonly Notice[]; at: number; wanted: ReadonlySet<string> },
): Promise<void> {
  const [members, countable, names] = await inPipeline([
    activeMembersAmong(tx, workspaceId, [...wanted]),
    countableNotifications(tx, workspaceId, [...wanted], at - countedWithinMs),
    actorId === null ? Promise.resolve(undefined) : getPerson(tx, actorId),
  ])
  const actor = actorId === null ? null : { id: actorId, name: names?.name ?? '' }
  const known = new Map(
    countable
      .filter((each) => (each.actor?.id ?? null) === actorId)
      .toSorted((a, b) => a.createdAt - b.createdAt)
      .map((each) => [keyOf(each.personId, each.kind), each]),
  )
  const isStored = new Set(known.keys())
  const changed = new Map<string, StoredNotification>()
  for (const notice of notices)
    for (const personId of new Set(notice.personIds)) {
      if (!wanted.has(personId) || !members.has(personId)) continue
      const key = keyOf(personId, notice.kind)
      const before = changed.get(key) ?? known.get(key)
      changed.set(key, before ? countedUp(before, notice, at) : fresh(personId, actor, notice, at))
    }
  const all = [...changed]
  await inPipeline([
    insertNotifications(
      tx,
      workspaceId,
      all.flatMap(([key, each]) => (isStored.has(key) ? [] : [each])),
    ),
    updateNotifications(
      tx,
      workspaceId,
      all.flatMap(([key, each]) => (isStored.has(key) ? [each] : [])),
    ),
  ])
}
