// A change that waits to be sent: it shows wherever its task does, and can still be changed or called off (APP-06).
import { expect, test } from './signed-in.ts'
import { dismiss, isBack, runCommand, searchBox, selectedRow, summon, unfold } from './steps.ts'
import { capture, memberAt, openForm, openOutbox } from './writes.ts'

const owner = 'owner@acme.test'
const patch = { method: 'PATCH' }

test('APP-06 offline: a change shows in rows and in the form, is changed before it is sent, once, and called off from the outbox, so that nothing of it is sent', async ({
  signedIn,
  network,
  service,
}) => {
  const { page, app } = signedIn
  const me = memberAt(service, owner)
  await capture(signedIn, 'Order chairs')
  await expect.poll(async () => (await me.titled('Order chairs')).length).toBe(1)
  const form = await openForm(signedIn, 'Order chairs')
  await network.goOffline()
  await form.getByLabel('Title').fill('Order tables')
  await form.getByLabel('Estimate').fill('45m')
  await form.getByRole('button', { name: 'Save', exact: true }).click()
  await isBack(page)

  await summon(app)
  // By its old title, by both, and by the new one, once the service is known to be away too.
  for (const typed of ['t Order', 'order chairs', 'tables']) {
    await searchBox(page).fill(typed)
    await expect(selectedRow(page)).toContainText('Order tables')
    await expect(selectedRow(page)).toContainText('Not sent yet')
  }
  await expect(page.getByRole('alert')).toHaveText(/offline/i)
  await expect(selectedRow(page)).toContainText('Order tables')
  await searchBox(page).press('Enter')
  await expect(form.getByLabel('Title')).toHaveValue('Order tables')
  await expect(form.getByLabel('Estimate')).toHaveValue('45m')
  await expect(form.getByText('Waiting for a connection: Title, Estimate')).toBeVisible()

  await form.getByLabel('Estimate').fill('')
  await form.getByLabel('Title').fill('Order lamps')
  await form.getByRole('button', { name: 'Save', exact: true }).click()
  await isBack(page)
  const item = await openOutbox(signedIn)
  await expect(item('Order lamps')).toContainText('Waiting for a connection')
  await expect(item('Order tables')).toHaveCount(0)
  await network.goOnline()
  await expect.poll(async () => (await me.titled('Order lamps')).length, { timeout: 60_000 }).toBe(1)
  expect(network.passed(patch)).toHaveLength(1)
  const again = await openForm(signedIn, 'Order lamps')
  await expect(again.getByLabel('Estimate')).toHaveValue('')
  await expect(again.getByText('Waiting for a connection')).toHaveCount(0)

  await test.step('it is called off', async () => {
    await network.goOffline()
    await form.getByLabel('Title').fill('Sell the lamps')
    await form.getByRole('button', { name: 'Save', exact: true }).click()
    await isBack(page)
    const waiting = await openOutbox(signedIn)
    await waiting('Sell the lamps').getByRole('button', { name: 'Edit' }).click()
    await expect(form.getByLabel('Title')).toHaveValue('Sell the lamps')
    await form.getByLabel('Description').fill('All of them')
    await form.getByRole('button', { name: 'Cancel change' }).click()
    await expect(form.getByLabel('Title')).toHaveValue('Order lamps')
    // The button went; the keys did not.
    await expect(form.getByLabel('Title')).toBeFocused()
    await expect(form.getByLabel('Description')).toHaveValue('All of them')
    await form.getByLabel('Description').fill('')
    await dismiss(signedIn)
    await network.goOnline()
    await capture(signedIn, 'After it')
    await expect.poll(async () => (await me.titled('After it')).length, { timeout: 60_000 }).toBe(1)
    expect(network.passed(patch)).toHaveLength(1)
    await expect(page.getByText('Sell the lamps')).toHaveCount(0)
  })
})

test('APP-06 a change that was refused is opened with its text, mended, and sent', async ({
  signedIn,
  network,
  service,
}) => {
  const me = memberAt(service, owner)
  await capture(signedIn, 'Rename me')
  await expect.poll(async () => (await me.titled('Rename me')).length).toBe(1)
  const form = await openForm(signedIn, 'Rename me')
  network.misbehave(patch, {
    kind: 'answer',
    status: 400,
    body: '{"error":{"code":"validation_error","message":"Bad.","details":[{"path":["title"],"code":"x","message":"Too odd."}]}}',
  })
  await form.getByLabel('Title').fill('Odd name')
  await form.getByRole('button', { name: 'Save', exact: true }).click()
  const item = await openOutbox(signedIn)
  await expect(item('Odd name').getByRole('alert')).toHaveText('Too odd.')
  await item('Odd name').getByRole('button', { name: 'Edit' }).click()
  await expect(form.getByLabel('Title')).toHaveValue('Odd name')
  await expect(form.getByLabel('Title')).toHaveAccessibleDescription('Too odd.')
  await form.getByLabel('Title').fill('Even name')
  await form.getByRole('button', { name: 'Save', exact: true }).click()
  await expect.poll(async () => (await me.titled('Even name')).length).toBe(1)
  const after = await openOutbox(signedIn)
  await expect(after('Odd name')).toHaveCount(0)
})

test('APP-04 APP-06 offline: the brief shows what waits of each task', async ({ signedIn, network }) => {
  const { page } = signedIn
  await runCommand(signedIn, 'Daily brief')
  const tasks = page.getByRole('region', { name: 'Tasks' }).getByRole('listitem')
  await expect(tasks.first()).toBeVisible()
  await network.goOffline()
  await unfold(page, 'Later')
  await tasks.first().locator('[data-entry]').focus()
  const moved = (await tasks.first().textContent()) ?? ''
  await page.keyboard.press('s')
  await expect(tasks.filter({ hasText: 'Not sent yet' })).toHaveCount(1)
  const title =
    (await tasks.filter({ hasText: 'Not sent yet' }).locator('[data-entry] span').first().textContent()) ??
    '?'
  expect(moved).toContain(title)
})
