// Imports in the launcher, from the first run: a file, a look at it, choices by the keyboard, progress, the result, and undo.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import type { Locator, Page } from 'playwright/test'
import { ask, valueOf } from './bridge.ts'
import { expect, openStage, type Stage, startAfresh, test } from './fixtures.ts'
import type { Launched } from './launch.ts'
import { full, half, overflow, seriousProblems } from './seen.ts'
import {
  dropFile,
  isBack,
  isVisible,
  results,
  runCommand,
  searchBox,
  selectedRow,
  summon,
  useLocalWorkspace,
} from './steps.ts'

const contacts = [
  'First Name,Middle Name,Last Name,Notes,Birthday,Labels,E-mail 1 - Label,E-mail 1 - Value,Phone 1 - Label,Phone 1 - Value,Organization Name,Organization Title,Shoe size',
  'Mira,,Brandt,Met at the fair,,* myContacts,* Work,mira@harbour.test,Work,+49 40 5550101,Harbour Works,Buyer,38',
  'Noah,J.,Berg,,,* myContacts,* Work,noah@harbour.test,Work,+49 40 5550102,Harbour Works,Engineer,44',
  'Ines,,Falk,,,* myContacts,* Home,not an address,Mobile,+49 171 5550103,,,41',
  '"Björn",,"Öst, the elder",,,* myContacts,* Home,bjorn@example.test,,,,,43',
  '',
].join('\r\n')

const tasks = [
  'TYPE,CONTENT,DESCRIPTION,PRIORITY,INDENT,AUTHOR,RESPONSIBLE,DATE,DATE_LANG,TIMEZONE',
  'section,Spring fair,,,,,,,,',
  'task,Book the stand,,4,1,Ada (1),,2027-03-04,en,Europe/Berlin',
  'task,Print the flyers,Two thousand,1,2,Ada (1),,,en,Europe/Berlin',
  'task,Water the plants,,1,1,Ada (1),,every 3rd monday,en,Europe/Berlin',
  '',
].join('\n')

const german = { STANDIN_LANGUAGES: 'de-DE,en-US', LANGUAGE: 'de_DE:en_US', LC_ALL: 'de_DE.UTF-8' }

const view = (page: Page, name = 'Import') => page.getByRole('main', { name, exact: true })
const preview = (page: Page) => page.getByRole('table', { name: 'Preview' })
const header = (page: Page, column: string) =>
  preview(page).getByRole('combobox', { name: `Goes to: ${column}`, exact: true })
const status = (page: Page) => view(page).getByRole('status')

/** A drag of the desktop itself, whose file the page reads from the disk. */
const dropFromDesktop = async (page: Page, path: string): Promise<void> => {
  const session = await page.context().newCDPSession(page)
  const data = { items: [], files: [path], dragOperationsMask: 1 }
  for (const type of ['dragEnter', 'dragOver', 'drop'] as const)
    await session.send('Input.dispatchDragEvent', { type, x: 300, y: 200, data })
  await session.detach()
}

/** Chooses a file, without the dialog of the desktop. */
const choose = (page: Page, name: string, text: string): Promise<void> =>
  page
    .locator('input[type="file"]')
    .setInputFiles({ name, mimeType: 'text/plain', buffer: Buffer.from(text) })

const placeOf = (option: Element): number => [...(option.parentElement?.children ?? [])].indexOf(option)

/** The keys of a person: opens a list and moves to a choice. */
const pick = async (page: Page, list: Locator, to: string): Promise<void> => {
  await expect(list).toBeFocused()
  await page.keyboard.press('Enter')
  const option = page.getByRole('option', { name: to, exact: true })
  await page.keyboard.press('Home')
  await expect(page.getByRole('option').first()).toHaveAttribute('data-current', 'true')
  for (let steps = await option.evaluate(placeOf); steps > 0; steps -= 1)
    await page.keyboard.press('ArrowDown')
  await expect(option).toHaveAttribute('data-current', 'true')
  await page.keyboard.press('Enter')
}
const send = (page: Page, column: string, to: string): Promise<void> => pick(page, header(page, column), to)

let stage: Stage
let launched: Launched

