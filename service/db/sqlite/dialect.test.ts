import { DatabaseSync } from 'node:sqlite'
import { Kysely, sql } from 'kysely'
import { expect, test } from 'vitest'
import { migrate } from '../migrate.ts'
import type { Database } from '../schema.ts'
import { everyone, type SearchScope } from '../../search/lookup.store.ts'
import { createLru, sqliteDialect } from './dialect.ts'
import { findBestMatches } from '../../search/search.store.ts'
import { putSearchEntries } from '../../search/write-index.store.ts'
import { upcomingMeetings } from '../../meetings/meetings.store.ts'
import { browseRecords, lastChangedRecordIds } from '../../records/browse.store.ts'

test('LCH-07 REC-02 SQLite plans a statement once: neither limits nor patterns make it plan again', async () => {
  const database = new DatabaseSync(':memory:')
  let planned = 0
  // SQLite asks what a statement may do whenever it plans it.
  database.setAuthorizer(() => {
    planned += 1
    return 0
  })
  const db = new Kysely<Database>({ dialect: sqliteDialect(database) })
  await migrate(db, ':memory:')
  const tx = db
  for (const title of ['Northern Solutions', 'North Harbour'])
    await putSearchEntries(tx, 'w', [{ kind: 'record', ref: title, title, rankedAt: 1 }])
  const scopes: SearchScope[] = [{ kind: 'record', audience: everyone }]
  const ask = async () => [
    await findBestMatches(tx, 'w', 'no', scopes, 10),
    await findBestMatches(tx, 'w', 'north', scopes, 10),
    await findBestMatches(tx, 'w', 'no ha', scopes, 10),
    await findBestMatches(tx, 'w', 'nxrthexn', scopes, 10),
    await browseRecords(tx, 'w', 'o', { query: 'north', after: undefined, limit: 10 }),
    await lastChangedRecordIds(tx, 'w', 'p', 10),
    await upcomingMeetings(tx, 'w', 'p', 0, 10),
  ]
  const first = await ask()
  expect(first.slice(0, 4)).toMatchObject([
    [{}, {}],
    [{}, {}],
    [{ ref: 'North Harbour' }],
    [{ ref: 'Northern Solutions' }],
  ])
  planned = 0
  expect(await ask()).toEqual(first)
  expect(planned).toBe(0)
  database.close()
})

test('CLI-03 where SQLite rolls back by itself, as on a full disk, its error is told and not that of a second rollback', async () => {
  const database = new DatabaseSync(':memory:')
  database.exec(`create table t (id text);
    create trigger full before insert on t begin select raise(rollback, 'no space'); end`)
  const db = new Kysely<Database>({ dialect: sqliteDialect(database) })
  const transact = () => db.transaction().execute((tx) => sql`insert into t values ('a')`.execute(tx))
  await expect(transact()).rejects.toThrow('no space')
  database.exec('drop trigger full')
  await transact()
  expect(database.prepare('select * from t').all()).toHaveLength(1)
  database.close()
})

test('LCH-05 the cache drops its least recently used entry when it is full', () => {
  const lru = createLru<string, number>(2)
  lru.set('a', 1)
  lru.set('b', 2)
  expect(lru.get('a')).toBe(1)
  lru.set('c', 3)
  expect(['a', 'b', 'c'].map((key) => lru.get(key))).toEqual([1, undefined, 3])
  lru.set('a', 4)
  lru.set('d', 5)
  expect(['a', 'b', 'c', 'd'].map((key) => lru.get(key))).toEqual([4, undefined, undefined, 5])
})
