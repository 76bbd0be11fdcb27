// Streaming without lies: what is typed is on the screen at once, the service is asked seldom, and nothing that comes late
// moves what was chosen or changes what Enter means.
import { randomUUID } from 'node:crypto'
import type { Page } from 'playwright/test'
import { ask, valueOf } from './bridge.ts'
import { expect, test } from './signed-in.ts'
import type { RealService } from './real-service.ts'
import { dismiss, isLive, results, runCommand, searchBox, selectedRow, summon } from './steps.ts'
import { memberAt } from './writes.ts'

const search = '/v1/launcher/search'
const always = Number.POSITIVE_INFINITY
const rows = (page: Page) => results(page).getByRole('option')

test('APP-03 typing at ten keys a second asks the service at most four times a second', async ({
  signedIn: { page },
  network,
}) => {
  await expect(searchBox(page)).toBeFocused()
  network.forget()
  // Each of its beginnings is a query of its own.
  await page.keyboard.type('review the contract', { delay: 100 })
  await expect(searchBox(page)).toHaveValue('review the contract')
  await expect.poll(() => network.passed({ path: search }).at(-1)?.query.get('q')).toMatch(/the contract$/)
  const times = network.passed({ path: search }).map(({ startedAt }) => startedAt)
  const seconds = ((times.at(-1) ?? 0) - (times[0] ?? 0)) / 1_000
  expect(times.length).toBeGreaterThan(2)
  expect(times.length).toBeLessThanOrEqual(Math.ceil(seconds * 4) + 1)
})

test('APP-03 a search that a newer one replaces is aborted at the service too', async ({
  signedIn: { page },
  network,
}) => {
  const release = network.hold({ path: search }, always)
  await searchBox(page).fill('nim')
  await expect.poll(() => network.passed({ path: search }).length).toBe(1)
  await searchBox(page).fill('nimb')
  await expect
    .poll(() => network.passed({ path: search }).map(({ aborted, endedAt }) => [aborted, endedAt !== null]))
    .toEqual([
      [true, true],
      [false, false],
    ])
  release()
  await expect(rows(page).first()).toContainText(/nimb/i)
  expect(network.passed({ path: search })).toHaveLength(2)
})

test('APP-09 Mod+R asks again: the search on the screen, and what an empty query and the brief show', async ({
  signedIn,
  network,
}) => {
  const { page } = signedIn
  const brief = '/v1/launcher/brief'
  await searchBox(page).fill('nimb')
  await isLive(page)
  network.forget()
  await page.keyboard.press('Control+r')
  await expect
    .poll(() => [search, brief].map((path) => network.passed({ path }).length > 0))
    .toEqual([true, true])
  await runCommand(signedIn, 'Daily brief')
  await expect(page.getByRole('listitem').first()).toBeVisible()
  await expect(page.getByRole('main', { name: 'Daily brief' })).toHaveAttribute('aria-busy', 'false')
  network.forget()
  await page.keyboard.press('Control+r')
  await expect.poll(() => network.passed({ path: brief }).length).toBe(1)
})

test('APP-03 an answer that comes late joins below the chosen row, which stays chosen and in its place, and the footer says that it was a saved copy before', async ({
  signedIn: { page },
  network,
  service,
}) => {
  await searchBox(page).fill('review the')
  await isLive(page)
  const { authorization, query } = network.passed({ path: search }).at(-1) ?? {}
  const headers = { authorization: authorization ?? '' }
  const asked = new URLSearchParams(query)
  asked.set('q', 'review')
  const answer = await fetch(`${service.localUrl}${search}?${asked}`, { headers })
  const known = (await answer.json()) as { data: { kind: string }[] }
  // The service knows one more, which nothing here has seen.
  const late = { id: randomUUID(), title: 'Review of what came late' }
  const data = [...known.data, { ...known.data.find(({ kind }) => kind === 'task'), ...late }]
  const body = JSON.stringify({ ...known, data })
  const { promise, resolve } = Promise.withResolvers<void>()
  network.misbehave({ path: search }, { kind: 'answer', status: 200, body, until: promise }, always)
  network.forget()
  await searchBox(page).fill('review')
  await expect.poll(() => network.passed({ path: search }).at(-1)?.query.get('q')).toBe('review')
  await expect(page.getByText('Saved copy, checked just now')).toBeVisible()
  await page.keyboard.press('ArrowDown')
  const before = await rows(page).count()
  const chosen = await selectedRow(page).getAttribute('id')
  expect(await rows(page).nth(1).getAttribute('id')).toBe(chosen)

  resolve()
  await isLive(page)
  await expect(page.getByText('Saved copy, checked just now')).toHaveCount(0)
  await expect(rows(page).filter({ hasText: late.title })).toBeVisible()
  expect(await rows(page).count()).toBeGreaterThan(before)
  expect(await selectedRow(page).getAttribute('id')).toBe(chosen)
  expect(await rows(page).nth(1).getAttribute('id')).toBe(chosen)
})

