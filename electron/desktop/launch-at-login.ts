// Starting with the desktop. Electron knows how on macOS and Windows; Linux has a file for it.
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { App } from 'electron'
import type { Log } from './log.ts'
import { writeAtomically } from '../storage/atomic-file.ts'

/** An argument in a desktop entry's own quoting. */
const quoted = (word: string): string => `"${word.replaceAll(/(["`$\\])/g, String.raw`\$1`)}"`

/** @param executable of the packaged app; an AppImage names itself. */
export const autostartEntry = (executable: string): string =>
  [
    '[Desktop Entry]',
    'Type=Application',
    'Name=Svc Launcher',
    `Exec=${quoted(executable)} --hidden`,
    'X-GNOME-Autostart-enabled=true',
    '',
  ].join('\n')

export const setLaunchAtLogin = async ({
  app,
  platform,
  env,
  wanted,
  log,
}: {
  app: Pick<App, 'setLoginItemSettings' | 'getPath' | 'isPackaged'>
  platform: NodeJS.Platform
  env: NodeJS.ProcessEnv
  wanted: boolean
  log: Log
}): Promise<void> => {
  // A checkout is not a program to start at login.
  if (!app.isPackaged) return
  try {
    if (platform !== 'linux') {
      app.setLoginItemSettings({ openAtLogin: wanted, args: ['--hidden'] })
      return
    }
    const file = join(app.getPath('appData'), 'autostart', 'app.svc.launcher.desktop')
    if (wanted) await writeAtomically(file, autostartEntry(env['APPIMAGE'] ?? app.getPath('exe')))
    else await rm(file, { force: true })
  } catch (error) {
    log.bug('launchAtLogin.failed', error)
  }
}
