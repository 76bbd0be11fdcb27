// The focus in quick capture, and the keys that work wherever it is.
import type { Page } from 'playwright/test'
import { expect, test } from './signed-in.ts'
import { isHidden, press } from './steps.ts'

const line = (page: Page) => page.getByRole('textbox', { name: 'Capture a task' })
const chips = (page: Page) => page.getByRole('list', { name: 'Recognized' }).getByRole('listitem')

test.beforeEach(({ signedIn: { app } }) => press(app, 'capture'))

test('APP-05 the line has the focus after a chip or a date was taken away and after “Save and add another”, and keys of the view work on a chip too', async ({
  signedIn: { app, page },
}) => {
  const chip = chips(page).getByRole('button').first()
  await test.step('a chip that was removed without a pointer', async () => {
    await line(page).fill('Post the letter tomorrow')
    await chips(page)
      .getByRole('button', { name: /as text/ })
      .focus()
    await page.keyboard.press('Enter')
    await expect(chips(page)).toHaveCount(0)
    await expect(line(page)).toBeFocused()
  })
  await test.step('a date that was taken away in the calendar of its chip', async () => {
    await line(page).fill('')
    await line(page).fill('Post the letter tomorrow')
    await chip.click()
    await page.getByRole('dialog', { name: 'Change due' }).getByRole('button', { name: 'No date' }).click()
    await expect(chips(page)).toHaveCount(0)
    await expect(line(page)).toBeFocused()
  })
  await test.step('“Save and add another” leaves the line to type in', async () => {
    await line(page).fill('Fetch tape')
    await page.getByRole('button', { name: 'Save and add another' }).click()
    await expect(line(page)).toHaveValue('')
    await page.keyboard.type('Order glue')
    await expect(line(page)).toHaveValue('Order glue')
  })
  await test.step('keys on a chip: choosing, hiding, settings', async () => {
    await line(page).fill('Post the letter tomorrow')
    await chip.focus()
    await page.keyboard.press('Control+k')
    const calendar = page.getByRole('dialog', { name: 'Change due' })
    await expect(calendar).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(calendar).toHaveCount(0)
    await chip.focus()
    await page.keyboard.press('Escape')
    await isHidden(app)
    await press(app, 'capture')
    await line(page).fill('Post the card tomorrow')
    await chip.focus()
    await page.keyboard.press('Control+,')
    await expect(page.getByRole('form', { name: 'Settings' })).toBeVisible()
  })
})

test('APP-05 lines that are pasted leave the caret behind them, and Shift+Enter moves nothing', async ({
  signedIn: { page },
}) => {
  const cdp = await page.context().newCDPSession(page)
  await line(page).fill('Buy and glue')
  for (const _ of ' glue') await page.keyboard.press('ArrowLeft')
  await page.keyboard.press('ArrowLeft')
  await page.keyboard.press('ArrowLeft')
  await page.keyboard.press('ArrowLeft')
  await page.keyboard.press('Shift+Enter')
  await cdp.send('Input.insertText', { text: 'tape\nand string ' })
  await page.keyboard.type('now ')
  await expect(line(page)).toHaveValue('Buy tape and string now and glue')
})
