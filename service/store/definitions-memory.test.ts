import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import fc from 'fast-check'
import { Kysely } from 'kysely'
import { Client } from 'pg'
import { afterAll, describe, expect, test } from 'vitest'
import { ownDatabases } from './postgres/databases-testing.ts'
import { postgresDialect, valueTypes } from './postgres/dialect.ts'
import { createSend } from './postgres/send.ts'
import { createDefinitionsMemory } from './definitions-memory.ts'
import { fieldOf, objectOf } from './definitions-testing.ts'
import { openStore } from './open-store.ts'
import type { Database } from './schema.ts'
import { sqliteDialect } from './sqlite/dialect.ts'
import { bindResources, type Store, type Tx } from './store.ts'

const workspaceId = 'wsp_defined'
const directory = mkdtempSync(join(tmpdir(), 'svc-definitions-'))
afterAll(() => rmSync(directory, { recursive: true }))

const first = objectOf('first', 'First')

const define = async (store: Store): Promise<void> =>
  store.write(async (tx) => {
    const workspace = { id: workspaceId, slug: 'defined', name: 'D', plan: 'pro', memberLimit: null } as const
    await tx.workspaces.create({ ...workspace, createdAt: 1 })
    await tx.objects.create(workspaceId, first)
    await tx.objects.createField(workspaceId, fieldOf('first', first.id, 'First'))
  })

/** Everything that is remembered. */
const seen = async (tx: Tx) => ({
  objects: await tx.objects.list(workspaceId),
  fields: await tx.objects.fields(workspaceId, first.id),
  found: [await tx.objects.find(workspaceId, 'first'), await tx.objects.find(workspaceId, 'made')],
  previews: [...(await tx.search.previewObjects(workspaceId))],
})

const changes: Record<string, (tx: Tx, turn: number) => Promise<void>> = {
  'the first object is named': (tx, turn) =>
    tx.definitions.changeObject(workspaceId, { ...first, singularName: `Name ${turn}` }),
  'its field is named': (tx, turn) =>
    tx.definitions.changeField(workspaceId, fieldOf('first', first.id, `Name ${turn}`)),
  'an object is made': (tx, turn) => tx.objects.create(workspaceId, objectOf(`made_${turn}`, 'Made')),
  'a field is made': (tx, turn) =>
    tx.objects.createField(workspaceId, fieldOf(`made_${turn}`, first.id, 'Made')),
}

const newDatabase = ownDatabases()
let files = 0
type Direct = { tx: Tx; close: () => unknown }

/** `direct` asks the database, and remembers nothing. */
const engines = {
  sqlite: {
    database: async () => `file:${join(directory, `${(files += 1)}.db`)}`,
    async direct(url: string): Promise<Direct> {
      const database = new DatabaseSync(url.slice('file:'.length))
      const db = new Kysely<Database>({ dialect: sqliteDialect(database) })
      return { tx: bindResources(db), close: () => database.close() }
    },
  },
  postgres: {
    database: () => newDatabase(),
    async direct(url: string): Promise<Direct> {
      const client = new Client({ connectionString: url, types: valueTypes })
      await client.connect()
      const db = new Kysely<Database>({ dialect: postgresDialect(createSend(client)) })
      return { tx: bindResources(db), close: () => client.end() }
    },
  },
}

describe.each(Object.entries(engines))('on %s', (_engine, engine) => {
  test('OBJ-01 FLD-01 two processes see at once what either has changed, and nothing that was undone', async () => {
    const url = await engine.database()
    const stores = [await openStore(url), await openStore(url)] as const
    await define(stores[0])
    const asked = await engine.direct(url)
    const step = fc.record({
      by: fc.nat({ max: 1 }),
      change: fc.constantFrom(...Object.keys(changes)),
      isUndone: fc.boolean(),
      ways: fc.shuffledSubarray(['read', 'ask', 'write'] as const, { minLength: 3 }),
    })
    let turn = 0
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 6 }), async (steps) => {
        for (const { by, change, isUndone, ways } of steps) {
          const store = stores[by] ?? stores[0]
          turn += 1
          const changing = store.write(async (tx) => {
            await seen(tx)
            await changes[change]?.(tx, turn)
            const inside = await seen(tx)
            if (isUndone) throw new Error('undone')
            return inside
          }, workspaceId)
          // Together with one that only looks, in the same commit where the engine has such a thing.
          const [changed, beside] = await Promise.allSettled([changing, store.write(seen, workspaceId)])
          const now = await seen(asked.tx)
          expect(changed.status === 'fulfilled' ? changed.value : 'undone').toEqual(isUndone ? 'undone' : now)
          expect(beside).toEqual({ status: 'fulfilled', value: now })
          for (const each of stores) {
            const looks = {
              read: () => each.read(seen),
              ask: () => each.ask(seen),
              write: () => each.write(seen, workspaceId),
            }
            for (const way of ways) expect(await looks[way]()).toEqual(now)
          }
        }
      }),
      { numRuns: 10 },
    )
    await asked.close()
    for (const each of stores) await each.close()
  })

  test('OBJ-01 what was read is the same thing for who asks next, in a transaction or without one', async () => {
    const store = await openStore(await engine.database())
    await define(store)
    const fields = (tx: Tx) => tx.objects.fields(workspaceId, first.id)
    const read = await store.read(fields)
    expect(read).toHaveLength(1)
    expect(await store.read(fields)).toBe(read)
    expect(await store.ask(fields)).toBe(read)
    expect(await store.write(fields, workspaceId)).toBe(read)
    await store.close()
  })
})

test('OBJ-01 an edit past the service is seen after ten seconds', async () => {
  const path = join(directory, 'by-hand.db')
  const store = await openStore(`file:${path}`)
  await define(store)
  const database = new DatabaseSync(path)
  let milliseconds = 0
  const { tx, forget } = createDefinitionsMemory(() => milliseconds)(
    bindResources(new Kysely<Database>({ dialect: sqliteDialect(database) })),
  )
  const name = async () => {
    forget()
    return (await tx.objects.find(workspaceId, 'first'))?.singularName
  }
  const names = [await name()]
  database.exec(`update object_type set singular_name = 'By hand'`)
  for (milliseconds of [9_999, 10_000]) names.push(await name())
  expect(names).toEqual(['First', 'First', 'By hand'])
  database.close()
  await store.close()
})
