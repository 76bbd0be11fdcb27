import { existsSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from 'playwright/test'
import { expect, ownTest, test } from './signed-in.ts'
import { ask } from './bridge.ts'
import { isReady } from './fixtures.ts'
import { type Launched, openedUrls } from './launch.ts'
import type { MisbehavingProxy } from './misbehaving-proxy.ts'
import {
  currentEntry,
  dismiss,
  isVisible,
  listenToNotifications,
  nextOpenedUrl,
  runCommand,
  shiftClock,
  unfold,
} from './steps.ts'
import { changeSinceYesterday, memberAt, seeYesterdaysBrief } from './writes.ts'

/** From now on the service has no list of meetings, so the brief has its own. */
const withoutList = (network: MisbehavingProxy): unknown =>
  network.misbehave(
    { method: 'GET', path: '/v1/launcher/meetings' },
    { kind: 'answer', status: 404 },
    Number.POSITIVE_INFINITY,
  )

type BriefTime = { briefTime?: string; briefDays: number[] }
const setBriefTime = (page: Page, to: BriefTime): Promise<unknown> => ask(page, 'settings.set', to)

test('APP-04 APP-06 the brief of before stays, with its age, when the service is gone; what is done in it shows at once, and undo brings it back', async ({
  signedIn: launched,
  network,
}) => {
  const { page } = launched
  await runCommand(launched, 'Daily brief')
  const key = (await currentEntry(page).getAttribute('data-entry')) ?? ''
  const first = page.locator(`[data-entry="${key}"]`)
  const tasks = page.getByRole('region', { name: 'Tasks' }).getByRole('listitem')
  await expect(tasks.first()).toBeVisible()
  await network.goOffline()
  await page.keyboard.press('Control+r')
  await expect(
    page
      .getByRole('alert')
      .or(page.getByText(/offline|saved results/i))
      .first(),
  ).toBeVisible({
    timeout: 30_000,
  })
  await expect(tasks.first()).toBeVisible()
  await page.keyboard.press('Control+d')
  await expect(first).toHaveCount(0)
  await page.keyboard.press('Control+z')
  await expect(first).toHaveCount(1)
  await page.keyboard.press('s')
  await expect(page.getByText(/^Tomorrow: /)).toBeVisible()
  await page.keyboard.press('Control+z')
  await expect(page.getByText(/^(Not sent|Undoing): /)).toBeVisible()
  await network.goOnline()
  await page.keyboard.press('Control+r')
  await expect(first).toHaveCount(1)
  expect(network.passed({ method: 'PATCH' })).toEqual([])
})

test('APP-04 APP-16 S moves a task to tomorrow, as its action does, Mod+S to a day that is typed, and the person goes on with what is next', async ({
  signedIn,
  service,
}) => {
  const { page } = signedIn
  const me = memberAt(service, 'owner@acme.test')
  await runCommand(signedIn, 'Daily brief')
  const tasks = page.getByRole('region', { name: 'Tasks' }).getByRole('listitem')
  await expect(tasks.nth(2)).toBeVisible()
  await unfold(page, 'Later')
  const names = await tasks
    .getByRole('button', { name: /^Mark “/ })
    .evaluateAll((all) =>
      all.slice(0, 3).map((circle) => circle.getAttribute('aria-label')?.slice(6, -6) ?? ''),
    )
  const [first = '', second = '', third = ''] = names
  await tasks.nth(0).locator('[data-entry]').focus()
  const isChosen = (title: string) => expect(page.locator(':focus')).toContainText(title)
  const isTomorrow = async (title: string): Promise<void> => {
    await expect(tasks.filter({ hasText: title }).filter({ hasText: 'Tomorrow' })).toHaveCount(1)
    const now = new Date()
    const end = new Date(now.getFullYear(), now.getMonth(), now.getDate() + 1, 23, 59, 59, 999)
    const days = async () => (await me.titled(title)).map(({ dueDate }) => dueDate)
    await expect.poll(days).toContain(end.toISOString())
  }
  await isChosen(first)
  await page.keyboard.press('s')
  await isTomorrow(first)
  await isChosen(second)
  await page.keyboard.press('Control+k')
  await page.keyboard.type('tomorrow')
  await page.keyboard.press('Enter')
  await isTomorrow(second)
  await isChosen(third)

  const key = (await currentEntry(page).getAttribute('data-entry')) ?? ''
  await page.keyboard.press('Control+s')
  await page.keyboard.type('mon')
  await page.keyboard.press('Enter')
  await expect(page.locator(`[data-entry="${key}"]`)).toContainText(/Mon|Tomorrow/)
})

test('APP-04 Enter edits, Mod+Enter opens in the browser, Mod+J and Enter on it join the meeting that runs, Mod+C copies the brief, and a circle marks its task done', async ({
  signedIn: launched,
}) => {
  const { page, app } = launched
  await runCommand(launched, 'Daily brief')
  await expect(page.getByRole('region', { name: 'Tasks' }).getByRole('listitem').first()).toBeVisible()
  await page.evaluate(() => {
    navigator.clipboard.writeText = (text) => {
      Object.assign(globalThis, { copied: text })
      return Promise.resolve()
    }
  })
  await page.keyboard.press('Control+c')
  await expect(page.getByText('Brief copied')).toBeVisible()
  const copied = await page.evaluate(() => (globalThis as { copied?: string }).copied ?? '')
  for (const name of ['Overdue', 'Meetings', 'Notifications'])
    expect(copied).toMatch(new RegExp(`^${name}$`, 'm'))
  // Every item, one a line, also those that are folded.
  const told = await ask(page, 'brief.get')
  const { tasks = [], meetings = [], notifications = [] } = told.ok ? told.value.brief : {}
  expect(copied.match(/^- /gm)).toHaveLength(tasks.length + meetings.length + notifications.length)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('form', { name: 'Edit task' })).toBeVisible()
  await dismiss(launched)
  await runCommand(launched, 'Daily brief')
  const join = page.getByRole('button', { name: 'Join', exact: true })
  await expect(join).toBeVisible()
  const opened = (await openedUrls(app)).length
  await page.keyboard.press('Control+j')
  await expect.poll(async () => (await openedUrls(app)).length).toBe(opened + 1)
  await runCommand(launched, 'Daily brief')
  await page
    .getByRole('region', { name: 'Meetings' })
    .getByRole('listitem')
    .first()
    .getByRole('button')
    .press('Enter')
  expect(await nextOpenedUrl(app, opened + 1)).toContain('https://meet.example/')

  await test.step('Mod+Enter', async () => {
    await runCommand(launched, 'Daily brief')
    await expect(currentEntry(page)).toBeVisible()
    await page.keyboard.press('Control+Enter')
    expect(await nextOpenedUrl(app, opened + 2)).toContain('/tasks/')
  })
  await test.step('the circle', async () => {
    await runCommand(launched, 'Daily brief')
    const key = (await currentEntry(page).getAttribute('data-entry')) ?? ''
    const item = page.getByRole('listitem').filter({ has: page.locator(`[data-entry="${key}"]`) })
    await item.getByRole('button', { name: /^Mark “.+” done$/ }).click()
    await expect(item).toHaveCount(0)
    await page.keyboard.press('Control+z')
    await expect(item).toHaveCount(1)
  })
})

