// BrowserWindow: state lives here and is what the app asks; Chromium's window follows it.
import { app, openWindows } from './app.ts'
import { isVisible as isDesktop } from './chromium.ts'
import { dropFocus, focusedWindow, forgetFocus, moveFocus } from './focus.ts'
import { record } from './hooks.ts'
import { createEvent, type Emulates, StrictEmitter } from './strict.ts'
import { type Owner, WebContents } from './web-contents.ts'
import { screen } from './screen.ts'
import type { Page } from './page.ts'

let lastId = 0
const unlistedTypes: ReadonlySet<string> = new Set(['toolbar', 'dock', 'splash', 'notification', 'desktop'])
const windows = (): BrowserWindow[] => [...openWindows] as BrowserWindow[]

export class BrowserWindow extends StrictEmitter implements Emulates<Electron.BrowserWindow, 'webContents'> {
  static getAllWindows = windows
  static getFocusedWindow = (): BrowserWindow | null => windows().find((window) => window.isFocused()) ?? null
  /** @internal The titles in the taskbar and the window switcher of a Linux desktop. */
  static listed = (): string[] =>
    windows()
      .filter((window) => window.visible && window.isListed)
      .map(({ title }) => title)
  static fromId = (id: number): BrowserWindow | null => windows().find((window) => window.id === id) ?? null
  static fromWebContents = (contents: unknown): BrowserWindow | null =>
    windows().find((window) => window.webContents === contents) ?? null

  readonly id = ++lastId
  readonly webContents: WebContents
  private bounds: Electron.Rectangle
  title: string
  private visible = false
  private minimized = false
  private destroyed = false
  private alwaysOnTop: boolean
  /** Decides about the taskbar on Linux, where `skipTaskbar` does nothing. */
  private readonly isListed: boolean
  private painted = false

  constructor(options: Electron.BrowserWindowConstructorOptions = {}) {
    super()
    const { width = 800, height = 600, webPreferences = {}, title = app.name, alwaysOnTop = false } = options
    this.title = title
    this.isListed = !unlistedTypes.has(options.type ?? 'normal')
    this.alwaysOnTop = alwaysOnTop
    this.bounds = { x: 0, y: 0, width, height }
    this.webContents = new WebContents(this.owner(), webPreferences)
    openWindows.add(this)
    this.bounds = { ...this.centered(), ...pick(options, 'x'), ...pick(options, 'y') }
    this.resizeContent()
    if (options.show ?? true) this.show()
    else this.onPage((page) => page.conceal())
    app.emit('browser-window-created', createEvent({}), this)
  }

  loadURL(url: string): Promise<void> {
    return this.webContents.loadURL(url)
  }

  show(): void {
    this.appear()
    this.focus()
  }
  showInactive(): void {
    this.appear()
  }
  hide(): void {
    if (!this.visible) return
    this.visible = false
    this.onPage((page) => page.conceal())
    dropFocus(this)
    this.emit('hide')
  }
  focus(): void {
    if (!this.isVisible()) return
    this.onPage((page) => page.reveal())
    moveFocus(this)
  }
  blur(): void {
    dropFocus(this)
  }
  minimize(): void {
    if (this.minimized) return
    this.minimized = true
    this.onPage((page) => page.conceal())
    dropFocus(this)
    this.emit('minimize')
  }
  restore(): void {
    if (!this.minimized) return
    this.minimized = false
    this.emit('restore')
    this.show()
  }
  isMinimized(): boolean {
    return this.minimized
  }
  isVisible(): boolean {
    return this.visible && !this.minimized
  }
  isFocused(): boolean {
    return focusedWindow() === this
  }
  isDestroyed(): boolean {
    return this.destroyed
  }

  close(): void {
    if (this.destroyed) return
    const event = createEvent({})
    this.emit('close', event)
    if (!event.defaultPrevented) this.destroy()
  }
  destroy(): void {
    if (this.destroyed) return
    this.destroyed = true
    this.visible = false
    openWindows.delete(this)
    forgetFocus(this)
    this.webContents.destroy()
    this.emit('closed')
    app.windowClosed()
  }

  setBounds(bounds: Partial<Electron.Rectangle>): void {
    const before = this.bounds
    this.bounds = { ...before, ...bounds }
    if (before.x !== this.bounds.x || before.y !== this.bounds.y) {
      this.onPage((page) => page.place({ left: this.bounds.x, top: this.bounds.y }))
      this.emit('move')
    }
    if (before.width === this.bounds.width && before.height === this.bounds.height) return
    this.resizeContent()
    this.emit('resize')
  }
  getBounds(): Electron.Rectangle {
    return { ...this.bounds }
  }
  /** There is no frame: the content is the window. */
  setContentSize(width: number, height: number): void {
    this.setBounds({ width, height })
  }
  setSize(width: number, height: number): void {
    this.setBounds({ width, height })
  }
  center(): void {
    this.setBounds(this.centered())
  }

  getTitle(): string {
    return this.title
  }
  setTitle(title: string): void {
    this.title = title
  }
  setAlwaysOnTop(flag: boolean): void {
    this.alwaysOnTop = flag
  }
  isAlwaysOnTop(): boolean {
    return this.alwaysOnTop
  }
  setVisibleOnAllWorkspaces(visible: boolean): void {
    record('BrowserWindow.setVisibleOnAllWorkspaces', { id: this.id, visible })
  }

  // Affects a real window only and cannot be read back, so there is nothing to emulate.
  setBackgroundColor(): void {}
  setIgnoreMouseEvents(): void {}
  setMinimumSize(): void {}
  setMenuBarVisibility(): void {}
  removeMenu(): void {}

  private appear(): void {
    if (this.isVisible()) return
    const wasHidden = !this.visible
    this.visible = true
    this.minimized = false
    this.onPage((page) => {
      page.reveal()
      page.place({ left: this.bounds.x, top: this.bounds.y })
    })
    if (!wasHidden) return
    this.onPage((page) => page.restPointer())
    this.emit('show')
  }
  private resizeContent(): void {
    this.onPage((page) => page.resize(this.bounds.width, this.bounds.height))
  }
  private centered(): Electron.Rectangle {
    const { workArea } = screen.getPrimaryDisplay()
    const { width, height } = this.bounds
    const x = Math.round(workArea.x + (workArea.width - width) / 2)
    const y = Math.round(workArea.y + (workArea.height - height) / 2)
    return { x, y, width, height }
  }
  /** Once Chromium has the window; in the order of the calls. */
  private onPage(act: (page: Page) => void): void {
    const { page } = this.webContents
    if (page) act(page)
    else void this.webContents.opening.then((opened) => this.destroyed || act(opened)).catch(() => undefined)
  }

  private owner(): Owner {
    return {
      close: () => this.close(),
      focus: () => this.focus(),
      pageLoaded: () => {
        if (this.painted) return
        this.painted = true
        this.emit('ready-to-show')
      },
      pageTitled: (title) => {
        if (title === this.title) return
        const event = createEvent({})
        this.emit('page-title-updated', event, title, true)
        if (!event.defaultPrevented) this.title = title
      },
      pageClosed: () => {
        // The person closed Chromium's window: it is too late to prevent that.
        this.emit('close', createEvent({}))
        this.destroy()
      },
      pageFocused: (focused) => {
        if (!isDesktop || !this.isVisible()) return
        if (focused) moveFocus(this)
        else dropFocus(this)
      },
    }
  }
}

const pick = (
  options: Electron.BrowserWindowConstructorOptions,
  key: 'x' | 'y',
): Partial<Electron.Rectangle> => (options[key] === undefined ? {} : { [key]: options[key] })
