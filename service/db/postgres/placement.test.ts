// Tables on Citus, as far as a server without it can tell; service/test/citus runs on a cluster.
import { expect, test } from 'vitest'
import { expectFailure } from '../../cli/refusal-testing.ts'
import { ownDatabases } from './databases-testing.ts'
import { isDistributed, lockTable, placements, placingLeft, type Layout } from './placement.ts'
import { refuseIsolation } from './session.ts'
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

/** A server that gives isolation of its own. @param own the function by which YugabyteDB says so */
const giving = (isolation: Readonly<Record<string, string>>, own: boolean) => {
  let asked = ''
  const query = async (text: string) => {
    asked = /isolation level (.*)/.exec(text)?.[1] ?? asked
    const given = isolation[asked] ?? asked
    if (text.includes('pg_proc')) return { rows: own ? [{}] : [] }
    if (text.startsWith('show')) return { rows: [{ transaction_isolation: own ? asked : given }] }
    return { rows: text.includes('yb_get_effective') ? [{ transaction_isolation: given }] : [] }
  }
  return { query } as unknown as Parameters<typeof refuseIsolation>[0]
}

test.each([
  ['what was asked', {}, false, true],
  ['a stricter snapshot to who reads', { 'repeatable read': 'serializable' }, false, true],
  ['a snapshot to who writes', { 'read committed': 'repeatable read' }, false, false],
  ['a snapshot to who writes, and says otherwise', { 'read committed': 'repeatable read' }, true, false],
  ['no snapshot to who reads', { 'repeatable read': 'read committed' }, true, false],
])('GEN-07 an engine that gives %s is served or refused', async (_what, isolation, own, isServed) => {
  const asking = refuseIsolation(giving(isolation as Record<string, string>, own), 'x')
  await (isServed
    ? expect(asking).resolves.toBeUndefined()
    : expect(asking).rejects.toThrow(/^The server of x gives transactions .*\.$/))
})
