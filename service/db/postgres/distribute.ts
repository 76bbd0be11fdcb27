// `svc distribute`: puts the tables of a database on the workers of Citus. Each table is a step of its own, so an interrupted
// run is continued by the next one.
import { Client } from 'pg'
import { Kysely } from 'kysely'
import { isMigrated } from '../migrate.ts'
import type { Database } from '../schema.ts'
import { storeError } from '../../base/store-error.ts'
import { postgresSettings } from './connection.ts'
import { postgresDialect } from './dialect.ts'
import { asStoreError } from './error.ts'
import { runAlone } from './migrate.ts'
import { placingLeft, readLayout } from './placement.ts'
import { withPlainTls } from './url.ts'

/** Milliseconds. */
const longestConnecting = 10_000
/** As long as a service waits for others. The setting of its sessions does not reach the workers. */
const longestWaiting = '10s'
/** Tells its connections from those of a service. */
const ownName = 'svc distribute'

const nodes = `select
  count(*) filter (where groupid = 0 and hasmetadata) as coordinators,
  count(*) filter (where groupid <> 0 and isactive and shouldhaveshards) as workers
  from pg_dist_node where noderole = 'primary'`
const serving = `select count(*) as count from pg_stat_activity
  where datname = current_database() and application_name = 'svc'`

const unsupported = (message: string) => storeError('database_unsupported', message)

type Input = {
  /** Asks and changes nothing. */
  dryRun: boolean
  /** Hears of each table before it is placed. */
  onStep: (step: { table: string; place: number; of: number }) => void
}

/**
 * @returns the steps that are left, by table
 * @throws StoreError where the server cannot distribute this database
 */
async function stepsLeft(client: Client, name: string): Promise<ReturnType<typeof placingLeft>> {
  const layout = await readLayout(client)
  if (!layout)
    throw unsupported(
      `The server of ${name} is not a coordinator of Citus, so nothing was changed. A database on one PostgreSQL server needs no distribution.`,
    )
  const [found] = (await client.query<{ coordinators: string; workers: string }>(nodes)).rows
  if (Number(found?.workers) === 0)
    throw unsupported(`The Citus of ${name} has no worker. Add one with \`select citus_add_node(…)\`.`)
  if (Number(found?.coordinators) === 0)
    throw unsupported(
      `The Citus of ${name} does not have the address of its coordinator. Run \`select citus_set_coordinator_host(…)\` first.`,
    )
  if (!(await isMigrated(new Kysely<Database>({ dialect: postgresDialect(client) }))))
    throw storeError(
      'database_older',
      `The database ${name} is older than this program. Run \`svc migrate\` first.`,
    )
  return placingLeft(layout)
}

/** A process that serves goes on with the lock of one server, so none may be there. */
async function refuseServed(client: Client, name: string): Promise<void> {
  const { rows } = await client.query<{ count: string }>(serving)
  if (Number(rows[0]?.count) > 0)
    throw storeError('database_served', `A service has the database ${name} open. Stop it first.`)
}

/**
 * Distributes a database by `placements`.
 * @returns the tables that were placed, and the statements that did it
 * @throws StoreError, and changes nothing, where the server is not a coordinator of Citus with workers
 */
export async function distributePostgres(
  given: string,
  { dryRun, onStep }: Input,
): Promise<{ tables: string[]; statements: string[] }> {
  const url = withPlainTls(given)
  const client = new Client({ ...postgresSettings(url, longestConnecting), application_name: ownName })
  // The statement that was waiting receives the failure.
  client.on('error', () => {})
  const name = client.database ?? ''
  const limit = `alter database ${client.escapeIdentifier(name)} set lock_timeout = '${longestWaiting}'`
  const place = async () => {
    await refuseServed(client, name)
    const steps = await stepsLeft(client, name)
    for (const [index, [table, statements]] of steps.entries()) {
      onStep({ table, place: index + 1, of: steps.length })
      for (const statement of statements) await client.query(statement)
    }
    await client.query(limit)
    return steps
  }
  try {
    await client.connect()
    await client.query('set lock_timeout = 0')
    const left = await stepsLeft(client, name)
    const steps = dryRun ? left : await runAlone(url, ownName, place)
    return {
      tables: steps.map(([table]) => table),
      statements: [...steps.flatMap(([, each]) => each), limit],
    }
  } catch (error) {
    throw asStoreError(error, name)
  } finally {
    await client.end()
  }
}
