// Unsent text: it survives whatever ends the window or the program, and never shows where it was not asked for.
import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import type { Locator, Page } from 'playwright/test'
import { ask } from './bridge.ts'
import { type Launched, openedUrls } from './launch.ts'
import { expect, ownTest, test } from './signed-in.ts'
import {
  allowInBrowser,
  dismiss,
  isBack,
  isHidden,
  isVisible,
  nextOpenedUrl,
  press,
  results,
  runCommand,
  searchBox,
  selectedRow,
  summon,
} from './steps.ts'
import { isKept, memberAt, openForm } from './writes.ts'

const line = (page: Page) => page.getByRole('textbox', { name: 'Capture a task' })
const newTask = (page: Page) => page.getByRole('form', { name: 'New task' })
const editTask = (page: Page) => page.getByRole('form', { name: 'Edit task' })

/** One key from a fresh field to what was left of the last time. */
const goOn = async (page: Page, field: Locator): Promise<void> => {
  await expect(page.getByRole('button', { name: 'Continue draft' })).toBeVisible()
  await field.press('ArrowUp')
}

const openTask = async ({ app, page }: Launched, title: string): Promise<void> => {
  await summon(app)
  await searchBox(page).fill(title)
  await expect(selectedRow(page)).toContainText(title)
  await searchBox(page).press('Enter')
  await expect(editTask(page).getByLabel('Title')).toHaveValue(title)
}

const filesIn = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((name) => join(folder, name))
    .filter((path) => statSync(path, { throwIfNoEntry: false })?.isFile() === true)

ownTest(
  'APP-05 every unsent text is there after kill -9 of the program, encrypted until then',
  async ({ signedIn: first, launch }) => {
    const { app, page } = first
    await press(app, 'capture')
    await line(page).fill('Polish the nameplate !high')
    await isKept(page, 'Polish the nameplate !high')
    await page.keyboard.press('Escape')
    await isHidden(app)

    await runCommand(first, 'New task')
    await newTask(page).getByLabel('Title').fill('Varnish the table')
    await newTask(page).getByLabel('Estimate').fill('a long while')
    await isKept(page, 'Varnish the table')
    await dismiss(first)

    await summon(app)
    await searchBox(page).fill('t re')
    await expect(selectedRow(page)).toBeVisible()
    await searchBox(page).press('Enter')
    await editTask(page).getByLabel('Description').fill('Words nobody has saved')
    const stored = await editTask(page).getByLabel('Title').inputValue()
    await isKept(page, stored)
    // A kill costs what was typed within the pause between two writes: not the words of this test.
    const draftsFile = join(first.userData, 'vault', 'drafts.bin')
    const asked = Date.now()
    await editTask(page).getByLabel('Description').press('!')
    await expect.poll(() => statSync(draftsFile).mtimeMs).toBeGreaterThan(asked)
    app.process().kill('SIGKILL')

    const files = filesIn(first.userData)
    expect(files.some((path) => path.endsWith('drafts.bin'))).toBe(true)
    for (const file of files) expect(readFileSync(file).includes('nameplate'), file).toBe(false)

    const again = await launch()
    await press(again.app, 'capture')
    await expect(line(again.page)).toHaveValue('')
    await goOn(again.page, line(again.page))
    await expect(line(again.page)).toHaveValue('Polish the nameplate !high')
    await dismiss(again)

    await runCommand(again, 'New task')
    await expect(newTask(again.page).getByLabel('Title')).toHaveValue('')
    await goOn(again.page, newTask(again.page).getByLabel('Title'))
    await expect(newTask(again.page).getByLabel('Title')).toHaveValue('Varnish the table')
    await expect(newTask(again.page).getByLabel('Estimate')).toHaveValue('a long while')
    await dismiss(again)

    await openTask(again, stored)
    await expect(editTask(again.page).getByLabel('Description')).toHaveValue(/Words nobody has saved/)
    await expect(editTask(again.page).getByText('Continued from your draft')).toBeVisible()
  },
)

test('APP-05 each summon starts fresh, and a later line does not take the place of an earlier one', async ({
  signedIn: launched,
}) => {
  const { app, page } = launched
  for (const text of ['First thought', 'Second thought']) {
    await press(app, 'capture')
    await expect(line(page)).toHaveValue('')
    await line(page).fill(text)
    await page.keyboard.press('Escape')
    await isHidden(app)
  }
  await summon(app)
  const unfinished = results(page).getByRole('group', { name: 'Unfinished' })
  await expect(unfinished.getByRole('option')).toHaveCount(2)
  await expect(unfinished.getByRole('option').first()).toContainText('Second thought')
  await unfinished.getByRole('option', { name: /First thought/ }).click()
  await expect(line(page)).toHaveValue('First thought')
  await page.keyboard.press('Enter')
  await isBack(page)
  await summon(app)
  await expect(unfinished.getByRole('option', { name: /First thought/ })).toHaveCount(0)
  await expect(unfinished.getByRole('option', { name: /Second thought/ })).toBeVisible()
})

