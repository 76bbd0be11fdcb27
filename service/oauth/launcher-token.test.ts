// The two halves together: tokens of the OAuth server at the doors of the API, in the service as it is run.
import * as client from 'openid-client'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { startTestService, type TestPerson, type TestService } from '../test/testing.ts'
import type { Workspace } from '../workspaces/workspaces.store.ts'
import { signInFully } from './oauth-testing.ts'

let service: TestService
let workspace: Workspace
let person: TestPerson
beforeEach(async () => {
  service = await startTestService()
  workspace = await service.createWorkspace()
  person = await service.addMember(workspace, { role: 'admin' })
})
afterEach(() => service.close())

const callWhoami = async (token: string) => {
  const answer = await fetch(service.url('/v1/whoami'), { headers: { authorization: `Bearer ${token}` } })
  return { status: answer.status, body: (await answer.json()) as { error: unknown } }
}

test('AUT-08 AUT-11 a launcher token is known to the API, and unknown as soon as it is revoked', async () => {
  const { config, tokens } = await signInFully(service.baseUrl, person)
  const known = await callWhoami(tokens.access_token)
  expect([known.status, known.body.error]).toMatchObject([403, { code: 'unsupported_token_kind' }])
  await client.tokenRevocation(config, tokens.refresh_token ?? '')
  const revoked = await callWhoami(tokens.access_token)
  expect([revoked.status, typeof revoked.body.error]).toEqual([401, 'string'])
})

test('AUT-10 a launcher token ends with the membership', async () => {
  const { tokens } = await signInFully(service.baseUrl, person)
  expect((await callWhoami(tokens.access_token)).status).toBe(403)
  await service.store.write((tx) => tx.members.remove(workspace.id, person.personId, service.now()))
  expect((await callWhoami(tokens.access_token)).status).toBe(401)
})

test('OAU-01 a developer key opens nothing of the OAuth server', async () => {
  const { token } = await service.createKey(workspace, person)
  expect(await service.oauth.findLauncherToken(token)).toBeNull()
})
