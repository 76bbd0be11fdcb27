// Keyboard events for tests.
import type { KeyPress } from './keyboard.ts'

/** @param keys modifiers and typed character: `Ctrl+Shift+C`, `Cmd+л`, `AltGr+e`. @param code position of the key */
export const pressOf = (keys: string, code = ''): KeyPress => {
  const parts = keys.split(/\+(?!$)/)
  return {
    key: parts.at(-1) ?? '',
    code,
    ctrlKey: parts.includes('Ctrl'),
    metaKey: parts.includes('Cmd'),
    altKey: parts.includes('Alt'),
    shiftKey: parts.includes('Shift'),
    getModifierState: (modifier) => modifier === 'AltGraph' && parts.includes('AltGr'),
  }
}
