import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from './behind-proxy.ts'
import { openedUrls } from './fixtures.ts'
import { dismiss, runCommand } from './steps.ts'
import { changeSinceYesterday, seeYesterdaysBrief } from './writes.ts'

test('APP-04 the brief shows tasks, meetings and notifications of the demo workspace', async ({
  signedIn: launched,
}) => {
  const { page } = launched
  await runCommand(launched, 'Daily brief')
  await expect(page.getByRole('main', { name: 'Daily brief' })).toBeVisible()
  for (const name of ['Tasks', 'Meetings', 'Notifications'])
    await expect(page.getByRole('region', { name }).getByRole('listitem').first()).toBeVisible()
})

test('APP-04 Mod+Enter completes the selected task of the brief', async ({ signedIn: launched }) => {
  const { page } = launched
  await runCommand(launched, 'Daily brief')
  const tasks = page.getByRole('region', { name: 'Tasks' }).getByRole('listitem')
  await expect(tasks.first()).toBeVisible()
  const before = await tasks.count()
  await page.keyboard.press('Control+Enter')
  await expect(tasks).toHaveCount(before - 1)
  await page.keyboard.press('Control+r')
  await expect(tasks).toHaveCount(before - 1)
})

test('APP-06 the brief of before stays, with its age, when the service is gone', async ({
  signedIn: launched,
  service,
}) => {
  const { page } = launched
  await runCommand(launched, 'Daily brief')
  const tasks = page.getByRole('region', { name: 'Tasks' }).getByRole('listitem')
  await expect(tasks.first()).toBeVisible()
  await service.kill()
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
})

test('APP-04 what is done in the brief shows at once, also offline, and undo brings it back', async ({
  signedIn: launched,
  network,
}) => {
  const { page } = launched
  await runCommand(launched, 'Daily brief')
  const tasks = page.getByRole('region', { name: 'Tasks' }).getByRole('listitem')
  await expect(tasks.first()).toBeVisible()
  const before = await tasks.count()
  await network.goOffline()
  await page.keyboard.press('Control+Enter')
  await expect(tasks).toHaveCount(before - 1)
  await page.keyboard.press('Control+z')
  await expect(tasks).toHaveCount(before)
  await page.keyboard.press('s')
  await expect(page.getByText(/^Tomorrow: /)).toBeVisible()
  await page.keyboard.press('Control+z')
  await expect(page.getByText(/^(Not sent|Changed back): /)).toBeVisible()
  await network.goOnline()
  await page.keyboard.press('Control+r')
  await expect(tasks).toHaveCount(before)
  expect(network.passed({ method: 'PATCH' })).toEqual([])
})

test('APP-04 Enter edits, Mod+J joins the next meeting, Mod+C copies the brief', async ({
  signedIn: launched,
}) => {
  const { page, app } = launched
  await runCommand(launched, 'Daily brief')
  await expect(page.getByRole('region', { name: 'Tasks' }).getByRole('listitem').first()).toBeVisible()
  await page.keyboard.press('Control+c')
  await expect(page.getByText('Brief copied')).toBeVisible()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('form', { name: 'Edit task' })).toBeVisible()
  await dismiss(launched)
  await runCommand(launched, 'Daily brief')
  const join = page.getByRole('region', { name: 'Meetings' }).getByRole('button', { name: 'Join' })
  await expect(join).toBeVisible()
  const opened = (await openedUrls(app)).length
  await page.keyboard.press('Control+j')
  await expect.poll(async () => (await openedUrls(app)).length).toBe(opened + 1)
})

test('APP-06 a section that cannot be read fails alone, and is tried again by itself', async ({
  signedIn: launched,
  network,
}) => {
  const { page } = launched
  await runCommand(launched, 'Daily brief')
  const meetings = page.getByRole('region', { name: 'Meetings' })
  await expect(meetings.getByRole('listitem').first()).toBeVisible()
  network.misbehave(
    { method: 'GET', path: '/v1/launcher/brief' },
    { kind: 'wrongJson', body: '{"data":{"tasks":[],"meetings":"none","notifications":[]}}' },
    20,
  )
  await page.keyboard.press('Control+r')
  await expect(meetings.getByRole('alert')).toContainText('Meetings could not be read')
  // What was seen of it stays.
  await expect(meetings.getByRole('listitem').first()).toBeVisible()
  await expect(page.getByText(/Nothing due\./)).toBeVisible()
  network.behave()
  await meetings.getByRole('button', { name: 'Try again' }).click()
  await expect(meetings.getByRole('alert')).toHaveCount(0)
  await expect(page.getByRole('region', { name: 'Tasks' }).getByRole('listitem').first()).toBeVisible()
})

test('APP-04 after a night and a restart the brief says what is new, what moved and what is gone since', async ({
  signedIn,
  launch,
  service,
}) => {
  const tasksThen = await seeYesterdaysBrief(signedIn)
  // Not a difference of the same day.
  await expect(signedIn.page.getByText(/^Since /)).toHaveCount(0)
  await expect.poll(() => existsSync(join(signedIn.userData, 'brief.bin'))).toBe(true)
  await signedIn.app.close()
  const { created, moved, gone } = await changeSinceYesterday(service, tasksThen)

  const again = await launch()
  const { page } = again
  await runCommand(again, 'Daily brief')
  await expect(page.getByText(/^Since yesterday.* 1 new, 1 moved, 1 done or gone$/)).toBeVisible()
  const tasks = page.getByRole('region', { name: 'Tasks' }).getByRole('listitem')
  await expect(tasks.filter({ hasText: created })).toContainText('New')
  await expect(tasks.filter({ hasText: moved })).toContainText('Moved')
  await expect(tasks.filter({ hasText: gone })).toHaveCount(0)
  // It stays for the day, also when it was seen.
  await page.keyboard.press('Control+r')
  await expect(tasks.filter({ hasText: created })).toContainText('New')
})
