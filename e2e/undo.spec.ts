// Mod+Z takes the last write back, also after the next summon; what was not sent never is.
import { expect, test } from './behind-proxy.ts'
import { isHidden, searchBox, selectedRow, summon } from './steps.ts'
import { capture, memberAt, openForm, openOutbox, tasksPath } from './writes.ts'

const owner = 'owner@acme.test'

test('APP-05 a capture is taken back after the next summon, five seconds later for good', async ({
  signedIn,
  network,
  service,
}) => {
  const { page, app } = signedIn
  const me = memberAt(service, owner)
  await capture(signedIn, 'A slip of the finger')
  await expect.poll(async () => (await me.titled('A slip of the finger')).length).toBe(1)
  await summon(app)
  await page.keyboard.press('Control+z')
  await expect(page.getByText('Removing: “A slip of the finger”')).toBeVisible()
  const undoneAt = Date.now()
  await expect.poll(async () => (await me.titled('A slip of the finger')).length, { timeout: 30_000 }).toBe(0)
  const [removal] = network.passed({ method: 'DELETE' })
  expect((removal?.startedAt ?? 0) - undoneAt).toBeGreaterThanOrEqual(4_000)
})

test('APP-05 a removal that is over is taken back too, after the next summon: the task is made anew', async ({
  signedIn,
  network,
  service,
}) => {
  const { page, app } = signedIn
  const me = memberAt(service, owner)
  await capture(signedIn, 'Gone for good !high')
  await expect.poll(async () => (await me.titled('Gone for good')).length).toBe(1)
  const [first] = await me.titled('Gone for good')
  await summon(app)
  await page.keyboard.press('Control+z')
  await expect.poll(async () => (await me.titled('Gone for good')).length, { timeout: 30_000 }).toBe(0)
  const item = await openOutbox(signedIn)
  await expect(item('Removal')).toContainText('Removed')
  await item('Removal').getByRole('button', { name: 'Create again' }).click()
  await expect.poll(async () => (await me.titled('Gone for good')).length).toBe(1)
  const [again] = await me.titled('Gone for good')
  expect(again).toMatchObject({ priority: 'high' })
  expect(again?.id).not.toBe(first?.id)
  await expect(item('Removal').getByRole('button')).toHaveCount(0)
  expect(network.passed({ method: 'POST', path: tasksPath })).toHaveLength(2)
})

test('APP-05 a removal that is held can be called off', async ({ signedIn, network, service }) => {
  const { page, app } = signedIn
  const me = memberAt(service, owner)
  await capture(signedIn, 'On second thought')
  await expect.poll(async () => (await me.titled('On second thought')).length).toBe(1)
  await summon(app)
  await page.keyboard.press('Control+z')
  const item = await openOutbox(signedIn)
  await item('undo keeps it').getByRole('button', { name: 'Keep it' }).click()
  await expect(item('undo keeps it')).toHaveCount(0)
  await capture(signedIn, 'Another one')
  await expect.poll(async () => (await me.titled('Another one')).length).toBe(1)
  expect(network.passed({ method: 'DELETE' })).toEqual([])
})

test('APP-05 what waits offline is taken back without being sent', async ({ signedIn, network }) => {
  const { page, app } = signedIn
  await network.goOffline()
  await capture(signedIn, 'Never sent')
  await summon(app)
  await page.keyboard.press('Control+z')
  await expect(page.getByText('Not sent: “Never sent”')).toBeVisible()
  await network.goOnline()
  await capture(signedIn, 'Sent')
  await expect.poll(() => network.passed({ method: 'POST', path: tasksPath }).length).toBe(1)
})

test('APP-05 an edit, and a task that was marked done, are changed back', async ({ signedIn, service }) => {
  const { page, app } = signedIn
  const me = memberAt(service, owner)
  await capture(signedIn, 'As it was')
  await expect.poll(async () => (await me.titled('As it was')).length).toBe(1)
  const form = await openForm(signedIn, 'As it was')
  await form.getByLabel('Title').fill('As it should not be')
  await form.getByRole('button', { name: 'Save', exact: true }).click()
  await isHidden(app)
  await expect.poll(async () => (await me.titled('As it should not be')).length).toBe(1)
  await summon(app)
  await page.keyboard.press('Control+z')
  await expect.poll(async () => (await me.titled('As it was')).length).toBe(1)

  const before = (await me.titled('As it was'))[0]?.status
  await searchBox(page).fill('t As it was')
  await expect(selectedRow(page)).toContainText('As it was')
  await page.keyboard.press('Control+d')
  await expect.poll(async () => (await me.titled('As it was'))[0]?.status).not.toBe(before)
  await page.keyboard.press('Control+z')
  await expect.poll(async () => (await me.titled('As it was'))[0]?.status).toBe(before)
})
