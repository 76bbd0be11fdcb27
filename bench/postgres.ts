// A PostgreSQL for benchmarks: the one of the tests, with every commit on disk.
import { Client } from 'pg'
import { startTestPostgres } from '../service/db/postgres/testing.ts'

/** As a server for users has them: on disk at each commit, in memory what is asked again and again. */
const settings = [
  'fsync = on',
  'full_page_writes = on',
  "shared_buffers = '256MB'",
  "autovacuum_naptime = '1min'",
]

export type BenchPostgres = { url: (database: string) => string; stop: () => Promise<void> }

/** @param databases to create */
export const startDurablePostgres = async (...databases: string[]): Promise<BenchPostgres> => {
  const server = await startTestPostgres()
  const client = new Client({ connectionString: server.url('postgres') })
  await client.connect()
  for (const setting of settings) await client.query(`alter system set ${setting}`)
  for (const database of databases) await client.query(`create database ${database}`)
  await client.end()
  // Memory is shared out at the start only.
  await server.kill()
  await server.restart()
  return server
}

/**
 * What a server does by itself in the minutes after many rows have come: until then it plans as if there were none, and
 * tidies up beside what is measured.
 */
export const settle = async (databaseUrl: string): Promise<void> => {
  const client = new Client({ connectionString: databaseUrl })
  await client.connect()
  await client.query('vacuum (analyze)')
  await client.end()
}
