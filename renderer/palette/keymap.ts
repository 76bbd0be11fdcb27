// The keymap of the palette. Pure, so that a table of cases can test it.
import { actionPressed } from '../actions/actions.ts'
import type { ActionId } from '../actions/table.ts'
import { chordKey, type KeyPress, listPressed, listStep, modHeld } from '../ui/keyboard.ts'
import type { EnterAction } from './selection.ts'

export type PaletteAction =
  | { type: 'move'; by: number }
  /** Selects the next task too. */
  | { type: 'extend'; by: 1 | -1 }
  | { type: 'page'; direction: 1 | -1 }
  | { type: 'edge'; to: 'first' | 'last' }
  /** May wait for the rows. */
  | { type: 'enter'; id: EnterAction }
  /** An action of the table. */
  | { type: 'action'; id: string }
  | { type: 'undo' }
  | { type: 'complete' }
  | { type: 'escape' }
  | { type: 'back' }
  | { type: 'enterPane' }
  | { type: 'runNth'; index: number }
  /** Opens the pinned list with this key. */
  | { type: 'list'; key: number }

const keysWithoutRows: ReadonlySet<PaletteAction['type']> = new Set([
  'escape',
  'back',
  'complete',
  'undo',
  'list',
])
const actionsWithoutRows: ReadonlySet<string> = new Set([
  'newTask',
  'join',
  'refresh',
  'settings',
  'help',
  'togglePane',
] satisfies ActionId[])

/** Whether the action is about rows. While they are hidden it shows them instead. ↑ recalls a search, also without rows. */
export const needsRows = (action: PaletteAction): boolean =>
  action.type === 'move'
    ? action.by > 0
    : action.type === 'action'
      ? !actionsWithoutRows.has(action.id)
      : !keysWithoutRows.has(action.type)

/** The state of the input that keys depend on. */
export interface InputState {
  text: string
  caretAtStart: boolean
  caretAtEnd: boolean
  hasSelection: boolean
  hasScope: boolean
  /** The element with the focus. A focused button handles some keys itself. */
  focus: 'field' | 'elsewhere'
}

export const inputStateOf = (
  { value: text, selectionStart, selectionEnd }: HTMLInputElement,
  hasScope: boolean,
  focus: InputState['focus'],
): InputState => ({
  text,
  caretAtStart: selectionStart === 0,
  caretAtEnd: selectionEnd === text.length,
  hasSelection: selectionStart !== selectionEnd,
  hasScope,
  focus,
})

/** The action of a key, or null if the input handles the key. */
export function paletteAction(press: KeyPress, input: InputState, mac: boolean): PaletteAction | null {
  const key = chordKey(press)
  const mod = modHeld(press, mac)

  if (input.focus === 'elsewhere' && ['Enter', 'Tab', 'Backspace'].includes(key)) return null

  const step = listStep(press, mac)
  if (step !== 0) return press.shiftKey ? { type: 'extend', by: step } : { type: 'move', by: step }

  const id = actionPressed(press, 'palette', { mac })
  if (id === 'undo') return { type: 'undo' }
  if (id === 'openInBrowser') return { type: 'enter', id }
  // Selected text is copied by the input.
  if (id !== null) return id === 'copyTitle' && input.hasSelection ? null : { type: 'action', id }

  const list = listPressed(press, mac)
  if (list !== null) return { type: 'list', key: list }
  if (mod) {
    if (press.shiftKey) return null
    if (key === 'Home') return { type: 'edge', to: 'first' }
    if (key === 'End') return { type: 'edge', to: 'last' }
    if (/^[1-9]$/.test(key)) return { type: 'runNth', index: Number(key) - 1 }
    return null
  }
  if (press.ctrlKey || press.metaKey || press.altKey) return null

  switch (key) {
    case 'PageDown':
      return { type: 'page', direction: 1 }
    case 'PageUp':
      return { type: 'page', direction: -1 }
    case 'Enter':
      return press.shiftKey ? null : { type: 'enter', id: 'open' }
    case 'Escape':
      return { type: 'escape' }
    case 'ArrowRight':
      return input.focus === 'field' && input.caretAtEnd && !input.hasSelection && !press.shiftKey
        ? { type: 'enterPane' }
        : null
    case 'Tab':
      return press.shiftKey ? null : { type: 'complete' }
    case 'Backspace':
      return input.caretAtStart && !input.hasSelection && input.hasScope ? { type: 'back' } : null
    case '?':
      return input.text === '' ? { type: 'action', id: 'help' } : null
    default:
      return null
  }
}
