// The pages as people meet them: in Chromium, by keyboard, without a script, in both colour schemes.
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import * as client from 'openid-client'
import type { Browser, BrowserContextOptions, Page } from 'playwright'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { expectAccessible, launchBrowser, openPage } from '../../test/browser-testing.ts'
import { askAuthorization, discover } from '../oauth-testing.ts'
import { stageOauth } from '../stage-testing.ts'
import { putMembership } from '../../access/members.store.ts'
import { createComment } from '../../comments/comments.store.ts'
import { insertTask } from '../../tasks/tasks.store.ts'
import { putNotification } from '../../notifications/notifications-testing.ts'

let browser: Browser
const service = stageOauth()
const opened: (() => Promise<unknown>)[] = []

beforeAll(async () => {
  browser = await launchBrowser()
})
afterAll(() => browser.close())
afterEach(async () => {
  for (const close of opened.splice(0).toReversed()) await close()
})

/** The launcher's listener, to which sign-in redirects. */
const listenOnLoopback = async () => {
  const arrived = Promise.withResolvers<URL>()
  const server = createServer((req, res) => {
    const url = new URL(req.url ?? '/', `http://127.0.0.1:${port}`)
    if (url.pathname === '/callback') arrived.resolve(url)
    res
      .writeHead(url.pathname === '/callback' ? 200 : 404, { connection: 'close' })
      .end('You can close this page.')
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  opened.push(() => new Promise((resolve) => server.close(resolve)))
  return { redirect: `http://127.0.0.1:${port}/callback`, arrived: arrived.promise }
}

/** Opens the sign-in page as the launcher would. An error in the console fails the test. */
const openSignIn = async (options: BrowserContextOptions = {}) => {
  const { redirect, arrived } = await listenOnLoopback()
  const config = await discover(service.baseUrl)
  const { url, checks } = await askAuthorization(config, { redirect_uri: redirect })
  const { page, context, complaints } = await openPage(browser, options)
  opened.push(async () => {
    await context.close()
    expect(complaints).toEqual([])
  })
  await page.goto(url.href)
  return { page, config, checks, arrived }
}

const fillIn = async (page: Page, password = service.ada.password) => {
  await page.getByLabel('Email').fill(service.ada.email)
  await page.getByLabel('Password').fill(password)
  await page.getByRole('button', { name: 'Sign in' }).click()
}

test('OAU-03 a person signs in and allows by keyboard alone, without a script', async () => {
  const { page, config, checks, arrived } = await openSignIn({ javaScriptEnabled: false })
  // The browser moves the focus there by itself, with the first frame.
  await page.locator('input[name=email]:focus').waitFor()
  await page.keyboard.type(service.ada.email)
  await page.keyboard.press('Tab')
  await page.keyboard.type(service.ada.password)
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { name: 'Allow Svc Launcher?' }).waitFor()
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  const tokens = await client.authorizationCodeGrant(config, await arrived, checks)
  expect(tokens.claims()?.sub).toBe(service.ada.id)
  await page.getByText('You can close this page.').waitFor()
})

test('OAU-03 after a wrong password the alert is read out, the email is kept, and typing goes on at the password', async () => {
  const { page, arrived } = await openSignIn()
  await fillIn(page, 'wrong')
  expect(await page.getByRole('alert').textContent()).toMatch(/do not match/)
  expect(await page.getByLabel('Email').inputValue()).toBe(service.ada.email)
  await page.locator('input[name=password]:focus').waitFor()
  await page.keyboard.type(service.ada.password)
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: 'Allow' }).click()
  expect((await arrived).searchParams.get('code')).toBeTruthy()
})

test('OAU-03 LCH-03 axe finds nothing on sign-in, consent, failures and a page behind webUrl, light and dark', async () => {
  const { page } = await openSignIn()
  await expectAccessible(page)
  await fillIn(page, 'wrong')
  await expectAccessible(page)
  const globex = await service.addWorkspace('globex')
  await service.addPerson('bob', { wsp_acme: 'admin' }, null)
  await service.store.write(async (tx) => {
    await putMembership(tx, globex, service.ada.id, 'member', 1)
    const target = { kind: 'task', id: 't-1' } as const
    await insertTask(tx, 'wsp_acme', {
      id: 't-1',
      title: 'Call Initech',
      description: null,
      status: 'todo',
      priority: 'no_priority',
      startDate: null,
      dueDate: null,
      parentId: null,
      sectionId: null,
      estimatedTime: null,
      createdBy: service.ada.id,
      createdAt: 1,
      updatedAt: 1,
      assignees: [],
      linkedRecordIds: [],
      linkedMeetingIds: [],
    })
    const said = { content: 'Hello.', mentions: [], createdBy: service.ada.id, createdAt: 1, updatedAt: 2 }
    await createComment(tx, 'wsp_acme', { id: 'cmt_1', target, ...said })
    const note = { id: 'ntf-1', kind: 'note', title: 'Welcome', body: 'Look around.', createdAt: 1, target }
    await putNotification(tx, 'wsp_acme', { ...note, personId: service.ada.id })
  })
  await fillIn(page)
  await page.getByLabel('Workspace').waitFor()
  await expectAccessible(page)
  await page.goto(`${service.baseUrl}/oauth/interaction/gone`)
  await page.getByRole('heading', { name: 'This sign-in has expired' }).waitFor()
  await expectAccessible(page)

  await page.goto(`${service.baseUrl}/w/acme/notifications/ntf-1`)
  await page.getByRole('heading', { name: 'Welcome' }).waitFor()
  await expectAccessible(page)
  await page.goto(`${service.baseUrl}/w/acme/tasks/t-1`)
  for (const summary of await page.locator('summary').all()) await summary.click()
  await page.getByLabel('bob Person').waitFor()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Sign out' }).click()
  await page.getByRole('heading', { name: 'You are signed out' }).waitFor()
})

test('OAU-03 at 400 % zoom nothing has to be scrolled sideways', async () => {
  const { page } = await openSignIn({ viewport: { width: 320, height: 256 } })
  const overflow = () => page.evaluate('document.documentElement.scrollWidth - window.innerWidth')
  expect(await overflow()).toBeLessThanOrEqual(0)
  await fillIn(page)
  await page.getByRole('button', { name: 'Allow' }).waitFor()
  expect(await overflow()).toBeLessThanOrEqual(0)
})
