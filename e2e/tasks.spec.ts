import { expect, test } from './signed-in.ts'
import {
  dismiss,
  isBack,
  isHidden,
  isVisible,
  press,
  runCommand,
  searchBox,
  selectedRow,
  summon,
} from './steps.ts'
import { blockOutbox, isStored } from './writes.ts'

test('APP-05 capture recognizes date, person, priority and estimate, and saves them', async ({
  service,
  signedIn,
}) => {
  const { app, page } = signedIn
  await press(app, 'capture')
  await page
    .getByRole('textbox', { name: 'Capture a task' })
    .fill('Send the quarterly numbers tomorrow 5pm !high ~45m')
  const chips = page.getByRole('list', { name: 'Recognized' }).getByRole('listitem')
  await expect(chips).toHaveCount(3)
  await page.keyboard.press('Enter')
  await isHidden(app)
  await isStored(service, 'Send the quarterly numbers')

  await summon(app)
  await searchBox(page).fill('quarterly numbers')
  await expect(selectedRow(page)).toContainText('Send the quarterly numbers')
  await searchBox(page).press('Enter')
  const form = page.getByRole('form', { name: 'Edit task' })
  await expect(form.getByLabel('Title')).toHaveValue('Send the quarterly numbers')
  await expect(form.getByLabel('Estimate')).toHaveValue('45m')
  await expect(form.getByLabel('Priority')).toContainText(/high/i)
})

test('APP-05 the form refuses a missing title in place, then creates the task with its fields', async ({
  service,
  signedIn: launched,
}) => {
  const { app, page } = launched
  await runCommand(launched, 'New task')
  const form = page.getByRole('form', { name: 'New task' })
  for (const label of [
    'Title',
    'Description',
    'Status',
    'Priority',
    'Due',
    'Assignees',
    'Estimate',
    'Records',
    'Meetings',
    'Section',
  ])
    await expect(form.getByLabel(label, { exact: true }).first()).toBeVisible()

  await form.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(form.getByLabel('Title')).toHaveAttribute('aria-invalid', 'true')
  await expect(form.getByLabel('Title')).toBeFocused()

  await form.getByLabel('Title').fill('Prepare the offsite')
  await form.getByLabel('Description').fill('Room, agenda, dinner.')
  await form.getByLabel('Estimate').fill('1h 30m')
  await form.getByLabel('Due').fill('next friday')
  await form.getByRole('button', { name: 'Save', exact: true }).click()
  await isBack(page)
  await isStored(service, 'Prepare the offsite')
  await dismiss({ app, page })
  await summon(app)
  await searchBox(page).fill('prepare the offsite')
  await expect(selectedRow(page)).toContainText('Prepare the offsite')
  await searchBox(page).press('Enter')
  const edit = page.getByRole('form', { name: 'Edit task' })
  await expect(edit.getByLabel('Description')).toHaveValue('Room, agenda, dinner.')
  await expect(edit.getByLabel('Estimate')).toHaveValue('1h 30m')
})

