// On X11 each summon begins with one plain frame in GTK's window colour, which nothing but GTK's theme decides: Chromium
// gives it to the window when that is made, and no option of Electron's changes it.
import type { Settings } from '../../shared/ipc/launcher.ts'

const themes = { dark: 'Adwaita:dark', light: 'Adwaita', system: undefined } as const

/**
 * Has GTK start in a theme as dark or light as ours; somebody's own choice stays. Must run before Electron is ready.
 * @returns ends it once GTK has started, so that browsers which are opened from here keep their theme
 */
export const lendGtkTheme = (env: NodeJS.ProcessEnv, theme: Settings['theme']): (() => void) => {
  const wanted = themes[theme]
  if (wanted === undefined || env['GTK_THEME'] !== undefined) return () => undefined
  env['GTK_THEME'] = wanted
  return () => {
    delete env['GTK_THEME']
  }
}
