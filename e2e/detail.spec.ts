// The detail pane beside the results.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from 'playwright/test'
import { ask } from './bridge.ts'
import { openedUrls } from './launch.ts'
import { full, seriousProblems } from './seen.ts'
import { expect, test } from './signed-in.ts'
import { dismiss, isHidden, results, runCommand, searchBox, selectedRow, summon } from './steps.ts'

const pane = (page: Page) => page.getByRole('complementary', { name: 'Details' })

/** A person of the demo with an email address and a phone number. */
const findPerson = async (page: Page): Promise<{ email: string }> => {
  await searchBox(page).fill('')
  await searchBox(page).pressSequentially('r marchetti')
  await expect(selectedRow(page)).toContainText(/Marchetti/)
  const email = await pane(page).getByRole('button', { name: 'Copy Email' }).innerText()
  return { email }
}

test('APP-15 the pane follows the selection in the same frame, and the list stays where it is, also where records are browsed', async ({
  signedIn,
}) => {
  const { page } = signedIn
  await searchBox(page).fill('an')
  await expect(results(page).getByRole('option').nth(2)).toBeVisible()
  await expect(results(page)).toHaveAttribute('aria-busy', 'false')
  const place = () => results(page).getByRole('option').nth(2).boundingBox()
  const before = await place()
  const isSame = () =>
    page.evaluate(
      () =>
        document.querySelector('aside h2')?.textContent ===
        document.querySelector('[role=option][aria-selected=true] [dir=auto]')?.textContent,
    )
  for (let step = 0; step < 3; step += 1) {
    await page.keyboard.press('ArrowDown')
    expect(await isSame()).toBe(true)
  }
  expect(await place()).toEqual(before)
  expect(await seriousProblems(page)).toEqual([])

  await test.step('browsing', async () => {
    await runCommand(signedIn, 'Browse people')
    await expect(pane(page)).toContainText('Email')
    await page.keyboard.press('ArrowRight')
    await expect(pane(page).getByRole('button', { name: 'Copy Email' })).toBeFocused()
    await page.keyboard.press('ArrowLeft')
    await page.keyboard.press('ArrowDown')
    await expect(pane(page).getByRole('heading')).toHaveText(
      (await results(page).getByRole('option', { selected: true }).locator('[dir=auto]').textContent()) ?? '',
    )
  })
})

test('APP-15 a field is copied and a mail is written without a pointer, by an address that the main process checks; letters go to the search', async ({
  signedIn: { app, page },
}) => {
  const { email } = await findPerson(page)
  await page.keyboard.press('ArrowRight')
  await expect(pane(page).getByRole('button', { name: `Copy Email: ${email}` })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('status').filter({ hasText: `Copied ${email}` })).toBeAttached()
  await page.keyboard.press('ArrowDown')
  await expect(pane(page).getByRole('button', { name: 'Copy Job title' })).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(searchBox(page)).toBeFocused()

  // A value that the record does not have is opened by nobody.
  const id = await page.evaluate(
    () => document.querySelector('[role=option][aria-selected=true]')?.id.split('record:')[1] ?? '',
  )
  const refused = await ask(page, 'items.contact', { kind: 'record', id, value: 'https://evil.example/' })
  expect(refused).toMatchObject({ ok: false, error: { kind: 'notFound' } })

  await page.keyboard.press('ArrowRight')
  await expect(searchBox(page)).not.toBeFocused()
  await page.keyboard.type('x')
  await expect(searchBox(page)).toHaveValue(/x$/)

  const again = await findPerson(page)
  const before = (await openedUrls(app)).length
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('Enter')
  await isHidden(app)
  expect((await openedUrls(app)).slice(before)).toEqual([`mailto:${again.email}`])
})

test('APP-15 a task shows its description, and a linked record opens', async ({
  signedIn: { app, page },
}) => {
  const found = await ask(page, 'search.run', { query: 'quarry', types: ['record'] })
  const linked = found.ok ? found.value.rows[0] : undefined
  if (linked === undefined) throw new Error('The demo has no such record.')
  await ask(page, 'tasks.submit', {
    task: { title: 'Varnish the bench', description: 'Two thin coats.', linkedRecordIds: [linked.id] },
  })
  await expect
    .poll(async () => {
      await searchBox(page).fill('')
      await searchBox(page).fill('varnish')
      return pane(page).textContent()
    })
    .toContain('Two thin coats.')
  // A word of the description finds it, with the words marked.
  const row = page.getByRole('option', { name: 'Varnish the bench Two thin coats.' })
  await expect(async () => {
    await searchBox(page).fill('')
    await searchBox(page).fill('thin coat')
    await expect(row.locator('mark')).toHaveText(['thin', 'coats'], { timeout: 1_000 })
  }).toPass({ timeout: 15_000 })
  await searchBox(page).fill('varnish')
  await expect(pane(page)).toContainText('Two thin coats.')
  const before = (await openedUrls(app)).length
  await pane(page).getByRole('button', { name: linked.title }).click()
  await isHidden(app)
  expect((await openedUrls(app)).at(before)).toContain(`/records/${linked.id}`)
})

test('APP-15 Mod+. hides the pane, also at the next summon and on the disk; a narrow window opens it for the moment', async ({
  signedIn,
}) => {
  const { app, page, userData } = signedIn
  await expect(pane(page)).toBeVisible()
  await page.keyboard.press('Control+.')
  await expect(pane(page)).toHaveCount(0)
  await page.setViewportSize({ width: 760, height: 540 })
  await page.keyboard.press('Control+.')
  await expect(pane(page)).toBeVisible()
  await expect(searchBox(page)).toBeFocused()
  await page.setViewportSize(full)
  await dismiss(signedIn)
  await summon(app)
  await expect(searchBox(page)).toBeVisible()
  await expect(pane(page)).toHaveCount(0)
  // As the next start reads it.
  const kept = () => readFileSync(join(userData, 'settings.json'), 'utf8')
  await expect.poll(kept).toMatch(/"detailPane":\s*false/)
})
