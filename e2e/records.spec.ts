// Records in the launcher, in a local workspace without demo data: created, found, changed, archived, and named in a line.
import type { Page } from 'playwright/test'
import { ask, valueOf } from './bridge.ts'
import { expect, openStage, type Stage, startAfresh, test as base } from './fixtures.ts'
import type { Launched } from './launch.ts'
import { seriousProblems } from './seen.ts'
import {
  dismiss,
  isBack,
  isHidden,
  press,
  results,
  runCommand,
  searchBox,
  selectedRow,
  summon,
  useLocalWorkspace,
} from './steps.ts'

const form = (page: Page, name: string) => page.getByRole('form', { name })
const pane = (page: Page) => page.getByRole('complementary', { name: 'Details' })

/** What the service has under this name. */
const stored = async ({ page }: Launched, title: string) => {
  const reply = await ask(page, 'search.run', { query: title, types: ['record'] })
  return reply.ok ? reply.value.rows.filter((row) => row.title === title) : []
}
const valuesOf = async (launched: Launched, title: string): Promise<Record<string, unknown>> => {
  const [row] = await stored(launched, title)
  if (row === undefined) return {}
  const reply = await ask(launched.page, 'records.get', { id: row.id })
  return reply.ok ? reply.value.values : {}
}
const isStored = (launched: Launched, title: string): Promise<void> =>
  expect.poll(async () => (await stored(launched, title)).length).toBe(1)

/** From an empty search. */
const find = async ({ app, page }: Launched, text: string): Promise<void> => {
  await dismiss({ app, page })
  await summon(app)
  await searchBox(page).fill(text)
}

let stage: Stage
let local: Launched

/** One local workspace for all, in this order: it is empty at first. */
const test = base.extend<{ launched: Launched }>({
  launched: async ({}, use) => {
    await startAfresh(local)
    await use(local)
  },
})

test.beforeAll(async ({ demo, folder, sharedBrowser }) => {
  stage = await openStage({ demo, folder, sharedBrowser }, 'records')
  local = await stage.launch()
  await useLocalWorkspace(local)
})
test.afterAll(() => stage.close())

test('RCL-02 a first run makes a person from what was typed, finds, changes, archives and restores it', async ({
  launched,
}) => {
  const { app, page } = launched

  await test.step('“New person” is offered at first, and goes once there is one', async () => {
    const first = results(page)
      .getByRole('group', { name: 'Try this' })
      .getByRole('option', { name: 'New person' })
    await first.click()
    const opened = form(page, 'New person')
    await expect(opened.getByLabel('Name')).toBeFocused()
    for (const name of ['Email', 'Phone', 'Job title', 'Company', 'Notes'])
      await expect(opened.getByLabel(name, { exact: true })).toBeVisible()
    expect(await seriousProblems(page)).toEqual([])
    await page.keyboard.press('Enter')
    await expect(opened.getByLabel('Name')).toHaveAttribute('aria-invalid', 'true')
    await expect(opened.getByLabel('Name')).toBeFocused()
    await page.keyboard.type('Grace Hopper')
    await opened.getByLabel('Email').fill('grace')
    await opened.getByLabel('Name').press('Enter')
    await expect(opened.getByLabel('Email')).toBeFocused()
    await expect(opened.getByLabel('Email')).toHaveAccessibleDescription(/Not an email address/)
    await page.keyboard.press('End')
    await page.keyboard.type('@navy.test')
    await page.keyboard.press('Enter')
    await isBack(page)
    await isStored(launched, 'Grace Hopper')
    await expect(first).toHaveCount(0)
  })

  await test.step('nothing matches: a name with an email address is a person after three keys', async () => {
    await dismiss(launched)
    let keys = 0
    const key = async (chord: string): Promise<void> => {
      keys += 1
      await page.keyboard.press(chord)
    }
    await summon(app)
    keys += 1
    await page.keyboard.type('anna schmidt anna@x.test')
    await expect(selectedRow(page)).toContainText('Create person “anna schmidt anna@x.test”')
    await key('Enter')
    await expect(form(page, 'New person').getByLabel('Name')).toHaveValue('anna schmidt')
    await expect(form(page, 'New person').getByLabel('Email')).toHaveValue('anna@x.test')
    await key('Enter')
    await expect(page.getByText('anna schmidt').first()).toBeVisible()
    await isStored(launched, 'anna schmidt')
    expect(await valuesOf(launched, 'anna schmidt')).toMatchObject({ email: 'anna@x.test' })
    expect(keys).toBeLessThanOrEqual(6)
  })

  await test.step('without an address the task stays first, and no Enter writes', async () => {
    await find(launched, 'bertha benz')
    await expect(selectedRow(page)).toContainText('Create task “bertha benz”')
    await expect(results(page).getByRole('option')).toContainText([
      'Create task “bertha benz”',
      'Create person “bertha benz”',
      'Create company “bertha benz”',
    ])
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    await expect(form(page, 'New person').getByLabel('Name')).toHaveValue('bertha benz')
    await page.keyboard.press('Escape')
    await isBack(page)
    expect(await stored(launched, 'bertha benz')).toEqual([])
  })

  await test.step('Mod+Enter saves and begins the next one; Escape keeps what was typed', async () => {
    await runCommand(launched, 'New company')
    const company = form(page, 'New company')
    await expect(company.getByLabel('Name')).toBeFocused()
    await page.keyboard.type('Analytical Engines')
    await company.getByLabel('Domain').fill('engines.test')
    await page.keyboard.press('Control+Enter')
    await expect(company.getByLabel('Name')).toHaveValue('')
    await page.keyboard.type('Difference Co')
    await page.keyboard.press('Escape')
    await isStored(launched, 'Analytical Engines')
    expect(await valuesOf(launched, 'Analytical Engines')).toMatchObject({ domain: 'https://engines.test' })
    await expect
      .poll(async () => valueOf(await ask(page, 'drafts.list')).map(({ title }) => title))
      .toContain('Difference Co')
    await runCommand(launched, 'New company')
    await expect(company.getByRole('button', { name: 'Continue draft' })).toBeVisible()
    await page.keyboard.press('ArrowUp')
    await expect(company.getByLabel('Name')).toHaveValue('Difference Co')
    await company.getByRole('button', { name: 'Start over' }).click()
    await page.keyboard.press('Escape')
  })

  await test.step('the details show all fields, and Mod+E changes them', async () => {
    await find(launched, 'r grace hop')
    await expect(selectedRow(page)).toContainText('Grace Hopper')
    await page.keyboard.press('Control+e')
    const edit = form(page, 'Edit person')
    await edit.getByLabel('Job title').fill('Rear admiral')
    const company = edit.getByRole('combobox', { name: 'Company' })
    await company.fill('nothing like it')
    await expect(edit.getByText('No record found')).toBeVisible()
    expect(await seriousProblems(page)).toEqual([])
    await company.fill('analyt')
    await expect(page.getByRole('option', { name: /Analytical Engines/ })).toBeVisible()
    await company.press('Enter')
    await expect(edit.getByRole('button', { name: 'Remove Analytical Engines' })).toBeVisible()
    expect(await seriousProblems(page)).toEqual([])
    await edit.getByLabel('Email').press('Enter')
    await isBack(page)
    await expect.poll(() => valuesOf(launched, 'Grace Hopper')).toMatchObject({ job_title: 'Rear admiral' })
    if (await pane(page).isHidden()) await page.keyboard.press('Control+.')
    await expect(pane(page)).toContainText('Rear admiral')
    await expect(pane(page)).toContainText('Analytical Engines')
    await expect(pane(page).getByRole('button', { name: 'Edit person' })).toBeVisible()
  })

  await test.step('archiving can be undone', async () => {
    await page.keyboard.press('Control+k')
    await page.getByRole('dialog', { name: 'Actions' }).getByRole('option', { name: 'Archive' }).click()
    await expect(page.getByText('Archived “Grace Hopper”')).toBeVisible()
    await expect(results(page).getByRole('option', { name: /^Grace Hopper/ })).toHaveCount(0)
    await searchBox(page).fill('')
    await page.keyboard.press('Control+z')
    await expect(page.getByText('Kept: “Grace Hopper”')).toBeVisible()
    await find(launched, 'r grace hop')
    await expect(selectedRow(page)).toContainText('Grace Hopper')
  })
})

