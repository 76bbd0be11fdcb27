// The global hotkeys. A new hotkey is registered before the old one is released. On Wayland a registration is confirmed
// only by the first press, and a refusal means that the desktop has no portal for hotkeys. The portal delivers presses of
// released and suspended hotkeys too, because Electron releases and suspends only its own listeners; they are ignored here.
import type { GlobalShortcut } from 'electron'
import { failed, type Reply, succeeded } from '../../shared/errors.ts'
import { say } from '../../shared/language.ts'
import {
  type HotkeyName,
  hotkeyNames as names,
  type HotkeyState,
  type Settings,
} from '../../shared/ipc/settings.ts'
import type { Log } from '../log.ts'

export type Hotkeys = {
  /** Registers the hotkeys of the settings. See `states` for the result. */
  start: (wanted: Settings['hotkeys']) => void
  /** Registers missing hotkeys again, after a sleep or a lock. */
  reassert: () => void
  states: () => Record<HotkeyName, HotkeyState>
  /** Disables the hotkeys while a new one is recorded. */
  suspend: (suspended: boolean) => void
  /** Changes one hotkey, or releases it if `accelerator` is empty. On failure the old one stays active. */
  change: (name: HotkeyName, accelerator: string) => Reply<undefined>
  dispose: () => void
}

/** @param desktop on `wayland` a registration can succeed although presses never arrive (electron#52218). */
export const createHotkeys = ({
  shortcuts,
  desktop,
  onPress,
  onChange,
  log,
}: {
  shortcuts: Pick<GlobalShortcut, 'register' | 'unregister' | 'isRegistered' | 'setSuspended'>
  desktop: 'wayland' | 'other'
  onPress: (name: HotkeyName) => void
  /** A state changed: confirmed by a press, lost, or registered again. */
  onChange: () => void
  log: Log
}): Hotkeys => {
  const none: HotkeyState = { accelerator: '', state: 'unset' }
  const held: Record<HotkeyName, HotkeyState> = { summon: none, capture: none, brief: none }

  let isSuspended = false
  const setSuspended = (suspended: boolean): void => {
    isSuspended = suspended
    shortcuts.setSuspended(suspended)
  }

  const pressed = (accelerator: string): void => {
    const name = names.find((one) => held[one].accelerator === accelerator && isHeld(held[one]))
    if (name === undefined || isSuspended) return
    if (held[name].state === 'unconfirmed') {
      held[name] = { accelerator, state: 'active' }
      onChange()
    }
    onPress(name)
  }

  const take = (accelerator: string): boolean => {
    try {
      return shortcuts.register(accelerator, () => {
        pressed(accelerator)
      })
    } catch {
      // Not a valid accelerator.
      return false
    }
  }

  const fresh: HotkeyState['state'] = desktop === 'wayland' ? 'unconfirmed' : 'active'
  const isHeld = ({ state }: HotkeyState): boolean => state === 'active' || state === 'unconfirmed'
  const refused = (): HotkeyState['state'] =>
    desktop === 'wayland' && !names.some((name) => isHeld(held[name])) ? 'unavailable' : 'taken'

  const release = (name: HotkeyName): void => {
    if (isHeld(held[name])) shortcuts.unregister(held[name].accelerator)
  }

  return {
    start: (wanted) => {
      for (const name of names) {
        const accelerator = wanted[name]
        if (accelerator === '') continue
        held[name] = { accelerator, state: take(accelerator) ? fresh : refused() }
        if (!isHeld(held[name])) log.warn('hotkey.refused', { hotkey: name, state: held[name].state })
      }
    },
    reassert: () => {
      // Each registration may show a dialog (electron#52218).
      if (desktop === 'wayland') return
      for (const name of names) {
        const { accelerator, state } = held[name]
        if (accelerator === '' || shortcuts.isRegistered(accelerator)) continue
        const next = take(accelerator) ? fresh : refused()
        if (next === state) continue
        held[name] = { accelerator, state: next }
        onChange()
      }
    },
    states: () => ({ ...held }),
    suspend: setSuspended,
    change: (name, accelerator) => {
      // Registration is not possible while suspended.
      setSuspended(false)
      const old = held[name]
      if (accelerator === '') {
        release(name)
        held[name] = none
        return succeeded(undefined)
      }
      if (accelerator === old.accelerator && isHeld(old)) return succeeded(undefined)
      const other = names.find((one) => one !== name && held[one].accelerator === accelerator)
      if (other !== undefined || !take(accelerator)) {
        const message =
          other !== undefined
            ? say('main.hotkeyTwice', { hotkey: accelerator })
            : refused() === 'unavailable'
              ? say('main.hotkeyUnavailable')
              : say('main.hotkeyTaken', { hotkey: accelerator })
        return failed({ kind: 'invalidInput', message, fields: [{ field: 'accelerator', message }] })
      }
      release(name)
      held[name] = { accelerator, state: fresh }
      return succeeded(undefined)
    },
    dispose: () => {
      for (const name of names) release(name)
    },
  }
}
