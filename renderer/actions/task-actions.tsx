// The actions on a task that have an input of their own, for the action panel of any view that shows tasks.
import {
  AlarmClock,
  CalendarClock,
  CircleDot,
  Flag,
  Link2,
  type LucideIcon,
  Trash2,
  UserPlus,
} from 'lucide-react'
import type { ReactNode } from 'react'
import { keyTable } from '../../shared/keys.ts'
import { say } from '../../shared/language.ts'
import { deleteTasks, type SeenTask } from '../writes/change-tasks.ts'
import type { Level, PanelAction } from './action-panel.tsx'
import { AssignInput } from './inputs/assign-input.tsx'
import { DueInput } from './inputs/due-input.tsx'
import { LinkInput } from './inputs/link-input.tsx'
import { PriorityInput, StatusInput } from './inputs/value-inputs.tsx'

interface TaskAction {
  icon: LucideIcon
  input: (tasks: readonly SeenTask[], level: Level) => ReactNode
}

const inputs = {
  due: {
    icon: CalendarClock,
    input: (tasks, level) => <DueInput tasks={tasks} kind="due" {...level} />,
  },
  snooze: {
    icon: AlarmClock,
    input: (tasks, level) => <DueInput tasks={tasks} kind="snooze" {...level} />,
  },
  status: {
    icon: CircleDot,
    input: (tasks, level) => <StatusInput tasks={tasks} {...level} />,
  },
  priority: {
    icon: Flag,
    input: (tasks, level) => <PriorityInput tasks={tasks} {...level} />,
  },
  assign: {
    icon: UserPlus,
    input: (tasks, level) => <AssignInput tasks={tasks} {...level} />,
  },
  link: {
    icon: Link2,
    input: (tasks, level) => <LinkInput tasks={tasks} {...level} />,
  },
} as const satisfies Record<string, TaskAction>

/** Actions with an input. */
export type TaskInputId = keyof typeof inputs

export type TaskActionId = TaskInputId | 'delete'

const ids = Object.keys(inputs) as TaskInputId[]

export const isTaskAction = (id: string): id is TaskActionId => id === 'delete' || isTaskInput(id)

export const isTaskInput = (id: string): id is TaskInputId => Object.hasOwn(inputs, id)

/** Actions for an `ActionPanel`. They change the tasks themselves, so `onRun` never gets their ids. */
export const taskActions = (tasks: readonly SeenTask[]): PanelAction<TaskActionId>[] => [
  ...ids.map((id): PanelAction<TaskActionId> => {
    const { icon, input } = inputs[id]
    return {
      id,
      title: say(keyTable[id].label),
      shortcut: keyTable[id].chord,
      icon,
      group: say('actions.change'),
      input: (level) => input(tasks, level),
    }
  }),
  {
    id: 'delete',
    title:
      tasks.length > 1
        ? say('taskAction.deleteSeveral', { count: tasks.length })
        : say(keyTable.delete.label),
    shortcut: keyTable.delete.chord,
    icon: Trash2,
    group: say('actions.change'),
    isDangerous: true,
    run: () => void deleteTasks(tasks),
  },
]
