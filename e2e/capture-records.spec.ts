// Records that a captured line names: what was seen here is not all that the service knows.
import type { Page } from 'playwright/test'
import { expect, test } from './signed-in.ts'
import { searchLimit } from '../shared/api/limits.ts'
import type { RealService } from './real-service.ts'
import { dismiss, isHidden, isLive, press, results, searchBox } from './steps.ts'
import { isStored } from './writes.ts'

// One record is named by its test, and another one is not known here yet.
test.use({ own: true })

const search = '/v1/launcher/search'
const line = (page: Page) => page.getByRole('textbox', { name: 'Capture a task' })
const chips = (page: Page) => page.getByRole('list', { name: 'Recognized' }).getByRole('listitem')

/** Somebody else creates a company, as another one is. */
const createCompany = async (service: RealService, name: string): Promise<void> => {
  const { keys = [] } = service.member('owner@acme.test')
  const headers = { Authorization: `Bearer ${keys[0] ?? ''}`, 'Content-Type': 'application/json' }
  const address = `${service.localUrl}/v1/records`
  const others = (await (await fetch(`${address}?object=companies&limit=1`, { headers })).json()) as {
    data: { title: string; values: Record<string, unknown> }[]
  }
  const { title = '', values = {} } = others.data[0] ?? {}
  const named = Object.entries(values).map(([field, value]) => [field, value === title ? name : value])
  const created = await fetch(address, {
    method: 'POST',
    headers,
    body: JSON.stringify({ object: 'companies', values: Object.fromEntries(named) as unknown }),
  })
  expect(created.status).toBe(201)
}

test.beforeEach(async ({ signedIn, service }) => {
  const { app, page } = signedIn
  await searchBox(page).fill('r meridian net')
  await expect(
    results(page)
      .getByRole('option', { name: /^Meridian Networks/ })
      .first(),
  ).toBeVisible()
  await isLive(page)
  await createCompany(service, 'Networks United')
  await dismiss(signedIn)
  await press(app, 'capture')
})

test('APP-05 a record that was seen is not linked before the service has said whether there is another, and the wait is seen beside a notice', async ({
  signedIn: { page },
  network,
}) => {
  await line(page).fill('Water the lobby plants')
  await page.keyboard.press('Control+Enter')
  const told = page.getByRole('status').filter({ hasText: /“Water the lobby plants”$/ })
  await expect(told).toBeVisible()
  const answer = network.hold({ path: search }, Number.POSITIVE_INFINITY)
  await line(page).fill('Call them about #networks')
  await expect(chips(page)).toContainText('Meridian Networks')
  await page.keyboard.press('Enter')
  await expect(page.getByText('Looking for what you named…')).toBeVisible()
  await expect(told).toHaveCount(1)
  answer()
  const question = page.getByRole('dialog', { name: 'Which networks?' })
  // Its object tells it from another record of that name.
  await expect(question.getByRole('button', { name: /^Networks United Company/ })).toBeVisible()
})

test('APP-05 a record is found by its whole name where the service knows more records of the first word than it answers with', async ({
  signedIn: { app, page },
  service,
}) => {
  await createCompany(service, 'Zephyr Holding')
  for (let number = 0; number < searchLimit; number += 1) await createCompany(service, `Zephyr ${number}`)
  await line(page).fill('Write to #zephyr holding about the offer')
  await page.keyboard.press('Enter')
  await isHidden(app)
  await isStored(service, 'Write to Zephyr Holding about the offer')
})

test('APP-05 APP-06 offline a record that was seen is linked at once', async ({
  signedIn: { app, page },
  network,
  service,
}) => {
  await network.goOffline()
  await line(page).fill('Write to #networks')
  await page.keyboard.press('Enter')
  await isHidden(app)
  await network.goOnline()
  await isStored(service, 'Write to Meridian Networks')
})
