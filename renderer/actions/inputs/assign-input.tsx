// The input of Assign…: the members, "Me" first. Enter adds or removes one; Shift+Enter collects several.
import { useState } from 'react'
import { taskLimits } from '../../../shared/api/limits.ts'
import { say } from '../../../shared/language.ts'
import { useTaskOptions } from '../../state/queries.ts'
import { changeTasks, type SeenTask, tasksWords } from '../../writes/change-tasks.ts'
import type { Level } from '../action.ts'
import { Avatar } from '../../ui/glyphs.tsx'
import { PickList } from '../../ui/pick-list.tsx'
import { assignChoices, assigneesAfter, commonAssignees, namesOf } from './assignees.ts'
import { useTasksWith } from './use-tasks-with.ts'

export function AssignInput({ tasks: seen, onBack, onDone }: Level & { tasks: readonly SeenTask[] }) {
  const { tasks, problem: unread } = useTasksWith('assignees', seen)
  const [text, setText] = useState('')
  const [collected, setCollected] = useState<readonly string[] | null>(null)
  const [problem, setProblem] = useState<string | null>(null)
  const options = useTaskOptions().data
  const people = options ?? { members: [] }
  const nameOf = (id: string): string => people.members.find((one) => one.id === id)?.name ?? id
  const common = commonAssignees((tasks ?? []).map(({ fields }) => fields.assignees ?? []))

  const save = (wanted: readonly string[]): void => {
    if (tasks === null) return
    onDone()
    const change = ({ fields }: SeenTask) => ({
      assignees: assigneesAfter(fields.assignees ?? [], common, wanted),
    })
    void changeTasks(tasks, change, (title, count) =>
      wanted.length === 0
        ? say('said.unassigned', { what: tasksWords(title, count) })
        : say('said.assigned', { names: namesOf(wanted, people), what: tasksWords(title, count) }),
    )
  }
  return (
    <PickList
      name={say('field.assignees')}
      field={say('field.assignees')}
      hint={say('taskAction.assign.hint')}
      text={text}
      onType={(typed) => {
        setText(typed)
        setProblem(null)
      }}
      items={(tasks === null ? [] : assignChoices(text, people, collected ?? common, collected !== null)).map(
        (choice) =>
          choice.isChosen === undefined
            ? choice
            : { ...choice, icon: <Avatar name={nameOf(choice.id)} of="person" size="small" /> },
      )}
      none={say(tasks === null || options === undefined ? 'taskAction.looking' : 'form.nobodyFound')}
      problem={problem ?? unread}
      onPick={({ assignees }, more) => {
        if (assignees.length > taskLimits.assignees)
          return setProblem(say('problem.people', { most: taskLimits.assignees }))
        if (!more) return save(assignees)
        setCollected(assignees)
        setText('')
      }}
      onBack={onBack}
    />
  )
}
