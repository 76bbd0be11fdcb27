// The actions of a row, in the order of the action panel. Enter runs the first one.
import {
  CircleCheck,
  CircleHelp,
  Copy,
  CornerDownLeft,
  ExternalLink,
  EyeOff,
  Link,
  List,
  type LucideIcon,
  Mail,
  Phone,
  Pin,
  PinOff,
  Plus,
  RotateCcw,
  SquarePen,
  Trash2,
  Video,
} from 'lucide-react'
import type { ObjectSummary } from '../../shared/api/launcher-search.ts'
import { type PlainKey, say } from '../../shared/language.ts'
import type { Row } from '../../shared/ipc/launcher.ts'
import { joinsNow } from '../../shared/next-meeting.ts'
import type { Use } from '../../shared/search/score.ts'
import type { SeenTask } from '../writes/change-tasks.ts'
import { type TaskActionId, taskActions } from './task-actions.tsx'
import { isEditable } from '../items/pending-rows.ts'
import type { PanelAction } from './action-panel.tsx'
import { fieldsOfRow, firstField } from '../items/detail.ts'
import { objectRow, type PaletteRow } from '../items/rows.ts'

export type ActionId =
  | 'open'
  | 'openInBrowser'
  | 'join'
  | 'edit'
  | 'toggleDone'
  | 'newTaskWith'
  | 'browseObject'
  | 'copyTitle'
  | 'copyLink'
  | 'copyEmail'
  | 'copyPhone'
  | 'discardDraft'
  | 'why'
  | 'pin'
  | 'forget'
  | 'newTask'
  | 'refresh'
  | 'settings'
  | 'help'

export type Action = PanelAction<ActionId | TaskActionId>

/** Whether Enter joins this meeting. */
export const joinsByEnter = (row: Row): boolean =>
  row.kind === 'meeting' && row.meeting !== undefined && joinsNow(row.meeting, Date.now())

const primaryTitle = (row: PaletteRow): string => {
  switch (row.type) {
    case 'item':
      if (joinsByEnter(row.row)) return say('action.join')
      return row.row.kind === 'task'
        ? say('common.editTask')
        : row.row.kind === 'member'
          ? say('action.newTaskFor')
          : say('common.openInBrowser')
    case 'command':
    case 'firstStep':
      return row.title
    case 'object':
      return say('action.browse')
    case 'create':
      return say('action.createTask')
    case 'widen':
      return say('action.widen')
    case 'draft':
      return say('common.continueDraft')
    case 'captured':
      return say(isEditable(row.item) ? 'action.editUnsent' : 'action.openOutbox')
    case 'outbox':
      return say('action.openOutbox')
  }
}

const primaryIcon = (row: PaletteRow): LucideIcon => {
  if (row.type === 'object') return List
  if (row.type === 'create') return Plus
  if (row.type === 'draft' || row.type === 'captured') return SquarePen
  if (row.type !== 'item') return CornerDownLeft
  const { kind } = row.row
  if (joinsByEnter(row.row)) return Video
  return kind === 'task' ? SquarePen : kind === 'member' ? Plus : ExternalLink
}

const contactActions = {
  email: { id: 'copyEmail', title: 'contact.copyEmail', shortcut: 'Mod+Shift+E', icon: Mail },
  phone: { id: 'copyPhone', title: 'contact.copyPhone', shortcut: 'Mod+Shift+T', icon: Phone },
} as const

/** Copying the contacts that a row has. */
const contacts = (row: Row): Action[] => {
  const fields = fieldsOfRow(row)
  return (['email', 'phone'] as const).flatMap((kind) =>
    firstField(fields, kind) === undefined
      ? []
      : { ...contactActions[kind], title: say(contactActions[kind].title) },
  )
}

const copyTitle = (title: PlainKey): Action => ({
  id: 'copyTitle',
  title: say(title),
  shortcut: 'Mod+C',
  icon: Copy,
})

