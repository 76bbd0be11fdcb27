// Several tasks are selected and changed at once, and undone as one.
import { ask } from './bridge.ts'
import { expect, test } from './signed-in.ts'
import { results, runCommand, searchBox, selectedRow, summon } from './steps.ts'
import { memberAt } from './writes.ts'

test('APP-16 three tasks selected by keys are marked done, and reopened by one Mod+Z; a deleted one leaves its place to the next', async ({
  signedIn,
  service,
}) => {
  const { page, app } = signedIn
  const me = memberAt(service, 'owner@acme.test')
  const titles = ['Fold one crane', 'Fold two cranes', 'Fold three cranes', 'Fold four cranes']
  for (const title of titles) await me.create(title)
  const statuses = async () =>
    Promise.all(titles.map(async (title) => (await me.titled(title))[0]?.status ?? 'gone'))
  const [open = ''] = await statuses()

  await summon(app)
  await searchBox(page).fill('t fold crane')
  const rows = results(page).getByRole('option', { name: /Fold/ })
  await expect(rows).toHaveCount(4)
  await page.keyboard.press('Shift+ArrowDown')
  await page.keyboard.press('Shift+ArrowDown')
  await page.keyboard.press('Shift+ArrowDown')
  await page.keyboard.press('Shift+ArrowUp')
  await expect(selectedRow(page)).toHaveCount(3)
  await expect(page.getByText('3 selected').first()).toBeVisible()
  await page.keyboard.press('Control+d')
  await expect(rows.filter({ hasText: 'Done' })).toHaveCount(3)
  await expect.poll(async () => (await statuses()).filter((status) => status !== open).length).toBe(3)

  await page.keyboard.press('Control+z')
  await expect.poll(statuses).toEqual([open, open, open, open])
  await expect(rows.filter({ hasText: 'Done' })).toHaveCount(0)

  await rows.last().click({ modifiers: ['Control'] })
  await expect(selectedRow(page)).toHaveCount(4)
  await page.keyboard.press('Escape')
  await expect(selectedRow(page)).toHaveCount(1)
  await expect(searchBox(page)).toHaveValue('fold crane')

  const next = (await rows.nth(2).textContent()) ?? ''
  await searchBox(page).press('Control+Home')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Control+Shift+Backspace')
  await expect(rows).toHaveCount(3)
  await expect(selectedRow(page)).toHaveText(next)
  await page.keyboard.press('Control+z')
  await expect(rows).toHaveCount(4)
})

test('APP-16 one Enter moves all overdue tasks to tomorrow, one Mod+Z moves them back', async ({
  signedIn,
}) => {
  const { page } = signedIn
  const overdue = async (): Promise<number> => {
    const reply = await ask(page, 'brief.get')
    const tasks = reply.ok ? reply.value.brief.tasks : []
    return tasks.filter(({ dueDate }) => dueDate !== null && Date.parse(dueDate) < Date.now()).length
  }
  const before = await overdue()
  expect(before).toBeGreaterThan(1)
  await runCommand(signedIn, 'Reschedule all overdue')
  const panel = page.getByRole('dialog', { name: 'Actions' })
  await expect(panel.getByText(`${before} overdue tasks`)).toBeVisible()
  await expect(panel.getByRole('option', { selected: true })).toContainText('Tomorrow')
  await page.keyboard.press('Enter')
  await expect(panel).toBeHidden()
  await expect.poll(overdue, { timeout: 30_000 }).toBe(0)
  await page.keyboard.press('Control+z')
  await expect.poll(overdue, { timeout: 30_000 }).toBe(before)
})
