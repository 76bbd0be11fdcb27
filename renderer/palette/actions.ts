// The actions of a row, in the order of the action panel. Enter runs the first one.
import type { ObjectSummary } from '../../shared/api/launcher-search.ts'
import { say } from '../../shared/language.ts'
import type { Row } from '../../shared/ipc/launcher.ts'
import type { Use } from '../../shared/search/local-index-score.ts'
import { isEditable } from './search/captured-tasks.ts'
import { type FieldKind, fieldsOfRow, firstField } from './record-fields.ts'
import { objectRow, type PaletteRow } from './rows/rows.ts'

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

export interface Action {
  id: ActionId
  title: string
  shortcut?: string
}

const primaryTitle = (row: PaletteRow): string => {
  switch (row.type) {
    case 'item':
      return row.row.kind === 'task'
        ? say('common.editTask')
        : row.row.kind === 'member'
          ? say('action.newTaskFor')
          : say('common.openInBrowser')
    case 'command':
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

const always = (): readonly Action[] => [
  { id: 'newTask', title: say('common.newTask'), shortcut: 'Mod+N' },
  { id: 'refresh', title: say('common.refresh'), shortcut: 'Mod+R' },
  { id: 'settings', title: say('common.settings'), shortcut: 'Mod+,' },
  { id: 'help', title: say('common.keyboardShortcuts'), shortcut: '?' },
]

const contactActions = {
  email: { id: 'copyEmail', title: 'contact.copyEmail', shortcut: 'Mod+Shift+E' },
  phone: { id: 'copyPhone', title: 'contact.copyPhone', shortcut: 'Mod+Shift+T' },
} as const satisfies Partial<Record<FieldKind, unknown>>

/** The contacts that a row has. */
const contacts = (row: Row): Action[] => {
  const fields = fieldsOfRow(row)
  return (['email', 'phone'] as const).flatMap((kind) =>
    firstField(fields, kind) === undefined
      ? []
      : { ...contactActions[kind], title: say(contactActions[kind].title) },
  )
}

/** Actions that correct the order of rows. Only rows with a usage record have them. */
const ranking = (use: Use | null): Action[] => [
  { id: 'why', title: say('action.why'), shortcut: 'Mod+I' },
  ...(use === null
    ? []
    : ([
        { id: 'pin', title: say(use.pinned ? 'action.unpin' : 'action.pin') },
        { id: 'forget', title: say('action.forget') },
      ] as const)),
]

/**
 * @param use how the user used the row; null if no usage is recorded for it
 * @param objects the objects that can be browsed
 */
export function actionsOf(
  row: PaletteRow | null,
  use: Use | null = null,
  objects: readonly ObjectSummary[] = [],
): Action[] {
  if (row === null) return [...always()]
  const own: Action[] = [{ id: 'open', title: primaryTitle(row), shortcut: 'Enter' }]
  if (row.type === 'draft') own.push({ id: 'discardDraft', title: say('action.discardDraft') })
  if (row.type === 'captured')
    own.push({ id: 'copyTitle', title: say('common.copyTitle'), shortcut: 'Mod+C' })
  if (row.type !== 'item') return [...own, ...ranking(use), ...always()]

  const { kind, task, record, meeting } = row.row
  if (kind === 'member')
    return [
      ...own,
      ...contacts(row.row),
      { id: 'copyTitle', title: say('action.copyName'), shortcut: 'Mod+C' },
      ...ranking(use),
      ...always(),
    ]
  own.push(
    kind === 'task'
      ? { id: 'openInBrowser', title: say('common.openInBrowser'), shortcut: 'Mod+Enter' }
      : { id: 'newTaskWith', title: say('common.newTaskAbout') },
  )
  if (kind === 'task')
    own.push({
      id: 'toggleDone',
      title: task?.status?.isComplete === true ? say('action.reopen') : say('common.markDone'),
      shortcut: 'Mod+D',
    })
  if (kind === 'meeting' && (meeting?.joinUrl ?? null) !== null)
    own.splice(1, 0, { id: 'join', title: say('action.join'), shortcut: 'Mod+J' })
  const object = objects.find(({ slug }) => slug === record?.objectTypeSlug)
  if (object !== undefined) own.push({ id: 'browseObject', title: objectRow(object).title })
  own.push(
    ...contacts(row.row),
    { id: 'copyTitle', title: say('common.copyTitle'), shortcut: 'Mod+C' },
    { id: 'copyLink', title: say('common.copyLink'), shortcut: 'Mod+Shift+C' },
  )
  return [...own, ...ranking(use), ...always()]
}

/** The label of Enter in the footer. */
export const primaryAction = (row: PaletteRow | null): string =>
  row === null ? say('action.open') : primaryTitle(row)
