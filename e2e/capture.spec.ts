// Quick capture with the keyboard: what is recognized, asked, taken back, changed by hand and saved.
import type { Page } from 'playwright/test'
import { taskLimits } from '../shared/api/limits.ts'
import { expect, test } from './signed-in.ts'
import {
  dismiss,
  isHidden,
  isVisible,
  listenToNotifications,
  press,
  runCommand,
  searchBox,
  selectedRow,
  summon,
} from './steps.ts'
import { blockOutbox, capture, isKept, isStored } from './writes.ts'

const line = (page: Page) => page.getByRole('textbox', { name: 'Capture a task' })
const chips = (page: Page) => page.getByRole('list', { name: 'Recognized' }).getByRole('listitem')

test('APP-05 every token of the grammar is resolved in the workspace and saved', async ({
  service,
  signedIn,
}) => {
  const { app, page } = signedIn
  await press(app, 'capture')
  await line(page).fill(
    'Sketch the booth 2027-03-05 @mira @me #"Cedar Outdoors" !urgent ~1h30m =in-review /trade',
  )
  await expect(chips(page)).toHaveCount(8)
  await expect(chips(page).filter({ hasText: 'Mira Solano' })).toBeVisible()
  await expect(chips(page).filter({ hasText: 'Olivia Hart' })).toBeVisible()
  await expect(chips(page).filter({ hasText: 'Cedar Outdoors' })).toBeVisible()
  await expect(chips(page).filter({ hasText: 'In review' })).toBeVisible()
  await expect(chips(page).filter({ hasText: 'Trade fair' })).toBeVisible()
  await page.keyboard.press('Enter')
  await isHidden(app)
  await isStored(service, 'Sketch the booth')

  await summon(app)
  await searchBox(page).fill('sketch the booth')
  await expect(selectedRow(page)).toContainText('Sketch the booth')
  await searchBox(page).press('Enter')
  const form = page.getByRole('form', { name: 'Edit task' })
  await expect(form.getByLabel('Title')).toHaveValue('Sketch the booth')
  await expect(form.getByLabel('Estimate')).toHaveValue('1h 30m')
  await expect(form.getByLabel('Priority')).toHaveText('Urgent')
  await expect(form.getByLabel('Status')).toHaveText('In review')
  await expect(form.getByLabel('Section')).toContainText('Trade fair')
  await expect(form.getByLabel('Due')).toHaveValue(/Mar.*2027|2027.*Mar/)
  for (const name of ['Mira Solano', 'Olivia Hart', 'Cedar Outdoors'])
    await expect(form.getByRole('button', { name: `Remove ${name}` })).toBeVisible()
})

test('APP-05 what is ambiguous is asked before it is saved, and is then frozen', async ({ signedIn }) => {
  const { app, page } = signedIn
  await press(app, 'capture')
  await line(page).fill('Check it =in')
  await expect(chips(page)).toContainText('Which in?')
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Which in?' })
  await expect(dialog.getByRole('button').first()).toBeFocused()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await expect(dialog).toHaveCount(0)
  await expect(chips(page)).toContainText('In review')
  await expect(page.getByLabel('set by hand')).toBeVisible()
  await expect(line(page)).toBeFocused()
  await page.keyboard.press('End')
  await page.keyboard.type(' again')
  await expect(chips(page)).toHaveCount(1)
  await expect(chips(page)).toContainText('In review')
  await expect(page.getByText('Check it again')).toBeVisible()
})

test('APP-05 Backspace at the start points at the last chip, then turns it back into text; a repetition that is not read stays text, and that is said', async ({
  signedIn,
}) => {
  const { app, page } = signedIn
  await press(app, 'capture')
  await line(page).fill('Write the tomorrow manifesto !high')
  await expect(chips(page)).toHaveCount(2)
  await page.keyboard.press('Control+Home')
  await page.keyboard.press('Backspace')
  await expect(chips(page)).toHaveCount(2)
  await expect(page.locator('mark[data-pointed]')).toHaveText('!high')
  await expect(
    page.getByRole('status').filter({ hasText: 'Priority: High priority selected' }),
  ).toBeAttached()
  await page.keyboard.press('Backspace')
  await expect(chips(page)).toHaveCount(1)
  await expect(page.getByRole('status').filter({ hasText: 'selected' })).toHaveCount(0)
  await page.keyboard.press('Backspace')
  await page.keyboard.press('Backspace')
  await expect(chips(page)).toHaveCount(0)
  await expect(line(page)).toHaveValue('Write the tomorrow manifesto !high')

  const note = page.getByText('The repetition stays text. This task is created once.')
  await line(page).fill('Water the plants twice a week')
  await expect(note).toBeVisible()
  await expect(chips(page)).toHaveCount(0)
  await line(page).fill('Water the plants')
  await expect(note).toHaveCount(0)
})

