// The keys of the brief, row by row, without a pointer.
import type { Page } from 'playwright/test'
import type { Launched } from './launch.ts'
import { expect, test } from './signed-in.ts'
import { briefEntries, currentEntry, dismiss, isBack, selectedRow, summon } from './steps.ts'

type Row = [keys: string, what: string, (launched: Launched) => Promise<void>]

/** Which entry has the focus; -1 for none of them. */
const focusedEntry = (page: Page) => () =>
  briefEntries(page).evaluateAll((all) => all.findIndex((entry) => entry === document.activeElement))
/** Waits for the brief. @returns the entry where it starts: the first task */
const firstTask = async (page: Page): Promise<number> => {
  await expect(currentEntry(page)).toHaveAttribute('data-entry', /^task:/)
  return focusedEntry(page)()
}
/** The section that has the focus. */
const focusedSection = (page: Page) => () =>
  page.evaluate(() => document.activeElement?.closest('section')?.getAttribute('aria-label') ?? null)

const brief: Row[] = [
  [
    '↑ ↓ PgUp PgDn',
    'move',
    async ({ page }) => {
      const start = await firstTask(page)
      for (const [key, by] of [
        ['ArrowDown', 1],
        ['ArrowUp', 0],
        ['ArrowUp', -1],
        ['PageDown', 7],
        ['ArrowUp', 6],
        ['PageUp', -2],
      ] as const) {
        await page.keyboard.press(key)
        await expect.poll(focusedEntry(page)).toBe(start + by)
      }
    },
  ],
  [
    'Tab',
    'goes to the next section, and Shift+Tab back',
    async ({ page }) => {
      await expect.poll(focusedSection(page)).toBe('Tasks')
      await page.keyboard.press('Tab')
      await expect.poll(focusedSection(page)).toBe('Notifications')
      await page.keyboard.press('Shift+Tab')
      await expect.poll(focusedSection(page)).toBe('Tasks')
      await page.keyboard.press('Shift+Tab')
      await expect.poll(focusedSection(page)).toBe('Meetings')
    },
  ],
  [
    '→ ← Enter',
    'unfold and fold a group, also from its items',
    async ({ page }) => {
      const fold = page.getByRole('button', { name: /^No date/ })
      const isOpen = (expanded: boolean) => expect(fold).toHaveAttribute('aria-expanded', String(expanded))
      await fold.focus()
      await page.keyboard.press('ArrowRight')
      await isOpen(true)
      await page.keyboard.press('ArrowDown')
      await expect(currentEntry(page)).toHaveAttribute('data-entry', /^task:/)
      await page.keyboard.press('ArrowLeft')
      await isOpen(false)
      await expect(fold).toBeFocused()
      await page.keyboard.press('Enter')
      await isOpen(true)
      await page.keyboard.press('Space')
      await isOpen(false)
    },
  ],
  [
    'Mod+1…9',
    'jumps to the item of that number',
    async ({ page }) => {
      await firstTask(page)
      for (const number of [3, 9, 1]) {
        await page.keyboard.press(`Control+${number}`)
        await expect.poll(focusedEntry(page)).toBe(number - 1)
      }
    },
  ],
  [
    'Mod+K, Esc',
    'list what can be done, and go back to the palette',
    async ({ page }) => {
      await expect(page.getByRole('listitem').first()).toBeVisible()
      await page.keyboard.press('Control+k')
      await expect(page.getByRole('dialog', { name: 'Actions' })).toBeVisible()
      await page.keyboard.press('Escape')
      await page.keyboard.press('Escape')
      await isBack(page)
    },
  ],
]
test('APP-09 in the brief keys move, go by sections, fold, jump to a number, and list what can be done', async ({
  signedIn,
}) => {
  const { app, page } = signedIn
  for (const [keys, what, prove] of brief)
    await test.step(`${keys}: ${what}`, async () => {
      await dismiss(signedIn)
      await summon(app)
      await page.keyboard.type('>daily')
      await expect(selectedRow(page)).toContainText('Daily brief')
      await page.keyboard.press('Enter')
      await prove(signedIn)
    })
})
