// For specs that begin where sign-in ends: the app, signed in to the demo workspace as its owner. The owner signs in
// once a worker; each test goes on from copies of the database, the profile and its keyring, as after a restart.
import { copyFileSync, cpSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { ask } from './bridge.ts'
import { freePort } from './free-port.ts'
import { createLauncher, expect, type Launched, openBrowser, test as base } from './fixtures.ts'
import { startRealService } from './real-service.ts'
import { searchBox, signIn, summon } from './steps.ts'

/** Where the signed-in state is kept, and the one address at which it is good. */
type SignedInOnce = { file: string; port: number; pathOf: (name: string) => string }

export const test = base.extend<{ signedIn: Launched }, { signedInOnce: SignedInOnce }>({
  signedInOnce: [
    async ({ demo, folder }, use) => {
      const pathOf = (name: string) => join(folder, name)
      const file = pathOf('signed-in.sqlite')
      copyFileSync(demo.file, file)
      const port = await freePort()
      const service = await startRealService(`file:${file}`, demo.workspaces, port)
      const browser = await openBrowser()
      const launcher = createLauncher(pathOf)
      await signIn(await launcher.launch(), service, browser)
      await launcher.close()
      await browser.close()
      await service.stop()
      await use({ file, port, pathOf })
    },
    { scope: 'worker', timeout: 120_000 },
  ],

  service: async ({ demo, signedInOnce }, use, testInfo) => {
    mkdirSync(testInfo.outputDir, { recursive: true })
    const file = testInfo.outputPath('service.sqlite')
    copyFileSync(signedInOnce.file, file)
    const service = await startRealService(`file:${file}`, demo.workspaces, signedInOnce.port)
    await use(service)
    await service.stop()
  },

  signedIn: async ({ service: _running, signedInOnce: { pathOf }, launch }, use, testInfo) => {
    for (const name of ['profile-first', 'keyring-first'])
      cpSync(pathOf(name), testInfo.outputPath(name), { recursive: true })
    const launched = await launch()
    await summon(launched.app)
    await expect(searchBox(launched.page)).toBeVisible()
    // The tokens of the copy are renewed first, and what an empty query shows has come: a spec that cuts the connection
    // means another request, and an answer that comes late has searches ask again.
    expect(await ask(launched.page, 'home.refresh')).toMatchObject({ ok: true })
    await use(launched)
  },
})

export { expect }
