// The error table of the launcher, row by row, for what is read: the real service, spoiled on its way. Writes are in
// the specs of tasks.
import type { Page } from 'playwright/test'
import { eventChannel } from '../shared/ipc/channels.ts'
import { ask } from './bridge.ts'
import { expect, test } from './signed-in.ts'
import { openedUrls } from './launch.ts'
import { nothingIsFound } from './seen.ts'
import type { MisbehavingProxy } from './misbehaving-proxy.ts'
import type { RealService } from './real-service.ts'
import {
  allowInBrowser,
  dismiss,
  isLive,
  nextOpenedUrl,
  results,
  searchBox,
  selectedRow,
  summon,
} from './steps.ts'
import { memberAt } from './writes.ts'

const search = '/v1/launcher/search'
const token = { method: 'POST', path: /token$/ }
const rows = (page: Page) => results(page).getByRole('option')
const always = Number.POSITIVE_INFINITY

/** Finds the stand-ups once, so that they are among what was seen. */
const seeStandUps = async (page: Page): Promise<void> => {
  await searchBox(page).fill('stand-up')
  await expect(rows(page).first()).toContainText(/stand-up/i)
  await isLive(page)
}

/** Searches for them in words that no other test asks for, and whose rows are known here. */
const askAgain = async (page: Page, words: string): Promise<void> => {
  await searchBox(page).fill(words)
  await expect(rows(page).first()).toContainText(/stand-up/i)
}

const searches = (network: MisbehavingProxy) => network.passed({ path: search })

test('APP-06 401: one silent refresh for all, and nobody notices; a network failure at the refresh is not a sign-out', async ({
  signedIn: { page },
  network,
}) => {
  await seeStandUps(page)
  network.forget()
  network.misbehave({ path: search }, { kind: 'answer', status: 401 })
  await askAgain(page, 'stan')
  await expect.poll(() => searches(network).map(({ status }) => status)).toEqual([401, 200])
  expect(network.passed(token)).toHaveLength(1)
  await expect(page.getByRole('alert')).toHaveCount(0)

  await test.step('a network failure at the refresh', async () => {
    network.misbehave({ path: search }, { kind: 'answer', status: 401 })
    network.misbehave(token, { kind: 'cutBefore' }, 3)
    await askAgain(page, 'up stand')
    await expect(page.getByRole('alert')).toHaveText('Offline')
    await expect(page.getByText('Sign in again')).toHaveCount(0)
    network.behave()
    await page.keyboard.press('Control+r')
    await expect(page.getByRole('alert')).toHaveCount(0)
    await isLive(page)
  })
})

test('APP-06 401 for good: cached rows stay, “Sign in again — your text is kept”, in which axe finds nothing, and it is', async ({
  signedIn: { app, page },
  network,
  service,
  browser,
}) => {
  await seeStandUps(page)
  network.misbehave({ path: search }, { kind: 'answer', status: 401 }, always)
  await askAgain(page, 'stand')
  const alert = page.getByRole('alert').filter({ hasText: 'Sign in again — your text is kept' })
  await expect(alert).toBeVisible()
  await nothingIsFound(page)
  await expect(rows(page).first()).toContainText(/stand-up/i)
  expect(network.passed(token).length).toBeGreaterThan(0)

  // Cached rows are still found, and no request is sent.
  network.forget()
  await searchBox(page).fill('stand-u')
  await expect(rows(page).first()).toContainText(/stand-up/i)
  expect(searches(network)).toEqual([])

  network.behave()
  const before = (await openedUrls(app)).length
  await alert.getByRole('button', { name: 'Sign in' }).click()
  const url = await nextOpenedUrl(app, before)
  await (await allowInBrowser(browser, url, service.member('owner@acme.test'))).close()
  await summon(app)
  await expect(alert).toHaveCount(0)
  await expect(searchBox(page)).toHaveValue('stand-u')
  await expect(rows(page).first()).toContainText(/stand-up/i)
})

/** Opens a task that somebody else has just created: what is forgotten of it is missed by no other test. */
const openTask = async (page: Page, service: RealService, title: string): Promise<void> => {
  await memberAt(service, 'owner@acme.test').create(title)
  await searchBox(page).fill(`t ${title}`)
  await expect(selectedRow(page)).toContainText(title)
  await isLive(page)
  await searchBox(page).press('Enter')
}

