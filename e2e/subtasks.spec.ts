// Start dates and subtasks: in capture, the form, the pane and the brief.
import type { Page } from 'playwright/test'
import { seriousProblems } from './seen.ts'
import { expect, test } from './signed-in.ts'
import {
  dismiss,
  isBack,
  isHidden,
  press,
  runCommand,
  searchBox,
  selectedRow,
  summon,
  unfold,
} from './steps.ts'
import { isStored, memberAt, openForm } from './writes.ts'

const owner = 'owner@acme.test'
const pane = (page: Page) => page.getByRole('complementary', { name: 'Details' })

test('LCH-11 a subtask is added from the pane of its task, completed and opened without a pointer', async ({
  signedIn,
  service,
}) => {
  const { app, page } = signedIn
  const me = memberAt(service, owner)
  await me.create('Plan the garden party')
  await dismiss(signedIn)
  await summon(app)
  await searchBox(page).fill('t plan the garden party')
  await expect(selectedRow(page)).toContainText('Plan the garden party')

  await page.keyboard.press('Control+Shift+N')
  const form = page.getByRole('form', { name: 'New task' })
  await expect(form.getByRole('button', { name: 'Remove Plan the garden party' })).toBeVisible()
  expect(await seriousProblems(page)).toEqual([])
  await form.getByLabel('Title').fill('Order stools')
  await form.getByLabel('Title').press('Enter')
  await isBack(page)
  await isStored(service, 'Order stools')

  const subtask = pane(page).getByRole('button', { name: /Order stools.*To do/ })
  await expect(subtask).toBeVisible()
  await page.keyboard.press('ArrowRight')
  await expect(subtask).toBeFocused()
  await page.keyboard.press('Control+D')
  await expect.poll(async () => (await me.titled('Order stools'))[0]?.status).toBe('done')
  await expect(pane(page).getByRole('button', { name: 'Reopen “Order stools”' })).toBeVisible()
  expect((await me.titled('Plan the garden party'))[0]?.status).not.toBe('done')
  expect(await seriousProblems(page)).toEqual([])

  await page.keyboard.press('Enter')
  const edit = page.getByRole('form', { name: 'Edit task' })
  await expect(edit.getByLabel('Title')).toHaveValue('Order stools')
  await expect(edit.getByRole('button', { name: 'Remove Plan the garden party' })).toBeVisible()
})

test('APP-05 LCH-08 a start is captured, shown by the form, and puts its task behind others in the brief', async ({
  signedIn,
  service,
}) => {
  const { app, page } = signedIn
  await memberAt(service, owner).create('Paint the door', { assignees: [service.member(owner).userId] })
  await dismiss(signedIn)
  await press(app, 'capture')
  const line = page.getByRole('textbox', { name: 'Capture a task' })
  await line.fill('Paint the shed starts tomorrow')
  const chips = page.getByRole('list', { name: 'Recognized' })
  await expect(chips.getByRole('listitem').filter({ hasText: 'from Tomorrow' })).toBeVisible()
  await line.press('Home')
  await line.press('Backspace')
  await line.press('Backspace')
  await expect(chips.getByRole('listitem').filter({ hasText: 'from Tomorrow' })).toHaveCount(0)
  // Words that were taken back stay text, until the line is emptied.
  await line.fill('')
  await line.fill('Paint the shed, starts tomorrow')
  await expect(chips.getByRole('listitem').filter({ hasText: 'from Tomorrow' })).toBeVisible()
  await line.press('Enter')
  await isHidden(app)
  await isStored(service, 'Paint the shed')

  const form = await openForm(signedIn, 'Paint the shed')
  await expect(form.getByLabel('Start date')).toHaveValue('Tomorrow')
  await dismiss(signedIn)
  await runCommand(signedIn, 'Daily brief')
  await unfold(page, 'No date')
  const tasks = page.getByRole('region', { name: 'Tasks' })
  const titles = async () => (await tasks.getByRole('listitem').allInnerTexts()).join('\n')
  await expect.poll(titles).toMatch(/Paint the door[^]*Paint the shed/)
})
