// webContents: loading, guards and messages of one page.
import { readFileSync } from 'node:fs'
import { app } from './app.ts'
import { originOf, toApp, toWire } from './app-scheme.ts'
import { record } from './hooks.ts'
import { encodeArgs, IpcHub, receiveIpc } from './ipc.ts'
import type { Page, PageListeners, Preload } from './page.ts'
import type { ToMain } from './page-worlds.ts'
import { nativeImage } from './native-image.ts'
import { defaultSession } from './session.ts'
import { asElectron, createEvent, notSupported, strict, StrictEmitter } from './strict.ts'

/** Makes a page; set once Chromium runs. */
type OpenPage = (preload: Preload | undefined, listeners: PageListeners) => Promise<Page>
let openPage: OpenPage | undefined
export const allowWindows = (open: OpenPage): void => {
  openPage = open
}

type WindowOpenHandler = Parameters<Electron.WebContents['setWindowOpenHandler']>[0]
type Emulated = Pick<
  Electron.WebContents,
  | 'id'
  | 'send'
  | 'getURL'
  | 'getTitle'
  | 'loadURL'
  | 'reload'
  | 'isDestroyed'
  | 'isLoading'
  | 'isCrashed'
  | 'close'
  | 'focus'
  | 'isFocused'
  | 'setWindowOpenHandler'
  | 'openDevTools'
  | 'closeDevTools'
  | 'isDevToolsOpened'
  | 'setZoomFactor'
  | 'getZoomFactor'
  | 'executeJavaScript'
  | 'forcefullyCrashRenderer'
  | 'capturePage'
  | 'getOSProcessId'
  | 'getType'
  | 'setBackgroundThrottling'
  | 'getUserAgent'
>
type MainFrame = Pick<
  Electron.WebFrameMain,
  'url' | 'origin' | 'parent' | 'top' | 'detached' | 'name' | 'routingId' | 'processId' | 'isDestroyed'
>

/** The window a page lives in, as far as the page has to ask it. */
export interface Owner {
  close(): void
  focus(): void
  isFocused(): boolean
  pageLoaded(): void
  pageTitled(title: string): void
  pageClosed(): void
  pageFocused(focused: boolean): void
}

const all = new Set<WebContents>()
let lastId = 0

export class WebContents extends StrictEmitter implements Emulated {
  static getAllWebContents = (): WebContents[] => [...all]
  static fromId = (id: number): WebContents | undefined => [...all].find((contents) => contents.id === id)
  static fromDevToolsTargetId = (targetId: string): WebContents | undefined =>
    [...all].find(({ page }) => page?.targetId === targetId)

  readonly id = ++lastId
  readonly ipc = new IpcHub()
  readonly session = defaultSession
  readonly mainFrame: MainFrame
  /** @internal Done when Chromium has the window. */
  readonly opening: Promise<Page>
  /** @internal */
  page: Page | undefined
  /** @internal Frames of this page besides the main one, by CDP's id. */
  readonly subframes = new Set<string>()
  private readonly preferences: Electron.WebPreferences
  private readonly owner: Owner
  private url = ''
  private title = ''
  private zoom = 1
  private loading = false
  private crashed = false
  private destroyed = false
  /** What the stand-in itself asked Chromium to load: guards are not asked about it. */
  private expected: string | undefined
  private navigation: { url: string; resolve: () => void; reject: (error: Error) => void } | undefined
  private openHandler: WindowOpenHandler | undefined

  constructor(owner: Owner, preferences: Electron.WebPreferences) {
    super()
    if (!openPage) throw new Error('Cannot create BrowserWindow before app is ready')
    for (const [name, wanted] of [
      ['sandbox', true],
      ['contextIsolation', true],
      ['nodeIntegration', false],
      ['webviewTag', false],
    ] as const)
      if ((preferences[name] ?? wanted) !== wanted)
        throw notSupported(`webPreferences.${name}: ${String(preferences[name])}`)
    this.owner = owner
    this.preferences = preferences
    this.mainFrame = this.createMainFrame()
    all.add(this)
    this.opening = openPage(this.readPreload(), this.pageListeners())
    void this.opening.then(
      (page) => {
        this.page = page
        if (this.destroyed) page.close()
      },
      (error: unknown) => app.isLeaving() || console.error('[stand-in] no window:', error),
    )
    app.emit('web-contents-created', createEvent({}), this)
  }

