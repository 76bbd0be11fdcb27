// Tasks that repeat: captured, completed, undone, skipped, stopped and edited.
import type { Page } from 'playwright/test'
import { seriousProblems } from './seen.ts'
import { expect, test } from './signed-in.ts'
import { isHidden, press, results, searchBox, selectedRow, summon } from './steps.ts'
import { capture, isStored, memberAt, openForm } from './writes.ts'

const owner = 'owner@acme.test'
const line = (page: Page) => page.getByRole('textbox', { name: 'Capture a task' })
const chips = (page: Page) => page.getByRole('list', { name: 'Recognized' }).getByRole('listitem')
const pane = (page: Page) => page.getByRole('complementary', { name: 'Details' })

/** An action of the panel, by its name. */
const act = async (page: Page, name: string): Promise<void> => {
  await page.keyboard.press('Control+k')
  const panel = page.getByRole('dialog', { name: 'Actions' })
  await panel.getByRole('combobox').fill(name)
  await expect(panel.getByRole('option', { name })).toBeVisible()
  await page.keyboard.press('Enter')
  await expect(panel).toHaveCount(0)
}

test('LCH-11 a task that repeats is captured, comes again when it is done, and only once after an undo', async ({
  signedIn,
  service,
}) => {
  const { app, page } = signedIn
  const me = memberAt(service, owner)
  const open = async () => (await me.titled('Water the palms')).filter(({ status }) => status !== 'done')

  await press(app, 'capture')
  await line(page).fill('Water the palms every day until 5 march')
  await expect(chips(page).filter({ hasText: /Every day until/ })).toBeVisible()
  await expect(page.getByText('Due: Today')).toBeVisible()
  expect(await seriousProblems(page)).toEqual([])
  // The first Backspace selects the chip, the second turns it back into text.
  await line(page).press('Home')
  await line(page).press('Backspace')
  await line(page).press('Backspace')
  await expect(chips(page)).toHaveCount(0)
  await line(page).fill('')
  await line(page).fill('Water the palms every day')
  await expect(chips(page).filter({ hasText: 'Every day' })).toBeVisible()
  await line(page).press('Enter')
  await isHidden(app)
  await isStored(service, 'Water the palms')

  await summon(app)
  await searchBox(page).fill('t water the palms')
  await expect(selectedRow(page)).toContainText('Water the palms')
  await expect(selectedRow(page)).toContainText('Repeats: Every day')
  await expect(pane(page)).toContainText('Every day')
  expect(await seriousProblems(page)).toEqual([])

  await page.keyboard.press('Control+d')
  await expect(page.getByText('Done: “Water the palms”. Next: Tomorrow')).toBeVisible()
  await expect.poll(async () => (await me.titled('Water the palms')).length).toBe(2)
  await page.keyboard.press('Control+z')
  await expect.poll(async () => (await me.titled('Water the palms')).length).toBe(1)
  await expect.poll(async () => (await open()).length).toBe(1)

  await expect(selectedRow(page)).toContainText('Today')
  await page.keyboard.press('Control+d')
  await expect.poll(async () => (await open()).length).toBe(1)
  await expect.poll(async () => (await me.titled('Water the palms')).length).toBe(2)
  await expect(
    results(page)
      .getByRole('option')
      .filter({ hasText: /palms.*Tomorrow/ }),
  ).toBeVisible()
})

test('LCH-11 a task that repeats is moved to its next date, and repeats no more', async ({
  signedIn,
  service,
}) => {
  const { app, page } = signedIn
  const me = memberAt(service, owner)
  await capture(signedIn, 'Sweep the yard every 3 days')
  await isStored(service, 'Sweep the yard')
  const [first] = await me.titled('Sweep the yard')
  await summon(app)
  await searchBox(page).fill('t sweep the yard')
  await expect(selectedRow(page)).toContainText('Repeats: Every 3 days')

  await act(page, 'Skip to next date')
  const days = async () =>
    (Date.parse((await me.titled('Sweep the yard'))[0]?.dueDate ?? '') - Date.parse(first?.dueDate ?? '')) /
    86_400_000
  await expect.poll(async () => Math.round(await days())).toBe(3)
  await act(page, 'Stop repeating')
  await expect(page.getByText('“Sweep the yard” does not repeat any more')).toBeVisible()
  await expect(selectedRow(page)).not.toContainText('Repeats')

  const form = await openForm(signedIn, 'Sweep the yard')
  const repeats = form.getByRole('combobox', { name: 'Repeats' })
  await expect(repeats).toHaveText('Does not repeat')
  await repeats.click()
  await page.getByRole('option', { name: 'In words…' }).click()
  const words = form.getByLabel('Repeats, in words')
  await words.fill('every now and then')
  await words.press('Enter')
  await expect(form.getByRole('alert')).toContainText('Not a repetition')
  expect(await seriousProblems(page)).toEqual([])
  await words.fill('every 2 weeks on monday')
  await words.press('Enter')
  await expect
    .poll(async () => (await me.titled('Sweep the yard'))[0])
    .toMatchObject({
      recurrence: { rule: 'FREQ=WEEKLY;INTERVAL=2;BYDAY=MO', after: 'due' },
    })
})
