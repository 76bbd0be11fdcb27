// For specs of what goes wrong on the way: the service behind a proxy that misbehaves when it is told to.
import { copyFileSync, mkdirSync } from 'node:fs'
import { type MisbehavingProxy, startMisbehavingProxy } from './misbehaving-proxy.ts'
import { startRealService } from './real-service.ts'
import { test as base } from './signed-in.ts'

export const test = base.extend<{ network: MisbehavingProxy }>({
  // (`proxy` is an option of Playwright's own.)
  network: async ({}, use) => {
    const proxy = await startMisbehavingProxy()
    await use(proxy)
    await proxy.close()
  },

  service: async ({ demo, network }, use, testInfo) => {
    mkdirSync(testInfo.outputDir, { recursive: true })
    const file = testInfo.outputPath('service.sqlite')
    copyFileSync(demo.file, file)
    const service = await startRealService(`file:${file}`, demo.workspaces, network.url)
    network.pointAt(service.localUrl)
    await use(service)
    await service.stop()
  },
})

export { expect } from '@playwright/test'
