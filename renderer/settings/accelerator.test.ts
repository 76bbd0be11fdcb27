import { expect, test } from 'vitest'
import { pressOf } from '../ui/key-press.fake.ts'
import { keyCaps } from '../ui/keyboard.ts'
import { acceleratorOf } from './accelerator.ts'

const refusal = (words = ''): unknown => ({ refusal: expect.stringContaining(words) })

test.each([
  ['Ctrl+Alt+ ', 'Space', 'linux', { accelerator: 'Ctrl+Alt+Space' }],
  ['Cmd+Shift+K', 'KeyK', 'mac', { accelerator: 'Command+Shift+K' }],
  ['Cmd+k', 'KeyK', 'linux', { accelerator: 'Super+K' }],
  ['Ctrl+Alt+AltGr+ ', 'Space', 'windows', { accelerator: 'Ctrl+Alt+Space' }],
  ['F9', 'F9', 'windows', { accelerator: 'F9' }],
  ['Alt+k', 'KeyK', 'windows', { accelerator: 'Alt+K' }],
  ['Alt+˚', 'KeyK', 'mac', { accelerator: 'Alt+K' }],
  ['Ctrl+Control', 'ControlLeft', 'linux', null],
  // Would break other programs, and is refused with the modifiers of the platform.
  ['a', 'KeyA', 'mac', refusal('Add ⌃, ⌥ or ⌘.')],
  ['a', 'KeyA', 'linux', refusal('Add Ctrl or Alt.')],
  ['Shift+A', 'KeyA', 'linux', refusal()],
  ['Alt+ ', 'Space', 'windows', refusal()],
  ['Ctrl+MediaPlayPause', 'MediaPlayPause', 'linux', refusal()],
  ['Ctrl+1', 'Numpad1', 'linux', refusal()],
  ['Ctrl+Alt+AltGr+€', 'KeyE', 'windows', refusal()],
] as const)('APP-02 %s at %s is on %s an accelerator, or refused', (keys, code, platform, read) => {
  expect(acceleratorOf(pressOf(keys, code), platform)).toEqual(read)
})

test.each([
  ['Ctrl+Alt+л', 'KeyK', 'K', 'K'],
  ['Ctrl+Alt+&', 'Digit1', '1', '1'],
  ['Ctrl+Alt+z', 'KeyY', 'Z', 'Y'],
  ['Ctrl+Alt+k', 'KeyV', 'K', 'V'],
] as const)(
  'APP-02 the key %s at %s is recorded by character, and by position on macOS',
  (keys, code, typed, place) => {
    for (const platform of ['windows', 'linux'] as const)
      expect(acceleratorOf(pressOf(keys, code), platform)).toEqual({ accelerator: `Ctrl+Alt+${typed}` })
    expect(acceleratorOf(pressOf(keys, code), 'mac')).toEqual({ accelerator: `Ctrl+Alt+${place}` })
  },
)

test.each([
  // The sign itself, on a US keyboard and where it stands elsewhere.
  ['Ctrl+Alt+;', 'Semicolon', 'Ctrl+Alt+;', 'Ctrl+Alt+;'],
  ['Ctrl+Shift+:', 'Semicolon', 'Ctrl+Shift+;', 'Ctrl+Shift+;'],
  ['Ctrl+Alt+-', 'Slash', 'Ctrl+Alt+-', null],
  ['Ctrl+Alt+,', 'KeyM', 'Ctrl+Alt+,', 'Ctrl+Alt+M'],
  ['Ctrl+Alt+-', 'Digit6', 'Ctrl+Alt+6', 'Ctrl+Alt+6'],
  // Keys that Electron has no name for.
  ['Ctrl+Alt+ö', 'Semicolon', null, null],
  ['Ctrl+Shift+Ö', 'Semicolon', null, null],
  ['Ctrl+Alt+ä', 'Quote', null, null],
  ['Ctrl+Alt+ü', 'BracketLeft', null, null],
  ['Ctrl+Alt+ß', 'Minus', null, null],
  ['Ctrl+Alt+Dead', 'Equal', null, null],
  ['Ctrl+Alt+#', 'Backslash', null, null],
  ['Ctrl+Alt+<', 'IntlBackslash', null, null],
  ['Ctrl+Alt+ж', 'Semicolon', null, null],
  ['Ctrl+Alt+ñ', 'Semicolon', null, null],
  ["Ctrl+Alt+'", 'KeyQ', null, 'Ctrl+Alt+Q'],
  ['Ctrl+Alt+ı', 'KeyI', null, 'Ctrl+Alt+I'],
] as const)(
  'APP-02 %s at %s is never recorded as the sign of a US key: by character %j, by position %j',
  (keys, code, typed, place) => {
    const read = (accelerator: string | null) =>
      accelerator === null ? refusal('a letter from A to Z') : { accelerator }
    for (const platform of ['windows', 'linux'] as const)
      expect(acceleratorOf(pressOf(keys, code), platform)).toEqual(read(typed))
    expect(acceleratorOf(pressOf(keys, code), 'mac')).toEqual(read(place))
  },
)

test('APP-02 a hotkey is shown with the labels of the keyboard', () => {
  expect(keyCaps('Ctrl+Alt+Space', false)).toEqual(['Ctrl', 'Alt', 'Space'])
  expect(keyCaps('Mod+Shift+C', true)).toEqual(['⌘', '⇧', 'C'])
  expect(keyCaps('Mod+Enter', false)).toEqual(['Ctrl', '↵'])
})
