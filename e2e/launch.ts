// Starts the app on a profile, and a person's own browser beside it.
import { fileURLToPath } from 'node:url'
import { _electron, type Browser, chromium, type ElectronApplication, type Page } from 'playwright/test'
import { headlessChromium } from '../scripts/chromium.ts'
import { expect } from './expect.ts'
import { parkPointer } from './x11.ts'

const root = fileURLToPath(new URL('..', import.meta.url))

/** Whether the app runs on the stand-in or on a real Electron. Set by playwright.config.ts. */
export const isStandIn = process.env['SVC_LAUNCHER_RUNTIME'] === 'stand-in'
const beforeRealElectron = fileURLToPath(new URL('real-electron.cjs', import.meta.url))

export type Launched = { app: ElectronApplication; page: Page; userData: string; output: () => string }

export type LaunchOptions = {
  /** Instances with the same name share a profile, so that a second launch is a restart. */
  profile?: string
  args?: string[]
  /** A module that the main process loads before the app. */
  before?: string
  /** Whether the profile is named as `--user-data-dir=DIR` or as `--user-data-dir DIR`. */
  profileSwitch?: 'joined' | 'apart'
  /** Whether the desktop has a keyring that protects tokens at rest. */
  keyring?: 'present' | 'absent'
  /** More environment variables of the desktop. */
  env?: Record<string, string>
}

/** A person's own browser. */
export const openBrowser = (): Promise<Browser> =>
  chromium.launch({
    executablePath: headlessChromium(),
    args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking', '--disable-sync'],
  })

/** @param pathOf where a profile or its keyring is kept, by its name */
export const createLauncher = (pathOf: (name: string) => string) => {
  const running: ElectronApplication[] = []
  const pageErrors: string[] = []
  const launch = async (options: LaunchOptions = {}): Promise<Launched> => {
    const {
      profile = 'first',
      args = [],
      before,
      profileSwitch = 'joined',
      keyring = 'present',
      env = {},
    } = options
    const userData = pathOf(`profile-${profile}`)
    if (!isStandIn) parkPointer()
    const app = await _electron.launch({
      // Playwright turns Chromium's sandbox off otherwise. As root it cannot be on.
      chromiumSandbox: !isStandIn && process.getuid?.() !== 0,
      args: [
        ...(isStandIn ? [] : ['-r', beforeRealElectron]),
        ...(before === undefined ? [] : ['-r', before]),
        root,
        ...(profileSwitch === 'joined' ? [`--user-data-dir=${userData}`] : ['--user-data-dir', userData]),
        ...args,
      ],
      env: {
        ...(process.env as Record<string, string>),
        // The stand-in is American by default.
        LANGUAGE: 'en_US',
        LC_ALL: 'en_US.UTF-8',
        ...(keyring === 'present'
          ? { STANDIN_KEYRING: '1', STANDIN_KEYRING_FILE: pathOf(`keyring-${profile}`) }
          : {}),
        ...env,
      },
    })
    running.push(app)
    let output = ''
    app.process().stdout?.on('data', (chunk: Buffer) => (output += chunk.toString()))
    app.process().stderr?.on('data', (chunk: Buffer) => (output += chunk.toString()))
    await rememberOpenedUrls(app)
    const page = await app.firstWindow()
    page.on('pageerror', (error) => pageErrors.push(error.stack ?? error.message))
    await page.waitForSelector('#root > *')
    // A start shows the palette by itself. A hotkey that is pressed right then would hide it again.
    if (!args.includes('--hidden')) await expect.poll(() => isUp(app)).toBe(true)
    return { app, page, userData, output: () => output }
  }
  return {
    launch,
    /** Errors that no part of a page caught since the last call. */
    takeErrors: (): readonly string[] => pageErrors.splice(0),
    /** @returns what no part of a page caught */
    async close(): Promise<readonly string[]> {
      for (const app of running) await app.close().catch(() => undefined)
      return pageErrors
    },
  }
}

/** Whether a window is seen and has the focus. */
export const isUp = (app: ElectronApplication): Promise<boolean> =>
  app.evaluate(({ BrowserWindow }) =>
    BrowserWindow.getAllWindows().some((window) => window.isVisible() && window.isFocused()),
  )

/** Replaces the last step out of the app: URLs for the system browser are kept for the test to visit. */
const rememberOpenedUrls = (app: ElectronApplication): Promise<void> =>
  app.evaluate(({ shell }) => {
    const opened: string[] = []
    Object.assign(globalThis, { openedUrls: opened })
    shell.openExternal = (url) => {
      opened.push(url)
      return Promise.resolve()
    }
  })

export const openedUrls = (app: ElectronApplication): Promise<string[]> =>
  app.evaluate(() => (globalThis as unknown as { openedUrls: string[] }).openedUrls)