  send(channel: string, ...args: unknown[]): void {
    const text = encodeArgs(args)
    this.page?.deliver({ type: 'event', channel, args: text })
  }

  getURL(): string {
    return toApp(this.url)
  }
  getTitle(): string {
    return this.title
  }
  getType(): 'window' {
    return 'window'
  }
  getUserAgent(): string {
    throw notSupported('webContents.getUserAgent')
  }
  getLastWebPreferences(): Electron.WebPreferences {
    return {
      sandbox: true,
      contextIsolation: true,
      nodeIntegration: false,
      webSecurity: true,
      webviewTag: false,
      ...this.preferences,
    }
  }

  async loadURL(url: string): Promise<void> {
    const target = toWire(url)
    this.navigation?.reject(new Error(`ERR_ABORTED (-3) loading '${this.navigation.url}'`))
    const { promise, resolve, reject } = Promise.withResolvers<void>()
    this.navigation = { url, resolve, reject }
    this.loading = true
    const page = await this.opening
    this.expected = target
    const { errorText } = await page.session.send('Page.navigate', { url: target })
    if (errorText) this.loadFailed(url, errorText)
    return promise
  }
  reload(): void {
    this.expected = this.url
    this.crashed = false
    this.page?.session.post('Page.reload')
  }
  isLoading(): boolean {
    return this.loading
  }
  isCrashed(): boolean {
    return this.crashed
  }
  isDestroyed(): boolean {
    return this.destroyed
  }
  close(): void {
    this.owner.close()
  }
  focus(): void {
    this.owner.focus()
  }
  isFocused(): boolean {
    return this.owner.isFocused()
  }

  setWindowOpenHandler(handler: WindowOpenHandler): void {
    this.openHandler = handler
  }
  openDevTools(): void {
    throw notSupported('webContents.openDevTools')
  }
  closeDevTools(): void {}
  isDevToolsOpened(): boolean {
    return false
  }
  setBackgroundThrottling(): void {}
  setZoomFactor(factor: number): void {
    this.zoom = factor
    void this.opening.then((page) => page.zoom(factor))
  }
  getZoomFactor(): number {
    return this.zoom
  }
  async executeJavaScript(code: string, userGesture = false): Promise<unknown> {
    const { session } = await this.opening
    const options = { awaitPromise: true, returnByValue: true, userGesture }
    const { result, exceptionDetails } = await session.send('Runtime.evaluate', {
      expression: code,
      ...options,
    })
    if (exceptionDetails) throw new Error(exceptionDetails.exception?.description ?? exceptionDetails.text)
    return result.value
  }
  forcefullyCrashRenderer(): void {
    this.page?.session.post('Page.crash')
  }
  async capturePage(rect?: Electron.Rectangle): Promise<Electron.NativeImage> {
    const { session } = await this.opening
    const clip = rect ? { clip: { ...rect, scale: 1 } } : {}
    const { data } = await session.send('Page.captureScreenshot', { format: 'png', ...clip })
    return nativeImage.createFromBuffer(Buffer.from(data, 'base64'))
  }
  getOSProcessId(): number {
    throw notSupported('webContents.getOSProcessId (the DevTools protocol does not tell)')
  }

  /** @internal Asks the app whether the page may go there. @returns 'follow' or 'stay'. */
  guard(wireUrl: string, frame: 'main' | 'sub', cause: 'navigation' | 'redirect'): 'follow' | 'stay' {
    const url = toApp(wireUrl)
    const isMainFrame = frame === 'main'
    if (isMainFrame && cause === 'navigation') {
      const expected = this.expected
      this.expected = undefined
      // Chromium does not tell who asked. A reload is let through: Playwright's page.reload() is not the page's doing.
      if (stripHash(wireUrl) === stripHash(expected ?? '') || stripHash(wireUrl) === stripHash(this.url))
        return 'follow'
    }
    const event = createEvent({
      url,
      isMainFrame,
      isSameDocument: false,
      frame: isMainFrame ? this.mainFrame : null,
      initiator: this.mainFrame,
    })
    if (cause === 'redirect') this.emit('will-redirect', event, url, false, isMainFrame, 1, 1)
    else {
      this.emit('will-frame-navigate', event)
      if (isMainFrame) this.emit('will-navigate', event, url, false, true, 1, 1)
    }
    return event.defaultPrevented ? 'stay' : 'follow'
  }

