import { expect, test } from './signed-in.ts'
import { dismiss, isBack, isVisible, runCommand, searchBox, selectedRow, summon } from './steps.ts'
import { isStored } from './writes.ts'

test('APP-05 LCH-01 LCH-02 the form refuses a missing title in place, sets each field without a pointer, and sends what changed', async ({
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

  // A new task is its writer's, until they say otherwise.
  const mine = form.getByRole('button', { name: 'Remove Olivia Hart' })
  await mine.press('Enter')
  await expect(mine).toHaveCount(0)
  await form.getByLabel('Title').fill('Choose the caterer')
  await form.getByLabel('Description').fill('Room, agenda, dinner.')
  await form.getByLabel('Estimate').fill('1h 30m')
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
  // As weeks begin on this desktop. In language.spec.ts they begin on another day.
  await expect(calendar.getByRole('columnheader').first()).toHaveAttribute('abbr', 'Sunday')
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
  await form.getByRole('button', { name: 'Save', exact: true }).click()
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
  await expect(edit.getByLabel('Description')).toHaveValue('Room, agenda, dinner.')
  await expect(edit.getByLabel('Estimate')).toHaveValue('1h 30m')
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
