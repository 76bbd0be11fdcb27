// The input of Link record…: records by name, without text the recent ones.
import { useState } from 'react'
import { taskLimits } from '../../../shared/api/limits.ts'
import type { Row } from '../../../shared/ipc/launcher.ts'
import { say } from '../../../shared/language.ts'
import { useHome } from '../../state/queries.ts'
import { useRecordRows, useWhenRead } from '../../capture/use-reading.ts'
import { changeTasks, type SeenTask, tasksWords } from '../../writes/change-tasks.ts'
import { isPerson } from '../../items/rows.ts'
import type { Level } from '../action.ts'
import { Avatar } from '../../ui/glyphs.tsx'
import { PickList } from '../../ui/pick-list.tsx'
import { useTasksWith } from './use-tasks-with.ts'

const mostOffered = 30

const isLinked = ({ fields }: SeenTask, id: string): boolean => fields.linkedRecordIds?.includes(id) === true

export function LinkInput({ tasks: seen, onBack, onDone }: Level & { tasks: readonly SeenTask[] }) {
  const [text, setText] = useState('')
  const [problem, setProblem] = useState<string | null>(null)
  /** A record that was picked before the tasks were read. */
  const [picked, pick] = useState<Row | null>(null)
  const { tasks, problem: unread } = useTasksWith('linkedRecordIds', seen)
  const recents = useHome().data?.recents ?? []
  const name = text.trim()
  const { rowsFor } = useRecordRows(name === '' ? [] : [[name]])
  const found = name === '' ? recents : rowsFor(name)
  const items = (found ?? [])
    .filter(({ kind }) => kind === 'record')
    .slice(0, mostOffered)
    .map((row) => ({
      id: row.id,
      title: row.title,
      detail: row.record?.objectTypeName ?? row.subtitle,
      icon: (
        <Avatar
          name={row.title}
          of={isPerson(row) ? 'person' : 'thing'}
          tint={row.record?.color}
          size="small"
        />
      ),
      isChosen: tasks?.every((task) => isLinked(task, row.id)) === true,
      row,
    }))

  const link = ({ id, title: record }: Row): void => {
    pick(null)
    if (tasks === null) return
    const left = tasks.filter((task) => !isLinked(task, id))
    if (left.length === 0) return setProblem(say('link.already', { record }))
    if (left.some(({ fields }) => fields.linkedRecordIds === undefined))
      return setProblem(say('link.unknown'))
    if (left.some(({ fields }) => (fields.linkedRecordIds ?? []).length >= taskLimits.linkedRecords))
      return setProblem(say('problem.records', { most: taskLimits.linkedRecords }))
    onDone()
    const change = ({ fields }: SeenTask) => ({ linkedRecordIds: [...(fields.linkedRecordIds ?? []), id] })
    void changeTasks(left, change, (title, count) =>
      say('said.linked', { record, what: tasksWords(title, count) }),
    )
  }
  useWhenRead(tasks === null && unread === null, picked, link)

  return (
    <PickList
      name={say('form.suggestions')}
      field={say('field.records')}
      hint={say('form.findRecord')}
      text={text}
      onType={(typed) => {
        setText(typed)
        setProblem(null)
        pick(null)
      }}
      items={items}
      none={found === null ? say('taskAction.looking') : name === '' ? null : say('form.noRecordFound')}
      problem={problem ?? unread}
      onPick={({ row }) => pick(row)}
      onBack={onBack}
    />
  )
}
