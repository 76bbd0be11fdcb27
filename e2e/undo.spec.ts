// Mod+Z undoes the newest write, also after the next summon; what was not sent never is.
import { expect, ownTest, test } from './signed-in.ts'
import {
  dismiss,
  isBack,
  isHidden,
  press,
  runCommand,
  searchBox,
  selectedRow,
  sleepUntil,
  summon,
} from './steps.ts'
import { capture, captureOffline, memberAt, openForm, openOutbox, slowDisk, tasksPath } from './writes.ts'

const owner = 'owner@acme.test'
/** In which a deletion can be called off. */
const holdMs = 5_000

test('APP-05 a capture is undone after the next summon, five seconds later for good', async ({
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
  await expect(page.getByText('Deleting: “A slip of the finger”')).toBeVisible()
  const undoneAt = Date.now()
  await expect.poll(async () => (await me.titled('A slip of the finger')).length, { timeout: 30_000 }).toBe(0)
  const [removal] = network.passed({ method: 'DELETE' })
  expect((removal?.startedAt ?? 0) - undoneAt).toBeGreaterThanOrEqual(4_000)
})

test('APP-05 a deletion that is held can be called off, and the task undone later', async ({
  signedIn,
  network,
  service,
}) => {
  const { page, app } = signedIn
  const me = memberAt(service, owner)
  await capture(signedIn, 'On second thought')
  await expect.poll(async () => (await me.titled('On second thought')).length).toBe(1)
  await summon(app)
  await page.keyboard.press('Control+z')
  const item = await openOutbox(signedIn)
  await item('Deleted in').getByRole('button', { name: 'Keep it' }).click()
  await expect(item('On second thought')).toContainText('Saved')
  await item('On second thought').getByRole('button', { name: 'Undo' }).click()
  await expect(item('Deleted in')).toBeVisible()
  await sleepUntil(app, holdMs)
  await expect(item('On second thought')).toContainText('Undone')
  await expect(item('On second thought').getByRole('button')).toHaveCount(0)
  expect(await me.titled('On second thought')).toEqual([])
  expect(network.passed({ method: 'DELETE' })).toHaveLength(1)
})

test('APP-05 what waits offline is undone without being sent', async ({ signedIn, network }) => {
  const { page, app } = signedIn
  await captureOffline(signedIn, network, 'Never sent')
  await summon(app)
  await page.keyboard.press('Control+z')
  await expect(page.getByText('Not sent: “Never sent”')).toBeVisible()
  await network.goOnline()
  await capture(signedIn, 'Sent')
  await expect.poll(() => network.passed({ method: 'POST', path: tasksPath }).length).toBe(1)
})

test('APP-05 what is just being kept is undone, before what was written earlier', async ({
  signedIn,
  network,
}) => {
  const { page, app } = signedIn
  await network.goOffline()
  const restoreDisk = await slowDisk(app, 600)
  for (const [before, text] of [
    [null, 'The only one'],
    ['Written before', 'The last one'],
  ] as const) {
    if (before !== null) await capture(signedIn, before)
    await press(app, 'capture')
    await page.getByRole('textbox', { name: 'Capture a task' }).fill(text)
    await page.keyboard.press('Enter')
    await page.keyboard.press('Escape')
    await isHidden(app)
    await summon(app)
    await page.keyboard.press('Control+z')
    // It may be on its way already.
    await expect(page.getByText(new RegExp(`^(Not sent|Deleting): “${text}”$`))).toBeVisible()
    await dismiss(signedIn)
  }
  await restoreDisk()
})

test('APP-05 an edit, and a task that was marked done, are changed back', async ({ signedIn, service }) => {
  const { page, app } = signedIn
  const me = memberAt(service, owner)
  await capture(signedIn, 'As it was')
  await expect.poll(async () => (await me.titled('As it was')).length).toBe(1)
  const form = await openForm(signedIn, 'As it was')
  await form.getByLabel('Title').fill('As it should not be')
  await form.getByRole('button', { name: 'Save', exact: true }).click()
  await isBack(page)
  await expect.poll(async () => (await me.titled('As it should not be')).length).toBe(1)
  await dismiss(signedIn)
  await summon(app)
  await page.keyboard.press('Control+z')
  await expect.poll(async () => (await me.titled('As it was')).length).toBe(1)

  const before = (await me.titled('As it was'))[0]?.status
  await searchBox(page).fill('t As it was')
  await expect(selectedRow(page)).toContainText('As it was')
  await page.keyboard.press('Control+d')
  await expect(selectedRow(page)).toContainText('Done')
  await expect.poll(async () => (await me.titled('As it was'))[0]?.status).not.toBe(before)
  await page.keyboard.press('Control+z')
  await expect.poll(async () => (await me.titled('As it was'))[0]?.status).toBe(before)
  // A click on the ring does the same as the key, and does not open the task.
  await selectedRow(page).locator('[class*="_sign_"]').click()
  await expect.poll(async () => (await me.titled('As it was'))[0]?.status).not.toBe(before)
  await expect(searchBox(page)).toBeVisible()
})

ownTest(
  'APP-05 each Mod+Z goes one write further back, says when nothing is left, and never does again what was undone',
  async ({ signedIn, network, service }) => {
    const { page, app } = signedIn
    const me = memberAt(service, owner)
    const { id } = (await me.create('First name')) as { id: string }
    const titles = async () => {
      const found = await Promise.all(['First name', 'Second name', 'Third name'].map(me.titled))
      return found.flatMap((tasks) => tasks.map(({ title }) => title))
    }
    for (const [from, to] of [
      ['First name', 'Second name'],
      ['Second name', 'Third name'],
    ] as const) {
      const form = await openForm(signedIn, from)
      await form.getByLabel('Title').fill(to)
      await form.getByRole('button', { name: 'Save', exact: true }).click()
      await isBack(page)
      await expect.poll(titles).toEqual([to])
    }
    await dismiss(signedIn)
    await summon(app)
    for (const name of ['Second name', 'First name']) {
      await page.keyboard.press('Control+z')
      await expect.poll(titles).toEqual([name])
      await expect(page.getByText(`Undone: “${name}”`)).toBeVisible()
    }
    await page.keyboard.press('Control+z')
    await expect(page.getByText('Nothing to undo')).toBeVisible()

    await openOutbox(signedIn)
    await page.keyboard.press('Control+z')
    await expect(page.getByText('Nothing to undo')).toBeVisible()
    const items = page.getByRole('main', { name: 'Outbox' }).getByRole('listitem')
    await expect(items.filter({ hasText: 'Undone' })).toHaveCount(2)
    await expect(items.getByRole('button', { name: 'Undo' })).toHaveCount(0)
    expect(network.passed({ method: 'PATCH' })).toHaveLength(4)
    expect((await me.titled('First name'))[0]?.id).toBe(id)
  },
)

test('APP-05 two presses in a row undo two writes, and the outbox says what became of each', async ({
  signedIn,
  network,
  service,
}) => {
  const { page, app } = signedIn
  const me = memberAt(service, owner)
  for (const title of ['One slip', 'Another slip']) {
    await capture(signedIn, title)
    await expect.poll(async () => (await me.titled(title)).length).toBe(1)
  }
  await summon(app)
  await page.keyboard.press('Control+z')
  await page.keyboard.press('Control+z')
  const item = await openOutbox(signedIn)
  await expect(item('One slip')).toContainText('Deleted in')
  await sleepUntil(app, holdMs)
  for (const title of ['One slip', 'Another slip']) {
    await expect(item(title)).toContainText('Undone')
    await expect(item(title).getByRole('button')).toHaveCount(0)
    expect(await me.titled(title)).toEqual([])
  }
  expect(network.passed({ method: 'DELETE' })).toHaveLength(2)
})

test('APP-05 in the line and in a form Mod+Z undoes the text first, and the last write where there is none', async ({
  signedIn,
  service,
}) => {
  const { page, app } = signedIn
  const me = memberAt(service, owner)
  const line = page.getByRole('textbox', { name: 'Capture a task' })
  const undone = page.getByText('Deleting: “')
  await press(app, 'capture')
  await page.keyboard.type('Saved too soon')
  await page.keyboard.press('Control+Enter')
  await expect.poll(async () => (await me.titled('Saved too soon')).length).toBe(1)
  await page.keyboard.type('Another')
  await page.keyboard.press('Control+z')
  await expect(line).not.toHaveValue('Another')
  await page.keyboard.press('Control+Shift+z')
  await expect(line).toHaveValue('Another')
  await expect(undone).toHaveCount(0)
  await page.keyboard.press('Control+Enter')
  await expect.poll(async () => (await me.titled('Another')).length).toBe(1)
  await page.keyboard.press('Control+z')
  await expect(page.getByText('Deleting: “Another”')).toBeVisible()
  await dismiss(signedIn)

  await runCommand(signedIn, 'New task')
  const title = page.getByRole('form', { name: 'New task' }).getByLabel('Title')
  await expect(title).toBeFocused()
  await page.keyboard.press('Control+z')
  await expect(page.getByText('Deleting: “Saved too soon”')).toBeVisible()
  await sleepUntil(app, holdMs)
  for (const text of ['Saved too soon', 'Another'])
    await expect.poll(async () => (await me.titled(text)).length).toBe(0)
})

test('APP-05 in a form Mod+Z that has no text left to undo undoes no saved write', async ({
  signedIn,
  service,
}) => {
  const { page } = signedIn
  const me = memberAt(service, owner)
  await capture(signedIn, 'Keep me')
  await expect.poll(async () => (await me.titled('Keep me')).length).toBe(1)
  const undone = page.getByText('Deleting: “')

  await runCommand(signedIn, 'New task')
  const title = page.getByRole('form', { name: 'New task' }).getByLabel('Title')
  await expect(title).toBeFocused()
  await page.keyboard.type('abc')
  for (let press = 0; press < 3; press += 1) await page.keyboard.press('Backspace')
  await expect(title).toHaveValue('')
  for (let press = 0; press < 4; press += 1) await page.keyboard.press('Control+z')
  await expect(undone).toHaveCount(0)

  const form = await openForm(signedIn, 'Keep me')
  await form.getByLabel('Title').pressSequentially('!')
  await page.keyboard.press('Backspace')
  await expect(form.getByLabel('Title')).toHaveValue('Keep me')
  for (let press = 0; press < 3; press += 1) await page.keyboard.press('Control+z')
  // Text in a list field counts too.
  await form.getByLabel('Title').fill('Keep me still')
  await form.getByLabel('Title').press('Enter')
  await isBack(page)
  await expect.poll(async () => (await me.titled('Keep me still')).length).toBe(1)
  await runCommand(signedIn, 'New task')
  await page.getByRole('combobox', { name: 'Assignees' }).pressSequentially('zz')
  for (let press = 0; press < 3; press += 1) await page.keyboard.press('Control+z')
  await expect(page.getByText(/Undone|Deleting|Not sent/)).toHaveCount(0)
  expect(await me.titled('Keep me still')).toHaveLength(1)
})
