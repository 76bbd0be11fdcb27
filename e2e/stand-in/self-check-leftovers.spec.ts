// However a run ends, no process and no profile of it stays. (An ordinary end is checked after each test by the fixture.)
import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { expect } from '../expect.ts'
import { chromiumOf, fixtureApp, here, isAlive, processesOf, test } from './self-check-launch.ts'

test('leaves nothing behind when the main process is killed', async ({ launch }) => {
  const { app } = await launch()
  const { folder } = await chromiumOf(app)
  expect(processesOf(folder).length).toBeGreaterThan(2)
  app.process().kill('SIGKILL')
  await expect.poll(() => [processesOf(folder), existsSync(folder)]).toEqual([[], false])
})

test('leaves nothing behind when the test runner is killed', async ({}, testInfo) => {
  const script = `
    const { _electron } = require('playwright')
    const args = ${JSON.stringify([fixtureApp, '--user-data-dir', testInfo.outputPath('user-data')])}
    _electron.launch({ args }).then(async (app) => {
      await app.firstWindow()
      const { folder } = await app.evaluate(() => globalThis.__standin.chromium)
      console.log(JSON.stringify({ folder, pid: app.process().pid }))
    })`
  const env = { ...process.env, ELECTRON_OVERRIDE_DIST_PATH: here }
  const runner = spawn(process.execPath, ['-e', script], {
    cwd: here,
    stdio: ['ignore', 'pipe', 'inherit'],
    env,
  })
  const line = await new Promise<string>((resolve) =>
    runner.stdout.once('data', (data: Buffer) => resolve(data.toString())),
  )
  const { folder, pid } = JSON.parse(line) as { folder: string; pid: number }
  runner.kill('SIGKILL')
  await expect.poll(() => [isAlive(pid), processesOf(folder), existsSync(folder)]).toEqual([false, [], false])
})
