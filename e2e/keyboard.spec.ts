// The keyboard table of the palette, row by row, without a pointer.
import type { Page } from 'playwright/test'
import { type Launched, openedUrls } from './launch.ts'
import { expect, test } from './signed-in.ts'
import { dismiss, isHidden, isLive, isVisible, results, searchBox, selectedRow, summon } from './steps.ts'

const rows = (page: Page) => results(page).getByRole('option')
const scopeChip = (page: Page, name: string) => page.getByRole('button', { name: `Leave ${name}` })
const form = (page: Page, name: string) => page.getByRole('form', { name })
const clipboard = (page: Page) => page.evaluate(() => (globalThis as { copied?: string }).copied ?? '')

/** Rows of this query, live, with the first one chosen. */
const find = async (page: Page, query: string): Promise<void> => {
  await page.keyboard.type(query)
  await isLive(page)
  // A row of the first look is live, too: the service has answered once the line over the rows is gone.
  await expect(page.locator('[data-active="true"]')).toHaveCount(0)
  await expect(rows(page).first()).toHaveAttribute('aria-selected', 'true')
}

const chosenIs = (page: Page, at: number) =>
  expect(rows(page).nth(at)).toHaveAttribute('aria-selected', 'true')

type Row = [keys: string, what: string, (launched: Launched) => Promise<void>]

/** In the field and among the rows. */
const moving: Row[] = [
  [
    '↑ ↓ PgUp PgDn Mod+Home Mod+End',
    'move, and do not wrap',
    async ({ page }) => {
      await find(page, 're')
      // Rows below the fold are not painted at once, but the announcement counts them.
      const count = page.getByRole('status').filter({ hasText: /^\d+ results$/ })
      const last = Number.parseInt((await count.textContent()) ?? '', 10) - 1
      expect(last).toBeGreaterThan(9)
      for (const [key, at] of [
        ['ArrowDown', 1],
        ['ArrowDown', 2],
        ['ArrowUp', 1],
        ['ArrowDown', 2],
        ['ArrowUp', 1],
        ['PageDown', 9],
        ['PageUp', 1],
        ['Control+End', last],
        ['ArrowDown', last],
        ['Control+Home', 0],
      ] as const) {
        await page.keyboard.press(key)
        await chosenIs(page, at)
      }
    },
  ],
  [
    'Tab',
    'takes the scope of a lone letter, and the rest of the chosen row’s name',
    async ({ page }) => {
      await page.keyboard.type('r')
      await page.keyboard.press('Tab')
      await expect(scopeChip(page, 'Records')).toBeVisible()
      await find(page, 'cedar o')
      const title = (await selectedRow(page).locator('[class*="_title_"]').textContent()) ?? ''
      await page.keyboard.press('Tab')
      await expect
        .poll(async () => (await searchBox(page).inputValue()).toLowerCase())
        .toBe(title.toLowerCase())
      await expect(searchBox(page)).toBeFocused()
    },
  ],
  [
    'Backspace at the start',
    'takes the scope away and leaves the words',
    async ({ page }) => {
      await find(page, 't review')
      await page.keyboard.press('Home')
      await page.keyboard.press('Backspace')
      await expect(scopeChip(page, 'Tasks')).toHaveCount(0)
      await expect(searchBox(page)).toHaveValue('review')
    },
  ],
  [
    'Esc',
    'clears query and scope, then hides',
    async ({ app, page }) => {
      await find(page, 't review')
      await page.keyboard.press('Escape')
      await expect(searchBox(page)).toHaveValue('')
      await expect(scopeChip(page, 'Tasks')).toHaveCount(0)
      expect(await isVisible(app)).toBe(true)
      await page.keyboard.press('Escape')
      await isHidden(app)
    },
  ],
  [
    't r m o >',
    'search one kind, browse, and run commands',
    async ({ page }) => {
      for (const [prefix, name] of [
        ['t ', 'Tasks'],
        ['r ', 'Records'],
        ['m ', 'Meetings'],
        ['o ', 'Browse'],
        ['>', 'Commands'],
      ] as const) {
        await page.keyboard.type(prefix)
        await expect(scopeChip(page, name)).toBeVisible()
        await page.keyboard.press('Backspace')
        await expect(scopeChip(page, name)).toHaveCount(0)
      }
    },
  ],
  [
    '?',
    'lists the keys of this view first, and filters them while typing',
    async ({ page }) => {
      await page.keyboard.press('?')
      const help = page.getByRole('dialog', { name: 'Keyboard shortcuts' })
      await expect(help.getByRole('heading').first()).toHaveText('Palette')
      await page.keyboard.type('undo')
      await expect(help.getByText('Undo the last change')).toBeVisible()
      await expect(help.getByText('New task')).toHaveCount(0)
      await page.keyboard.press('Escape')
      await expect(help).toHaveCount(0)
      await expect(searchBox(page)).toBeFocused()
    },
  ],
]

