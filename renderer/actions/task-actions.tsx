// Actions that change tasks, also several at once.
import {
  AlarmClock,
  CalendarClock,
  CircleDot,
  Flag,
  Link2,
  RepeatOff,
  SkipForward,
  Trash2,
  UserPlus,
} from 'lucide-react'
import { say } from '../../shared/language.ts'
import { isRepeating, skipToNext, stopRepeating } from '../writes/change-tasks.ts'
import { type Context, main, type Table } from './action.ts'
import { deleteOrArchive, itemOf } from './handlers.ts'
import { AssignInput } from './inputs/assign-input.tsx'
import { DueInput } from './inputs/due-input.tsx'
import { LinkInput } from './inputs/link-input.tsx'
import { PriorityInput, StatusInput } from './inputs/value-inputs.tsx'

export const isTaskDone = ({ row }: Context): boolean => itemOf(row)?.task?.status?.isComplete === true
const mayRepeat = (context: Context): boolean => context.tasks.some(isRepeating) && !isTaskDone(context)

export const deletion = 'Mod+Shift+Backspace'

/** Shared by the actions that change tasks. */
export const onTasks = { in: ['palette', 'brief'], on: ['task'], group: 'change', several: true } as const

/** In the order of the panel. */
export const taskActions = {
  due: {
    ...onTasks,
    title: 'taskAction.due',
    icon: CalendarClock,
    chord: 'Mod+Shift+D',
    input: ({ tasks }, level) => <DueInput tasks={tasks} kind="due" {...level} />,
  },
  snooze: {
    ...onTasks,
    title: 'taskAction.snooze',
    icon: AlarmClock,
    chord: 'Mod+S',
    input: ({ tasks }, level) => <DueInput tasks={tasks} kind="snooze" {...level} />,
  },
  status: {
    ...onTasks,
    title: 'taskAction.status',
    icon: CircleDot,
    chord: 'Mod+Shift+S',
    input: ({ tasks }, level) => <StatusInput tasks={tasks} {...level} />,
  },
  priority: {
    ...onTasks,
    title: 'taskAction.priority',
    icon: Flag,
    chord: 'Mod+Shift+P',
    input: ({ tasks }, level) => <PriorityInput tasks={tasks} {...level} />,
  },
  assign: {
    ...onTasks,
    title: 'taskAction.assign',
    icon: UserPlus,
    chord: 'Mod+Shift+A',
    input: ({ tasks }, level) => <AssignInput tasks={tasks} {...level} />,
  },
  link: {
    ...onTasks,
    title: 'taskAction.link',
    icon: Link2,
    chord: 'Mod+L',
    input: ({ tasks }, level) => <LinkInput tasks={tasks} {...level} />,
  },
  skip: {
    ...onTasks,
    title: 'taskAction.skip',
    icon: SkipForward,
    when: mayRepeat,
    run: ({ tasks }) => void skipToNext(tasks),
  },
  stopRepeating: {
    ...onTasks,
    title: 'taskAction.stopRepeating',
    icon: RepeatOff,
    when: mayRepeat,
    run: ({ tasks }) => void stopRepeating(tasks),
  },
  delete: {
    ...onTasks,
    title: ({ tasks }) =>
      tasks.length > 1 ? say('taskAction.deleteSeveral', { count: tasks.length }) : say('taskAction.delete'),
    label: (view) => (view === 'browse' ? 'record.archive' : 'taskAction.delete'),
    icon: Trash2,
    chord: deletion,
    in: main,
    isDangerous: true,
    run: deleteOrArchive,
  },
} as const satisfies Table
