// The differences on macOS, as pure functions: our machines have no macOS to run them on.
import type { MenuItemConstructorOptions } from 'electron'
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
