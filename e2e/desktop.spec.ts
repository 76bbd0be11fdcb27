// Input that a desktop sends by itself: a pointer that rests, and a held key that repeats.
import type { ElectronApplication, Locator, Page } from 'playwright/test'
import { isStandIn } from './launch.ts'
import { expect, test } from './signed-in.ts'
import { hotkeys, isHidden, isVisible, press, results, selectedRow, summon } from './steps.ts'
import { heardAt, xdotool } from './x11.ts'

type Heard = { pointerMoves: number[][] }

/** Keeps how far the pointer moved each time: pointer events come also for the mouse events that the app ignores. */
const watchPointer = (page: Page): Promise<void> =>
  page.evaluate(() => {
    const moves: number[][] = []
    Object.assign(globalThis, { pointerMoves: moves })
    window.addEventListener('pointermove', ({ movementX, movementY }) => moves.push([movementX, movementY]))
  })
const pointerMoves = (page: Page): Promise<number[][]> =>
  page.evaluate(() => (globalThis as unknown as Heard).pointerMoves)

const hide = async (app: ElectronApplication): Promise<void> => {
  await press(app, 'summon')
  await isHidden(app)
}

/** Moves the pointer to the middle of a row: on a display the desktop's pointer, which is not Playwright's. */
const pointTo = async (app: ElectronApplication, row: Locator): Promise<void> => {
  if (isStandIn) return row.hover()
  const { x, y, width, height } = (await row.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 }
  const page = await app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.getContentBounds())
  const at = [(page?.x ?? 0) + x + width / 2, (page?.y ?? 0) + y + height / 2]
  xdotool('mousemove', ...at.map((part) => String(Math.round(part))))
}

/** Moves over the rows until one is selected: Chromium may join two moves, and the first into a window counts as none. */
const moveTo = (app: ElectronApplication, from: Locator, to: Locator): Promise<void> =>
  expect(async () => {
    await pointTo(app, from)
    await pointTo(app, to)
    await expect(to).toHaveAttribute('aria-selected', 'true', { timeout: 500 })
  }).toPass({ timeout: 15_000 })

test('APP-02 a pointer that rests on a row selects nothing when the palette comes up; one that moves does', async ({
  signedIn: { app, page },
}) => {
  const [first, third] = [results(page).getByRole('option').first(), results(page).getByRole('option').nth(2)]
  await moveTo(app, first, third)
  await hide(app)
  await watchPointer(page)
  await summon(app)
  await expect.poll(() => pointerMoves(page)).toContainEqual([0, 0])
  await expect(selectedRow(page)).toHaveText((await first.textContent()) ?? '')

  await moveTo(app, first, third)
})

type StandIn = { __standin: { holdShortcut: (accelerator: string, ms: number) => Promise<boolean> } }

const heldMs = 900

/** A press that comes sooner after another is one more repeat of it. */
const fingerLifts = async (): Promise<void> => {
  const since = Date.now()
  await expect.poll(() => Date.now() - since).toBeGreaterThan(80)
}

/** Holds the hotkey: a true key on a display. @returns the longest time between two repeats, ms */
const hold = async (app: ElectronApplication): Promise<number> => {
  if (isStandIn) {
    await app.evaluate(
      (_electron, [keys, ms]) => (globalThis as unknown as StandIn).__standin.holdShortcut(keys, ms),
      [hotkeys.summon, heldMs] as const,
    )
    return 0
  }
  const before = (await heardAt(app, hotkeys.summon)).length
  const keys = hotkeys.summon.toLowerCase()
  xdotool('keydown', keys)
  const since = Date.now()
  await expect.poll(() => Date.now() - since).toBeGreaterThan(heldMs)
  xdotool('keyup', keys)
  const [, ...repeats] = (await heardAt(app, hotkeys.summon)).slice(before)
  expect(repeats.length).toBeGreaterThan(1)
  return Math.max(...repeats.slice(1).map((at, index) => at - (repeats[index] ?? 0)))
}

test('APP-02 holding the hotkey keeps the palette up, and the next press hides it', async ({
  signedIn: { app },
}) => {
  // On a busy machine repeats may come too late to be known as such. Such a hold says nothing.
  await expect(async () => {
    if (await isVisible(app)) await hide(app)
    await fingerLifts()
    expect(await hold(app)).toBeLessThan(60)
  }).toPass({ timeout: 60_000 })
  expect(await isVisible(app)).toBe(true)
  await fingerLifts()
  await hide(app)
})
