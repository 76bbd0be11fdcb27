// Timers and logged time of tasks.
import { ClockPlus, Hourglass, Timer, TimerOff } from 'lucide-react'
import type { TaskOptions } from '../../shared/api/launcher/tasks.ts'
import type { TimerView } from '../../shared/ipc/launcher.ts'
import { say } from '../../shared/language.ts'
import { keys } from '../state/queries.ts'
import { showNotice } from '../state/store.ts'
import { startTimer, stopTimer } from '../writes/timer.ts'
import { type Context, main, type Table } from './action.ts'
import { itemOf, withOptions } from './handlers.ts'
import { AnswerTimerInput } from './inputs/answer-timer-input.tsx'
import { LogTimeInput } from './inputs/log-time-input.tsx'

const timerIn = ({ client, timer }: Context): TimerView | undefined =>
  timer ?? client.getQueryData<TimerView>(keys.timer)

/** Whether the service has timers; false until its options are known (APP-11). */
const hasTimers = ({ client }: Context): boolean =>
  client.getQueryData<TaskOptions>(keys.options)?.capabilities?.includes('timers') === true

const runningIn = (context: Context): TimerView['running'] => timerIn(context)?.running ?? null
const isTimed = (context: Context): boolean => {
  const running = runningIn(context)
  return running !== null && running.id === itemOf(context.row)?.id
}
const asksWhatToKeep = (context: Context): boolean => (timerIn(context)?.gap ?? null) !== null

const timerTitle = (context: Context): string => say(isTimed(context) ? 'timer.stop' : 'timer.start')

const stopRunning = (context: Context): void => {
  const running = runningIn(context)
  if (running === null) showNotice(say('timer.none'))
  else stopTimer(running)
}

/** Starts the timer of the row's task, or stops it. Without a task it stops the one that runs. A question comes first. */
const toggleTimer = (context: Context): void => {
  const item = itemOf(context.row)
  if (asksWhatToKeep(context)) return context.host.show('answerTimer')
  if (item?.kind !== 'task' && runningIn(context) !== null) return stopRunning(context)
  if (item?.kind !== 'task') return showNotice(say('taskAction.noTask'))
  if (isTimed(context)) return stopRunning(context)
  const begin = ({ capabilities = [] }: TaskOptions): void =>
    capabilities.includes('timers') ? startTimer(item) : showNotice(say('timer.unsupported'))
  withOptions(context.client, begin)
}

export const timerActions = {
  timer: {
    title: timerTitle,
    label: 'timer.toggle',
    icon: Timer,
    chord: 'Mod+T',
    in: main,
    on: ['task'],
    when: hasTimers,
    group: 'change',
    pane: { place: 'foot', on: ['task'], when: hasTimers },
    command: { name: 'command.startTimer' },
    run: toggleTimer,
  },
  stopTimer: {
    title: 'timer.stop',
    icon: TimerOff,
    in: [],
    command: { name: 'command.stopTimer' },
    run: stopRunning,
  },
  answerTimer: {
    title: 'timer.answer',
    icon: Hourglass,
    about: (context) => runningIn(context)?.title ?? '',
    in: main,
    on: 'any',
    when: asksWhatToKeep,
    group: 'change',
    input: (_, level) => <AnswerTimerInput {...level} />,
  },
  logTime: {
    title: 'timer.log',
    icon: ClockPlus,
    in: ['palette', 'brief'],
    on: ['task'],
    when: hasTimers,
    group: 'change',
    input: ({ row }, level) => {
      const item = itemOf(row)
      return item === null ? null : <LogTimeInput task={item} {...level} />
    },
  },
} as const satisfies Table
