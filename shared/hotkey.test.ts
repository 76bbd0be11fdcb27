import { expect, test } from 'vitest'
import { isGlobalHotkey } from './hotkey.ts'

test('APP-02 a global hotkey has a modifier other than Shift, or is a function key', () => {
  const all = ['Ctrl+K', 'Alt+Shift+Space', 'Super+1', 'CommandOrControl+K', 'ctrl+k', 'F9', 'Shift+F24']
  expect(all.filter(isGlobalHotkey)).toEqual(all)
  // No program could type these keys.
  const refused = ['', 'A', 'Shift+A', 'Space', 'Ctrl', 'Shift', 'F0', 'F25', 'Fn', 'A+Shift']
  expect(refused.filter(isGlobalHotkey)).toEqual([])
})
