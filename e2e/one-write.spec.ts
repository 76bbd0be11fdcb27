// One write is one request on the wire, and one refresh one use of its token (APP-12). Chromium's network stack sends a
// request again by itself when a kept-alive connection dies under it; the first test shows that, so that the others mean
// something. No `Idempotency-Key` reaches the service: nothing but the launcher keeps a write from being done twice.
import type { ElectronApplication } from 'playwright/test'
import { expect, ownTest, test } from './signed-in.ts'
import { ask } from './bridge.ts'
import type { MisbehavingProxy } from './misbehaving-proxy.ts'
import {
  allowInBrowser,
  askToSignIn,
  dismiss,
  searchBox,
  selectedRow,
  shiftClock,
  signOut,
  summon,
} from './steps.ts'
import { capture, ignoreKeys, memberAt, openForm, openOutbox, passToLookUp, tasksPath } from './writes.ts'

const post = { method: 'POST', path: tasksPath }
const token = { method: 'POST', path: /token$/ }
const owner = 'owner@acme.test'
const always = Number.POSITIVE_INFINITY

/** Reads at one time leave as many connections that are kept alive. */
const warmUp = async (app: ElectronApplication, network: MisbehavingProxy): Promise<void> => {
  const release = network.hold({ path: '/healthz' }, 3)
  const read = app.evaluate(
    ({ net }, url) =>
      Promise.all([1, 2, 3].map(async () => (await net.fetch(url, { cache: 'no-store' })).text())),
    `${network.url}/healthz`,
  )
  await expect.poll(() => network.passed({ path: '/healthz' }).length).toBe(3)
  release()
  await read
  network.forget()
}

test('APP-12 the network stack itself sends a write again when a kept-alive connection dies under it, and none over QUIC, whose broken connections are replaced by TCP', async ({
  signedIn: { app },
  network,
}) => {
  await warmUp(app, network)
  network.misbehave({ path: '/probe' }, { kind: 'cutBefore' }, always)
  const failure = await app.evaluate(
    ({ net }, url) => net.fetch(url, { method: 'POST', body: 'x' }).then(String, String),
    `${network.url}/probe`,
  )
  expect(failure).toContain('net::ERR_')
  expect(network.passed({ path: '/probe' }).length).toBeGreaterThan(1)
  const hasSwitch = await app.evaluate(({ app: electronApp }) =>
    electronApp.commandLine.hasSwitch('disable-quic'),
  )
  expect(hasSwitch, 'QUIC is off').toBe(true)
})

test('APP-07 APP-12 a task is stored, and not a byte of the answer arrives, or it ends in the middle: it was on the wire once, is there once, and told saved', async ({
  signedIn,
  network,
  service,
}) => {
  await ignoreKeys(signedIn, network, service)
  for (const kind of ['cutAnswer', 'cutBody'] as const)
    await test.step(kind, async () => {
      const title = `Stored all the same: ${kind}`
      await warmUp(signedIn.app, network)
      network.misbehave(post, { kind })
      await capture(signedIn, title)
      await passToLookUp(signedIn)
      const item = await openOutbox(signedIn)
      await expect(item(title)).toContainText(/Saved/)
      expect(await memberAt(service, owner).titled(title)).toHaveLength(1)
      expect(network.passed(post)).toHaveLength(1)
      await shiftClock(signedIn.app, 0)
    })
})

test('APP-07 APP-12 a create that never arrived is found in a search with what is said of it, "Not found" in the outbox, and goes again only when it is asked to', async ({
  signedIn,
  network,
  service,
}) => {
  const { app, page } = signedIn
  const { titled } = memberAt(service, owner)
  await ignoreKeys(signedIn, network, service)
  await warmUp(app, network)
  network.misbehave(post, { kind: 'cutBefore' })
  const release = network.hold({ method: 'GET', path: tasksPath }, always)
  await capture(signedIn, 'Lost on the way')
  await summon(app)
  await searchBox(page).fill('t lost on the way')
  await expect(selectedRow(page)).toHaveAccessibleName(/Lost on the way.*May have been saved — checking…/)
  await page.keyboard.press('Enter')
  const item = page.getByRole('main', { name: 'Outbox' }).getByRole('listitem').filter({ hasText: 'Lost on' })
  await expect(item).toContainText('May have been saved — checking…')
  await passToLookUp(signedIn)
  release()
  await expect(item).toContainText('Not found — create again?')
  expect([await titled('Lost on the way'), network.passed(post).length]).toEqual([[], 1])
  await item.getByRole('button', { name: 'Create again' }).click()
  await expect(item).toContainText('Saved')
  expect(await titled('Lost on the way')).toHaveLength(1)
})

