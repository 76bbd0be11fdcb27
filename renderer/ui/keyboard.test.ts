import { describe, expect, test } from 'vitest'
import { listStep, type KeyPress } from './keyboard.ts'

const none: KeyPress = { key: '', ctrlKey: false, metaKey: false, altKey: false, shiftKey: false }

describe('where a key goes in a list', () => {
  test.each<[string, Partial<KeyPress>, mac: number, other: number]>([
    ['ArrowDown', { key: 'ArrowDown' }, 1, 1],
    ['ArrowUp', { key: 'ArrowUp' }, -1, -1],
    ['Ctrl+P', { key: 'p', ctrlKey: true }, -1, -1],
    ['Ctrl+N, which is the new task where Ctrl is Mod', { key: 'n', ctrlKey: true }, 1, 0],
    ['Ctrl+N with Caps Lock', { key: 'N', ctrlKey: true }, 1, 0],
    ['Cmd+N', { key: 'n', metaKey: true }, 0, 0],
    ['Ctrl+Shift+N', { key: 'N', ctrlKey: true, shiftKey: true }, 0, 0],
    ['Ctrl+Alt+P', { key: 'p', ctrlKey: true, altKey: true }, 0, 0],
    ['Alt+ArrowDown', { key: 'ArrowDown', altKey: true }, 0, 0],
    ['a letter', { key: 'n' }, 0, 0],
  ])('APP-09 %s', (_keys, press, mac, other) => {
    expect(listStep({ ...none, ...press }, true)).toBe(mac)
    expect(listStep({ ...none, ...press }, false)).toBe(other)
  })
})
