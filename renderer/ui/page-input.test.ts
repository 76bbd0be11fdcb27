import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { bindChords } from './keyboard.ts'
import { isHeld } from './page-input.ts'
import { pressOf } from './key-press.fake.ts'

const held = (keys: string) => ({ ...pressOf(keys), repeat: true, isComposing: false })

describe('a held key', () => {
  beforeAll(() => bindChords(new Map(['Mod+D', 'Mod+,', 'Mod+N'].map((chord) => [chord, chord]))))
  afterAll(() => bindChords(new Map()))

  test.each([
    ['Enter', {}, true, false],
    ['Ctrl+Enter', {}, true, true],
    ['Cmd+Enter', {}, true, true],
    ['Enter', { repeat: false }, false, false],
    ['ArrowDown', {}, false, false],
    ['Enter', { isComposing: true }, false, false],
  ] as const)(
    'APP-09 %s %o: ignored in a field: %s, where it writes lines: %s',
    (keys, press, field, lines) => {
      expect(isHeld({ ...held(keys), ...press }, false, false)).toBe(field)
      expect(isHeld({ ...held(keys), ...press }, true, false)).toBe(lines)
    },
  )

  test.each([
    ['Ctrl+d', true],
    ['Ctrl+,', true],
    // Keys that move or edit.
    ['Ctrl+p', false],
    ['Ctrl+Backspace', false],
    ['d', false],
  ])('APP-09 %s acts once: %s', (keys, once) => {
    expect(isHeld(held(keys), false, false)).toBe(once)
    expect(isHeld({ ...held(keys), repeat: false }, false, false)).toBe(false)
  })

  test('APP-09 on macOS Ctrl+N repeats, and Cmd+N does not', () => {
    expect(isHeld(held('Ctrl+n'), false, true)).toBe(false)
    expect(isHeld(held('Cmd+n'), false, true)).toBe(true)
  })
})
