// Transactions of inserts that are one statement: what they save, and that nothing else about them differs.
import fc from 'fast-check'
import { Client } from 'pg'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { fieldOf, objectOf } from '../definitions-testing.ts'
import type { OpenedStore } from '../open-store.ts'
import { openPostgres } from '../postgres.ts'
import { recordOf, workspaceOf } from '../records-testing.ts'
import type { Tx } from '../store.ts'
import { startBetween } from './between-testing.ts'
import { asAdministrator, createTestDatabase, dropTestDatabase, nameOf } from './testing.ts'

const workspaceId = 'wsp_quiet'
const actor = { type: 'key' as const, id: 'key' }

let url: string
/** The URL by which what the store sends is seen. */
let through: string
let store: OpenedStore
let other: OpenedStore
/** What the store has sent since it was told to forget it. */
let sent: string
let isCutting: boolean
let knowing: number
let ends: (() => Promise<unknown> | void)[]

beforeEach(async () => {
  // A connection is trusted for a second, and the machine may stand still for longer.
  vi.useFakeTimers({ toFake: ['performance'] })
  sent = ''
  isCutting = false
  knowing = 0
  url = await createTestDatabase()
  const between = await startBetween(url, (client, server) => ({
    asked(data) {
      sent += data.toString('latin1').replaceAll('\0', ' ')
      server.write(data)
    },
    answered: (data) => void (isCutting ? client.destroy() : client.write(data)),
  }))
  through = between.url
  store = await openPostgres(through, { busyWait: 5_000 })
  other = await openPostgres(url)
  ends = [() => dropTestDatabase(url), between.close, () => store.close(), () => other.close()]
  await other.write((tx) => tx.workspaces.create(workspaceOf(workspaceId)))
  await other.write((tx) => tx.objects.create(workspaceId, objectOf('deal')))
  await addField('first')
  await known()
})
afterEach(async () => {
  vi.useRealTimers()
  for (const end of ends.toReversed()) await end()
})

/** Adds a record with the number of fields that its object has. */
const adding = (id: string) => async (tx: Tx) => {
  const fields = await tx.objects.fields(workspaceId, 'obj_deal')
  const record = recordOf(id, { fields: fields.length })
  await tx.records.createMany(workspaceId, [record])
  await tx.search.add(workspaceId, 'record', id, record.title, 1)
  await tx.events.add(workspaceId, { type: 'record.created', actor, data: {}, previous: undefined, at: 1 })
}
const addField = (slug: string) =>
  other.write((tx) => tx.objects.createField(workspaceId, fieldOf(slug, 'obj_deal')))
const write = (run: (tx: Tx) => Promise<unknown>) => store.write(run, workspaceId)
const add = (id: string) => write(adding(id))

/** Lets the store learn that nobody wants events, and what there is of objects and fields. */
const known = async () => {
  for (const _each of [1, 2]) await add(`k${(knowing += 1)}`)
  sent = ''
}
const left = () =>
  other.read(async (tx) => {
    const records = await tx.records.list(workspaceId, { archived: 'included', limit: 100 })
    const shelves = [{ kind: 'record' as const, audience: '*' }]
    const found = await tx.search.find(workspaceId, 'title', shelves, 100)
    const ids = records.map(({ id }) => id).filter((id) => !id.startsWith('k'))
    const refs = found.map(({ ref }) => ref).filter((ref) => !ref.startsWith('k'))
    expect(refs.toSorted()).toEqual(ids.toSorted())
    return ids.toSorted()
  })
const events = () => asAdministrator('select type from webhook_event', nameOf(url))

/** How many transactions the store has begun since it was told to forget. */
const begun = () => sent.match(/ begin /g)?.length ?? 0

test('REC-13 creates where nobody wants events are one statement each time, alone and together', async () => {
  await add('a')
  expect(sent.match(/with held as .*?insert into/s)).toHaveLength(1)
  await Promise.all(['b', 'c', 'd'].map(add))
  expect(begun()).toBe(0)
  expect(await left()).toEqual(['a', 'b', 'c', 'd'])
})

