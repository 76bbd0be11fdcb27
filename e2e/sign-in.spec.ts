import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { readdirSync } from 'node:fs'
import { expect, test } from './fixtures.ts'
import { openedUrls } from './launch.ts'
import { half } from './seen.ts'
import { ownTest as signedInTest } from './signed-in.ts'
import {
  allowInBrowser,
  askToSignIn,
  nextOpenedUrl,
  runCommand,
  searchBox,
  signIn,
  signOut,
  summon,
} from './steps.ts'
import { slowDisk } from './writes.ts'

test('APP-01 O1 O2 O5 the system browser, and no window of the app, gets an authorization URL with PKCE and state, again and as a link by keyboard; "Cancel" on the consent page is a refusal with the reason, and a callback with a wrong state is refused while the sign-in goes on', async ({
  service,
  launch,
  browser,
}) => {
  const launched = await launch()
  const isAsWeAsk = (url: URL): void => {
    expect(url.origin).toBe(service.baseUrl)
    const asked = Object.fromEntries(url.searchParams)
    expect(asked).toMatchObject({
      client_id: 'svc-launcher',
      response_type: 'code',
      code_challenge_method: 'S256',
    })
    expect(asked['redirect_uri']).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/callback$/)
    expect(asked['code_challenge']?.length).toBeGreaterThanOrEqual(43)
    expect(asked['state']?.length).toBeGreaterThanOrEqual(22)
    for (const scope of [
      'tasks:read',
      'tasks:write',
      'objects:read',
      'records:read',
      'meetings:read',
      'notifications:read',
    ])
      expect(asked['scope']?.split(' ')).toContain(scope)
  }
  await test.step('the wait', async () => {
    const { app, page } = launched
    const url = await askToSignIn(launched, service.baseUrl)
    isAsWeAsk(new URL(url))
    expect(
      await app.evaluate(({ webContents }) =>
        webContents.getAllWebContents().map((contents) => new URL(contents.getURL()).protocol),
      ),
    ).toEqual(['app:'])
    await summon(app)
    await expect(page.getByText('Allow access in your browser. We’ll continue automatically.')).toBeVisible()
    await expect(page.getByRole('button', { name: 'Open again' })).toBeFocused()
    await page.keyboard.press('Enter')
    await expect.poll(() => openedUrls(app)).toEqual([url, url])
    await page.keyboard.press('Tab')
    await expect(page.getByRole('button', { name: 'Copy link' })).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(page.getByText('Link copied')).toBeVisible()
    expect(await app.evaluate(({ clipboard }) => clipboard.readText())).toBe(url)
    expect(await page.content()).not.toContain(new URL(url).searchParams.get('state'))
    await page.keyboard.press('Tab')
    await expect(page.getByRole('button', { name: 'Cancel' })).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(page.getByRole('button', { name: 'Sign in' })).toBeVisible()
  })
  await test.step('the refusal, of the address that is still there', async () => {
    const before = (await openedUrls(launched.app)).length
    await launched.page.getByRole('button', { name: 'Sign in' }).click()
    const url = await nextOpenedUrl(launched.app, before)
    const member = service.member('owner@acme.test')
    const page = await browser.newPage()
    await page.goto(url)
    await page.getByLabel('Email').fill(member.email)
    await page.getByLabel('Password').fill(member.password)
    await page.getByRole('button', { name: 'Sign in' }).click()
    await page.getByRole('button', { name: 'Cancel' }).click()
    await summon(launched.app)
    await expect(launched.page.getByRole('alert')).toBeVisible()
    await expect(launched.page.getByRole('button', { name: 'Sign in' })).toBeVisible()
  })
  await test.step('a wrong state, and then the right one', async () => {
    const before = (await openedUrls(launched.app)).length
    await launched.page.getByRole('button', { name: 'Sign in' }).click()
    const url = await nextOpenedUrl(launched.app, before)
    const redirect = new URL(url).searchParams.get('redirect_uri') ?? ''
    expect((await fetch(`${redirect}?code=stolen&state=wrong`)).status).toBe(400)
    expect((await fetch(redirect.replace('/callback', '/other'))).status).toBe(404)
    expect((await fetch(redirect, { method: 'POST' })).status).toBeGreaterThanOrEqual(400)
    await allowInBrowser(browser, url, service.member('owner@acme.test'))
    await summon(launched.app)
    await expect(searchBox(launched.page)).toBeVisible()
    await expect(fetch(redirect)).rejects.toThrow()
  })
})

