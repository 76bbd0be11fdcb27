// Debian's Chromium, started with a fresh profile that does not outlive it.
import { type ChildProcess, spawn } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Readable, Writable } from 'node:stream'
import { chromium, headlessChromium } from '../../scripts/chromium.ts'
import { type CdpConnection, connectCdp } from './cdp.ts'

export const isVisible = process.env['STANDIN_VISIBLE'] === '1'
const executable = process.env['STANDIN_CHROMIUM'] ?? (isVisible ? chromium : headlessChromium())

/** Omnibox popups are two more renderers for each window; they double the time to open one. */
const disabledFeatures = ['WebUIOmniboxPopup', 'WebUIOmniboxAimPopup', 'Translate', 'MediaRouter']

/**
 * Network and GPU run in the browser's own process, where no person needs them apart: a start takes two thirds of the time.
 */
const enabledFeatures = isVisible ? [] : ['NetworkServiceInProcess2']
const lean = isVisible ? [] : ['--headless', '--in-process-gpu', '--disable-software-rasterizer']

/** Switches that would take the window, profile or protocol away from the stand-in. */
const ours = /^(user-data-dir|headless|remote-debugging-|ozone-platform|app$|no-startup-window)/

// Chromium leaves by itself when the pipe closes, also when the stand-in is killed; the shell then deletes the folder. It
// has a session of its own, because a killed process group must not take the cleaner with it.
const cleaner = '"$@"; for n in 1 2 3 4 5 6 7 8; do rm -rf "$0" 2>/dev/null && exit 0; sleep 0.2; done'

export interface Chromium extends CdpConnection {
  webSocketUrl: string
  version: string
  folder: string
  pid: number
  /** Opens a window without an address bar (visible mode), at a `data:` address to recognise it by. */
  openAppWindow(url: string): void
  /** Resolves when process and folder are gone. */
  closed: Promise<void>
  close(): Promise<void>
}

function chromiumSwitches(appended: ReadonlyMap<string, string>, profile: string): string[] {
  const list = (name: string, features: readonly string[]): string[] => {
    const all = [appended.get(name), ...features].filter(Boolean)
    return all.length === 0 ? [] : [`--${name}=${all.join(',')}`]
  }
  const fromApp = [...appended]
    .filter(([name]) => !ours.test(name) && !/^(?:en|dis)able-features$/.test(name))
    .map(([name, value]) => (value === '' ? `--${name}` : `--${name}=${value}`))
  const noSandbox = process.getuid?.() === 0 || appended.has('no-sandbox')
  return [
    ...lean,
    ...(noSandbox ? ['--no-sandbox'] : []),
    '--remote-debugging-pipe',
    '--remote-debugging-port=0',
    '--no-startup-window',
    `--user-data-dir=${profile}`,
    '--no-first-run',
    '--no-default-browser-check',
    '--disable-gpu',
    '--disable-background-networking',
    '--disable-component-update',
    '--disable-sync',
    '--disable-extensions',
    '--disable-breakpad',
    '--password-store=basic',
    '--allow-file-access-from-files',
    '--force-device-scale-factor=1',
    '--test-type',
    ...fromApp,
    ...list('enable-features', enabledFeatures),
    ...list('disable-features', disabledFeatures),
  ]
}

export async function launchChromium(appended: ReadonlyMap<string, string>): Promise<Chromium> {
  const folder = mkdtempSync(join(tmpdir(), 'standin-'))
  const profile = join(folder, 'profile')
  const environment = { ...process.env, TMPDIR: join(folder, 'tmp') }
  mkdirSync(environment.TMPDIR)
  const child = spawn(
    '/bin/sh',
    ['-c', cleaner, folder, executable, ...chromiumSwitches(appended, profile)],
    { stdio: ['ignore', 'ignore', 'pipe', 'pipe', 'pipe'], detached: true, env: environment },
  )
  const closed = new Promise<void>((resolve) => child.once('exit', () => resolve()))
  const webSocketUrl = await devToolsUrl(child, closed)
  const cdp = connectCdp(child.stdio[3] as Writable, child.stdio[4] as Readable)
  const { product } = await cdp.browser.send('Browser.getVersion')

  return {
    ...cdp,
    webSocketUrl,
    version: product.replace(/^.*\//, ''),
    folder,
    pid: child.pid ?? 0,
    // Chromium hands --app over to the process that holds the profile; the protocol itself only opens browser windows.
    openAppWindow: (url) => {
      const parameters = ['--no-sandbox', '--test-type', `--user-data-dir=${profile}`, `--app=${url}`]
      spawn(executable, parameters, { stdio: 'ignore', env: environment }).unref()
    },
    closed,
    close: async () => {
      cdp.browser.post('Browser.close')
      const late = setTimeout(() => child.pid !== undefined && process.kill(-child.pid, 'SIGKILL'), 3000)
      await closed
      clearTimeout(late)
      // Only if it had to be killed, and the cleaner with it.
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

function devToolsUrl(child: ChildProcess, closed: Promise<void>): Promise<string> {
  return new Promise((resolve, reject) => {
    let output = ''
    child.stderr?.on('data', (data: Buffer) => {
      if (process.env['STANDIN_DEBUG']) process.stderr.write(data)
      if (output === 'found') return
      output += data.toString()
      const found = /DevTools listening on (ws:\S+)/.exec(output)?.[1]
      if (found === undefined) return
      output = 'found'
      resolve(found)
    })
    void closed.then(() => reject(new Error(`Chromium did not start:\n${output}`)))
  })
}
