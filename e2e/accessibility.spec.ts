// Every view, dialog and panel, in dark and light: axe finds nothing. A new view gets its row here, but for those
// before a sign-in, which are in first-run.spec.ts.
import type { Page } from 'playwright/test'
import { nothingIsFound } from './seen.ts'
import { expect, test } from './signed-in.ts'
import type { Launched } from './launch.ts'
import type { MisbehavingProxy } from './misbehaving-proxy.ts'
import type { RealService } from './real-service.ts'
import {
  dismiss,
  isHidden,
  press,
  results,
  runCommand,
  searchBox,
  selectedRow,
  summon,
  unfold,
} from './steps.ts'
import { capture, captureOffline, memberAt, openForm, openOutbox, pasteInto, tasksPath } from './writes.ts'

type Stage = Launched & { network: MisbehavingProxy; service: RealService }
/** How a view is reached from the palette with an empty query; it is there when this resolves. */
type Views = Readonly<Record<string, (stage: Stage) => Promise<void>>>

const dialogIsUp = (page: Page, name: string): Promise<void> =>
  expect(page.getByRole('dialog', { name })).toBeVisible()
const form = (page: Page, name: string | RegExp) => page.getByRole('form', { name })
const line = (page: Page) => page.getByRole('textbox', { name: 'Capture a task' })
const row = (page: Page) => results(page).getByRole('option').first()

const find = async (page: Page, text: string): Promise<void> => {
  await searchBox(page).fill(text)
  await expect(results(page)).toHaveAttribute('aria-busy', 'false')
  await expect(row(page)).toBeVisible()
}

const palette: Views = {
  'the empty palette': ({ page }) => expect(row(page)).toBeVisible(),
  'the palette with results': ({ page }) => find(page, 'an'),
  'a scope': ({ page }) => find(page, 't review'),
  'several selected tasks': async ({ page }) => {
    await find(page, 't review')
    await page.keyboard.press('Shift+ArrowDown')
    await expect(results(page)).toHaveAttribute('aria-multiselectable', 'true')
  },
  commands: ({ page }) => find(page, '>'),
  'no match': async ({ page }) => {
    await searchBox(page).fill('zzzz nobody has this')
    await expect(selectedRow(page)).toContainText('Create task')
  },
  'an earlier search': async ({ app, page }) => {
    await find(page, 't review')
    await page.keyboard.press('Control+Enter')
    await isHidden(app)
    await summon(app)
    await page.keyboard.press('ArrowUp')
    await expect(page.getByText(/^Earlier search 1 of/)).toBeVisible()
  },
  'the action panel': async ({ page }) => {
    await find(page, 't review')
    await page.keyboard.press('Control+k')
    await dialogIsUp(page, 'Actions')
  },
  'the due date of a task': async ({ page }) => {
    await find(page, 't review')
    await page.keyboard.press('Control+Shift+D')
    await page.keyboard.type('mon')
    await expect(page.getByRole('dialog', { name: 'Actions' }).getByRole('option').first()).toBeVisible()
  },
  'the assignees of a task': async ({ page }) => {
    await find(page, 't review')
    await page.keyboard.press('Control+Shift+A')
    await expect(page.getByRole('dialog', { name: 'Actions' }).getByRole('option').first()).toBeVisible()
  },
  'why a row is here': async ({ page }) => {
    await find(page, 't review')
    await page.keyboard.press('Control+i')
    await dialogIsUp(page, 'Why is this here')
  },
  'why the next meeting is here': async ({ page }) => {
    await page.keyboard.press('Control+i')
    await dialogIsUp(page, 'Why is this here')
  },
  'help of shortcuts': async ({ page }) => {
    await page.keyboard.press('?')
    await dialogIsUp(page, 'Keyboard shortcuts')
  },
}