signedInTest(
  'APP-01 O8 signing out revokes the grant, wipes the disk and shows the first run, also where the launcher quits at once',
  async ({ signedIn: launched, launch }) => {
    await slowDisk(launched.app, 1_000)
    await signOut(launched)
    await expect(launched.page.getByRole('button', { name: 'Sign in' })).toBeVisible()
    await launched.app.close()
    expect(
      readdirSync(launched.userData).filter((name) => /session|cache|history|outbox/.test(name)),
    ).toEqual([])
    const again = await launch()
    await summon(again.app)
    await expect(again.page.getByRole('button', { name: 'Sign in' })).toBeVisible()
  },
)

test('APP-01 T3 without a keyring the session is in memory only, and says so', async ({
  service,
  launch,
  browser,
}) => {
  const launched = await launch({ keyring: 'absent' })
  const words = launched.page.getByText(/no keyring .* until the launcher quits/i)
  await summon(launched.app)
  await expect(words).toBeVisible()
  await signIn(launched, service, browser)
  await runCommand(launched, 'Settings')
  await expect(words).toBeVisible()
  await launched.app.close()
  const again = await launch({ keyring: 'absent' })
  await summon(again.app)
  await expect(again.page.getByRole('button', { name: 'Sign in' })).toBeVisible()
})

const wrongAddresses = {
  'a web page': { type: 'text/html', body: '<h1>Welcome</h1>' },
  'JSON of something else': { type: 'application/json', body: '{"hello":"world"}' },
  'metadata of another issuer': { type: 'application/json', body: '{"issuer":"https://example.com"}' },
}

test('APP-06 APP-09 APP-10 an address is refused, and kept, where nothing listens or something else than a workspace answers; at 200 % both ways in are in view, and the address is beside what went wrong', async ({
  launch,
}) => {
  const { app, page } = await launch()
  await summon(app)
  const address = page.getByLabel('Workspace address')
  await expect(page.getByRole('button', { name: 'Sign in' })).toBeVisible()
  // Said only where there is none.
  await expect(page.getByText(/no keyring/i)).toHaveCount(0)
  const isRefused = async (typed: string): Promise<void> => {
    await page.getByRole('button', { name: 'Sign in' }).click()
    await address.fill(typed)
    await expect(page.getByRole('alert')).toHaveCount(0)
    await address.press('Enter')
    await expect(page.getByRole('alert')).toBeVisible()
    await expect(page.getByRole('alert')).not.toContainText(/at |Error:|undefined/)
    await expect(address).toHaveValue(typed)
    expect(await openedUrls(app)).toEqual([])
    await page.keyboard.press('Escape')
  }
  await isRefused('127.0.0.1:9')
  for (const [what, { type, body }] of Object.entries(wrongAddresses))
    await test.step(what, async () => {
      const server = createServer((_request, response) => {
        response.writeHead(200, { 'content-type': type }).end(body)
      })
      await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
      await isRefused(`http://127.0.0.1:${(server.address() as AddressInfo).port}`)
      server.close()
    })
  await test.step('at 200 %', async () => {
    await page.setViewportSize(half)
    const inView = { ratio: 1 }
    await expect(page.getByRole('button', { name: 'Sign in' })).toBeInViewport(inView)
    await expect(page.getByRole('button', { name: 'Use a local workspace' })).toBeInViewport(inView)
    await page.getByRole('button', { name: 'Sign in' }).click()
    await address.fill('127.0.0.1:9')
    await address.press('Enter')
    await expect(page.getByRole('alert')).toBeInViewport(inView)
    await expect(address).toBeInViewport(inView)
    await expect(page.getByRole('button', { name: 'Sign in' })).toBeInViewport(inView)
  })
})
