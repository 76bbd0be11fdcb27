// Settings together with the state of the desktop. Each change is saved and applied, or refused with a message.
import { failed, type Reply, succeeded } from '../../shared/errors.ts'
import { isSystemMenu } from '../../shared/hotkey.ts'
import { say } from '../../shared/language.ts'
import type {
  HotkeyName,
  HotkeyState,
  Settings,
  SettingsChange,
  SettingsView,
} from '../../shared/ipc/settings.ts'
import type { Log } from '../log.ts'
import type { Platform, SettingsStore } from './settings.ts'

export type Preferences = {
  view: () => SettingsView
  change: (change: SettingsChange) => Promise<Reply<SettingsView>>
  recordHotkey: (hotkey: HotkeyName, accelerator: string) => Promise<Reply<SettingsView>>
}

export const createPreferences = ({
  store,
  hotkeys,
  platform,
  version,
  localDatabase,
  speaks,
  enforce,
  onChange,
  log,
}: {
  store: SettingsStore
  hotkeys: {
    states: () => Record<HotkeyName, HotkeyState>
    change: (name: HotkeyName, accelerator: string) => Reply<undefined>
  }
  platform: Platform
  version: string
  /** Path of the database of the local workspace. */
  localDatabase: string
  /** Language and locale that result from the settings. */
  speaks: (settings: Settings) => SettingsView['speaks']
  /** Applies the settings: theme, launch at login, time of the brief. */
  enforce: (settings: Settings) => void
  onChange: (view: SettingsView) => void
  log: Log
}): Preferences => {
  const view = (): SettingsView => ({
    settings: store.get(),
    hotkeys: hotkeys.states(),
    notice: store.notice(),
    speaks: speaks(store.get()),
    platform,
    version,
    localDatabase,
  })

  const keep = async (change: Parameters<SettingsStore['change']>[0]): Promise<Reply<SettingsView>> => {
    try {
      enforce(await store.change(change))
    } catch (error) {
      log.bug('settings.notKept', error)
      return failed({
        kind: 'notKept',
        message: say('main.settingsNotKept'),
      })
    }
    const changed = view()
    onChange(changed)
    return succeeded(changed)
  }

  return {
    view,
    change: keep,
    recordHotkey: async (hotkey, accelerator) => {
      if (isSystemMenu(accelerator, platform)) {
        const message = say('settings.hotkey.systemMenu')
        return failed({ kind: 'invalidInput', message, fields: [{ field: 'accelerator', message }] })
      }
      const old = store.get().hotkeys
      const taken = hotkeys.change(hotkey, accelerator)
      if (!taken.ok) return taken
      const reply = await keep({ hotkeys: { [hotkey]: accelerator } })
      // Restore the old hotkey if the new one could not be saved.
      if (!reply.ok) hotkeys.change(hotkey, old[hotkey])
      return reply
    },
  }
}
