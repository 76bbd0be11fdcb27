// The brief with the meetings of today and the next days: how it is read, how it is kept fresh while nobody looks at it, and what
// the home view shows of it. A service with a list of meetings (CAL-07) says what the person answered; of another one they are
// the brief's own.
import type { Brief, SearchResult } from '../../shared/api/launcher/search.ts'
import type { LauncherTask } from '../../shared/api/launcher/tasks.ts'
import { type Reply, succeeded } from '../../shared/errors.ts'
import type { Agenda, AgendaMeeting, BriefSection, Home, Row } from '../../shared/ipc/launcher.ts'
import { nextMeeting } from '../../shared/next-meeting.ts'
import { dueAt } from '../../shared/whole-days.ts'
import { type ApiClient, readBrief } from './api/client.ts'
import type { Cache } from './cache/cache.ts'
import { resultOfMeeting, resultOfTask } from './cache/results.ts'

/** Days after today. */
const daysAhead = 7

/** From local midnight to the end of the last local day, epoch milliseconds. */
const agendaWindow = (now: Date): { from: number; to: number } => {
  const midnight = (days: number): number =>
    new Date(now.getFullYear(), now.getMonth(), now.getDate() + days).getTime()
  return { from: midnight(0), to: midnight(daysAhead + 1) }
}

/** Whether the meeting concerns the person. A service that does not say so lists nothing else. */
const isMine = ({ meeting }: SearchResult): boolean => meeting?.mine !== false

const entryOf = ({ id, title, webUrl, meeting = {} }: SearchResult): AgendaMeeting[] => {
  const { startAt, endAt, allDay = false, location = null, joinUrl = null, response, tentative } = meeting
  if (startAt === undefined || endAt === undefined || response === 'declined') return []
  return [
    {
      id,
      title,
      startAt,
      endAt,
      allDay,
      location,
      joinUrl,
      webUrl,
      ...(response !== undefined && { response }),
      ...(tentative !== undefined && { tentative }),
    },
  ]
}

/** `rows` are the listed meetings of the person. */
type Read = { brief: Agenda; rows: SearchResult[]; failed: BriefSection[] }

/** @param kept the cached brief, whose sections replace unreadable ones */
export const readAgenda = async (
  api: Pick<ApiClient, 'brief' | 'meetings'>,
  now: Date,
  kept: () => Agenda | null,
): Promise<Reply<Read>> => {
  const { from, to } = agendaWindow(now)
  const [said, listed] = await Promise.all([api.brief(), api.meetings({ from, to })])
  if (!said.ok) return said
  const { brief, failed } = readBrief(said.value, kept())
  if (!listed.ok) return succeeded({ brief, rows: [], failed })
  const rows = listed.value.filter(isMine)
  const isAhead = ({ endAt, allDay }: AgendaMeeting): boolean =>
    allDay === true || Date.parse(endAt) > now.getTime()
  // Later meetings than the list has stay, so that the next one can be named.
  const later = brief.meetings.filter(({ startAt }) => Date.parse(startAt) >= to)
  return succeeded({
    brief: { ...brief, meetings: [...rows.flatMap(entryOf).filter(isAhead), ...later] },
    rows,
    failed: failed.filter((section) => section !== 'meetings'),
  })
}

const minuteMs = 60_000
const freshMs = 15 * minuteMs

/** A clock that was set back turns an old time into a later one. */
const isOver = (at: number, ms: number, now: number): boolean => at > now || now - at >= ms

/**
 * Reads the brief again in the background, so that reminders and the tray have today's meetings: every 15 minutes and after a
 * sleep. Failed reads are repeated with growing delays. The scheduler sends nothing during a pause that the service asked for.
 * @returns call each minute, and with `woke` after a sleep
 */
export const createBriefRefresh = ({
  isSignedIn,
  fetchedAt,
  read,
  now,
}: {
  isSignedIn: () => boolean
  /** When the cached brief was fetched, epoch milliseconds, or null. */
  fetchedAt: () => number | null
  read: () => Promise<unknown>
  /** Epoch milliseconds. */
  now: () => number
}): ((when: 'tick' | 'woke') => Promise<void>) => {
  let askedAt = Number.NEGATIVE_INFINITY
  let failures = 0
  let isReading = false
  const isOlderThan = (ms: number): boolean => isOver(fetchedAt() ?? Number.NEGATIVE_INFINITY, ms, now())

  return async (when) => {
    const wait = when === 'woke' ? minuteMs : Math.min(freshMs, minuteMs * 2 ** Math.max(0, failures - 1))
    if (isReading || !isSignedIn() || !isOver(askedAt, wait, now())) return
    if (!isOlderThan(when === 'woke' ? minuteMs : freshMs)) return
    askedAt = now()
    isReading = true
    try {
      await read()
    } finally {
      isReading = false
    }
    failures = isOlderThan(freshMs) ? failures + 1 : 0
  }
}

const rowOf = (result: SearchResult, seenAt: number): Row => ({ ...result, source: 'cached', seenAt })

const shownDue = 3

/** Tasks that are due by the end of this local day, the most overdue first, at most three. */
export const dueTasks = ({ tasks }: Brief, now: number): LauncherTask[] => {
  const today = new Date(now)
  const tomorrow = new Date(today.getFullYear(), today.getMonth(), today.getDate() + 1).getTime()
  return tasks
    .flatMap((task) => (task.dueDate === null ? [] : [{ task, due: dueAt(task.dueDate).getTime() }]))
    .filter(({ due }) => due < tomorrow)
    .sort((a, b) => a.due - b.due)
    .slice(0, shownDue)
    .map(({ task }) => task)
}

/** The content for an empty query. @param at the current time, epoch milliseconds */
export const cachedHome = (cache: Pick<Cache, 'brief' | 'options' | 'recents'>, at: number): Home => {
  const recents = cache.recents(5)
  const kept = cache.brief()
  if (kept === null) return { nextMeeting: null, dueToday: [], recents }
  const statuses = cache.options()?.statuses ?? []
  const meeting = nextMeeting(kept.brief.meetings, at)
  return {
    nextMeeting: meeting === null ? null : rowOf(resultOfMeeting(meeting), kept.fetchedAt),
    dueToday: dueTasks(kept.brief, at).map((task) => rowOf(resultOfTask(task, statuses), kept.fetchedAt)),
    recents,
  }
}
