// The keys of the brief, row by row, and of capture, without a pointer.
import type { Page } from 'playwright/test'
import type { Launched } from './launch.ts'
import { expect, test } from './signed-in.ts'
import { briefEntries, currentEntry, isBack, isHidden, press, selectedRow } from './steps.ts'
import { blockOutbox, isStored } from './writes.ts'

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
    'Mod+D, and Mod+Z',
    'complete the task, and take that back',
    async ({ page }) => {
      await firstTask(page)
      const key = (await currentEntry(page).getAttribute('data-entry')) ?? ''
      const task = page.locator(`[data-entry="${key}"]`)
      await page.keyboard.press('Control+d')
      await expect(task).toHaveCount(0)
      await page.keyboard.press('Control+z')
      await expect(task).toHaveCount(1)
    },
  ],
  [
    'Mod+E',
    'edits the task',
    async ({ page }) => {
      await firstTask(page)
      await page.keyboard.press('Control+e')
      await expect(page.getByRole('form', { name: 'Edit task' })).toBeVisible()
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
for (const [keys, what, prove] of brief)
  test(`APP-09 in the brief ${keys}: ${what}`, async ({ signedIn }) => {
    await signedIn.page.keyboard.type('>daily')
    await expect(selectedRow(signedIn.page)).toContainText('Daily brief')
    await signedIn.page.keyboard.press('Enter')
    await prove(signedIn)
  })

test('APP-09 in capture Enter saves and hides, Mod+Enter saves and goes on, Esc keeps the draft', async ({
  signedIn: { app, page },
}) => {
  await press(app, 'capture')
  const line = page.getByRole('textbox', { name: 'Capture a task' })
  await expect(line).toBeFocused()
  await page.keyboard.type('First of two')
  await page.keyboard.press('Control+Enter')
  await expect(line).toHaveValue('')
  await page.keyboard.type('Second of two')
  await page.keyboard.press('Enter')
  await isHidden(app)
  await press(app, 'capture')
  await page.keyboard.type('Half of a third')
  await page.keyboard.press('Escape')
  await isHidden(app)
  await press(app, 'capture')
  await expect(page.getByRole('button', { name: /draft/i })).toBeVisible()
})

test('APP-09 in capture Mod+R tries a save again that failed', async ({ signedIn, service }) => {
  const { app, page, userData } = signedIn
  const free = blockOutbox(userData)
  await press(app, 'capture')
  const line = page.getByRole('textbox', { name: 'Capture a task' })
  await line.fill('Say it twice')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('alert')).toContainText('The disk is full or read-only')
  await expect(line).toHaveValue('Say it twice')
  free()
  await page.keyboard.press('Control+r')
  await isHidden(app)
  await isStored(service, 'Say it twice')
})