test('APP-05 a chip is changed from what it is: Enter leaves it so; a date that is set in the calendar, without a pointer, stays as it was set', async ({
  signedIn,
}) => {
  const { app, page } = signedIn
  await press(app, 'capture')
  for (const [text, value] of [
    ['Do it !high', 'High priority'],
    ['Do it ~1h30m', '1h 30m'],
    ['Do it ~25m', '25m'],
    ['Do it @mira', 'Mira Solano'],
    ['Do it =in-review', 'In review'],
    ['Do it /trade', 'Trade fair'],
    ['Do it #"Cedar Outdoors"', 'Cedar Outdoors'],
  ] as const) {
    await line(page).fill(text)
    // A record that is still looked for cannot be changed yet.
    await expect(chips(page).getByRole('button', { name: value, exact: true })).toBeVisible()
    await page.keyboard.press('Control+k')
    const current = page.getByRole('dialog', { name: /^Change/ }).locator('[aria-current]')
    await expect(current).toContainText(value)
    await expect(current).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(chips(page)).toContainText(value)
    await expect(page.getByLabel('set by hand')).toBeVisible()
    await line(page).fill('')
  }

  await line(page).fill('Post the letter 2027-03-05')
  await expect(chips(page)).toHaveCount(1)
  await page.keyboard.press('Control+k')
  const calendar = page.getByRole('dialog', { name: 'Change due' })
  await expect(calendar.getByRole('grid', { name: 'March 2027' })).toBeVisible()
  await expect(calendar.getByRole('button', { name: /March 5, 2027/ })).toBeFocused()
  await page.keyboard.press('PageDown')
  await expect(calendar.getByRole('grid', { name: 'April 2027' })).toBeVisible()
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('ArrowDown')
  await expect(calendar.getByRole('button', { name: /April 13, 2027/ })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(calendar).toHaveCount(0)
  await expect(chips(page)).toContainText(/Apr.*13|13.*Apr/)
  await page.keyboard.press('End')
  await page.keyboard.type(' 5pm')
  await expect(chips(page)).toHaveCount(1)
  await expect(chips(page)).toContainText(/Apr.*13|13.*Apr/)
  await expect(page.getByText('Post the letter 5pm')).toBeVisible()
})

test('APP-05 saving several in a row keeps the line open, and quoted words are words', async ({
  service,
  signedIn,
}) => {
  const { app, page } = signedIn
  await press(app, 'capture')
  await line(page).fill('Print "due tomorrow" stickers')
  await expect(chips(page)).toHaveCount(0)
  await page.keyboard.press('Control+Enter')
  // The service may have it before anybody can read that it is on its way.
  await expect(page.getByText(/^(Saving|Saved:) “Print due tomorrow stickers”$/)).toBeVisible()
  await expect(line(page)).toHaveValue('')
  await page.keyboard.type('Fetch packing tape !!')
  await page.keyboard.press('Enter')
  await isHidden(app)
  await summon(app)
  for (const title of ['Print due tomorrow stickers', 'Fetch packing tape']) {
    await isStored(service, title)
    await searchBox(page).fill(title)
    await expect(selectedRow(page)).toContainText(title)
  }
})

test('APP-05 what became of a line is said quietly at the next summon, and nothing comes up for it', async ({
  signedIn,
  service,
}) => {
  const { app, page } = signedIn
  const { bodies } = await listenToNotifications(app)
  await capture(signedIn, 'Water the office plants')
  await isStored(service, 'Water the office plants')
  const told = page.getByRole('status').filter({ hasText: 'Saved: “Water the office plants”' })
  await expect(told).toBeAttached()
  expect(await isVisible(app)).toBe(false)
  expect(await bodies()).toEqual([])
  await press(app, 'summon')
  await expect(told).toBeVisible()
  await expect(searchBox(page)).toBeFocused()
  await expect(page.getByRole('alert')).toHaveCount(0)
})

test('APP-05 APP-07 APP-09 a line that the disk does not take stays up with its text, is not told saved, and Enter and Mod+R try again', async ({
  signedIn,
  service,
}) => {
  const { app, page, userData } = signedIn
  for (const [key, text] of [
    ['Enter', 'Buy a bigger disk'],
    ['Control+r', 'Buy another disk'],
  ] as const)
    await test.step(key, async () => {
      const free = blockOutbox(userData)
      await press(app, 'capture')
      await line(page).fill(text)
      await line(page).press('Enter')
      await expect(page.getByRole('alert')).toContainText('The disk is full or read-only')
      await expect(line(page)).toHaveValue(text)
      expect(await isVisible(app)).toBe(true)
      free()
      await line(page).press(key)
      await isHidden(app)
      await isStored(service, text)
    })
})

test('APP-05 what is too long is said, and not a letter of it is cut: in the line, in the form, in the draft', async ({
  signedIn,
}) => {
  const { app, page } = signedIn
  const cdp = await page.context().newCDPSession(page)
  const paste = (text: string) => cdp.send('Input.insertText', { text })
  const long = `${'A thought that goes on. '.repeat(200)}The end`
  await press(app, 'capture')
  await expect(line(page)).toBeFocused()
  await paste(long)
  await expect(line(page)).toHaveValue(long)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('alert')).toHaveText('A title has at most 500 characters.')
  await expect(line(page)).toHaveValue(long)
  await isKept(page, long)
  await dismiss(signedIn)

  await runCommand(signedIn, 'New task')
  const form = page.getByRole('form', { name: 'New task' })
  await form.getByLabel('Title').fill('A long story')
  await form.getByLabel('Description').focus()
  const story = `${'word '.repeat(taskLimits.description / 5)}The end`
  await paste(story)
  await expect(form.getByLabel('Description')).toHaveValue(story)
  await form.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(form.getByLabel('Description')).toHaveAccessibleDescription(/At most/)
  await expect(form.getByLabel('Description')).toHaveValue(story)
})
