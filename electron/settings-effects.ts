// Applies the settings to the desktop: hotkeys, language, theme and launch at login.
import { app, globalShortcut, nativeTheme } from 'electron'
import type { SettingsView } from '../shared/ipc/settings.ts'
import { setLaunchAtLogin } from './desktop/launch-at-login.ts'
import { createPreferences, type Preferences } from './desktop/preferences.ts'
import { platformOf, type SettingsStore } from './desktop/settings.ts'
import { createSpeech } from './desktop/spoken-language.ts'
import type { Log } from './log.ts'
import { createHotkeys, type Hotkeys } from './window/hotkeys.ts'
import type { PaletteWindow } from './window/window.ts'

export const composeSettings = ({
  settings,
  window,
  isWayland,
  databaseFile,
  onView,
  onApplied,
  log,
}: {
  settings: SettingsStore
  window: Pick<PaletteWindow, 'dispatch'>
  isWayland: boolean
  /** The database of the local workspace. */
  databaseFile: string
  /** The settings or the state of a hotkey changed. */
  onView: (view: SettingsView) => void
  /** A change of the settings is in effect, also that of the language. */
  onApplied: () => void
  log: Log
}): { hotkeys: Hotkeys; preferences: Preferences } => {
  const { platform, env } = process
  const hotkeys = createHotkeys({
    shortcuts: globalShortcut,
    desktop: isWayland ? 'wayland' : 'other',
    onPress: (name) => {
      window.dispatch({ type: 'pressed', view: name === 'summon' ? 'palette' : name })
    },
    onChange: () => onView(preferences.view()),
    log,
  })
  const speech = createSpeech(app)
  const preferences = createPreferences({
    store: settings,
    hotkeys,
    platform: platformOf(platform),
    version: app.getVersion(),
    localDatabase: databaseFile,
    speaks: speech.of,
    enforce: (changed) => {
      speech.follow(changed)
      nativeTheme.themeSource = changed.theme
      void setLaunchAtLogin({ app, platform, env, wanted: changed.launchAtLogin, log })
      onApplied()
    },
    onChange: onView,
    log,
  })
  speech.follow(settings.get())
  return { hotkeys, preferences }
}
