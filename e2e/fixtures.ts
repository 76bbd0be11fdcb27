// The start of every spec: the real service on its own database, the app on its own profile, a browser for sign-in.
// Sign-ins and the demo workspace are made once a worker, when a spec first asks for them. All specs have the same worker
// fixtures: Playwright starts a new worker whenever they differ.
import { copyFileSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type Browser, test as base } from 'playwright/test'
import { expect } from './expect.ts'
import type { Settings } from '../shared/ipc/settings.ts'
import { ask, valueOf } from './bridge.ts'
import { freePort } from './free-port.ts'
import { createLauncher, isUp, type Launched, type LaunchOptions, openBrowser } from './launch.ts'
import { type MisbehavingProxy, startMisbehavingProxy } from './misbehaving-proxy.ts'
import { createKey, type DemoWorkspace, type RealService, runSvc, startRealService } from './real-service.ts'
import { full } from './seen.ts'
import { dismiss, searchBox, signIn, summon } from './steps.ts'

const root = fileURLToPath(new URL('..', import.meta.url))

type Fixtures = {
  service: RealService
  launch: (options?: LaunchOptions) => Promise<Launched>
  /** A person's own browser, outside the app. */
  browser: Browser
}

/** A database, a profile and its keyring as they are after a sign-in, and the one port at which they are good. */
export type SignedInFiles = { file: string; port: number; pathOf: (name: string) => string }

/** An app that is signed in through a proxy, and its service. */
export type SharedApp = {
  service: RealService
  network: MisbehavingProxy
  launched: Launched
  /** As they were after the sign-in. */
  settings: Settings
  /** Before what passed is forgotten: a sign-in has 300 requests a minute, and tests press faster than people. */
  renewLimits: () => Promise<void>
  /** Errors that no part of the page caught since the last call. */
  takeErrors: () => readonly string[]
}

type WorkerFixtures = {
  /** A folder that lasts as long as the worker. */
  folder: string
  demo: { file: string; workspaces: DemoWorkspace[] }
  /** One process for the browsers of all tests, started when one is asked for. */
  sharedBrowser: () => Promise<Browser>
  signedInFiles: () => Promise<SignedInFiles>
  sharedApp: () => Promise<SharedApp>
}

export const test = base.extend<Fixtures, WorkerFixtures>({
  folder: [
    async ({}, use, workerInfo) => {
      const folder = join(root, 'test-results', `.worker-${workerInfo.workerIndex}`)
      mkdirSync(folder, { recursive: true })
      await use(folder)
    },
    { scope: 'worker' },
  ],

  demo: [
    async ({ folder }, use) => {
      const file = join(folder, 'demo.sqlite')
      const { workspaces } = runSvc<{ workspaces: DemoWorkspace[] }>('demo', '--database', `file:${file}`)
      const [owner] = workspaces.find(({ slug }) => slug === 'acme')?.members ?? []
      if (owner !== undefined)
        owner.keys = Array.from({ length: 3 }, () => createKey(`file:${file}`, owner.email))
      await use({ file, workspaces })
    },
    { scope: 'worker' },
  ],

  sharedBrowser: [
    async ({}, use) => {
      let browser: Browser | undefined
      await use(async () => (browser?.isConnected() === true ? browser : (browser = await openBrowser())))
      await browser?.close()
    },
    { scope: 'worker' },
  ],

  signedInFiles: [
    async ({ demo, folder, sharedBrowser }, use) => {
      const pathOf = (name: string) => join(folder, name)
      const make = async (): Promise<SignedInFiles> => {
        const file = pathOf('signed-in.sqlite')
        copyFileSync(demo.file, file)
        const port = await freePort()
        const service = await startRealService(`file:${file}`, demo.workspaces, port)
        const launcher = createLauncher(pathOf)
        await signIn(await launcher.launch(), service, await sharedBrowser())
        await launcher.close()
        await service.stop()
        return { file, port, pathOf }
      }
      let made: Promise<SignedInFiles> | undefined
      await use(() => (made ??= make()))
    },
    { scope: 'worker' },
  ],

  sharedApp: [
    async ({ demo, folder, sharedBrowser }, use) => {
      const pathOf = (name: string) => join(folder, `shared-${name}`)
      const launcher = createLauncher(pathOf)
      const start = async (): Promise<SharedApp> => {
        const file = pathOf('service.sqlite')
        copyFileSync(demo.file, file)
        const network = await startMisbehavingProxy()
        const service = await startRealService(`file:${file}`, demo.workspaces, await freePort(), network.url)
        network.pointAt(service.localUrl)
        const launched = await launcher.launch()
        await signIn(launched, service, await sharedBrowser())
        const { settings } = valueOf(await ask(launched.page, 'settings.get'))
        let requests = 0
        const renewLimits = async (): Promise<void> => {
          requests += network.passed().length
          if (requests < 150) return
          requests = 0
          // The service counts in its memory.
          await service.stop()
          await service.start()
        }
        return { service, network, launched, settings, renewLimits, takeErrors: launcher.takeErrors }
      }
      let started: Promise<SharedApp> | undefined
      await use(() => (started ??= start()))
      await launcher.close()
      const shared = await started?.catch(() => undefined)
      await shared?.service.stop()
      await shared?.network.close()
    },
    { scope: 'worker', timeout: 120_000 },
  ],

  service: async ({ demo }, use, testInfo) => {
    mkdirSync(testInfo.outputDir, { recursive: true })
    const file = testInfo.outputPath('service.sqlite')
    copyFileSync(demo.file, file)
    const service = await startRealService(`file:${file}`, demo.workspaces, await freePort())
    await use(service)
    await service.stop()
  },

  browser: async ({ sharedBrowser }, use) => {
    const browser = await sharedBrowser()
    await use(browser)
    for (const context of browser.contexts()) await context.close()
  },

  launch: async ({}, use, testInfo) => {
    const launcher = createLauncher((name) => testInfo.outputPath(name))
    await use(launcher.launch)
    expect(await launcher.close(), 'errors that no part of the page caught').toEqual([])
  },
})

