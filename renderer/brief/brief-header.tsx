// The head of the brief: the day in one line, and the meeting that runs or is next today.
import { RefreshCw } from 'lucide-react'
import type { Brief, BriefMeeting } from '../../shared/api/launcher/search.ts'
import { dayLine } from '../../shared/day-line.ts'
import { say } from '../../shared/language.ts'
import { joinsNow } from '../../shared/next-meeting.ts'
import { joinMeeting } from '../items/open.ts'
import { Button } from '../ui/button.tsx'
import { ageWords, longDayWords } from '../../shared/dates/format.ts'
import frame from '../shell/frame.module.css'
import { isNothingDue, nothingDueWords, nowWords } from './brief-sections.ts'
import css from './brief-header.module.css'

function Next({ meeting, now }: { meeting: BriefMeeting; now: Date }) {
  const { when, what } = nowWords(meeting, now)
  const runs = Date.parse(meeting.startAt) <= now.getTime()
  return (
    <p className={css.next} data-runs={runs}>
      <span className={css.words}>
        <strong className={css.when}>{when}</strong> <span dir="auto">{what}</span>
      </span>
      {(meeting.joinUrl ?? '') === '' ? null : (
        <Button
          look={joinsNow(meeting, now.getTime()) ? 'primary' : 'plain'}
          className={css.join}
          shortcut="Mod+J"
          onClick={() => joinMeeting(meeting.id)}
        >
          {say('brief.join')}
        </Button>
      )}
    </p>
  )
}

export function BriefHeader({
  brief,
  next,
  savedAt,
  now,
  isFetching,
  onRefresh,
}: {
  brief: Brief | undefined
  /** The meeting that runs, or the next of today. */
  next: BriefMeeting | null
  /** Set while saved results show, epoch milliseconds. */
  savedAt: number | null
  now: Date
  isFetching: boolean
  onRefresh: () => void
}) {
  const line =
    brief === undefined
      ? null
      : next === null && isNothingDue(brief.tasks, now)
        ? nothingDueWords(brief, now)
        : dayLine(brief, now)
  return (
    <header className={[frame.head, css.head].join(' ')}>
      <div className={css.day}>
        <h1 className={frame.title}>{longDayWords(now)}</h1>
        <p className={css.line}>
          {line === null ? null : <span>{line}</span>}
          {savedAt === null ? null : (
            <span className={css.saved}>{say('brief.saved', { age: ageWords(savedAt, now.getTime()) })}</span>
          )}
        </p>
      </div>
      {next === null ? null : <Next meeting={next} now={now} />}
      <Button look="ghost" className={css.refresh} aria-label={say('common.refresh')} onClick={onRefresh}>
        <RefreshCw size={15} aria-hidden="true" className={isFetching ? css.turning : undefined} />
      </Button>
    </header>
  )
}
