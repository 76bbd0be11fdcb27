// Tables on Citus, as far as a server without it can tell; service/test/citus runs on a cluster.
import { expect, test } from 'vitest'
import { expectFailure } from '../../cli/refusal-testing.ts'
import { ownDatabases } from './databases-testing.ts'
import { isDistributed, lockTable, placements, placingLeft, type Layout } from './placement.ts'
import { asAdministrator, nameOf } from './testing.ts'

const database = ownDatabases()

test('SCL-02 every table of the schema has a place on Citus, and what goes by workspace has its column in a key', async () => {
  const columns = (await asAdministrator(
    `select c.relname as name, bool_or(a.attname = 'workspace_id' and i.indisprimary) as keyed
      from pg_class c join pg_index i on i.indrelid = c.oid
      join pg_attribute a on a.attrelid = c.oid and a.attnum = any(i.indkey)
      where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' group by 1 order by 1`,
    nameOf(await database()),
  )) as { name: string; keyed: boolean }[]
  const own = /^(kysely_migration(_lock)?|migration_lock)$/
  const tables = columns.filter(({ name }) => !own.test(name))
  expect(tables.map(({ name }) => name)).toEqual(Object.keys(placements).toSorted())
  const keyless = tables.filter(
    ({ name, keyed }) => placements[name as keyof typeof placements] === 'workspace' && !keyed,
  )
  expect(keyless).toEqual([])
})

const everywhere: Layout = new Map([...Object.entries(placements), [lockTable, 'workspace']])

test('SCL-02 a layout is that of one server or that of the map, and nothing between', () => {
  const nowhere: Layout = new Map(Object.keys(placements).map((table) => [table, 'unknown']))
  expect(isDistributed(undefined, 'x')).toBe(false)
  expect(isDistributed(nowhere, 'x')).toBe(false)
  expect(isDistributed(everywhere, 'x')).toBe(true)
  const { lock, ...wrong } = {
    lock: new Map([...everywhere].filter(([table]) => table !== lockTable)),
    half: new Map([...everywhere, ['record', 'unknown'] as const]),
    reference: new Map([...everywhere, ['workspace', 'reference'] as const]),
    apart: new Map([...everywhere, ['task', 'workspace, elsewhere'] as const]),
  }
  for (const layout of [lock, ...Object.values(wrong)])
    expect(() => isDistributed(layout, 'x')).toThrow(
      /^The table \w+ of x is not where .* Run `svc distribute`\.$/,
    )
  expect(placingLeft(wrong.half).map(([table]) => table)).toEqual(['record'])
  expect(placingLeft(lock).map(([table]) => table)).toEqual([lockTable])
  for (const layout of [wrong.reference, wrong.apart])
    expect(() => placingLeft(layout)).toThrow(/undistribute_table/)
})

test('SCL-02 CLI-03 a server without Citus is not distributed', async () => {
  const url = await database()
  await expectFailure(['distribute', '--database', url], 'database_unsupported', /not a coordinator of Citus/)
  await expectFailure(['distribute', '--database', 'memory:'], 'database_unsupported', /on Citus/)
})
