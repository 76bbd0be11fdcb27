// A task that was captured a moment ago is found like any other, wherever it is on its way.
import type { Page } from 'playwright/test'
import { expect, test } from './signed-in.ts'
import { isBack, results, searchBox, selectedRow, summon } from './steps.ts'
import { capture, captureOffline, memberAt, tasksPath } from './writes.ts'

const owner = 'owner@acme.test'
const post = { method: 'POST', path: tasksPath }
const named = (page: Page, title: string) => results(page).getByRole('option').filter({ hasText: title })

test('APP-03 APP-07 offline, what was captured is found and said to wait; Enter writes it anew', async ({
  signedIn,
  network,
  service,
}) => {
  const { app, page } = signedIn
  const me = memberAt(service, owner)
  await captureOffline(signedIn, network, 'Xylophone for Bob !high')
  await summon(app)
  await searchBox(page).fill('xylophone')
  await expect(selectedRow(page)).toHaveAccessibleName(/Xylophone for Bob.*Waiting for a connection/)
  // The service could not be asked, and nothing else is found: still it is not offered to be created again.
  await expect(page.getByRole('alert')).toHaveText(/offline/i)
  await expect(named(page, 'Create task')).toHaveCount(0)

  await page.keyboard.press('Enter')
  const form = page.getByRole('form', { name: 'New task' })
  await expect(form.getByLabel('Title')).toHaveValue('Xylophone for Bob')
  await expect(form.getByLabel('Priority')).toHaveText('High')
  await form.getByLabel('Title').fill('Xylophone for Alice')
  await form.getByRole('button', { name: 'Save', exact: true }).click()
  await isBack(page)
  await summon(app)
  await searchBox(page).fill('xylophone')
  await expect(selectedRow(page)).toContainText('Xylophone for Alice')
  await expect(named(page, 'Xylophone')).toHaveCount(1)
  await network.goOnline()
  await expect.poll(async () => (await me.titled('Xylophone for Alice')).length, { timeout: 60_000 }).toBe(1)
  expect(await me.titled('Xylophone for Bob')).toEqual([])
})

test('APP-03 APP-07 once it is stored the chosen row is the task itself: in its place, and there once', async ({
  signedIn,
  network,
  service,
}) => {
  const { app, page } = signedIn
  const me = memberAt(service, owner)
  for (const title of ['Quetzal crossing', 'Quetzal arrival']) await me.create(title)
  await searchBox(page).fill('quetzal')
  await expect(named(page, 'Quetzal')).toHaveCount(2)

  const release = network.hold(post)
  await capture(signedIn, 'Quetzal, the way back')
  await summon(app)
  await searchBox(page).fill('quetzal')
  await expect(named(page, 'Quetzal')).toHaveCount(3)
  await expect(named(page, 'the way back')).toHaveAccessibleName(/Sending…/)
  const titles = async () => await named(page, 'Quetzal').locator('[class*="_title_"]').allTextContents()
  const before = await titles()
  const at = before.indexOf('Quetzal, the way back')
  for (let step = 0; step < at; step += 1) await page.keyboard.press('ArrowDown')
  await expect(selectedRow(page)).toContainText('the way back')

  release()
  await expect(selectedRow(page)).toHaveAccessibleName(/the way back To do/)
  // Also after the service has been asked again, which knows it by now.
  await expect(selectedRow(page)).toContainText('To do')
  expect(await titles()).toEqual(before)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('form', { name: 'Edit task' }).getByLabel('Title')).toHaveValue(
    'Quetzal, the way back',
  )
})