// One local workspace for all three, in this order: the first begins where nothing was imported yet.
test.describe('in a local workspace', () => {
  test.beforeAll(async ({ demo, folder, sharedBrowser }) => {
    stage = await openStage({ demo, folder, sharedBrowser }, 'import')
    launched = await stage.launch()
    await useLocalWorkspace(launched)
  })
  test.beforeEach(() => startAfresh(launched))
  test.afterAll(() => stage.close())

  test('IMP-01 IMP-02 IMP-03 contacts are imported from the first run by the keyboard, found at once, and undone', async ({}, testInfo) => {
    const { app, page, output } = launched
    await expect(results(page).getByRole('option').nth(1)).toContainText('Import contacts or tasks')
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    await expect(page.getByRole('button', { name: 'Choose a file…' })).toBeFocused()
    expect(await seriousProblems(page)).toEqual([])

    await test.step('the look says what the file is, with the bad cell beside its place', async () => {
      await choose(page, 'contacts.csv', contacts)
      await expect(view(page)).toContainText('Google Contacts, 4 people, UTF-8, cells separated by “,”')
      await expect(status(page).first()).toHaveText('4 people to import, 1 fault')
      await expect(preview(page).getByRole('row', { name: /^2 / })).toContainText('Mira Brandt')
      await expect(preview(page).getByRole('row', { name: /^4 / })).toContainText(
        '“not an address”: not an email address',
      )
      await expect(page.getByRole('region', { name: 'What does not fit' })).toContainText(
        '1 × E-mail 1 - Value: not an email addressline 4: “not an address”',
      )
      await expect(view(page)).toContainText('1 empty column is not shown.')
      expect(await seriousProblems(page)).toEqual([])
    })

    await test.step('arrow keys lead from header to header, and a column goes elsewhere', async () => {
      await expect(header(page, 'First Name')).toBeFocused()
      for (let times = 0; times < 2; times += 1) await page.keyboard.press('ArrowRight')
      await send(page, 'Last Name', 'Leave out')
      await expect(preview(page).getByRole('row', { name: /^2 / })).toContainText('Mira')
      await expect(preview(page).getByRole('row', { name: /^2 / })).not.toContainText('Mira Brandt')
      await send(page, 'Last Name', 'Name')
      await expect(preview(page).getByRole('row', { name: /^2 / })).toContainText('Mira Brandt')
      await page.keyboard.press('End')
      await send(page, 'Shoe size', 'New field…')
      const dialog = page.getByRole('dialog', { name: 'New field for “Shoe size”' })
      await expect(dialog.getByLabel('Name of the field')).toBeFocused()
      await expect(dialog.getByRole('combobox', { name: 'Kind of its values' })).toHaveText('Number')
      await page.keyboard.press('Enter')
      await expect(header(page, 'Shoe size')).toBeFocused()
      await expect(header(page, 'Shoe size')).toHaveText('Shoe size (new)')
      await expect(preview(page).getByRole('row', { name: /^2 / })).toContainText('38')
    })

    await test.step('records are updated by a field where a person says so', async () => {
      await page.getByRole('combobox', { name: 'Update those that are already here by' }).click()
      await page.getByRole('option', { name: 'Email', exact: true }).click()
      await expect(page.getByRole('combobox', { name: /^Update those/ })).toHaveText('Email')
      await expect(status(page).first()).toHaveText('4 people to import, 1 fault')
    })

    await test.step('the row of a bad cell is left out where a person says so', async () => {
      await page.getByRole('combobox', { name: 'A bad value of an optional field' }).click()
      await page.getByRole('option', { name: 'Leave the row out' }).click()
      await expect(status(page).first()).toHaveText('3 people to import, 1 left out, 1 fault')
    })

    await page.screenshot({ path: testInfo.outputPath('look.png') })
    await page.keyboard.press('Control+Enter')
    await expect(status(page).first()).toContainText('Imported contacts.csv3 new, 1 left out')
    await expect(view(page)).toContainText('Also new, because rows name them: 1 company')
    expect(await seriousProblems(page)).toEqual([])

    await page.screenshot({ path: testInfo.outputPath('ended.png') })
    await test.step('what was left out is saved, and nothing of the file is logged', async () => {
      const folder = testInfo.outputPath('Downloads')
      await app.evaluate(({ app: running }, path) => {
        running.setPath('downloads', path)
      }, folder)
      await page.getByRole('button', { name: 'Save what was left out…' }).click()
      await expect(page.getByText('Saved “contacts, left out.csv” in Downloads')).toBeVisible()
      expect(readdirSync(folder)).toEqual(['contacts, left out.csv'])
      expect(readFileSync(`${folder}/contacts, left out.csv`, 'utf8')).toContain('not an address')
      expect(output()).not.toContain('harbour.test')
    })

    await test.step('the records are there at once', async () => {
      await page.getByRole('button', { name: 'Show people' }).press('Enter')
      await expect(
        page.getByRole('listbox').getByRole('option').filter({ hasText: 'Noah J. Berg' }),
      ).toBeVisible()
      await page.keyboard.press('Escape')
      await isBack(page)
      await expect(results(page).getByRole('option').filter({ hasText: 'Import contacts' })).toHaveCount(0)
      await searchBox(page).fill('mira brandt')
      await expect(selectedRow(page)).toContainText('Mira Brandt')
    })

    await test.step('the import is undone later, and the people are gone', async () => {
      await runCommand(launched, 'Import')
      await page.getByRole('button', { name: /contacts\.csv/ }).press('Enter')
      await expect(view(page)).toContainText(/It can be undone until \w+ \d/)
      await page.getByRole('button', { name: 'Undo import' }).press('Enter')
      await expect(status(page).first()).toContainText('Undone: contacts.csv')
      await expect(view(page)).toContainText('4 were taken back.')
      await page.keyboard.press('Escape')
      await searchBox(page).fill('mira brandt')
      await expect(page.getByText('No match for')).toBeVisible()
    })
  })

  test('IMP-02 IMP-05 tasks are dropped on any view, what cannot be imported says why, and a calendar goes to calendars', async () => {
    const { page } = launched
    await dropFile(page, 'photo.png', 'not one of them')
    await expect(page.getByRole('alert')).toContainText('Only files with contacts, tasks')
    await dropFile(page, 'empty.csv', '')
    await expect(page.getByRole('alert').filter({ hasText: '“empty.csv” is empty.' })).toBeVisible()
    await dropFile(page, 'binary.csv', '\0\0\0\u0001')
    await expect(page.getByRole('alert')).toHaveCount(1)

    await dropFile(page, 'Fair.csv', tasks)
    await expect(view(page)).toContainText('Todoist, 3 tasks')
    await expect(preview(page).getByRole('row', { name: /^3 / })).toContainText(/Book the stand.*Mar/)
    await expect(view(page)).toContainText('1 task has a rule that is not read')
    expect(await seriousProblems(page)).toEqual([])

    await test.step('a file that was looked at is kept when the view is left, and can be discarded', async () => {
      await page.keyboard.press('Escape')
      await isBack(page)
      await runCommand(launched, 'Import')
      const earlier = page
        .getByRole('list', { name: 'Your imports of the last 7 days' })
        .getByRole('listitem')
      await expect(earlier.first()).toContainText('Fair.csvnot imported yet')
      await dropFile(page, 'Other.csv', tasks)
      await expect(view(page)).toContainText('Todoist')
      await page.getByRole('button', { name: 'Import another file' }).press('Enter')
      await page.getByRole('button', { name: 'Discard Other.csv' }).press('Enter')
      await expect(earlier.filter({ hasText: 'Other.csv' })).toHaveCount(0)
      await page
        .getByRole('button', { name: /Fair\.csv/ })
        .first()
        .press('Enter')
    })

    await page.keyboard.press('Control+Enter')
    await expect(status(page).first()).toContainText('Imported Fair.csv3 new')
    await page.getByRole('button', { name: 'Show tasks' }).press('Enter')
    await expect(searchBox(page)).toBeFocused()
    await searchBox(page).pressSequentially('flyers')
    await expect(selectedRow(page)).toContainText('Print the flyers')

    await dropFile(page, 'Team.ics', 'BEGIN:VCALENDAR\r\nEND:VCALENDAR\r\n')
    await expect(page.getByLabel('Name')).toBeFocused()
    await page.keyboard.press('Escape')
    await runCommand(launched, 'Import')
    await test.step('Enter opens the file dialog of the desktop', async () => {
      const dialog = page.waitForEvent('filechooser')
      // Later than the dialog is intercepted.
      await page.evaluate(() => document.title)
      await page.getByRole('button', { name: 'Choose a file…' }).press('Enter')
      await (
        await dialog
      ).setFiles({
        name: 'Team.ics',
        mimeType: 'text/calendar',
        buffer: Buffer.from('BEGIN:VCALENDAR\r\nEND:VCALENDAR\r\n'),
      })
    })
    await expect(view(page, 'Add a calendar')).toBeVisible()
  })

  test('IMP-04 a long import goes on while the window is hidden, is shown when it is asked for again, and its end is announced', async ({}, testInfo) => {
    const { app, page } = launched
    const rows = Array.from({ length: 20_000 }, (_none, at) => `Ada ${at},ada${at}@harbour.test`)
    const many = ['Name,Email', ...rows, ''].join('\n')
    const path = testInfo.outputPath('many.csv')
    writeFileSync(path, many)
    await dropFromDesktop(page, path)
    await expect(status(page).first()).toHaveText('20,000 people to import')
    await page.keyboard.press('Control+Enter')
    await expect(page.getByRole('progressbar', { name: 'Importing many.csv' })).toBeVisible()
    await expect(view(page)).toContainText(/[\d,]+ of 20,000 rows · [\d,]+ rows a second/)
    expect(await seriousProblems(page)).toEqual([])

    await page.keyboard.press('Escape')
    await page.keyboard.press('Escape')
    await expect.poll(() => isVisible(app)).toBe(false)
    await runCommand(launched, 'Import')
    await expect(page.getByRole('progressbar', { name: 'Importing many.csv' })).toBeVisible()
    await page.getByRole('button', { name: 'Close' }).press('Enter')
    await expect(page.getByText('Imported 20,000 rows of many.csv')).toBeVisible({ timeout: 60_000 })

    await test.step('another one is cancelled; what it has written can be undone', async () => {
      await dropFile(page, 'again.csv', many)
      await expect(status(page).first()).toHaveText('20,000 people to import')
      await page.keyboard.press('Control+Enter')
      await expect(page.getByRole('progressbar', { name: 'Importing again.csv' })).toBeVisible()
      await page.getByRole('button', { name: 'Cancel', exact: true }).press('Enter')
      await expect(status(page).first()).toContainText('Cancelled the import of again.csv')
    })

    await test.step('one that has stopped says why, and goes on by a button; what the service refuses is said', async () => {
      const seen = valueOf(await ask(page, 'imports.list'))?.find(({ name }) => name === 'again.csv')
      await app.evaluate(
        ({ BrowserWindow }, value) => {
          BrowserWindow.getAllWindows()[0]?.webContents.send('launcher:event', 'import.changed', value)
        },
        { ...seen, state: 'failed', problem: 'The disk is full.' },
      )
      await expect(status(page).first()).toContainText('The import of again.csv stopped')
      await expect(page.getByRole('alert')).toContainText('The disk is full.')
      await page.getByRole('button', { name: 'Continue' }).press('Enter')
      await expect(page.getByRole('alert').first()).toContainText('This import has ended.')
    })
  })
})

