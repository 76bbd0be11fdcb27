import { mkdtempSync, readdirSync, readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import * as client from 'openid-client'
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { hashToken } from '../base/ids.ts'
import { openStore } from '../db/open.ts'
import { startTestService } from '../test/testing.ts'
import { askAuthorization, authorize, createCookieJar, discover, signInFully } from './oauth-testing.ts'
import { startOauth } from './stage-testing.ts'
import { cookieKey, signingKeys } from './provider.ts'
import { findPayload } from './oauth.store.ts'

let directory: string
let database: string
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'svc-oauth-'))
  database = `file:${join(directory, 'svc.db')}`
})

const start = async () => {
  const service = await startOauth({ database })
  const acme = await service.addWorkspace('acme')
  return { service, ada: await service.addPerson('ada', { [acme]: 'owner' }) }
}

test('OAU-01 a restart at another port keeps refresh tokens, access tokens and the browser session', async () => {
  const { service, ada } = await start()
  const { tokens, jar } = await signInFully(service.baseUrl, ada)
  await service.stop()

  const again = await startOauth({ database })
  expect(await again.oauth.findLauncherToken(tokens.access_token)).toMatchObject({ personId: ada.id })
  const config = await discover(again.baseUrl)
  const next = await client.refreshTokenGrant(config, tokens.refresh_token ?? '')
  expect(await again.oauth.findLauncherToken(next.access_token)).toMatchObject({ workspaceId: 'wsp_acme' })
  const { url } = await askAuthorization(config)
  const browser = createCookieJar(again.baseUrl)
  for (const [name, cookie] of jar.cookies) browser.cookies.set(name, cookie)
  expect((await browser.follow(url.href)).text).toContain('Allow Svc Launcher?')
  await again.stop()
})

test('AUT-02 no token, code, session or password stands in the database files', async () => {
  const { service, ada } = await start()
  const config = await discover(service.baseUrl)
  const { callback, checks, jar } = await authorize(config, ada)
  const { url } = await askAuthorization(config)
  const owner = { personId: ada.id, workspaceId: 'wsp_acme' }
  const launcherCode = await service.oauth.issueLauncherCode(owner, 'x'.repeat(43))
  const pageCode = await service.oauth.issuePageCode(ada.id)
  const waiting = createCookieJar(service.baseUrl)
  await waiting.follow(url.href)
  const tokens = await client.authorizationCodeGrant(config, callback, checks)
  const next = await client.refreshTokenGrant(config, tokens.refresh_token ?? '')

  const secrets = {
    code: callback.searchParams.get('code'),
    launcherCode,
    pageCode,
    access: tokens.access_token,
    refresh: tokens.refresh_token,
    nextAccess: next.access_token,
    nextRefresh: next.refresh_token,
    password: ada.password,
    ...Object.fromEntries([...jar.cookies].map(([name, { value }]) => [name, value])),
    ...Object.fromEntries([...waiting.cookies].map(([name, { value }]) => [`waiting ${name}`, value])),
  }
  expect(Object.keys(secrets).filter((name) => name.includes('svc_'))).toHaveLength(11)
  const bytes = Buffer.concat(readdirSync(directory).map((name) => readFileSync(join(directory, name))))
  expect(bytes.includes('RefreshToken')).toBe(true)
  const found = Object.entries(secrets).filter(([, secret]) => !secret || bytes.includes(secret))
  expect(found.map(([name]) => name)).toEqual([])
  await service.stop()
})

test('OAU-01 racing processes agree on the keys of a new database', async () => {
  const stores = [await openStore(database), await openStore(database), await openStore(database)]
  const keys = await Promise.all(stores.map((store) => signingKeys(store)))
  const cookieKeys = await Promise.all(stores.map((store) => cookieKey(store)))
  expect(new Set(keys.map((each) => JSON.stringify(each))).size).toBe(1)
  expect(new Set(cookieKeys).size).toBe(1)
  await Promise.all(stores.map((store) => store.close()))
})

test('OAU-01 the running service deletes an abandoned sign-in minutes later', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  onTestFinished(() => void vi.useRealTimers())
  let now = Date.now()
  const service = await startTestService({ database, now: () => now })
  const { url } = await askAuthorization(await discover(service.baseUrl))
  const form = await createCookieJar(service.baseUrl).follow(url.href)
  const id = hashToken(form.url.pathname.split('/').at(-1) ?? '')
  // Without a time, what has expired is found as well.
  const kept = () => service.store.read((tx) => findPayload(tx, 'Interaction', id, 0))
  expect(await kept()).toBeDefined()
  now += 5 * 60_000
  vi.advanceTimersByTime(5 * 60_000)
  await expect.poll(kept).toBeUndefined()
  await service.close()
})
