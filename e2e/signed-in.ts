// For specs that begin where sign-in ends: the app, signed in to the demo workspace as its owner, behind a proxy that
// misbehaves when it is told to. Tests share one app and one service a worker, unless `own` is set.
import { copyFileSync, cpSync, mkdirSync } from 'node:fs'
import { isDeepStrictEqual } from 'node:util'
import type { Page } from 'playwright/test'
import type { Settings } from '../shared/ipc/settings.ts'
import { ask, valueOf } from './bridge.ts'
import { freePort } from './free-port.ts'
import { expect, isReady, test as base } from './fixtures.ts'
import { isStandIn, type Launched, type LaunchOptions } from './launch.ts'
import { type MisbehavingProxy, startMisbehavingProxy } from './misbehaving-proxy.ts'
import { startRealService } from './real-service.ts'
import { full } from './seen.ts'
import { dismiss, searchBox, shiftClock, summon } from './steps.ts'

type Fixtures = {
  /**
   * Whether a test has an app, a profile and a database of its own, as after a restart of a signed-in app. For tests that
   * restart, that count what is kept, or that leave settings, clocks or objects of the page changed.
   */
  own: boolean
  signedIn: Launched
  /** Starts the app on a profile of its own, as after a restart of a signed-in app. Only where `own` is set. */
  launchSignedIn: (options?: LaunchOptions) => Promise<Launched>
  /** The proxy at the address that the profile has for its service. (`proxy` is an option of Playwright's own.) */
  network: MisbehavingProxy
}

/** Undoes what an earlier test left behind: writes that wait for its person, drafts, settings. */
const tidyUp = async (page: Page, usual: Settings): Promise<void> => {
  if ((await page.evaluate(() => innerWidth)) !== full.width) await page.setViewportSize(full)
  await page.emulateMedia({ colorScheme: null, reducedMotion: null, forcedColors: null })
  const unsaved = async () => valueOf(await ask(page, 'outbox.get')).filter(({ state }) => state !== 'saved')
  await expect
    .poll(async () => {
      // One that is looked up cannot be discarded before the service has answered.
      for (const { id } of await unsaved()) await ask(page, 'outbox.discard', { id })
      return unsaved()
    })
    .toEqual([])
  for (const { key } of valueOf(await ask(page, 'drafts.list')))
    valueOf(await ask(page, 'drafts.set', { key, draft: null }))
  const { settings } = valueOf(await ask(page, 'settings.get'))
  if (!isDeepStrictEqual(settings, usual)) {
    const { hotkeys: _hotkeys, window: _window, ...change } = usual
    valueOf(await ask(page, 'settings.set', change))
  }
}

export const test = base.extend<Fixtures>({
  // A real desktop gives each hotkey to one app only.
  own: [!isStandIn, { option: true }],

  network: async ({ own, sharedApp, signedInFiles }, use) => {
    if (!own) {
      const { network, renewLimits } = await sharedApp()
      network.behave()
      await network.goOnline()
      await renewLimits()
      network.forget()
      return use(network)
    }
    const network = await startMisbehavingProxy((await signedInFiles()).port)
    await use(network)
    await network.close()
  },

  service: async ({ own, demo, sharedApp, signedInFiles, network }, use, testInfo) => {
    if (!own) return use((await sharedApp()).service)
    mkdirSync(testInfo.outputDir, { recursive: true })
    const file = testInfo.outputPath('service.sqlite')
    copyFileSync((await signedInFiles()).file, file)
    const service = await startRealService(`file:${file}`, demo.workspaces, await freePort(), network.url)
    network.pointAt(service.localUrl)
    await use(service)
    await service.stop()
  },

  launchSignedIn: async ({ own, service: _running, signedInFiles, launch }, use, testInfo) => {
    if (own) {
      const { pathOf } = await signedInFiles()
      for (const name of ['profile-first', 'keyring-first'])
        cpSync(pathOf(name), testInfo.outputPath(name), { recursive: true })
    }
    await use(launch)
  },

  signedIn: async ({ own, sharedApp, launchSignedIn }, use) => {
    if (own) {
      const launched = await launchSignedIn()
      await isReady(launched)
      return use(launched)
    }
    const { launched, settings, takeErrors } = await sharedApp()
    await shiftClock(launched.app, 0)
    // The last test may have ended in any view, and what was typed there is kept when it is left.
    await dismiss(launched)
    await tidyUp(launched.page, settings)
    await expect(async () => {
      await dismiss(launched)
      await summon(launched.app)
      await expect(searchBox(launched.page)).toBeVisible({ timeout: 1_000 })
    }).toPass()
    await isReady(launched)
    await expect(searchBox(launched.page)).toHaveValue('')
    await use(launched)
    expect(takeErrors(), 'errors that no part of the page caught').toEqual([])
  },
})

/** A test with an app of its own, among others that share one. */
export const ownTest = test.extend({ own: true })

export { expect } from './expect.ts'