/** Written past the launcher, so that nothing here has seen them. */
const writeElsewhere = async (service: RealService, ...titles: string[]): Promise<void> => {
  for (const title of titles) await memberAt(service, 'owner@acme.test').create(title)
}
const editForm = (page: Page) => page.getByRole('form', { name: 'Edit task' })

test('APP-03 Enter before the answer waits for it, visibly, and opens what was typed; never what another query finds, and nothing where it waits in vain', async ({
  service,
  signedIn,
  network,
}) => {
  const { app, page } = signedIn
  await writeElsewhere(service, 'Zanzibar crossing', 'Zeppelin crossing', 'Zeppelin arrival')
  const waits = page.getByText('Waiting for the answer…')
  const hold = (): (() => void) => network.hold({ path: search }, always)
  await test.step('another query', async () => {
    const release = hold()
    await page.keyboard.type('t zeppelin')
    await page.keyboard.press('Enter')
    await expect(waits).toBeVisible()
    await page.keyboard.type(' a')
    await expect(waits).toHaveCount(0)
    release()
    await isLive(page)
    await expect(editForm(page)).toHaveCount(0)
  })
  await dismiss(signedIn)
  await summon(app)
  await test.step('what was typed', async () => {
    const release = hold()
    await page.keyboard.type('t zanzibar')
    await expect.poll(() => network.passed({ path: search }).at(-1)?.query.get('q')).toBe('zanzibar')
    await page.keyboard.press('Enter')
    await expect(waits).toBeVisible()
    await expect(editForm(page)).toHaveCount(0)
    release()
    await expect(editForm(page).getByLabel('Title')).toHaveValue('Zanzibar crossing')
  })
  await dismiss(signedIn)
  await summon(app)
  await test.step('in vain; an Enter of its own opens capture', async () => {
    const release = hold()
    await page.keyboard.type('zzzz nobody has this')
    await page.keyboard.press('Enter')
    await expect(waits).toBeVisible()
    release()
    await expect(page.getByText('No match for')).toBeVisible()
    await expect(selectedRow(page)).toContainText('Create task')
    expect(network.passed({ method: 'POST', path: '/v1/launcher/tasks' })).toEqual([])
    await page.keyboard.press('Enter')
    await expect(page.getByRole('textbox', { name: 'Capture a task' })).toHaveValue('zzzz nobody has this')
    expect(network.passed({ method: 'POST', path: '/v1/launcher/tasks' })).toEqual([])
  })
})

test('FED-03 a task that is due comes in above the selected row of an empty query, which stays selected', async ({
  signedIn: { page },
  network,
  service,
}) => {
  const path = '/v1/launcher/brief'
  const authorization = network.passed({ path }).at(-1)?.authorization ?? ''
  const answer = await fetch(`${service.localUrl}${path}`, { headers: { authorization } })
  const { data } = (await answer.json()) as { data: { tasks: { title: string; dueDate: string | null }[] } }
  const late = data.tasks.find(({ dueDate }) => dueDate !== null && Date.parse(dueDate) < Date.now())
  expect(late).toBeDefined()
  /** From now on the service says that this is all. It has no list of meetings. */
  const knows = (...tasks: object[]): void => {
    network.behave()
    network.misbehave({ method: 'GET', path: '/v1/launcher/meetings' }, { kind: 'answer', status: 404 }, 20)
    const body = JSON.stringify({ data: { tasks, meetings: [], notifications: [] } })
    network.misbehave({ method: 'GET', path }, { kind: 'wrongJson', body }, 20)
  }
  knows()
  valueOf(await ask(page, 'home.refresh'))
  await expect(results(page).getByText(/^· next$/)).toHaveCount(0)
  await expect(rows(page).first()).toHaveAttribute('aria-selected', 'true')
  await expect(rows(page).first()).not.toContainText(late?.title ?? '?')
  const selected = (await rows(page).first().textContent()) ?? ''
  knows({ ...late })
  await writeElsewhere(service, 'Makes the launcher look')
  await expect(rows(page).first()).toContainText(late?.title ?? '?', { timeout: 30_000 })
  await expect(selectedRow(page)).toHaveText(selected)
})
