import { expect, test } from 'vitest'
import { keyCaps } from '../ui/keyboard.ts'
import { acceleratorOf, type Combination } from './accelerator.ts'

const press = (code: string, held: Partial<Combination> = {}): Combination => ({
  code,
  ctrlKey: false,
  altKey: false,
  shiftKey: false,
  metaKey: false,
  ...held,
})

test.each([
  [press('Space', { ctrlKey: true, altKey: true }), 'linux', { accelerator: 'Ctrl+Alt+Space' }],
  [press('KeyK', { metaKey: true, shiftKey: true }), 'mac', { accelerator: 'Command+Shift+K' }],
  [press('KeyK', { metaKey: true }), 'linux', { accelerator: 'Super+K' }],
  [press('F9'), 'windows', { accelerator: 'F9' }],
  [press('Digit1', { altKey: true }), 'linux', { accelerator: 'Alt+1' }],
  [press('KeyK', { altKey: true }), 'windows', { accelerator: 'Alt+K' }],
  [press('Space', { ctrlKey: true }), 'windows', { accelerator: 'Ctrl+Space' }],
  [press('ControlLeft', { ctrlKey: true }), 'linux', null],
] as const)('APP-02 a pressed combination is an accelerator', (combination, platform, read) => {
  expect(acceleratorOf(combination, platform)).toEqual(read)
})

test.each([
  [press('KeyA'), 'linux'],
  [press('KeyA', { shiftKey: true }), 'linux'],
  [press('Space', { altKey: true }), 'windows'],
  [press('MediaPlayPause', { ctrlKey: true }), 'linux'],
] as const)('APP-02 what would break other programs is refused in words', (combination, platform) => {
  expect(acceleratorOf(combination, platform)).toEqual({ refusal: expect.any(String) })
})

test.each([
  ['mac', 'Add ⌃, ⌥ or ⌘ to it'],
  ['windows', 'Add Ctrl or Alt to it'],
  ['linux', 'Add Ctrl or Alt to it'],
] as const)('APP-02 what a plain key needs is named as the keys of %s are', (platform, words) => {
  expect(acceleratorOf(press('KeyA'), platform)).toEqual({ refusal: expect.stringContaining(words) })
})

test('APP-02 a hotkey is shown as its keyboard writes it', () => {
  expect(keyCaps('Ctrl+Alt+Space', false)).toEqual(['Ctrl', 'Alt', 'Space'])
  expect(keyCaps('Mod+Shift+C', true)).toEqual(['⌘', '⇧', 'C'])
  expect(keyCaps('Mod+Enter', false)).toEqual(['Ctrl', '↵'])
})
