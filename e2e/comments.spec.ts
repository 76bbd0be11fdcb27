// Comments on tasks and records, in the pane beside the results (NOT-03).
import type { Page } from 'playwright/test'
import { ask, valueOf } from './bridge.ts'
import type { Launched } from './launch.ts'
import { createKey, type RealService } from './real-service.ts'
import { seriousProblems } from './seen.ts'
import { expect, test } from './signed-in.ts'
import {
  dismiss,
  results,
  runCommand,
  searchBox,
  selectedRow,
  signInWithout,
  sleepUntil,
  summon,
} from './steps.ts'
import { memberAt, openOutbox } from './writes.ts'

const owner = 'owner@acme.test'
const region = (page: Page) => page.getByRole('region', { name: 'Comments' })
const field = (page: Page) => page.getByRole('textbox', { name: 'Write a comment' })
const entries = (page: Page) => region(page).getByRole('listitem')
const posts = { method: 'POST', path: /^\/v1\/launcher\/tasks\/[^/]+\/comments$/ }

/** The comments on a task as a program reads them, newest first. */
const reader = (service: RealService) => {
  const token = createKey(service.database, owner)
  return async (title: string): Promise<{ content: string; mentions?: string[] }[]> => {
    const [task] = await memberAt(service, owner).titled(title)
    const response = await fetch(`${service.localUrl}/v1/tasks/${task?.id ?? ''}/comments`, {
      headers: { Authorization: `Bearer ${token}` },
    })
    return ((await response.json()) as { data: { content: string; mentions?: string[] }[] }).data
  }
}

const findTask = async ({ app, page }: Launched, title: string): Promise<void> => {
  await dismiss({ app, page })
  await summon(app)
  await searchBox(page).fill(`t ${title}`)
  await expect(selectedRow(page)).toContainText(title)
}

/** Opens the comments on a task by its key. */
const comment = async (launched: Launched, title: string, text: string): Promise<void> => {
  const { page } = launched
  await findTask(launched, title)
  await page.keyboard.press('Control+Shift+M')
  await expect(field(page)).toBeFocused()
  await page.keyboard.type(text)
  // Pressed twice, it is sent once.
  await Promise.all([page.keyboard.press('Control+Enter'), page.keyboard.press('Control+Enter')])
  await expect(field(page)).toHaveValue('')
}

test('NOT-03 a comment with a mention is written without a pointer, and is there for everybody afterwards; a task of the brief is commented on by the same key', async ({
  signedIn,
  service,
}) => {
  const { page } = signedIn
  const title = 'Ask about the hall'
  await memberAt(service, owner).create(title)
  const { members, me } = valueOf(await ask(page, 'tasks.options'))
  const [first] = members.filter(({ id }) => id !== me).toSorted((a, b) => a.name.localeCompare(b.name))
  const name = first?.name ?? ''

  await findTask(signedIn, title)
  await page.keyboard.press('Control+K')
  await page.keyboard.type('comment')
  await page.keyboard.press('Enter')
  await expect(field(page)).toBeFocused()
  await page.keyboard.type(`Who asks?\n@${name.slice(0, 3).toLowerCase()}`)
  const people = page.getByRole('listbox', { name: 'People to mention' })
  await expect(people.getByRole('option', { selected: true })).toBeVisible()
  expect(await seriousProblems(page)).toEqual([])
  await page.keyboard.press('Escape')
  await expect(people).toHaveCount(0)
  await expect(field(page)).toBeFocused()
  await page.keyboard.press('Backspace')
  await page.keyboard.press('Backspace')
  await page.keyboard.press('Backspace')
  await page.keyboard.press('Backspace')
  await page.keyboard.type(`@${name.slice(0, 4)}`)
  await people.getByRole('option', { name }).waitFor()
  await page.keyboard.press('Enter')
  await expect(field(page)).toHaveValue(`Who asks?\n@${name} `)
  await page.keyboard.type('may see https://acme.example/hall')
  await page.keyboard.press('Control+Enter')
  await expect(field(page)).toHaveValue('')
  await expect(field(page)).toBeFocused()
  await expect(entries(page)).toContainText(`@${name} may see https://acme.example/hall`)
  await expect(entries(page).locator('strong')).toHaveText(`@${name}`)
  await expect(entries(page).getByRole('button', { name: 'https://acme.example/hall' })).toBeVisible()
  const stored = reader(service)
  await expect
    .poll(() => stored(title))
    .toMatchObject([
      { content: `Who asks?\n@${name} may see https://acme.example/hall`, mentions: [first?.id] },
    ])

  await page.keyboard.press('Escape')
  await expect(searchBox(page)).toBeFocused()
  await findTask(signedIn, title)
  await expect(entries(page)).toContainText(`@${name} may see`)
  expect(await seriousProblems(page)).toEqual([])

  await test.step('in the brief', async () => {
    await runCommand(signedIn, 'Daily brief')
    const task = page
      .getByRole('region', { name: 'Tasks' })
      .getByRole('listitem')
      .locator('[data-entry]')
      .first()
    await task.focus()
    await page.keyboard.press('Control+Shift+M')
    await expect(field(page)).toBeFocused()
    await page.keyboard.press('Escape')
    await expect(searchBox(page)).toBeFocused()
  })
})

