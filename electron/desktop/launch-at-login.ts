// Launch at login: through Electron on macOS and Windows, through an autostart file on Linux.
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { App } from 'electron'
import type { Log } from '../log.ts'
import { writeAtomically } from '../storage/files.ts'

/** Quotes an argument for a desktop entry. */
const quoted = (word: string): string => `"${word.replaceAll(/(["`$\\])/g, String.raw`\$1`)}"`

/** @param executable path of the packaged app or of the AppImage. */
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
  // A checkout is not started at login.
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
