// The page that asks a person whether an assistant may work in their name, as they meet it (AGT-01, OAU-03).
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Browser } from 'playwright'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { findings, launchBrowser } from '../test/browser-testing.ts'
import { startTeam } from '../test/contract/team.ts'
import { documentsAt } from './mcp-testing.ts'

const id = 'https://assistant.example/client.json'
const document = { client_id: id, client_name: 'Helpful', redirect_uris: ['http://127.0.0.1/callback'] }
const team = await startTeam({ clientDocumentRequest: documentsAt({ [id]: document }) })
const arrived = Promise.withResolvers<URL>()
const listener = createServer((request, response) => {
  response.setHeader('connection', 'close')
  if (request.url?.startsWith('/callback') === true) arrived.resolve(new URL(request.url, 'http://127.0.0.1'))
  response.end('You can close this page.')
}).listen(0, '127.0.0.1')
let browser: Browser
beforeAll(async () => {
  browser = await launchBrowser()
})
afterAll(async () => {
  await browser.close()
  listener.close()
  await team.service.close()
})

test('AGT-01 OAU-03 axe finds nothing, and reading alone is chosen by keyboard, without a script', async () => {
  const { baseUrl } = team.service
  const { port } = listener.address() as AddressInfo
  const asked = new URLSearchParams({
    client_id: id,
    response_type: 'code',
    redirect_uri: `http://127.0.0.1:${port}/callback`,
    code_challenge: 'a'.repeat(43),
    code_challenge_method: 'S256',
  })
  const looking = await browser.newPage()
  await looking.goto(`${baseUrl}/oauth/authorize?${asked.toString()}`)
  const signIn = async (page: typeof looking) => {
    await page.getByLabel('Email').fill(team.owner.email)
    await page.getByLabel('Password').fill(team.owner.password)
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { name: 'Allow assistant.example?' }).waitFor()
  }
  await signIn(looking)
  await looking.emulateMedia({ colorScheme: 'light' })
  expect(await findings(looking), 'light').toEqual([])
  await looking.emulateMedia({ colorScheme: 'dark' })
  expect(await findings(looking, ['color-contrast']), 'dark').toEqual([])
  await looking.close()

  const context = await browser.newContext({ javaScriptEnabled: false })
  const page = await context.newPage()
  await page.goto(`${baseUrl}/oauth/authorize?${asked.toString()}`)
  await signIn(page)
  await page.getByRole('radio', { name: 'All of the above' }).focus()
  await page.keyboard.press('ArrowUp')
  expect(await page.getByRole('radio', { name: 'Only see' }).isChecked()).toBe(true)
  await page.getByRole('button', { name: 'Allow' }).press('Enter')
  expect((await arrived.promise).searchParams.get('code')).toBeTruthy()
  await context.close()
})
