// Makes the pictures of capture and form in all their states, dark and light. `npm run screenshots`.
import { fileURLToPath } from 'node:url'
import type { Page } from 'playwright/test'
import { expect, test } from './fixtures.ts'
import { type Launched } from './launch.ts'
import { dismiss, isHidden, press, runCommand, searchBox, selectedRow, signIn, summon } from './steps.ts'
import { pasteInto } from './writes.ts'

const images = fileURLToPath(new URL('../docs/images/', import.meta.url))

const line = (page: Page) => page.getByRole('textbox', { name: 'Capture a task' })
const chips = (page: Page) => page.getByRole('list', { name: 'Recognized' }).getByRole('listitem')
const form = (page: Page) => page.getByRole('form', { name: 'New task' })

/** A line that is captured, after which nothing of it is kept. */
const captured = async ({ app, page }: Launched, text: string, count: number): Promise<void> => {
  if (!(await line(page).isVisible())) await press(app, 'capture')
  await line(page).fill(text)
  await expect(chips(page)).toHaveCount(count)
  await expect(chips(page).filter({ hasText: 'looking…' })).toHaveCount(0)
}

const states: Record<string, (launched: Launched) => Promise<void>> = {
  'capture-empty': async ({ app, page }) => {
    await press(app, 'capture')
    await expect(line(page)).toBeFocused()
  },
  'capture-every-token': (launched) =>
    captured(
      launched,
      'Sketch the booth next friday 5pm @mira #"Cedar Outdoors" !urgent ~1h30m =in-review /trade',
      7,
    ),
  'capture-ambiguous': (launched) => captured(launched, 'Send #meridian the offer monday, call tomorrow', 2),
  'capture-question': async ({ page }) => {
    await page.keyboard.press('Enter')
    await expect(page.getByRole('dialog')).toBeVisible()
  },
  'capture-names': async ({ page }) => {
    await page.keyboard.press('Escape')
    await line(page).fill('Call @')
    await expect(page.getByRole('option', { selected: true })).toBeVisible()
  },
  'capture-pasted': async ({ page }) => {
    await line(page).fill('')
    await pasteInto(line(page), '- Order pens tomorrow\n- Send #meridian the offer\n- Call @noah ~30m')
    await expect(page.getByRole('dialog')).toContainText('is unclear')
  },
  'capture-not-found': async (launched) => {
    await launched.page.keyboard.press('Escape')
    await captured(launched, 'Fix issue #481516 with @nobody tomorrow', 3)
  },
  'capture-pointed': async ({ page }) => {
    await page.keyboard.press('Control+Home')
    await page.keyboard.press('Backspace')
  },
  'capture-calendar': async (launched) => {
    const { page } = launched
    await captured(launched, 'Post the letter 2027-03-05', 1)
    await page.keyboard.press('Control+k')
    await expect(page.getByRole('grid')).toBeVisible()
  },
  'capture-frozen': async ({ page }) => {
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    await expect(page.getByLabel('set by hand')).toBeVisible()
  },
  'capture-problem': async (launched) => {
    await captured(launched, 'tomorrow !high', 2)
    await launched.page.keyboard.press('Enter')
    await expect(launched.page.getByRole('alert')).toBeVisible()
  },
  'capture-draft': async (launched) => {
    const { app, page } = launched
    await captured(launched, 'Ask Noah about the lease', 0)
    await page.keyboard.press('Escape')
    await isHidden(app)
    await press(app, 'capture')
    await expect(page.getByRole('button', { name: 'Continue draft' })).toBeVisible()
  },
  'form-empty': async (launched) => {
    await dismiss(launched)
    await runCommand(launched, 'New task')
    await expect(form(launched.page).getByLabel('Title')).toBeFocused()
  },
  'form-errors': async ({ page }) => {
    await form(page).getByLabel('Due').fill('someday')
    await form(page).getByLabel('Estimate').fill('a while')
    await form(page).getByRole('button', { name: 'Save', exact: true }).click()
    await expect(form(page).getByLabel('Title')).toBeFocused()
  },
  'form-found': async ({ page }) => {
    await form(page).getByLabel('Title').fill('Prepare the offsite')
    await form(page).getByLabel('Due').fill('next friday 5pm')
    await form(page).getByLabel('Estimate').fill('1h 30m')
    await form(page).getByLabel('Assignees').fill('mi')
    await expect(page.getByRole('option', { name: /Mira/ })).toBeVisible()
  },
  'form-calendar': async ({ page }) => {
    await page.keyboard.press('Enter')
    await form(page).getByLabel('Due').press('Alt+ArrowDown')
    await expect(page.getByRole('grid')).toBeVisible()
  },
  'form-filled': async ({ page }) => {
    await page.keyboard.press('Enter')
    await expect(page.getByRole('grid')).toHaveCount(0)
  },
  'form-continued': async (launched) => {
    const { app, page } = launched
    await dismiss(launched)
    await summon(app)
    await searchBox(page).fill('t re')
    await expect(selectedRow(page)).toBeVisible()
    await searchBox(page).press('Enter')
    const edit = page.getByRole('form', { name: 'Edit task' })
    await edit.getByLabel('Description').fill('Numbers, names and dates.')
    const title = await edit.getByLabel('Title').inputValue()
    await dismiss(launched)
    await summon(app)
    await searchBox(page).fill(title)
    await expect(selectedRow(page)).toContainText(title)
    await searchBox(page).press('Enter')
    await expect(page.getByText('Continued from your draft')).toBeVisible()
  },
}

for (const colorScheme of ['light', 'dark'] as const)
  test(`pictures of capture and form, ${colorScheme}`, async ({ service, launch, browser }) => {
    const launched = await launch()
    await launched.page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    await signIn(launched, service, browser)
    for (const [name, open] of Object.entries(states))
      await test.step(name, async () => {
        await open(launched)
        // No row and no day under a pointer that nobody holds.
        await launched.page.mouse.move(0, 0)
        await launched.page.screenshot({ path: `${images}${name}-${colorScheme}.png` })
      })
  })
