// The input of Log time…: a length of time, or a common one. A negative one corrects.
import { useState } from 'react'
import { say } from '../../../shared/language.ts'
import { durationWords, parseWorked } from '../../../shared/dates/format.ts'
import { PickList } from '../../ui/pick-list.tsx'
import { logTime } from '../../writes/timer.ts'
import type { Level } from '../action.ts'

const common = [15, 30, 60, 120] as const

const choice = (minutes: number) => ({
  id: String(minutes),
  title: say(minutes < 0 ? 'timer.log.remove' : 'timer.log.add', { time: durationWords(Math.abs(minutes)) }),
  minutes,
})

export function LogTimeInput({ task, onBack, onDone }: Level & { task: { id: string; title: string } }) {
  const [text, setText] = useState('')
  const typed = parseWorked(text)
  const items = text.trim() === '' ? common.map(choice) : typed === null ? [] : [choice(typed)]
  return (
    <PickList
      name={say('form.suggestions')}
      field={say('timer.log')}
      hint={say('timer.log.hint')}
      text={text}
      onType={setText}
      items={items}
      none={say('timer.log.problem')}
      onPick={({ minutes }) => {
        onDone()
        logTime(task, minutes)
      }}
      onBack={onBack}
    />
  )
}
