// Shortcuts on keyboards that do not type the letters that shortcuts are named by. What is typed and where are told to the
// browser as such a keyboard tells it.
import type { Page } from 'playwright/test'
import { expect, test } from './signed-in.ts'
import { briefEntries, isLive, press, results, searchBox, selectedRow } from './steps.ts'

const bits = { Alt: 1, Ctrl: 2, Shift: 8 } as const

/** `Ctrl+л` at `KeyK`. @param virtual Windows' code of the key, which editors of the browser go by */
const type = async (page: Page, keys: string, code: string, virtual: number): Promise<void> => {
  const held = keys.split('+')
  const key = held.pop() ?? ''
  const modifiers = held.reduce((sum, name) => sum + bits[name as keyof typeof bits], 0)
  const cdp = await page.context().newCDPSession(page)
  const pressed = { key, code, modifiers, windowsVirtualKeyCode: virtual }
  await cdp.send('Input.dispatchKeyEvent', { type: 'rawKeyDown', ...pressed })
  await cdp.send('Input.dispatchKeyEvent', { type: 'keyUp', ...pressed })
  await cdp.detach()
}
const actions = (page: Page) => page.getByRole('dialog', { name: 'Actions' })

test('APP-03 on a Cyrillic, Greek or Hebrew keyboard Ctrl+K opens and closes the actions, on Dvorak what types “k” does; on AZERTY Ctrl and the key of 2 run the second row', async ({
  signedIn: { page },
}) => {
  await page.keyboard.type('t review')
  await expect(selectedRow(page)).toBeVisible()
  for (const [key, code] of [
    ['л', 'KeyK'],
    ['κ', 'KeyK'],
    ['ל', 'KeyK'],
    ['k', 'KeyV'],
  ] as const) {
    await type(page, `Ctrl+${key}`, code, 75)
    await expect(actions(page)).toBeVisible()
    await type(page, `Ctrl+${key}`, code, 75)
    await expect(actions(page)).toHaveCount(0)
  }
  // The place of K types “t” on Dvorak.
  await type(page, 'Ctrl+t', 'KeyK', 84)
  await expect(actions(page)).toHaveCount(0)
  await expect(searchBox(page)).toHaveValue('review')
  await isLive(page)
  await expect(page.locator('[data-active="true"]')).toHaveCount(0)
  const rows = results(page).getByRole('option')
  const second = (await rows.nth(1).locator('[class*="_title_"]').textContent()) ?? ''
  await type(page, 'Ctrl+é', 'Digit2', 50)
  const form = page.getByRole('form', { name: 'Edit task' })
  await expect(form.getByLabel('Title')).toHaveValue(second)
  await page.keyboard.press('Escape')
  await expect(searchBox(page)).toBeFocused()
  await type(page, 'Ctrl+б', 'Comma', 188)
  await expect(page.getByRole('form', { name: 'Settings' })).toBeVisible()
})

test('APP-04 APP-05 in the brief a Cyrillic and an AZERTY keyboard have its keys, and those of a form and of capture; what AltGr types is none of them', async ({
  signedIn: { app, page },
}) => {
  await page.keyboard.type('>daily')
  await expect(selectedRow(page)).toContainText('Daily brief')
  await page.keyboard.press('Enter')
  const focused = () =>
    briefEntries(page).evaluateAll((all) => all.findIndex((entry) => entry === document.activeElement))
  await expect.poll(focused).toBeGreaterThan(0)
  await type(page, 'Ctrl+"', 'Digit3', 51)
  await expect.poll(focused).toBe(2)
  await type(page, 'л', 'KeyK', 75)
  await expect.poll(focused).toBe(1)
  await type(page, 'Ctrl+Alt+€', 'KeyE', 69)
  await type(page, 'Ctrl+л', 'KeyK', 75)
  await expect(actions(page)).toBeVisible()
  await page.keyboard.press('Escape')
  await page.locator('[data-entry^="task:"]').first().focus()
  await type(page, 'Ctrl+у', 'KeyE', 69)
  await expect(page.getByRole('form', { name: 'Edit task' })).toBeVisible()
  await type(page, 'Ctrl+л', 'KeyK', 75)
  await expect(actions(page)).toBeVisible()

  await press(app, 'capture')
  await page.getByRole('textbox', { name: 'Capture a task' }).fill('Call Acme !high')
  await expect(page.getByRole('list', { name: 'Recognized' }).getByRole('listitem')).toHaveCount(1)
  await type(page, 'Ctrl+л', 'KeyK', 75)
  await expect(page.getByRole('dialog')).toBeVisible()
})
