// The sizes of the window: as the user made it, smaller for quick capture, and its field alone in compact mode.
import type { ElectronApplication } from 'playwright/test'
import { ask } from './bridge.ts'
import { expect, test } from './signed-in.ts'
import { dismiss, isVisible, press, results, searchBox, summon } from './steps.ts'

const boundsOf = (app: ElectronApplication) =>
  app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.getBounds())

const sizeOf = async (app: ElectronApplication) => {
  const { width = 0, height = 0 } = (await boundsOf(app)) ?? {}
  return { width, height }
}

test('APP-02 APP-05 capture is a small window that grows with its list, and the palette has its own size', async ({
  signedIn: { app, page },
}) => {
  const line = page.getByRole('textbox', { name: 'Capture a task' })
  await press(app, 'capture')
  await expect(line).toBeFocused()
  await expect.poll(() => sizeOf(app)).toEqual({ width: 760, height: 200 })
  const top = (await boundsOf(app))?.y
  await page.keyboard.type('Call @')
  await expect.poll(() => boundsOf(app)).toMatchObject({ y: top, width: 760, height: 440 })
  await expect(line).toBeFocused()
  await page.keyboard.press('Escape')
  await expect.poll(() => sizeOf(app)).toEqual({ width: 760, height: 200 })
  await line.fill('')
  await page.keyboard.press('Control+,')
  await expect(page.getByRole('form', { name: 'Settings' })).toBeVisible()
  await expect.poll(() => sizeOf(app)).toEqual({ width: 920, height: 560 })
})

test('APP-02 the compact palette is its field alone until something is typed or a row is asked for', async ({
  signedIn,
}) => {
  const { app, page } = signedIn
  await ask(page, 'settings.set', { compact: true })
  await dismiss(signedIn)
  await summon(app)
  const small = { width: 920, height: 96 }
  expect(await sizeOf(app)).toEqual(small)
  await expect(searchBox(page)).toBeFocused()
  await expect(results(page).getByRole('option')).toHaveCount(0)
  await page.keyboard.type('an')
  await expect(results(page).getByRole('option').first()).toBeVisible()
  await expect.poll(() => sizeOf(app)).toEqual({ width: 920, height: 560 })
  await page.keyboard.press('Escape')
  await expect.poll(() => sizeOf(app)).toEqual(small)
  // Enter runs no row that nobody sees.
  await page.keyboard.press('Enter')
  await expect(results(page).getByRole('option').first()).toBeVisible()
  expect(await isVisible(app)).toBe(true)
  await expect(searchBox(page)).toBeFocused()
})
