// Input that a desktop sends by itself: a pointer that rests, and a held key that repeats.
import type { ElectronApplication, Page } from '@playwright/test'
import { isStandIn } from './fixtures.ts'
import { expect, test } from './signed-in.ts'
import { hotkeys, isHidden, isVisible, press, results, selectedRow, summon } from './steps.ts'
import { xdotool } from './x11.ts'

type Heard = { restedPointers: number[][] }

/** Counts mouse moves of the page; those that the app ignores are seen as pointer moves. */
const watchPointer = (page: Page): Promise<void> =>
  page.evaluate(() => {
    const rested: number[][] = []
    Object.assign(globalThis, { restedPointers: rested })
    window.addEventListener('pointermove', ({ movementX, movementY }) => rested.push([movementX, movementY]))
  })
const restedPointers = (page: Page): Promise<number[][]> =>
  page.evaluate(() => (globalThis as unknown as Heard).restedPointers.splice(0))

const hide = async (app: ElectronApplication): Promise<void> => {
  await press(app, 'summon')
  await isHidden(app)
}

test('APP-02 a pointer that rests on a row selects nothing when the palette comes up; one that moves does', async ({
  signedIn: { app, page },
}) => {
  const [first, third] = [results(page).getByRole('option').first(), results(page).getByRole('option').nth(2)]
  await first.hover()
  await third.hover()
  await expect(third).toHaveAttribute('aria-selected', 'true')
  await hide(app)
  await watchPointer(page)
  await summon(app)
  await expect.poll(() => restedPointers(page)).toEqual([[0, 0]])
  await expect(selectedRow(page)).toHaveText((await first.textContent()) ?? '')

  const { x = 0, y = 0 } = (await third.boundingBox()) ?? {}
  await page.mouse.move(x + 60, y + 10)
  await expect(third).toHaveAttribute('aria-selected', 'true')
})

type StandIn = { __standin: { holdShortcut: (accelerator: string, ms: number) => Promise<boolean> } }

const heldMs = 900

/** A press that comes sooner after another is one more repeat of it. */
const fingerLifts = async (): Promise<void> => {
  const since = Date.now()
  await expect.poll(() => Date.now() - since).toBeGreaterThan(80)
}

/** Holds the hotkey: a true key on a display, where the X server repeats it. */
const hold = async (app: ElectronApplication): Promise<void> => {
  if (isStandIn) {
    await app.evaluate(
      (_electron, [keys, ms]) => (globalThis as unknown as StandIn).__standin.holdShortcut(keys, ms),
      [hotkeys.summon, heldMs] as const,
    )
    return
  }
  const keys = hotkeys.summon.toLowerCase()
  xdotool('keydown', keys)
  const since = Date.now()
  await expect.poll(() => Date.now() - since).toBeGreaterThan(heldMs)
  xdotool('keyup', keys)
}

test('APP-02 holding the hotkey keeps the palette up, and the next press hides it', async ({
  signedIn: { app },
}) => {
  await hide(app)
  await fingerLifts()
  await hold(app)
  expect(await isVisible(app)).toBe(true)
  await fingerLifts()
  await hide(app)
})
