// A pressed key combination in Electron's spelling (https://www.electronjs.org/docs/latest/api/accelerator).
import { isGlobalHotkey, isSystemMenu } from '../../shared/hotkey.ts'
import { say } from '../../shared/language.ts'

export interface Combination {
  code: string
  ctrlKey: boolean
  altKey: boolean
  shiftKey: boolean
  metaKey: boolean
}

const named: Readonly<Record<string, string>> = {
  Space: 'Space',
  Enter: 'Return',
  Tab: 'Tab',
  Backspace: 'Backspace',
  Delete: 'Delete',
  Insert: 'Insert',
  Home: 'Home',
  End: 'End',
  PageUp: 'PageUp',
  PageDown: 'PageDown',
  ArrowUp: 'Up',
  ArrowDown: 'Down',
  ArrowLeft: 'Left',
  ArrowRight: 'Right',
  Minus: '-',
  Equal: '=',
  BracketLeft: '[',
  BracketRight: ']',
  Backslash: '\\',
  Semicolon: ';',
  Quote: "'",
  Comma: ',',
  Period: '.',
  Slash: '/',
  Backquote: '`',
}

const keyOf = (code: string): string | null => {
  const plain = /^(?:Key([A-Z])|Digit(\d)|(F\d{1,2}))$/.exec(code)
  return plain?.[1] ?? plain?.[2] ?? plain?.[3] ?? named[code] ?? null
}

/** The accelerator, or why the combination cannot be one, or null while only modifiers are down. */
export function acceleratorOf(
  press: Combination,
  platform: 'mac' | 'windows' | 'linux',
): { accelerator: string } | { refusal: string } | null {
  if (/^(?:Control|Alt|Shift|Meta)(?:Left|Right)$/.test(press.code)) return null
  const key = keyOf(press.code)
  if (key === null) return { refusal: say('settings.hotkey.noKey') }
  const parts = [
    press.metaKey ? (platform === 'mac' ? 'Command' : 'Super') : null,
    press.ctrlKey ? 'Ctrl' : null,
    press.altKey ? 'Alt' : null,
    press.shiftKey ? 'Shift' : null,
  ].filter((part) => part !== null)
  const accelerator = [...parts, key].join('+')
  if (!isGlobalHotkey(accelerator))
    return { refusal: say(platform === 'mac' ? 'settings.hotkey.plainMac' : 'settings.hotkey.plain') }
  if (isSystemMenu(accelerator, platform)) return { refusal: say('settings.hotkey.systemMenu') }
  return { accelerator }
}