test('RCL-02 a line makes the company that it names, once that was chosen, and one undo takes both back', async ({
  launched,
}) => {
  const { app, page } = launched
  const line = page.getByRole('textbox', { name: 'Capture a task' })
  const chips = page.getByRole('list', { name: 'Recognized' })

  await test.step('nothing is made of a name by accident', async () => {
    await press(app, 'capture')
    await line.pressSequentially('Ask #umbrella for a quote')
    await expect(chips).toContainText('#umbrella')
    await page.keyboard.press('Enter')
    await isHidden(app)
    expect(await stored(launched, 'umbrella')).toEqual([])
  })
  await test.step('it is chosen in the list', async () => {
    await press(app, 'capture')
    await line.pressSequentially('Call #globex')
    const names = page.getByRole('listbox', { name: 'Suggestions' })
    await expect(names.getByRole('option', { name: 'New company “globex”' })).toBeVisible()
    await page.keyboard.press('ArrowDown')
    await expect(names.getByRole('option', { selected: true })).toContainText('New company “globex”')
    await page.keyboard.press('Enter')
    await expect(chips).toContainText('globex · new')
    expect(await seriousProblems(page)).toEqual([])
    await page.keyboard.type('about the reactor')
    await page.keyboard.press('Enter')
    await isHidden(app)
    await isStored(launched, 'globex')
    await expect
      .poll(async () => {
        const reply = await ask(page, 'search.run', { query: 'reactor', types: ['task'] })
        return reply.ok ? reply.value.rows.map(({ title }) => title) : []
      })
      .toEqual(['Call globex about the reactor'])
  })
  await test.step('undo takes both back', async () => {
    await summon(app)
    await page.keyboard.press('Control+z')
    await expect.poll(() => stored(launched, 'globex')).toEqual([])
  })
})

test('RCL-02 in German the form and its rows speak German', async ({ launched: { page } }) => {
  valueOf(await ask(page, 'settings.set', { language: 'de' }))
  const suche = page.getByRole('combobox', { name: 'Suchen' })
  await suche.pressSequentially('berta krause berta@x.test')
  await expect(page.getByRole('option', { selected: true })).toContainText(
    'Person „berta krause berta@x.test“ anlegen',
  )
  await page.keyboard.press('Enter')
  const formular = form(page, 'Person anlegen')
  await formular.getByLabel('Email').fill('berta')
  await page.keyboard.press('Enter')
  await expect(formular.getByRole('alert')).toHaveText('Keine E-Mail-Adresse (erwartet: ada@example.com).')
  await expect(formular.getByRole('button', { name: 'Speichern und weitere anlegen' })).toBeVisible()
})