test('NOT-03 APP-05 a comment is edited and deleted in its place, and each is undone', async ({
  signedIn,
  service,
}) => {
  const { app, page } = signedIn
  const title = 'Talk about prices'
  await memberAt(service, owner).create(title)
  const stored = reader(service)
  const texts = async () => (await stored(title)).map(({ content }) => content)
  await comment(signedIn, title, 'Ten percent')
  await expect.poll(texts).toEqual(['Ten percent'])

  await entries(page).getByRole('button', { name: 'Edit' }).click()
  const editor = page.getByRole('textbox', { name: 'Edit the comment' })
  await expect(editor).toBeFocused()
  await editor.fill('Twelve percent')
  await page.keyboard.press('Control+Enter')
  await expect(entries(page)).toContainText('Twelve percent')
  await expect(entries(page)).toContainText('edited')
  await expect.poll(texts).toEqual(['Twelve percent'])
  await expect(field(page)).toBeFocused()
  await page.keyboard.press('Control+Z')
  await expect.poll(texts).toEqual(['Ten percent'])
  await expect(entries(page)).toContainText('Ten percent')

  // Without a pointer: from the search into the pane, whose first line has "Edit" and "Delete".
  await page.keyboard.press('Escape')
  await page.keyboard.press('ArrowRight')
  await expect(page.getByRole('button', { name: 'Add subtask' })).toBeFocused()
  await page.keyboard.press('ArrowDown')
  await expect(entries(page).getByRole('button', { name: 'Edit' })).toBeFocused()
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('Enter')
  await expect(entries(page)).toHaveCount(0)
  await expect(region(page)).toContainText('No comments yet.')
  await page.keyboard.press('Control+Z')
  await expect(entries(page)).toContainText('Ten percent')
  await entries(page).getByRole('button', { name: 'Delete' }).click()
  await sleepUntil(app, 6_000)
  await expect.poll(texts).toEqual([])
})

test('NOT-03 APP-07 a comment without a connection is kept, and sent once when there is one', async ({
  signedIn,
  service,
  network,
}) => {
  const { app, page } = signedIn
  const title = 'Write without a line'
  await memberAt(service, owner).create(title)
  await findTask(signedIn, title)
  await page.keyboard.press('Control+Shift+M')
  await expect(field(page)).toBeFocused()
  await page.keyboard.type('A thought')
  // The window is closed in the middle of a sentence.
  await dismiss(signedIn)
  await summon(app)
  await results(page).getByRole('option', { name: title }).filter({ hasText: 'Draft' }).click()
  await expect(field(page)).toBeFocused()
  await expect(field(page)).toHaveValue('A thought')

  await network.goOffline()
  await page.keyboard.press('End')
  await page.keyboard.type(' for later')
  await page.keyboard.press('Control+Enter')
  await expect(entries(page)).toContainText('A thought for later')
  await expect(entries(page)).toContainText('Not sent yet')
  const item = (await openOutbox(signedIn))(title)
  await expect(item).toContainText('A thought for later')
  network.forget()
  await network.goOnline()
  const stored = reader(service)
  await expect
    .poll(async () => (await stored(title)).map(({ content }) => content))
    .toEqual(['A thought for later'])
  expect(network.passed(posts)).toHaveLength(1)
})

test('NOT-03 a comment on a task that was deleted meanwhile says so, and keeps its text', async ({
  signedIn,
  service,
}) => {
  const { page } = signedIn
  const title = 'Gone in a moment'
  const me = memberAt(service, owner)
  await me.create(title)
  await findTask(signedIn, title)
  await page.keyboard.press('Control+Shift+M')
  await expect(field(page)).toBeFocused()
  const [task] = await me.titled(title)
  await me.archive(task?.id ?? '')
  await page.keyboard.type('Too late')
  await page.keyboard.press('Control+Enter')
  const item = (await openOutbox(signedIn))(title)
  await expect(item.getByRole('alert')).toContainText('archived')
  await expect(item).toContainText('Too late')
  await expect(item.getByRole('button', { name: 'Copy text' })).toBeVisible()
  expect(await seriousProblems(page)).toEqual([])
})

test('NOT-03 APP-01 an older sign-in reads comments, and is asked in the browser before it writes one', async ({
  service,
  launch,
  browser,
}) => {
  const launched = await launch()
  const { page } = launched
  await signInWithout('comments:write', launched, service, browser)
  await runCommand(launched, 'Browse people')
  // Until then the options are those of the palette.
  await expect(page.getByText(/^\d+ shown$/)).toBeVisible()
  await page.keyboard.press('Control+Shift+M')
  await expect(page.getByRole('button', { name: 'Allow in browser' })).toBeFocused()
  await expect(region(page)).toBeVisible()
  await expect(field(page)).toHaveCount(0)
})