const elsewhere: Views = {
  'a new record, with all its fields': async (stage) => {
    await runCommand(stage, 'New company')
    await form(stage.page, 'New company').getByRole('button', { name: 'More fields' }).click()
    await stage.page.keyboard.press('Enter')
    await form(stage.page, 'New company').getByRole('button', { name: 'Save', exact: true }).click()
    await expect(form(stage.page, 'New company').getByLabel('Name')).toHaveAttribute('aria-invalid', 'true')
  },
  'a record that is edited': async (stage) => {
    await find(stage.page, 'r meridian net')
    await stage.page.keyboard.press('Control+e')
    await expect(form(stage.page, 'Edit company').getByLabel('Name')).toBeFocused()
  },
  'a line that names a new record': async ({ app, page }) => {
    await press(app, 'capture')
    await line(page).pressSequentially('Call #zorbl')
    await expect(page.getByRole('option', { name: 'New company “zorbl”' })).toBeVisible()
  },
  'adding a calendar': async (stage) => {
    await runCommand(stage, 'Add a calendar')
    await expect(stage.page.getByRole('textbox', { name: 'Calendar address' })).toBeFocused()
  },
  browse: async (stage) => {
    await runCommand(stage, 'Browse people')
    await expect(stage.page.getByRole('listbox').getByRole('option').first()).toBeVisible()
  },
  'the actions of browse': async (stage) => {
    await runCommand(stage, 'Browse people')
    await expect(stage.page.getByRole('listbox').getByRole('option').first()).toBeVisible()
    await stage.page.keyboard.press('Control+k')
    await dialogIsUp(stage.page, 'Actions')
  },
  'the brief': async (stage) => {
    await runCommand(stage, 'Daily brief')
    await expect(stage.page.getByRole('region', { name: 'Meetings' })).toBeVisible()
  },
  'a meeting of the brief': async (stage) => {
    const { page } = stage
    await runCommand(stage, 'Daily brief')
    await unfold(page, 'Next days')
    await page
      .getByRole('region', { name: 'Meetings' })
      .getByRole('listitem')
      .last()
      .getByRole('button')
      .click()
    await dialogIsUp(page, 'Meeting')
  },
  'the actions of the brief': async (stage) => {
    await runCommand(stage, 'Daily brief')
    await expect(stage.page.getByRole('listitem').first()).toBeVisible()
    await stage.page.keyboard.press('Control+k')
    await dialogIsUp(stage.page, 'Actions')
  },
  settings: async (stage) => {
    await runCommand(stage, 'Settings')
    await expect(form(stage.page, 'Settings')).toBeVisible()
  },
  'a hotkey that is recorded': async (stage) => {
    await runCommand(stage, 'Settings')
    const { page } = stage
    await form(page, 'Settings')
      .getByRole('button', { name: /Change the hotkey/ })
      .first()
      .click()
    await expect(page.getByText('Press the new keys…')).toBeVisible()
  },
  'the empty outbox': async (stage) => {
    await openOutbox(stage)
  },
}

const writing: Views = {
  capture: async ({ app, page }) => {
    await press(app, 'capture')
    await line(page).fill('Call Ann tomorrow !high ~30m')
    await expect(page.getByRole('list', { name: 'Recognized' })).toBeVisible()
  },
  'the names behind a mark': async ({ app, page }) => {
    await press(app, 'capture')
    await line(page).fill('Call @')
    await expect(page.getByRole('option', { selected: true })).toBeVisible()
    // The window grows with the list.
    const names = page.getByRole('listbox', { name: 'Suggestions' })
    await expect.poll(() => names.evaluate((list) => list.scrollHeight - list.clientHeight)).toBeLessThan(2)
  },
  'pasted lines': async ({ app, page }) => {
    await press(app, 'capture')
    await expect(line(page)).toBeFocused()
    await pasteInto(line(page), 'Order pens tomorrow\nDo it =in\nSend the pens !high')
    await dialogIsUp(page, 'Make 3 tasks, one a line?')
  },
  'a question about an ambiguous word': async ({ app, page }) => {
    await press(app, 'capture')
    await line(page).fill('Check it =in')
    await expect(page.getByRole('list', { name: 'Recognized' })).toContainText('Which in?')
    await page.keyboard.press('Enter')
    await dialogIsUp(page, 'Which in?')
  },
  'the calendar of capture': async ({ app, page }) => {
    await press(app, 'capture')
    await line(page).fill('Post the letter 2027-03-05')
    await expect(page.getByRole('list', { name: 'Recognized' }).getByRole('listitem')).toHaveCount(1)
    await page.keyboard.press('Control+k')
    await dialogIsUp(page, 'Change due')
  },
  'the task form': async (stage) => {
    await runCommand(stage, 'New task')
    await expect(form(stage.page, 'New task')).toBeVisible()
  },
  'the task form with what is wrong in it': async (stage) => {
    await runCommand(stage, 'New task')
    await form(stage.page, 'New task').getByRole('button', { name: 'Save', exact: true }).click()
    await expect(form(stage.page, 'New task').getByText('Enter a title.')).toBeVisible()
  },
  'the calendar of the task form': async (stage) => {
    await runCommand(stage, 'New task')
    await form(stage.page, 'New task').getByLabel('Due').press('Alt+ArrowDown')
    await expect(stage.page.getByRole('grid')).toBeVisible()
  },
  'the list of a field': async (stage) => {
    await runCommand(stage, 'New task')
    await form(stage.page, 'New task').getByLabel('Assignees').fill('m')
    await expect(stage.page.getByRole('option', { name: /Mira/ })).toBeVisible()
  },
  'the actions of the task form': async (stage) => {
    await runCommand(stage, 'New task')
    await expect(form(stage.page, 'New task').getByLabel('Title')).toBeFocused()
    await stage.page.keyboard.press('Control+k')
    await dialogIsUp(stage.page, 'Field actions')
  },
  'the form of a task that is there': async (stage) => {
    await find(stage.page, 't review')
    await stage.page.keyboard.press('Enter')
    await expect(form(stage.page, 'Edit task').getByLabel('Title')).toHaveValue(/review/i)
  },
}

