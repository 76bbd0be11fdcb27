// The commit goes right behind the last statements of a transaction, and is none where one of them fails.
import { afterEach, beforeEach, expect, test } from 'vitest'
import { startBetween, type Meddling } from './between-testing.ts'
import type { OpenedStore } from '../open-store.ts'
import { openPostgres } from '../postgres.ts'
import { createTestDatabase, dropTestDatabase } from './testing.ts'
import { recordOf, workspaceOf } from '../records-testing.ts'

const workspaceId = 'wsp_commit'
/** From the first insert on, no answer passes until the commit has come. */
const holding: Meddling = (client, server) => {
  const held: Buffer[] = []
  let isHolding = false
  return {
    asked(data) {
      if (data.includes('insert into "record"')) isHolding = true
      server.write(data)
      if (!data.includes('commit\0')) return
      isHolding = false
      for (const answer of held.splice(0)) client.write(answer)
    },
    answered: (data) => void (isHolding ? held.push(data) : client.write(data)),
  }
}

let url: string
let store: OpenedStore
let ends: (() => Promise<unknown> | void)[]
beforeEach(async () => {
  url = await createTestDatabase()
  const holder = await startBetween(url, holding)
  store = await openPostgres(holder.url)
  ends = [() => dropTestDatabase(url), holder.close, () => store.close()]
  await store.write((tx) => tx.workspaces.create(workspaceOf(workspaceId)))
})
afterEach(async () => {
  for (const end of ends.toReversed()) await end()
})

const ids = () =>
  store.read(async (tx) => {
    const there = await tx.records.list(workspaceId, { archived: 'included', limit: 100 })
    return there.map(({ id }) => id).toSorted()
  })

test('REC-13 the commit waits for no answer of what is written right before it, alone or in company', async () => {
  await store.write((tx) => tx.records.createMany(workspaceId, [recordOf('a')]), workspaceId)
  await Promise.all(
    ['b', 'c'].map((id) =>
      store.write((tx) => tx.records.createMany(workspaceId, [recordOf(id)]), workspaceId),
    ),
  )
  expect(await ids()).toEqual(['a', 'b', 'c'])
})

test('REC-13 what the server refuses right before the commit is told, and leaves nothing of what was sent beside it', async () => {
  await store.write((tx) => tx.records.createMany(workspaceId, [recordOf('a')]), workspaceId)
  const refused = store.write(
    (tx) => tx.records.createMany(workspaceId, [recordOf('b'), recordOf('a')]),
    workspaceId,
  )
  await expect(refused).rejects.toMatchObject({ code: '23505' })
  expect(await ids()).toEqual(['a'])
})

test('REC-13 what cannot be sent right before the commit is told, and leaves nothing of what was sent beside it', async () => {
  const unsendable = store.write(async (tx) => {
    const values = {
      get count(): number {
        throw new Error('unreadable')
      },
    }
    await tx.records.create(workspaceId, recordOf('a', values))
    await tx.search.put(workspaceId, 'record', 'a', 'Title a', 1)
  }, workspaceId)
  await expect(unsendable).rejects.toThrow('unreadable')
  expect(await ids()).toEqual([])
  const found = await store.read((tx) =>
    tx.search.find(workspaceId, 'title', [{ kind: 'record', audience: '*' }], 5),
  )
  expect(found).toEqual([])
})

test('REC-13 what the server refuses is told, not that what is read after it cannot be answered', async () => {
  const direct = await openPostgres(url)
  ends.push(() => direct.close())
  await direct.write((tx) => tx.records.createMany(workspaceId, [recordOf('a')]), workspaceId)
  const refused = direct.write(async (tx) => {
    await tx.records.createMany(workspaceId, [recordOf('a')])
    // Where a title may be there already, it is read before it is written.
    await tx.search.put(workspaceId, 'record', 'other', 'Title', 1)
  }, workspaceId)
  await expect(refused).rejects.toMatchObject({ code: '23505' })
})

test('REC-13 who comes while a commit is on its way is begun behind it, before the commit is answered', async () => {
  const isCommitting = Promise.withResolvers<void>()
  const held: Buffer[] = []
  let state: 'before' | 'committing' | 'followed' = 'before'
  /** From the commit on, no answer passes until the next transaction has been asked for. */
  const holdingCommit: Meddling = (client, server) => ({
    asked(data) {
      server.write(data)
      const commit = data.lastIndexOf('\0commit\0')
      if (state === 'before' && commit >= 0 && data.includes('insert into "record"')) {
        state = 'committing'
        isCommitting.resolve()
      }
      if (state !== 'committing' || data.lastIndexOf('\0begin\0') < commit) return
      state = 'followed'
      for (const answer of held.splice(0)) client.write(answer)
    },
    answered: (data) => void (state === 'committing' ? held.push(data) : client.write(data)),
  })
  const holder = await startBetween(url, holdingCommit)
  const chained = await openPostgres(holder.url)
  ends.push(holder.close, () => chained.close())
  const write = (id: string) =>
    chained.write((tx) => tx.records.createMany(workspaceId, [recordOf(id)]), workspaceId)
  const first = [write('a'), write('b')]
  await isCommitting.promise
  await Promise.all([...first, write('c')])
  expect(state).toBe('followed')
  expect(await ids()).toEqual(['a', 'b', 'c'])
})

test('REC-13 what follows a transaction that the server refuses is written all the same, and so are its other writers', async () => {
  const direct = await openPostgres(url)
  ends.push(() => direct.close())
  const write = (id: string) =>
    direct.write((tx) => tx.records.createMany(workspaceId, [recordOf(id)]), workspaceId)
  await write('taken')
  const outcomes = await Promise.allSettled(
    Array.from({ length: 60 }, (_, index) => write(index % 10 === 5 ? 'taken' : `r${index}`)),
  )
  expect(outcomes.map(({ status }) => status)).toEqual(
    Array.from({ length: 60 }, (_, index) => (index % 10 === 5 ? 'rejected' : 'fulfilled')),
  )
  expect(await ids()).toHaveLength(55)
})
