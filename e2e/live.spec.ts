// Two people with a launcher each: what one does, the other sees without touching anything (FED-03, NOT-02).
import type { Page } from 'playwright/test'
import { ask, valueOf } from './bridge.ts'
import { expect, isReady, openStage, type Stage, startAfresh, test } from './fixtures.ts'
import { type Launched, openedUrls } from './launch.ts'
import { type DemoMember, type RealService, runSvc } from './real-service.ts'
import {
  allowInBrowser,
  dismiss,
  listenToNotifications,
  nextOpenedUrl,
  results,
  runCommand,
  searchBox,
  selectedRow,
  signIn,
  signInWithout,
  summon,
  unfold,
} from './steps.ts'
import { memberAt } from './writes.ts'

type Two = { owner: Launched; member: Launched; memberId: string }
type Emails = { owner: string; member: string }

const meet = async (
  { launch, browser }: Pick<Stage, 'launch' | 'browser'>,
  service: RealService,
  emails: Emails,
): Promise<Two> => {
  const owner = await launch({ profile: 'first' })
  await signIn(owner, service, browser, emails.owner)
  await dismiss(owner)
  const member = await launch({ profile: 'second' })
  await signIn(member, service, browser, emails.member)
  return { owner, member, memberId: service.member(emails.member).userId }
}

/** A workspace of two, without meetings and tasks. */
const inNewWorkspace = test.extend<{ two: Two }>({
  two: async ({ service, launch, browser }, use) => {
    const emails = { owner: 'ada@lab.test', member: 'grace@lab.test' }
    const at = ['--database', service.database]
    runSvc('workspace', 'create', '--slug', 'lab', '--name', 'Lab', '--plan', 'pro', ...at)
    const members = (['owner', 'member'] as const).map((role) => {
      const who = ['--workspace', 'lab', '--email', emails[role], '--role', role]
      return runSvc<DemoMember>('member', 'add', ...who, ...at)
    })
    const member = (email: string): DemoMember => {
      const found = members.find((one) => one.email === email)
      if (found === undefined) throw new Error(`No member ${email}`)
      return found
    }
    await use(await meet({ launch, browser }, { ...service, member }, emails))
  },
})

/** The owner gives tasks to somebody. Resolves when they are stored. */
const assign = async (page: Page, assignee: string, ...titles: string[]): Promise<void> => {
  for (const title of titles)
    valueOf(await ask(page, 'tasks.submit', { task: { title, assignees: [assignee] } }))
  const saved = async () => {
    const items = valueOf(await ask(page, 'outbox.get'))
    return titles.every((title) => items.some((item) => item.title === title && item.state === 'saved'))
  }
  await expect.poll(saved).toBe(true)
}

const notifications = (page: Page) =>
  page.getByRole('region', { name: 'Notifications' }).getByRole('listitem')

/** The brief with its notifications unfolded. */
const openBrief = async (launched: Launched): Promise<void> => {
  await runCommand(launched, 'Daily brief')
  await unfold(launched.page, 'Notifications')
}

