// Two people with a launcher each: what one does, the other sees without touching anything (FED-03, NOT-02). And what a
// member, or an older sign-in, may not do.
import type { Page } from 'playwright/test'
import { ask, valueOf } from './bridge.ts'
import { expect, openStage, type Stage, startAfresh, test } from './fixtures.ts'
import { type Launched, openedUrls } from './launch.ts'
import { type RealService, runSvc } from './real-service.ts'
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

  test('RCL-02 AUT-13 APP-06 a member is offered no writes of records, and the details say why; one who is removed is signed out with a way back', async () => {
    const { page } = two.member
    const title = 'Meridian Networks'
    await test.step('no writes of records', async () => {
      await searchBox(page).fill(`r ${title}`)
      await expect(selectedRow(page)).toContainText(title)
      const pane = page.getByRole('complementary', { name: 'Details' })
      if (await pane.isHidden()) await page.keyboard.press('Control+.')
      await expect(pane).toContainText('Your role may not create or change Companies.')
      await expect(pane.getByRole('button', { name: 'Edit company' })).toHaveCount(0)
      await page.keyboard.press('Control+e')
      await expect(page.getByRole('status').filter({ hasText: /^Your role may not create/ })).toBeVisible()
      await searchBox(page).fill('')
      await searchBox(page).press('Backspace')
      await searchBox(page).fill('zzyzx nobody')
      await expect(selectedRow(page)).toContainText('Create task')
      await expect(page.getByRole('option', { name: /^Create (?:person|company)/ })).toHaveCount(0)
    })
    // The last one: mira is gone from here on.
    await test.step('removed', async () => {
      const at = ['--workspace', 'acme', '--email', 'mira@acme.test', '--database', service.database]
      runSvc('member', 'remove', ...at)
      await searchBox(page).fill('anything at all')
      await expect(page.getByRole('button', { name: /Sign in/ })).toBeVisible()
    })
  })
})

test('NOT-02 RCL-02 APP-01 an older sign-in reads notifications and records, and is asked once, in the browser, for the rights to mark the ones and write the others', async ({
  service,
  launch,
  browser,
}) => {
  const launched = await launch()
  const further = ['notifications:write', 'records:write']
  await signInWithout(further, launched, service, browser)
  const { app, page } = launched
  const allow = page.getByRole('button', { name: 'Allow in browser' })
  await openBrief(launched)
  const count = await test.step('a notification is not marked', async () => {
    await notifications(page).first().getByRole('button').focus()
    const before = await notifications(page).count()
    await page.keyboard.press('Control+Shift+R')
    await expect(page.getByText(/^Not marked as read: /)).toBeVisible()
    await expect(notifications(page)).toHaveCount(before)
    await expect(allow).toBeVisible()
    await dismiss(launched)
    return before
  })
  await test.step('the first record is written after the consent', async () => {
    await summon(app)
    await searchBox(page).fill('zzyzx zz@x.test')
    await expect(selectedRow(page)).toContainText('Create person')
    await page.keyboard.press('Enter')
    await expect(allow).toBeVisible()
    const before = (await openedUrls(app)).length
    await allow.click()
    const url = await nextOpenedUrl(app, before)
    expect(new URL(url).searchParams.get('scope')?.split(' ')).toEqual(expect.arrayContaining(further))
    await (await allowInBrowser(browser, url, service.member('owner@acme.test'))).close()
    await expect(page.getByRole('form', { name: 'New person' }).getByLabel('Email')).toHaveValue('zz@x.test')
    await dismiss(launched)
  })
  await test.step('and the notification is marked', async () => {
    await openBrief(launched)
    await notifications(page).first().getByRole('button').focus()
    await page.keyboard.press('Control+Shift+R')
    await expect(notifications(page)).toHaveCount(count - 1)
  })
})
