// Where Citus runs the statements of one request of every operation: each must go to the one worker that has the workspace, or
// stay on the coordinator.
import { Client } from 'pg'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { sampleOf } from '../proof/samples.ts'
import { startStage, type Stage } from '../proof/stage.ts'
import { clusterUrl, createDistributedDatabase, dropClusterDatabase } from './cluster-testing.ts'

/** The worker of webhooks looks over all workspaces, once for all of them. */
const overAll = [/from webhook where status/]

type Sent = { text: string; values: unknown[] }

const asStatement = (statement: unknown): Sent | undefined =>
  typeof statement === 'object' && statement !== null && 'text' in statement
    ? {
        text: String(statement.text),
        values: 'values' in statement ? ((statement.values as unknown[]) ?? []) : [],
      }
    : undefined

describe.skipIf(clusterUrl === undefined)('on Citus', () => {
  let database: string
  let stage: Stage
  let client: Client
  beforeAll(async () => {
    database = await createDistributedDatabase()
    stage = await startStage(database)
    client = new Client({ connectionString: database })
    await client.connect()
  })
  afterAll(async () => {
    await client.end()
    await stage.close()
    await dropClusterDatabase(database)
  })

  const planOf = async ({ text, values }: Sent): Promise<string> => {
    const { rows } = await client.query<{ 'QUERY PLAN': string }>(`explain (costs off) ${text}`, values)
    return rows.map((row) => row['QUERY PLAN']).join('\n')
  }

  test('SCL-03 every statement of every operation goes to one worker or stays on the coordinator', async () => {
    const query = vi.spyOn(Client.prototype, 'query')
    for (const [index, operation] of stage.operations.entries()) {
      const sample = await sampleOf(operation, stage.here)
      const key = operation.method === 'POST' ? { 'idempotency-key': `${index}` } : undefined
      await stage.ask(operation, sample, undefined, key)
    }
    const calls = query.mock.calls.map(([statement]: unknown[]) => asStatement(statement))
    query.mockRestore()
    const sent = new Map(calls.flatMap((each) => (each ? [[each.text, each]] : [])))
    const explained = [...sent.values()].filter(({ text }) =>
      /^\s*(select|insert|update|delete|with)\b/i.test(text),
    )
    expect(explained.length).toBeGreaterThan(50)
    const wide: string[] = []
    let routed = 0
    for (const statement of explained) {
      const plan = await planOf(statement)
      if (/Task Count: 1$/m.test(plan)) routed += 1
      if (/Task Count: (?!1$)|Distributed Subplan|INSERT \.\.\. SELECT/m.test(plan)) wide.push(statement.text)
    }
    expect(routed).toBeGreaterThan(50)
    expect(wide.filter((text) => !overAll.some((each) => each.test(text)))).toEqual([])
  })
})
