// The tray icon with its menu.
import { app, Menu, nativeImage, Tray } from 'electron'
import type { BriefMeeting } from '../../shared/api/launcher/search.ts'
import { type PlainKey, say } from '../../shared/language.ts'
import type { TimerView, View } from '../../shared/ipc/launcher.ts'
import { clockWords } from '../../shared/clock-words.ts'
import { meetingLabel } from './meeting-words.ts'

// The icon, 32 × 32 pixels: grey and transparent, for light and dark bars and as a template image on macOS. Inlined, because a
// packaged app has no loose files.
const trayIcon =
  'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAACAAAAAgCAYAAABzenr0AAAA9UlEQVR42u2Xuw0DIQyGGcEj3AiMwCj016dmk4zAKIzACDdCQkGBLBOejhPpir9BRv6wjTHqPB9KUuoGGNygk2ySy7J5jRUAsrOY9KooZhvYDWAajikQswvAEg6uJF+kwOc1bGdXAQzh2DZgMYiZBQAU9tCZW8i2ZTpgBsChk48UFqBIuBmAOJPLSu3EUQCNTk9tOooiPCo2ZRT0CEBJ7yvOLwRJQfjeKH7Kv2vUR6+d+ysA8RSIF6H4NfyJRiTeinc9RmEFYPU57obgGEjCCATHSAYjEFxDaTcE58jdBcE991MQ7tsfkxLiKfUzglpXvP+G4gBvWUELVDkoVF0AAAAASUVORK5CYII='

/** The icon with a dot, while something waits to be seen. */
const trayIconWithDot =
  'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAACAAAAAgCAYAAABzenr0AAACTklEQVRYw+2XsW7bMBCGvxodWnSw+gRWJo+Rh+7OFqBTR0+xZwKus2hts2pJG4CzHaBAXsFT4zewMmay2ieQh6IZM+gM07QoUWmdLv2BAEficv9/p+ORhn+MF4cKfH/afgUMgDEQASlwBdx05+uHgwq4P213gKzCJezO1z8aC1AqjiSbULYyINU6Sa3Mf3uEe92drx9eepAGwAQ4M4htn5HWyUyWA898BsC0VUPeB5bAJxe54Lthjz0FjAGcFVAqHgJTazsHFsCdrI+BvtbJT8Mn8hQQOQVI5iZ5DpwbZbb932id/JJl6ikiBWiVBAss8hQ4cpEDGORQHDUfXJUKoGi40Mj8ROsk9wwKcNPEr0zAmWGfNyRHhkynxq2zGUY7c0DO+XKTvdbJW/s/lYpDYCjLmdZJVsbgOwntJowMe+EgXwKBbH1UKu6ViRCSKfsnaQf2JwgN+67Ef2iQI/bQdlIqbuOJ2kn4REyUit8D34BrrZO1bwUywz4u8Z9RnIwNctmzEQHvgK/AhyqltoDUsPu2s3zrHnAhfz1HE/YdMfewdxsqFa/Y9sKoagCVwRrhmdbJUZMKAFwb9qVMRl/yALh0xPIW8IVtLwTArY8I8blle0oyidVMgEy+kbEVASsprYt8CKzYnSO5T9WcL6Im1zG7s8FESs1dUvkkM67l0CcbirLnViUqRVS+iLROFmyPXVZDfCG+J+wevYiKPvrrj1LxCygasrYSB/td4Cui1SRoEwhJ2eeYPEsFHJWYaZ2M/ijgU0UoFX9+duL/8MEjsuXbdYTq6wwAAAAASUVORK5CYII='

type Badge = 'brief' | 'outbox' | 'meeting' | 'notification'

const tooltips = [
  ['outbox', 'tray.notSaved'],
  ['meeting', 'tray.meetingStarts'],
  ['brief', 'tray.briefReady'],
] as const satisfies [Badge, PlainKey][]

/** As many as the service lists at once. */
const mostCounted = 100