test('APP-06 each section that cannot be read fails alone, keeps what was seen, and is tried again', async ({
  signedIn: launched,
  network,
}) => {
  const { page } = launched
  await runCommand(launched, 'Daily brief')
  await unfold(page, 'Notifications')
  for (const name of ['Tasks', 'Meetings', 'Notifications']) {
    const section = page.getByRole('region', { name })
    await expect(section.getByRole('listitem').first()).toBeVisible()
    const data = { tasks: [], meetings: [], notifications: [], [name.toLowerCase()]: 'none' }
    withoutList(network)
    network.misbehave(
      { method: 'GET', path: '/v1/launcher/brief' },
      { kind: 'wrongJson', body: JSON.stringify({ data }) },
      20,
    )
    await page.keyboard.press('Control+r')
    await expect(page.getByRole('alert')).toHaveText(`${name} could not be read. Try again`)
    // The items that were seen stay.
    await expect(section.getByRole('listitem').first()).toBeVisible()
    await expect(page.getByText(/^Nothing due/)).toHaveCount(name === 'Tasks' ? 0 : 1)
    network.behave()
    await section.getByRole('button', { name: 'Try again' }).press('Enter')
    await expect(page.getByRole('alert')).toHaveCount(0)
    // The button is gone; the keys go on in its section.
    expect(await section.locator('[data-entry]:focus').count()).toBe(1)
  }
})

test('APP-04 with nothing due the brief says so, and what comes next; it goes on at the first task that comes', async ({
  signedIn,
  network,
}) => {
  const { page } = signedIn
  const startAt = new Date(Date.now() + 3 * 86_400_000).toISOString()
  const next = { id: 'm', title: 'Stand-up', startAt, endAt: startAt }
  withoutList(network)
  network.misbehave(
    { method: 'GET', path: '/v1/launcher/brief' },
    { kind: 'wrongJson', body: JSON.stringify({ data: { tasks: [], meetings: [next], notifications: [] } }) },
    20,
  )
  await runCommand(signedIn, 'Daily brief')
  await page.keyboard.press('Control+r')
  await expect(page.getByText(/^Nothing due\. Next: .* Stand-up$/)).toBeVisible()
  await expect(page.getByRole('region', { name: 'Tasks' })).toContainText('No open tasks.')
  network.behave()
  await page.keyboard.press('Control+r')
  await expect(currentEntry(page)).toHaveAttribute('data-entry', /^task:/)
})

