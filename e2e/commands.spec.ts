// Commands and browsing, without a pointer.
import type { Page } from 'playwright/test'
import { isUp, openedUrls } from './launch.ts'
import { expect, ownTest, test } from './signed-in.ts'
import { dismiss, results, runCommand, searchBox, selectedRow, summon } from './steps.ts'

const rows = (page: Page) => results(page).getByRole('option')

test('APP-09 every command is found with > and its shortcut, and runs', async ({ signedIn: { page } }) => {
  await page.keyboard.type('>')
  for (const words of [
    'New task',
    'Capture a task',
    'Daily brief',
    'Browse…',
    'Outbox',
    'Settings',
    'Keyboard shortcuts',
    'Sign out',
    'Search tasks',
    'Search records',
    'Search meetings',
    'Actions',
    'Join the next meeting',
    'Undo the last change',
    'Refresh',
    'Quit Svc Launcher',
  ])
    await expect(rows(page).filter({ hasText: words }).first()).toBeAttached()
  await expect(rows(page).filter({ hasText: 'Undo the last change' }).locator('kbd')).toHaveText([
    'Ctrl',
    'Z',
  ])
  // The global hotkey, as it is set.
  await expect(rows(page).filter({ hasText: 'Capture a task' }).locator('kbd')).toHaveText([
    'Ctrl',
    'Alt',
    'Shift',
    'Space',
  ])
  await page.keyboard.type('search rec')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('button', { name: 'Leave Records' })).toBeVisible()
})

test('AUT-12 Developer settings open in the browser, from the palette and by a button of the settings, where the service asks to sign in', async ({
  signedIn,
}) => {
  const { app, page } = signedIn
  const before = (await openedUrls(app)).length
  await page.keyboard.type('developer')
  await expect(selectedRow(page)).toContainText('Developer settings')
  await page.keyboard.press('Enter')
  await expect.poll(async () => (await openedUrls(app)).length).toBe(before + 1)
  const [address = ''] = (await openedUrls(app)).slice(before)
  expect(new URL(address).pathname).toBe('/settings')
  expect(await (await fetch(address)).text()).toContain('Sign in')

  await runCommand(signedIn, 'Settings')
  await page.getByRole('button', { name: 'Developer settings' }).click()
  await expect.poll(async () => (await openedUrls(app)).slice(before + 1).join()).toMatch(/\/settings$/)
  await expect.poll(() => isUp(app)).toBe(false)
})

test('APP-03 the keys that stand beside the actions work while the panel is up', async ({
  signedIn: { page },
}) => {
  const panel = page.getByRole('dialog', { name: 'Actions' })
  await searchBox(page).fill('t review')
  await expect(selectedRow(page)).toContainText('Review')
  await page.keyboard.press('Control+k')
  await expect(panel.getByRole('option', { name: 'Copy link', exact: true })).toBeVisible()
  await page.keyboard.press('Control+Shift+C')
  await expect(panel).toHaveCount(0)
  await expect(page.getByText('Link copied')).toBeVisible()
  // Also of an action that the filter leaves out.
  await page.keyboard.press('Control+k')
  await panel.getByRole('combobox').fill('edit')
  await page.keyboard.press('Control+Shift+C')
  await expect(panel).toHaveCount(0)
})

ownTest('APP-09 > quit ends the program', async ({ signedIn: { app, page } }) => {
  const closed = app.waitForEvent('close')
  await page.keyboard.type('>quit')
  await expect(selectedRow(page)).toContainText('Quit')
  // The page may be gone before the key is up.
  await page.keyboard.press('Enter').catch(() => undefined)
  await closed
})

test('APP-03 browse keeps its place over another summon, on whatever page it was', async ({
  signedIn: { app, page },
}) => {
  await page.keyboard.type('o people')
  await expect(selectedRow(page)).toContainText('Browse people')
  await page.keyboard.press('Enter')
  const filter = page.getByRole('combobox', { name: 'Search people' })
  await expect(filter).toBeFocused()
  await expect(rows(page).first()).toBeVisible()
  // Past the first page of the service.
  await page.keyboard.press('Control+End')
  await expect.poll(() => selectedRow(page).getAttribute('aria-posinset').then(Number)).toBeGreaterThan(20)
  await page.keyboard.press('ArrowUp')
  const chosen = await selectedRow(page).textContent()
  await page.keyboard.press('Control+n')
  await expect(page.getByRole('form', { name: 'New task' }).getByLabel('Title')).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(filter).toBeFocused()
  await dismiss({ app, page })
  await summon(app)
  await page.keyboard.type('o people')
  await expect(selectedRow(page)).toContainText('Browse people')
  await page.keyboard.press('Enter')
  await expect(filter).toBeFocused()
  await expect(selectedRow(page)).toHaveText(chosen ?? '')
  await expect(selectedRow(page)).toBeInViewport()
})
