// PostgreSQL databases that are new, half-made or made by a newer program.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { Client } from 'pg'
import { expect, test } from 'vitest'
import { ownDatabases } from './databases-testing.ts'
import { addMigration } from '../migrate-testing.ts'
import { allApplied, asItIs, migrations } from '../migrate.ts'
import { openStore } from '../open.ts'
import { asAdministrator, nameOf } from './testing.ts'

const database = ownDatabases()

test('CLI-03 processes that start at once on a new database make it together', async () => {
  const url = await database('empty')
  const stores = await Promise.all([openStore(url), openStore(url), openStore(url)])
  const applied = stores.map((store) => store.applied).toSorted((a, b) => b.length - a.length)
  expect(applied[0]?.[0]).toBe('0001-start')
  expect(applied.slice(1)).toEqual([[], []])
  for (const store of stores) await store.close()
})

test('CLI-03 a migration whose process dies half-way has done nothing, and the next one does it all', async () => {
  const url = await database('empty')
  // A table of a later statement, half made by someone else: the migration waits for it with the first statements done.
  const other = new Client({ connectionString: url })
  await other.connect()
  await other.query('begin; create table webhook (id text)')
  const opener = `import { openStore } from ${JSON.stringify(new URL('../open.ts', import.meta.url).href)}
    await openStore(process.argv[1])`
  const child = spawn(process.execPath, ['--input-type=module', '--eval', opener, url], { stdio: 'ignore' })
  const waiting = `select 1 from pg_stat_activity where datname = '${nameOf(url)}' and wait_event_type = 'Lock'`
  await expect.poll(() => asAdministrator(waiting), { timeout: 20_000 }).toHaveLength(1)
  const ended = once(child, 'exit')
  child.kill('SIGKILL')
  await ended
  await other.query('rollback')
  await other.end()
  const tables = `select 1 from information_schema.tables where table_name in ('workspace', 'record')`
  await expect.poll(() => asAdministrator(tables, nameOf(url))).toHaveLength(0)
  const store = await openStore(url)
  expect(store.applied[0]).toBe('0001-start')
  await store.close()
})

test('CLI-03 a database of a newer program is refused', async () => {
  const url = await database()
  await asAdministrator(
    `insert into kysely_migration values ('9999-from-the-future', '2030-01-01')`,
    nameOf(url),
  )
  await expect(openStore(url)).rejects.toMatchObject({ storeCode: 'database_newer' })
})

test.each([
  ['another program', 'create table theirs (id text)'],
  [
    'another program with the same migrator',
    `create table kysely_migration (name text primary key, timestamp text not null);
     insert into kysely_migration values ('2020-theirs', '2020-01-01')`,
  ],
])('CLI-03 a database of %s is refused, and gets no tables', async (_what, made) => {
  const url = await database('empty')
  const tables = () =>
    asAdministrator(
      `select table_name from information_schema.tables where table_schema = 'public'`,
      nameOf(url),
    )
  await asAdministrator(made, nameOf(url))
  const before = await tables()
  for (const upTo of [undefined, asItIs, allApplied])
    await expect(openStore(url, { upTo })).rejects.toMatchObject({
      storeCode: 'database_foreign',
      message: expect.stringMatching(/another program\. [^.]+\.$/),
    })
  expect(await tables()).toEqual(before)
})

test('CLI-03 what applies no migration leaves a database that is empty or older as it is', async () => {
  const url = await database('empty')
  const tables = () =>
    asAdministrator(`select 1 from information_schema.tables where table_schema = 'public'`, nameOf(url))
  await expect(openStore(url, { upTo: asItIs })).rejects.toMatchObject({ storeCode: 'database_empty' })
  await expect(openStore(url, { upTo: allApplied })).rejects.toMatchObject({ storeCode: 'database_older' })
  expect(await tables()).toEqual([])
  await (await openStore(url)).close()
  const before = Object.keys(migrations).map((name) => ({ name }))
  const next = addMigration()
  await expect(openStore(url, { upTo: allApplied })).rejects.toMatchObject({ storeCode: 'database_older' })
  const names = () => asAdministrator(`select name from kysely_migration`, nameOf(url))
  expect(await names()).toEqual(before)
  await (await openStore(url)).close()
  expect(await names()).toEqual([...before, { name: next }])
})

test('GEN-07 text of every table is in the order of its bytes, whatever the database’s language', async () => {
  const others = await asAdministrator(
    `select table_name, column_name from information_schema.columns
     where table_schema = 'public' and data_type in ('text', 'character varying')
       and collation_name is distinct from 'C'`,
    nameOf(await database()),
  )
  expect(others).toEqual([])
})
