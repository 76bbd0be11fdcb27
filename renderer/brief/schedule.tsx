// Today's meetings as a timeline, whole days above it, and the next days folded. Without room, the timeline is a plain list; for
// screen readers it always is.
import { Video } from 'lucide-react'
import type { CSSProperties, ReactNode } from 'react'
import type { AgendaMeeting } from '../../shared/ipc/launcher.ts'
import { say } from '../../shared/language.ts'
import { daysBetween, dayWords, hourWords, meetingWords, nearness } from '../../shared/dates/format.ts'
import { MeetingMark, markOf } from '../items/row-face.tsx'
import type { Entries, MeetingEntry } from './brief-entries.ts'
import { Fold, Item, type Lines } from './brief-lines.tsx'
import css from './schedule.module.css'
import { timelineOf } from './timeline.ts'

/** Hours and lanes for the style sheet. */
type Placed = CSSProperties & Record<`--${string}`, number>

/** @param day the day whose heading the meeting is under, which needs no words */
function Meeting({ meeting, now, day = now }: { meeting: AgendaMeeting; now: Date; day?: Date }) {
  const { title, startAt, endAt, allDay, location, joinUrl } = meeting
  const near = allDay === true ? null : nearness(startAt, endAt, now)
  const mark = markOf(meeting)
  // A meeting that ends at midnight ends on the day before.
  const isOfDay = allDay !== true && daysBetween(day, new Date(Date.parse(endAt) - 1)) <= 0
  const facts = [near, meetingWords(startAt, endAt, isOfDay ? day : now, allDay), location ?? null]
  return (
    <>
      <span className={css.name}>
        {(joinUrl ?? '') === '' ? null : <Video size={13} aria-hidden="true" className={css.video} />}
        <span className={css.title} dir="auto">
          {title}
        </span>
      </span>
      {mark === null ? null : <MeetingMark mark={mark} className={css.mark} />}
      <span className={css.facts}>{facts.filter((fact) => fact !== null && fact !== '').join(' · ')}</span>
    </>
  )
}

/** A meeting that is not certain has a broken edge and no fill. */
const shapes = { none: undefined, declined: css.open, tentative: css.open, unanswered: css.open }

const isAllDay = ({ meeting }: MeetingEntry): boolean => meeting.allDay === true

function Timeline({
  entries,
  crowd,
  lines,
  onMore,
}: {
  entries: readonly MeetingEntry[]
  /** Meetings without a place on it. */
  crowd: readonly AgendaMeeting[]
  lines: Lines
  onMore: () => void
}) {
  const { now } = lines
  const timeline = timelineOf([...entries.map(({ meeting }) => meeting), ...crowd], now)
  const lanes = Math.max(...[...timeline.places.values()].map((place) => place.lanes))
  const nowLine: Placed = { '--top': timeline.now }
  const track: Placed = { '--hours': timeline.hours.length }
  return (
    <div className={css.track} style={track} data-lanes={lanes}>
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
            '--beside': place?.isCrowded === true ? 1 : 0,
          }
          const runs = Date.parse(meeting.startAt) <= now.getTime()
          return (
            <Item
              key={key}
              entry={entry}
              lines={lines}
              style={style}
              className={[css.block, runs ? css.runs : undefined, shapes[markOf(meeting) ?? 'none']]
                .filter(Boolean)
                .join(' ')}
            >
              <Meeting meeting={meeting} now={now} />
            </Item>
          )
        })}
      </ul>
      {timeline.crowds.map(({ top, length, count }) => {
        const style: Placed = { '--top': top, '--length': length }
        return (
          // For pointers. The button below the timeline is for everybody.
          <button
            key={top}
            type="button"
            tabIndex={-1}
            aria-hidden="true"
            className={css.crowd}
            style={style}
            onClick={onMore}
          >
            {say('brief.more', { count })}
          </button>
        )
      })}
    </div>
  )
}

export function Schedule({
  schedule,
  atOnce,
  nextDays,
  lines,
}: Pick<Entries, 'schedule' | 'atOnce' | 'nextDays'> & { lines: Lines }): ReactNode {
  const wholeDays = schedule.shown.filter(isAllDay)
  const timed = schedule.shown.filter((entry) => !isAllDay(entry))
  const list = (entries: readonly MeetingEntry[], day?: Date): ReactNode =>
    entries.length === 0 ? null : (
      <ul className={css.list}>
        {entries.map((entry) => (
          <Item key={entry.key} entry={entry} lines={lines} className={css.line}>
            <Meeting meeting={entry.meeting} now={lines.now} {...(day && { day })} />
          </Item>
        ))}
      </ul>
    )
  const { fold: atOnceFold } = atOnce
  return (
    <>
      {list(wholeDays)}
      {timed.length === 0 ? null : (
        <Timeline
          entries={timed}
          crowd={atOnce.all.map(({ meeting }) => meeting)}
          lines={lines}
          onMore={() => (atOnceFold === null ? undefined : lines.open(atOnceFold))}
        />
      )}
      {atOnceFold === null ? null : (
        <div className={css.below}>
          <Fold entry={atOnceFold} lines={lines}>
            {say('brief.atOnce', { count: atOnce.count })}
          </Fold>
          {list(atOnce.shown)}
        </div>
      )}
      {nextDays.fold === null ? null : (
        <div className={css.below}>
          <Fold entry={nextDays.fold} lines={lines}>
            {say('brief.nextDays')} <span className={css.count}>{nextDays.count}</span>
          </Fold>
          {nextDays.days.map((day) => (
            <section key={day.date.getTime()}>
              <div className={css.dayHead}>
                <h3 className={css.day}>{dayWords(day.date, lines.now)}</h3>
                {day.fold === null ? null : (
                  <Fold entry={day.fold} lines={lines}>
                    {day.fold.isOpen ? say('brief.showFewer') : say('brief.showAll', { count: day.count })}
                  </Fold>
                )}
              </div>
              {list(day.shown, day.date)}
            </section>
          ))}
        </div>
      )}
    </>
  )
}
