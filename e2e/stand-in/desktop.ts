// Tray, menus, notifications, dialogs, clipboard, shell, powerMonitor: recorded, never shown.
import { spawn } from 'node:child_process'
import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { hooks, record, type StandinHooks } from './hooks.ts'
import { type Emulates, notSupported, strict, StrictEmitter } from './strict.ts'

export class Tray extends StrictEmitter implements Emulates<Electron.Tray> {
  /** @internal For tests: what the person would see. */
  menu: Electron.Menu | null = null
  toolTip = ''

  constructor(_image: Electron.NativeImage | string) {
    super()
    hooks.trays.push(this)
    record('Tray')
  }
  setContextMenu(menu: Electron.Menu | null): void {
    this.menu = menu
  }
  setToolTip(toolTip: string): void {
    this.toolTip = toolTip
  }
  destroy(): void {
    hooks.trays.splice(hooks.trays.indexOf(this), 1)
  }
  isDestroyed(): boolean {
    return !hooks.trays.includes(this)
  }
  // Nothing is drawn.
  setImage(): void {}
}

type Template = Electron.MenuItemConstructorOptions | Electron.MenuItem

const createItem = (template: Template): Electron.MenuItem => {
  const {
    label = template.role ?? '',
    type = 'normal',
    enabled = true,
    visible = true,
    checked = false,
  } = template
  const submenu = Array.isArray(template.submenu)
    ? Menu.buildFromTemplate(template.submenu)
    : template.submenu
  const item = Object.assign({}, template, {
    label,
    type,
    enabled,
    visible,
    checked,
    submenu,
    click: (): void => undefined,
  })
  const click = template.click as ((item: unknown) => void) | undefined
  item.click = () => {
    if (type === 'checkbox') item.checked = !item.checked
    click?.(item)
  }
  return item as unknown as Electron.MenuItem
}

let applicationMenu: Electron.Menu | null = null

export class Menu extends StrictEmitter implements Emulates<Electron.Menu> {
  static buildFromTemplate(template: Template[]): Electron.Menu {
    const menu = new Menu()
    menu.items = template.map(createItem)
    return menu as unknown as Electron.Menu
  }
  static setApplicationMenu(menu: Electron.Menu | null): void {
    applicationMenu = menu
  }
  static getApplicationMenu(): Electron.Menu | null {
    return applicationMenu
  }
  items: Electron.MenuItem[] = []
}

export class Notification extends StrictEmitter implements Emulates<Electron.Notification> {
  static isSupported(): boolean {
    return true
  }
  readonly options: Electron.NotificationConstructorOptions
  title: string
  body: string
  constructor(options: Electron.NotificationConstructorOptions = {}) {
    super()
    this.options = options
    this.title = options.title ?? ''
    this.body = options.body ?? ''
  }
  show(): void {
    hooks.notifications.push(this)
    record('Notification.show', { ...this.options, icon: undefined })
    this.emit('show')
  }
  close(): void {
    this.emit('close')
  }
}

type DialogMethod = Parameters<StandinHooks['answerDialog']>[0]
const answers = new Map<DialogMethod, unknown[]>()

export const answerDialog: StandinHooks['answerDialog'] = (method, answer) =>
  void answers.set(method, [...(answers.get(method) ?? []), answer])

const ask =
  (method: DialogMethod) =>
  (...input: unknown[]): Promise<never> => {
    record(`dialog.${method}`, input.at(-1))
    const waiting = answers.get(method) ?? []
    if (waiting.length === 0)
      throw notSupported(`dialog.${method} without __standin.answerDialog('${method}', …) before it`)
    return Promise.resolve(waiting.shift() as never)
  }

export const dialog = strict('dialog', {
  showMessageBox: ask('showMessageBox'),
  showOpenDialog: ask('showOpenDialog'),
  showSaveDialog: ask('showSaveDialog'),
  showErrorBox: (title, content) => {
    record('dialog.showErrorBox', { title, content })
    console.error(`[stand-in] ${title}: ${content}`)
  },
} satisfies Partial<Electron.Dialog>)

let clipboardText = ''
export const clipboard = strict('clipboard', {
  readText: async () => clipboardText,
  writeText: async (text) => {
    clipboardText = text
  },
  clear: () => {
    clipboardText = ''
  },
} satisfies Partial<Electron.Clipboard>)

export const shell = strict('shell', {
  openExternal: async (url) => {
    record('shell.openExternal', { url })
    if (process.env['STANDIN_OPEN_EXTERNAL'] === 'browser') openInBrowser(url)
  },
  showItemInFolder: (path) => record('shell.showItemInFolder', { path }),
} satisfies Partial<Electron.Shell>)

/** For `npm start` on a desktop without a default browser: a Chromium of its own, which outlives the app. */
function openInBrowser(url: string): void {
  const profile = mkdtempSync(join(tmpdir(), 'standin-browser-'))
  const script = '/usr/bin/chromium --no-sandbox --no-first-run --user-data-dir="$0" "$1"; rm -rf "$0"'
  spawn('/bin/sh', ['-c', script, profile, url], { stdio: 'ignore', detached: true }).unref()
}

class PowerMonitor extends StrictEmitter implements Emulates<Electron.PowerMonitor> {
  getSystemIdleTime(): number {
    return 0
  }
}
export const powerMonitor = new PowerMonitor()