test('APP-06 403: “You can’t open this”, the row leaves what was seen, and nobody asks again', async ({
  signedIn: { page },
  network,
  service,
}) => {
  const task = /^\/v1\/launcher\/tasks\/[^/]+$/
  // The pane asks for each task that is selected.
  await ask(page, 'settings.set', { detailPane: false })
  network.misbehave({ path: task }, { kind: 'answer', status: 403 }, always)
  const title = 'Kept from others'
  await openTask(page, service, title)
  await expect(page.getByRole('alert')).toContainText('You can’t open this')
  expect(network.passed({ path: task })).toHaveLength(1)

  // The row left the cache: it is missing while the request runs.
  const release = network.hold({ path: search }, always)
  await page.keyboard.press('Escape')
  await expect(searchBox(page)).toBeVisible()
  await searchBox(page).fill(title)
  await expect.poll(() => searches(network).at(-1)?.query.get('q')).toBe(title)
  await expect(rows(page).filter({ hasText: title })).toHaveCount(0)
  release()

  // The service still lists it; opening it is refused from memory.
  await expect(rows(page).filter({ hasText: title }).first()).toBeVisible()
  await searchBox(page).press('Enter')
  await expect(page.getByRole('alert')).toContainText('You can’t open this')
  expect(network.passed({ path: task })).toHaveLength(1)
})

test('APP-06 404: that a task “no longer exists” stays said, with its button in the focus, while it is asked for again, and it leaves what was seen and the recents', async ({
  signedIn: { app, page },
  network,
  service,
}) => {
  const title = 'Here for a moment'
  await openTask(page, service, title)
  await expect(page.getByRole('form', { name: 'Edit task' })).toBeVisible()
  await dismiss({ app, page })
  await summon(app)
  // It was opened last, so it is on the empty palette.
  await expect(results(page).getByText(title, { exact: true })).toBeVisible()

  const task = { path: /^\/v1\/launcher\/tasks\/[^/]+$/ }
  const undo = network.misbehave(task, { kind: 'answer', status: 404 }, always)
  await results(page).getByText(title, { exact: true }).click()
  await expect(page.getByRole('alert')).toContainText('no longer exists')

  await test.step('asked for again', async () => {
    const create = page.getByRole('alert').getByRole('button', { name: 'Create as new' })
    const view = page.getByRole('main', { name: 'Edit task' })
    await expect(view).toHaveAttribute('aria-busy', 'false')
    await create.focus()
    undo()
    const { promise, resolve } = Promise.withResolvers<void>()
    network.misbehave(task, { kind: 'answer', status: 404, until: promise }, always)
    // As after any write elsewhere.
    await app.evaluate(({ BrowserWindow }, channel) => {
      for (const window of BrowserWindow.getAllWindows())
        window.webContents.send(channel, 'data.changed', 'everything')
    }, eventChannel)
    await expect(view).toHaveAttribute('aria-busy', 'true')
    await expect(create).toBeFocused()
    resolve()
    await expect(view).toHaveAttribute('aria-busy', 'false')
    await expect(create).toBeFocused()
  })
  await page.getByRole('button', { name: 'Back' }).click()
  await expect(searchBox(page)).toBeVisible()
  await expect(page.getByText(title, { exact: true })).toHaveCount(0)
})

test('APP-06 429: a countdown in every view, silence until it ends, and then the answer', async ({
  signedIn: { page },
  network,
}) => {
  await seeStandUps(page)
  network.misbehave({ path: search }, { kind: 'answer', status: 429, retryAfterSeconds: 4 })
  network.forget()
  await askAgain(page, 'stand up')
  const alert = page.getByRole('alert')
  await expect(alert).toContainText(/Retrying in [1-4] s; showing saved results/)
  await expect(rows(page).first()).toContainText(/stand-up/i)
  const paused = searches(network)[0]?.startedAt ?? 0

  // Typing asks nobody and does not begin the wait anew; the empty query counts down too.
  await searchBox(page).fill('')
  await expect(alert).toContainText(/Retrying in [1-4] s/)
  await searchBox(page).fill('stand-u')
  await expect(alert).toContainText(/Retrying in [1-4] s/)
  await expect(alert).toHaveCount(0, { timeout: 10_000 })
  await isLive(page)
  const [, ...later] = network.passed().filter(({ path }) => path.startsWith('/v1/'))
  expect(later.length).toBeGreaterThan(0)
  for (const { startedAt } of later) expect(startedAt - paused).toBeGreaterThanOrEqual(3_900)
})

