// Asks how much time to keep of a timer that ran while the computer slept (TIM-03).
import { useState } from 'react'
import type { KeptTime } from '../../../shared/ipc/launcher.ts'
import { say } from '../../../shared/language.ts'
import { timeWords } from '../../../shared/dates/format.ts'
import { useTimer } from '../../state/queries.ts'
import { matching, PickList } from '../../ui/pick-list.tsx'
import { answerTimer } from '../../writes/timer.ts'
import type { Level } from '../action.ts'

export function AnswerTimerInput({ onBack, onDone }: Level) {
  const [text, setText] = useState('')
  const { running = null, gap = null } = useTimer().data ?? {}
  const keeps: { id: KeptTime; title: string }[] =
    running === null || gap === null
      ? []
      : [
          { id: 'all', title: say('timer.keepAll') },
          {
            id: 'untilSleep',
            title: say('timer.keepUntil', { time: timeWords(new Date(gap.from)) }),
          },
          { id: 'nothing', title: say('timer.discard') },
        ]
  return (
    <PickList
      name={say('form.suggestions')}
      field={say('timer.answer')}
      hint={say('timer.answer')}
      text={text}
      onType={setText}
      items={matching(keeps, text)}
      none={say('common.actions.none')}
      onPick={({ id }) => {
        onDone()
        if (running !== null) answerTimer(running, id)
      }}
      onBack={onBack}
    />
  )
}
