// Differences between platforms: macOS as pure functions, which can be tested without macOS, and the GTK theme of Linux.
import type { MenuItemConstructorOptions, RelaunchOptions } from 'electron'
import type { Settings } from '../../shared/ipc/settings.ts'
import type { LaunchRequest } from './command-line.ts'

/** The application menu. On macOS, Cmd+C, V, X, A and Q work only through menu items; elsewhere Chromium handles them. */
export const applicationMenu = (platform: NodeJS.Platform): MenuItemConstructorOptions[] | null =>
  platform === 'darwin'
    ? [{ label: 'Svc Launcher', submenu: [{ role: 'quit' }] }, { role: 'editMenu' }]
    : null

/** The command line of this start. macOS passes no arguments at login, so `--hidden` is added. */
export const startArguments = (
  argv: readonly string[],
  { platform, wasOpenedAtLogin }: { platform: NodeJS.Platform; wasOpenedAtLogin: boolean },
): readonly string[] => (platform === 'darwin' && wasOpenedAtLogin ? [...argv, '--hidden'] : argv)

/** Starts the launcher again as it was started, but in view. An AppImage names itself: its files go when it ends. */
export const relaunchOptions = ({
  argv,
  execPath,
  env,
}: Pick<NodeJS.Process, 'argv' | 'execPath' | 'env'>): RelaunchOptions => ({
  execPath: env['APPIMAGE'] ?? execPath,
  args: argv.slice(1).filter((word) => word !== '--hidden'),
})

/** The request when the running app is opened from the Finder or Spotlight. Other systems start a second instance. */
export const reopenRequest = (platform: NodeJS.Platform): LaunchRequest | null =>
  platform === 'darwin' ? { type: 'show', view: 'palette' } : null

// On X11 each summon begins with one plain frame in GTK's window colour. Only the GTK theme changes that colour; Electron has
// no option for it.
const gtkThemes = { dark: 'Adwaita:dark', light: 'Adwaita', system: undefined } as const

/**
 * Starts GTK with a theme that matches the launcher's. An existing `GTK_THEME` is kept. Must run before Electron is ready.
 * @returns restores the environment, so that browsers opened from here keep their theme
 */
export const lendGtkTheme = (env: NodeJS.ProcessEnv, theme: Settings['theme']): (() => void) => {
  const wanted = gtkThemes[theme]
  if (wanted === undefined || env['GTK_THEME'] !== undefined) return () => undefined
  env['GTK_THEME'] = wanted
  return () => {
    delete env['GTK_THEME']
  }
}