test('REC-13 a connection that has not answered for a second is given a transaction that begins', async () => {
  vi.advanceTimersByTime(1_000)
  await add('a')
  expect(begun()).toBe(1)
  await add('b')
  expect(begun()).toBe(1)
})

/** Holds the workspace until the store waits for it. */
const meanwhile = async (change: (tx: Tx) => Promise<unknown>, writing: () => Promise<unknown>) => {
  let written: Promise<unknown> | undefined
  await other.write(async (tx) => {
    await change(tx)
    written = writing()
    await expect
      .poll(() =>
        asAdministrator(`select 1 from pg_stat_activity where datname = '${nameOf(url)}'
          and wait_event_type = 'Lock' and query like 'with held%'`),
      )
      .toHaveLength(1)
  }, workspaceId)
  await written
}

const webhook: Parameters<Tx['webhooks']['create']>[1] = {
  id: 'whk',
  url: 'http://127.0.0.1/',
  events: ['record.created'],
  description: null,
  secret: '',
  createdBy: 'usr',
  createdAt: 1,
}

test('WHK-04 a record that waits while an endpoint is created is told to that endpoint', async () => {
  await meanwhile(
    (tx) => tx.webhooks.create(workspaceId, webhook),
    () => add('a'),
  )
  expect(await left()).toEqual(['a'])
  expect(await events()).toHaveLength(1)
})

test('WHK-04 a record that waits while an endpoint is enabled is told to that endpoint', async () => {
  await other.write(async (tx) => {
    await tx.webhooks.create(workspaceId, webhook)
    await tx.webhooks.disable(workspaceId, 'whk', 'for a test', 1)
  })
  await known()
  await meanwhile(
    (tx) => tx.webhooks.enable(workspaceId, 'whk', 2),
    () => add('a'),
  )
  expect(await left()).toEqual(['a'])
  expect(await events()).toHaveLength(1)
})

test('WHK-04 an endpoint that an older program has created hears of every record', async () => {
  await asAdministrator(
    `insert into webhook (workspace_id, id, url, events, secret, status, created_by, created_at, updated_at)
      values ('${workspaceId}', 'whk', '', '["record.created"]', '', 'enabled', 'usr', 1, 1)`,
    nameOf(url),
  )
  for (const id of ['a', 'b', 'c']) await add(id)
  expect(await left()).toEqual(['a', 'b', 'c'])
  expect(await events()).toHaveLength(3)
})

test('WHK-04 that nobody wants events of one workspace says nothing of another one', async () => {
  await other.write(async (tx) => {
    await tx.workspaces.create(workspaceOf('wsp_loud'))
    await tx.webhooks.create('wsp_loud', webhook)
  })
  const wanting = await store.write((tx) => tx.events.enabled('wsp_loud'), workspaceId)
  expect(wanting).toHaveLength(1)
})

test('REC-02 a record that waits while its object changes is checked against what the object has become', async () => {
  await meanwhile(
    (tx) => tx.objects.createField(workspaceId, fieldOf('second', 'obj_deal')),
    () => add('a'),
  )
  const record = await other.read((tx) => tx.records.get(workspaceId, 'a'))
  expect(record?.values).toEqual({ fields: 2 })
})

test('GEN-12 a write that cannot be made twice does not run on what is only presumed', async () => {
  await addField('second')
  let runs = 0
  const counted = (id: string) => async (tx: Tx) => {
    runs += 1
    await adding(id)(tx)
  }
  await store.write(counted('a'), workspaceId, { optimistic: false })
  expect(runs).toBe(1)
  await known()
  await addField('third')
  await write(counted('b'))
  expect(runs).toBe(3)
})

