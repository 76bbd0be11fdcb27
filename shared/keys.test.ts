import { describe, expect, test } from 'vitest'
import {
  areUsable,
  chordOf,
  commandOf,
  holderOf,
  keyCommands,
  keyTable,
  refusalOf,
  shownChord,
} from './keys.ts'

describe('APP-09 the keys inside the window', () => {
  test('APP-09 each default chord has one meaning, and may be used', () => {
    expect(new Set(keyCommands.map((command) => keyTable[command].chord)).size).toBe(keyCommands.length)
    expect(areUsable({})).toBe(true)
  })

  test('APP-09 a changed chord takes the place of the default, also where a label names it', () => {
    const changed = { toggleDone: 'Mod+U' }
    expect(chordOf('toggleDone', changed)).toBe('Mod+U')
    expect(commandOf('Mod+U', changed)).toBe('toggleDone')
    expect(commandOf('Mod+D', changed)).toBeUndefined()
    expect(shownChord('Mod+D', changed)).toBe('Mod+U')
    expect(shownChord('Escape', changed)).toBe('Escape')
  })

  test.each([
    ['Mod+U', null],
    ['Mod+;', null],
    ['Shift+F12', null],
    ['Mod+D', null],
    ['u', 'noChord'],
    ['Enter', 'noChord'],
    ['Mod+Tab', 'noChord'],
    ['Mod+u', 'noChord'],
    ['Alt+U', 'noChord'],
    ['Mod+A', 'editing'],
    ['Mod+Shift+Z', 'editing'],
    ['Mod+Q', 'system'],
    ['Mod+1', 'rows'],
  ])('APP-09 "done" with %s is refused: %s', (chord, refusal) => {
    expect(refusalOf('toggleDone', chord)).toBe(refusal)
  })

  test('APP-09 a chord that another command has is named with it; of two that change places, neither holds it', () => {
    expect(holderOf('toggleDone', 'Mod+E', {})).toBe('edit')
    expect(areUsable({ toggleDone: 'Mod+E' })).toBe(false)
    expect(areUsable({ toggleDone: 'Mod+E', edit: 'Mod+D' })).toBe(true)
    expect(areUsable({ toggleDone: 'Mod+A' })).toBe(false)
  })

  test('APP-09 Enter with Mod always opens in the browser', () => {
    expect(refusalOf('openInBrowser', 'Mod+O')).toBe('noChord')
  })
})
