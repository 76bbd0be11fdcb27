// Differences between people: eyesight, motion, and screen readers.
import type { Page } from 'playwright/test'
import { full, half, overflow, whole } from './seen.ts'
import { expect, test } from './signed-in.ts'
import { dismiss, isLive, press, results, runCommand, searchBox, selectedRow } from './steps.ts'

test.afterEach(async ({ signedIn: { page } }) => {
  await page.setViewportSize(full)
  await page.emulateMedia({ forcedColors: null, reducedMotion: null })
})

const rows = (page: Page) => results(page).getByRole('option')
const find = async (page: Page, query: string): Promise<void> => {
  await page.keyboard.type(query)
  await isLive(page)
}

test('APP-09 the search is a combobox as the ARIA practices have it', async ({ signedIn: { page } }) => {
  const box = searchBox(page)
  await expect(box).toHaveAttribute('aria-autocomplete', 'list')
  await find(page, 'review')
  await expect(box).toHaveAttribute('aria-expanded', 'true')
  const list = page.locator(`[id="${await box.getAttribute('aria-controls')}"]`)
  await expect(list).toHaveRole('listbox')
  await expect(list).toHaveAttribute('aria-busy', 'false')

  // One option is active, and it is the one that is chosen; the focus stays in the field.
  for (const key of ['ArrowDown', 'ArrowDown', 'ArrowUp']) {
    await page.keyboard.press(key)
    await expect(box).toBeFocused()
    const active = (await box.getAttribute('aria-activedescendant')) ?? ''
    await expect(page.locator(`[id="${active}"]`)).toHaveAttribute('aria-selected', 'true')
    await expect(list.getByRole('option', { selected: true })).toHaveCount(1)
  }
  // Every option is in a group that has a name.
  for (const group of await list.getByRole('group').all()) await expect(group).toHaveAccessibleName(/\S/)
  expect(await list.getByRole('group').getByRole('option').count()).toBe(await rows(page).count())

  await page.keyboard.press('Control+k')
  const filter = page.getByRole('combobox', { name: 'Filter actions' })
  await expect(filter).toBeFocused()
  const active = (await filter.getAttribute('aria-activedescendant')) ?? ''
  await expect(page.locator(`[id="${active}"]`)).toHaveAttribute('aria-selected', 'true')
})

test('APP-09 the count is said once typing has paused, politely; where nothing is found, what is said is what is shown', async ({
  signedIn: { page },
}) => {
  const status = page.getByRole('status').filter({ hasText: /result/ })
  await find(page, 't review')
  await expect(status).toHaveText(/^\d+ results?$/)
  expect(await status.textContent()).toBe(`${await rows(page).count()} results`)
  await page.keyboard.type(' zzzz')
  await expect(page.getByText('No match for')).toBeVisible()
  await expect(page.getByRole('alert').filter({ hasText: /match|result/i })).toHaveCount(0)

  await page.keyboard.press('Escape')
  await searchBox(page).press('Backspace')
  for (const [typed, words] of [
    ['zzzz', 'No match for “zzzz”'],
    ['m ', 'Keep typing to search the workspace'],
    ['zzzz', 'No match for “zzzz” in meetings, nor anywhere for “m zzzz”'],
  ] as const)
    await test.step(words, async () => {
      await searchBox(page).fill('')
      await page.keyboard.type(typed)
      await expect(page.getByRole('paragraph').filter({ hasText: words })).toHaveText(words)
      await expect(page.getByRole('status').filter({ hasText: /match|typing|result/i })).toHaveText(words)
    })
})

test('APP-09 in forced colours the chosen row, the focus and the edges are still seen', async ({
  signedIn: { page },
}) => {
  await page.emulateMedia({ forcedColors: 'active' })
  await find(page, 'cedar o')
  // These colours put a plate behind each text: its plate would cover what is typed.
  const completion = page.locator('[class*="_completion_"]')
  await expect(completion).toHaveText(/^cedar o./)
  await expect(completion).toBeHidden()
  await page.keyboard.press('Escape')
  await find(page, 'review')
  const look = (at: number) =>
    rows(page)
      .nth(at)
      .evaluate((row) => {
        const { backgroundColor, outlineStyle, outlineColor, forcedColorAdjust } = getComputedStyle(row)
        return [backgroundColor, outlineStyle, outlineColor, forcedColorAdjust].join(' ')
      })
  expect(await look(0)).not.toBe(await look(1))
  await page.getByRole('button', { name: 'Actions' }).focus()
  const outline = await page.evaluate(() =>
    document.activeElement === null ? '' : getComputedStyle(document.activeElement).outlineStyle,
  )
  expect(outline).not.toBe('none')
})

