// The tray: the way in when a hotkey is taken, and the way out of the program.
import { Menu, nativeImage, Tray } from 'electron'
import type { View } from '../../shared/launcher.ts'
import { trayIcon } from './tray-icon.ts'

export type LauncherTray = {
  /** A brief that came too late to interrupt waits here. */
  setBadge: (badge: 'brief' | 'none') => void
  dispose: () => void
}

const name = 'Svc Launcher'

/** @returns null where the desktop has no tray: the hotkey and the command line stay. */
export const createTray = ({
  platform,
  onShow,
  onQuit,
}: {
  platform: NodeJS.Platform
  onShow: (view: View) => void
  onQuit: () => void
}): LauncherTray => {
  const image = nativeImage.createFromDataURL(trayIcon)
  if (platform === 'darwin') image.setTemplateImage(true)
  const tray = new Tray(image)
  const item = (label: string, view: View): Electron.MenuItemConstructorOptions => ({
    label,
    click: () => {
      onShow(view)
    },
  })
  tray.setContextMenu(
    Menu.buildFromTemplate([
      item('Open', 'palette'),
      item('Capture a task', 'capture'),
      item('Daily brief', 'brief'),
      { type: 'separator' },
      item('Settings', 'settings'),
      { label: 'Quit', click: onQuit },
    ]),
  )
  tray.setToolTip(name)
  tray.on('click', () => {
    onShow('palette')
  })
  return {
    setBadge: (badge) => {
      tray.setToolTip(badge === 'brief' ? `${name} — your daily brief is ready` : name)
    },
    dispose: () => {
      tray.destroy()
    },
  }
}