/** Actions that correct the order of rows. Only rows with a usage record have them. */
const ranking = (use: Use | null): Action[] => [
  { id: 'why', title: say('action.why'), shortcut: 'Mod+I', icon: CircleHelp },
  ...(use === null
    ? []
    : ([
        {
          id: 'pin',
          title: say(use.pinned ? 'action.unpin' : 'action.pin'),
          icon: use.pinned ? PinOff : Pin,
        },
        { id: 'forget', title: say('action.forget'), icon: EyeOff },
      ] as const)),
]

/** What Enter does, and other ways to open the row. */
const opening = (row: PaletteRow, objects: readonly ObjectSummary[]): Action[] => {
  const first: Action = { id: 'open', title: primaryTitle(row), shortcut: 'Enter', icon: primaryIcon(row) }
  if (row.type === 'draft')
    return [first, { id: 'discardDraft', title: say('action.discardDraft'), icon: Trash2 }]
  if (row.type !== 'item') return [first]
  const { kind, record, meeting } = row.row
  const object = objects.find(({ slug }) => slug === record?.objectTypeSlug)
  const joins = joinsByEnter(row.row)
  return [
    first,
    ...(kind === 'meeting' && !joins && (meeting?.joinUrl ?? null) !== null
      ? [{ id: 'join' as const, title: say('action.join'), shortcut: 'Mod+J', icon: Video }]
      : []),
    ...(kind === 'task' || joins
      ? [
          {
            id: 'openInBrowser' as const,
            title: say('common.openInBrowser'),
            shortcut: 'Mod+Enter',
            icon: ExternalLink,
          },
        ]
      : []),
    ...(object === undefined
      ? []
      : [{ id: 'browseObject' as const, title: objectRow(object).title, icon: List }]),
  ]
}

/** Changes of the task, or a new task about the row. */
const changing = ({ kind, task }: Row, tasks: readonly SeenTask[]): Action[] => {
  if (kind === 'member') return []
  if (kind !== 'task') return [{ id: 'newTaskWith', title: say('common.newTaskAbout'), icon: Plus }]
  const isComplete = task?.status?.isComplete === true
  return [
    {
      id: 'toggleDone',
      title: say(isComplete ? 'action.reopen' : 'common.markDone'),
      shortcut: 'Mod+D',
      icon: isComplete ? RotateCcw : CircleCheck,
    },
    ...taskActions(tasks),
  ]
}

const copying = (row: PaletteRow): Action[] => {
  if (row.type === 'captured') return [copyTitle('common.copyTitle')]
  if (row.type !== 'item') return []
  if (row.row.kind === 'member') return [...contacts(row.row), copyTitle('action.copyName')]
  return [
    ...contacts(row.row),
    copyTitle('common.copyTitle'),
    { id: 'copyLink', title: say('common.copyLink'), shortcut: 'Mod+Shift+C', icon: Link },
  ]
}

/**
 * @param tasks the tasks that a change applies to. If there are several, only changes are offered.
 * @param use how the user used the row; null if no usage is recorded for it
 * @param objects the objects that can be browsed
 */
export function actionsOf(
  row: PaletteRow | null,
  tasks: readonly SeenTask[] = [],
  use: Use | null = null,
  objects: readonly ObjectSummary[] = [],
): Action[] {
  if (row === null) return []
  const inGroup = (group: PlainKey, actions: readonly Action[]): Action[] =>
    actions.map((action) => ({ ...action, group: say(group) }))
  const changes = inGroup('actions.change', row.type === 'item' ? changing(row.row, tasks) : [])
  if (tasks.length > 1) return changes
  return [
    ...inGroup('actions.open', opening(row, objects)),
    ...changes,
    ...inGroup('actions.copy', copying(row)),
    ...inGroup('actions.suggestions', ranking(use)),
  ]
}

/** The label of Enter in the footer. */
export const primaryAction = (row: PaletteRow | null): string =>
  row === null ? say('action.open') : primaryTitle(row)
