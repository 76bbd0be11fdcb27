import { describe, expect, test } from 'vitest'
import { pressOf } from './key-press.fake.ts'
import { chordKey, isShortcut, listStep, modHeld } from './keyboard.ts'

describe('the step of a key in a list', () => {
  test.each<[what: string, keys: string, mac: number, other: number]>([
    ['ArrowDown', 'ArrowDown', 1, 1],
    ['ArrowUp', 'ArrowUp', -1, -1],
    ['Ctrl+P', 'Ctrl+p', -1, 0],
    ['Ctrl+N, which is the new task where Ctrl is Mod', 'Ctrl+n', 1, 0],
    ['Cmd+N', 'Cmd+n', 0, 0],
    ['Ctrl+Shift+N', 'Ctrl+Shift+N', 0, 0],
    ['Ctrl+Alt+P', 'Ctrl+Alt+p', 0, 0],
    ['Alt+ArrowDown', 'Alt+ArrowDown', 0, 0],
    ['a letter', 'n', 0, 0],
  ])('APP-09 %s', (_what, keys, mac, other) => {
    expect(listStep(pressOf(keys), true)).toBe(mac)
    expect(listStep(pressOf(keys), false)).toBe(other)
  })
})

describe('the key of a shortcut', () => {
  test.each([
    // By character, wherever the key is.
    ['US', 'Ctrl+k', 'KeyK', 'k'],
    ['Dvorak', 'Ctrl+k', 'KeyV', 'k'],
    ['Dvorak', 'Ctrl+.', 'KeyE', '.'],
    ['QWERTZ', 'Ctrl+z', 'KeyY', 'z'],
    ['AZERTY', 'Ctrl+a', 'KeyQ', 'a'],
    ['AZERTY', 'Ctrl+,', 'KeyM', ','],
    ['the digits beside', 'Ctrl+1', 'Numpad1', '1'],
    ['the digits beside without their lock', 'Ctrl+End', 'Numpad1', 'End'],
    // By position, if the character is not ASCII.
    ['Russian', 'Ctrl+л', 'KeyK', 'k'],
    ['Russian with Caps Lock', 'Ctrl+Л', 'KeyK', 'k'],
    ['Russian', 'Ctrl+б', 'Comma', ','],
    ['Russian', 'ы', 'KeyS', 's'],
    ['Arabic, two letters at once', 'Ctrl+لا', 'KeyB', 'b'],
    ['Thai', 'Ctrl+า', 'KeyK', 'k'],
    ['Turkish, the letter without a dot', 'Ctrl+ı', 'KeyI', 'i'],
    ['AZERTY', 'Ctrl+&', 'Digit1', '1'],
    // A typed character wins.
    ['US', 'Ctrl+Shift+!', 'Digit1', '!'],
    ['AZERTY', '&', 'Digit1', '&'],
    ['Russian', 'Shift+?', 'Digit7', '?'],
    ['Arabic', 'Shift+؟', 'Slash', '?'],
    ['German', 'Ctrl+ö', 'Semicolon', 'ö'],
    ['Polish by AltGr', 'AltGr+ś', 'KeyS', 'ś'],
    ['German by AltGr on Windows', 'Ctrl+Alt+AltGr+€', 'KeyE', '€'],
    // No character.
    ['any', 'Enter', 'Enter', 'Enter'],
    ['an input method', 'Ctrl+Process', 'KeyK', 'Process'],
    ['a dead key', 'Ctrl+Dead', 'Digit6', 'Dead'],
  ])('APP-09 on the keyboard “%s”: %s at %s means %s', (_layout, keys, code, key) => {
    expect(chordKey(pressOf(keys, code))).toBe(key)
  })

  test.each([
    ['Ctrl+k', false, true],
    ['Cmd+k', true, false],
    ['Ctrl+Cmd+k', false, false],
    ['Cmd+Alt+˚', false, false],
    ['Ctrl+Alt+AltGr+€', false, false],
    ['Ctrl+AltGr+ń', false, false],
  ])('APP-09 %s is one of Mod on macOS: %s, elsewhere: %s', (keys, mac, other) => {
    expect(modHeld(pressOf(keys), true)).toBe(mac)
    expect(modHeld(pressOf(keys), false)).toBe(other)
  })
})

describe('the keys of a shortcut that is shown', () => {
  test.each([
    ['Ctrl+c', 'Mod+C', true],
    ['Ctrl+Shift+C', 'Mod+Shift+C', true],
    ['Ctrl+Shift+C', 'Mod+C', false],
    ['Ctrl+Enter', 'Mod+Enter', true],
    ['Enter', 'Enter', false],
    ['Ctrl+,', 'Mod+,', true],
  ])('APP-09 %s is %s: %s', (keys, shortcut, is) => {
    expect(isShortcut(pressOf(keys), shortcut, false)).toBe(is)
  })
})
