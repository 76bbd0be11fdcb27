// Mod+Z undoes the newest write, also after the next summon; what was not sent never is.
import { expect, test } from './signed-in.ts'
import {
  dismiss,
  isBack,
  isHidden,
  press,
  results,
  runCommand,
  searchBox,
  selectedRow,
  shiftClock,
  sleepUntil,
  summon,
} from './steps.ts'
import { capture, captureOffline, memberAt, openForm, openOutbox, slowDisk, tasksPath } from './writes.ts'

const owner = 'owner@acme.test'
/** In which a deletion can be called off. */
const holdMs = 5_000

test('APP-05 two presses after the next summon undo two captures, five seconds later for good; until then one is called off, and undone again in the outbox', async ({
  signedIn,
  network,
  service,
}) => {
  const { page, app } = signedIn
  const me = memberAt(service, owner)
  for (const title of ['A slip of the finger', 'On second thought']) {
    await capture(signedIn, title)
    await expect.poll(async () => (await me.titled(title)).length).toBe(1)
  }
  await summon(app)
  await page.keyboard.press('Control+z')
  await page.keyboard.press('Control+z')
  await expect(page.getByText('Deleting: “A slip of the finger”')).toBeVisible()
  const item = await openOutbox(signedIn)
  await expect(item('A slip of the finger')).toContainText('Deleted in')
  await item('On second thought').getByRole('button', { name: 'Keep it' }).click()
  await expect(item('On second thought')).toContainText('Saved')
  await item('On second thought').getByRole('button', { name: 'Undo' }).click()
  await expect(item('On second thought')).toContainText('Deleted in')
  await sleepUntil(app, holdMs)
  for (const title of ['A slip of the finger', 'On second thought']) {
    await expect(item(title)).toContainText('Undone')
    await expect(item(title).getByRole('button')).toHaveCount(0)
    expect(await me.titled(title)).toEqual([])
  }
  expect(network.passed({ method: 'DELETE' })).toHaveLength(2)
})

test('APP-05 what waits offline is undone without being sent, and is found no more', async ({
  signedIn,
  network,
}) => {
  const { page, app } = signedIn
  await captureOffline(signedIn, network, 'Quaver by mistake')
  await summon(app)
  await searchBox(page).fill('quaver')
  await expect(selectedRow(page)).toContainText('Quaver by mistake')
  await page.keyboard.press('Control+z')
  await expect(page.getByText('Not sent: “Quaver by mistake”')).toBeVisible()
  await expect(results(page).getByRole('option').filter({ hasText: 'Quaver by mistake' })).toHaveCount(0)
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

test('APP-05 an edit, and a task that was marked done, are changed back; a minute later it is said that there is nothing to undo', async ({
  signedIn,
  service,
}) => {
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

  await dismiss(signedIn)
  await shiftClock(app, 61_000)
  await summon(app)
  await page.keyboard.press('Control+z')
  await expect(page.getByText('Nothing to undo')).toBeVisible()
})

test('APP-05 in the line and in a form Mod+Z undoes the text first, and the last write only where nothing was typed', async ({
  signedIn,
  service,
}) => {
  const { page, app } = signedIn
  const me = memberAt(service, owner)
  const line = page.getByRole('textbox', { name: 'Capture a task' })
  const title = page.getByRole('form', { name: 'New task' }).getByLabel('Title')
  const undone = page.getByText('Deleting: “')
  const undo = async (times: number): Promise<void> => {
    for (let time = 0; time < times; time += 1) await page.keyboard.press('Control+z')
  }
  await capture(signedIn, 'Keep me')
  await expect.poll(async () => (await me.titled('Keep me')).length).toBe(1)

  await test.step('a form whose text was taken back already', async () => {
    await runCommand(signedIn, 'New task')
    await expect(title).toBeFocused()
    await page.keyboard.type('abc')
    for (let press = 0; press < 3; press += 1) await page.keyboard.press('Backspace')
    await expect(title).toHaveValue('')
    await undo(4)
    await expect(undone).toHaveCount(0)

    const form = await openForm(signedIn, 'Keep me')
    await form.getByLabel('Title').pressSequentially('!')
    await page.keyboard.press('Backspace')
    await expect(form.getByLabel('Title')).toHaveValue('Keep me')
    await undo(3)
    await form.getByLabel('Title').fill('Keep me still')
    await form.getByLabel('Title').press('Enter')
    await isBack(page)
    await expect.poll(async () => (await me.titled('Keep me still')).length).toBe(1)
  })
  await test.step('text in a list field', async () => {
    await runCommand(signedIn, 'New task')
    await page.getByRole('combobox', { name: 'Assignees' }).pressSequentially('zz')
    await undo(3)
    await expect(page.getByText(/Undone|Deleting|Not sent/)).toHaveCount(0)
    expect(await me.titled('Keep me still')).toHaveLength(1)
  })
  await test.step('the line', async () => {
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
  })
  await test.step('a form in which nothing was typed', async () => {
    await runCommand(signedIn, 'New task')
    await expect(title).toBeFocused()
    await page.keyboard.press('Control+z')
    await expect(page.getByText('Deleting: “Saved too soon”')).toBeVisible()
    await sleepUntil(app, holdMs)
    for (const text of ['Saved too soon', 'Another'])
      await expect.poll(async () => (await me.titled(text)).length).toBe(0)
  })
})
