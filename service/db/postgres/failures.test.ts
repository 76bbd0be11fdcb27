// Failures of PostgreSQL while several write in one workspace: each gets its own result, and the others go on.
import { Client } from 'pg'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { startBetween } from './between-testing.ts'
import type { OpenedStore } from '../open.ts'
import { openPostgres } from '../postgres.ts'
import { asAdministrator, createTestDatabase, dropTestDatabase, nameOf } from './testing.ts'
import type { Tx } from '../store.ts'
import { recordOf, workspaceOf } from '../../records/records-testing.ts'
import { insertWorkspace } from '../../access/workspaces.store.ts'
import { insertRecords, getRecord, updateRecord, recordsByCreation } from '../../records/records.store.ts'
import { putSearchEntries } from '../../search/write-index.store.ts'
import { findBestMatches } from '../../search/search.store.ts'
import { membersOfWorkspace } from '../../access/members.store.ts'
import { insertPerson, personByEmail } from '../../access/people.store.ts'
import { lockWorkspace } from '../lock.ts'

const workspaceId = 'wsp_shared'
const busyWait = 1_500
const record = (id: string) => recordOf(id, { count: 0 })

let url: string
let store: OpenedStore
let ends: (() => Promise<unknown> | void)[]
beforeEach(async () => {
  url = await createTestDatabase()
  store = await openPostgres(url, { busyWait })
  ends = [() => dropTestDatabase(url), () => store.close()]
  for (const id of [workspaceId, 'wsp_x', 'wsp_y'])
    await store.write((tx) => insertWorkspace(tx, workspaceOf(id)))
  await store.write((tx) => insertRecords(tx, workspaceId, [record('held')]))
})
afterEach(async () => {
  for (const end of ends.toReversed()) await end()
})

const onDatabase = (statement: string) => asAdministrator(statement, nameOf(url))

/** Adds a record and increments the count of `held`, which shows writes that ran twice. */
const adding =
  (id: string, more: (tx: Tx) => Promise<unknown> = async () => {}) =>
  async (tx: Tx) => {
    await insertRecords(tx, workspaceId, [record(id)])
    await putSearchEntries(tx, workspaceId, [{ kind: 'record', ref: id, title: `Title ${id}`, rankedAt: 1 }])
    const held = await getRecord(tx, workspaceId, 'held')
    if (!held) throw new Error('The record is gone.')
    const values = { count: Number(held.values['count']) + 1 }
    await updateRecord(tx, workspaceId, held, { values, updatedAt: 1 })
    await more(tx)
  }

/** @returns the outcome of each writer */
const together = async (by: OpenedStore, ...writers: ((tx: Tx) => Promise<unknown>)[]) => {
  const outcomes = await Promise.allSettled(writers.map((run) => by.write(run, workspaceId)))
  return outcomes.map((outcome): string => {
    if (outcome.status === 'fulfilled') return 'done'
    const { storeCode, code } = outcome.reason as { storeCode?: string; code?: string }
    return storeCode ?? code ?? String(outcome.reason)
  })
}

/** Stored ids, ids found by search, and the count. */
const left = () =>
  store.read(async (tx) => {
    const there = await recordsByCreation(tx, workspaceId, { archived: 'included', limit: 100 })
    const ids = there.map(({ id }) => id).toSorted()
    const scopes = [{ kind: 'record' as const, audience: '*' }]
    const found = await findBestMatches(tx, workspaceId, 'title', scopes, 100)
    const held = await getRecord(tx, workspaceId, 'held')
    const count = held?.values['count']
    return { ids: ids.filter((id) => id !== 'held'), found: found.map(({ ref }) => ref).toSorted(), count }
  })
/** Polls, because the database may still commit after the connection was lost. */
const leaves = (ids: string[]) => expect.poll(left).toEqual({ ids, found: ids, count: ids.length })

test('REC-13 a write whose connection is lost fails and stores nothing, and the next writes go on', async () => {
  const cut = () =>
    onDatabase(`select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and state like 'idle in transaction%'`)
  expect(await together(store, adding('b', cut))).toEqual(['database_unreachable'])
  await leaves([])
  expect(await together(store, adding('d'), adding('e'))).toEqual(['done', 'done'])
  await leaves(['d', 'e'])
})

