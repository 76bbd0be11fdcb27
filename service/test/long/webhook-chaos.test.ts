import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { createTestDatabase, dropTestDatabase } from '../../db/postgres/testing.ts'
import { runChaos } from '../../webhooks/chaos-testing.ts'
import { seed } from './seed.ts'

const sqlite = () => {
  const folder = mkdtempSync(join(tmpdir(), 'svc-chaos-'))
  const drop = async () => rmSync(folder, { recursive: true })
  return Promise.resolve({ database: `file:${join(folder, 'chaos.db')}`, drop })
}
const postgres = async () => {
  const database = await createTestDatabase()
  return { database, drop: () => dropTestDatabase(database) }
}

test.each([
  ['SQLite', sqlite],
  ['PostgreSQL', postgres],
])(
  'WHK-04 on %s, twenty killed senders lose none of three hundred events',
  async (_name, create) => {
    const { database, drop } = await create()
    const outcome = await runChaos({ database, events: 300, kills: 20, seed: String(seed) })
    await drop()
    expect({ seed, ...outcome }).toMatchObject({
      accepted: outcome.stored,
      wrong: 0,
      statuses: ['delivered'],
    })
    expect(outcome.stored).toHaveLength(300)
  },
  600_000,
)
