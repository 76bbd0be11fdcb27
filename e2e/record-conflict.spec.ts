// Records that others change, too.
import type { Page } from 'playwright/test'
import { ask, valueOf } from './bridge.ts'
import type { RealService } from './real-service.ts'
import { expect, ownTest, test } from './signed-in.ts'
import { runCommand, searchBox, selectedRow, sleepUntil } from './steps.ts'
import { createCompany, openOutbox } from './writes.ts'

const form = (page: Page) => page.getByRole('form', { name: 'Edit company' })

/** Somebody else writes the record. */
const send = async (service: RealService, id: string, method: string, body?: unknown): Promise<void> => {
  const { keys = [] } = service.member('owner@acme.test')
  const answer = await fetch(`${service.localUrl}/v1/records/${id}`, {
    method,
    headers: { Authorization: `Bearer ${keys[0] ?? ''}`, 'Content-Type': 'application/json' },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  })
  expect(answer.status).toBe(200)
}

const find = async (page: Page, title: string): Promise<void> => {
  await searchBox(page).fill(`r ${title}`)
  await expect(selectedRow(page)).toContainText(title)
}
const valuesOf = async (page: Page, id: string): Promise<Record<string, unknown>> =>
  valueOf(await ask(page, 'records.get', { id })).values

test('RCL-02 what others changed meanwhile is merged; of a value that both changed the person chooses, by the name of its field', async ({
  signedIn,
  service,
}) => {
  const { page } = signedIn
  const title = 'Disputed Networks'
  const id = await createCompany(service, title)
  await find(page, title)
  await page.keyboard.press('Control+e')
  await expect(form(page).getByLabel('Name')).toHaveValue(title)
  // An edit in progress keeps the values that it began with; a form without one would show theirs.
  await form(page).getByLabel('Notes').fill('Seen at the fair')
  await send(service, id, 'PATCH', { values: { domain: 'https://theirs.example', employees: 77 } })
  await form(page).getByLabel('Website').fill('https://mine.example')
  await form(page).getByLabel('Website').press('Enter')

  const item = await openOutbox(signedIn)
  const choice = item(title).getByRole('form', { name: `Changes of “${title}”` })
  await expect(choice.getByRole('group')).toHaveCount(1)
  const website = choice.getByRole('group', { name: 'Website' })
  await expect(website.getByRole('radio', { name: 'Yours https://mine.example' })).toBeChecked()
  await website.getByRole('radio', { name: 'Theirs https://theirs.example' }).check()
  await choice.getByRole('button', { name: 'Save choice' }).click()
  await expect(item(title)).toContainText('Saved')
  expect(await valuesOf(page, id)).toMatchObject({
    domain: 'https://theirs.example',
    notes: 'Seen at the fair',
    employees: 77,
  })
})

ownTest(
  'RCL-02 APP-02 letters that are typed before the fields are there stand in the form',
  async ({ signedIn, network }) => {
    const { page } = signedIn
    const answer = network.hold({ path: '/v1/launcher/objects/companies/fields' })
    await runCommand(signedIn, 'New company')
    await expect(page.getByRole('main', { name: 'New company' })).toBeFocused()
    await page.keyboard.type('Harbourr')
    await page.keyboard.press('Backspace')
    await page.keyboard.type(' Works')
    answer()
    await expect(page.getByRole('form', { name: 'New company' }).getByLabel('Name')).toHaveValue(
      'Harbour Works',
    )
  },
)

test('RCL-02 the outbox takes back an archiving; a record that somebody else archived says so in its form, which restores it', async ({
  signedIn,
  service,
}) => {
  const { app, page } = signedIn
  const title = 'Shelved Networks'
  const id = await createCompany(service, title)
  await find(page, title)
  const isArchived = async () => valueOf(await ask(page, 'records.get', { id })).archived
  await page.keyboard.press('Control+Shift+Backspace')
  await expect(page.getByText(`Archived “${title}”`)).toBeVisible()
  await sleepUntil(app, 6_000)
  await expect.poll(isArchived).toBe(true)
  const item = await openOutbox(signedIn)
  await expect(item(title)).toContainText('Archived')
  await item(title).getByRole('button', { name: 'Undo' }).click()
  await expect.poll(isArchived).toBe(false)

  await page.keyboard.press('Escape')
  await searchBox(page).fill('')
  await searchBox(page).press('Backspace')
  await find(page, title)
  await send(service, id, 'DELETE')
  await page.keyboard.press('Control+e')
  await expect(page.getByRole('alert')).toContainText('This record is archived.')
  await page.getByRole('button', { name: 'Restore' }).click()
  await expect.poll(isArchived).toBe(false)
})
