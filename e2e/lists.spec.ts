// Lists of a team: read from names, sections and words of state in the palette, pinned under a name and a key.
import { ask, valueOf } from './bridge.ts'
import { seriousProblems } from './seen.ts'
import { expect, ownTest } from './signed-in.ts'
import { dismiss, isLive, results, runCommand, searchBox, selectedRow, summon } from './steps.ts'
import { isStored, memberAt } from './writes.ts'

const owner = 'owner@acme.test'
const dayMs = 86_400_000

ownTest(
  'APP-14 LCH-11 the overdue tasks of a colleague in a section are a list that is pinned, renamed, and opened by its key after a restart',
  async ({ signedIn, launch, service }) => {
    const { page } = signedIn
    const options = valueOf(await ask(page, 'tasks.options'))
    const { id: colleague = '', name = '' } = options.members.find(({ id }) => id !== options.me) ?? {}
    const [section] = options.sections
    const dueDate = new Date(Date.now() - 2 * dayMs).toISOString()
    const later = new Date(Date.now() + 9 * dayMs).toISOString()
    const inSection = { assignees: [colleague], sectionId: section?.id ?? '' }
    for (const task of [
      { title: 'Order the printed maps', ...inSection, dueDate },
      { title: 'Order the tents', ...inSection, dueDate: later },
      { title: 'Order the flags', assignees: [colleague], dueDate },
    ])
      valueOf(await ask(page, 'tasks.submit', { task }))
    for (const title of ['Order the printed maps', 'Order the tents', 'Order the flags'])
      await isStored(service, title)

    const query = `@${name} /${section?.name} overdue order`
    const found = results(page).getByRole('group', { name: 'Tasks' }).getByRole('option')
    await searchBox(page).fill(query)
    await isLive(page)
    await expect(found).toHaveCount(1)
    await expect(selectedRow(page)).toContainText('Order the printed maps')
    await searchBox(page).press('ArrowDown')
    await expect(selectedRow(page)).toContainText('Pin this list')
    await searchBox(page).press('Enter')
    const nameField = page.getByRole('combobox', { name: 'Name of the list' })
    await expect(nameField).toHaveValue(`${name} · ${section?.name} · overdue · “order”`)
    expect(await seriousProblems(page)).toEqual([])
    await nameField.press('Enter')
    await expect(page.getByText(`Pinned “${name} · ${section?.name} · overdue · “order””`)).toBeVisible()
    await dismiss(signedIn)
    await signedIn.app.close()

    const again = await launch()
    await summon(again.app)
    const box = searchBox(again.page)
    const lists = results(again.page).getByRole('group', { name: 'Lists' }).getByRole('option')
    await expect(lists).toHaveText(new RegExp(`^${name} · .*Alt.*1$`))
    await box.press('Alt+1')
    await expect(box).toHaveValue(query)
    await expect(selectedRow(again.page)).toContainText('Order the printed maps')

    await box.fill('')
    await expect(async () => {
      await box.press('ArrowDown')
      await expect(selectedRow(again.page)).toContainText(`${name} · `, { timeout: 200 })
    }).toPass()
    await box.press('Control+k')
    await again.page.getByRole('combobox', { name: 'Filter actions' }).fill('rename')
    await again.page.keyboard.press('Enter')
    await again.page.getByRole('combobox', { name: 'Name of the list' }).fill('Late orders')
    await again.page.keyboard.press('Enter')
    await expect(lists).toContainText('Late orders')

    const me = memberAt(service, owner)
    for (const { id } of await me.titled('Order the printed maps')) await me.change(id, { status: 'done' })
    await runCommand(again, 'Daily brief')
    await expect(again.page.getByRole('main', { name: 'Daily brief' })).toBeVisible()
    await again.page.keyboard.press('Alt+1')
    await expect(box).toHaveValue(query)
    await expect(
      again.page.getByText(`No tasks of ${name} in ${section?.name} with “order” that are overdue`).first(),
    ).toBeVisible()

    await box.fill('late orders')
    await expect(selectedRow(again.page)).toContainText('Late orders')
    await box.press('Control+k')
    await again.page.getByRole('combobox', { name: 'Filter actions' }).fill('remove this list')
    await again.page.keyboard.press('Enter')
    await expect(again.page.getByText('Removed “Late orders”')).toBeVisible()
    await box.fill('')
    await expect(results(again.page).getByRole('option').first()).toBeVisible()
    await expect(lists).toHaveCount(0)
  },
)
