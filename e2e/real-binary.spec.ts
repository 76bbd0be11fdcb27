// What only Electron's own binary can show. Skipped on the stand-in, and listed in docs/testing.md.
import { readFileSync } from 'node:fs'
import { expect, test } from './fixtures.ts'

test('APP-09 W4 I2 the page has the origin of its own scheme, for itself and for the main process @real-binary', async ({
  launch,
}) => {
  const { app, page } = await launch()
  expect(await page.evaluate(() => location.origin)).toBe('app://launcher')
  expect(await app.evaluate(({ webContents }) => webContents.getAllWebContents()[0]?.mainFrame.origin)).toBe(
    'app://launcher',
  )
})

test('APP-09 W1 the renderer process runs inside a seccomp sandbox @real-binary', async ({ launch }) => {
  const { app } = await launch()
  const pid = await app.evaluate(
    ({ webContents }) => webContents.getAllWebContents()[0]?.getOSProcessId() ?? 0,
  )
  expect(readFileSync(`/proc/${pid}/status`, 'utf8')).toMatch(/^Seccomp:\s+2$/m)
})

test('APP-09 W9 a download that the page starts is cancelled @real-binary', async ({ launch }) => {
  const { app, page } = await launch()
  await app.evaluate(({ session }) => {
    // Listeners are called in order, and the app's own was first.
    session.defaultSession.on('will-download', (event) => {
      Object.assign(globalThis, { download: event.defaultPrevented ? 'cancelled' : 'started' })
    })
  })
  await page.evaluate(() => {
    const link = document.createElement('a')
    link.href = './index.html'
    link.download = 'page.html'
    document.body.append(link)
    link.click()
  })
  await expect
    .poll(() => app.evaluate(() => (globalThis as unknown as { download?: string }).download))
    .toBe('cancelled')
})
