// The two global hotkeys. A new one is taken before the old one is given up, and one that somebody else holds changes
// nothing. On Wayland a registration proves nothing until the first press comes, and one that is refused says that the
// desktop has no portal for hotkeys: no other key would do.
import type { GlobalShortcut } from 'electron'
import { failed, type Reply, succeeded } from '../../shared/errors.ts'
import { say } from '../../shared/language.ts'
import type { HotkeyState, Settings } from '../../shared/ipc/launcher.ts'
import type { Log } from '../desktop/log.ts'

export type HotkeyName = keyof Settings['hotkeys']

export type Hotkeys = {
  /** Registers what the settings say. What is taken is told by `states`. */
  start: (wanted: Settings['hotkeys']) => void
  /** After a sleep or a lock: what the system dropped is registered again, what was taken may be free now. */
  reassert: () => void
  states: () => { summon: HotkeyState; capture: HotkeyState }
  /** While suspended, the hotkeys are ordinary keys: somebody records a new one. */
  suspend: (suspended: boolean) => void
  /** Changes one hotkey, or says why not and leaves the old one in force. */
  change: (name: HotkeyName, accelerator: string) => Reply<undefined>
  dispose: () => void
}

const names: readonly HotkeyName[] = ['summon', 'capture']

/**
 * @param desktop `wayland` grants a hotkey without saying whether it will ever be heard (electron#52218).
 */
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
  /** The first press proved a hotkey, or one was lost or had back. */
  onChange: () => void
  log: Log
}): Hotkeys => {
  const none: HotkeyState = { accelerator: '', state: 'taken' }
  const held: Record<HotkeyName, HotkeyState> = { summon: none, capture: none }

  const take = (name: HotkeyName, accelerator: string): boolean => {
    try {
      return shortcuts.register(accelerator, () => {
        if (held[name].accelerator === accelerator && held[name].state === 'unconfirmed') {
          held[name] = { accelerator, state: 'active' }
          onChange()
        }
        onPress(name)
      })
    } catch {
      // Not an accelerator at all.
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
        held[name] = { accelerator, state: take(name, accelerator) ? fresh : refused() }
        if (!isHeld(held[name])) log.warn('hotkey.refused', { hotkey: name, state: held[name].state })
      }
    },
    reassert: () => {
      // Each registration there may ask the person (electron#52218).
      if (desktop === 'wayland') return
      for (const name of names) {
        const { accelerator, state } = held[name]
        if (accelerator === '' || shortcuts.isRegistered(accelerator)) continue
        const next = take(name, accelerator) ? fresh : refused()
        if (next === state) continue
        held[name] = { accelerator, state: next }
        onChange()
      }
    },
    states: () => ({ ...held }),
    suspend: (suspended) => {
      shortcuts.setSuspended(suspended)
    },
    change: (name, accelerator) => {
      // Nothing can be registered meanwhile.
      shortcuts.setSuspended(false)
      const old = held[name]
      if (accelerator === old.accelerator && isHeld(old)) return succeeded(undefined)
      const other = names.find((one) => one !== name && held[one].accelerator === accelerator)
      if (other !== undefined || !take(name, accelerator)) {
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
