// A machine that travels while the launcher runs.
import type { ElectronApplication } from 'playwright/test'
import { expect, ownTest } from './signed-in.ts'
import { isHidden, press } from './steps.ts'

/** Another thread sets what a process reads its zone from, once, as a desktop does: nobody tells the main thread. */
const travelTo = (app: ElectronApplication, zone: string): Promise<void> =>
  app.evaluate((_electron, to) => {
    const threads = process.getBuiltinModule('worker_threads')
    return new Promise<void>((resolve) => {
      new threads.Worker(`process.env.TZ = '${to}'`, { eval: true, env: threads.SHARE_ENV }).once(
        'exit',
        () => resolve(),
      )
    })
  }, zone)

const hoursAhead = (app: ElectronApplication): Promise<number> =>
  app.evaluate(() => -new Date('2026-11-20T12:00:00Z').getTimezoneOffset() / 60)

ownTest(
  'APP-04 after a flight the main process lives in the new zone, from when the machine wakes up, is unlocked, or the launcher is summoned',
  async ({ signedIn: { app, page } }) => {
    for (const [zone, hours, event] of [
      ['Pacific/Auckland', 13, 'resume'],
      ['America/New_York', -5, 'unlock-screen'],
    ] as const) {
      const before = await hoursAhead(app)
      await travelTo(app, zone)
      expect(await hoursAhead(app)).toBe(before)
      await app.evaluate(({ powerMonitor }, name) => void powerMonitor.emit(name), event)
      expect(await hoursAhead(app)).toBe(hours)
    }
    await page.keyboard.press('Escape')
    await isHidden(app)
    await travelTo(app, 'Asia/Kolkata')
    expect(await hoursAhead(app)).toBe(-5)
    await press(app, 'summon')
    await expect.poll(() => hoursAhead(app)).toBe(5.5)
  },
)