test('APP-12 saves under way at one time are on the wire once each', async ({
  signedIn,
  network,
  service,
}) => {
  const me = memberAt(service, owner)
  await ignoreKeys(signedIn, network, service)
  await warmUp(signedIn.app, network)
  const stored = Promise.withResolvers<void>()
  network.misbehave(post, { kind: 'cutAnswer', until: stored.promise }, 3)
  const titles = ['One of three', 'Two of three', 'Three of three']
  for (const title of titles) await capture(signedIn, title)
  await expect.poll(() => network.passed(post).length).toBe(3)
  stored.resolve()
  const item = await openOutbox(signedIn)
  for (const title of titles) await expect(item(title)).toContainText('checking…')
  await passToLookUp(signedIn)
  for (const title of titles) {
    await expect(item(title)).toContainText('Saved')
    expect(await me.titled(title)).toHaveLength(1)
  }
  expect(network.passed(post)).toHaveLength(3)
})

test('APP-12 a change whose connection dies is on the wire once', async ({ signedIn, network, service }) => {
  const me = memberAt(service, owner)
  await me.create('Paint the porch')
  const form = await openForm(signedIn, 'Paint the porch')
  network.dropIdempotencyKeys()
  await warmUp(signedIn.app, network)
  network.misbehave({ method: 'PATCH' }, { kind: 'cutAnswer' })
  await form.getByLabel('Title').fill('Paint the gate')
  await form.getByRole('button', { name: 'Save', exact: true }).click()
  await expect.poll(async () => (await me.titled('Paint the gate')).length).toBe(1)
  await passToLookUp(signedIn)
  const item = await openOutbox(signedIn)
  await expect(item('Paint the gate')).toContainText('Saved')
  expect(network.passed({ method: 'PATCH' })).toHaveLength(1)
})

test('APP-12 OAU-01 a refresh whose connection dies uses its token once, and the session goes on', async ({
  signedIn: { app, page },
  network,
}) => {
  network.dropIdempotencyKeys()
  await warmUp(app, network)
  network.misbehave({ path: /^\/v1\// }, { kind: 'answer', status: 401 })
  network.misbehave(token, { kind: 'cutBefore' })
  const search = () => ask(page, 'search.run', { query: 'renewal' })
  expect(await search()).toMatchObject({ ok: false })
  expect(network.passed(token).map(({ trouble }) => trouble)).toEqual(['cutBefore'])
  expect(await search()).toMatchObject({ ok: true })
})

ownTest(
  'APP-12 OAU-01 a code is redeemed, and a token revoked, once each, though their connections die',
  async ({ signedIn, network, service, browser }) => {
    const { app, page } = signedIn
    const revocation = { method: 'POST', path: /revo/ }
    await warmUp(app, network)
    network.misbehave(revocation, { kind: 'cutAnswer' })
    await signOut(signedIn)
    await expect(page.getByRole('button', { name: 'Sign in' })).toBeVisible()
    await expect.poll(() => network.passed(revocation).length).toBe(1)
    await dismiss(signedIn)

    const url = await askToSignIn(signedIn, network.url)
    await warmUp(app, network)
    network.misbehave(token, { kind: 'cutAnswer' })
    await (await allowInBrowser(browser, url, service.member(owner))).close()
    await expect(page.getByRole('alert')).toBeVisible()
    expect([network.passed(token).length, network.passed(revocation).length]).toEqual([1, 0])
  },
)
