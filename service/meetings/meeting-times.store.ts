// Rows of meetings by their times (LCH-08, CAL-07). Meetings in no calendar are everybody's; those of calendars are looked up for
// a person, because a workspace has many more.
import { sql, type RawBuilder } from 'kysely'
import { inPipeline, listStatement, param, statement } from '../db/sql.ts'
import type { MeetingTable } from '../db/schema.ts'
import { type IsDayAhead, longestElsewhere } from './reader-days.rules.ts'
import type { Tx } from '../db/store.ts'

const byStart = (a: MeetingTable, b: MeetingTable): number =>
  a.start_at - b.start_at || (a.id < b.id ? -1 : 1)

/**
 * So many of the meetings that end soonest are looked at for those that have begun, and so many of those that ended last for
 * whole days that are not over for the reader: far more than one workspace, or one person in calendars, has at a time.
 */
const mostUnderWay = 1_000
/** A person's meetings that end soonest, sorted by start for the next few. */
const mostAhead = 300

/** In no calendar. */
const starting = statement<MeetingTable>(
  () => sql`select * from meeting where workspace_id = ${param} and series is null
    and start_at >= ${param} and start_at < ${param} order by start_at, id limit ${param}`,
)
const underWay = statement<MeetingTable>(
  () => sql`select * from (
      select * from meeting where workspace_id = ${param} and series is null and end_at > ${param}
      order by end_at limit ${param}) as soonest
    where start_at < ${param} order by start_at, id limit ${param}`,
)
const endedDays = statement<MeetingTable>(
  () => sql`select * from (
      select * from meeting where workspace_id = ${param} and series is null
      and end_at > ${param} and end_at <= ${param} order by end_at desc limit ${param}) as latest
    where all_day = 1`,
)
// SQLite takes a cross join in its order: the person's meetings first.
const own = (shown: RawBuilder<unknown>, and = sql``) => sql<MeetingTable>`select ${shown} from (
    select meeting_id from meeting_attendee where workspace_id = ${param} and person_id = ${param}
    and end_at > ${param} and calendar_id is not null ${and} order by end_at limit ${param}) as soonest
  cross join meeting where meeting.workspace_id = ${param} and meeting.id = soonest.meeting_id
    and meeting.start_at < ${param} order by meeting.start_at, meeting.id limit ${param}`
const ownOf = statement(() => own(sql`meeting.*`))
type Times = Pick<MeetingTable, 'id' | 'start_at' | 'end_at' | 'all_day'>
/** Without their texts, which are long: of hundreds, a brief shows a few. */
const timesNotDeclined = statement<Times>(() =>
  own(
    sql`meeting.id, meeting.start_at, meeting.end_at, meeting.all_day`,
    sql`and coalesce(response, '') <> 'declined'`,
  ),
)
export const meetingRows = listStatement<MeetingTable>(
  (ids) => sql`select * from meeting where id ${ids} and workspace_id = ${param}`,
)
const isOfOthers = sql`series is not null and is_hidden = 0 and not exists (
  select 1 from meeting_attendee as concerned where concerned.workspace_id = meeting.workspace_id
    and concerned.meeting_id = meeting.id and concerned.person_id = ${param})`
const startingOfOthers = statement<MeetingTable>(
  () => sql`select * from meeting where workspace_id = ${param} and start_at >= ${param} and start_at < ${param}
    and ${isOfOthers} order by start_at, id limit ${param}`,
)
const underWayOfOthers = statement<MeetingTable>(
  () => sql`select * from (
      select * from meeting where workspace_id = ${param} and end_at > ${param} and ${isOfOthers}
      order by end_at limit ${param}) as soonest
    where start_at < ${param} order by start_at, id limit ${param}`,
)

export async function upcomingRows(
  tx: Tx,
  workspaceId: string,
  personId: string,
  { at, limit, isDayAhead }: { at: number; limit: number; isDayAhead: IsDayAhead | null },
): Promise<MeetingTable[]> {
  const since = isDayAhead === null ? at : at - longestElsewhere
  const isAhead = ({ start_at: startAt, end_at: endAt, all_day: allDay }: Times): boolean =>
    allDay === 1 && isDayAhead !== null ? isDayAhead({ startAt, endAt }) : endAt > at
  const last = Number.MAX_SAFE_INTEGER
  // Two ordered reads instead of one: no index gives "ends later" in the order of starts.
  const [begun, next, ended, times] = await inPipeline([
    underWay(tx, workspaceId, at, mostUnderWay, at + 1, mostUnderWay),
    starting(tx, workspaceId, at + 1, last, limit),
    isDayAhead === null ? Promise.resolve([]) : endedDays(tx, workspaceId, since, at, mostUnderWay),
    timesNotDeclined(tx, workspaceId, personId, since, mostAhead, workspaceId, last, mostAhead),
  ])
  const ids = times
    .filter(isAhead)
    .slice(0, limit)
    .map(({ id }) => id)
  const rows = [...begun, ...next, ...ended].filter(isAhead)
  return [...rows, ...(await meetingRows(tx, ids, workspaceId))].toSorted(byStart).slice(0, limit)
}

export async function rowsBetween(
  tx: Tx,
  workspaceId: string,
  personId: string,
  { from, to }: { from: number; to: number },
  limit: number,
): Promise<MeetingTable[]> {
  const own = [
    ...(await underWay(tx, workspaceId, from, mostUnderWay, from, limit)),
    ...(await starting(tx, workspaceId, from, to, limit)),
    // An instant ends where it begins.
    ...(await ownOf(tx, workspaceId, personId, from - 1, mostUnderWay, workspaceId, to, mostUnderWay)).filter(
      (row) => row.end_at > from || row.start_at >= from,
    ),
  ]
    .toSorted(byStart)
    .slice(0, limit)
  const left = limit - own.length
  if (left === 0) return own
  const others = [
    ...(await underWayOfOthers(tx, workspaceId, from, personId, mostUnderWay, from, left)),
    ...(await startingOfOthers(tx, workspaceId, from, to, personId, left)),
  ].slice(0, left)
  return [...own, ...others].toSorted(byStart)
}
