// Stores what a calendar says: only what differs, in batches, with the search index (CAL-03, CAL-06).
import type { Store, Tx } from '../db/store.ts'
import { chunksOf } from '../db/sql.ts'
import type { Concerned, MeetingOfCalendars } from '../meetings/stored-meeting.ts'
import type { Copy, PlacedCopy } from './copies.store.ts'
import { digestOf, partOf, type ReadMeetings, responseOf } from './reading/copies.ts'
import type { StoredCalendar } from './stored-calendar.ts'
import {
  copiesOfMeetings,
  digestsOfCopies,
  meetingsOfTasksAmong,
  setLastReadDigests,
  removeCopies,
  putCalendarCopies,
  invitationsAfter,
} from './copies.store.ts'
import {
  putMeetingsOfCalendars,
  removeMeetings,
  unlinkMeetings,
  concernedByMeetings,
} from '../meetings/meetings.store.ts'
import { getCalendar, peopleByAddress, deleteCalendar } from './calendars.store.ts'

/** Meetings in one transaction: short, so that other writers go on. */
const batch = 1000

/** People by the addresses that calendars know them by, folded. */
export type PeopleByAddress = ReadonlyMap<string, string>

/** How much of a meeting a calendar shows to people whom it does not concern: 2 is everything. */
const shownBy = ({ visibility, details }: PlacedCopy): 0 | 1 | 2 => {
  if (visibility === 'private') return 0
  if (visibility === 'details' && !details.isPrivate) return 2
  // Nobody is busy during a free event.
  return details.isFree === true ? 0 : 1
}

function concernedIn(copies: readonly PlacedCopy[], people: PeopleByAddress): Concerned[] {
  const concerned = new Map<string, Concerned>()
  for (const { calendarId, details } of copies)
    for (const { email, response } of details.guests) {
      const id = people.get(email)
      if (id === undefined || concerned.has(id)) continue
      concerned.set(id, { id, attends: true, hasCopy: false, response, calendarId })
    }
  for (const { ownerId: id, calendarId, response } of copies) {
    const known = concerned.get(id)
    // One's own calendar knows best what one answered, and of several the oldest that says.
    const own = known?.hasCopy === true ? known : undefined
    const answer = own?.response ?? response ?? known?.response ?? null
    concerned.set(id, {
      id,
      attends: known?.attends === true || answer !== null,
      hasCopy: true,
      response: answer,
      calendarId: own?.calendarId ?? calendarId,
    })
  }
  return [...concerned.values()]
}

/**
 * A meeting as people see it whom it does not concern: as the calendar says that shows them most, the oldest of those. Whom it
 * concerns sees the copy that concerns them.
 * @param copies at least one, in the order of their calendars
 */
function meetingOf(
  id: string,
  copies: readonly [PlacedCopy, ...PlacedCopy[]],
  people: PeopleByAddress,
  at: number,
): MeetingOfCalendars {
  const most = copies.reduce((best, copy) => (shownBy(copy) > shownBy(best) ? copy : best))
  const { isFirst: _isFirst, isFree: _isFree, ...said } = most.details
  return {
    ...said,
    id,
    isPrivate: shownBy(most) < 2,
    isHidden: shownBy(most) < 1,
    isIndexed: copies.some((copy) => copy.details.isFirst),
    createdBy: most.ownerId,
    createdAt: at,
    concerned: concernedIn(copies, people),
  }
}

/**
 * Writes meetings anew from their copies; those without a copy are removed.
 * @param by.calendarId the calendar because of which they may differ, which made the changes
 * @returns the ids of those that were removed
 */
export async function rewriteMeetings(
  tx: Tx,
  workspaceId: string,
  meetingIds: readonly string[],
  { people, at, calendarId }: { people: PeopleByAddress; at: number; calendarId: string },
): Promise<string[]> {
  if (meetingIds.length === 0) return []
  const copies = Map.groupBy(
    await copiesOfMeetings(tx, workspaceId, meetingIds),
    ({ meetingId }) => meetingId,
  )
  const isThere = (some: readonly PlacedCopy[]): some is readonly [PlacedCopy, ...PlacedCopy[]] =>
    some.length > 0
  const written: MeetingOfCalendars[] = []
  const gone: string[] = []
  for (const id of meetingIds) {
    const some = copies.get(id) ?? []
    if (isThere(some)) written.push(meetingOf(id, some, people, at))
    else gone.push(id)
  }
  const calendar = await getCalendar(tx, workspaceId, calendarId)
  const through = { type: 'calendar', id: calendarId } as const
  const by = { actor: { type: 'user', id: calendar?.ownerId ?? '', through }, at } as const
  await putMeetingsOfCalendars(tx, workspaceId, written, by)
  await removeMeetings(tx, workspaceId, gone, by)
  return gone
}

export type Synced = { added: number; changed: number; removed: number }

/**
 * Makes the meetings of a calendar those that were read.
 * @param from the beginning of the time that was read: earlier meetings stay where a task points at them
 */
