// A database of either engine for one proof, gone afterwards.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createTestDatabase, dropTestDatabase } from '../../db/postgres/testing.ts'

export const engines = ['sqlite', 'postgres'] as const
export type Engine = (typeof engines)[number]

/** Runs a proof on an empty database: a file, or one of the test run's PostgreSQL. */
export async function onEngine<T>(engine: Engine, prove: (database: string) => Promise<T>): Promise<T> {
  if (engine === 'postgres') {
    const url = await createTestDatabase()
    try {
      return await prove(url)
    } finally {
      await dropTestDatabase(url)
    }
  }
  const directory = mkdtempSync(join(tmpdir(), 'svc-long-'))
  try {
    return await prove(`file:${join(directory, 'svc.db')}`)
  } finally {
    rmSync(directory, { recursive: true })
  }
}
