// Counts that several processes share, where they change many at once.
import { Client } from 'pg'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createStatements } from './statements.ts'
import { asAdministrator, createTestDatabase, dropTestDatabase, nameOf } from './testing.ts'

let url: string
let statements: ReturnType<typeof createStatements>
beforeEach(async () => {
  url = await createTestDatabase()
  statements = createStatements(url, { busyWait: 10_000 })
})
afterEach(async () => {
  await statements.end()
  await dropTestDatabase(url)
})

const waiting = () =>
  asAdministrator(
    `select pid from pg_stat_activity where datname = '${nameOf(url)}' and wait_event_type = 'Lock'`,
  )

test('LIM-01 counts are changed in the order of their names, so that no two processes wait for one another', async () => {
  const names = ['d', 'c', 'b', 'a']
  const versions = new Map<string, number>()
  // One by one, so that they stand in the table the other way round.
  for (const name of names) {
    const next = { body: '', at: 1, expiresAt: 2 }
    versions.set(name, await statements.run(({ shared }) => shared.replace(name, 0, next)))
  }
  const holder = new Client({ connectionString: url })
  await holder.connect()
  await holder.query(`begin; select * from shared_state where name = 'a' for update`)
  const changes = names.map((name) => ({
    name,
    version: versions.get(name) ?? 0,
    body: 'x',
    at: 1,
    expiresAt: 2,
  }))
  const changed = statements.run(({ shared }) => shared.replaceMany(changes))
  await expect.poll(waiting).toHaveLength(1)
  const { rows: free } = await holder.query('select name from shared_state for update skip locked')
  await holder.query('commit')
  await holder.end()
  expect(free).toHaveLength(names.length)
  expect(await changed).toEqual(names.map((name) => (versions.get(name) ?? 0) + 1))
})

test('LIM-01 OAU-03 what has expired of the shared counts is deleted, what counts stays', async () => {
  const names = ['expired', 'expiring', 'counts']
  const left = await statements.run(async ({ shared }) => {
    for (const [index, name] of names.entries())
      await shared.replace(name, 0, { body: name, at: 1, expiresAt: 999 + index })
    await shared.purge(1000)
    return Promise.all(names.map((name) => shared.read(name)))
  })
  expect(left.map(({ body }) => body)).toEqual(['', '', 'counts'])
})
