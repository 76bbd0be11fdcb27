// The input of Due… and Snooze…: free text, common choices and the calendar.
import { useQuery } from '@tanstack/react-query'
import { Suspense, useState } from 'react'
import { say } from '../../../shared/language.ts'
import { dueAt } from '../../../shared/whole-days.ts'
import { Calendar, loadDateReader } from '../../dates/lazy.ts'
import { useWhenRead } from '../../capture/use-reading.ts'
import { changeTasks, type SeenTask, tasksWords } from '../../writes/change-tasks.ts'
import type { Level } from '../action.ts'
import { dateTimeWords, onDay } from '../../../shared/dates/format.ts'
import { useNow } from '../../shell/window.ts'
import { PickList } from '../../ui/pick-list.tsx'
import { type DueChoice, dueChoices, type DueKind } from './due-choices.ts'

export function DueInput({
  tasks,
  kind,
  onBack,
  onDone,
}: Level & { tasks: readonly SeenTask[]; kind: DueKind }) {
  const [text, setText] = useState('')
  const [isPicking, setPicking] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  /** Enter was pressed before the date reader was loaded. */
  const [asked, ask] = useState<string | null>(null)
  const now = useNow()
  const reader = useQuery({ queryKey: ['dateReader'], queryFn: loadDateReader, staleTime: Infinity })
  const dues = tasks.map(({ fields }) => fields.dueDate ?? null)
  const [first = null] = dues
  const current = dues.length === 1 && first !== null ? dueAt(first) : null
  const choices = dueChoices(kind, text, now, dues, reader.data?.readDates)

  const set = (dueDate: string | null): void => {
    onDone()
    void changeTasks(tasks, { dueDate }, (title, count) =>
      dueDate === null
        ? say('said.noDue', { what: tasksWords(title, count) })
        : say('said.due', { when: dateTimeWords(dueAt(dueDate), now), what: tasksWords(title, count) }),
    )
  }
  const pick = ({ due }: DueChoice): void => (due === undefined ? setPicking(true) : set(due))
  const enter = (): void => {
    const [choice] = choices
    if (choice === undefined) setProblem(say('problem.due'))
    else pick(choice)
  }
  useWhenRead(reader.isPending, asked, () => {
    ask(null)
    enter()
  })

  return (
    <>
      <PickList
        name={say('form.suggestions')}
        field={say(kind === 'snooze' ? 'taskAction.snooze' : 'field.due')}
        hint={say(kind === 'snooze' ? 'taskAction.snooze.hint' : 'form.dueHint')}
        text={text}
        onType={(typed) => {
          setText(typed)
          setProblem(null)
        }}
        items={choices}
        none={say('problem.due')}
        problem={problem}
        onPick={pick}
        onBack={onBack}
        onKey={(event) => {
          if (event.key === 'ArrowDown' && event.altKey) setPicking(true)
          else if (event.key === 'Enter' && choices.length === 0) ask(text)
          else return false
          return true
        }}
      />
      {isPicking ? (
        <Suspense>
          <Calendar
            name={say('calendar.pick')}
            selected={current}
            now={now}
            onPick={(day) => set(onDay(current, day).toISOString())}
            onClear={dues.every((due) => due === null) ? undefined : () => set(null)}
            onClose={() => setPicking(false)}
          />
        </Suspense>
      ) : null}
    </>
  )
}
