// A database of either engine for one proof, gone afterwards.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createTestDatabase, dropTestDatabase } from '../../db/postgres/testing.ts'

export const engines = ['sqlite', 'postgres'] as const
export type Engine = (typeof engines)[number]

/** Runs a proof on an empty database: a file, or one of the test run's PostgreSQL. */
export async function onEngine<T>(engine: Engine, prove: (database: string) => Promise<T>): Promise<T> {
  const directory = mkdtempSync(join(tmpdir(), 'svc-proof-'))
  const url = engine === 'postgres' ? await createTestDatabase() : `file:${join(directory, 'svc.db')}`
  try {
    return await prove(url)
  } finally {
    if (engine === 'postgres') await dropTestDatabase(url)
    rmSync(directory, { recursive: true })
  }
}
