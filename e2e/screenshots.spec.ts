// Makes the pictures of README: the real app on the demo data, dark and light. `npm run screenshots`.
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
  form: async (launched) => {
    await dismiss(launched)
    await runCommand(launched, 'New task')
    await launched.page
      .getByRole('form', { name: 'New task' })
      .getByLabel('Title')
      .fill('Prepare the offsite')
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
