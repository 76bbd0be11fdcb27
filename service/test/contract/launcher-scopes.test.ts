import { afterAll, beforeAll, expect, test } from 'vitest'
import { launcherScopes, type Scope } from '../../../shared/api/primitives.ts'
import { createClient, type Client } from './client.ts'
import { refusal, startTeam, type Team } from './team.ts'

let team: Team
let without: Map<Scope, Client>
let withOnly: Map<Scope, Client>
beforeAll(async () => {
  team = await startTeam()
  const client = async (scopes: Scope[]) =>
    createClient(team.service.baseUrl, await team.service.signIn(team.workspace, team.owner, scopes))
  without = new Map()
  withOnly = new Map()
  for (const scope of launcherScopes) {
    without.set(scope, await client(launcherScopes.filter((other) => other !== scope)))
    withOnly.set(scope, await client([scope]))
  }
})
afterAll(() => team.service.close())

const routes: [method: string, path: string, needed: Scope[]][] = [
  ['POST', '/tasks', ['tasks:write']],
  ['PATCH', '/tasks/some', ['tasks:write']],
  ['GET', '/tasks', ['tasks:read']],
  ['GET', '/tasks/some', ['tasks:read']],
  ['GET', '/task-statuses', ['tasks:read']],
  ['GET', '/task-options', ['tasks:read']],
  ['GET', '/search?q=abc', ['tasks:read', 'records:read', 'meetings:read']],
  ['GET', '/search?q=abc&types=task', ['tasks:read', 'records:read', 'meetings:read']],
  ['GET', '/search?q=abc&types=none', ['tasks:read', 'records:read', 'meetings:read']],
  ['GET', '/brief', ['tasks:read', 'meetings:read', 'notifications:read']],
  ['GET', '/objects', ['objects:read']],
  ['GET', '/objects/companies/records', ['objects:read', 'records:read']],
  ['GET', '/recent-records', ['records:read']],
]

const bodyOf = (method: string) => (method === 'GET' ? undefined : { title: 'Scoped' })

test.each(routes)('LCH-06 LCH-08 AUT-05 AUT-06 %s %s needs exactly %j', async (method, path, needed) => {
  for (const scope of launcherScopes) {
    // tasks:write includes tasks:read, so a token without the latter still reads.
    const held = (wanted: Scope) => wanted !== scope || (wanted === 'tasks:read' && scope !== 'tasks:write')
    const lacking = await without.get(scope)?.send(method, `/v1/launcher${path}`, bodyOf(method))
    expect([scope, lacking?.status === 403]).toEqual([scope, !needed.every(held)])
    if (lacking?.status === 403) expect(refusal(lacking)).toEqual([403, 'insufficient_scope'])

    const satisfied = (wanted: Scope) =>
      wanted === scope || (wanted === 'tasks:read' && scope === 'tasks:write')
    const alone = await withOnly.get(scope)?.send(method, `/v1/launcher${path}`, bodyOf(method))
    expect([scope, alone?.status !== 403]).toEqual([scope, needed.every(satisfied)])
  }
})

test.each(routes)(
  'AUT-08 %s %s takes no developer key, and no request without a token',
  async (method, path) => {
    const withKey = await team.owner.api.send(method, `/v1/launcher${path}`, bodyOf(method))
    expect(refusal(withKey)).toEqual([403, 'unsupported_token_kind'])
    const bare = await createClient(team.service.baseUrl).send(method, `/v1/launcher${path}`, bodyOf(method))
    expect([bare.status, typeof bare.body.error]).toEqual([401, 'string'])
  },
)

test('AUT-08 launcher tokens are refused by the developer task routes', async () => {
  for (const [method, path] of [
    ['GET', '/v1/tasks'],
    ['PATCH', '/v1/tasks/some'],
    ['DELETE', '/v1/tasks/some'],
  ] as const)
    expect(refusal(await team.owner.launcher.send(method, path, bodyOf(method)))).toEqual([
      403,
      'unsupported_token_kind',
    ])
})
