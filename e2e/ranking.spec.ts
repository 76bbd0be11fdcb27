// Usage changes the ranking, is explained, and can be corrected; all without a pointer.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from 'playwright/test'
import { expect, ownTest, test } from './signed-in.ts'
import { dismiss, results, searchBox, selectedRow, signIn, summon } from './steps.ts'

const titlesIn = (page: Page): Promise<string[]> =>
  results(page)
    .getByRole('option')
    .evaluateAll((rows) => rows.map((row) => row.querySelector('[class*=title]')?.textContent ?? ''))

/** Types a text, and waits until the service has answered too. */
const find = async (page: Page, text: string): Promise<void> => {
  await searchBox(page).fill(text)
  await expect(results(page)).toHaveAttribute('aria-busy', 'false')
  await expect(
    page
      .getByRole('status')
      .filter({ hasText: /result/ })
      .first(),
  ).toBeVisible()
}

/** Until what was seen is all here: the same text finds the same rows, in the same order, twice. */
const settled = async (page: Page, text: string): Promise<string[]> => {
  let last: string[] = []
  await expect
    .poll(async () => {
      const before = last.join('\n')
      await searchBox(page).fill('')
      await find(page, text)
      last = await titlesIn(page)
      return last.length > 2 && last.join('\n') === before
    })
    .toBe(true)
  return last
}

const figures = async (page: Page): Promise<{ parts: number[]; score: number }> => {
  const cells = await page.getByRole('dialog', { name: 'Why is this here' }).locator('td').allTextContents()
  const numbers = cells.map(Number)
  return { parts: numbers.slice(0, -1), score: numbers.at(-1) ?? Number.NaN }
}

test('APP-03 Mod+I says why a row is here in figures that add up; pin and forget correct it', async ({
  signedIn,
}) => {
  const { page } = signedIn
  const third = (await settled(page, 'an'))[2] ?? ''
  await searchBox(page).press('ArrowDown')
  await searchBox(page).press('ArrowDown')
  await expect(selectedRow(page)).toContainText(third)

  await searchBox(page).press('Control+i')
  const why = page.getByRole('dialog', { name: 'Why is this here' })
  await expect(why).toContainText(third)
  const plain = await figures(page)
  expect(plain.parts.length).toBeGreaterThan(1)
  expect(plain.parts.reduce((sum, part) => sum + part, 0)).toBeCloseTo(plain.score, 6)

  await page.keyboard.press('Enter')
  await expect(why.getByRole('button', { name: 'Unpin' })).toBeVisible()
  const pinned = await figures(page)
  expect(pinned.score - plain.score).toBeCloseTo(40, 6)
  expect(pinned.parts.reduce((sum, part) => sum + part, 0)).toBeCloseTo(pinned.score, 6)
  await page.keyboard.press('Escape')
  await expect.poll(async () => (await titlesIn(page))[0]).toBe(third)
  await expect(selectedRow(page)).toContainText(third)

  // With nothing left to forget, the button stays where the focus is.
  await searchBox(page).press('Control+i')
  const forget = why.getByRole('button', { name: 'Remove from suggestions' })
  await forget.click()
  await expect(forget).toBeDisabled()
  await expect(forget).toBeFocused()
  await why.getByRole('button', { name: 'Pin' }).click()
  await expect(forget).toBeEnabled()
  await page.keyboard.press('Escape')
  await expect.poll(async () => (await titlesIn(page))[0]).toBe(third)

  await searchBox(page).press('Control+k')
  await page.getByRole('combobox', { name: 'Filter actions' }).pressSequentially('remove')
  await page.keyboard.press('Enter')
  await expect.poll(async () => (await titlesIn(page))[0]).not.toBe(third)
})

ownTest(
  'APP-03 what was chosen for a text comes first the next time, after a restart too; nothing of it can be read on the disk',
  async ({ signedIn, launch, service, browser }) => {
    const { app, page, userData } = signedIn
    const titles = await settled(page, 'no')
    const at = titles.findLastIndex((title) => title.startsWith('No'))
    const chosen = titles[at] ?? ''
    expect(at).toBeGreaterThan(0)
    for (let step = 0; step < at; step += 1) await searchBox(page).press('ArrowDown')
    await expect(selectedRow(page)).toContainText(chosen)
    await searchBox(page).press('Enter')
    await dismiss(signedIn)
    await summon(app)
    await find(page, 'no')
    await expect.poll(async () => (await titlesIn(page))[0]).toBe(chosen)
    await app.close()

    const vault = join(userData, 'vault')
    const files = readdirSync(vault).filter((name) => name.startsWith('cache'))
    expect(files.length).toBeGreaterThan(3)
    for (const name of files)
      expect(readFileSync(join(vault, name)).includes(Buffer.from(chosen))).toBe(false)

    const again = await launch()
    await summon(again.app)
    if (await again.page.getByRole('button', { name: 'Sign in' }).isVisible())
      await signIn(again, service, browser)
    await find(again.page, 'no')
    await expect.poll(async () => (await titlesIn(again.page))[0]).toBe(chosen)
  },
)

test('APP-03 objects and colleagues are found by name; a colleague is given a task', async ({ signedIn }) => {
  const { page } = signedIn
  await expect
    .poll(async () => {
      await searchBox(page).fill('')
      await searchBox(page).fill('mira sol')
      return results(page).getByRole('group', { name: 'Members' }).isVisible()
    })
    .toBe(true)
  await expect(selectedRow(page)).toContainText('Mira Solano')
  await searchBox(page).press('Enter')
  const form = page.getByRole('form', { name: 'New task' })
  await expect(form).toContainText('Mira Solano')
})
