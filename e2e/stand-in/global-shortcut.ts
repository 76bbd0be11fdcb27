// globalShortcut: a map of accelerators; tests press them through `__standin.pressShortcut`. In a Wayland session it behaves as on
// the portal: nothing is refused, `unregister` does nothing, and suspended hotkeys are delivered.
import { setTimeout as wait } from 'node:timers/promises'
import { settled } from './page.ts'
import { strict } from './strict.ts'
import type { StandinHooks } from './hooks.ts'

type Emulated = Partial<Electron.GlobalShortcut>

const modifiers: Record<string, string> = {
  command: 'Meta',
  cmd: 'Meta',
  super: 'Meta',
  meta: 'Meta',
  control: 'Control',
  ctrl: 'Control',
  commandorcontrol: process.platform === 'darwin' ? 'Meta' : 'Control',
  cmdorctrl: process.platform === 'darwin' ? 'Meta' : 'Control',
  alt: 'Alt',
  option: 'Alt',
  altgr: 'AltGr',
  shift: 'Shift',
}
const namedKey =
  /^(plus|space|tab|capslock|numlock|scrolllock|backspace|delete|insert|return|enter|up|down|left|right|home|end|pageup|pagedown|escape|esc|volumeup|volumedown|volumemute|media(nexttrack|previoustrack|stop|playpause)|printscreen|num([0-9]|dec|add|sub|mult|div)|f([1-9]|1[0-9]|2[0-4]))$/

/** One spelling for each accelerator. @throws for what Electron cannot read. */
export function normalizeAccelerator(accelerator: string): string {
  const parts = accelerator.split('+').map((part) => part.trim().toLowerCase())
  const key = parts.pop() ?? ''
  const held = parts.map((part) => modifiers[part])
  const isKey = namedKey.test(key) || /^[\x21-\x7e]$/.test(key)
  if (!isKey || held.includes(undefined))
    throw new TypeError(`Error processing argument at index 0, conversion failure from ${accelerator}`)
  const sameKey: Record<string, string> = { esc: 'escape', return: 'enter' }
  return [...new Set(held)]
    .toSorted((a = '', b = '') => a.localeCompare(b))
    .concat(sameKey[key] ?? key)
    .join('+')
}

const held = new Map<string, () => void>()
const takenByOthers = new Set<string>()
let suspended = false
const isPortal = process.env['XDG_SESSION_TYPE'] === 'wayland'

export const globalShortcut = strict('globalShortcut', {
  register: (accelerator, callback) => {
    const key = normalizeAccelerator(accelerator)
    if (!isPortal && (suspended || takenByOthers.has(key) || held.has(key))) return false
    held.set(key, callback)
    return true
  },
  registerAll: (accelerators, callback) => {
    for (const accelerator of accelerators) globalShortcut.register(accelerator, callback)
  },
  unregister: (accelerator) => {
    if (!isPortal) held.delete(normalizeAccelerator(accelerator))
  },
  unregisterAll: () => held.clear(),
  isRegistered: (accelerator) => held.has(normalizeAccelerator(accelerator)),
  setSuspended: (next) => {
    suspended = next
  },
  isSuspended: () => suspended,
} satisfies Emulated)

/** X11's own: the delay before a held key repeats, and the time between its repeats. */
const firstRepeatMs = 660
const repeatMs = 40

const press = (accelerator: string): boolean => {
  const callback = suspended && !isPortal ? undefined : held.get(normalizeAccelerator(accelerator))
  callback?.()
  return callback !== undefined
}

export const shortcutHooks = {
  pressShortcut: async (accelerator) => {
    const isHeard = press(accelerator)
    await settled()
    return isHeard
  },
  holdShortcut: async (accelerator, ms) => {
    const isHeard = press(accelerator)
    const until = performance.now() + ms
    for (let pause = firstRepeatMs; performance.now() + pause < until; pause = repeatMs) {
      await wait(pause)
      press(accelerator)
    }
    await settled()
    return isHeard
  },
  takeShortcut: (accelerator) => void takenByOthers.add(normalizeAccelerator(accelerator)),
  releaseShortcut: (accelerator) => void takenByOthers.delete(normalizeAccelerator(accelerator)),
} satisfies Pick<StandinHooks, 'pressShortcut' | 'holdShortcut' | 'takeShortcut' | 'releaseShortcut'>