  /** @internal Asks the app whether the page may open a window. Only refusal is emulated. */
  askToOpen(wireUrl: string, frameName: string, features: string, disposition: string): void {
    const url = toApp(wireUrl)
    const details = {
      url,
      frameName,
      features,
      disposition: disposition as 'new-window',
      referrer: { url: this.getURL(), policy: 'strict-origin-when-cross-origin' as const },
    }
    const action = this.openHandler?.(details).action ?? 'allow'
    record('window-open', { url, action })
    if (action !== 'deny') throw notSupported(`a window opened by a page (${url})`)
  }

  /** @internal */
  destroy(): void {
    if (this.destroyed) return
    this.destroyed = true
    all.delete(this)
    this.navigation?.reject(new Error(`ERR_FAILED (-2) loading '${this.navigation.url}'`))
    this.page?.close()
    this.emit('destroyed')
  }

  private pageListeners(): PageListeners {
    return {
      onStarted: () => {
        this.loading = true
        this.emit('did-start-loading')
      },
      onStopped: () => {
        this.loading = false
        this.emit('did-stop-loading')
      },
      onCommitted: (url) => {
        this.crashed = false
        if (url === 'about:blank' && this.url === '') return
        this.url = url
        this.emit('did-navigate', createEvent({}), this.getURL(), 200, 'OK')
      },
      onLoaded: () => {
        if (this.url === '') return
        this.loading = false
        this.emit('did-finish-load', createEvent({}))
        this.navigation?.resolve()
        this.navigation = undefined
        this.owner.pageLoaded()
      },
      onMessage: (message) => this.receive(message),
      onCrashed: () => {
        this.crashed = true
        const details = { reason: 'crashed', exitCode: 5 }
        this.emit('render-process-gone', createEvent({}), details)
        app.emit('render-process-gone', createEvent({}), this, details)
      },
      onSubframe: (frameId) => void this.subframes.add(frameId),
      onTitle: (title) => {
        if (title === this.title || this.url === '') return
        this.title = title
        this.owner.pageTitled(title)
      },
      onClosed: () => this.destroyed || app.isLeaving() || this.owner.pageClosed(),
    }
  }

  private receive(message: ToMain): void {
    switch (message.type) {
      case 'invoke':
      case 'send': {
        const deliver: Page['deliver'] = (answer) => this.page?.deliver(answer)
        void receiveIpc({ ipc: this.ipc, contents: this, frame: this.mainFrame, deliver }, message)
        return
      }
      case 'open':
        return this.askToOpen(message.url, message.target, message.features, message.disposition)
      case 'link':
        if (this.guard(toWire(message.url), 'main', 'navigation') === 'follow') void this.loadURL(message.url)
        return
      case 'close':
        return this.owner.close()
      case 'focus':
        return this.owner.pageFocused(message.focused)
      case 'preload-error':
        return this.preloadFailed(Object.assign(new Error(message.message), { stack: message.stack }))
    }
  }

  private loadFailed(url: string, errorText: string): void {
    const name = errorText.replace('net::', '')
    const code = name === 'ERR_ABORTED' ? -3 : -2
    this.loading = false
    this.emit('did-fail-load', createEvent({}), code, name, url, true, 1, 1)
    this.navigation?.reject(
      Object.assign(new Error(`${name} (${code}) loading '${url}'`), { code: name, errno: code, url }),
    )
    this.navigation = undefined
  }

  private readPreload(): Preload | undefined {
    const path = this.preferences.preload
    if (path === undefined) return undefined
    try {
      return { path, source: readFileSync(path, 'utf8') }
    } catch (error) {
      queueMicrotask(() => this.preloadFailed(error as Error))
      return undefined
    }
  }
  private preloadFailed(error: Error): void {
    console.error(`[stand-in] preload ${this.preferences.preload}:`, error)
    this.emit('preload-error', createEvent({}), this.preferences.preload, error)
  }

  private createMainFrame(): MainFrame {
    const url = (): string => this.getURL()
    const destroyed = (): boolean => this.destroyed
    const frame: MainFrame = {
      get url() {
        return url()
      },
      get origin() {
        return originOf(url())
      },
      parent: null,
      get top() {
        return asElectron<Electron.WebFrameMain>(frame)
      },
      get detached() {
        return destroyed()
      },
      name: '',
      routingId: 1,
      processId: 1,
      isDestroyed: destroyed,
    }
    return strict('webFrameMain', frame)
  }
}

const stripHash = (url: string): string => url.replace(/#.*$/, '')
