// The error table's column of writes, row by row: the real service, spoiled on its way (APP-06, APP-07).
import { expect, ownTest, test } from './signed-in.ts'
import { dismiss, isVisible, listenToNotifications, press, searchBox, stopClock, summon } from './steps.ts'
import {
  capture,
  captureOffline,
  ignoreKeys,
  isStored,
  memberAt,
  openForm,
  openOutbox,
  passToLookUp,
  tasksPath,
} from './writes.ts'

const post = { method: 'POST', path: tasksPath }
const owner = 'owner@acme.test'

test('APP-07 of two tasks that it may have made the person picks one', async ({
  signedIn,
  network,
  service,
}) => {
  const me = memberAt(service, owner)
  await ignoreKeys(signedIn, network, service)
  network.misbehave(post, { kind: 'cutAnswer' })
  const release = network.hold({ method: 'GET', path: tasksPath })
  await capture(signedIn, 'Twice')
  await expect.poll(async () => (await me.titled('Twice')).length).toBe(1)
  await me.create('Twice')
  release()
  await passToLookUp(signedIn)
  const item = await openOutbox(signedIn)
  await expect(item('Twice')).toContainText('2 tasks with this title were just made')
  const found = signedIn.page.getByRole('list', { name: 'Tasks called “Twice”' })
  await found.getByRole('button', { name: 'This one' }).first().click()
  await expect(item('Twice')).toContainText('Saved')
  expect(network.passed(post)).toHaveLength(1)
})

ownTest(
  'APP-07 a launcher that is killed while it sends looks for the task when it starts again',
  async ({ signedIn, launch, network, service }) => {
    const { titled } = memberAt(service, owner)
    const release = network.hold(post)
    await capture(signedIn, 'Killed in the middle')
    await expect.poll(() => network.passed(post).length).toBe(1)
    signedIn.app.process().kill('SIGKILL')
    await signedIn.app.close().catch(() => undefined)
    release()
    const again = await launch()
    const item = await openOutbox(again)
    await expect(item('Killed in the middle')).toContainText(/Saved|Not found/, { timeout: 30_000 })
    const isSaved = (await item('Killed in the middle').textContent())?.includes('Saved') ?? false
    expect(await titled('Killed in the middle')).toHaveLength(isSaved ? 1 : 0)
    expect(network.passed(post)).toHaveLength(1)
  },
)

test('APP-06 offline: what waits can be edited and cancelled, and goes in order when the network is back', async ({
  signedIn,
  network,
  service,
}) => {
  const { titled } = memberAt(service, owner)
  await captureOffline(signedIn, network, 'Write to Carla')
  await capture(signedIn, 'Never mind')
  const item = await openOutbox(signedIn)
  await expect(item('Write to Carla')).toContainText('Waiting for a connection')
  await item('Never mind').getByRole('button', { name: 'Cancel' }).click()
  await expect(item('Never mind')).toHaveCount(0)
  await item('Write to Carla').getByRole('button', { name: 'Edit' }).click()
  const form = signedIn.page.getByRole('form', { name: 'New task' })
  await expect(form.getByLabel('Title')).toHaveValue('Write to Carla')
  await form.getByLabel('Title').fill('Write to Dora')
  await form.getByRole('button', { name: 'Save', exact: true }).click()
  await network.goOnline()
  await expect.poll(async () => (await titled('Write to Dora')).length, { timeout: 60_000 }).toBe(1)
  expect([await titled('Write to Carla'), await titled('Never mind')]).toEqual([[], []])
})

