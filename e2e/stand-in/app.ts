// `app`: life cycle, paths and switches. Playwright's loader replaces `emit`, `whenReady` and `isReady` on it.
import { mkdirSync } from 'node:fs'
import { homedir, tmpdir } from 'node:os'
import { join } from 'node:path'
import { createEvent, type Emulates, StrictEmitter, notSupported } from './strict.ts'
import { record } from './hooks.ts'
import { releaseLock, requestLock, type SecondInstance } from './single-instance.ts'

interface Closable {
  close(): void
  isDestroyed(): boolean
}

/** Windows in the order in which they were made. */
export const openWindows = new Set<Closable>()

/** Done before the process ends: Chromium and utility processes go first. */
export const beforeExit: (() => Promise<void>)[] = []

/** The desktop's languages, best first; the first one is also that of its formats. */
const desktopLanguages = (process.env['STANDIN_LANGUAGES'] ?? 'en-US').split(',')

/** Facts from the command line of this process and from package.json. */
interface AppIdentity {
  name: string
  version: string
  appPath: string
  executable: string
  switches: Map<string, string>
}

class App extends StrictEmitter implements Emulates<Electron.App> {
  name = ''
  readonly isPackaged = false
  readonly dock = undefined
  commandLine: Electron.CommandLine
  private identity: AppIdentity | undefined
  private readonly paths = new Map<string, string>()
  private readonly ready = Promise.withResolvers<void>()
  private phase: 'starting' | 'ready' | 'quitting' | 'exiting' = 'starting'
  private readonly early: SecondInstance[] = []

  constructor() {
    super()
    const switches = (): Map<string, string> => this.about().switches
    this.commandLine = {
      appendSwitch: (name, value = '') => void switches().set(name, value),
      appendArgument: () => undefined,
      hasSwitch: (name) => switches().has(name),
      getSwitchValue: (name) => switches().get(name) ?? '',
      removeSwitch: (name) => void switches().delete(name),
    }
  }

  /** Called once, before the app's own code is loaded. */
  begin(identity: AppIdentity): void {
    this.identity = identity
    this.name = identity.name
  }

  /** @returns whether the app still wants to run. */
  becomeReady(): boolean {
    if (this.isLeaving()) return false
    this.phase = 'ready'
    // Playwright's loader holds the event and the promise back; it must have seen the event first.
    this.emit('ready', createEvent({}), {})
    this.ready.resolve()
    for (const other of this.early.splice(0)) this.emitSecondInstance(other)
    return true
  }

  isLeaving(): boolean {
    return this.phase === 'quitting' || this.phase === 'exiting'
  }

  windowClosed(): void {
    if (openWindows.size > 0 || this.isLeaving()) return
    if (!this.emit('window-all-closed')) this.quit()
  }

  whenReady(): Promise<void> {
    return this.ready.promise
  }
  isReady(): boolean {
    return this.phase !== 'starting'
  }

  quit(): void {
    if (this.isLeaving()) return
    const before = this.phase
    this.phase = 'quitting'
    const leave = createEvent({})
    this.emit('before-quit', leave)
    const stays =
      leave.defaultPrevented || [...openWindows].some((window) => (window.close(), !window.isDestroyed()))
    const end = createEvent({})
    if (!stays) this.emit('will-quit', end)
    if (stays || end.defaultPrevented) this.phase = before
    else this.exit(0)
  }

  exit(code = 0): void {
    if (this.phase === 'exiting') return
    this.phase = 'exiting'
    this.emit('quit', createEvent({}), code)
    releaseLock()
    void Promise.allSettled(beforeExit.map((step) => step())).then(() => process.exit(code))
  }

  /** Recorded only: a process that Playwright did not start would outlive its test. */
  relaunch(options?: Electron.RelaunchOptions): void {
    record('app.relaunch', options)
  }

  focus(): void {
    record('app.focus')
  }
  hide(): void {
    record('app.hide')
  }

  getPath(name: Parameters<Electron.App['getPath']>[0]): string {
    const known: Record<string, () => string> = {
      home: homedir,
      temp: tmpdir,
      documents: homedir,
      downloads: () => join(homedir(), 'Downloads'),
      appData: () => process.env['XDG_CONFIG_HOME'] ?? join(homedir(), '.config'),
      userData: () => join(this.getPath('appData'), this.name),
      sessionData: () => this.getPath('userData'),
      logs: () => join(this.getPath('userData'), 'logs'),
      crashDumps: () => join(this.getPath('userData'), 'Crashpad'),
      exe: () => this.about().executable,
    }
    const path = this.paths.get(name) ?? known[name]?.()
    if (path === undefined) throw notSupported(`app.getPath('${name}')`)
    return path
  }
  setPath(name: string, path: string): void {
    mkdirSync(path, { recursive: true })
    this.paths.set(name, path)
  }
  getAppPath(): string {
    return this.about().appPath
  }
  getVersion(): string {
    return this.about().version
  }
  getName(): string {
    return this.name
  }
  setName(name: string): void {
    this.name = name
  }

  requestSingleInstanceLock(additionalData: Record<string, unknown> = {}): boolean {
    const self = { argv: process.argv, workingDirectory: process.cwd(), additionalData }
    return requestLock(this.getPath('userData'), self, (other) =>
      this.isReady() ? this.emitSecondInstance(other) : this.early.push(other),
    )
  }
  releaseSingleInstanceLock(): void {
    releaseLock()
  }

  setAsDefaultProtocolClient(protocol: string, path?: string, args?: string[]): boolean {
    record('app.setAsDefaultProtocolClient', { protocol, path, args })
    return true
  }
  setBadgeCount(count?: number): boolean {
    record('app.setBadgeCount', count)
    return true
  }
  setLoginItemSettings(settings: Electron.Settings): void {
    record('app.setLoginItemSettings', settings)
  }

  // Chromium is sandboxed, or as root not, whatever the app asks; the rest has no counterpart on this desktop.
  enableSandbox(): void {}
  disableHardwareAcceleration(): void {}
  setAppUserModelId(): void {}
  setActivationPolicy(): void {}

  getLocale(): string {
    return this.commandLine.getSwitchValue('lang') || (desktopLanguages[0] ?? 'en-US')
  }
  getSystemLocale(): string {
    return desktopLanguages[0] ?? 'en-US'
  }
  getPreferredSystemLanguages(): string[] {
    return desktopLanguages
  }

  private emitSecondInstance({ argv, workingDirectory, additionalData }: SecondInstance): void {
    this.emit('second-instance', createEvent({}), argv, workingDirectory, additionalData)
  }
  private about(): AppIdentity {
    if (!this.identity) throw new Error('the stand-in has not begun')
    return this.identity
  }
}

export const app = new App()
