// The tray: the way in when a hotkey is taken, and the way out of the program.
import { Menu, nativeImage, Tray } from 'electron'
import { say } from '../../shared/language.ts'
import type { View } from '../../shared/ipc/launcher.ts'
import { trayIcon, trayIconWithDot } from './tray-icon.ts'

export type LauncherTray = {
  /** A brief that came too late to interrupt waits here. */
  setBadge: (badge: 'brief' | 'none') => void
  /** The language is another now. */
  relabel: () => void
  dispose: () => void
}

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
  const [plain, dotted] = [trayIcon, trayIconWithDot].map((address) => {
    const image = nativeImage.createFromDataURL(address)
    if (platform === 'darwin') image.setTemplateImage(true)
    return image
  }) as [Electron.NativeImage, Electron.NativeImage]
  const tray = new Tray(plain)
  const item = (label: string, view: View): Electron.MenuItemConstructorOptions => ({
    label,
    click: () => {
      onShow(view)
    },
  })
  let badge: 'brief' | 'none' = 'none'
  const relabel = (): void => {
    tray.setContextMenu(
      Menu.buildFromTemplate([
        item(say('tray.open'), 'palette'),
        item(say('tray.capture'), 'capture'),
        item(say('tray.brief'), 'brief'),
        { type: 'separator' },
        item(say('common.settings'), 'settings'),
        { label: say('tray.quit'), click: onQuit },
      ]),
    )
    tray.setToolTip(badge === 'brief' ? say('tray.briefReady') : say('app.name'))
  }
  relabel()
  tray.on('click', () => {
    onShow('palette')
  })
  return {
    setBadge: (now) => {
      badge = now
      tray.setImage(badge === 'brief' ? dotted : plain)
      relabel()
    },
    relabel,
    dispose: () => {
      tray.destroy()
    },
  }
}
