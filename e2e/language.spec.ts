// The language: of the desktop, or as it is chosen; at once, in every part, and after a restart.
import type { ElectronApplication, Page } from 'playwright/test'
import type { Launched } from './launch.ts'
import { full, half, overflow, seriousProblems, whole } from './seen.ts'
import { expect, ownTest, test } from './signed-in.ts'
import { dismiss, isLive, press, runCommand, summon } from './steps.ts'

const german = { STANDIN_LANGUAGES: 'de-DE,en-US', LANGUAGE: 'de_DE:en_US', LC_ALL: 'de_DE.UTF-8' }

type StandIn = { __standin?: { trays: { menu: { items: { label: string }[] } | null }[] } }

/** The fixed items of the tray; null with Electron's own binary, which does not show them to tests. */
const trayLabels = (app: ElectronApplication): Promise<string[] | null> =>
  app.evaluate(() => {
    const standIn = (globalThis as StandIn).__standin
    return (
      standIn?.trays[0]?.menu?.items
        .map(({ label }) => label)
        // A meeting stands above, and the number of notifications, which changes, among them.
        .filter((label) => label !== '' && !/^\d/.test(label))
        .slice(-5) ?? null
    )
  })
const germanTray = ['Öffnen', 'Aufgabe erfassen', 'Tagesüberblick', 'Einstellungen', 'Beenden']

const languageOf = (page: Page): Promise<string> => page.evaluate(() => document.documentElement.lang)

const weekdays = (page: Page): Promise<(string | null)[]> =>
  page.getByRole('columnheader').evaluateAll((heads) => heads.map((head) => head.getAttribute('abbr')))

const searchBox = (page: Page) => page.getByRole('combobox', { name: 'Suchen' })
const settings = (page: Page) => page.getByRole('form', { name: 'Einstellungen' })

/** A command by its German words. */
const run = async ({ app, page }: Launched, words: string): Promise<void> => {
  await summon(app)
  await searchBox(page).fill('')
  await searchBox(page).pressSequentially(`>${words}`)
  await expect(page.getByRole('option', { selected: true })).toContainText(words)
  await searchBox(page).press('Enter')
}

const views: Record<string, (launched: Launched) => Promise<void>> = {
  'the palette, empty': async ({ app, page }) => {
    await summon(app)
    await expect(page.getByRole('group', { name: 'Befehle' })).toBeVisible()
    await expect(page.getByRole('option', { name: /Tagesüberblick/ })).toBeAttached()
  },
  'the palette with results': async ({ page }) => {
    await searchBox(page).fill('review')
    await isLive(page)
    await expect(page.getByRole('group', { name: 'Aufgaben' })).toBeVisible()
  },
  'the action panel': async ({ page }) => {
    await page.keyboard.press('Control+k')
    const panel = page.getByRole('dialog', { name: 'Aktionen' })
    await expect(panel.getByRole('option', { name: 'Als erledigt markieren' })).toBeVisible()
  },
  'why a row is there': async ({ page }) => {
    await page.keyboard.press('Escape')
    await page.keyboard.press('Control+i')
    await expect(page.getByRole('dialog', { name: 'Warum steht das hier?' })).toBeVisible()
  },
  'the keys': async (launched) => {
    await dismiss(launched)
    await run(launched, 'Tastenkürzel')
    await expect(launched.page.getByRole('dialog', { name: 'Tastenkürzel' })).toContainText('Nächste Zeile')
  },
  browse: async (launched) => {
    await dismiss(launched)
    await run(launched, 'People durchsehen')
    await expect(launched.page.getByRole('main', { name: 'People durchsehen' })).toBeVisible()
    await expect(launched.page.getByRole('option').first()).toBeVisible()
  },
  capture: async ({ app, page }) => {
    await press(app, 'capture')
    await expect(page.getByText('eine Person; @me bist du')).toBeVisible()
    await page.getByRole('textbox', { name: 'Aufgabe erfassen' }).fill('Ann anrufen 24.12. !high ~30m')
    const chips = page.getByRole('list', { name: 'Erkannt' })
    await expect(chips).toContainText('Hohe Priorität')
    await expect(chips).toContainText(/24\. Dez/)
    await page.getByRole('textbox', { name: 'Aufgabe erfassen' }).fill('Blumen gießen jeden Montag um 9')
    await expect(chips).toContainText('Jeden Montag')
  },
  'the brief': async ({ app, page }) => {
    await app.evaluate(({ app: electronApp }) => {
      electronApp.emit('second-instance', {}, ['svc-launcher', '--brief'], '')
    })
    await expect(page.getByRole('main', { name: 'Tagesüberblick' })).toBeVisible()
    await expect(page.getByRole('region', { name: 'Besprechungen' })).toBeVisible()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(/tag|Mittwoch/)
  },
  'the outbox': async (launched) => {
    await dismiss(launched)
    await run(launched, 'Postausgang')
    await expect(launched.page.getByText('Nichts wartet')).toBeVisible()
  },
  'the task form': async (launched) => {
    await dismiss(launched)
    await run(launched, 'Neue Aufgabe')
    const form = launched.page.getByRole('form', { name: 'Neue Aufgabe' })
    await form.getByRole('button', { name: 'Speichern', exact: true }).click()
    await expect(form.getByText('Gib einen Titel ein.')).toBeVisible()
    await form.getByLabel('Titel').fill('Angebot schreiben')
    await form.getByLabel('Fällig').fill('24.12.')
    await expect(form.getByText(/Do\.?, 24\. Dez/)).toBeVisible()
  },
  'the calendar': async ({ page }) => {
    await page.getByRole('form', { name: 'Neue Aufgabe' }).getByLabel('Fällig').press('Alt+ArrowDown')
    await expect(page.getByRole('grid')).toBeVisible()
    expect((await weekdays(page))[0]).toBe('Montag')
  },
  settings: async (launched) => {
    await dismiss(launched)
    await run(launched, 'Einstellungen')
    await expect(settings(launched.page)).toBeVisible()
    await expect(settings(launched.page).getByRole('combobox', { name: 'Sprache' })).toHaveText(
      'Wie das System',
    )
    const days = settings(launched.page).getByRole('group', { name: 'Tage des Überblicks' })
    await expect(days.getByRole('checkbox').first()).toHaveAccessibleName('Montag')
  },
}

