// What programs ask of our service in the benchmark. The rate limit is on, as for everyone: each client of a round has a key.
import { randomUUID } from 'node:crypto'
import { createKey } from '../service/operator/keys.ts'
import { openStore } from '../service/db/open.ts'
import { clientsOfAllRounds, type Contender } from './by-turns.ts'
import { ownerOf, type RunningService } from './running-service.ts'

export const createKeys = async (database: string, as: string, count: number): Promise<string[]> => {
  const store = await openStore(database)
  const tokens: string[] = []
  for (let made = 0; made < count; made += 1) {
    const key = { workspace: 'acme', as, name: 'bench', expiresAt: null, at: Date.now() }
    tokens.push(
      (await createKey(store, { ...key, scopes: ['records:read', 'records:write', 'objects:read'] })).token,
    )
  }
  await store.close()
  return tokens
}

export const programsOf = async (service: RunningService): Promise<Contender> => {
  const keys = await createKeys(service.database, ownerOf(service).email, clientsOfAllRounds + 1)
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
      upsert: () => ({ method: 'PUT', path: `/v1/records/${randomUUID()}`, body: body() }),
    },
  }
}
