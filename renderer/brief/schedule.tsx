// Today's meetings as a timeline, and those of the next days folded. Without room, the timeline is a plain list; for screen
// readers it always is.
import { Video } from 'lucide-react'
import type { CSSProperties, ReactNode } from 'react'
import type { BriefMeeting } from '../../shared/api/launcher-search.ts'
import { say } from '../../shared/language.ts'
import { hourWords, meetingWords, nearness } from '../ui/dates/dates.ts'
import type { Entries, MeetingEntry } from './brief-entries.ts'
import { Fold, Item, type Lines } from './brief-lines.tsx'
import css from './schedule.module.css'
import { timelineOf } from './timeline.ts'

/** Hours and lanes for the style sheet. */
type Placed = CSSProperties & Record<`--${string}`, number>

function Meeting({ meeting, now }: { meeting: BriefMeeting; now: Date }) {
  const { title, startAt, endAt, allDay, location, joinUrl } = meeting
  const near = allDay === true ? null : nearness(startAt, endAt, now)
  const facts = [near, meetingWords(startAt, endAt, now, allDay), location ?? null]
  return (
    <>
      <span className={css.name}>
        {(joinUrl ?? '') === '' ? null : <Video size={13} aria-hidden="true" className={css.video} />}
        <span className={css.title} dir="auto">
          {title}
        </span>
      </span>
      <span className={css.facts}>{facts.filter((fact) => fact !== null).join(' · ')}</span>
    </>
  )
}

const isAllDay = ({ meeting }: MeetingEntry): boolean => meeting.allDay === true

function Timeline({ entries, lines }: { entries: readonly MeetingEntry[]; lines: Lines }) {
  const { now } = lines
  const timeline = timelineOf(
    entries.map(({ meeting }) => meeting),
    now,
  )
  const nowLine: Placed = { '--top': timeline.now }
  const track: Placed = { '--hours': timeline.hours.length }
  return (
    <div className={css.track} style={track}>
      <div className={css.hours} aria-hidden="true">
        {timeline.hours.map((hour, index) => {
          const top: Placed = { '--top': index }
          return (
            <span key={hour.getTime()} className={css.hour} style={top}>
              {hourWords(hour)}
            </span>
          )
        })}
      </div>
      {/* Before the meetings, which cover it. */}
      <span className={css.now} style={nowLine} aria-hidden="true" />
      <ul>
        {entries.map((entry) => {
          const { meeting, key } = entry
          const place = timeline.places.get(meeting.id)
          const style: Placed = {
            '--top': place?.top ?? 0,
            '--length': place?.length ?? 0,
            '--lane': place?.lane ?? 0,
            '--lanes': place?.lanes ?? 1,
          }
          const runs = Date.parse(meeting.startAt) <= now.getTime()
          return (
            <Item
              key={key}
              entry={entry}
              lines={lines}
              style={style}
              className={[css.block, runs ? css.runs : undefined].filter(Boolean).join(' ')}
            >
              <Meeting meeting={meeting} now={now} />
            </Item>
          )
        })}
      </ul>
    </div>
  )
}

export function Schedule({
  schedule,
  nextDays,
  lines,
}: Pick<Entries, 'schedule' | 'nextDays'> & { lines: Lines }): ReactNode {
  const allDay = schedule.shown.filter(isAllDay)
  const timed = schedule.shown.filter((entry) => !isAllDay(entry))
  const list = (entries: readonly MeetingEntry[]): ReactNode =>
    entries.length === 0 ? null : (
      <ul className={css.list}>
        {entries.map((entry) => (
          <Item key={entry.key} entry={entry} lines={lines} className={css.line}>
            <Meeting meeting={entry.meeting} now={lines.now} />
          </Item>
        ))}
      </ul>
    )
  return (
    <>
      {list(allDay)}
      {timed.length === 0 ? null : <Timeline entries={timed} lines={lines} />}
      {nextDays.fold === null ? null : (
        <div className={css.nextDays}>
          <Fold entry={nextDays.fold} lines={lines}>
            {say('brief.nextDays')} <span className={css.count}>{nextDays.count}</span>
          </Fold>
          {list(nextDays.shown)}
        </div>
      )}
    </>
  )
}
