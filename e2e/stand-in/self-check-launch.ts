// How the self-check starts the fixture app, and how it looks for what a run leaves behind.
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { _electron, type ElectronApplication, type Page, test as base } from 'playwright/test'
import { expect } from '../expect.ts'
import type {} from './hooks.ts'

export const here = fileURLToPath(new URL('.', import.meta.url))
export const executable = `${here}electron`
export const fixtureApp = `${here}fixture-app`

/** The API that fixture-app/preload.cjs exposes. */
export interface Bridge {
  fixture: {
    invoke(channel: string, ...args: unknown[]): Promise<unknown>
    on(channel: string, listener: (...args: unknown[]) => void): () => void
    versions: Record<string, string>
  }
}
/** The values that fixture-app/main.js keeps for these tests. */
export interface Main {
  seen: Record<string, unknown>[]
  fixture: {
    sum(a: number, b: number): Promise<unknown>
    crashChild(): Promise<unknown>
    keep(text: string): Promise<void>
    recall(): Promise<string>
  }
}
interface Running {
  app: ElectronApplication
  page: Page
}

const start = async (userData: string, env: Record<string, string>): Promise<Running> => {
  const app = await _electron.launch({
    args: [fixtureApp, '--user-data-dir', userData],
    env: { ...(process.env as Record<string, string>), ...env },
  })
  const page = await app.firstWindow()
  await page.getByText('ready').waitFor()
  return { app, page }
}

const stop = async (app: ElectronApplication): Promise<void> => {
  const { folder, pid } = await chromiumOf(app).catch(() => ({ folder: '', pid: 0 }))
  await app.close()
  if (pid !== 0)
    expect({ folder: existsSync(folder), alive: isAlive(pid) }).toEqual({ folder: false, alive: false })
}

export const test = base.extend<
  {
    launch: (env?: Record<string, string>) => Promise<Running>
    userData: string
    onlyHere: void
  },
  /** For tests that leave their app as it was, with its window hidden. */
  { shared: Running & { userData: string } }
>({
  shared: [
    async ({}, use) => {
      const userData = mkdtempSync(join(tmpdir(), 'standin-shared-'))
      const { app, page } = await start(userData, {})
      await use({ app, page, userData })
      await stop(app)
      rmSync(userData, { recursive: true, force: true })
    },
    { scope: 'worker' },
  ],

  // Playwright reads the variable once a process: it is the config's to set, for all specs alike.
  onlyHere: [
    async ({}, use, testInfo) => {
      const runtime = process.env['ELECTRON_OVERRIDE_DIST_PATH'] ?? ''
      testInfo.skip(resolve(runtime) !== resolve(here), 'this run does not use the stand-in')
      await use()
    },
    { auto: true },
  ],
  userData: async ({}, use, testInfo) => use(testInfo.outputPath('user-data')),
  launch: async ({ userData }, use) => {
    const running: ElectronApplication[] = []
    await use(async (env = {}) => {
      const started = await start(userData, env)
      running.push(started.app)
      return started
    })
    for (const app of running) await stop(app)
  },
})

export const chromiumOf = (app: ElectronApplication): Promise<{ folder: string; pid: number }> =>
  app.evaluate(() => globalThis.__standin?.chromium ?? { folder: '', pid: 0 })
export const seenBy = (app: ElectronApplication): Promise<Record<string, unknown>[]> =>
  app.evaluate(() => (globalThis as unknown as Main).seen)
export const press = (app: ElectronApplication): Promise<boolean | undefined> =>
  app.evaluate(() => globalThis.__standin?.pressShortcut('Alt+Space'))
export const isShown = (app: ElectronApplication): Promise<boolean | undefined> =>
  app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.isVisible())

export function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}
/** Chromium and its children, by the profile that they were given. */
export const processesOf = (folder: string): string[] =>
  readdirSync('/proc').filter((pid) => {
    try {
      return /^\d+$/.test(pid) && readFileSync(`/proc/${pid}/cmdline`, 'latin1').includes(folder)
    } catch {
      return false
    }
  })
