import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from './fixtures.ts'
import { type Launched, openedUrls } from './launch.ts'
import {
  nextOpenedUrl,
  press,
  results,
  runCommand,
  searchBox,
  selectedRow,
  signOut,
  summon,
} from './steps.ts'

/** "Use a local workspace": a name, Enter, and the palette. */
const useLocalWorkspace = async ({ app, page }: Launched): Promise<void> => {
  await summon(app)
  await page.getByRole('button', { name: 'Use a local workspace' }).click()
  const form = page.getByRole('form', { name: 'Local workspace' })
  await expect(form.getByRole('textbox')).toHaveCount(1)
  await form.getByLabel('Your name').fill('Ada Lovelace')
  await page.keyboard.press('Enter')
  await expect(searchBox(page)).toBeFocused({ timeout: 30_000 })
  expect(await openedUrls(app)).toEqual([])
}

test('APP-08 a local workspace starts with a name, in one step and without a browser, and everything works on it', async ({
  launch,
  browser,
}) => {
  const first = await launch()
  await useLocalWorkspace(first)
  const { app, page } = first
  await searchBox(page).fill('a')
  await expect(results(page).getByRole('option').first()).toBeVisible()
  await press(app, 'capture')
  await page.getByRole('textbox', { name: 'Capture a task' }).fill('Water the office plants')
  await page.keyboard.press('Enter')
  await summon(app)
  await searchBox(page).fill('office plants')
  await expect(selectedRow(page)).toContainText('Water the office plants')
  // Until it is stored, its row leads to the outbox.
  await expect(selectedRow(page)).not.toHaveAccessibleName(/Queued|Sending|Waiting|checking/)

  const opened = (await openedUrls(app)).length
  await searchBox(page).press('Control+Enter')
  const tab = await browser.newPage()
  await tab.goto(await nextOpenedUrl(app, opened))
  await expect(tab.getByRole('heading', { name: 'Water the office plants' })).toBeVisible()
  const files = (): string[] => readdirSync(join(first.userData, 'local-workspace'))
  expect(files()).toContain('workspace.db-wal')
  await app.close()
  // SQLite takes its log into the database when that is closed, and not when its process is cut off.
  expect(files()).not.toContain('workspace.db-wal')

  const again = await launch()
  await summon(again.app)
  await searchBox(again.page).fill('office plants')
  await expect(selectedRow(again.page)).toContainText('Water the office plants')
})

test('APP-08 each row of “Try this” does what it says with the demo, and then disappears', async ({
  launch,
}) => {
  const launched = await launch()
  await useLocalWorkspace(launched)
  const { app, page } = launched
  const steps = results(page).getByRole('group', { name: 'Try this' }).getByRole('option')
  await expect(steps).toHaveCount(3)
  await expect(results(page).getByRole('group', { name: 'Recent' })).toHaveCount(0)

  await test.step('the captured line names a person and a record', async () => {
    await steps.filter({ hasText: 'Capture a task' }).click()
    await expect(page.getByRole('textbox', { name: 'Capture a task' })).toHaveValue(/@grace.*!high/)
    const chips = page.getByRole('list', { name: 'Recognized' })
    await expect(chips).toContainText('Grace Nakamura')
    await expect(chips).toContainText('Acme')
    await page.keyboard.press('Enter')
  })
  await test.step('the email is found', async () => {
    await summon(app)
    await expect(searchBox(page)).toHaveValue('')
    await expect(steps).toHaveCount(2)
    await steps.filter({ hasText: 'Anton Olsen' }).click()
    await expect(selectedRow(page)).toContainText('Anton Olsen')
    await expect(page.getByText('anton.olsen@quarrytravel.example').first()).toBeVisible()
  })
  await test.step('the brief opens, and nothing is left to try', async () => {
    await searchBox(page).fill('')
    await steps.filter({ hasText: 'brief' }).click()
    await expect(page.getByRole('main', { name: 'Daily brief' })).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(searchBox(page)).toBeVisible()
    await expect(steps).toHaveCount(0)
  })
})

test('APP-08 sign-out asks once, and the local workspace is one step away afterwards', async ({ launch }) => {
  const launched = await launch()
  await useLocalWorkspace(launched)
  const { app, page } = launched
  const openAgain = page.getByRole('button', { name: 'Open your local workspace (Ada Lovelace)' })

  await test.step('Escape cancels', async () => {
    await runCommand(launched, 'Sign out')
    await expect(page.getByRole('dialog', { name: 'Sign out' })).toContainText(
      /^Sign out of Local workspace\?The workspace and everything in it stay on this computer/,
    )
    await page.keyboard.press('Escape')
    await expect(searchBox(page)).toBeFocused()
  })

  await test.step('the way back is offered and has the focus', async () => {
    await signOut(launched)
    await expect(openAgain).toBeFocused()
    await expect(page.getByRole('button', { name: 'Use a local workspace' })).toHaveCount(0)
    await page.keyboard.press('Enter')
    await expect(searchBox(page)).toBeFocused()
  })

  await test.step('also after a restart', async () => {
    await signOut(launched)
    await expect(openAgain).toBeFocused()
    await app.close()
    const again = await launch()
    await summon(again.app)
    const button = again.page.getByRole('button', { name: 'Open your local workspace (Ada Lovelace)' })
    await expect(button).toBeFocused()
    await again.page.keyboard.press('Enter')
    await expect(searchBox(again.page)).toBeFocused()
    expect(await openedUrls(again.app)).toEqual([])
  })
})

test('APP-08 APP-09 the local form names what is missing; Escape leads to its button and keeps what was typed, unless an input method composes', async ({
  launch,
}) => {
  const { app, page } = await launch()
  await summon(app)
  const local = page.getByRole('button', { name: 'Use a local workspace' })
  await local.focus()
  await page.keyboard.press('Enter')
  const form = page.getByRole('form', { name: 'Local workspace' })
  const name = form.getByLabel('Your name')
  await expect(name).toBeFocused()
  const demo = form.getByRole('checkbox', { name: 'Add demo data' })
  await demo.uncheck()
  await form.getByRole('button', { name: 'Create' }).click()
  await expect(name).toHaveAttribute('aria-invalid', 'true')
  await expect(name).toBeFocused()
  await expect(demo).not.toBeChecked()

  await name.fill('Ada')
  await name.dispatchEvent('keydown', { key: 'Escape', isComposing: true })
  await expect(name).toHaveValue('Ada')
  await page.keyboard.press('Escape')
  await expect(local).toBeFocused()
  await local.click()
  await expect(name).toHaveValue('Ada')
  await expect(demo).not.toBeChecked()
})

test('APP-08 RCL-03 without demo data people and companies can be browsed, and are empty', async ({
  launch,
}) => {
  const { app, page } = await launch()
  await summon(app)
  await page.getByRole('button', { name: 'Use a local workspace' }).click()
  const form = page.getByRole('form', { name: 'Local workspace' })
  await form.getByLabel('Your name').fill('Ada')
  await form.getByRole('checkbox', { name: 'Add demo data' }).uncheck()
  await page.keyboard.press('Enter')
  await expect(searchBox(page)).toBeFocused()
  await page.keyboard.type('o ')
  await expect(results(page).getByRole('option')).toHaveText(['Browse people', 'Browse companies'])
  await page.keyboard.press('Enter')
  await expect(page.getByText(/^No people yet/i).first()).toBeVisible()
})
