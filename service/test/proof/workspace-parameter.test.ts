// The statements that PostgreSQL receives for one request of every operation. A distributed engine finds the shard of a
// statement by its workspace, so that must be a parameter.
import { Client } from 'pg'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { asAdministrator, createTestDatabase, dropTestDatabase, nameOf } from '../../db/postgres/testing.ts'
import { sampleOf } from './samples.ts'
import { startStage, type Stage } from './stage.ts'

/** Authentication runs before a workspace is known; workers of webhooks, calendars, imports, texts and due tasks look over all of them. */
const overAll = [
  /from access_key/,
  /join oauth_grant/,
  /from webhook where status/,
  /from "calendar" where "next_read_at"/,
  /from import\s+where state/,
  /select workspace_id from search_text_due/,
  /select distinct workspace_id from task/,
]

let database: string
let stage: Stage
let tables: string[]
beforeAll(async () => {
  database = await createTestDatabase()
  stage = await startStage(database)
  const columns = await asAdministrator(
    `select table_name as name from information_schema.columns
      where table_schema = 'public' and column_name = 'workspace_id'`,
    nameOf(database),
  )
  tables = (columns as { name: string }[]).map(({ name }) => name)
})
afterAll(async () => {
  await stage.close()
  await dropTestDatabase(database)
})

const tablesIn = (text: string): string[] =>
  [...text.matchAll(/\b(?:from|join|update)\s+"?(\w+)"?/g)]
    .map(([, name]) => name ?? '')
    .filter((name) => tables.includes(name))

test('SCL-03 every statement of every operation names its workspace as a parameter', async () => {
  const query = vi.spyOn(Client.prototype, 'query')
  for (const [index, operation] of stage.operations.entries()) {
    const sample = await sampleOf(operation, stage.here)
    const key = operation.method === 'POST' ? { 'idempotency-key': `${index}` } : undefined
    await stage.ask(operation, sample, undefined, key)
  }
  const sent = query.mock.calls.map(([statement]: unknown[]) =>
    typeof statement === 'object' && statement !== null && 'text' in statement ? String(statement.text) : '',
  )
  query.mockRestore()
  const asking = [...new Set(sent)].filter((text) => tablesIn(text).length > 0)
  expect(asking.length).toBeGreaterThan(50)
  const nameless = asking.filter((text) => !/workspace_id"?\s*=\s*\$\d/.test(text))
  expect(nameless.filter((text) => !overAll.some((each) => each.test(text)))).toEqual([])
})
