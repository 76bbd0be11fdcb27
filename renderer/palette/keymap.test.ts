import { describe, expect, test } from 'vitest'
import { pressOf } from '../ui/key-press.fake.ts'
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
    ['Enter', { type: 'enter', id: 'open' }],
    ['Ctrl+Enter', { type: 'enter', id: 'openInBrowser' }],
    ['Ctrl+k', { type: 'action', id: 'actions' }],
    ['Ctrl+n', { type: 'action', id: 'newTask' }],
    ['Ctrl+e', { type: 'action', id: 'edit' }],
    ['Ctrl+d', { type: 'action', id: 'toggleDone' }],
    ['Ctrl+z', { type: 'undo' }],
    ['Ctrl+c', { type: 'action', id: 'copyTitle' }],
    ['Ctrl+Shift+C', { type: 'action', id: 'copyLink' }],
    ['Ctrl+Shift+D', { type: 'action', id: 'due' }],
    ['Ctrl+Shift+S', { type: 'action', id: 'status' }],
    ['Ctrl+Shift+P', { type: 'action', id: 'priority' }],
    ['Ctrl+Shift+A', { type: 'action', id: 'assign' }],
    ['Ctrl+Shift+Backspace', { type: 'action', id: 'delete' }],
    ['Ctrl+l', { type: 'action', id: 'link' }],
    ['Ctrl+s', { type: 'action', id: 'snooze' }],
    ['Ctrl+Shift+E', { type: 'action', id: 'copyEmail' }],
    ['Ctrl+Shift+T', { type: 'action', id: 'copyPhone' }],
    ['Ctrl+r', { type: 'action', id: 'refresh' }],
    ['Ctrl+,', { type: 'action', id: 'settings' }],
    ['Ctrl+.', { type: 'action', id: 'togglePane' }],
    ['Ctrl+1', { type: 'runNth', index: 0 }],
    ['Ctrl+9', { type: 'runNth', index: 8 }],
    ['Tab', { type: 'complete' }],
    ['Escape', { type: 'escape' }],
    ['?', { type: 'action', id: 'help' }],
    ['a', null],
    ['Shift+Enter', null],
    ['Alt+ArrowDown', null],
    ['Ctrl+Alt+k', null],
  ] as const)('APP-03 %s', (shortcut, action) => {
    expect(other(shortcut)).toEqual(action)
  })

  test.each([
    ['Cmd+n', { type: 'action', id: 'newTask' }],
    ['Ctrl+n', { type: 'move', by: 1 }],
    ['Ctrl+p', { type: 'move', by: -1 }],
    ['Cmd+Enter', { type: 'enter', id: 'openInBrowser' }],
    ['Ctrl+k', null],
  ] as const)('APP-03 %s on macOS', (shortcut, action) => {
    expect(mac(shortcut)).toEqual(action)
  })

  test('APP-14 the digit row with Alt, or ⌃ on macOS, opens a pinned list on any layout; AltGr and the number pad type', () => {
    expect(other('Alt+1', {}, 'Digit1')).toEqual({ type: 'list', key: 1 })
    expect(other('Alt+&', {}, 'Digit1')).toEqual({ type: 'list', key: 1 })
    expect(mac('Ctrl+9', 'Digit9')).toEqual({ type: 'list', key: 9 })
    expect(mac('Cmd+9', 'Digit9')).toEqual({ type: 'runNth', index: 8 })
    for (const [shortcut, code] of [
      ['Alt+0', 'Digit0'],
      ['Alt+1', 'Numpad1'],
      ['Alt+Shift+1', 'Digit1'],
      ['Ctrl+Alt+AltGr+²', 'Digit2'],
    ] as const)
      expect(other(shortcut, {}, code), shortcut).toBeNull()
    expect(mac('Alt+¡', 'Digit1')).toBeNull()
  })

  test('APP-03 a key of another layout is read by its character or its place', () => {
    expect(other('Ctrl+л', {}, 'KeyK')).toEqual({ type: 'action', id: 'actions' })
    expect(mac('Cmd+л', 'KeyK')).toEqual({ type: 'action', id: 'actions' })
    expect(mac('Cmd+Alt+˚', 'KeyK')).toBeNull()
  })

  test.each<[what: string, shortcut: string, input: Partial<InputState>, type: string | undefined]>([
    ['a question mark inside a query is text', '?', { text: 'why' }, undefined],
    ['copying what is selected stays the field’s', 'Ctrl+c', { hasSelection: true }, undefined],
    ['Backspace leaves the scope', 'Backspace', { hasScope: true }, 'back'],
    ['Backspace inside the text deletes', 'Backspace', { hasScope: true, caretAtStart: false }, undefined],
    ['Backspace deletes without a scope', 'Backspace', { hasScope: false }, undefined],
    ['→ enters the detail pane', 'ArrowRight', {}, 'enterPane'],
    ['→ inside the text moves the caret', 'ArrowRight', { caretAtEnd: false }, undefined],
    ['→ with a selection ends it', 'ArrowRight', { hasSelection: true }, undefined],
    ['Shift+→ selects text', 'Shift+ArrowRight', {}, undefined],
  ])('APP-03 APP-15 in the field %s', (_what, shortcut, input, type) => {
    expect(other(shortcut, input)?.type).toBe(type)
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

  test('APP-09 on a button the keys of the window work, and those of a button are its own', () => {
    const onButton = (shortcut: string) => other(shortcut, { hasScope: true, focus: 'elsewhere' })
    for (const shortcut of ['Escape', 'Ctrl+k', 'Ctrl+,', 'ArrowDown', '?'])
      expect(onButton(shortcut)).toEqual(other(shortcut))
    for (const shortcut of ['Enter', 'Ctrl+Enter', 'Tab', 'Backspace', 'a'])
      expect(onButton(shortcut)).toBeNull()
  })
})
