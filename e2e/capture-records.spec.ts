// Records that a captured line names: what was seen here is not all that the service knows.
import type { Page } from 'playwright/test'
import { expect, ownTest as test } from './signed-in.ts'
import { searchLimit } from '../shared/api/limits.ts'
import { dismiss, isHidden, isLive, press, results, searchBox } from './steps.ts'
import { createCompany, isStored } from './writes.ts'

const search = '/v1/launcher/search'
const line = (page: Page) => page.getByRole('textbox', { name: 'Capture a task' })
const chips = (page: Page) => page.getByRole('list', { name: 'Recognized' }).getByRole('listitem')

// The app is its own: one record was seen in it, and another one is not known there yet.
test('APP-05 APP-06 a record that was seen is linked at once offline, and found by its whole name where there are many of its first word; else the service says first whether there is another, and the wait is seen beside a notice', async ({
  signedIn,
  network,
  service,
}) => {
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

  await test.step('offline', async () => {
    await press(app, 'capture')
    const created = page.getByRole('option', { name: /^New company/ })
    await line(page).fill('Write to #nobody')
    await expect(created).toBeVisible()
    await network.goOffline()
    await line(page).fill('Write to #united')
    await expect(chips(page).filter({ hasText: '#united: could not be looked up' })).toBeVisible()
    await expect(created).toHaveCount(0)
    await line(page).fill('Write to #networks')
    await page.keyboard.press('Enter')
    await isHidden(app)
    await network.goOnline()
    await isStored(service, 'Write to Meridian Networks')
  })
  await test.step('by its whole name', async () => {
    await createCompany(service, 'Zephyr Holding')
    for (let number = 0; number < searchLimit; number += 1) await createCompany(service, `Zephyr ${number}`)
    await press(app, 'capture')
    await line(page).fill('Write to #zephyr holding about the offer')
    await page.keyboard.press('Enter')
    await isHidden(app)
    await isStored(service, 'Write to Zephyr Holding about the offer')
  })
  await test.step('of two, the person chooses', async () => {
    await press(app, 'capture')
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
})
