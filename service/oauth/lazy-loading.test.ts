import { expect, test, vi } from 'vitest'
import { createCookieJar } from './oauth-testing.ts'
import { startOauth } from './stage-testing.ts'

const loaded = vi.hoisted(() => ({ times: 0 }))
vi.mock('oidc-provider', async (load) => {
  loaded.times += 1
  return await load()
})

test('OAU-01 checking tokens and pages does without oidc-provider; the first OAuth request loads it once', async () => {
  const service = await startOauth()
  const acme = await service.addWorkspace('acme')
  const ada = await service.addPerson('ada', { [acme]: 'owner' })
  expect(await service.oauth.findLauncherToken('x'.repeat(43))).toBeNull()
  await service.oauth.issuePageCode(ada.id)
  await service.oauth.purgeExpired()
  await createCookieJar(service.baseUrl).follow('/w/acme/tasks/t-1')
  await fetch(`${service.baseUrl}/oauth/style.css`)
  expect(loaded.times).toBe(0)
  const metadata = `${service.baseUrl}/.well-known/openid-configuration`
  await Promise.all([fetch(metadata), fetch(metadata), fetch(metadata)])
  expect(loaded.times).toBe(1)
  await service.stop()
})
