// Differences between desktops: macOS as pure functions, because our machines cannot run it, and the GTK theme on Linux.
import type { MenuItemConstructorOptions } from 'electron'
import type { Settings } from '../../shared/ipc/launcher.ts'
import type { Ask } from './command-line.ts'

/**
 * The application menu. Nobody sees it, but on macOS the keys of a field's text (Cmd+C, V, X, A) and Cmd+Q are those of menu
 * items; elsewhere Chromium has them.
 */
export const applicationMenu = (platform: NodeJS.Platform): MenuItemConstructorOptions[] | null =>
  platform === 'darwin'
    ? [{ label: 'Svc Launcher', submenu: [{ role: 'quit' }] }, { role: 'editMenu' }]
    : null

/** The command line of this start. macOS passes no arguments at login, and says that it is one. */
export const startArguments = (
  argv: readonly string[],
  { platform, wasOpenedAtLogin }: { platform: NodeJS.Platform; wasOpenedAtLogin: boolean },
): readonly string[] => (platform === 'darwin' && wasOpenedAtLogin ? [...argv, '--hidden'] : argv)

/** What it means that the running app is opened again, from the Finder or Spotlight; other systems start a second one. */
export const askOfReopening = (platform: NodeJS.Platform): Ask | null =>
  platform === 'darwin' ? { type: 'show', view: 'palette' } : null

// On X11 each summon begins with one plain frame in GTK's window colour, which only GTK's theme decides: Chromium gives it to
// the window when that is made, and no option of Electron's changes it.
const gtkThemes = { dark: 'Adwaita:dark', light: 'Adwaita', system: undefined } as const

/**
 * Has GTK start in a theme as dark or light as ours; somebody's own choice stays. Must run before Electron is ready.
 * @returns ends it once GTK has started, so that browsers which are opened from here keep their theme
 */
export const lendGtkTheme = (env: NodeJS.ProcessEnv, theme: Settings['theme']): (() => void) => {
  const wanted = gtkThemes[theme]
  if (wanted === undefined || env['GTK_THEME'] !== undefined) return () => undefined
  env['GTK_THEME'] = wanted
  return () => {
    delete env['GTK_THEME']
  }
}
