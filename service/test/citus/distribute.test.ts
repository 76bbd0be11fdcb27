// `svc distribute`, and what a service makes of a database that is distributed, or half so.
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { sql } from 'kysely'
import { afterAll, describe, expect, onTestFinished, test } from 'vitest'
import { svcJson, svcServe } from '../../cli/svc-testing.ts'
import { migrations } from '../../db/migrate.ts'
import { openStore } from '../../db/open.ts'
import { distributePostgres } from '../../db/postgres/distribute.ts'
import { createClient } from '../contract/client.ts'
import { nothingTold, prepare, writeTogether } from '../proof/writers.ts'
import {
  ask,
  clusterUrl,
  createClusterDatabase,
  createDistributedDatabase,
  dropClusterDatabase,
} from './cluster-testing.ts'

const quietly = { dryRun: false, onStep: () => {} }

describe.skipIf(clusterUrl === undefined)('on Citus', () => {
  const directory = mkdtempSync(join(tmpdir(), 'svc-citus-'))
  const databases: string[] = []
  const own = async (made: Promise<string>) => {
    const url = await made
    databases.push(url)
    return url
  }
  afterAll(async () => {
    for (const url of databases) await dropClusterDatabase(url)
    rmSync(directory, { recursive: true })
  })

  const placesOf = async (database: string) => {
    const rows = await ask<{ name: string; type: string }>(
      database,
      `select table_name::text as name, citus_table_type as type from citus_tables`,
    )
    return Object.fromEntries(rows.map(({ name, type }) => [name, type]))
  }

  /** Rows of a backup; header and end say when it was made. */
  const contentsOf = async (database: string, name: string, ...words: string[]) => {
    const file = join(directory, name)
    await svcJson('backup', file, '--database', database, ...words)
    return { file, rows: gunzipSync(readFileSync(file)).toString().split('\n').slice(1, -2).join('\n') }
  }

  test('SCL-02 CLI-03 a database with data is distributed, in steps that an interrupted run leaves to the next', async () => {
    const database = await own(createClusterDatabase())
    await svcJson('demo', '--database', database)
    const before = await contentsOf(database, 'before')
    const { statements } = await svcJson<{ statements: string[] }>(
      'distribute',
      '--dry-run',
      '--database',
      database,
    )
    expect(statements).toContain(
      `select create_distributed_table('record', 'workspace_id', colocate_with => 'workspace_lock')`,
    )
    expect(await placesOf(database)).toEqual({})
    const interrupted = distributePostgres(database, {
      dryRun: false,
      onStep: ({ place }) => {
        if (place === 20) throw new Error('stopped')
      },
    })
    await expect(interrupted).rejects.toThrow('stopped')
    await expect(openStore(database)).rejects.toMatchObject({
      storeCode: 'database_unsupported',
      message: expect.stringContaining('Run `svc distribute`.'),
    })
    const { tables } = await svcJson<{ tables: string[] }>('distribute', '--database', database)
    expect(tables).toContain('webhook')
    expect(tables).not.toContain('workspace')
    expect(await placesOf(database)).toMatchObject({
      workspace: 'local',
      record_id: 'local',
      record: 'distributed',
    })
    expect((await contentsOf(database, 'after')).rows).toBe(before.rows)
    expect(await svcJson('distribute', '--database', database)).toEqual({ tables: [] })
    const serving = await svcServe(database)
    expect((await createClient(serving.baseUrl).get('/readyz')).status).toBe(200)
    await serving.end('SIGTERM')
  }, 120_000)

  test('SCL-01 CLI-03 a backup of either kind is restored into a distributed database', async () => {
    const [from, to] = [await own(createDistributedDatabase()), await own(createDistributedDatabase())]
    const [token] = await prepare(from, 1)
    const serving = await svcServe(from)
    const told = nothingTold()
    let isOver = false
    const writing = writeTogether(serving.baseUrl, [token ?? ''], told, () => isOver)
    await expect.poll(() => told.done, { timeout: 60_000 }).toBeGreaterThan(20)
    const { file, rows } = await contentsOf(from, 'consistent', '--consistent')
    isOver = true
    await writing
    await serving.end('SIGTERM')
    expect(told).toMatchObject({ odd: [], refused: 0 })
    await svcJson('restore', file, '--database', to)
    expect((await contentsOf(to, 'restored')).rows).toBe(rows)
    expect(await ask(to, `select id from record where id not in (select id from record_id)`)).toEqual([])
  }, 120_000)

  test('SCL-02 CLI-03 a database that a service has open is not distributed', async () => {
    const database = await own(createClusterDatabase())
    const serving = await svcServe(database)
    await expect(distributePostgres(database, quietly)).rejects.toMatchObject({
      storeCode: 'database_served',
    })
    await serving.end('SIGTERM')
    expect(await placesOf(database)).toEqual({})
  }, 60_000)

  test('SCL-02 CLI-03 a layout in which the locks of writers do not hold is refused', async () => {
    const database = await own(createDistributedDatabase())
    await ask(
      database,
      `select undistribute_table('workspace')`,
      `select create_reference_table('workspace')`,
    )
    const refused = { storeCode: 'database_unsupported' }
    await expect(openStore(database)).rejects.toMatchObject(refused)
    await expect(distributePostgres(database, quietly)).rejects.toMatchObject({
      ...refused,
      message: expect.stringContaining(`undistribute_table('workspace')`),
    })
  }, 60_000)

  test('SCL-02 CLI-03 a migration of a distributed database places the tables that it makes', async () => {
    const database = await own(createDistributedDatabase())
    migrations['9998-next'] = {
      up: async (db) => {
        await sql`drop table record_view`.execute(db)
        await sql`create table record_view (workspace_id text not null, person_id text not null,
          record_id text not null, viewed_at bigint not null, primary key (workspace_id, person_id, record_id))`.execute(
          db,
        )
        await sql`alter table record add column weight bigint`.execute(db)
      },
    }
    onTestFinished(() => void delete migrations['9998-next'])
    const store = await openStore(database)
    expect(store.applied).toEqual(['9998-next'])
    await store.close()
    expect(await placesOf(database)).toMatchObject({ record_view: 'distributed' })
  }, 60_000)
})