test('APP-06 what was refused is kept: 403 names the missing right, 400 says beside the text what is wrong', async ({
  signedIn,
  network,
}) => {
  const title = signedIn.page.getByRole('form', { name: 'New task' }).getByLabel('Title')
  await test.step('403', async () => {
    network.misbehave(post, {
      kind: 'answer',
      status: 403,
      body: '{"error":{"code":"forbidden","message":"This needs tasks:write."}}',
    })
    await capture(signedIn, 'Not allowed')
    const item = await openOutbox(signedIn)
    await expect(item('Not allowed').getByRole('alert')).toContainText(
      'tasks:write is missing. Your text is kept.',
    )
    // Said once: the foot of the window does not say it again.
    expect(await signedIn.page.getByRole('alert').count()).toBe(1)
    await item('Not allowed').getByRole('button', { name: 'Edit' }).click()
    await expect(title).toHaveValue('Not allowed')
    expect(network.passed(post)).toHaveLength(1)
  })
  await test.step('400', async () => {
    network.misbehave(post, {
      kind: 'answer',
      status: 400,
      body: '{"error":{"code":"validation_error","message":"Bad.","details":[{"path":["title"],"code":"x","message":"Too odd."}]}}',
    })
    await capture(signedIn, 'Odd')
    const item = await openOutbox(signedIn)
    await expect(item('Odd').getByRole('alert')).toHaveText('Too odd.')
    await item('Odd').getByRole('button', { name: 'Edit' }).click()
    await expect(title).toHaveAccessibleDescription('Too odd.')
    await expect(title).toHaveAttribute('aria-invalid', 'true')
    await expect(title).toBeFocused()
  })
})

test('APP-06 404: a change of a task that is gone offers to make it anew', async ({ signedIn, service }) => {
  const me = memberAt(service, owner)
  await capture(signedIn, 'Soon gone')
  await expect.poll(async () => (await me.titled('Soon gone')).length).toBe(1)
  const form = await openForm(signedIn, 'Soon gone')
  await me.archive((await me.titled('Soon gone'))[0]?.id ?? '')
  await form.getByLabel('Title').fill('Back again')
  await form.getByRole('button', { name: 'Save', exact: true }).click()
  const item = await openOutbox(signedIn)
  const line = item('This task no longer exists — create it as new?')
  await expect(line).toBeVisible()
  await line.getByRole('button', { name: 'Create as new' }).click()
  const anew = signedIn.page.getByRole('form', { name: 'New task' })
  await expect(anew.getByLabel('Title')).toHaveValue('Back again')
  await anew.getByRole('button', { name: 'Save', exact: true }).click()
  await expect.poll(async () => (await me.titled('Back again')).length).toBe(1)
})

// The message of the refusal stays for a while, so the app is not shared.
ownTest(
  'APP-05 a capture that is refused once the window is away, or in the moment before, is told of, takes no focus, and opens with its text',
  async ({ signedIn, network, service }) => {
    const { app, page } = signedIn
    const { bodies, click } = await listenToNotifications(app)
    await capture(signedIn, 'Goes through')
    await isStored(service, 'Goes through')
    const isAway = Promise.withResolvers<void>()
    network.misbehave(post, { kind: 'answer', status: 403, until: isAway.promise })
    await capture(signedIn, 'Refused behind the scenes')
    expect(await bodies()).toEqual([])
    isAway.resolve()
    await expect
      .poll(bodies, { timeout: 30_000 })
      .toEqual(['“Refused behind the scenes” needs you. Your text is kept.'])
    expect(await isVisible(app)).toBe(false)
    await click()
    const main = page.getByRole('main', { name: 'Outbox' })
    await main.getByRole('button', { name: 'Edit' }).click()
    await expect(page.getByRole('form', { name: 'New task' }).getByLabel('Title')).toHaveValue(
      'Refused behind the scenes',
    )
    await page.keyboard.press('Escape')
    await press(app, 'summon')
    await summon(app)
    await click()
    await expect(main).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(searchBox(page)).toBeVisible()

    await test.step('the window is on its way out', async () => {
      network.misbehave(post, { kind: 'answer', status: 403 })
      const before = (await bodies()).length
      await press(app, 'capture')
      await page.getByRole('textbox', { name: 'Capture a task' }).fill('Gone in the same moment')
      await stopClock(app, 0)
      await page.keyboard.press('ControlOrMeta+Enter')
      await expect(page.getByRole('alert').filter({ hasText: 'Gone in the same moment' })).toBeVisible()
      expect(await bodies()).toHaveLength(before)
      await dismiss(signedIn)
      expect((await bodies()).slice(before)).toEqual([
        '“Gone in the same moment” needs you. Your text is kept.',
      ])
    })
  },
)
