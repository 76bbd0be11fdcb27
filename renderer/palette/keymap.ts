// The keymap of the palette. Pure, so that a table of cases can test it.
import { chordKey, type KeyPress, listStep, modHeld } from '../ui/keyboard/keyboard.ts'

export type PaletteAction =
  | { type: 'move'; by: number }
  | { type: 'page'; direction: 1 | -1 }
  | { type: 'edge'; to: 'first' | 'last' }
  | { type: 'run' }
  | { type: 'openInBrowser' }
  | { type: 'actions' }
  | { type: 'complete' }
  | { type: 'escape' }
  | { type: 'back' }
  | { type: 'newTask' }
  | { type: 'edit' }
  | { type: 'toggleDone' }
  | { type: 'join' }
  | { type: 'copyTitle' }
  | { type: 'copyLink' }
  | { type: 'copyEmail' }
  | { type: 'copyPhone' }
  | { type: 'refresh' }
  | { type: 'undo' }
  | { type: 'settings' }
  | { type: 'help' }
  | { type: 'why' }
  | { type: 'runNth'; index: number }

/** The state of the input that keys depend on. */
export interface InputState {
  text: string
  caretAtStart: boolean
  hasSelection: boolean
  hasScope: boolean
  /** The element with the focus. A focused button handles some keys itself. */
  focus: 'field' | 'elsewhere'
}

const modKeys: Readonly<Record<string, PaletteAction>> = {
  k: { type: 'actions' },
  n: { type: 'newTask' },
  e: { type: 'edit' },
  d: { type: 'toggleDone' },
  j: { type: 'join' },
  r: { type: 'refresh' },
  i: { type: 'why' },
  z: { type: 'undo' },
  ',': { type: 'settings' },
}

const modShiftKeys: Readonly<Record<string, PaletteAction>> = {
  c: { type: 'copyLink' },
  e: { type: 'copyEmail' },
  t: { type: 'copyPhone' },
}

/** The action of a key, or null if the input handles the key. */
export function paletteAction(press: KeyPress, input: InputState, mac: boolean): PaletteAction | null {
  const key = chordKey(press)
  const mod = modHeld(press, mac)

  if (input.focus === 'elsewhere' && ['Enter', 'Tab', 'Backspace'].includes(key)) return null

  const step = listStep(press, mac)
  if (step !== 0) return { type: 'move', by: step }

  if (mod) {
    if (press.shiftKey) return modShiftKeys[key] ?? null
    if (key === 'c') return input.hasSelection ? null : { type: 'copyTitle' }
    if (key === 'Enter') return { type: 'openInBrowser' }
    if (key === 'Home') return { type: 'edge', to: 'first' }
    if (key === 'End') return { type: 'edge', to: 'last' }
    if (/^[1-9]$/.test(key)) return { type: 'runNth', index: Number(key) - 1 }
    return modKeys[key] ?? null
  }
  if (press.ctrlKey || press.metaKey || press.altKey) return null

  switch (key) {
    case 'PageDown':
      return { type: 'page', direction: 1 }
    case 'PageUp':
      return { type: 'page', direction: -1 }
    case 'Enter':
      return press.shiftKey ? null : { type: 'run' }
    case 'Escape':
      return { type: 'escape' }
    case 'Tab':
      return press.shiftKey ? null : { type: 'complete' }
    case 'Backspace':
      return input.caretAtStart && !input.hasSelection && input.hasScope ? { type: 'back' } : null
    case '?':
      return input.text === '' ? { type: 'help' } : null
    default:
      return null
  }
}
