// Pictures of the developer settings in the browser, dark and light. `npm run screenshots`.
import { copyFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from './fixtures.ts'
import { freePort } from './free-port.ts'
import { runSvc, startRealService } from './real-service.ts'

const images = fileURLToPath(new URL('../docs/images/', import.meta.url))

test('pictures of the developer settings', async ({ demo, folder, browser }) => {
  const file = join(folder, 'settings.sqlite')
  copyFileSync(demo.file, file)
  const database = `file:${file}`
  const keyFor = (as: string, name: string, scopes: string): string => {
    const options = ['--workspace', 'acme', '--as', as, '--name', name, '--scopes', scopes]
    return runSvc<{ token: string }>('key', 'create', '--database', database, ...options).token
  }
  keyFor('mira@acme.test', 'Weekly report', 'records:read')
  keyFor('owner@acme.test', 'Nightly export', 'records:read,tasks:read')
  const token = keyFor('owner@acme.test', 'Website contact form', 'records:write,webhooks:write')

  let received = 0
  const receiver = createServer((request, response) => {
    request.resume()
    received += 1
    response.writeHead(received % 5 === 3 ? 503 : 200).end(received % 5 === 3 ? 'Try again later.' : 'ok')
  })
  await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve))
  const hook = `http://localhost:${(receiver.address() as AddressInfo).port}/crm`
  const allowed = ['--allow-private-webhooks']
  const service = await startRealService(database, demo.workspaces, await freePort(), undefined, allowed)
  const post = async (path: string, body: object): Promise<void> => {
    const headers = { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' }
    const answer = await fetch(`${service.baseUrl}${path}`, {
      method: 'POST',
      headers,
      body: JSON.stringify(body),
    })
    expect(answer.ok).toBe(true)
  }
  const events = ['record.created', 'record.updated', 'task.created', 'task.updated']
  await post('/v1/webhooks', { url: hook, events })
  for (const name of ['Northwind', 'Harbor Labs', 'Solano Foods', 'Greyfield', 'Lumen Works', 'Aster & Co'])
    await post('/v1/records', { object: 'companies', values: { name, status: 'prospect' } })
  await expect.poll(() => received).toBeGreaterThanOrEqual(6)

  const { email, password } = service.member('owner@acme.test')
  for (const colorScheme of ['light', 'dark'] as const) {
    const viewport = { width: 1040, height: 860 }
    const page = await browser.newPage({ colorScheme, viewport, deviceScaleFactor: 1 })
    await page.goto(`${service.baseUrl}/settings/acme/keys`)
    await page.getByLabel('Email').fill(email)
    await page.getByLabel('Password').fill(password)
    await page.keyboard.press('Enter')
    await expect(page.getByRole('heading', { name: 'My keys' })).toBeVisible()
    const picture = (name: string) =>
      page.screenshot({ path: `${images}developer-${name}-${colorScheme}.png`, fullPage: true })
    await picture('keys')
    await page.goto(`${service.baseUrl}/settings/acme/members`)
    await picture('members')
    await page.goto(`${service.baseUrl}/settings/acme/webhooks`)
    await page.getByRole('link', { name: 'Deliveries' }).click()
    await expect(page.getByRole('heading', { name: 'Deliveries' })).toBeVisible()
    await picture('deliveries')
    await page.context().close()
  }
  receiver.close()
  await service.stop()
})
