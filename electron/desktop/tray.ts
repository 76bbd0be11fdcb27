// The tray icon with its menu.
import { Menu, nativeImage, Tray } from 'electron'
import { say } from '../../shared/language.ts'
import type { View } from '../../shared/ipc/launcher.ts'

// The icon, 32 × 32 pixels: grey and transparent, for light and dark bars and as a template image on macOS. Inlined, because a
// packaged app has no loose files.
const trayIcon =
  'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAACAAAAAgCAYAAABzenr0AAAA9UlEQVR42u2Xuw0DIQyGGcEj3AiMwCj016dmk4zAKIzACDdCQkGBLBOejhPpir9BRv6wjTHqPB9KUuoGGNygk2ySy7J5jRUAsrOY9KooZhvYDWAajikQswvAEg6uJF+kwOc1bGdXAQzh2DZgMYiZBQAU9tCZW8i2ZTpgBsChk48UFqBIuBmAOJPLSu3EUQCNTk9tOooiPCo2ZRT0CEBJ7yvOLwRJQfjeKH7Kv2vUR6+d+ysA8RSIF6H4NfyJRiTeinc9RmEFYPU57obgGEjCCATHSAYjEFxDaTcE58jdBcE991MQ7tsfkxLiKfUzglpXvP+G4gBvWUELVDkoVF0AAAAASUVORK5CYII='

/** The icon with a dot, while something waits to be seen. */
const trayIconWithDot =
  'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAACAAAAAgCAYAAABzenr0AAACTklEQVRYw+2XsW7bMBCGvxodWnSw+gRWJo+Rh+7OFqBTR0+xZwKus2hts2pJG4CzHaBAXsFT4zewMmay2ieQh6IZM+gM07QoUWmdLv2BAEficv9/p+ORhn+MF4cKfH/afgUMgDEQASlwBdx05+uHgwq4P213gKzCJezO1z8aC1AqjiSbULYyINU6Sa3Mf3uEe92drx9eepAGwAQ4M4htn5HWyUyWA898BsC0VUPeB5bAJxe54Lthjz0FjAGcFVAqHgJTazsHFsCdrI+BvtbJT8Mn8hQQOQVI5iZ5DpwbZbb932id/JJl6ikiBWiVBAss8hQ4cpEDGORQHDUfXJUKoGi40Mj8ROsk9wwKcNPEr0zAmWGfNyRHhkynxq2zGUY7c0DO+XKTvdbJW/s/lYpDYCjLmdZJVsbgOwntJowMe+EgXwKBbH1UKu6ViRCSKfsnaQf2JwgN+67Ef2iQI/bQdlIqbuOJ2kn4REyUit8D34BrrZO1bwUywz4u8Z9RnIwNctmzEQHvgK/AhyqltoDUsPu2s3zrHnAhfz1HE/YdMfewdxsqFa/Y9sKoagCVwRrhmdbJUZMKAFwb9qVMRl/yALh0xPIW8IVtLwTArY8I8blle0oyidVMgEy+kbEVASsprYt8CKzYnSO5T9WcL6Im1zG7s8FESs1dUvkkM67l0CcbirLnViUqRVS+iLROFmyPXVZDfCG+J+wevYiKPvrrj1LxCygasrYSB/td4Cui1SRoEwhJ2eeYPEsFHJWYaZ2M/ijgU0UoFX9+duL/8MEjsuXbdYTq6wwAAAAASUVORK5CYII='

type Badge = 'brief' | 'outbox'

export type LauncherTray = {
  /** Marks what no notification has shown: an unread brief, or a write that needs a decision. */
  setBadge: (of: Badge, isOn: boolean) => void
  /** Call after the language has changed. */
  relabel: () => void
  dispose: () => void
}

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
  const badges = new Set<Badge>()
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
    const waiting = badges.has('outbox') ? 'tray.notSaved' : badges.has('brief') ? 'tray.briefReady' : null
    tray.setToolTip(say(waiting ?? 'app.name'))
  }
  relabel()
  tray.on('click', () => {
    onShow('palette')
  })
  return {
    setBadge: (of, isOn) => {
      if (isOn) badges.add(of)
      else badges.delete(of)
      tray.setImage(badges.size > 0 ? dotted : plain)
      relabel()
    },
    relabel,
    dispose: () => {
      tray.destroy()
    },
  }
}
