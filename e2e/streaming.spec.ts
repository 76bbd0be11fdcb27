// Streaming without lies: what is typed is on the screen at once, the service is asked seldom, and nothing that comes late
// moves what was chosen or changes what Enter means.
import type { Page } from 'playwright/test'
import { expect, test } from './signed-in.ts'
import type { RealService } from './real-service.ts'
import { isLive, results, runCommand, searchBox, selectedRow, summon } from './steps.ts'
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
  await page.keyboard.type('review the contract with meridian dairy', { delay: 100 })
  await expect(searchBox(page)).toHaveValue('review the contract with meridian dairy')
  await expect.poll(() => network.passed({ path: search }).at(-1)?.query.get('q')).toMatch(/meridian dairy$/)
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

test('APP-03 what an empty query shows is refreshed without asking for the search on the screen again', async ({
  signedIn: { page },
  network,
}) => {
  await searchBox(page).fill('nimb')
  await isLive(page)
  network.forget()
  // Five, one after the other: a search each would be at the service before the last has come back.
  const told = await page.evaluate(async () => {
    const { launcher } = globalThis as unknown as {
      launcher: {
        call: (name: 'home.refresh') => Promise<unknown>
        on: (name: 'data.changed', listener: (what: string) => void) => () => void
      }
    }
    const heard: string[] = []
    launcher.on('data.changed', (what) => heard.push(what))
    for (let round = 0; round < 5; round += 1) await launcher.call('home.refresh')
    return heard
  })
  expect(told).toEqual(Array.from({ length: 5 }, () => 'home'))
  expect(network.passed({ path: '/v1/launcher/brief' })).toHaveLength(5)
  expect(network.passed({ path: search })).toHaveLength(0)
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

test('APP-03 an answer that comes late joins below the chosen row, which stays chosen and in its place', async ({
  signedIn: { page },
  network,
}) => {
  // Two tasks are known here; the service knows more.
  await searchBox(page).fill('review the')
  await isLive(page)
  const release = network.hold({ path: search }, always)
  await searchBox(page).fill('re')
  await expect.poll(() => network.passed({ path: search }).at(-1)?.query.get('q')).toBe('re')
  await expect(rows(page).nth(1)).toBeVisible()
  await page.keyboard.press('ArrowDown')
  const before = await rows(page).allInnerTexts()
  const chosen = await selectedRow(page).getAttribute('id')
  expect(await rows(page).nth(1).getAttribute('id')).toBe(chosen)

  release()
  await isLive(page)
  await expect.poll(() => rows(page).count()).toBeGreaterThan(before.length)
  expect(await selectedRow(page).getAttribute('id')).toBe(chosen)
  expect(await rows(page).nth(1).getAttribute('id')).toBe(chosen)
})

/** Written past the launcher, so that nothing here has seen them. */
const writeElsewhere = async (service: RealService, ...titles: string[]): Promise<void> => {
  for (const title of titles) await memberAt(service, 'owner@acme.test').create(title)
}
const editForm = (page: Page) => page.getByRole('form', { name: 'Edit task' })

test('APP-03 Enter before the answer waits for it, visibly, and opens what was typed', async ({
  service,
  signedIn: { page },
  network,
}) => {
  await writeElsewhere(service, 'Zanzibar crossing')
  const release = network.hold({ path: search }, always)
  await page.keyboard.type('t zanzibar')
  await expect.poll(() => network.passed({ path: search }).at(-1)?.query.get('q')).toBe('zanzibar')
  await page.keyboard.press('Enter')
  await expect(page.getByText('Waiting for the answer…')).toBeVisible()
  await expect(editForm(page)).toHaveCount(0)
  release()
  await expect(editForm(page).getByLabel('Title')).toHaveValue('Zanzibar crossing')
})

test('APP-03 an Enter for one query never opens what another one finds', async ({
  service,
  signedIn: { page },
  network,
}) => {
  await writeElsewhere(service, 'Zeppelin crossing', 'Zeppelin arrival')
  const release = network.hold({ path: search }, always)
  await page.keyboard.type('t zeppelin')
  await page.keyboard.press('Enter')
  await expect(page.getByText('Waiting for the answer…')).toBeVisible()
  await page.keyboard.type(' a')
  await expect(page.getByText('Waiting for the answer…')).toHaveCount(0)
  release()
  await isLive(page)
  await expect(editForm(page)).toHaveCount(0)
})

test('APP-03 Enter that waits in vain does nothing, and an Enter of its own opens capture', async ({
  signedIn: { page },
  network,
}) => {
  const release = network.hold({ path: search }, always)
  await page.keyboard.type('zzzz nobody has this')
  await page.keyboard.press('Enter')
  await expect(page.getByText('Waiting for the answer…')).toBeVisible()
  release()
  await expect(page.getByText('No match for')).toBeVisible()
  await expect(selectedRow(page)).toContainText('Create task')
  expect(network.passed({ method: 'POST', path: '/v1/launcher/tasks' })).toEqual([])
  await page.keyboard.press('Enter')
  await expect(page.getByRole('textbox', { name: 'Capture a task' })).toHaveValue('zzzz nobody has this')
  expect(network.passed({ method: 'POST', path: '/v1/launcher/tasks' })).toEqual([])
})

test('APP-03 the footer says whether the rows are live or a saved copy', async ({
  signedIn: { app, page },
  network,
}) => {
  await searchBox(page).fill('stand-up')
  await isLive(page)
  network.hold({ path: search }, always)
  await searchBox(page).fill('stand')
  await expect(page.getByText('Saved copy, checked just now')).toBeVisible()
  await summon(app)
})
