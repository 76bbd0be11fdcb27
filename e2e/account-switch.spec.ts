// One computer, two people, or one person in two workspaces: what the first one saw and typed waits for them through an
// expiry, and is not for the second.
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { Browser, Page } from 'playwright/test'
import { expect, test } from './signed-in.ts'
import { type Launched, openedUrls } from './launch.ts'
import type { MisbehavingProxy } from './misbehaving-proxy.ts'
import { type DemoMember, runSvc } from './real-service.ts'
import {
  allowInBrowser,
  dismiss,
  isLive,
  nextOpenedUrl,
  searchBox,
  selectedRow,
  signIn,
  signOut,
  summon,
} from './steps.ts'
import { ask } from './bridge.ts'
import { capture, captureOffline, isStored, openOutbox } from './writes.ts'

test.use({ own: true })

const search = '/v1/launcher/search'
const editForm = (page: Page) => page.getByRole('form', { name: 'Edit task' })
const notice = (page: Page) => page.locator('output').filter({ hasText: 'Talk to HR' })

/** The cached rows with this in their title. */
const rememberedIds = async (page: Page, word: string): Promise<string[]> => {
  const reply = await ask(page, 'search.changes', { since: null })
  const rows = reply.ok ? reply.value.rows : []
  return rows.filter(({ title }) => title.toLowerCase().includes(word)).map(({ id }) => id)
}

/** A search that led to something, then an edit that is begun when the session ends. */
const expireWhileEditing = async ({ app, page }: Launched, network: MisbehavingProxy): Promise<void> => {
  await searchBox(page).fill('meridian')
  await isLive(page)
  await page.keyboard.press('Control+Enter')
  await dismiss({ app, page })
  await summon(app)
  await searchBox(page).fill('t renew')
  await expect(selectedRow(page)).toContainText(/renew/i)
  await page.keyboard.press('Enter')
  await editForm(page).getByLabel('Title').fill('Owner edits this privately')
  network.misbehave({ path: search }, { kind: 'answer', status: 401 }, Number.POSITIVE_INFINITY)
  await editForm(page).getByLabel('Records').fill('acme')
}

/** From the banner over the view that the session ended in. */
const signInAgain = async (
  { app, page }: Launched,
  network: MisbehavingProxy,
  browser: Browser,
  member: DemoMember,
  workspace?: string,
): Promise<void> => {
  const banner = page.getByRole('alert').filter({ hasText: 'Sign in again' })
  await expect(banner).toBeVisible()
  network.behave()
  const before = (await openedUrls(app)).length
  await banner.getByRole('button', { name: 'Sign in' }).click()
  const url = await nextOpenedUrl(app, before)
  await (await allowInBrowser(browser, url, member, workspace)).close()
  await summon(app)
}

test('APP-01 APP-06 the same person goes on with the form that was open when the session expired; another one sees nothing that was typed or searched for', async ({
  signedIn,
  network,
  service,
  browser,
}) => {
  const { page } = signedIn
  await expireWhileEditing(signedIn, network)
  await signInAgain(signedIn, network, browser, service.member('owner@acme.test'))
  await expect(editForm(page).getByLabel('Title')).toHaveValue('Owner edits this privately')

  await test.step('another person', async () => {
    network.misbehave({ path: search }, { kind: 'answer', status: 401 }, Number.POSITIVE_INFINITY)
    await editForm(page).getByLabel('Records').fill('globex')
    await signInAgain(signedIn, network, browser, service.member('admin@acme.test'))
    await expect(searchBox(page)).toBeVisible()
    await expect(searchBox(page)).toHaveValue('')
    await expect(editForm(page)).toHaveCount(0)
    await searchBox(page).press('ArrowUp')
    // A restored text would stand before the letter.
    await page.keyboard.type('x')
    await expect(searchBox(page)).toHaveValue('x')
  })
})

test('APP-01 signing out leaves nothing of what was searched for, and what was said is not said to the next', async ({
  signedIn,
  service,
  browser,
}) => {
  const { app, page, userData } = signedIn
  const history = join(userData, 'vault', 'history.bin')
  await searchBox(page).fill('meridian')
  await isLive(page)
  await page.keyboard.press('Control+Enter')
  await expect.poll(() => existsSync(history)).toBe(true)
  await dismiss(signedIn)
  // Said while nobody looked: it waits to be read.
  await capture(signedIn, 'Talk to HR about Anders')
  await isStored(service, 'Talk to HR about Anders')
  await summon(app)
  await expect(notice(page)).toBeVisible()
  await signOut(signedIn)
  await expect(page.getByRole('button', { name: 'Sign in' })).toBeVisible()
  await expect.poll(() => existsSync(history)).toBe(false)
  await signIn(signedIn, service, browser, 'admin@acme.test')
  // At once: a moment later it is gone by itself.
  expect(await notice(page).count()).toBe(0)
  // Neither what stood in the field when the one before left.
  await expect(searchBox(page)).toHaveValue('')
  await page.keyboard.press('ArrowUp')
  await page.keyboard.type('x')
  await expect(searchBox(page)).toHaveValue('x')
})

test('APP-01 APP-07 what one person wrote and saw in one workspace is neither sent to nor shown in another one', async ({
  signedIn,
  network,
  service,
  browser,
}) => {
  const { page } = signedIn
  const owner = 'owner@acme.test'
  await searchBox(page).fill('meridian')
  await isLive(page)
  const seen = await rememberedIds(page, 'meridian')
  expect(seen).not.toEqual([])
  await dismiss(signedIn)
  await captureOffline(signedIn, network, 'Raise the prices of Acme')
  // A password that is set, also the same one, ends the sign-ins.
  const { password } = service.member(owner)
  const as = ['--email', owner, '--role', 'member', '--password', password, '--database', service.database]
  runSvc('member', 'add', '--workspace', 'globex', ...as)
  await network.goOnline()
  await summon(signedIn.app)

  await signInAgain(signedIn, network, browser, service.member(owner), 'Globex')
  const ofAcme = new Set(seen)
  expect((await rememberedIds(page, 'meridian')).filter((id) => ofAcme.has(id))).toEqual([])
  await dismiss(signedIn)
  await capture(signedIn, 'Greet Globex')
  const inGlobex = await openOutbox(signedIn)
  await expect(inGlobex('Greet Globex')).toContainText('Saved')
  await expect(inGlobex('Raise the prices of Acme')).toHaveCount(0)

  await dismiss(signedIn)
  await signOut(signedIn)
  await expect(page.getByRole('button', { name: 'Sign in' })).toBeVisible()
  await signIn(signedIn, service, browser, owner, 'Acme')
  await isStored(service, 'Raise the prices of Acme')
})
