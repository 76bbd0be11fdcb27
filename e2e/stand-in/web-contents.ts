// webContents: loading, guards and messages of one page.
import { readFileSync } from 'node:fs'
import { app } from './app.ts'
import { toApp, toWire } from './app-scheme.ts'
import { record } from './hooks.ts'
import { askToNavigate, checkIsolation, isolation } from './guards.ts'
import { encodeArgs, IpcHub, receiveIpc } from './ipc.ts'
import type { Page, PageListeners, Preload } from './page.ts'
import type { ToMain } from './page-worlds.ts'
import { createMainFrame, type MainFrame } from './main-frame.ts'
import { nativeImage } from './native-image.ts'
import { defaultSession } from './session.ts'
import { createEvent, type Emulates, notSupported, StrictEmitter } from './strict.ts'

/** Makes a page; set once Chromium runs. */
type OpenPage = (preload: Preload | undefined, listeners: PageListeners) => Promise<Page>
let openPage: OpenPage | undefined
export const allowWindows = (open: OpenPage): void => {
  openPage = open
}

type WindowOpenHandler = Parameters<Electron.WebContents['setWindowOpenHandler']>[0]

/** The window a page lives in, as far as the page has to ask it. */
export interface Owner {
  close(): void
  focus(): void
  pageLoaded(): void
  pageTitled(title: string): void
  pageClosed(): void
  pageFocused(focused: boolean): void
}

const all = new Set<WebContents>()
let lastId = 0

export class WebContents
  extends StrictEmitter
  implements Emulates<Electron.WebContents, 'ipc' | 'mainFrame' | 'session'>
{
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
  private zoom = 1
  private loading = false
  private destroyed = false
  /** The address that the stand-in itself asked Chromium to load: guards are not asked about it. */
  private expected: string | undefined
  private navigation: ({ url: string } & PromiseWithResolvers<void>) | undefined
  private openHandler: WindowOpenHandler | undefined

  constructor(owner: Owner, preferences: Electron.WebPreferences) {
    super()
    if (!openPage) throw new Error('Cannot create BrowserWindow before app is ready')
    checkIsolation(preferences)
    this.owner = owner
    this.preferences = preferences
    this.mainFrame = createMainFrame(this)
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
  getLastWebPreferences(): Electron.WebPreferences {
    return { ...isolation, ...this.preferences }
  }

  async loadURL(url: string): Promise<void> {
    const target = toWire(url)
    this.navigation?.reject(new Error(`ERR_ABORTED (-3) loading '${this.navigation.url}'`))
    const navigation = { url, ...Promise.withResolvers<void>() }
    this.navigation = navigation
    this.loading = true
    const { session } = await this.opening
    this.expected = target
    const answer = session.send('Page.navigate', { url: target })
    const { errorText, loaderId } = await Promise.race([answer, navigation.promise.then(() => answer)])
    if (errorText) this.loadFailed(url, errorText)
    // Without a loader it was a step within the document, which has no load event.
    if (loaderId === undefined) navigation.resolve()
    return navigation.promise
  }
  reload(): void {
    this.expected = this.url
    this.page?.session.post('Page.reload')
  }
  isLoading(): boolean {
    return this.loading
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

  setWindowOpenHandler(handler: WindowOpenHandler): void {
    this.openHandler = handler
  }
  setZoomFactor(factor: number): void {
    this.zoom = factor
    void this.opening.then((page) => page.zoom(factor))
  }
  getZoomFactor(): number {
    return this.zoom
  }
  async executeJavaScript(code: string, userGesture = false): Promise<unknown> {
    const { session } = await this.opening
    await this.navigation?.promise
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
    return askToNavigate(this, { url, isMainFrame, cause, frame: this.mainFrame })
  }

  /** @internal Asks the app whether the page may open a window. Only refusal is emulated. */
  askToOpen(wireUrl: string, frameName: string, features: string, disposition: string): void {
    const url = toApp(wireUrl)
    const referrer = { url: this.getURL(), policy: 'strict-origin-when-cross-origin' as const }
    const details = { url, frameName, features, disposition: disposition as 'new-window', referrer }
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
        const details = { reason: 'crashed', exitCode: 5 }
        this.emit('render-process-gone', createEvent({}), details)
        app.emit('render-process-gone', createEvent({}), this, details)
      },
      onSubframe: (frameId) => void this.subframes.add(frameId),
      onTitle: (title) => this.url === '' || this.owner.pageTitled(title),
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
}

const stripHash = (url: string): string => url.replace(/#.*$/, '')