test('APP-05 APP-06 text that is typed while the session ends is there after the next sign-in', async ({
  signedIn,
  network,
  service,
  browser,
}) => {
  const { app, page } = signedIn
  await press(app, 'capture')
  network.misbehave(
    { path: '/v1/launcher/search' },
    { kind: 'answer', status: 401 },
    Number.POSITIVE_INFINITY,
  )
  // The search for a record meets the refusal.
  await line(page).pressSequentially('Thank Noah for #cake')
  await expect(page.getByRole('button', { name: /Sign in/ })).toBeVisible()
  network.behave()
  const before = (await openedUrls(app)).length
  await page.getByRole('button', { name: /Sign in/ }).click()
  const url = await nextOpenedUrl(app, before)
  await (await allowInBrowser(browser, url, service.member('owner@acme.test'))).close()
  await expect
    .poll(async () => {
      if (!(await isVisible(app))) await press(app, 'capture')
      return line(page).isVisible()
    })
    .toBe(true)
  await goOn(page, line(page))
  await expect(line(page)).toHaveValue('Thank Noah for #cake')
})

test('APP-05 a title that came from the search leaves no draft when the form is cancelled unchanged, is kept when it is left, and ↑ puts no older draft in its place', async ({
  signedIn,
}) => {
  const { app, page } = signedIn
  await test.step('cancelled', async () => {
    const drafts = async () => {
      const reply = await ask(page, 'drafts.list')
      return reply.ok ? reply.value.map(({ title }) => title) : null
    }
    await searchBox(page).fill('A passing thought')
    await page.keyboard.press('Control+n')
    await isKept(page, 'A passing thought')
    await newTask(page).getByRole('button', { name: 'Cancel' }).click()
    await expect(searchBox(page)).toHaveValue('A passing thought')
    await expect.poll(drafts).toEqual([])

    await page.keyboard.press('Control+n')
    await newTask(page).getByLabel('Estimate').fill('1h')
    await newTask(page).getByRole('button', { name: 'Cancel' }).click()
    await expect(searchBox(page)).toHaveValue('A passing thought')
    await expect.poll(drafts).toEqual(['A passing thought'])
    await dismiss(signedIn)
  })

  await runCommand(signedIn, 'New task')
  await newTask(page).getByLabel('Title').fill('An older thought')
  await isKept(page, 'An older thought')
  await dismiss(signedIn)

  await summon(app)
  await searchBox(page).fill('A thought of now')
  await page.keyboard.press('Control+n')
  const title = newTask(page).getByLabel('Title')
  await expect(title).toHaveValue('A thought of now')
  await isKept(page, 'A thought of now')
  await page.keyboard.press('Shift+ArrowUp')
  await page.keyboard.press('ArrowUp')
  await expect(page.getByRole('button', { name: 'Continue draft' })).toHaveCount(0)
  await page.keyboard.type('!')
  await expect(title).toHaveValue(/!/)
  await expect(title).toHaveValue(/A thought of now/)
  await page.keyboard.press('Escape')
  await dismiss({ app, page })
  await summon(app)
  const unfinished = results(page).getByRole('group', { name: 'Unfinished' })
  await expect(unfinished.getByRole('option').first()).toContainText('A thought of now')
  await expect(unfinished.getByRole('option', { name: /An older thought/ })).toBeVisible()

  // With a modifier the key is the text's own, in the line as in the form.
  await runCommand(signedIn, 'New task')
  await expect(page.getByRole('button', { name: 'Continue draft' })).toBeVisible()
  await newTask(page).getByLabel('Title').press('Shift+ArrowUp')
  await newTask(page).getByLabel('Title').press('Alt+ArrowUp')
  await expect(page.getByText('Continued from your draft')).toHaveCount(0)
  await goOn(page, newTask(page).getByLabel('Title'))
  await expect(title).toHaveValue(/A thought of now/)
})

test('APP-05 text in a list field for which nothing was chosen is in the draft of a new task and of an edit', async ({
  signedIn,
  service,
}) => {
  const { page } = signedIn
  const typed = { Assignees: 'mir', Records: 'ceda', Meetings: 'wee' } as const
  const fields = Object.entries(typed).map(([name, text]) => ({
    field: page.getByRole('combobox', { name }),
    text,
  }))
  const type = async (): Promise<void> => {
    for (const { field, text } of fields) await field.fill(text)
    await dismiss(signedIn)
  }
  const isBack = async (): Promise<void> => {
    for (const { field, text } of fields) await expect(field).toHaveValue(text)
  }
  await runCommand(signedIn, 'New task')
  await type()
  await runCommand(signedIn, 'New task')
  await goOn(page, newTask(page).getByLabel('Title'))
  await isBack()
  await expect(page.getByRole('button', { name: 'Continue draft' })).toHaveCount(0)
  await newTask(page).getByRole('button', { name: 'Start over' }).click()
  for (const { field } of fields) await expect(field).toHaveValue('')
  await dismiss(signedIn)

  await memberAt(service, 'owner@acme.test').create('Begun long ago')
  await openForm(signedIn, 'Begun long ago')
  await type()
  await openForm(signedIn, 'Begun long ago')
  await isBack()
})
