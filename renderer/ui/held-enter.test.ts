import { describe, expect, test } from 'vitest'
import { isHeldEnter } from './held-enter.ts'

const held = {
  key: 'Enter',
  repeat: true,
  isComposing: false,
  ctrlKey: false,
  metaKey: false,
  altKey: false,
  shiftKey: false,
}

describe('Enter that is held', () => {
  test.each([
    ['repeated', {}, true, false],
    ['repeated with Ctrl', { ctrlKey: true }, true, true],
    ['repeated with Cmd', { metaKey: true }, true, true],
    ['repeated with Shift', { shiftKey: true }, true, false],
    ['the first one', { repeat: false }, false, false],
    ['another key', { key: 'ArrowDown' }, false, false],
    ['of an input method', { isComposing: true }, false, false],
  ] as const)(
    'APP-09 %s: ignored in a field %o: %s, where it writes lines: %s',
    (_name, press, field, lines) => {
      expect(isHeldEnter({ ...held, ...press }, false)).toBe(field)
      expect(isHeldEnter({ ...held, ...press }, true)).toBe(lines)
    },
  )
})