test('APP-09 with reduced motion nothing moves by itself', async ({ signedIn: { page } }) => {
  const moving = () =>
    page.evaluate(
      () =>
        document.getAnimations().filter(({ playState, effect }) => {
          const { duration = 0, iterations = 1 } = effect?.getComputedTiming() ?? {}
          return playState === 'running' && (Number(duration) > 1 || iterations === Infinity)
        }).length,
    )
  // The check can see motion where there is some: the pending line runs.
  await page.evaluate(() => {
    const line = document.querySelector('[data-active]')
    line?.setAttribute('data-active', 'true')
  })
  await expect.poll(moving).toBeGreaterThan(0)
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await expect.poll(moving).toBe(0)
})

test('APP-09 at 200 % nothing is cut off sideways, the chosen row and the foot are in view, names that are browsed are whole, and a refused line leaves room for the reason', async ({
  signedIn,
}) => {
  const { app, page } = signedIn
  await page.setViewportSize(half)
  await test.step('the palette and its actions', async () => {
    await find(page, 'review')
    expect(await overflow(page)).toEqual(whole)
    for (let step = 0; step < 6; step += 1) await page.keyboard.press('ArrowDown')
    await expect(selectedRow(page)).toBeInViewport({ ratio: 0.9 })
    await expect(page.getByRole('button', { name: 'Actions' })).toBeInViewport()
    await page.keyboard.press('Control+k')
    await expect(page.getByRole('combobox', { name: 'Filter actions' })).toBeInViewport()
    expect(await overflow(page)).toEqual(whole)
    await page.keyboard.press('Escape')
  })
  await test.step('the settings', async () => {
    await page.keyboard.press('Control+,')
    await expect(page.getByRole('form', { name: 'Settings' })).toBeVisible()
    expect(await overflow(page)).toEqual(whole)
  })
  await test.step('capture, and what is said of a line that is too long', async () => {
    await press(app, 'capture')
    const line = page.getByRole('textbox', { name: 'Capture a task' })
    await expect(line).toBeInViewport()
    expect(await overflow(page)).toEqual(whole)
    await line.fill('word '.repeat(120))
    await page.keyboard.press('Enter')
    await expect(page.getByRole('alert')).toBeInViewport({ ratio: 1 })
    await expect(page.getByRole('button', { name: 'Save', exact: true })).toBeInViewport({ ratio: 1 })
    await line.fill('')
  })
  await test.step('names keep their width before anything that stands behind them', async () => {
    await dismiss(signedIn)
    await runCommand(signedIn, 'Browse companies')
    const names = page.getByRole('option').locator('[class*="_title_"]')
    await expect(names.first()).toBeVisible()
    const isCut = (all: Element[]): boolean[] =>
      all.map((name) => {
        const text = document.createRange()
        text.selectNodeContents(name)
        return text.getBoundingClientRect().width > name.getBoundingClientRect().width
      })
    expect(await names.evaluateAll(isCut)).not.toContain(true)
  })
})

test('APP-09 at 200 %, in German and offline, names can be read and nothing that rows say is gone', async ({
  signedIn: { page },
  network,
}) => {
  await page.evaluate(
    (change) => {
      const { launcher } = globalThis as unknown as {
        launcher: { call: (name: 'settings.set', input: typeof change) => Promise<unknown> }
      }
      return launcher.call('settings.set', change)
    },
    { language: 'de' },
  )
  await page.setViewportSize(half)
  await network.goOffline()
  await page.keyboard.type('t review the contract')
  await expect(page.getByRole('alert')).toHaveText('Offline')
  const options = page.getByRole('option')
  const row = options.first()
  await expect(page.getByText('Gespeicherte Kopie, gerade eben geprüft')).toBeVisible()
  await expect(row.getByText(/To do|In progress|In review|Done/)).toBeVisible()
  const shares = await options.evaluateAll((all) =>
    all.map(
      (one) => (one.querySelector('[class*="_name_"]')?.clientWidth ?? 0) / Math.max(1, one.clientWidth),
    ),
  )
  expect(Math.min(...shares)).toBeGreaterThan(0.4)
  expect(await overflow(page)).toEqual(whole)
  // The empty query keeps the key of its meeting, and the panel of reasons its heading.
  await page.keyboard.press('Escape')
  await expect(page.getByRole('option', { selected: true })).toContainText('Teilnehmen')
  await page.keyboard.press('Control+i')
  const head = page.getByRole('dialog').getByRole('heading')
  await expect(head).toBeVisible()
  await expect(head).toBeInViewport({ ratio: 1 })
})
