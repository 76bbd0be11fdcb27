// Every view, in dark and light: axe finds nothing serious.
import { type Launched } from './fixtures.ts'
import { seriousProblems } from './seen.ts'
import { expect, test } from './signed-in.ts'
import { dismiss, press, results, runCommand, searchBox, summon } from './steps.ts'

const views: Record<string, (launched: Launched) => Promise<void>> = {
  'the palette, empty': async ({ app, page }) => {
    await summon(app)
    await expect(searchBox(page)).toBeVisible()
  },
  'the palette with results': async ({ page }) => {
    await searchBox(page).fill('an')
    await expect(results(page).getByRole('option').first()).toBeVisible()
  },
  'the action panel': async ({ page }) => {
    await page.keyboard.press('Control+k')
    await expect(page.getByRole('dialog', { name: 'Actions' })).toBeVisible()
  },
  browse: async (launched) => {
    await dismiss(launched)
    await runCommand(launched, 'Browse People')
    await expect(launched.page.getByRole('listbox').getByRole('option').first()).toBeVisible()
  },
  capture: async ({ app, page }) => {
    await press(app, 'capture')
    await page.getByRole('textbox', { name: 'Capture a task' }).fill('Call Ann tomorrow !high ~30m')
    await expect(page.getByRole('list', { name: 'Recognized' })).toBeVisible()
  },
  'the brief': async ({ app, page }) => {
    await app.evaluate(({ app: electronApp }) => {
      electronApp.emit('second-instance', {}, ['svc-launcher', '--brief'], '')
    })
    await expect(page.getByRole('region', { name: 'Meetings' })).toBeVisible()
  },
  'the task form': async (launched) => {
    await dismiss(launched)
    await runCommand(launched, 'New task')
    await expect(launched.page.getByRole('form', { name: 'New task' })).toBeVisible()
  },
  'the calendar of the task form': async ({ page }) => {
    await page.getByRole('form', { name: 'New task' }).getByLabel('Due').press('Alt+ArrowDown')
    await expect(page.getByRole('grid')).toBeVisible()
  },
  settings: async (launched) => {
    await dismiss(launched)
    await runCommand(launched, 'Settings')
    await expect(launched.page.getByRole('form', { name: 'Settings' })).toBeVisible()
  },
}

for (const colorScheme of ['light', 'dark'] as const) {
  test(`APP-09 axe finds nothing serious on the first run, ${colorScheme}`, async ({ launch }) => {
    const { app, page } = await launch()
    await page.emulateMedia({ colorScheme })
    await summon(app)
    await expect(page.getByRole('button', { name: 'Use a local workspace' })).toBeVisible()
    expect(await seriousProblems(page)).toEqual([])
    await page.getByRole('button', { name: 'Use a local workspace' }).click()
    expect(await seriousProblems(page)).toEqual([])
  })

  test(`APP-03 APP-04 APP-05 axe finds nothing serious in any view, ${colorScheme}`, async ({
    signedIn: launched,
  }) => {
    await launched.page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    for (const [name, open] of Object.entries(views))
      await test.step(name, async () => {
        await open(launched)
        expect(await seriousProblems(launched.page)).toEqual([])
      })
  })
}
