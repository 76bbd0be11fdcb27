import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { expectFailure } from '../../cli/refusal-testing.ts'
import { allApplied } from '../migrate.ts'
import { openStore } from '../open.ts'
import { ownDatabases } from './databases-testing.ts'
import { asAdministrator, nameOf } from './testing.ts'
import { tablesOfDatabase } from '../tables.ts'

const database = ownDatabases()

const tablesAt = async (url: string) => {
  const store = await openStore(url, { upTo: allApplied })
  const tables = await store.read((tx) => tablesOfDatabase(tx))
  await store.close()
  return tables
}

test('CLI-03 a user who may only read finds the tables for a backup, with their columns and keys', async () => {
  const url = await database()
  const reader = `${nameOf(url)}_reader`
  await asAdministrator(
    `create role ${reader} login; grant select on all tables in schema public to ${reader}`,
    nameOf(url),
  )
  const tables = await tablesAt(url)
  expect(tables.length).toBeGreaterThan(20)
  expect(tables.filter(({ key }) => key.length === 0)).toEqual([])
  expect(await tablesAt(Object.assign(new URL(url), { username: reader }).href)).toEqual(tables)
})

test('CLI-03 a user who may not read every table is told so, and gets no backup of the rest', async () => {
  const url = await database()
  const reader = `${nameOf(url)}_reader`
  await asAdministrator(
    `create role ${reader} login; grant select on kysely_migration, workspace to ${reader}`,
    nameOf(url),
  )
  const read = Object.assign(new URL(url), { username: reader }).href
  await expectFailure(
    ['backup', join(tmpdir(), `${reader}.backup`), '--database', read],
    'database_refused',
    /permission denied for table \w+\. Grant/,
  )
})