const trouble: Views = {
  'two people’s changes': async (stage) => {
    const { page, service } = stage
    const me = memberAt(service, 'owner@acme.test')
    await me.create('Contested')
    const edit = await openForm(stage, 'Contested')
    const [task] = await me.titled('Contested')
    await me.change(task?.id ?? '', { title: 'Contested by Bob' })
    await edit.getByLabel('Title').fill('Contested by me')
    await edit.getByRole('button', { name: 'Save', exact: true }).click()
    await openOutbox(stage)
    await expect(form(page, /Changes of/)).toBeVisible()
  },
  'a write that needs its person': async (stage) => {
    stage.network.misbehave({ method: 'POST', path: tasksPath }, { kind: 'answer', status: 403 })
    await capture(stage, 'Not allowed')
    const item = await openOutbox(stage)
    await expect(item('Not allowed').getByRole('alert')).toBeVisible()
  },
  'writes that wait': async (stage) => {
    await captureOffline(stage, stage.network, 'Write to Bob')
    const item = await openOutbox(stage)
    await expect(item('Write to Bob')).toContainText('Waiting for a connection')
  },
  'a task that is found while it waits': async ({ page }) => {
    await find(page, 'write to bob')
    await expect(selectedRow(page)).toContainText('Waiting for a connection')
  },
  'the palette offline': async ({ page }) => {
    await find(page, 'review')
    await expect(page.getByRole('alert').filter({ hasText: 'Offline' })).toBeVisible()
  },
  'a workspace that is locked': async ({ page, network }) => {
    await network.goOnline()
    // Not the write that waited: the outbox of the next test would wait half a minute for the unlock.
    network.misbehave({ method: 'GET' }, { kind: 'answer', status: 423 }, Number.POSITIVE_INFINITY)
    await searchBox(page).fill('quarterly')
    await expect(page.getByRole('alert').filter({ hasText: /locked/i })).toBeVisible()
  },
}

for (const [title, views] of [
  ['APP-03 axe finds nothing in the palette and its panels', palette],
  ['APP-04 APP-09 axe finds nothing in browse, brief, settings and outbox', elsewhere],
  ['APP-05 axe finds nothing in capture, forms and their panels', writing],
  ['APP-06 axe finds nothing where something goes wrong', trouble],
] as const)
  test(title, async ({ signedIn, network, service }) => {
    const stage = { ...signedIn, network, service }
    for (const [name, open] of Object.entries(views))
      await test.step(name, async () => {
        await dismiss(signedIn)
        await summon(signedIn.app)
        await expect(searchBox(signedIn.page)).toHaveValue('')
        await open(stage)
        await nothingIsFound(signedIn.page)
      })
  })
