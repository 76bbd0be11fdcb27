// Authorization requests without measure: whoever sends them need not have signed in, and each is kept for five minutes.
import { expect, onTestFinished, test, vi } from 'vitest'
import { askAuthorization, discover, startOauth } from './oauth-testing.ts'

const office = '203.0.113.7'

test('OAU-01 five hundred people behind one address begin to sign in at once, each twice; a flood goes no further, and stops nobody elsewhere', async () => {
  vi.useFakeTimers({ toFake: ['Date'] })
  onTestFinished(() => void vi.useRealTimers())
  const service = await startOauth({ proxy: 'trusted' })
  onTestFinished(() => service.stop())
  const { url } = await askAuthorization(await discover(service.baseUrl))
  const begin = (address: string) =>
    fetch(url, { redirect: 'manual', headers: { 'x-forwarded-for': address } })
  const statusesOf = async (times: number) =>
    new Set(await Promise.all(Array.from({ length: times }, async () => (await begin(office)).status)))

  for (let hundred = 0; hundred < 10; hundred += 1) expect(await statusesOf(100)).toEqual(new Set([303]))
  const refused = await begin(office)
  expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '60'])
  expect(await refused.text()).toContain('<h1>Too many sign-ins at once</h1>')
  expect(await statusesOf(100)).toEqual(new Set([429]))
  expect((await begin('203.0.113.8')).status).toBe(303)

  // Refused ones prolong nothing.
  service.clock.skippedMs += 60_000
  expect(await statusesOf(100)).toEqual(new Set([303]))
  service.clock.skippedMs += 24 * 3_600_000
  expect(await service.oauth.purgeExpired()).toBe(1101)
  expect(service.failures).toEqual([])
})