/** A store that loses the answer to its next commit once it is armed. */
const openCutOff = async () => {
  let isArmed = false
  const between = await startBetween(url, (client, server) => {
    let isCutting = false
    return {
      asked(data) {
        if (isArmed && data.includes('commit\0')) {
          isArmed = false
          isCutting = true
        }
        server.write(data)
      },
      answered: (data) => void (isCutting ? client.destroy() : client.write(data)),
    }
  })
  const behind = await openPostgres(between.url, { busyWait })
  ends.push(between.close, () => behind.close())
  const arm = () => {
    isArmed = true
  }
  return { behind, arm }
}

test('REC-13 a commit whose answer is lost is not repeated', async () => {
  const { behind, arm } = await openCutOff()
  expect(await together(behind, adding('a'))).toEqual(['done'])
  arm()
  expect(await together(behind, adding('b'))).toEqual(['database_unreachable'])
  await leaves(['a', 'b'])
  expect(await together(behind, adding('c'), adding('d'))).toEqual(['done', 'done'])
  await leaves(['a', 'b', 'c', 'd'])
})

test('REC-13 a duplicate key fails its writer only', async () => {
  await together(store, adding('taken'))
  const atOnce = (tx: Tx) => insertWorkspace(tx, { ...workspaceOf('w'), slug: 'wsp_x' })
  expect(await together(store, adding('a'), adding('taken'), adding('b', atOnce), adding('c'))).toEqual([
    'done',
    '23505',
    '23505',
    'done',
  ])
  await leaves(['a', 'c', 'taken'])
})

const lockedIn = async (...statements: string[]) => {
  const other = new Client({ connectionString: url })
  await other.connect()
  ends.push(() => other.end())
  for (const statement of statements) await other.query(statement)
  return other
}
const lock = (id: string) => `select id from workspace where id = '${id}' for update`

test('REC-13 the victim of a deadlock runs again and writes once', async () => {
  await onDatabase(`alter database ${nameOf(url)} set deadlock_timeout = '50ms'`)
  await store.close()
  store = await openPostgres(url, { busyWait })
  // This session does not look for deadlocks, so the other one is the victim.
  const other = await lockedIn(`set deadlock_timeout = '1h'`, 'begin', lock('wsp_y'))
  let met = 0
  const meeting = async (tx: Tx) => {
    met += 1
    await lockWorkspace(tx, 'wsp_x')
    if (met === 1) {
      void other.query(lock('wsp_x')).then(() => other.query('commit'))
      const waiting = `select 1 from pg_stat_activity
        where datname = current_database() and wait_event_type = 'Lock'`
      await expect.poll(() => onDatabase(waiting)).toHaveLength(1)
    }
    await lockWorkspace(tx, 'wsp_y')
  }
  expect(await together(store, adding('a', meeting))).toEqual(['done'])
  expect(met).toBeGreaterThan(1)
  await leaves(['a'])
})

test('ERR-02 a writer that waits too long for its workspace fails, and others write', async () => {
  await lockedIn('begin', lock('wsp_x'))
  const waiting = store.write((tx) => membersOfWorkspace(tx, 'wsp_x'), 'wsp_x')
  expect(await together(store, adding('a'), adding('b'))).toEqual(['done', 'done'])
  await expect(waiting).rejects.toMatchObject({ storeCode: 'database_locked' })
  await leaves(['a', 'b'])
})

test.each(['at its statement', 'at the commit'])(
  'REC-13 a writer with a serialization failure %s runs again, and the others write once',
  async (when) => {
    const deferred = when === 'at the commit' ? 'deferrable initially deferred' : ''
    // A sequence is not rolled back.
    await onDatabase('create sequence met')
    await onDatabase(`create function meet() returns trigger language plpgsql as $$ begin
        if nextval('met') = 1 then raise 'met' using errcode = '40001'; end if; return null; end $$`)
    await onDatabase(`create constraint trigger meet after insert on person ${deferred}
      for each row execute function meet()`)
    const meeting = (tx: Tx) =>
      insertPerson(tx, {
        id: 'p',
        email: 'p@a.test',
        name: 'P',
        avatarUrl: null,
        passwordHash: null,
        createdAt: 1,
      })
    expect(await together(store, adding('a'), adding('b', meeting), adding('c'))).toEqual([
      'done',
      'done',
      'done',
    ])
    await leaves(['a', 'b', 'c'])
    expect(await store.read((tx) => personByEmail(tx, 'p@a.test'))).toMatchObject({ id: 'p' })
  },
)
