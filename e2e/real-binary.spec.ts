// What only Electron's own binary can show. Skipped on the stand-in, and listed in docs/testing.md.
import { readFileSync } from 'node:fs'
import { expect, test } from './fixtures.ts'

test('APP-09 W4 the page has the origin of its own scheme @real-binary', async ({ launch }) => {
  const { page } = await launch()
  expect(await page.evaluate(() => location.origin)).toBe('app://launcher')
})

test('APP-09 W1 the renderer process runs inside a seccomp sandbox @real-binary', async ({ launch }) => {
  const { app } = await launch()
  const pid = await app.evaluate(
    ({ webContents }) => webContents.getAllWebContents()[0]?.getOSProcessId() ?? 0,
  )
  expect(readFileSync(`/proc/${pid}/status`, 'utf8')).toMatch(/^Seccomp:\s+2$/m)
})