export async function storeCopies(
  store: Store,
  calendar: Pick<StoredCalendar, 'workspaceId' | 'id' | 'address'>,
  { copies, parts, digests }: ReadMeetings,
  { from, now }: { from: number; now: () => number },
): Promise<Synced> {
  const { workspaceId, id: calendarId } = calendar
  if (parts.length === 0) return { added: 0, changed: 0, removed: 0 }
  const people = await store.read((tx) => peopleByAddress(tx, workspaceId))
  const byPart = Map.groupBy(copies, ({ meetingId }) => partOf(meetingId))
  const changed: Copy[] = []
  const removed: string[] = []
  let added = 0
  // One after the other: all the digests of a large calendar at once would stop the event loop.
  for (const part of parts) {
    const read = byPart.get(part) ?? []
    const before = await store.read((tx) => digestsOfCopies(tx, workspaceId, calendarId, part))
    changed.push(...read.filter(({ meetingId, digest }) => before.get(meetingId)?.digest !== digest))
    added += read.filter(({ meetingId }) => !before.has(meetingId)).length
    const there = new Set(read.map(({ meetingId }) => meetingId))
    const missing = [...before].filter(([id]) => !there.has(id))
    const past = missing.filter(([, { endAt }]) => endAt < from).map(([id]) => id)
    const kept =
      past.length === 0 ? new Set() : await store.read((tx) => meetingsOfTasksAmong(tx, workspaceId, past))
    removed.push(...missing.map(([id]) => id).filter((id) => !kept.has(id)))
  }

  const write = (ids: readonly string[], run: (tx: Tx) => Promise<unknown>) =>
    store.write(async (tx) => {
      // Removed meanwhile, or another address is read.
      const current = await getCalendar(tx, workspaceId, calendarId)
      if (current === undefined || current.address !== calendar.address) return
      // The next reading compares everything, if the rest is not stored.
      await setLastReadDigests(tx, workspaceId, calendarId, null)
      await run(tx)
      await rewriteMeetings(tx, workspaceId, ids, { people, at: now(), calendarId })
    }, workspaceId)
  for (const some of chunksOf(removed, batch))
    await write(some, (tx) => removeCopies(tx, workspaceId, calendarId, some))
  for (const some of chunksOf(changed, batch))
    await write(
      some.map(({ meetingId }) => meetingId),
      (tx) => putCalendarCopies(tx, workspaceId, calendarId, some),
    )
  await write([], (tx) => setLastReadDigests(tx, workspaceId, calendarId, digests))
  return { added, changed: changed.length - added, removed: removed.length }
}

/** Removes the meetings of a calendar with the links of tasks to them, in batches, and then the calendar. */
export async function removeCalendar(
  store: Store,
  { workspaceId, id }: Pick<StoredCalendar, 'workspaceId' | 'id'>,
  now: () => number,
): Promise<void> {
  const people = await store.read((tx) => peopleByAddress(tx, workspaceId))
  const copies = await store.read((tx) => digestsOfCopies(tx, workspaceId, id))
  for (const some of chunksOf([...copies.keys()], batch))
    await store.write(async (tx) => {
      await removeCopies(tx, workspaceId, id, some)
      const gone = await rewriteMeetings(tx, workspaceId, some, { people, at: now(), calendarId: id })
      await unlinkMeetings(tx, workspaceId, gone)
    }, workspaceId)
  await store.write((tx) => deleteCalendar(tx, workspaceId, id), workspaceId)
}

/**
 * Writes those meetings of a calendar anew whose guests became members, left, or changed their addresses.
 * @param emails those that changed; all are looked at where none are named
 */
export async function matchPeople(
  store: Store,
  { workspaceId, id }: Pick<StoredCalendar, 'workspaceId' | 'id'>,
  { emails = [], now }: { emails?: readonly string[]; now: () => number },
): Promise<void> {
  const people = await store.read((tx) => peopleByAddress(tx, workspaceId))
  let after = ''
  for (;;) {
    const page = await store.read((tx) => invitationsAfter(tx, workspaceId, id, { after, emails }))
    const ids = page.map(({ meetingId }) => meetingId)
    const known = await store.read((tx) => concernedByMeetings(tx, workspaceId, ids))
    const changed = page.filter(({ meetingId, guests }) => {
      const concerned = known.get(meetingId) ?? []
      const invited = new Set(guests.flatMap(({ email }) => people.get(email) ?? []))
      const isMissing = [...invited].some((person) => !concerned.some((one) => one.id === person))
      const isOver = concerned.some((one) => one.calendarId === id && !one.hasCopy && !invited.has(one.id))
      return isMissing || isOver
    })
    if (changed.length > 0)
      await store.write(
        (tx) =>
          rewriteMeetings(
            tx,
            workspaceId,
            changed.map(({ meetingId }) => meetingId),
            { people, at: now(), calendarId: id },
          ),
        workspaceId,
      )
    const last = ids.at(-1)
    if (last === undefined) return
    after = last
  }
}

/**
 * Finds the answers of a calendar's owner anew in what was read, because their addresses changed (CAL-05).
 * @param emails those that changed; at least one
 */
export async function answerAnew(
  store: Store,
  { workspaceId, id }: Pick<StoredCalendar, 'workspaceId' | 'id'>,
  { own, emails, now }: { own: ReadonlySet<string>; emails: readonly string[]; now: () => number },
): Promise<void> {
  const people = await store.read((tx) => peopleByAddress(tx, workspaceId))
  let after: string | undefined = ''
  while (after !== undefined) {
    const from: string = after
    // Read where it is written: a reading may store other copies in between.
    after = await store.write(async (tx) => {
      const page = await invitationsAfter(tx, workspaceId, id, { after: from, emails })
      const answered = page.map(({ guests, ...copy }): Copy => {
        const response = responseOf(guests, own)
        return { ...copy, response, digest: digestOf(response, copy.details) }
      })
      const ids = answered.map(({ meetingId }) => meetingId)
      await putCalendarCopies(tx, workspaceId, id, answered)
      // The next reading compares everything.
      await setLastReadDigests(tx, workspaceId, id, null)
      await rewriteMeetings(tx, workspaceId, ids, { people, at: now(), calendarId: id })
      return ids.at(-1)
    }, workspaceId)
  }
}
