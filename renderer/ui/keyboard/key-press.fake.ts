// A key press as the page gets it, for tests.
import type { KeyPress } from './keyboard.ts'

/** `Ctrl+Shift+C`, `Cmd+л`, `AltGr+e`: what is held, and what is typed. @param code where the key is; nowhere in particular */
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
