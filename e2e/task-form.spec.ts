// The form of a task, field by field: what is written in one is saved as it was meant, or said to be in the way.
import type { Locator, Page } from 'playwright/test'
import { half } from './seen.ts'
import { expect, test } from './signed-in.ts'
import { isBack, isVisible, runCommand } from './steps.ts'
import { blockOutbox, isStored, memberAt } from './writes.ts'

const dayMs = 86_400_000
const newTask = (page: Page) => page.getByRole('form', { name: 'New task' })

test('LCH-01 text that is left in a list field is not dropped at save: it is said there, and mended there by an Enter that picks; the next Enter saves', async ({
  signedIn,
  service,
}) => {
  const { app, page } = signedIn
  await runCommand(signedIn, 'New task')
  const form = newTask(page)
  await form.getByLabel('Title').fill('Ask somebody')
  for (const [name, nothing, problem] of [
    ['Assignees', 'Nobody found', 'Choose somebody from the list, or clear this.'],
    ['Records', 'No record found', 'Choose a record from the list, or clear this.'],
    ['Meetings', 'No meeting found', 'Choose a meeting from the list, or clear this.'],
  ] as const) {
    const field = page.getByRole('combobox', { name })
    await field.pressSequentially('zzyzx')
    // While it is typed already.
    await expect(page.getByRole('status').filter({ hasText: nothing })).toBeVisible()
    await form.getByLabel('Title').press('Enter')
    await expect(field).toBeFocused()
    await expect(field).toHaveAttribute('aria-invalid', 'true')
    await expect(field).toHaveAccessibleDescription(problem)
    await expect(field).toHaveValue('zzyzx')
    await field.fill('')
    await expect(field).not.toHaveAttribute('aria-invalid', 'true')
    expect(await isVisible(app)).toBe(true)
  }
  const people = page.getByRole('combobox', { name: 'Assignees' })
  await people.fill('mira')
  await form.getByLabel('Title').press('Enter')
  await expect(people).toHaveAccessibleDescription('Choose somebody from the list, or clear this.')
  await people.press('ArrowDown')
  await people.press('Enter')
  await expect(form.getByRole('button', { name: 'Remove Mira Solano' })).toBeVisible()
  await expect(people).not.toHaveAttribute('aria-invalid', 'true')
  await expect(page.getByRole('listbox', { name: 'Suggestions' }).getByRole('option')).toHaveCount(0)
  await people.press('Enter')
  await isBack(page)
  await isStored(service, 'Ask somebody')
})

test('APP-09 what is wrong with a field is an alert, also while the focus stays in it', async ({
  signedIn,
}) => {
  const { page } = signedIn
  await runCommand(signedIn, 'New task')
  const form = newTask(page)
  const [title, due, people] = [
    form.getByLabel('Title'),
    form.getByLabel('Due'),
    page.getByRole('combobox', { name: 'Assignees' }),
  ]
  await title.press('Enter')
  await expect(page.getByRole('alert')).toHaveText('Enter a title.')
  await expect(title).toBeFocused()
  await expect(title).toHaveAccessibleDescription('Enter a title.')
  await title.fill('Call the plumber')
  await expect(page.getByRole('alert')).toHaveCount(0)

  await due.fill('tomorrow 25:00')
  await due.press('Enter')
  await expect(page.getByRole('alert')).toHaveText('Not a clear date. Try “fri 5pm”.')
  await expect(due).toHaveAccessibleDescription('Not a clear date. Try “fri 5pm”.')
  await due.fill('tomorrow 5:00')
  await expect(page.getByRole('alert')).toHaveCount(0)
  await expect(due).toHaveAccessibleDescription(/^Tomorrow/)

  await people.fill('zzyzx')
  await title.press('Enter')
  await expect(page.getByRole('alert')).toHaveText('Choose somebody from the list, or clear this.')
})

test('APP-05 a status and a priority are chosen with keys, and the next Enter saves', async ({
  signedIn,
  service,
}) => {
  const { page } = signedIn
  await runCommand(signedIn, 'New task')
  const form = newTask(page)
  await form.getByLabel('Title').fill('Chosen by keys')
  const status = form.getByRole('combobox', { name: 'Status' })
  await status.press('ArrowDown')
  await expect(page.getByRole('option', { name: 'In progress' })).toBeInViewport({ ratio: 1 })
  await page.keyboard.press('Escape')
  await expect(status).toHaveAttribute('aria-expanded', 'false')
  await expect(form).toBeVisible()
  const priority = form.getByRole('combobox', { name: 'Priority' })
  await priority.focus()
  await page.keyboard.press('Space')
  await page.keyboard.press('u')
  await page.keyboard.press('Enter')
  await expect(priority).toHaveText('Urgent')
  await page.keyboard.press('Enter')
  await isBack(page)
  await isStored(service, 'Chosen by keys')
  expect(await memberAt(service, 'owner@acme.test').titled('Chosen by keys')).toMatchObject([
    { priority: 'urgent', status: 'todo' },
  ])
})

