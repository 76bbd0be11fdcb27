// The brief with the meetings of today and the next days. A service with a list of meetings (CAL-07) says what the person
// answered; of another one they are the brief's own.
import type { SearchResult } from '../../shared/api/launcher-search.ts'
import { type Reply, succeeded } from '../../shared/errors.ts'
import type { Agenda, AgendaMeeting, BriefSection } from '../../shared/ipc/launcher.ts'
import { type ApiClient, readBrief } from './api/client.ts'

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
