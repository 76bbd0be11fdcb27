// A PostgreSQL for benchmarks: the one of the tests, with every commit on disk.
import { Client } from 'pg'
import { startTestPostgres } from '../service/store/postgres-testing.ts'

export type BenchPostgres = { url: (database: string) => string; stop: () => Promise<void> }

/** @param databases to create */
export const startDurablePostgres = async (...databases: string[]): Promise<BenchPostgres> => {
  const server = await startTestPostgres()
  const client = new Client({ connectionString: server.url('postgres') })
  await client.connect()
  for (const setting of ['fsync = on', 'full_page_writes = on', "shared_buffers = '256MB'"])
    await client.query(`alter system set ${setting}`)
  await client.query('select pg_reload_conf()')
  for (const database of databases) await client.query(`create database ${database}`)
  await client.end()
  return server
}
