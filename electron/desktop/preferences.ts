// Settings with what the desktop made of them: each change is kept and put into force, or refused in words.
import { failed, type Reply, succeeded } from '../../shared/errors.ts'
import { isSystemMenu } from '../../shared/hotkey.ts'
import { say } from '../../shared/language.ts'
import type { HotkeyState, Settings, SettingsChange, SettingsView } from '../../shared/ipc/launcher.ts'
import type { Log } from './log.ts'
import type { Platform, SettingsStore } from './settings.ts'

export type Preferences = {
  view: () => SettingsView
  change: (change: SettingsChange) => Promise<Reply<SettingsView>>
  recordHotkey: (hotkey: 'summon' | 'capture', accelerator: string) => Promise<Reply<SettingsView>>
}

export const createPreferences = ({
  store,
  hotkeys,
  platform,
  version,
  speaks,
  enforce,
  onChange,
  log,
}: {
  store: SettingsStore
  hotkeys: {
    states: () => { summon: HotkeyState; capture: HotkeyState }
    change: (name: 'summon' | 'capture', accelerator: string) => Reply<undefined>
  }
  platform: Platform
  version: string
  /** What these settings mean on this desktop. */
  speaks: (settings: Settings) => SettingsView['speaks']
  /** Puts the settings into force: theme, launch at login, the brief's time. */
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
      // What is not kept is not in force either.
      if (!reply.ok) hotkeys.change(hotkey, old[hotkey])
      return reply
    },
  }
}
