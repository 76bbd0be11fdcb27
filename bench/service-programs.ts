// What programs ask of our service in the benchmark. The rate limit is on, as for everyone: each client of a round has a key.
import { randomUUID } from 'node:crypto'
import type { Scope } from '../shared/api/primitives.ts'
import type { Store } from '../service/db/store.ts'
import { asItIs } from '../service/db/migrate.ts'
import { openStore } from '../service/db/open.ts'
import { prefixedId, hashToken, newAccessToken } from '../service/base/ids.ts'
import { workspaceOf } from '../service/operator/workspaces.ts'
import { clientsOfAllRounds, type Contender } from './by-turns.ts'
import { ownerOf, type RunningService } from './running-service.ts'
import { insertKey } from '../service/access/keys.store.ts'

/** Makes keys of one person of acme, by their id, more than a person may make for themself. @returns their tokens */
export const addKeys = async (
  store: Store,
  ownerId: string,
  count: number,
  scopes: readonly Scope[],
): Promise<string[]> => {
  const tokens = Array.from({ length: count }, newAccessToken)
  await store.write(async (tx) => {
    const workspace = await workspaceOf(tx, 'acme')
    for (const token of tokens) {
      const key = { id: prefixedId('key'), ownerId, name: 'bench', scopes, createdAt: Date.now() }
      await insertKey(tx, workspace.id, { ...key, expiresAt: null, tokenHash: hashToken(token) })
    }
  })
  return tokens
}

export const createKeys = async (database: string, ownerId: string, count: number): Promise<string[]> => {
  // An older service on it would not know newer migrations.
  const store = await openStore(database, { upTo: asItIs })
  const tokens = await addKeys(store, ownerId, count, [
    'records:read',
    'records:write',
    'objects:read',
    'tasks:write',
  ])
  await store.close()
  return tokens
}

export const programsOf = async (service: RunningService): Promise<Contender> => {
  const keys = await createKeys(service.database, ownerOf(service).userId, clientsOfAllRounds + 1)
  const newClient = () => ({ Authorization: `Bearer ${keys.pop() ?? ''}` })
  const page = await fetch(`${service.baseUrl}/v1/records?object=companies&limit=100`, {
    headers: newClient(),
  })
  const ids = ((await page.json()) as { data: { id: string }[] }).data.map(({ id }) => id)
  let count = 0
  const next = (): number => (count += 1)
  const body = (): string =>
    JSON.stringify({ object: 'companies', values: { name: `Bench ${next()} Works`, status: 'prospect' } })
  const create = () => ({ method: 'POST', path: '/v1/records', body: body() })
  return {
    baseUrl: service.baseUrl,
    newClient,
    asks: {
      list: () => ({ method: 'GET', path: '/v1/records?object=companies&limit=25' }),
      get: () => ({ method: 'GET', path: `/v1/records/${ids[next() % ids.length] ?? ''}` }),
      create,
      createOfMany: create,
      createTask: () => ({
        method: 'POST',
        path: '/v1/tasks',
        body: JSON.stringify({ title: `Bench ${next()} call` }),
      }),
      upsert: () => ({ method: 'PUT', path: `/v1/records/${randomUUID()}`, body: body() }),
    },
  }
}
