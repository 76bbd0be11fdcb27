// The palette before anything is typed, pasted links and ids, and rows that are known from browsing.
import { readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from 'playwright/test'
import { expect, ownTest, test } from './signed-in.ts'
import { type Launched, openedUrls } from './launch.ts'
import { dismiss, isHidden, results, runCommand, searchBox, selectedRow, summon } from './steps.ts'
import { captureOffline, memberAt } from './writes.ts'

const group = (page: Page, name: string) => results(page).getByRole('group', { name }).getByRole('option')
const titleOf = '[class*="_title_"]'

test('APP-03 before anything is typed: the next meeting with its key, what is due, what is unfinished, what was used', async ({
  signedIn,
  network,
}) => {
  const { app, page } = signedIn
  await expect(group(page, 'Meetings')).toHaveCount(1)
  await expect(group(page, 'Meetings').locator('kbd')).toHaveText(['Ctrl', 'J'])
  await expect(group(page, 'Tasks').first()).toBeVisible()
  expect(await group(page, 'Tasks').count()).toBeLessThanOrEqual(3)
  expect(await group(page, 'Recent').count()).toBeLessThanOrEqual(5)
  await expect(group(page, 'Unfinished')).toHaveCount(0)

  await captureOffline(signedIn, network, 'Sent later')
  await runCommand(signedIn, 'New task')
  await page.getByRole('form', { name: 'New task' }).getByLabel('Title').fill('Begun and left')
  await dismiss(signedIn)
  await summon(app)
  await expect(group(page, 'Unfinished').locator(titleOf)).toHaveText(['Outbox', 'Begun and left'])
  await expect(group(page, 'Unfinished').first()).toContainText('1 waiting to sync')
  // From memory: the network is away, and nothing waits for it.
  await expect(group(page, 'Meetings')).toHaveCount(1)

  const before = (await openedUrls(app)).length
  await page.keyboard.press('Control+j')
  await expect.poll(async () => (await openedUrls(app)).length).toBe(before + 1)
  await isHidden(app)
})

test('APP-03 a link or an id that is pasted finds what it names, also what was never seen here', async ({
  signedIn,
  service,
}) => {
  const { app, page } = signedIn
  const me = memberAt(service, 'owner@acme.test')
  await me.create('Known by its id only')
  const id = (await me.titled('Known by its id only'))[0]?.id ?? ''
  await searchBox(page).fill(id)
  await expect(selectedRow(page)).toContainText('Known by its id only')
  await page.keyboard.press('Control+Enter')
  await isHidden(app)
  const link = (await openedUrls(app)).at(-1) ?? ''
  expect(link).toContain(id)
  await summon(app)
  await searchBox(page).fill(` ${link}\n`)
  await expect(selectedRow(page)).toContainText('Known by its id only')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('form', { name: 'Edit task' }).getByLabel('Title')).toHaveValue(
    'Known by its id only',
  )
})

/** Browses every object. @returns the first record of each. */
const browseAll = async (launched: Launched): Promise<string[]> => {
  const { app, page } = launched
  const listed = results(page).getByRole('option')
  await searchBox(page).fill('o ')
  await expect(listed.nth(2)).toBeVisible()
  const objects = (await listed.locator(titleOf).allTextContents()).map((words) =>
    words.replace('Browse ', ''),
  )
  const browsed: string[] = []
  for (const object of objects) {
    await dismiss(launched)
    await summon(app)
    await searchBox(page).fill(`o ${object}`)
    await expect(selectedRow(page)).toContainText(object)
    await page.keyboard.press('Enter')
    await expect(page.getByRole('combobox', { name: `Search ${object.toLowerCase()}` })).toBeFocused()
    browsed.push((await listed.first().locator(titleOf).textContent()) ?? '')
  }
  expect(new Set(browsed).size).toBe(objects.length)
  await dismiss(launched)
  return browsed
}

ownTest(
  'APP-03 every object can be browsed, and what was browsed is found since, without the network; it rebuilds itself when nothing of it can be read any more',
  async ({ signedIn, launch, network }) => {
    const browsed = await browseAll(signedIn)
    await test.step('without the network', async () => {
      await network.goOffline()
      for (const title of browsed) {
        await summon(signedIn.app)
        await searchBox(signedIn.page).fill(`r ${title}`)
        await expect(selectedRow(signedIn.page)).toContainText(title)
        await expect(signedIn.page.getByText(/^Saved copy, checked/)).toBeVisible()
        await dismiss(signedIn)
      }
      await network.goOnline()
    })
    await signedIn.app.close()
    const vault = join(signedIn.userData, 'vault')
    const kept = readdirSync(vault).filter((name) => /^cache.*\.bin$/.test(name))
    expect(kept.length).toBeGreaterThan(3)
    for (const name of kept) writeFileSync(join(vault, name), 'noise')
    // Nothing is found for us: what is shown is known here.
    network.hold({ path: '/v1/launcher/search' }, Number.POSITIVE_INFINITY)
    const { app, page } = await launch()
    await summon(app)
    await searchBox(page).fill('r ')
    for (const title of browsed)
      await expect
        .poll(async () => {
          await searchBox(page).fill('')
          await searchBox(page).fill(title)
          return group(page, 'Records').filter({ hasText: title }).count()
        })
        .toBeGreaterThan(0)
  },
)