/** When it was this time last, epoch milliseconds: in the past, so that nobody's session has run out by then. */
const lastTime = (hours: number, minutes: number): number => {
  const at = new Date()
  at.setHours(hours, minutes, 0, 0)
  return at.getTime() > Date.now() ? at.setDate(at.getDate() - 1) : at.getTime()
}

/** The launcher as it is on a morning: signed in, with no brief announced yet, and somebody who listens. */
const startInTheMorning = async (launch: () => Promise<Launched>, profile: string) => {
  // On no day yet, so that nothing is announced before somebody listens.
  writeFileSync(join(profile, 'settings.json'), JSON.stringify({ briefDays: [] }))
  rmSync(join(profile, 'brief.json'), { force: true })
  const launched = await launch()
  const { app, page } = launched
  await isReady(launched)
  await dismiss(launched)
  const heard = await listenToNotifications(app)
  const isTime = async (hours: number, minutes: number): Promise<void> =>
    shiftClock(app, lastTime(hours, minutes) - Date.now())
  await isTime(8, 0)
  await setBriefTime(page, { briefTime: '08:30', briefDays: [1, 2, 3, 4, 5, 6, 7] })
  expect(await heard.bodies()).toEqual([])
  return { ...launched, ...heard, isTime }
}

ownTest(
  'APP-04 in the morning, when the machine wakes up, the brief is read, one notification counts what is due, and opens it',
  async ({ launchSignedIn, network }, testInfo) => {
    const profile = testInfo.outputPath('profile-first')
    const { app, page, bodies, click, isTime } = await startInTheMorning(launchSignedIn, profile)
    const happen = () => app.evaluate(({ powerMonitor }) => void powerMonitor.emit('resume'))
    const read = () => network.passed({ method: 'GET', path: '/v1/launcher/brief' }).length
    const before = read()
    await happen()
    expect(await bodies()).toEqual([])
    await isTime(8, 31)
    await happen()
    await expect.poll(bodies).toEqual([expect.stringMatching(/^\d+ overdue/)])
    // By the notification, and after each wake-up in the background. One of the start may still come.
    await expect.poll(read).toBeGreaterThanOrEqual(before + 3)
    await happen()
    expect(await bodies()).toHaveLength(1)
    expect(await isVisible(app)).toBe(false)
    await click()
    await expect(page.getByRole('main', { name: 'Daily brief' })).toBeVisible()
    expect(await isVisible(app)).toBe(true)
  },
)

ownTest(
  'APP-04 a brief that was opened from the palette counts as shown: it is not announced later that day',
  async ({ launchSignedIn }, testInfo) => {
    const launched = await startInTheMorning(launchSignedIn, testInfo.outputPath('profile-first'))
    const { app, page, bodies, isTime, userData } = launched
    await runCommand(launched, 'Daily brief')
    await expect(page.getByRole('region', { name: 'Tasks' }).getByRole('listitem').first()).toBeVisible()
    await expect.poll(() => existsSync(join(userData, 'brief.json'))).toBe(true)
    await dismiss(launched)
    await isTime(8, 31)
    await app.evaluate(({ powerMonitor }) => void powerMonitor.emit('resume'))
    await ask(page, 'home.refresh')
    expect(await bodies()).toEqual([])
  },
)

ownTest(
  'APP-04 after a night and a restart the brief says what is new, what moved and what is gone since',
  async ({ signedIn, launch, service }) => {
    const tasksThen = await seeYesterdaysBrief(signedIn)
    // Not a difference of the same day.
    await expect(signedIn.page.getByText(/^Since /)).toHaveCount(0)
    await expect.poll(() => existsSync(join(signedIn.userData, 'vault', 'brief.bin'))).toBe(true)
    await signedIn.app.close()
    const { created, moved, gone } = await changeSinceYesterday(service, tasksThen)

    const again = await launch()
    const { page } = again
    await runCommand(again, 'Daily brief')
    await expect(page.getByText(/^Since yesterday.* 1 new, 1 moved, 1 done or gone$/)).toBeVisible()
    const tasks = page.getByRole('region', { name: 'Tasks' }).getByRole('listitem')
    await unfold(page, 'Later')
    await expect(tasks.filter({ hasText: created })).toContainText('New')
    await expect(tasks.filter({ hasText: moved })).toContainText('Moved')
    await expect(tasks.filter({ hasText: gone })).toHaveCount(0)
    // It stays for the day, also when it was seen.
    await page.keyboard.press('Control+r')
    await expect(tasks.filter({ hasText: created })).toContainText('New')
  },
)