/** An app of a file's own, and its service, from the file's `beforeAll` to its `afterAll`. */
export type Stage = Pick<Fixtures, 'launch' | 'browser'> & {
  pathOf: (name: string) => string
  /** The service on the demo workspace. */
  serve: () => Promise<RealService>
  close: () => Promise<void>
}

export const openStage = async (
  { demo, folder, sharedBrowser }: Pick<WorkerFixtures, 'demo' | 'folder' | 'sharedBrowser'>,
  name: string,
): Promise<Stage> => {
  const pathOf = (what: string) => join(folder, `${name}-${what}`)
  const launcher = createLauncher(pathOf)
  const services: RealService[] = []
  return {
    launch: launcher.launch,
    browser: await sharedBrowser(),
    pathOf,
    serve: async () => {
      const file = pathOf('service.sqlite')
      copyFileSync(demo.file, file)
      const service = await startRealService(`file:${file}`, demo.workspaces, await freePort())
      services.push(service)
      return service
    },
    close: async () => {
      const errors = await launcher.close()
      for (const service of services) await service.stop()
      expect(errors, 'errors that no part of the page caught').toEqual([])
    },
  }
}

/** An empty palette, whatever the test before left. */
export const startAfresh = async (launched: Launched): Promise<void> => {
  const { app, page } = launched
  await page.emulateMedia({ colorScheme: null, reducedMotion: null, forcedColors: null })
  if ((await page.evaluate(() => innerWidth)) !== full.width) await page.setViewportSize(full)
  await dismiss(launched)
  // Not by the hotkey: of two apps on a real desktop only one has it.
  await app.evaluate(({ app: running }) => running.emit('second-instance', {}, ['x', '--toggle'], ''))
  await expect.poll(() => isUp(app)).toBe(true)
  await isReady(launched)
  await expect(searchBox(page)).toHaveValue('')
}

/** Waits until the palette is up, its tokens are renewed and what an empty query shows has come. */
export const isReady = async ({ app, page }: Launched): Promise<void> => {
  await summon(app)
  await expect(searchBox(page)).toBeVisible()
  // A spec that cuts the connection means another request, and an answer that comes late has searches ask again.
  const refreshed = async () => {
    const reply = await ask(page, 'home.refresh')
    return reply.ok ? 'refreshed' : reply.error
  }
  await expect.poll(refreshed).toBe('refreshed')
}

export { expect } from './expect.ts'
