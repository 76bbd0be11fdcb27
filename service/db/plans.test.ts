// Hot statements must stay on their indexes: a scan of a big table stops the whole service, because SQLite's calls
// are synchronous.
import { DatabaseSync } from 'node:sqlite'
import { Kysely } from 'kysely'
import { expect, test } from 'vitest'
import { migrate } from './migrate.ts'
import type { Database } from './schema.ts'
import { sqliteDialect } from './sqlite/dialect.ts'
import type { Tx } from './store.ts'
import { changesFrom, newestPosition } from '../changes/changes.store.ts'
import { findKeysByHashes } from '../access/keys.store.ts'
import { findMembership } from '../access/members.store.ts'
import {
  getRecord,
  recordsByCreation,
  recordsAmong,
  someRecordIds,
  walkRecords,
  recentlyViewedRecords,
  markRecordViewed,
} from '../records/records.store.ts'
import { recordIdsInRange, walkRecordField } from '../records/query/record-fields.store.ts'
import { objectBySlug, fieldsOfObject } from '../objects/objects.store.ts'

/** SQLite's query plan for each statement that `run` issues. */
async function plansOf(run: (tx: Tx) => Promise<unknown>): Promise<string[]> {
  const database = new DatabaseSync(':memory:')
  await migrate(new Kysely<Database>({ dialect: sqliteDialect(database) }), 'memory')
  const texts: string[] = []
  const recording = new Proxy(database, {
    get(target, name) {
      if (name === 'prepare') {
        return (text: string) => {
          texts.push(text)
          return target.prepare(text)
        }
      }
      const value: unknown = Reflect.get(target, name)
      return typeof value === 'function' ? value.bind(target) : value
    },
  })
  await run(new Kysely<Database>({ dialect: sqliteDialect(recording) }))
  const plans = texts.flatMap((text) =>
    database
      .prepare(`explain query plan ${text}`)
      .all()
      .map((row) => String(row['detail'])),
  )
  database.close()
  return plans
}

const after = [1, 'id'] as const
const hot: [string, (tx: Tx) => Promise<unknown>][] = [
  ['finding a key', (tx) => findKeysByHashes(tx, ['hash'], 1)],
  ['a membership', (tx) => findMembership(tx, 'w', 'p')],
  ['changes after a cursor', (tx) => changesFrom(tx, 'w', 1, 101)],
  ['the newest change', (tx) => newestPosition(tx, 'w')],
  ['one record', (tx) => getRecord(tx, 'w', 'r')],
  ['the newest records', (tx) => recordsByCreation(tx, 'w', { archived: 'included', limit: 26 })],
  ['a later page of records', (tx) => recordsByCreation(tx, 'w', { archived: 'left out', after, limit: 26 })],
  [
    'an object’s records',
    (tx) => recordsByCreation(tx, 'w', { objectId: 'o', archived: 'left out', after, limit: 26 }),
  ],
  ['records by their ids', (tx) => recordsAmong(tx, 'w', ['r'])],
  ['a few records of an object', (tx) => someRecordIds(tx, 'w', 'o', 1001)],
  ['the records under a key', (tx) => recordIdsInRange(tx, 'w', { fieldId: 'f', from: 'a', to: 'b' }, 1001)],
  ...(['asc', 'desc'] as const).flatMap((direction): [string, (tx: Tx) => Promise<unknown>][] => [
    [
      `a field’s records, ${direction}`,
      (tx) => walkRecordField(tx, 'w', 'f', direction, { key: 'k', createdAt: 1, id: 'r' }, 100),
    ],
    ...(['included', 'left out'] as const).map((archived): [string, (tx: Tx) => Promise<unknown>] => [
      `a walk with archived records ${archived}, ${direction}`,
      (tx) =>
        walkRecords(tx, 'w', 'o', { archived, direction, after: { createdAt: 1, id: 'r' }, limit: 100 }),
    ]),
  ]),
  ['recently viewed records', (tx) => recentlyViewedRecords(tx, 'w', 'p', 10)],
  ['what is forgotten of viewed records', (tx) => markRecordViewed(tx, 'w', 'p', 'r', 1)],
  ['an object by slug', (tx) => objectBySlug(tx, 'w', 's')],
  ['an object’s fields', (tx) => fieldsOfObject(tx, 'w', 'o')],
]

test.each(hot)('GEN-07 %s is read from an index, in its order', async (_name, run) => {
  const plans = await plansOf(run)
  expect(plans.length).toBeGreaterThan(0)
  for (const plan of plans) expect(plan).not.toMatch(/SCAN|USE TEMP B-TREE|AUTOMATIC/)
})

const listed = { after, limit: 26 } as const
const everything = { archived: 'included', ...listed } as const
const activeOnly = { archived: 'left out', ...listed } as const

test.each<[string, Parameters<typeof recordsByCreation>[2], string[]]>([
  ['active records', activeOnly, ['record_active']],
  ['active records of an object', { ...activeOnly, objectId: 'o' }, ['record_active_of_object']],
  ['all records', everything, ['record_active', 'record_archived']],
  [
    'all records of an object',
    { ...everything, objectId: 'o' },
    ['record_active_of_object', 'record_archived_of_object'],
  ],
])('REC-02 a list of %s reads past none of the others', async (_what, options, indexes) => {
  const plans = await plansOf((tx) => recordsByCreation(tx, 'w', options))
  expect(plans.map((plan) => / INDEX (\w+) /.exec(plan)?.[1])).toEqual(indexes)
})
