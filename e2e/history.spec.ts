// ↑ in the empty palette brings back what was searched for, and nothing else that was typed.
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from 'playwright/test'
import type { Launched } from './launch.ts'
import { expect, ownTest, test } from './signed-in.ts'
import { dismiss, isHidden, press, results, runCommand, searchBox, selectedRow, summon } from './steps.ts'

const find = async (page: Page, text: string): Promise<void> => {
  await searchBox(page).fill(text)
  await expect(results(page)).toHaveAttribute('aria-busy', 'false')
  await expect(selectedRow(page)).toBeVisible()
}

/** Searches for it, and opens what is found in the browser. */
const searchFor = async ({ app, page }: Launched, text: string): Promise<void> => {
  await find(page, text)
  await page.keyboard.press('Control+Enter')
  await isHidden(app)
  await summon(app)
  await expect(searchBox(page)).toHaveValue('')
}

const isNowhereIn = (folder: string, words: readonly string[]): void => {
  for (const name of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
    const file = join(folder, name)
    const text = name.endsWith('.bin') || name.endsWith('.json') ? readFileSync(file).toString('latin1') : ''
    for (const word of words) expect(text.includes(word), `${word} in ${name}`).toBe(false)
  }
}

ownTest(
  'APP-03 earlier searches survive a restart, unreadable on the disk; what was typed in capture and forms is not among them',
  async ({ signedIn, launch }) => {
    const { app, page, userData } = signedIn
    await searchFor(signedIn, 'r nimbus')
    await searchFor(signedIn, 'meridian')
    await press(app, 'capture')
    await page.getByRole('textbox', { name: 'Capture a task' }).fill('Whispered to capture')
    await page.keyboard.press('Enter')
    await isHidden(app)
    await runCommand(signedIn, 'New task')
    await page.getByRole('form', { name: 'New task' }).getByLabel('Title').fill('Whispered to a form')
    await dismiss(signedIn)
    await app.close()
    isNowhereIn(userData, ['nimbus', 'meridian', 'Whispered'])
    expect(existsSync(join(userData, 'vault', 'history.bin'))).toBe(true)

    const again = await launch()
    await summon(again.app)
    await expect(searchBox(again.page)).toBeFocused()
    const recalled: string[] = []
    await expect(async () => {
      await again.page.keyboard.press('ArrowUp')
      await expect(again.page.getByText(/Earlier search 1 of 3/)).toBeVisible({ timeout: 500 })
    }).toPass()
    for (let step = 0; step < 4; step += 1) {
      recalled.push(await searchBox(again.page).inputValue())
      await again.page.keyboard.press('ArrowUp')
    }
    // The newest is the command that opened the form; after the oldest there is nothing.
    expect(recalled).toEqual(['New task', 'meridian', 'nimbus', 'nimbus'])
    await expect(again.page.getByRole('button', { name: 'Leave Records' })).toBeVisible()
  },
)

test('APP-03 ↑ on the first row takes nothing that was typed away: ↓ leads back to it', async ({
  signedIn,
}) => {
  const { page } = signedIn
  await searchFor(signedIn, 'nimbus')
  await searchFor(signedIn, 'r meridian')
  await find(page, 't review')
  for (const [key, value] of [
    ['ArrowUp', 'meridian'],
    ['ArrowUp', 'nimbus'],
    ['ArrowDown', 'meridian'],
    ['ArrowDown', 'review'],
  ] as const) {
    await page.keyboard.press(key)
    await expect(searchBox(page)).toHaveValue(value)
  }
  await expect(page.getByRole('button', { name: 'Leave Tasks' })).toBeVisible()
  await expect(results(page)).toHaveAttribute('aria-busy', 'false')
  await page.keyboard.press('ArrowDown')
  await expect(results(page).getByRole('option').nth(1)).toHaveAttribute('aria-selected', 'true')
  await expect(searchBox(page)).toHaveValue('review')

  // Without typed text there is nothing to return to: ↓ goes into the rows.
  await searchBox(page).fill('')
  await page.keyboard.press('Backspace')
  await page.keyboard.press('ArrowUp')
  await expect(searchBox(page)).toHaveValue('meridian')
  await page.keyboard.press('ArrowDown')
  await expect(searchBox(page)).toHaveValue('meridian')
})

test('APP-03 Mod+Enter on what has no page of its own does what Enter does; else it is a choice too, and the next time the text finds it first', async ({
  signedIn,
}) => {
  const { app, page } = signedIn
  await expect
    .poll(async () => {
      await searchBox(page).fill('')
      await searchBox(page).fill('mira sol')
      return results(page).getByRole('group', { name: 'Members' }).isVisible()
    })
    .toBe(true)
  await page.keyboard.press('Control+Enter')
  await expect(page.getByRole('form', { name: 'New task' })).toContainText('Mira Solano')
  await dismiss(signedIn)
  await summon(app)

  const rows = results(page).getByRole('option')
  await searchBox(page).fill('r ')
  let chosen = ''
  // Until what was seen is all here: the same text finds the same rows twice.
  await expect
    .poll(async () => {
      const before = chosen
      await searchBox(page).fill('')
      await find(page, 'novák')
      await expect(rows).toHaveCount(2)
      chosen = await rows.nth(1).locator('[class*="_title_"]').innerText()
      return chosen === before
    })
    .toBe(true)
  await page.keyboard.press('ArrowDown')
  await expect(selectedRow(page)).toContainText(chosen)
  await page.keyboard.press('Control+Enter')
  await isHidden(app)
  await summon(app)
  await find(page, 'r novák')
  await expect(rows.first()).toContainText(chosen)
  await page.keyboard.press('Control+i')
  const why = page.getByRole('dialog', { name: 'Why is this here' })
  await expect(why).toContainText('Chosen for this text once')
  await expect(why).toContainText('Opened once')
})
