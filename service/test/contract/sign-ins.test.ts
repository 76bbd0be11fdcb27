// The list of a person's launcher sign-ins in a workspace, and ending them one by one.
import { refreshTokenGrant, tokenRevocation } from 'openid-client'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { signInFully } from '../../oauth/oauth-testing.ts'
import type { Workspace } from '../../access/workspaces.store.ts'
import { startTestService, type TestPerson, type TestService } from '../testing.ts'
import { createClient } from './client.ts'
import { signInsOfPerson, endGrantsOf } from '../../oauth/grants.store.ts'

let service: TestService
let acme: Workspace
let globex: Workspace
let clock = Date.now()
beforeAll(async () => {
  service = await startTestService({ rateLimit: 10_000, now: () => clock })
  acme = await service.createWorkspace({ slug: 'acme' })
  globex = await service.createWorkspace({ slug: 'globex' })
})
afterAll(() => service.close())

const signIn = (person: TestPerson, { id }: Workspace, device?: string) =>
  signInFully(service.baseUrl, person, {
    workspace: id,
    ...(device !== undefined && { parameters: { device_name: device } }),
  })
const listed = ({ personId }: TestPerson, { id } = acme) =>
  service.store.read((tx) => signInsOfPerson(tx, personId, id, clock))
const devices = async (person: TestPerson, workspace = acme) =>
  (await listed(person, workspace)).map(({ deviceName }) => deviceName)
const isAlive = async ({ tokens }: Awaited<ReturnType<typeof signInFully>>) =>
  (await createClient(service.baseUrl, tokens.access_token).get('/v1/launcher/task-statuses')).status === 200

test('AUT-12 OAU-01 a sign-in is listed with the device that the launcher named and its last use', async () => {
  const person = await service.addMember(acme, { role: 'member' })
  const begun = clock
  const { config, tokens } = await signIn(person, acme, 'Ada’s laptop')
  clock += 60_000
  await signIn(person, acme)
  expect(await listed(person)).toEqual([
    { id: expect.any(String), deviceName: null, createdAt: clock, lastUsedAt: clock },
    { id: expect.any(String), deviceName: 'Ada’s laptop', createdAt: begun, lastUsedAt: begun },
  ])
  clock += 60_000
  await refreshTokenGrant(config, tokens.refresh_token ?? '')
  expect((await listed(person))[0]).toMatchObject({ deviceName: 'Ada’s laptop', lastUsedAt: clock })
})

test.each([
  ['is cut to 100 characters', '𝒜'.repeat(250), '𝒜'.repeat(100)],
  ['stays on one line', ' Ada\n\u202elaptop\u0000 ', 'Ada laptop'],
  ['is none if there is nothing to see', '\u200b\u2060 ', null],
  ['is text, whatever it looks like', '<b>"', '<b>"'],
])('AUT-12 OAU-01 the name of a device %s', async (_what, sent, kept) => {
  const person = await service.addMember(acme, { role: 'member' })
  await signIn(person, acme, sent)
  expect(await devices(person)).toEqual([kept])
})

test('AUT-12 AUT-11 one sign-in ends at once, or all but one; those of others and other workspaces stay', async () => {
  const person = await service.addMember(acme, { role: 'member' })
  await service.addMember(globex, { role: 'member', email: person.email })
  const colleague = await service.addMember(acme, { role: 'member' })
  const [first, second, third] = [
    await signIn(person, acme, 'first'),
    await signIn(person, acme, 'second'),
    await signIn(person, acme, 'third'),
  ]
  const [elsewhere, others] = [
    await signIn(person, globex, 'elsewhere'),
    await signIn(colleague, acme, 'theirs'),
  ]
  const idOf = async (device: string) =>
    (await listed(person)).find(({ deviceName }) => deviceName === device)?.id ?? ''
  const end = (who: TestPerson, only: { grantId?: string; except?: string }, place = acme) =>
    service.store.write((tx) => endGrantsOf(tx, who.personId, { workspaceId: place.id, ...only }))
  const firstId = await idOf('first')
  expect(await end(colleague, { grantId: firstId })).toBe(0)
  expect(await end(person, { grantId: firstId }, globex)).toBe(0)
  expect(await end(person, { grantId: 'unknown' })).toBe(0)
  expect(await isAlive(first)).toBe(true)

  expect(await end(person, { grantId: firstId })).toBe(1)
  expect([await isAlive(first), await isAlive(second)]).toEqual([false, true])
  const again = refreshTokenGrant(first.config, first.tokens.refresh_token ?? '')
  await expect(again).rejects.toMatchObject({ error: 'invalid_grant' })

  expect(await end(person, { except: await idOf('third') })).toBe(1)
  expect([await isAlive(second), await isAlive(third)]).toEqual([false, true])
  expect(await devices(person)).toEqual(['third'])
  expect([await isAlive(elsewhere), await isAlive(others)]).toEqual([true, true])
  expect(await devices(person, globex)).toEqual(['elsewhere'])
})

test('AUT-12 a sign-in that was signed out, or not used for 90 days, is not listed', async () => {
  const person = await service.addMember(acme, { role: 'member' })
  const { config, tokens } = await signIn(person, acme, 'left')
  await signIn(person, acme, 'kept')
  await tokenRevocation(config, tokens.refresh_token ?? '')
  expect(await devices(person)).toEqual(['kept'])
  clock += 91 * 86_400_000
  expect(await devices(person)).toEqual([])
})
