// Members for tests beyond Electron's API, as `globalThis.__standin` in the main process. Real Electron has none of it.
import type { Menu, NotificationConstructorOptions } from 'electron'

/** Something that the app did to the desktop; plain data, so that `electronApp.evaluate` can return it. */
interface LogEntry {
  /** `shell.openExternal`, `Notification.show`, `Tray`, `app.setLoginItemSettings`, … */
  what: string
  details: unknown
}

interface LiveTray {
  menu: Menu | null
  toolTip: string
  emit(event: 'click' | 'right-click' | 'double-click'): boolean
}

interface LiveNotification {
  options: NotificationConstructorOptions
  emit(event: 'click' | 'close'): boolean
}

export interface StandinHooks {
  /** Everything recorded so far, oldest first. */
  log: LogEntry[]
  /**
   * Acts as the person pressing a global shortcut. Resolves when pages have heard what the app told them about it: keys that
   * a test types next come after that, as they would from a person. @returns whether the app (not suspended) holds it.
   */
  pressShortcut(accelerator: string): Promise<boolean>
  /** Holds a global shortcut down: the first repeat comes after 660 ms, then one every 40 ms, as on X11. */
  holdShortcut(accelerator: string, ms: number): Promise<boolean>
  /** Resolves when pages have heard everything sent to them so far, for tests that show the window in another way. */
  settled(): Promise<void>
  /** Another program takes the accelerator: `register` returns false from now on. */
  takeShortcut(accelerator: string): void
  /** The other program lets it go. */
  releaseShortcut(accelerator: string): void
  /** Answers the next call of that dialog method; a call without an answer throws. */
  answerDialog(method: 'showMessageBox' | 'showOpenDialog' | 'showSaveDialog', answer: unknown): void
  /** Trays that are not destroyed: press `menu.items`, or emit 'click'. */
  trays: LiveTray[]
  /** Notifications shown: emit 'click' on them. */
  notifications: LiveNotification[]
  /** The system's theme; emits `nativeTheme` 'updated' as the desktop would. */
  setSystemTheme(theme: 'light' | 'dark'): void
  /** Chromium's temporary folder and the process that cleans up after it, for tests of the stand-in itself. */
  chromium: { folder: string; pid: number } | undefined
  /** Titles of the windows that the desktop's taskbar and window switcher show. */
  taskbar(): string[]
  /** Moves the focus to another program: the focused window gets 'blur'. */
  focusElsewhere(): void
}

declare global {
  var __standin: StandinHooks | undefined
}

const log: LogEntry[] = []

export const hooks: Pick<StandinHooks, 'log' | 'trays' | 'notifications'> = {
  log,
  trays: [],
  notifications: [],
}

/** Keeps what the app did to the desktop. `details` is copied: a test must see what was true at that time. */
export function record(what: string, details: unknown = null): void {
  log.push({ what, details: JSON.parse(JSON.stringify(details) ?? 'null') })
}
