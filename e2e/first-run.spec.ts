import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import type { Browser, Page } from '@playwright/test'
import { expect, test } from './fixtures.ts'
import { type Launched, openedUrls } from './launch.ts'
import { nextOpenedUrl, press, results, searchBox, selectedRow, summon } from './steps.ts'

/** "Use a local workspace", up to the browser's one question. @returns the tab that asks it. */
const askForLocalWorkspace = async ({ app, page }: Launched, browser: Browser): Promise<Page> => {
  await summon(app)
  await page.getByRole('button', { name: 'Use a local workspace' }).click()
  const form = page.getByRole('form', { name: 'Local workspace' })
  await form.getByLabel('Your name').fill('Ada Lovelace')
  await form.getByLabel('Email').fill('ada@example.test')
  await form.getByRole('checkbox', { name: 'Add demo data' }).check()
  await form.getByRole('button', { name: 'Create' }).click()
  const tab = await browser.newPage()
  await tab.goto(await nextOpenedUrl(app, 0))
  await expect(tab.getByRole('button', { name: 'Allow' })).toBeVisible()
  return tab
}

const useLocalWorkspace = async (launched: Launched, browser: Browser): Promise<void> => {
  const { app, page } = launched
  const tab = await askForLocalWorkspace(launched, browser)
  await tab.getByRole('button', { name: 'Allow' }).click()
  await tab.waitForURL(/\/done/)
  await summon(app)
  await expect(searchBox(page)).toBeVisible()
}

test('APP-08 a local workspace starts without an account or a password, and everything works on it', async ({
  launch,
  browser,
}) => {
  const first = await launch()
  await useLocalWorkspace(first, browser)
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
  await app.close()

  const again = await launch()
  await summon(again.app)
  await searchBox(again.page).fill('office plants')
  await expect(selectedRow(again.page)).toContainText('Water the office plants')
})

test('APP-08 a quit gives the local workspace time to close its database', async ({ launch, browser }) => {
  const launched = await launch()
  await useLocalWorkspace(launched, browser)
  const files = (): string[] => readdirSync(join(launched.userData, 'local-workspace'))
  expect(files()).toContain('workspace.db-wal')
  await launched.app.close()
  // SQLite takes its log into the database when that is closed, and not when its process is cut off.
  expect(files()).not.toContain('workspace.db-wal')
})

test('APP-09 back from the local workspace the focus is on the button that led there', async ({ launch }) => {
  const { app, page } = await launch()
  await summon(app)
  const local = page.getByRole('button', { name: 'Use a local workspace' })
  await local.focus()
  await page.keyboard.press('Enter')
  await expect(page.getByLabel('Your name')).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(local).toBeFocused()
})

test('APP-08 a sign-in to the local workspace goes on in its page though the service dies meanwhile', async ({
  launch,
  browser,
}) => {
  const launched = await launch()
  const { app, page } = launched
  await app.evaluate(({ utilityProcess }) => {
    const fork = utilityProcess.fork.bind(utilityProcess)
    utilityProcess.fork = (...how) => {
      const child = fork(...how)
      Object.assign(globalThis, { child })
      return child
    }
  })
  const tab = await askForLocalWorkspace(launched, browser)
  await app.evaluate(() => {
    const { child } = globalThis as unknown as { child: Electron.UtilityProcess }
    return new Promise<void>((resolve) => {
      child.once('exit', () => resolve())
      process.kill(child.pid ?? Number.NaN, 'SIGKILL')
    })
  })
  const answers = () =>
    tab.request.get(new URL('/healthz', tab.url()).href).then(
      () => true,
      () => false,
    )
  await expect.poll(answers).toBe(true)
  await tab.getByRole('button', { name: 'Allow' }).click()
  await tab.waitForURL(/\/done/)
  await summon(app)
  await expect(searchBox(page)).toBeVisible()
})

test('APP-08 the local form names what is missing and keeps what was typed', async ({ launch }) => {
  const { app, page } = await launch()
  await summon(app)
  await page.getByRole('button', { name: 'Use a local workspace' }).click()
  const form = page.getByRole('form', { name: 'Local workspace' })
  await form.getByLabel('Email').fill('not an address')
  await form.getByRole('button', { name: 'Create' }).click()
  await expect(form.getByLabel('Your name')).toHaveAttribute('aria-invalid', 'true')
  await expect(form.getByLabel('Your name')).toBeFocused()
  await expect(form.getByLabel('Email')).toHaveValue('not an address')
})

test('APP-08 Escape steps back from the local form and keeps what was typed; while an input method composes it is not ours', async ({
  launch,
}) => {
  const { app, page } = await launch()
  await summon(app)
  const open = page.getByRole('button', { name: 'Use a local workspace' })
  await open.click()
  const form = page.getByRole('form', { name: 'Local workspace' })
  await form.getByLabel('Email').fill('ada@example.test')
  await form.getByRole('checkbox', { name: 'Add demo data' }).uncheck()
  await form.getByLabel('Your name').fill('Ada')
  await form.getByLabel('Your name').dispatchEvent('keydown', { key: 'Escape', isComposing: true })
  await expect(form.getByLabel('Your name')).toHaveValue('Ada')
  await page.keyboard.press('Escape')
  await open.click()
  await expect(form.getByLabel('Your name')).toHaveValue('Ada')
  await expect(form.getByLabel('Email')).toHaveValue('ada@example.test')
  await expect(form.getByRole('checkbox', { name: 'Add demo data' })).not.toBeChecked()
})
