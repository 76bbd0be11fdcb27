// Starts and stops the timer, and logs time (TIM-01, TIM-02).
import type { KeptTime } from '../../shared/ipc/launcher.ts'
import { say } from '../../shared/language.ts'
import { durationWords } from '../../shared/dates/format.ts'
import { call } from '../state/bridge.ts'
import { showError, tellOfChange, tellWithoutUndo } from '../state/store.ts'

type Titled = { id: string; title: string }

export const startTimer = ({ id, title }: Titled): void =>
  void call('timer.start', { id, title }).then(
    () => tellOfChange(say('said.timerStarted', { title })),
    showError,
  )

export const stopTimer = ({ title }: Titled): void =>
  void call('timer.stop').then(() => tellWithoutUndo(say('said.timerStopped', { title })), showError)

export const answerTimer = ({ title }: Titled, keep: KeptTime): void =>
  void call('timer.answer', { keep }).then(
    () => tellWithoutUndo(say(keep === 'all' ? 'said.timerKept' : 'said.timerStopped', { title })),
    showError,
  )

/** @param minutes negative ones correct */
export const logTime = ({ id, title }: Titled, minutes: number): void =>
  void call('tasks.logTime', { id, title, minutes }).then(() => {
    const time = durationWords(Math.abs(minutes))
    tellOfChange(say(minutes < 0 ? 'said.timeRemoved' : 'said.timeLogged', { time, title }))
  }, showError)
