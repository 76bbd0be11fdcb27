// A refresh of the tokens that goes wrong. Where its answer is lost it is asked for again, and the session goes on (OAU-01).
// If it is refused, the session ends. Unsent writes are kept, and only the same person sends them.
import type { Page } from 'playwright/test'
import { expect, test } from './signed-in.ts'
import { ask } from './bridge.ts'
import { type Launched, openedUrls } from './launch.ts'
import type { MisbehavingProxy } from './misbehaving-proxy.ts'
import { allowInBrowser, dismiss, isBack, press, results, signIn, signOut, summon } from './steps.ts'
import { capture, isKept, memberAt, openForm, openOutbox, tasksPath } from './writes.ts'

test.use({ own: true })

const owner = 'owner@acme.test'
const post = { method: 'POST', path: tasksPath }
const patch = { method: 'PATCH' }
const token = { method: 'POST', path: /token$/ }
const line = (page: Page) => page.getByRole('textbox', { name: 'Capture a task' })
const endedWords = 'Sign in again — your text is kept'

const showsUnfinished = async (page: Page): Promise<void> => {
  const unfinished = results(page).getByRole('group', { name: 'Unfinished' })
  for (const begun of ['A thought without a session', 'Half a thought'])
    await expect(unfinished.getByRole('option', { name: new RegExp(begun) })).toBeVisible()
}

/** A create and a change wait, and a line is begun; then the session ends by a refresh that is refused. */
const loseTheSession = async (launched: Launched, network: MisbehavingProxy): Promise<void> => {
  const { app, page } = launched
  const form = await openForm(launched, 'Paint the hall')
  await network.goOffline()
  await form.getByLabel('Title').fill('Paint the stairs')
  await form.getByRole('button', { name: 'Save', exact: true }).click()
  await isBack(page)
  await capture(launched, 'Waits for the network')
  await press(app, 'capture')
  await line(page).fill('Half a thought')
  await isKept(page, 'Half a thought')
  await dismiss(launched)

  network.misbehave({ path: /^\/v1\// }, { kind: 'answer', status: 401 }, Number.POSITIVE_INFINITY)
  network.misbehave(token, { kind: 'answer', status: 400, body: '{"error":"invalid_grant"}' })
  network.forget()
  await network.goOnline()
  await summon(app)
  await expect(page.getByRole('alert').filter({ hasText: endedWords })).toBeVisible({ timeout: 60_000 })
  expect(network.passed(token).map(({ status }) => status)).toEqual([400])
  // Nothing reached the service, and what is written now stays too.
  await press(app, 'capture')
  await line(page).fill('A thought without a session')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('alert').filter({ hasText: endedWords }).last()).toBeVisible()
  await expect(line(page)).toHaveValue('A thought without a session')
  await dismiss(launched)
  // Until then all of it is there to be seen.
  const item = await openOutbox(launched)
  for (const title of ['Waits for the network', 'Paint the stairs'])
    await expect(item(title)).toContainText('Waiting for you to sign in')
  await dismiss(launched)
  await summon(app)
  await showsUnfinished(page)
  await dismiss(launched)
  network.behave()
  network.forget()
}

/** Each write is in the service once, and each draft can be continued. */
const allIsThere = async (
  { app, page }: Launched,
  network: MisbehavingProxy,
  me: ReturnType<typeof memberAt>,
) => {
  for (const title of ['Waits for the network', 'Paint the stairs'])
    await expect.poll(async () => (await me.titled(title)).length, { timeout: 60_000 }).toBe(1)
  expect(await me.titled('Paint the hall')).toEqual([])
  expect([network.passed(post).length, network.passed(patch).length]).toEqual([1, 1])
  await summon(app)
  await showsUnfinished(page)
}

test('APP-06 OAU-01 a refresh whose answer is lost is asked for again, and nobody is signed out, also where the launcher is killed before it has one', async ({
  signedIn,
  launch,
  network,
  service,
}) => {
  await test.step('it is asked for again', async () => {
    const me = memberAt(service, owner)
    network.misbehave({ path: /^\/v1\// }, { kind: 'answer', status: 401 }, Number.POSITIVE_INFINITY)
    network.misbehave(token, { kind: 'cutAnswer' })
    const release = network.hold(token)
    network.forget()
    await capture(signedIn, 'Across a lost answer')
    const refreshes = () => network.passed(token).map(({ trouble, status }) => [trouble, status])
    await expect.poll(refreshes, { timeout: 60_000 }).toHaveLength(2)
    network.behave()
    release()
    await expect
      .poll(async () => (await me.titled('Across a lost answer')).length, { timeout: 60_000 })
      .toBe(1)
    expect(refreshes()).toEqual([
      ['cutAnswer', null],
      ['slow', 200],
    ])
  })
  await test.step('a kill, and the next start', async () => {
    network.misbehave({ path: /^\/v1\// }, { kind: 'answer', status: 401 }, Number.POSITIVE_INFINITY)
    network.misbehave(token, { kind: 'cutAnswer' }, Number.POSITIVE_INFINITY)
    network.forget()
    await capture(signedIn, 'Across a kill')
    await expect.poll(() => network.passed(token).length).toBeGreaterThan(0)
    signedIn.app.process().kill('SIGKILL')
    await signedIn.app.close().catch(() => undefined)
    network.behave()
    network.forget()

    const again = await launch()
    expect(await ask(again.page, 'home.refresh')).toMatchObject({ ok: true })
    expect(network.passed(token).map(({ status }) => status)).toEqual([200])
  })
})

test('APP-01 APP-06 APP-07 what was written before and after the session ended nobody else sends or sees, also after a kill; it goes once its person is signed in again', async ({
  signedIn,
  launch,
  network,
  service,
  browser,
}) => {
  const { app, page } = signedIn
  const me = memberAt(service, owner)
  await me.create('Paint the hall')
  await loseTheSession(signedIn, network)
  await test.step('the line that says so leads to a sign-in, which is somebody else’s', async () => {
    await summon(app)
    await page.getByRole('alert').getByRole('button', { name: 'Sign in' }).click()
    await expect.poll(async () => (await openedUrls(app)).length).toBe(1)
    const url = (await openedUrls(app)).at(-1) ?? ''
    await (await allowInBrowser(browser, url, service.member('mira@acme.test'))).close()
    await summon(app)
    await isBack(page)
    await capture(signedIn, 'From Mira')
    await expect.poll(async () => (await me.titled('From Mira')).length).toBe(1)
    expect([network.passed(post).length, network.passed(patch)]).toEqual([1, []])
    await summon(app)
    await expect(results(page).getByRole('option').first()).toBeVisible()
    await expect(results(page).getByRole('group', { name: 'Unfinished' })).toHaveCount(0)
    await signOut(signedIn)
    await expect(page.getByRole('button', { name: 'Sign in' })).toBeVisible()
  })
  await test.step('after a kill its person signs in', async () => {
    app.process().kill('SIGKILL')
    await app.close().catch(() => undefined)
    const again = await launch()
    network.forget()
    await signIn(again, service, browser, owner)
    await allIsThere(again, network, me)
  })
})
