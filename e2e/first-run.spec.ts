import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from './fixtures.ts'
import { type Launched, openedUrls } from './launch.ts'
import { nothingIsFound } from './seen.ts'
import {
  askToSignIn,
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

test('APP-08 a local workspace starts with a name, in one step and without a browser; each row of “Try this” does what it says, and everything works on it, until it is signed out of and opened again', async ({
  launch,
  browser,
}) => {
  const first = await launch()
  await useLocalWorkspace(first)
  const { app, page } = first
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

  const openAgain = again.page.getByRole('button', { name: 'Open your local workspace (Ada Lovelace)' })

  await test.step('Escape cancels', async () => {
    await runCommand(again, 'Sign out')
    await expect(again.page.getByRole('dialog', { name: 'Sign out' })).toContainText(
      /^Sign out of Local workspace\?The workspace and everything in it stay on this computer/,
    )
    await again.page.keyboard.press('Escape')
    await expect(searchBox(again.page)).toBeFocused()
  })

  await test.step('the way back is offered and has the focus', async () => {
    await signOut(again)
    await expect(openAgain).toBeFocused()
    await expect(again.page.getByRole('button', { name: 'Use a local workspace' })).toHaveCount(0)
    await again.page.keyboard.press('Enter')
    await expect(searchBox(again.page)).toBeFocused()
  })

  await test.step('also after a restart', async () => {
    await signOut(again)
    await expect(openAgain).toBeFocused()
    await again.app.close()
    const third = await launch()
    await summon(third.app)
    const button = third.page.getByRole('button', { name: 'Open your local workspace (Ada Lovelace)' })
    await expect(button).toBeFocused()
    await third.page.keyboard.press('Enter')
    await expect(searchBox(third.page)).toBeFocused()
    expect(await openedUrls(third.app)).toEqual([])
  })
})

test('APP-08 APP-09 RCL-03 the local form names what is missing; Escape leads to its button and keeps what was typed, unless an input method composes; axe finds nothing there nor at the sign-in; without demo data people and companies are empty', async ({
  launch,
  service,
}) => {
  const launched = await launch()
  const { app, page } = launched
  await summon(app)
  const local = page.getByRole('button', { name: 'Use a local workspace' })
  await expect(local).toBeVisible()
  await nothingIsFound(page)
  await local.focus()
  await page.keyboard.press('Enter')
  const form = page.getByRole('form', { name: 'Local workspace' })
  const name = form.getByLabel('Your name')
  await expect(name).toBeFocused()
  await nothingIsFound(page)
  const demo = form.getByRole('checkbox', { name: 'Add demo data' })
  await demo.uncheck()
  await form.getByRole('button', { name: 'Create' }).click()
  await expect(name).toHaveAttribute('aria-invalid', 'true')
  await expect(page.getByText('Enter your name.')).toBeVisible()
  await expect(name).toBeFocused()
  await expect(demo).not.toBeChecked()
  await nothingIsFound(page)

  await name.fill('Ada')
  await name.dispatchEvent('keydown', { key: 'Escape', isComposing: true })
  await expect(name).toHaveValue('Ada')
  await page.keyboard.press('Escape')
  await expect(local).toBeFocused()

  await test.step('axe finds nothing at the sign-in', async () => {
    await page.getByRole('button', { name: 'Sign in' }).click()
    await page.getByLabel('Workspace address').fill('http://127.0.0.1:9')
    await page.getByLabel('Workspace address').press('Enter')
    await expect(page.getByRole('alert').first()).toBeVisible()
    await nothingIsFound(page)
    await page.keyboard.press('Escape')
    await askToSignIn(launched, service.baseUrl)
    await expect(page.getByRole('button', { name: 'Open again' })).toBeVisible()
    await nothingIsFound(page)
    await page.getByRole('button', { name: 'Cancel' }).click()
    await page.getByLabel('Workspace address').press('Escape')
  })

  await local.click()
  await expect(name).toHaveValue('Ada')
  await expect(demo).not.toBeChecked()
  await test.step('without demo data people and companies can be browsed, and are empty', async () => {
    await name.press('Enter')
    await expect(searchBox(page)).toBeFocused()
    await page.keyboard.type('o ')
    await expect(results(page).getByRole('option')).toHaveText(['Browse people', 'Browse companies'])
    await page.keyboard.press('Enter')
    await expect(page.getByText(/^No people yet/i).first()).toBeVisible()
  })
})
