// The timer of the person where it is shown: on the row of its task, and as a line of a view, which also asks what to keep of it after
// a sleep (TIM-01, TIM-03).
import { Timer } from 'lucide-react'
import { clockWords } from '../../shared/clock-words.ts'
import { say } from '../../shared/language.ts'
import { dateTimeWords, timeWords } from '../../shared/dates/format.ts'
import { useTimer } from '../state/queries.ts'
import { Button, KeyCaps } from '../ui/button.tsx'
import { answerTimer, stopTimer } from '../writes/timer.ts'
import css from './timer.module.css'

/** On the row of a task while its timer runs. */
export function RunningMark({ taskId, now }: { taskId: string; now: Date }) {
  const running = useTimer().data?.running ?? null
  if (running?.id !== taskId) return null
  const time = clockWords(now.getTime() - running.startedAt)
  return (
    <span className={css.mark}>
      <Timer size={12} aria-hidden="true" />
      <span aria-hidden="true">{time}</span>
      <span className="visually-hidden">{say('timer.runs', { time })}</span>
    </span>
  )
}

/** @param isStoppedByKey whether Mod+T stops it: another task that is selected would be started */
export function TimerLine({ now, isStoppedByKey }: { now: Date; isStoppedByKey: boolean }) {
  const { running = null, gap = null } = useTimer().data ?? {}
  if (running === null) return null
  const at = (time: number): string => dateTimeWords(new Date(time), now)
  return (
    <section className={css.line} aria-label={say('timer.line')}>
      <Timer size={15} aria-hidden="true" className={css.sign} />
      <span className={css.words}>
        <span className={css.title} dir="auto">
          {running.title}
        </span>
        {gap === null ? null : (
          <output className={css.asks}>{say('timer.asks', { from: at(gap.from), to: at(gap.to) })}</output>
        )}
      </span>
      {gap === null ? (
        <>
          <span className={css.time}>{clockWords(now.getTime() - running.startedAt)}</span>
          <Button
            look="ghost"
            shortcut={isStoppedByKey ? 'Mod+T' : undefined}
            onClick={() => stopTimer(running)}
          >
            {say('timer.stop')}
          </Button>
        </>
      ) : (
        <span className={css.buttons}>
          <KeyCaps keys="Mod+T" />
          <Button onClick={() => answerTimer(running, 'all')}>{say('timer.keepAll')}</Button>
          <Button onClick={() => answerTimer(running, 'untilSleep')}>
            {say('timer.keepUntil', { time: timeWords(new Date(gap.from)) })}
          </Button>
          <Button onClick={() => answerTimer(running, 'nothing')}>{say('timer.discard')}</Button>
        </span>
      )}
    </section>
  )
}