test('APP-06 APP-10 a connection that is cut: “showing saved results” after two retries; wrong JSON is said as what it is; saved rows stay', async ({
  signedIn: { page },
  network,
}) => {
  await seeStandUps(page)
  // A read that dies with a kept-alive connection is sent again by the network stack, which is not one of the retries. So no read
  // may leave such a connection, those of the details beside the rows neither.
  const heal = network.misbehave({ path: /^\/v1\/launcher\// }, { kind: 'cutAnswer' }, always)
  await expect.poll(() => network.passed().every(({ endedAt }) => endedAt !== null)).toBe(true)
  network.closeWarmConnections()
  network.forget()
  await askAgain(page, 'team stand')
  await expect(page.getByRole('alert')).toContainText('showing saved results')
  await expect(rows(page).first()).toContainText(/stand-up/i)
  await expect(page.getByText(/^Saved copy, checked /)).toBeVisible()
  expect(searches(network)).toHaveLength(3)
  heal()
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByRole('alert')).toHaveCount(0)

  await isLive(page)
  await test.step('wrong JSON', async () => {
    network.misbehave({ path: search }, { kind: 'wrongJson' })
    await askAgain(page, 'team stan')
    await expect(page.getByRole('alert')).toContainText('sent an unexpected response')
    await expect(rows(page).first()).toContainText(/stand-up/i)
    await page.getByRole('button', { name: 'Try again' }).click()
    await expect(page.getByRole('alert')).toHaveCount(0)
    // The button is gone; what is typed next goes on in the field.
    await page.keyboard.type('-')
    await expect(searchBox(page)).toHaveValue('team stan-')
  })
})

test('APP-06 APP-09 while a task that could not be read is asked for again, the keys of its page work', async ({
  signedIn: { page },
  network,
  service,
}) => {
  const task = { method: 'GET', path: /launcher\/tasks\/./ }
  const heal = network.misbehave(task, { kind: 'wrongJson' }, always)
  await memberAt(service, 'owner@acme.test').create('Never looked at')
  await searchBox(page).fill('t never looked')
  await expect(selectedRow(page)).toContainText('Never looked at')
  await page.keyboard.press('Enter')
  const tryAgain = page.getByRole('button', { name: 'Try again' })
  await expect(tryAgain).toBeVisible()
  heal()
  const release = network.hold(task)
  await tryAgain.press('Enter')
  await expect(page.getByRole('main', { name: 'Edit task' })).toHaveAttribute('aria-busy', 'true')
  await page.keyboard.press('Escape')
  await expect(searchBox(page)).toBeVisible()
  release()
})

test('APP-06 rows stay offline, with their age and a chip, while an answer is slow, and under “Workspace locked” (423), also for nothing typed', async ({
  signedIn: { page },
  network,
}) => {
  await seeStandUps(page)
  await network.goOffline()
  await askAgain(page, 'team sta')
  await expect(page.getByRole('alert')).toHaveText('Offline')
  await expect(page.getByText(/^Saved copy, checked /)).toBeVisible()
  await searchBox(page).fill('')
  await expect(page.getByRole('alert')).toHaveText('Offline')
  await expect(page.getByRole('group', { name: 'Tasks' }).getByRole('option').first()).toBeVisible()
  await expect(page.getByText(/^Saved copy, checked /)).toBeVisible()

  await network.goOnline()
  await page.keyboard.press('Control+r')
  await expect(page.getByRole('alert')).toHaveCount(0)

  await test.step('slow: rows of here at once, and no “No match” before the answer', async () => {
    const release = network.hold({ path: search }, always)
    await askAgain(page, 'team stand-')
    await searchBox(page).fill('zzzz nothing has this name')
    await expect.poll(() => searches(network).at(-1)?.query.get('q')).toContain('zzzz')
    // If nothing is cached either, the space for the answer is reserved.
    await expect(page.locator('[class*="_skeleton_"]')).toBeVisible()
    await expect(page.getByText('No match for')).toHaveCount(0)
    release()
    await expect(page.getByText('No match for')).toBeVisible()
    await expect(page.locator('[class*="_skeleton_"]')).toHaveCount(0)
  })
  await test.step('423', async () => {
    // The lock is the workspace's, so every request gets 423: any other answer would end the banner.
    network.misbehave({ path: /^\/v1\/launcher\// }, { kind: 'answer', status: 423 }, always)
    await askAgain(page, 'stand-')
    await expect(page.getByRole('alert')).toContainText('Workspace locked')
    await expect(rows(page).first()).toContainText(/stand-up/i)
    // Everywhere: also over what is shown for nothing typed.
    await searchBox(page).fill('')
    await expect(page.getByRole('alert')).toContainText('Workspace locked')
  })
})