export type LauncherTray = {
  /**
   * Marks what no notice has shown: an unread brief, a write that needs a decision, a meeting that begins, or a new notification.
   */
  setBadge: (of: Badge, isOn: boolean) => void
  /** The next meeting of today, which the menu shows. */
  setMeeting: (meeting: BriefMeeting | null) => void
  /** The timer of the person. @param now epoch milliseconds */
  setTimer: (view: TimerView, now: number) => void
  /** How many notifications are unread. */
  setUnread: (count: number) => void
  /** Call after the language has changed. */
  relabel: () => void
  dispose: () => void
}

export const createTray = ({
  platform,
  onShow,
  onMeeting,
  onJoin,
  onStopTimer,
  onQuit,
}: {
  platform: NodeJS.Platform
  onShow: (view: View) => void
  onMeeting: (meeting: BriefMeeting) => void
  onJoin: (meeting: BriefMeeting) => void
  onStopTimer: () => void
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
  let meeting: BriefMeeting | null = null
  let meetingShown = ''
  let unread = 0
  let timer: { title: string; time: string; asks: boolean } | null = null
  const meetingItems = (): Electron.MenuItemConstructorOptions[] => {
    const next = meeting
    if (next === null) return []
    return [
      { label: meetingLabel(next), click: () => onMeeting(next) },
      ...((next.joinUrl ?? '') === ''
        ? []
        : [{ label: say('common.joinMeeting'), click: () => onJoin(next) }]),
      { type: 'separator' },
    ]
  }
  const timerItems = (): Electron.MenuItemConstructorOptions[] =>
    timer === null
      ? []
      : [
          {
            label: say(timer.asks ? 'tray.timerAsks' : 'tray.timer', timer),
            click: () => onShow('palette'),
          },
          { label: say('timer.stop'), click: onStopTimer },
          { type: 'separator' },
        ]
  const relabel = (): void => {
    tray.setContextMenu(
      Menu.buildFromTemplate([
        ...timerItems(),
        ...meetingItems(),
        item(say('tray.open'), 'palette'),
        item(say('tray.capture'), 'capture'),
        item(say('tray.brief'), 'brief'),
        ...(unread === 0 ? [] : [item(say('notifications.count', { count: unread }), 'brief')]),
        { type: 'separator' },
        item(say('common.settings'), 'settings'),
        { label: say('tray.quit'), click: onQuit },
      ]),
    )
    const badge = tooltips.find(([one]) => badges.has(one))?.[1]
    tray.setToolTip(
      badge !== undefined
        ? say(badge)
        : unread === 0
          ? say('app.name')
          : say('tray.unread', { count: unread }),
    )
  }
  relabel()
  tray.on('click', () => {
    onShow('palette')
  })
  return {
    setBadge: (of, isOn) => {
      if (badges.has(of) === isOn) return
      if (isOn) badges.add(of)
      else badges.delete(of)
      tray.setImage(badges.size > 0 ? dotted : plain)
      relabel()
    },
    setMeeting: (next) => {
      meeting = next
      // A menu that is replaced while it is open closes on some desktops.
      const shown = JSON.stringify(next === null ? null : [next.id, meetingLabel(next), next.joinUrl])
      if (shown === meetingShown) return
      meetingShown = shown
      relabel()
    },
    setTimer: ({ running, gap }, now) => {
      const next =
        running === null
          ? null
          : { title: running.title, time: clockWords(now - running.startedAt), asks: gap !== null }
      if (JSON.stringify(next) === JSON.stringify(timer)) return
      timer = next
      relabel()
    },
    setUnread: (count) => {
      const next = Math.min(count, mostCounted)
      if (next === unread) return
      unread = next
      // Docks and taskbars that count. Windows has none, and macOS shows no icon of this app in its dock.
      if (platform === 'linux') app.setBadgeCount(next)
      relabel()
    },
    relabel,
    dispose: () => {
      tray.destroy()
    },
  }
}
