// What can be done with a row, in the order of the action panel; the first one is what Enter does.
import type { Use } from '../../shared/local-index-score.ts'
import { isEditable } from './pending.ts'
import type { PaletteRow } from './rows.ts'

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
  | 'discardDraft'
  | 'why'
  | 'pin'
  | 'forget'
  | 'newTask'
  | 'refresh'
  | 'settings'
  | 'help'

export interface Action {
  id: ActionId
  title: string
  shortcut?: string
}

const primaryTitle = (row: PaletteRow): string => {
  switch (row.type) {
    case 'item':
      return row.row.kind === 'task'
        ? 'Edit task'
        : row.row.kind === 'member'
          ? 'New task for this person'
          : 'Open in browser'
    case 'command':
      return row.title
    case 'object':
      return 'Browse'
    case 'create':
      return 'Create task'
    case 'draft':
      return 'Continue draft'
    case 'pending':
      return isEditable(row.item) ? 'Edit before it is sent' : 'Open outbox'
    case 'outbox':
      return 'Open outbox'
  }
}

const always: readonly Action[] = [
  { id: 'newTask', title: 'New task', shortcut: 'Mod+N' },
  { id: 'refresh', title: 'Refresh', shortcut: 'Mod+R' },
  { id: 'settings', title: 'Settings', shortcut: 'Mod+,' },
  { id: 'help', title: 'Keyboard shortcuts', shortcut: '?' },
]

/** What corrects the order of rows: for what is remembered only. */
const ranking = (use: Use | null): Action[] => [
  { id: 'why', title: 'Why is this here', shortcut: 'Mod+I' },
  ...(use === null
    ? []
    : ([
        { id: 'pin', title: use.pinned ? 'Unpin' : 'Pin to the top' },
        { id: 'forget', title: 'Forget my use of it' },
      ] as const)),
]

/** @param use what the person did with the row; null where nothing is kept of it. */
export function actionsOf(row: PaletteRow | null, use: Use | null = null): Action[] {
  if (row === null) return [...always]
  const own: Action[] = [{ id: 'open', title: primaryTitle(row), shortcut: 'Enter' }]
  if (row.type === 'draft') own.push({ id: 'discardDraft', title: 'Discard draft' })
  if (row.type === 'pending') own.push({ id: 'copyTitle', title: 'Copy title', shortcut: 'Mod+C' })
  if (row.type !== 'item') return [...own, ...ranking(use), ...always]

  const { kind, task, record, meeting } = row.row
  if (kind === 'member')
    return [...own, { id: 'copyTitle', title: 'Copy name', shortcut: 'Mod+C' }, ...ranking(use), ...always]
  own.push(
    kind === 'task'
      ? { id: 'openInBrowser', title: 'Open in browser', shortcut: 'Mod+Enter' }
      : { id: 'newTaskWith', title: 'New task about this' },
  )
  if (kind === 'task')
    own.push({
      id: 'toggleDone',
      title: task?.status?.isComplete === true ? 'Reopen task' : 'Mark task done',
      shortcut: 'Mod+D',
    })
  if (kind === 'meeting' && (meeting?.joinUrl ?? null) !== null)
    own.splice(1, 0, { id: 'join', title: 'Join meeting', shortcut: 'Mod+J' })
  if (record !== undefined) own.push({ id: 'browseObject', title: `Browse ${record.objectTypeName}` })
  own.push(
    { id: 'copyTitle', title: 'Copy title', shortcut: 'Mod+C' },
    { id: 'copyLink', title: 'Copy link', shortcut: 'Mod+Shift+C' },
  )
  return [...own, ...ranking(use), ...always]
}

/** Says in two words what Enter does, for the foot of the window. */
export const primaryAction = (row: PaletteRow | null): string => (row === null ? 'Open' : primaryTitle(row))