test('IMP-01 IMP-02 RCL-03 a German person begins with German names, opens a file with the desktop, and reads its faults, also at 200 %', async ({
  launch,
}, testInfo) => {
  const launched = await launch({ env: german })
  const { app, page } = launched
  await summon(app)
  await page.getByRole('button', { name: 'Lokalen Arbeitsbereich verwenden' }).click()
  await page.getByLabel('Dein Name').fill('Ada Lovelace')
  await page.getByLabel('Demodaten anlegen').uncheck()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('combobox', { name: 'Suchen' })).toBeFocused({ timeout: 30_000 })
  const main = view(page, 'Importieren')

  await test.step('a file that the desktop opens is not read before the person says so', async () => {
    const path = testInfo.outputPath('Kontakte.csv')
    await app.evaluate(
      ({ app: electronApp }, file) => electronApp.emit('second-instance', {}, ['x', file], '/'),
      path,
    )
    await expect(main).toContainText('„Kontakte.csv“ ansehen?')
    await expect(page.getByRole('button', { name: 'Datei ansehen' })).toBeFocused()
    writeFileSync(path, `${contacts}Nur,,,,,,,,,,Möwe GmbH,,\n,,,,,,,,,,Möwe AG,,\n`)
    await page.keyboard.press('Enter')
    await expect(main).toContainText('Google Contacts, 5 Personen, 1 Unternehmen')
  })

  await test.step('the look is in German', async () => {
    await expect(main.getByRole('status').first()).toHaveText(
      '5 Personen, 1 Unternehmen zu importieren, 1 Fehler',
    )
    await expect(main.getByRole('combobox', { name: 'Geht nach: Organization Title' })).toHaveText('Position')
    await expect(main.getByRole('row', { name: /^4 / })).toContainText(
      '„not an address“: keine E-Mail-Adresse',
    )
    for (const colorScheme of ['dark', 'light'] as const)
      for (const size of [full, half]) {
        await page.emulateMedia({ colorScheme })
        await page.setViewportSize(size)
        const { page: beyond, cut } = await overflow(page)
        expect(beyond).toBe(0)
        // Headers scroll inside the table.
        expect(cut.filter((html) => !html.includes('downshift'))).toEqual([])
        await page.screenshot({ path: testInfo.outputPath(`look-${colorScheme}-${size.width}.png`) })
      }
    await page.setViewportSize(full)
    expect(await seriousProblems(page)).toEqual([])
    await dropFile(page, 'leer.csv', '   ')
    await expect(page.getByRole('alert')).toContainText('Die Datei ist leer.')
    await dropFile(page, 'Fair.csv', tasks)
    await expect(main).toContainText('Todoist')
    const header = (column: string) =>
      main.getByRole('combobox', { name: `Geht nach: ${column}`, exact: true })
    await expect(header('CONTENT')).toHaveText('Titel')
    await expect(header('DATE')).toHaveText('Fällig')
    await expect(header('TYPE')).toHaveText('Hilft beim Lesen')
    await header('DATE').focus()
    await pick(page, header('DATE'), 'Auslassen')
    await expect(header('DATE')).toHaveText('Auslassen')
    await pick(page, header('DATE'), 'Fällig')
    await expect(header('DATE')).toHaveText('Fällig')
    await page.screenshot({ path: testInfo.outputPath('german-tasks.png') })
    await page.keyboard.press('Escape')
  })

  await test.step('and so is the form of a person', async () => {
    await page.getByRole('combobox', { name: 'Suchen' }).pressSequentially('>Person anlegen')
    await page.keyboard.press('Enter')
    for (const label of ['E-Mail', 'Telefon', 'Position', 'Unternehmen', 'Notizen'])
      await expect(page.getByLabel(label)).toBeVisible()
    await page.screenshot({ path: testInfo.outputPath('german-person.png') })
  })
})

test('IMP-03 what separates several values of a cell is shown, and a person says otherwise', async ({
  launch,
}, testInfo) => {
  const { app, page } = await launch()
  await summon(app)
  await page.getByRole('button', { name: 'Use a local workspace' }).click()
  await page.getByLabel('Your name').fill('Ada Lovelace')
  await page.keyboard.press('Enter')
  await expect(searchBox(page)).toBeFocused({ timeout: 60_000 })
  await dropFile(page, 'tags.csv', 'Name,Tags\nMira Brandt,"Champion, Speaker"\n')
  const separator = page.getByRole('combobox', { name: 'Between several values of Tags stands' })
  await expect(separator).toHaveText('“,”')
  await separator.click()
  await page.getByRole('option', { name: 'a line break' }).click()
  await expect(separator).toHaveText('a line break')
  await expect(page.getByRole('region', { name: 'What does not fit' })).toContainText('“Champion, Speaker”')
  await page.screenshot({ path: testInfo.outputPath('separator.png') })
})
