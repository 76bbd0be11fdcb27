import { describe, expect, test } from 'vitest'
import { pressOf } from '../ui/keyboard/key-press.fake.ts'
import { type InputState, needsRows, paletteAction } from './keymap.ts'

const empty: InputState = {
  text: '',
  caretAtStart: true,
  caretAtEnd: true,
  hasSelection: false,
  hasScope: false,
  focus: 'field',
}
const other = (shortcut: string, input: Partial<InputState> = {}, code?: string) =>
  paletteAction(pressOf(shortcut, code), { ...empty, ...input }, false)
const mac = (shortcut: string, code?: string) => paletteAction(pressOf(shortcut, code), empty, true)

describe('APP-03 the keys of the palette', () => {
  test.each([
    ['ArrowDown', { type: 'move', by: 1 }],
    ['ArrowUp', { type: 'move', by: -1 }],
    ['Shift+ArrowDown', { type: 'extend', by: 1 }],
    ['Ctrl+p', null],
    ['PageDown', { type: 'page', direction: 1 }],
    ['Ctrl+End', { type: 'edge', to: 'last' }],
    ['Enter', { type: 'run' }],
    ['Ctrl+Enter', { type: 'openInBrowser' }],
    ['Ctrl+k', { type: 'actions' }],
    ['Ctrl+n', { type: 'newTask' }],
    ['Ctrl+e', { type: 'edit' }],
    ['Ctrl+d', { type: 'toggleDone' }],
    ['Ctrl+z', { type: 'undo' }],
    ['Ctrl+c', { type: 'copyTitle' }],
    ['Ctrl+Shift+C', { type: 'copyLink' }],
    ['Ctrl+Shift+D', { type: 'due' }],
    ['Ctrl+Shift+S', { type: 'status' }],
    ['Ctrl+Shift+P', { type: 'priority' }],
    ['Ctrl+Shift+A', { type: 'assign' }],
    ['Ctrl+Shift+Backspace', { type: 'delete' }],
    ['Ctrl+l', { type: 'link' }],
    ['Ctrl+s', { type: 'snooze' }],
    ['Ctrl+Shift+E', { type: 'copyEmail' }],
    ['Ctrl+Shift+T', { type: 'copyPhone' }],
    ['Ctrl+r', { type: 'refresh' }],
    ['Ctrl+,', { type: 'settings' }],
    ['Ctrl+.', { type: 'togglePane' }],
    ['Ctrl+1', { type: 'runNth', index: 0 }],
    ['Ctrl+9', { type: 'runNth', index: 8 }],
    ['Tab', { type: 'complete' }],
    ['Escape', { type: 'escape' }],
    ['?', { type: 'help' }],
    ['a', null],
    ['Shift+Enter', null],
    ['Alt+ArrowDown', null],
    ['Ctrl+Alt+k', null],
  ] as const)('APP-03 %s', (shortcut, action) => {
    expect(other(shortcut)).toEqual(action)
  })

  test.each([
    ['Cmd+n', { type: 'newTask' }],
    ['Ctrl+n', { type: 'move', by: 1 }],
    ['Ctrl+p', { type: 'move', by: -1 }],
    ['Cmd+Enter', { type: 'openInBrowser' }],
    ['Ctrl+k', null],
  ] as const)('APP-03 %s on macOS', (shortcut, action) => {
    expect(mac(shortcut)).toEqual(action)
  })

  test.each([
    ['Ctrl+л', 'KeyK', { type: 'actions' }],
    ['Ctrl+т', 'KeyN', { type: 'newTask' }],
    ['Ctrl+&', 'Digit1', { type: 'runNth', index: 0 }],
    ['Shift+?', 'Digit7', { type: 'help' }],
    ['Ctrl+Alt+€', 'KeyE', null],
  ] as const)('APP-03 %s, which is typed by %s of another layout', (shortcut, code, action) => {
    expect(other(shortcut, {}, code)).toEqual(action)
  })

  test('APP-03 Cmd has the keys of a Cyrillic layout on macOS, Option has none', () => {
    expect(mac('Cmd+л', 'KeyK')).toEqual({ type: 'actions' })
    expect(mac('Cmd+Alt+˚', 'KeyK')).toBeNull()
  })

  test('APP-03 a question mark inside a query is text', () => {
    expect(other('?', { text: 'why' })).toBeNull()
  })

  test('APP-03 copying what is selected in the field stays the field’s', () => {
    expect(other('Ctrl+c', { hasSelection: true })).toBeNull()
  })

  test('APP-03 Backspace leaves the scope only from the start of the field', () => {
    expect(other('Backspace', { hasScope: true })).toEqual({ type: 'back' })
    expect(other('Backspace', { hasScope: true, caretAtStart: false })).toBeNull()
    expect(other('Backspace', { hasScope: false })).toBeNull()
  })

  test.each([
    ['Enter', true],
    ['ArrowDown', true],
    ['Ctrl+k', true],
    ['ArrowUp', false],
    ['Ctrl+j', false],
    ['Escape', false],
  ])('APP-02 in the compact palette %s shows the rows first: %s', (shortcut, shows) => {
    const action = other(shortcut)
    expect(action !== null && needsRows(action)).toBe(shows)
  })

  test('APP-15 the right arrow enters the detail pane only from the end of the field', () => {
    expect(other('ArrowRight')).toEqual({ type: 'enterPane' })
    expect(other('ArrowRight', { caretAtEnd: false })).toBeNull()
    expect(other('ArrowRight', { hasSelection: true })).toBeNull()
    expect(other('Shift+ArrowRight')).toBeNull()
  })

  test('APP-09 on a button the keys of the window work, and those of a button are its own', () => {
    const onButton = (shortcut: string) => other(shortcut, { hasScope: true, focus: 'elsewhere' })
    for (const shortcut of ['Escape', 'Ctrl+k', 'Ctrl+,', 'ArrowDown', '?'])
      expect(onButton(shortcut)).toEqual(other(shortcut))
    for (const shortcut of ['Enter', 'Ctrl+Enter', 'Tab', 'Backspace', 'a'])
      expect(onButton(shortcut)).toBeNull()
  })
})
