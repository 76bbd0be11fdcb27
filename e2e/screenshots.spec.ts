// Makes the pictures of README: the real app on the demo data, dark and light. `npm run screenshots`.
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, test } from './fixtures.ts'
import { type Launched } from './launch.ts'
import { dismiss, isLive, press, results, runCommand, searchBox, signIn, summon } from './steps.ts'

const images = fileURLToPath(new URL('../docs/images/', import.meta.url))

const pictures: Record<string, (launched: Launched) => Promise<void>> = {
  palette: async ({ app, page }) => {
    await summon(app)
    const rows = results(page)
    // Rows stand in the order in which they came until the workspace is known here: then all of them are ranked at once.
    await expect
      .poll(async () => {
        await searchBox(page).fill('')
        await searchBox(page).fill('renew')
        return rows
          .getByRole('group')
          .first()
          .filter({ hasText: /renewal.*renée/i })
          .count()
      })
      .toBe(1)
    await isLive(page)
    await expect(rows.getByRole('option', { name: /renew/i }).nth(5)).toBeVisible()
    await expect(page.getByRole('complementary')).toContainText('Record ID')
    await expect(page.locator('[data-active="true"]')).toHaveCount(0)
    // The line under the field fades.
    await expect(page.locator('[data-active]')).toHaveCSS('opacity', '0')
  },
  capture: async ({ app, page }) => {
    await press(app, 'capture')
    await page
      .getByRole('textbox', { name: 'Capture a task' })
      .fill('Call Acme about the renewal tomorrow 5pm @mira !high ~30m')
    await expect(page.getByRole('list', { name: 'Recognized' }).getByRole('listitem')).toHaveCount(4)
  },
  brief: async (launched) => {
    await dismiss(launched)
    await runCommand(launched, 'Daily brief')
    await expect(
      launched.page.getByRole('region', { name: 'Tasks' }).getByRole('listitem').first(),
    ).toBeVisible()
  },
  person: async (launched) => {
    const { app, page } = launched
    await dismiss(launched)
    await summon(app)
    await searchBox(page).fill('renée')
    await expect(page.getByRole('complementary')).toContainText('@')
    await isLive(page)
  },
  actions: async ({ page }) => {
    await searchBox(page).fill('t renewal')
    await expect(results(page).getByRole('option').nth(3)).toBeVisible()
    await isLive(page)
    await page.keyboard.press('Control+k')
    await expect(page.getByRole('dialog', { name: 'Actions' })).toBeVisible()
  },
  due: async ({ page }) => {
    await page.keyboard.press('Escape')
    await page.keyboard.press('Control+Shift+d')
    await page.keyboard.type('mon')
    await expect(page.getByRole('dialog').getByText(/^(?:Mon|Tomorrow)/)).toBeVisible()
  },
  several: async ({ page }) => {
    await page.keyboard.press('Escape')
    for (const _ of [1, 2]) await page.keyboard.press('Shift+ArrowDown')
    await expect(page.getByText('3 selected').first()).toBeVisible()
  },
  form: async (launched) => {
    await dismiss(launched)
    await runCommand(launched, 'New task')
    await launched.page
      .getByRole('form', { name: 'New task' })
      .getByLabel('Title')
      .fill('Prepare the offsite')
  },
  settings: async (launched) => {
    await dismiss(launched)
    await runCommand(launched, 'Settings')
    await expect(launched.page.getByRole('form', { name: 'Settings' })).toBeVisible()
  },
  help: async ({ app, page }) => {
    await dismiss({ app, page })
    await summon(app)
    await page.keyboard.press('?')
    await expect(page.getByRole('dialog', { name: 'Keyboard shortcuts' })).toBeVisible()
  },
}

for (const colorScheme of ['light', 'dark'] as const)
  test(`pictures of README, ${colorScheme}`, async ({ service, launch, browser }) => {
    const launched = await launch()
    const { app, page } = launched
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    const picture = async (name: string): Promise<void> => {
      // A pointer that rests on a row colours it.
      await page.mouse.move(0, 0)
      await page.screenshot({ path: `${images}${name}-${colorScheme}.png` })
    }
    await summon(app)
    await expect(page.getByRole('button', { name: 'Use a local workspace' })).toBeVisible()
    await picture('first-run')
    await signIn(launched, service, browser)
    for (const [name, open] of Object.entries(pictures)) {
      await open(launched)
      await picture(name)
    }
  })

/** The pictures of the contact sheet, in its order. */
const sheet = [
  'palette-light',
  'brief-dark',
  'capture-light',
  'person-dark',
  'actions-light',
  'due-dark',
  'several-light',
  'form-dark',
] as const

test('the contact sheet of README', async ({ browser }) => {
  const page = await browser.newPage({ viewport: { width: 1240, height: 100 } })
  const figures = sheet.map(
    (name) => `<img src="data:image/png;base64,${readFileSync(`${images}${name}.png`).toString('base64')}">`,
  )
  await page.setContent(`<style>
    body { margin: 0; padding: 24px; background: #8b8d98; display: grid; grid-template-columns: 1fr 1fr; gap: 24px; align-items: center }
    img { width: 100%; border-radius: 10px; box-shadow: 0 8px 24px #0005 }
  </style>${figures.join('')}`)
  await page.screenshot({ path: `${images}overview.png`, fullPage: true })
})