const acting: Row[] = [
  [
    'Enter, and Mod+Enter',
    'do the first thing of a row, and open it in the browser',
    async ({ app, page }) => {
      const before = (await openedUrls(app)).length
      await find(page, 't review')
      await page.keyboard.press('Control+Enter')
      await expect.poll(async () => (await openedUrls(app)).length).toBe(before + 1)
      expect((await openedUrls(app)).at(-1)).toContain('/tasks/')
      await isHidden(app)
      await summon(app)
      await find(page, 't review')
      await page.keyboard.press('Enter')
      await expect(form(page, 'Edit task')).toBeVisible()
    },
  ],
  [
    'Mod+K',
    'lists what can be done, by name; typing filters, Enter runs, Esc closes it only',
    async ({ page }) => {
      await find(page, 't review')
      await page.keyboard.press('Control+k')
      const dialog = page.getByRole('dialog', { name: 'Actions' })
      await expect(dialog.getByRole('option', { name: 'Mark task done' })).toBeVisible()
      await page.keyboard.press('Escape')
      await expect(dialog).toHaveCount(0)
      await expect(searchBox(page)).toHaveValue('review')
      await page.keyboard.press('Control+k')
      await page.keyboard.type('edit')
      await expect(dialog.getByRole('option')).toHaveCount(1)
      await page.keyboard.press('Enter')
      await expect(form(page, 'Edit task')).toBeVisible()
    },
  ],
  [
    'Mod+E',
    'edits the chosen task',
    async ({ page }) => {
      await find(page, 't review')
      await page.keyboard.press('Control+e')
      await expect(form(page, 'Edit task')).toBeVisible()
    },
  ],
  [
    'Mod+C, and Mod+Shift+C',
    'copy the title, and the link',
    async ({ page }) => {
      await page.evaluate(() => {
        navigator.clipboard.writeText = (text) => {
          Object.assign(globalThis, { copied: text })
          return Promise.resolve()
        }
      })
      await find(page, 't review')
      const title = (await selectedRow(page).locator('[class*="_title_"]').textContent()) ?? ''
      await page.keyboard.press('Control+c')
      await expect.poll(() => clipboard(page)).toBe(title)
      await page.keyboard.press('Control+Shift+c')
      await expect.poll(() => clipboard(page)).toContain('/tasks/')
    },
  ],
  [
    'Mod+1…9',
    'runs the row of that number',
    async ({ page }) => {
      await find(page, 't review')
      const second = (await rows(page).nth(1).locator('[class*="_title_"]').textContent()) ?? ''
      await page.keyboard.press('Control+2')
      await expect(form(page, 'Edit task').getByLabel('Title')).toHaveValue(second)
    },
  ],
  [
    'Mod+,',
    'opens the settings',
    async ({ page }) => {
      await page.keyboard.press('Control+,')
      await expect(form(page, 'Settings')).toBeVisible()
    },
  ],
]

for (const [title, table] of [
  ['APP-09 in the palette keys move, complete a name, search one kind, clear and list themselves', moving],
  ['APP-09 in the palette keys act on the chosen row, or on the one of their number', acting],
] as const)
  test(title, async ({ signedIn }) => {
    for (const [keys, what, prove] of table)
      await test.step(`${keys}: ${what}`, async () => {
        await dismiss(signedIn)
        await summon(signedIn.app)
        await prove(signedIn)
      })
  })

test('APP-09 a key is changed in the settings: a taken one is named, the new one works and is shown, and reset brings back the old', async ({
  signedIn: { page },
}) => {
  const openKeys = async (): Promise<void> => {
    await page.keyboard.press('Control+,')
    await page.getByText('Keys in the window').click()
  }
  await openKeys()
  const change = page.getByRole('button', { name: 'Change the key: Edit task' })
  await change.click()
  await page.keyboard.press('Control+d')
  await expect(page.getByRole('alert')).toHaveText(
    'Ctrl+D is used by “Done, or not done”. Change that one first.',
  )
  await page.keyboard.press('Control+a')
  await expect(page.getByRole('alert')).toHaveText('This chord edits text. Choose other keys.')
  await page.keyboard.press('F4')
  const reset = page.getByRole('button', { name: 'Reset the key: Edit task' })
  await expect(reset).toBeVisible()

  await page.keyboard.press('Escape')
  await find(page, 't review')
  await page.keyboard.press('F4')
  await expect(page.getByRole('form', { name: 'Edit task' })).toBeVisible()
  await page.keyboard.press('Escape')
  await searchBox(page).fill('')
  await page.keyboard.press('?')
  await page.keyboard.type('F4')
  await expect(page.getByRole('dialog').getByText('Edit task')).toBeVisible()
  await page.keyboard.press('Escape')

  await openKeys()
  await page.getByRole('button', { name: 'Reset all keys' }).click()
  await expect(reset).toHaveCount(0)
})

test('APP-09 while an input method composes, its keys are its own', async ({ signedIn: { app, page } }) => {
  await find(page, 'review')
  const before = (await openedUrls(app)).length
  const cdp = await page.context().newCDPSession(page)
  // An unfinished composition stands in the field and is not searched.
  await cdp.send('Input.imeSetComposition', { text: 'すし', selectionStart: 2, selectionEnd: 2 })
  await expect(searchBox(page)).toHaveValue('reviewすし')
  await chosenIs(page, 0)
  for (const key of ['Enter', 'ArrowDown', 'Escape']) {
    await cdp.send('Input.dispatchKeyEvent', { type: 'rawKeyDown', key, windowsVirtualKeyCode: 229 })
    await cdp.send('Input.dispatchKeyEvent', { type: 'keyUp', key, windowsVirtualKeyCode: 229 })
  }
  await expect(searchBox(page)).toHaveValue('reviewすし')
  await chosenIs(page, 0)
  await expect(page.getByText('No match for')).toHaveCount(0)
  expect((await openedUrls(app)).length).toBe(before)
  expect(await isVisible(app)).toBe(true)
  await cdp.send('Input.insertText', { text: '寿司' })
  await expect(searchBox(page)).toHaveValue('review寿司')
  await expect(page.getByText('No match for')).toBeVisible()
})