test('LCH-01 LCH-02 the form sets a date, a person and a record without a pointer, and sends what changed', async ({
  service,
  signedIn: launched,
}) => {
  const { app, page } = launched
  await runCommand(launched, 'New task')
  const form = page.getByRole('form', { name: 'New task' })
  // A new task is its writer's, until they say otherwise.
  const mine = form.getByRole('button', { name: 'Remove Olivia Hart' })
  await mine.press('Enter')
  await expect(mine).toHaveCount(0)
  await form.getByLabel('Title').fill('Choose the caterer')
  await form.getByLabel('Title').press('Control+k')
  await page
    .getByRole('dialog', { name: 'Field actions' })
    .getByRole('button', { name: 'Assign to me' })
    .press('Enter')
  await expect(form.getByRole('button', { name: 'Remove Olivia Hart' })).toBeVisible()
  await form.getByLabel('Records').pressSequentially('cedar outdoors')
  await expect(page.getByRole('option', { name: /^Cedar Outdoors/ }).first()).toBeVisible()
  await page.keyboard.press('Enter')
  await expect(form.getByRole('button', { name: 'Remove Cedar Outdoors', exact: true })).toBeVisible()

  const due = form.getByLabel('Due')
  await due.fill('2027-03-05 17:00')
  await due.press('Alt+ArrowDown')
  const calendar = page.getByRole('dialog', { name: 'Pick a date' })
  await expect(calendar.getByRole('button', { name: /March 5, 2027/ })).toBeFocused()
  await page.keyboard.press('End')
  await page.keyboard.press('Escape')
  await expect(calendar).toHaveCount(0)
  await expect(due).toBeFocused()
  await expect(due).toHaveValue('2027-03-05 17:00')
  await due.press('Alt+ArrowDown')
  await page.keyboard.press('Home')
  await page.keyboard.press('Enter')
  // The time that was written stays.
  await expect(due).toHaveValue(/5:00|17:00/)
  const picked = await due.inputValue()
  await form.getByLabel('Title').press('Enter')
  await isBack(page)

  const open = async () => {
    await dismiss({ app, page })
    await summon(app)
    await searchBox(page).fill('choose the caterer')
    await expect(selectedRow(page)).toContainText('Choose the caterer')
    await searchBox(page).press('Enter')
  }
  await isStored(service, 'Choose the caterer')
  await open()
  const edit = page.getByRole('form', { name: 'Edit task' })
  await expect(edit.getByLabel('Due')).toHaveValue(picked)
  await edit.getByLabel('Estimate').fill('45m')
  await edit.getByLabel('Title').press('Enter')
  await isBack(page)
  // The saved change comes with the next answer about the task.
  await open()
  await expect(edit.getByLabel('Estimate')).toHaveValue('45m')
  await expect(edit.getByLabel('Due')).toHaveValue(picked)
  await expect(edit.getByRole('button', { name: 'Remove Cedar Outdoors', exact: true })).toBeVisible()
})

test('APP-09 in a list field of the form ↑ and ↓ move, Enter takes what is chosen, Esc closes the list only', async ({
  signedIn,
}) => {
  const { app, page } = signedIn
  await runCommand(signedIn, 'New task')
  await page.getByRole('combobox', { name: 'Assignees' }).fill('a')
  const offered = page.getByRole('listbox', { name: 'Suggestions' }).getByRole('option')
  const isChosen = (at: number) => expect(offered.nth(at)).toHaveAttribute('aria-selected', 'true')
  await isChosen(0)
  const first = (await offered.first().locator('[class*="_title_"]').textContent()) ?? '?'
  for (const [key, at] of [
    ['ArrowDown', 1],
    ['ArrowDown', 2],
    ['ArrowUp', 1],
    ['ArrowUp', 0],
  ] as const) {
    await page.keyboard.press(key)
    await isChosen(at)
  }
  await page.keyboard.press('Enter')
  await expect(page.getByRole('button', { name: `Remove ${first}` })).toBeVisible()
  await page.keyboard.type('a')
  await isChosen(0)
  await page.keyboard.press('Escape')
  await expect(offered).toHaveCount(0)
  expect(await isVisible(app)).toBe(true)
  await page.keyboard.press('Escape')
  await isBack(page)
})

test('APP-09 in the form Mod+R tries a save again that failed', async ({ signedIn, service }) => {
  const { page, userData } = signedIn
  const free = blockOutbox(userData)
  await runCommand(signedIn, 'New task')
  const form = page.getByRole('form', { name: 'New task' })
  await form.getByLabel('Title').fill('Say it in the form')
  await form.getByLabel('Title').press('Enter')
  await expect(page.getByRole('alert')).toContainText('The disk is full or read-only')
  await expect(form.getByLabel('Title')).toHaveValue('Say it in the form')
  free()
  await page.keyboard.press('Control+r')
  await isBack(page)
  await isStored(service, 'Say it in the form')
})

test('APP-06 APP-07 a task written while the service is down is saved once when it is back', async ({
  signedIn,
  service,
}) => {
  const { app, page } = signedIn
  await service.kill()
  await press(app, 'capture')
  await page.getByRole('textbox', { name: 'Capture a task' }).fill('Written while offline')
  await page.keyboard.press('Enter')
  await isHidden(app)
  await service.start()
  await summon(app)
  await expect
    .poll(
      async () => {
        await searchBox(page).fill('')
        await searchBox(page).fill('t written while')
        await page
          .getByRole('option', { name: /Written while offline/ })
          .first()
          .waitFor({ timeout: 2_000 })
          .catch(() => undefined)
        return page.getByRole('option', { name: /Written while offline/ }).count()
      },
      { timeout: 60_000 },
    )
    .toBe(1)
})
