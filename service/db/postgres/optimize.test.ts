// What is done after many rows have come, so that nobody has to wait until the server does it by itself.
import { expect, onTestFinished, test } from 'vitest'
import { ownDatabases } from './databases-testing.ts'
import { openStore } from '../open.ts'
import { asAdministrator, nameOf } from './testing.ts'

const database = ownDatabases()

/** What the planner believes: -1 where nobody has counted. The server counts nothing so small by itself. */
const believed = async (url: string): Promise<unknown[]> => {
  const rows = await asAdministrator(
    `select reltuples from pg_class where relname = 'workspace'`,
    nameOf(url),
  )
  return rows.map((row) => Object.values(row as object)[0] as unknown)
}
const workspace = {
  id: 'wsp_1',
  slug: 'one',
  name: 'One',
  plan: 'pro',
  memberLimit: null,
  createdAt: 1,
} as const

test('CLI-03 after many rows the server plans with them, and after few it is left alone', async () => {
  const url = await database()
  const store = await openStore(url)
  await store.write((tx) => tx.workspaces.create(workspace))
  await store.optimize?.(9_999)
  expect(await believed(url)).toEqual([-1])
  await store.optimize?.(10_000)
  expect(await believed(url)).toEqual([1])
  await store.close()
})

test('CLI-03 a user who may only read and write brings rows in all the same', async () => {
  const url = await database()
  const role = `writer_${nameOf(url)}`
  await asAdministrator(`create role ${role} login`)
  onTestFinished(async () => {
    await asAdministrator(`drop owned by ${role}`, nameOf(url))
    await asAdministrator(`drop role ${role}`)
  })
  await asAdministrator(
    `grant select, insert, update, delete on all tables in schema public to ${role}`,
    nameOf(url),
  )
  const store = await openStore(Object.assign(new URL(url), { username: role }).href)
  await store.write((tx) => tx.workspaces.create(workspace))
  await store.optimize?.(10_000)
  expect(await believed(url)).toEqual([-1])
  await store.close()
})