test('REC-13 a statement whose answer is lost may have been done, so nobody makes it again', async () => {
  isCutting = true
  const outcomes = await Promise.allSettled([add('a'), add('b')])
  isCutting = false
  expect(begun()).toBe(0)
  expect(outcomes.map((outcome) => outcome.status === 'rejected' && outcome.reason)).toEqual([
    expect.objectContaining({ storeCode: 'database_unreachable' }),
    expect.objectContaining({ storeCode: 'database_unreachable' }),
  ])
  await expect.poll(left).toEqual(['a', 'b'])
  await add('c')
  expect(await left()).toEqual(['a', 'b', 'c'])
})

test('ERR-02 a statement waits a bounded time for another process, once', async () => {
  const impatient = await openPostgres(through, { busyWait: 200 })
  ends.push(() => impatient.close())
  const addBy = (id: string) => impatient.write(adding(id), workspaceId)
  for (const id of ['kA', 'kB', 'kC']) await addBy(id)
  const holder = new Client({ connectionString: url })
  await holder.connect()
  ends.push(() => holder.end())
  await holder.query(`begin; select 1 from workspace where id = '${workspaceId}' for update`)
  const before = begun()
  const locked = { status: 'rejected', reason: { storeCode: 'database_locked' } }
  expect(await Promise.allSettled([addBy('a'), addBy('b')])).toMatchObject([locked, locked])
  expect(begun()).toBe(before)
  await holder.query('rollback')
  await addBy('c')
  expect(await left()).toEqual(['c'])
})

/** What a writer may do, whether it is refused, and what it leaves. */
const writers = {
  adds: { run: adding, succeeds: true, leaves: true },
  asks: {
    run: (id: string) => async (tx: Tx) => {
      await tx.records.get(workspaceId, 'k1')
      await adding(id)(tx)
    },
    succeeds: true,
    leaves: true,
  },
  'reads its own': {
    run: (id: string) => async (tx: Tx) => {
      await adding(id)(tx)
      if (!(await tx.records.get(workspaceId, id))) throw new Error('It does not see what it has written.')
    },
    succeeds: true,
    leaves: true,
  },
  'passes over a failure': {
    run: (id: string) => async (tx: Tx) => {
      const there = await tx.records.get(workspaceId, 'k1').catch(() => undefined)
      if (there) await adding(id)(tx)
    },
    succeeds: true,
    leaves: true,
  },
  'takes a taken id': { run: () => adding('k1'), succeeds: false, leaves: false },
  throws: {
    run: (id: string) => async (tx: Tx) => {
      await adding(id)(tx)
      throw new Error('no')
    },
    succeeds: false,
    leaves: false,
  },
} as const

test('REC-13 whatever writers do, each is answered for itself and leaves what it says', async () => {
  let round = 0
  const kind = fc.constantFrom('adds', 'adds', 'adds', ...(Object.keys(writers) as (keyof typeof writers)[]))
  await fc.assert(
    fc.asyncProperty(fc.array(kind, { minLength: 1, maxLength: 12 }), async (kinds) => {
      round += 1
      const ids = kinds.map((_, at) => `r${round}-${at}`)
      const writing = kinds.map((each, at) => write(writers[each].run(ids[at] ?? '')))
      const outcomes = await Promise.allSettled(writing)
      expect(outcomes.map(({ status }) => status === 'fulfilled')).toEqual(
        kinds.map((each) => writers[each].succeeds),
      )
      const leaving = ids.filter((_, at) => writers[kinds[at] ?? 'throws'].leaves)
      const there = await other.read((tx) => tx.records.among(workspaceId, ids))
      expect(there.map(({ id }) => id).toSorted()).toEqual(leaving.toSorted())
    }),
    { numRuns: 15 },
  )
  // Two of them, and not two for each of them.
  sent = ''
  for (let each = 0; each < 10; each += 1) await add(`last-${each}`)
  expect(begun()).toBeLessThanOrEqual(2)
})
