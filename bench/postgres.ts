// A PostgreSQL for benchmarks: the one of the tests, with every commit on disk.
import { readdirSync, readFileSync } from 'node:fs'
import { Client } from 'pg'
import { startTestPostgres } from '../service/db/postgres/testing.ts'

/** As a server for users has them: on disk at each commit, in memory what is asked again and again. */
const settings = ['fsync = on', 'full_page_writes = on', "shared_buffers = '256MB'", "autovacuum = 'on'"]

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

const ask = async <Row extends object>(databaseUrl: string, statement: string): Promise<Row[]> => {
  // Citus hides its shards in the catalog otherwise.
  const client = new Client({
    connectionString: databaseUrl,
    options: '-c citus.override_table_visibility=off',
  })
  await client.connect()
  const { rows } = await client.query<Row>(statement)
  await client.end()
  return rows
}

/** After `settle`, which counts the rows. The shards of Citus are tables of their own. */
const sizes = `select sum(greatest(reltuples, 0)) as rows, sum(pg_table_size(oid)) as table_bytes,
  sum(pg_indexes_size(oid)) as index_bytes
  from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace`

/** Rows and bytes of a database, over all servers that have a part of it. */
export const sizeOf = async (databaseUrls: readonly string[]) => {
  const size = { rows: 0, tableBytes: 0, indexBytes: 0 }
  for (const url of databaseUrls)
    for (const row of await ask<{ rows: string; table_bytes: string; index_bytes: string }>(url, sizes)) {
      size.rows += Number(row.rows)
      size.tableBytes += Number(row.table_bytes)
      size.indexBytes += Number(row.index_bytes)
    }
  return size
}

/** Processor time that a server of this machine and its processes have used since it started, in milliseconds. */
export const processorMs = async (databaseUrl: string): Promise<number> => {
  const [row] = await ask<{ pid: number }>(
    databaseUrl,
    `select split_part(pg_read_file('postmaster.pid'), E'\\n', 1)::int as pid`,
  )
  let ticks = 0
  for (const pid of readdirSync('/proc').filter((name) => /^\d+$/.test(name))) {
    let stat
    try {
      stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    } catch {
      // It ended meanwhile.
      continue
    }
    // After the name, which may hold spaces: state, parent and, from the twelfth on, own times and those of ended children.
    const words = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    const times = words.slice(11, 15).map(Number)
    const isServer = Number(pid) === row?.pid
    if (isServer || Number(words[1]) === row?.pid)
      for (const [place, time] of times.entries()) if (isServer || place < 2) ticks += time
  }
  // Linux counts in hundredths of a second.
  return 10 * ticks
}