/** German words are longer, and some are only read out: at 200 % both show. accessibility.spec.ts looks at the colours. */
const lookAt = async (launched: Launched): Promise<void> => {
  const { page } = launched
  await page.setViewportSize(half)
  // An animation may still move something.
  await expect.poll(() => overflow(page)).toEqual(whole)
  expect(await seriousProblems(page)).toEqual([])
  await page.setViewportSize(full)
}

test('APP-09 a German desktop starts in German', async ({ launch }) => {
  const launched = await launch({ env: german })
  const { app, page } = launched
  await summon(app)
  await expect(page.getByRole('button', { name: 'Anmelden' })).toBeVisible()
  expect(await languageOf(page)).toBe('de')
  await lookAt(launched)
  await page.getByRole('button', { name: 'Anmelden' }).click()
  await page.getByLabel('Adresse des Arbeitsbereichs').fill('http://example.com')
  await page.keyboard.press('Enter')
  // A failure that the main process puts in words.
  await expect(page.getByRole('alert')).toHaveText(
    'Diese Adresse ist nicht verschlüsselt. Verwende https://.',
  )
  await lookAt(launched)
  await page.getByRole('button', { name: 'Zurück' }).click()
  await page.getByRole('button', { name: 'Lokalen Arbeitsbereich verwenden' }).click()
  await page.getByRole('button', { name: 'Anlegen' }).click()
  await expect(page.getByText('Gib deinen Namen ein.')).toBeVisible()
  await lookAt(launched)
})

ownTest(
  'APP-09 every view is German, whole and accessible on a German desktop',
  async ({ launchSignedIn }) => {
    const launched = await launchSignedIn({ env: german })
    expect((await trayLabels(launched.app)) ?? germanTray).toEqual(germanTray)
    for (const [name, open] of Object.entries(views))
      await test.step(name, async () => {
        await open(launched)
        await lookAt(launched)
      })
  },
)

ownTest(
  'APP-09 a language that is chosen is spoken at once, and after a restart',
  async ({ signedIn, launch }) => {
    const { app, page } = signedIn
    expect(await languageOf(page)).toBe('en')
    await runCommand(signedIn, 'Settings')
    await page
      .getByRole('form', { name: 'Settings' })
      .getByRole('combobox', { name: 'Language' })
      .press('Enter')
    await expect(page.getByRole('option')).toHaveText(['Same as system', 'English', 'Deutsch'])
    await page.keyboard.press('D')
    await page.keyboard.press('Enter')
    const language = settings(page).getByRole('combobox', { name: 'Sprache' })
    await expect(language).toHaveText('Deutsch')
    await expect(language).toBeFocused()
    expect(await languageOf(page)).toBe('de')
    await expect.poll(async () => (await trayLabels(app)) ?? germanTray).toEqual(germanTray)
    // The words are German, the week is still one of the United States.
    const days = settings(page).getByRole('group', { name: 'Tage des Überblicks' })
    await expect(days.getByRole('checkbox').first()).toHaveAccessibleName('Sonntag')
    await dismiss(signedIn)
    await summon(app)
    await expect(searchBox(page)).toBeFocused()
    await app.close()

    const again = await launch()
    await summon(again.app)
    await expect(searchBox(again.page)).toBeVisible()
    // Somebody who cannot read German finds the way back.
    await run(again, 'Einstellungen')
    await settings(again.page).getByRole('combobox', { name: 'Sprache' }).click()
    await again.page.getByRole('option', { name: 'English' }).click()
    const english = again.page.getByRole('form', { name: 'Settings' })
    await expect(english.getByRole('combobox', { name: 'Language' })).toHaveText('English')
    expect(await languageOf(again.page)).toBe('en')
    // The same language by another choice changes nothing, also not where the focus is when settings open again.
    await english.getByRole('combobox', { name: 'Language' }).click()
    await again.page.getByRole('option', { name: 'Same as system' }).click()
    await expect(english.getByRole('combobox', { name: 'Language' })).toHaveText('Same as system')
    await dismiss(again)
    await runCommand(again, 'Settings')
    await expect(english.getByRole('button').first()).toBeFocused()
  },
)
