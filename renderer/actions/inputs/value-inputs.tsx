// The inputs of Status… and Priority….
import { useState } from 'react'
import type { TaskFields } from '../../../shared/api/launcher/tasks.ts'
import { say } from '../../../shared/language.ts'
import { useTaskOptions } from '../../state/queries.ts'
import { changeTasks, type SeenTask, tasksWords } from '../../writes/change-tasks.ts'
import { priorityName } from '../../writes/words.ts'
import type { Level } from '../action.ts'
import { PriorityFlag, progressOf, StatusGlyph } from '../../ui/glyphs.tsx'
import { matching, type PickItem, PickList } from '../../ui/pick-list.tsx'

type Given = Level & { tasks: readonly SeenTask[] }
type Value = PickItem & { change: TaskFields; said: (what: string) => string }

function ValueInput({
  tasks,
  values,
  field,
  hint,
  none,
  onBack,
  onDone,
}: Given & { values: readonly Value[]; field: string; hint: string; none: string }) {
  const [text, setText] = useState('')
  return (
    <PickList
      name={field}
      field={field}
      hint={hint}
      text={text}
      onType={setText}
      items={matching(values, text)}
      none={none}
      onPick={({ change, said }) => {
        onDone()
        void changeTasks(tasks, change, (title, count) => said(tasksWords(title, count)))
      }}
      onBack={onBack}
    />
  )
}

export function StatusInput(given: Given) {
  const statuses = useTaskOptions().data?.statuses
  const values = (statuses ?? [])
    .toSorted((a, b) => a.position - b.position)
    .map((status): Value => ({
      id: status.slug,
      title: status.name,
      icon: <StatusGlyph status={status} progress={progressOf(status, statuses ?? [])} />,
      isChosen: given.tasks.every(({ fields }) => fields.status === status.slug),
      change: { status: status.slug },
      said: (what) => say('said.status', { status: status.name, what }),
    }))
  return (
    <ValueInput
      {...given}
      values={values}
      field={say('field.status')}
      hint={say('taskAction.status.hint')}
      none={say(statuses === undefined ? 'task.statusesUnknown' : 'taskAction.none')}
    />
  )
}

/** The most urgent first. */
const priorities = ['urgent', 'high', 'medium', 'low', 'no_priority'] as const

export function PriorityInput(given: Given) {
  const options = useTaskOptions().data
  const values = priorities.map((priority): Value => {
    const title = priorityName(priority, options)
    return {
      id: priority,
      title,
      icon: <PriorityFlag priority={priority} />,
      isChosen: given.tasks.every(({ fields }) => fields.priority === priority),
      change: { priority },
      said: (what) => say('said.priority', { priority: title, what }),
    }
  })
  return (
    <ValueInput
      {...given}
      values={values}
      field={say('field.priority')}
      hint={say('taskAction.priority.hint')}
      none={say('taskAction.none')}
    />
  )
}
