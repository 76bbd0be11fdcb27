// The main process: the app's own code first, then Chromium for its windows, then 'ready'.
import inspector from 'node:inspector'
import { createRequire } from 'node:module'
import { dirname } from 'node:path'
import { pathToFileURL } from 'node:url'
import { app, beforeExit } from './app.ts'
import { registeredSchemes } from './app-scheme.ts'
import { launchChromium } from './chromium.ts'
import { type CommandLine, findApp, readCommandLine } from './command-line.ts'
import { installElectronModule, installHooks } from './electron-module.ts'
import { openPage } from './page.ts'
import { serveRequests } from './requests.ts'
import { watchTargets } from './targets.ts'
import { defaultSession } from './session.ts'
import { allowPermissions } from './permissions.ts'
import { allowWindows, WebContents } from './web-contents.ts'

const require = createRequire(import.meta.url)

export async function runMainProcess(): Promise<void> {
  const [, , executable = '', ...parameters] = process.argv
  const given = readCommandLine(parameters)
  const files = findApp(given.app ?? '.')
  const electronVersion: string = require('electron/package.json').version
  describeProcess(executable, parameters, electronVersion)

  const switches = new Map(given.switches)
  app.begin({ ...files, executable, switches })
  installElectronModule()
  installHooks()
  leaveWithOthers(given)
  // Prints "Debugger listening on …", which Playwright waits for.
  if (given.switches.has('inspect')) inspector.open(Number(given.switches.get('inspect')) || 0, '127.0.0.1')
  for (const module of given.preload) require(module)
  await import(pathToFileURL(files.entry).href)
  if (!app.isLeaving()) await startChromium(switches, given.switches)
}

/** `process` as an app sees it: argv starts with the executable, then comes what was given. */
function describeProcess(executable: string, parameters: string[], electron: string): void {
  process.argv.splice(0, Infinity, executable, ...parameters)
  const versions = { ...process.versions, electron, standin: '1', chrome: '' }
  Object.defineProperty(process, 'versions', { value: versions, configurable: true })
  Object.assign(process, { type: 'browser', defaultApp: true, resourcesPath: dirname(executable) })
}

const isTested = (given: ReadonlyMap<string, string>): boolean =>
  given.has('inspect') && given.get('remote-debugging-port') === '0'

/** Signals quit the app, as they do in Electron; a test runner that was killed takes it along. */
function leaveWithOthers(given: CommandLine): void {
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => app.quit())
  const parent = process.ppid
  const orphaned = (): void => void (process.ppid === parent || process.exit(1))
  if (isTested(given.switches)) setInterval(orphaned, 500).unref()
}

/** Switches that the app (or Playwright's loader) has appended, and those of the command line that are meant for Chromium. */
const switchesForChromium = (
  switches: Map<string, string>,
  given: ReadonlyMap<string, string>,
): Map<string, string> =>
  new Map(
    [...switches].filter(([name, value]) => given.get(name) !== value || /^(no-sandbox|lang)$/.test(name)),
  )

async function startChromium(
  switches: Map<string, string>,
  given: ReadonlyMap<string, string>,
): Promise<void> {
  const chromium = await launchChromium(switchesForChromium(switches, given))
  beforeExit.push(() => chromium.close())
  void chromium.closed.then(
    () => app.isLeaving() || (console.error('[stand-in] Chromium has gone'), app.exit(1)),
  )
  Object.assign(process.versions, { chrome: chromium.version })
  if (globalThis.__standin) globalThis.__standin.chromium = { folder: chromium.folder, pid: chromium.pid }

  const openers = new Map<string, string | undefined>()
  const refusePopup = (targetId: string, url: string): boolean => {
    if (!openers.has(targetId)) return false
    const opener =
      WebContents.fromDevToolsTargetId(openers.get(targetId) ?? '') ?? WebContents.getAllWebContents()[0]
    openers.delete(targetId)
    chromium.browser.post('Target.closeTarget', { targetId })
    opener?.askToOpen(url, '', '', 'new-window')
    return true
  }
  const targets = await watchTargets(chromium, ({ targetId, openerId, url }, session) => {
    // Past window.open and the click listener: a form, or a subframe. It has to run until it asks for its document, which
    // tells where it was to lead; what Chromium does not load at all never asks.
    openers.set(targetId, openerId)
    session.post('Runtime.runIfWaitingForDebugger')
    setTimeout(() => refusePopup(targetId, url), 1000).unref()
  })
  await serveRequests(chromium.browser, refusePopup)
  const { electron, node, standin = '' } = process.versions
  const versions = { electron, node, standin, chrome: chromium.version, platform: process.platform }
  const permit = (): void => void allowPermissions(chromium.browser)
  permit()
  defaultSession.permissionsChanged = permit
  allowWindows((preload, listeners) =>
    openPage(chromium, targets, { preload, schemes: registeredSchemes(), versions }, listeners),
  )

  // Playwright connects to Chromium itself from here on. A person's terminal has no use for the line.
  if (isTested(given)) console.error(`\nDevTools listening on ${chromium.webSocketUrl}\n`)
  app.becomeReady()
}
