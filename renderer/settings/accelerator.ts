// Translates a key press into an Electron accelerator (https://www.electronjs.org/docs/latest/api/accelerator).
import { isGlobalHotkey, isSystemMenu } from '../../shared/hotkey.ts'
import { say } from '../../shared/language.ts'
import type { SettingsView } from '../../shared/ipc/settings.ts'
import { chordKey, type KeyPress, typesByAltGr } from '../ui/keyboard.ts'

type Platform = SettingsView['platform']

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
}

/** The signs of a US keyboard, without and with Shift. Electron names these keys by them, and knows no other signs. */
const signs: Readonly<Record<string, string>> = {
  Minus: '-_',
  Equal: '=+',
  BracketLeft: '[{',
  BracketRight: ']}',
  Backslash: '\\|',
  Semicolon: ';:',
  Quote: `'"`,
  Comma: ',<',
  Period: '.>',
  Slash: '/?',
  Backquote: '`~',
}

const physicalKey = (code: string): string | null => {
  const plain = /^(?:Key([A-Z])|Digit(\d)|(F\d{1,2}))$/.exec(code)
  return plain?.[1] ?? plain?.[2] ?? plain?.[3] ?? named[code] ?? null
}

/** Letters like Ö, and signs that other keyboards have in another place. */
const isElsewhere = ({ key, code }: KeyPress): boolean =>
  /^(?![a-z])\p{Script=Latin}$/iu.test(key) || (/^[!-/:-@[-`{-~]$/.test(key) && code.startsWith('Key'))

/**
 * Electron reads the letter of an accelerator as the typed character on Windows and Linux, and as the key's position on macOS
 * (https://github.com/electron/electron/issues/19747).
 */
const keyOf = (press: KeyPress, platform: Platform): string | null => {
  const { key, code } = press
  // These signs have a key of their own on every keyboard.
  if (platform !== 'mac' && /^[-,.]$/.test(key) && !/^(?:Numpad|Digit)/.test(code)) return key
  const pair = signs[code]
  if (pair !== undefined) return pair.includes(key) ? pair.charAt(0) : null
  if (platform !== 'mac' && isElsewhere(press)) return null
  const typed = chordKey(press)
  return platform !== 'mac' && /^[a-z\d]$/.test(typed) && !code.startsWith('Numpad')
    ? typed.toUpperCase()
    : physicalKey(code)
}

/** The accelerator, or why the combination is refused. Null while only modifiers are pressed. */
export function acceleratorOf(
  press: KeyPress,
  platform: Platform,
): { accelerator: string } | { refusal: string } | null {
  if (/^(?:Control|Alt|Shift|Meta)(?:Left|Right)$/.test(press.code)) return null
  const key = keyOf(press, platform)
  if (key === null) return { refusal: say('settings.hotkey.noKey') }
  // Other programs could no longer type this character.
  if (typesByAltGr(press)) return { refusal: say('settings.hotkey.plain') }
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