test.describe('the owner and a member', () => {
  let stage: Stage
  let service: RealService
  let two: Two

  test.beforeAll(async ({ demo, folder, sharedBrowser }) => {
    stage = await openStage({ demo, folder, sharedBrowser }, 'live')
    service = await stage.serve()
    two = await meet(stage, service, { owner: 'owner@acme.test', member: 'mira@acme.test' })
  })
  test.beforeEach(() => startAfresh(two.member))
  test.afterAll(() => stage.close())

  test('NOT-02 a notification comes into the open brief; Enter opens its task and reads it, a key reads another, Read all the rest', async () => {
    const { owner, member, memberId } = two
    const { page } = member
    const brief = page.getByRole('main', { name: 'Daily brief' })
    const about = (title: string) => notifications(page).filter({ hasText: `assigned “${title}” to you` })
    await openBrief(member)
    await assign(owner.page, memberId, 'Order the lamps')
    await unfold(page, 'Notifications')
    await about('Order the lamps').getByRole('button').focus()
    await page.keyboard.press('Enter')
    const title = page.getByRole('form', { name: 'Edit task' }).getByLabel('Title')
    await expect(title).toHaveValue('Order the lamps')
    await page.keyboard.press('Escape')
    await expect(brief).toBeVisible()
    await expect(about('Order the lamps')).toHaveCount(0)

    await assign(owner.page, memberId, 'Oil the hinge')
    await about('Oil the hinge').getByRole('button').focus()
    await page.keyboard.press('Control+Shift+R')
    await expect(about('Oil the hinge')).toHaveCount(0)

    // A notification of another kind. Two of one kind are merged while the first is unread in the service.
    const { titled, change } = memberAt(service, 'owner@acme.test')
    const [hinge] = await titled('Oil the hinge')
    await change(hinge?.id ?? '', { due_date: Date.now() + 86_400_000 })
    await expect(notifications(page).filter({ hasText: 'Oil the hinge' })).toHaveCount(1)
    const region = page.getByRole('region', { name: 'Notifications' })
    await region.getByRole('button', { name: 'Read all' }).click()
    await expect(region.getByText('All read.')).toBeVisible()
    // The answers of the service have them no more.
    await page.keyboard.press('Control+r')
    await expect(brief).toHaveAttribute('aria-busy', 'false')
    await expect(region.getByText('All read.')).toBeVisible()
  })

  test('NOT-02 a hidden launcher shows a notice, whose click opens the task', async () => {
    const { owner, member, memberId } = two
    const { page, app } = member
    const notices = await listenToNotifications(app)
    await summon(app)
    await dismiss(member)
    await assign(owner.page, memberId, 'Sharpen the saw')
    await expect.poll(async () => (await notices.titles()).length, { timeout: 20_000 }).toBe(1)
    expect(await notices.titles()).toEqual([expect.stringContaining('“Sharpen the saw”')])
    await notices.click()
    await expect(page.getByRole('form', { name: 'Edit task' }).getByLabel('Title')).toHaveValue(
      'Sharpen the saw',
    )
  })

  test('FED-03 a task that one person gives another is in their list within 2 s, and one that is archived leaves it; text and selection stay', async () => {
    const { owner, member, memberId } = two
    await assign(owner.page, memberId, 'Glaze one vase', 'Glaze two vases')
    await summon(member.app)
    const { page } = member
    await searchBox(page).fill('t glaze')
    const rows = results(page).getByRole('option', { name: /Glaze/ })
    await expect(rows).toHaveCount(2)
    await page.keyboard.press('ArrowDown')
    const selected = (await selectedRow(page).textContent()) ?? ''

    await assign(owner.page, memberId, 'Glaze three vases')
    await expect(rows).toHaveCount(3, { timeout: 2_000 })
    const program = memberAt(service, 'owner@acme.test')
    const [third] = await program.titled('Glaze three vases')
    await program.archive(third?.id ?? '')
    await expect(rows).toHaveCount(2, { timeout: 2_000 })
    await expect(searchBox(page)).toHaveValue('glaze')
    await expect(selectedRow(page)).toHaveText(selected)
    await expect(searchBox(page)).toBeFocused()

    const title = selected.includes('one vase') ? 'Glaze one vase' : 'Glaze two vases'
    const [taken] = await program.titled(title)
    await program.change(taken?.id ?? '', { assignees: [] })
    const pane = page.getByRole('complementary', { name: 'Details' })
    await expect(pane.getByText('You can no longer see this task.')).toBeVisible({ timeout: 2_000 })
    await expect(pane.getByRole('button')).toHaveCount(0)
    await program.change(taken?.id ?? '', { assignees: [memberId] })
    await expect(pane.getByText('You can no longer see this task.')).toHaveCount(0)
    await program.change(taken?.id ?? '', { assignees: [] })
    await expect(pane.getByText('You can no longer see this task.')).toBeVisible()
    await searchBox(page).press('Enter')
    await expect(page.getByRole('alert')).toHaveText('You can no longer see this task.')
    await expect(page.getByRole('button', { name: 'Create as new' })).toHaveCount(0)
  })
})

inNewWorkspace(
  'FED-03 a task that is due comes in above the selected row of an empty query, which stays selected',
  async ({ two: { owner, member, memberId } }) => {
    const { page } = member
    await isReady(member)
    const rows = results(page).getByRole('option')
    await expect(rows.first()).toHaveAttribute('aria-selected', 'true')
    const selected = (await rows.first().textContent()) ?? ''
    const dueDate = new Date(Date.now() - 90 * 24 * 3_600_000).toISOString()
    const task = { title: 'Water the ferns', assignees: [memberId], dueDate }
    valueOf(await ask(owner.page, 'tasks.submit', { task }))
    await expect(rows.first()).toContainText('Water the ferns')
    await expect(selectedRow(page)).toHaveText(selected)
  },
)

test('NOT-02 a sign-in without the right reads notifications, and says how to allow marking them', async ({
  service,
  launch,
  browser,
}) => {
  const launched = await launch()
  await signInWithout('notifications:write', launched, service, browser)
  const { page } = launched
  await openBrief(launched)
  await notifications(page).first().getByRole('button').focus()
  const count = await notifications(page).count()
  await page.keyboard.press('Control+Shift+R')
  await expect(page.getByText(/^Not marked as read: /)).toBeVisible()
  await expect(notifications(page)).toHaveCount(count)
  const before = (await openedUrls(launched.app)).length
  await page.getByRole('button', { name: 'Allow in browser' }).click()
  const url = await nextOpenedUrl(launched.app, before)
  await (await allowInBrowser(browser, url, service.member('owner@acme.test'))).close()
  await notifications(page).first().getByRole('button').focus()
  await page.keyboard.press('Control+Shift+R')
  await expect(notifications(page)).toHaveCount(count - 1)
})
