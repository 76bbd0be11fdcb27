import { expect, test } from 'vitest'
import { isGlobalHotkey } from './hotkey.ts'

test.each(['Ctrl+K', 'Alt+Shift+Space', 'Super+1', 'CommandOrControl+K', 'ctrl+k', 'F9', 'Shift+F24'])(
  'APP-02 %s may be a global hotkey',
  (accelerator) => {
    expect(isGlobalHotkey(accelerator)).toBe(true)
  },
)

test.each(['', 'A', 'Shift+A', 'Space', 'Ctrl', 'Shift', 'F0', 'F25', 'Fn', 'A+Shift'])(
  'APP-02 "%s" must not be a global hotkey, because no program could type it',
  (accelerator) => {
    expect(isGlobalHotkey(accelerator)).toBe(false)
  },
)
