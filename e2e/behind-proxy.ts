// For specs of what goes wrong on the way: the service behind a proxy that misbehaves when it is told to. The proxy is
// where the signed-in profile knows its service; the service itself is elsewhere.
import { copyFileSync, mkdirSync } from 'node:fs'
import { freePort } from './free-port.ts'
import { type MisbehavingProxy, startMisbehavingProxy } from './misbehaving-proxy.ts'
import { startRealService } from './real-service.ts'
import { test as base } from './signed-in.ts'

export const test = base.extend<{ network: MisbehavingProxy }>({
  // (`proxy` is an option of Playwright's own.)
  network: async ({ signedInOnce }, use) => {
    const proxy = await startMisbehavingProxy(signedInOnce.port)
    await use(proxy)
    await proxy.close()
  },

  service: async ({ demo, signedInOnce, network }, use, testInfo) => {
    mkdirSync(testInfo.outputDir, { recursive: true })
    const file = testInfo.outputPath('service.sqlite')
    copyFileSync(signedInOnce.file, file)
    const service = await startRealService(`file:${file}`, demo.workspaces, await freePort(), network.url)
    network.pointAt(service.localUrl)
    await use(service)
    await service.stop()
  },
})

export { expect } from '@playwright/test'
