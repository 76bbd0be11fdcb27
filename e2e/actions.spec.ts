// Actions on the selected row, by one chord, with an input of their own where they need one.
import type { Page } from 'playwright/test'
import type { Row } from '../shared/ipc/launcher.ts'
import { ask } from './bridge.ts'
import { expect, test } from './signed-in.ts'
import { isLive, searchBox, selectedRow } from './steps.ts'
import { memberAt } from './writes.ts'

const dialog = (page: Page) => page.getByRole('dialog', { name: 'Actions' })

/** Selects the best match. @returns the row */
const select = async (page: Page, kind: 'task' | 'record', query: string): Promise<Row> => {
  await searchBox(page).fill('')
  // Leaves the scope.
  await searchBox(page).press('Backspace')
  await searchBox(page).pressSequentially(`${kind === 'task' ? 't' : 'r'} ${query}`)
  await isLive(page)
  const seen = async (): Promise<Row | undefined> => {
    const title = await selectedRow(page).locator('[dir=auto]').first().textContent()
    const reply = await ask(page, 'search.run', { query: title ?? '', types: [kind] })
    return reply.ok ? reply.value.rows.find((one) => one.title === title) : undefined
  }
  // A search of the palette that is still on its way aborts this one.
  let row: Row | undefined
  await expect.poll(async () => (row = await seen())).toBeDefined()
  if (row === undefined) throw new Error('no row')
  return row
}

/** The start of next Monday, local time. */
const nextMonday = (): Date => {
  const now = new Date()
  return new Date(now.getFullYear(), now.getMonth(), now.getDate() + ((8 - now.getDay()) % 7 || 7))
}

test('APP-09 APP-16 a chord, `mon` and Enter move a task to Monday and Mod+Z moves it back; a person’s email is copied by one chord', async ({
  signedIn: { page },
}) => {
  const { id, title } = await select(page, 'task', 'review')
  const dueOf = async (): Promise<string> => {
    const reply = await ask(page, 'tasks.get', { id })
    return reply.ok ? new Date(reply.value.dueDate ?? 0).toDateString() : 'no answer'
  }
  const before = await dueOf()
  await page.keyboard.press('Control+Shift+D')
  const field = dialog(page).getByRole('combobox', { name: 'Due' })
  await expect(field).toBeFocused()

  await page.keyboard.type('when pigs fly')
  await page.keyboard.press('Enter')
  await expect(dialog(page).getByRole('alert')).toContainText('Not a clear date')
  await expect(field).toHaveValue('when pigs fly')

  await page.keyboard.press('Alt+ArrowDown')
  await expect(page.getByRole('dialog', { name: 'Pick a date' })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(field).toBeFocused()

  await field.fill('mon')
  // On a Sunday it is tomorrow.
  await expect(dialog(page).getByRole('option').first()).toContainText(/Mon|Tomorrow/)
  await page.keyboard.press('Enter')
  await expect(dialog(page)).toHaveCount(0)
  await expect(searchBox(page)).toBeFocused()
  await expect(page.getByText(`“${title}”`)).toContainText(/Due (?:Mon|Tomorrow)/)
  await expect.poll(dueOf).toBe(nextMonday().toDateString())

  await page.keyboard.press('Control+z')
  await expect.poll(dueOf).toBe(before)

  await page.evaluate(() => {
    navigator.clipboard.writeText = (text) => {
      Object.assign(globalThis, { copied: text })
      return Promise.resolve()
    }
  })
  const { record } = await select(page, 'record', 'novák')
  const email = record?.meta.find(({ type }) => type === 'email')?.value ?? 'none'
  await page.keyboard.press('Control+Shift+E')
  await expect(page.getByText(`Copied ${email}`)).toBeVisible()
  expect(await page.evaluate(() => (globalThis as { copied?: string }).copied)).toBe(email)

  await select(page, 'task', 'review')
  await page.keyboard.press('Control+Shift+T')
  await expect(page.getByText('has no phone number')).toBeVisible()
})

test('APP-09 APP-16 a record is linked by a chord, its name and Enter', async ({
  signedIn: { page },
  service,
}) => {
  await memberAt(service, 'owner@acme.test').create('Taste the new blend')
  await select(page, 'task', 'taste the new blend')
  await page.keyboard.press('Control+l')
  const field = dialog(page).getByRole('combobox', { name: 'Records' })
  await field.pressSequentially('cedar outdoors')
  await expect(dialog(page).getByRole('option').first()).toContainText('Cedar Outdoors')
  await page.keyboard.press('Enter')
  await expect(page.getByText('Linked “Cedar Outdoors”')).toBeVisible()

  // Again: it is known to be linked. Escape leads back to the list only if the panel was opened there.
  await page.keyboard.press('Control+k')
  await page.keyboard.type('link rec')
  await page.keyboard.press('Enter')
  await field.pressSequentially('cedar outdoors')
  await expect(dialog(page).getByRole('option', { name: 'Cedar Outdoors', checked: true })).toBeVisible()
  await page.keyboard.press('Enter')
  await expect(dialog(page).getByRole('alert')).toContainText('already linked')
  await page.keyboard.press('Escape')
  await expect(dialog(page).getByRole('combobox', { name: 'Filter actions' })).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(dialog(page)).toHaveCount(0)
  await expect(searchBox(page)).toBeFocused()
})