test('LCH-01 "tomorrow" in a form that was left open overnight is the day after the one on which it is written', async ({
  signedIn,
  service,
}) => {
  const { page } = signedIn
  await runCommand(signedIn, 'New task')
  const form = newTask(page)
  await form.getByLabel('Title').fill('Left open')
  const tomorrow = await page.evaluate((shift) => {
    const Real = Date
    Object.assign(globalThis, { realDate: Real })
    globalThis.Date = class extends Real {
      constructor(...parts: [] | [number | string | Date]) {
        super(...((parts.length === 0 ? [Real.now() + shift] : parts) as [number]))
      }
      static override now(): number {
        return Real.now() + shift
      }
    } as DateConstructor
    return new Date(new Date().getFullYear(), new Date().getMonth(), new Date().getDate() + 1).toDateString()
  }, dayMs)
  await form.getByLabel('Due').fill('tomorrow')
  await form.getByLabel('Title').press('Enter')
  await isBack(page)
  await isStored(service, 'Left open')
  const [task] = await memberAt(service, 'owner@acme.test').titled('Left open')
  const due = await page.evaluate((iso) => {
    globalThis.Date = (globalThis as unknown as { realDate: DateConstructor }).realDate
    return new Date(iso).toDateString()
  }, task?.dueDate ?? '')
  expect(due).toBe(tomorrow)
})

test('LCH-01 a list field says so where everything that fits is chosen already, and where it is full, until one is removed', async ({
  signedIn,
}) => {
  const { page } = signedIn
  await runCommand(signedIn, 'New task')
  const chips = newTask(page).getByRole('button', { name: /^Remove / })
  const offered = page.getByRole('listbox', { name: 'Suggestions' }).getByRole('option')
  // The assignee, who is there from the start.
  await chips.press('Enter')

  await test.step('everything is chosen', async () => {
    const people = page.getByRole('combobox', { name: 'Assignees' })
    const chosenAlready = page.getByRole('status').filter({ hasText: 'All matches are already chosen' })
    await people.fill('owner@acme.test')
    await expect(offered).toHaveCount(1)
    await expect(chosenAlready).toHaveCount(0)
    await people.press('Enter')
    await people.fill('owner@acme.test')
    await expect(chosenAlready).toBeVisible()
    await expect(offered).toHaveCount(0)
    await people.fill('owner@acme.test.nowhere')
    await expect(page.getByRole('status').filter({ hasText: 'Nobody found' })).toBeVisible()
    await people.fill('')
    await chips.press('Enter')
  })
  await test.step('it is full', async () => {
    const records = page.getByRole('combobox', { name: 'Records' })
    // Asked of the service, which has eleven: of one letter the field shows what the launcher has come to know by now.
    const query = 'co'
    for (let count = 1; count <= 10; count += 1) {
      await records.fill(query)
      await expect(offered.first()).toBeVisible()
      await records.press('Enter')
      await expect(chips).toHaveCount(count)
    }
    const full = page.getByRole('status').filter({ hasText: 'At most 10 records. Remove one first' })
    await records.fill(query)
    await expect(full).toBeVisible()
    await expect(offered).toHaveCount(0)
    await records.press('Enter')
    await expect(records).toHaveValue(query)
    await chips.first().press('Enter')
    await expect(full).toHaveCount(0)
    await expect(newTask(page).locator(':focus')).toHaveCount(1)
    await records.press('ArrowDown')
    await expect(offered.first()).toBeVisible()
    await records.press('Enter')
    await expect(chips).toHaveCount(10)
  })
})

test('APP-09 after a failed save Try again leaves the focus in the form, and Mod+R saves once that is possible', async ({
  signedIn,
  service,
}) => {
  const { page, userData } = signedIn
  const unblock = blockOutbox(userData)
  await runCommand(signedIn, 'New task')
  const title = newTask(page).getByLabel('Title')
  await title.fill('Say it in the form')
  await title.press('Enter')
  const alert = page.getByRole('alert')
  await expect(alert).toContainText('The disk is full or read-only')
  await alert.getByRole('button', { name: 'Try again' }).press('Enter')
  await expect(title).toBeFocused()
  await expect(title).toHaveValue('Say it in the form')
  await expect(alert).toContainText('The disk is full or read-only')
  unblock()
  await page.keyboard.press('Control+r')
  await isBack(page)
  await isStored(service, 'Say it in the form')
})

test('APP-09 the list of a field has an edge in forced colours, which take the shadows away, and at 200 % it hides nothing that is typed', async ({
  signedIn,
}) => {
  const { page } = signedIn
  await runCommand(signedIn, 'New task')
  const list = page.getByRole('listbox', { name: 'Suggestions' })
  await test.step('in forced colours', async () => {
    await page.emulateMedia({ forcedColors: 'active' })
    const edge = (surface: Locator) => surface.evaluate((element) => getComputedStyle(element).borderTopStyle)
    await newTask(page).getByLabel('Due').press('Alt+ArrowDown')
    expect(await edge(page.getByRole('dialog'))).toBe('solid')
    await page.keyboard.press('Escape')
    await page.getByRole('combobox', { name: 'Records' }).fill('co')
    await expect(list).toBeVisible()
    expect(await edge(list)).toBe('solid')
    await page.emulateMedia({ forcedColors: null })
  })
  await test.step('at 200 %', async () => {
    await page.setViewportSize(half)
    for (const [name, text] of Object.entries({ Records: 'co', Meetings: 're' })) {
      const field = page.getByRole('combobox', { name })
      await field.fill('')
      await field.fill(text)
      // More than there is room for.
      await expect.poll(() => list.getByRole('option').count()).toBeGreaterThan(4)
      await expect(list).toBeInViewport({ ratio: 0.99 })
      await expect(field).toBeInViewport({ ratio: 0.99 })
    }
  })
})
