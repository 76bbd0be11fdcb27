// Places of tables on Citus (https://docs.citusdata.com), and whether a database is laid out so. `svc distribute` and
// migrations place the tables; a service refuses a layout in which two writers of a workspace would not wait for one another.
import type { ClientBase } from 'pg'
import type { Database } from '../schema.ts'
import { storeError } from '../../base/store-error.ts'

/**
 * On the coordinator, with the rows of the same workspace on one worker, or on the coordinator and unknown to Citus. Citus makes
 * a transaction atomic over the tables that it knows; one that it does not know is written by single statements alone.
 */
export type Placement = 'coordinator' | 'workspace' | 'unknown'

/** Decision 017 gives the reasons. */
export const placements = {
  workspace: 'coordinator',
  person: 'coordinator',
  member: 'coordinator',
  access_key: 'coordinator',
  account_link: 'coordinator',
  calendar_feed: 'coordinator',
  oauth_payload: 'coordinator',
  oauth_grant: 'coordinator',
  oauth_secret: 'coordinator',
  sign_in_code: 'coordinator',
  counter: 'unknown',
  health_check: 'coordinator',
  record_id: 'coordinator',
  object_type: 'workspace',
  field: 'workspace',
  record: 'workspace',
  record_field: 'workspace',
  record_comment: 'workspace',
  record_view: 'workspace',
  task_status: 'workspace',
  task: 'workspace',
  task_assignee: 'workspace',
  task_record: 'workspace',
  task_meeting: 'workspace',
  task_comment: 'workspace',
  section: 'workspace',
  meeting: 'workspace',
  meeting_attendee: 'workspace',
  meeting_record: 'workspace',
  calendar: 'workspace',
  calendar_meeting: 'workspace',
  member_address: 'workspace',
  notification: 'workspace',
  due_sweep: 'workspace',
  import: 'workspace',
  import_file: 'workspace',
  import_batch: 'workspace',
  search_word: 'workspace',
  search_title: 'workspace',
  search_vocabulary: 'workspace',
  search_text_due: 'workspace',
  search_text_part: 'workspace',
  search_text: 'workspace',
  search_text_word: 'workspace',
  webhook: 'workspace',
  webhook_event: 'workspace',
  webhook_delivery: 'workspace',
  project: 'workspace',
  environment: 'workspace',
  environment_variable: 'workspace',
  change: 'workspace',
  idempotency: 'workspace',
} as const satisfies Record<keyof Database, Placement>

/**
 * Holds a row for each workspace that was written in, on the worker that has the workspace. A lock of a row on the coordinator
 * can be taken again before the worker has committed: Citus commits prepared transactions after its own.
 */
export const lockTable = 'workspace_lock'

const created = `create table if not exists ${lockTable} (workspace_id text collate "C" primary key, held bigint)`
/** Locks the row of a workspace whose tables are on this server. */
export const lockWorkspaceRow = 'select 1 from workspace where id = $1 for update'

/** Locks the row, which is made where it is missing, and never changes it. */
export const lockRow = `insert into ${lockTable} (workspace_id) values ($1)
  on conflict (workspace_id) do update set held = null where false`

/** To each worker, for the rest of a transaction: several would each have a snapshot of their own. */
export const oneConnection = 'set local citus.max_adaptive_executor_pool_size = 1'
/** Waits for the writers that have the lock of their workspace, also for those whose transaction is prepared. */
export const pauseWriters = `lock table ${lockTable} in share mode`

/** A table in the catalog of Citus. */
type Found = Placement | 'workspace, elsewhere' | 'reference' | 'other'
export type Layout = ReadonlyMap<string, Found>

const isCitus = `select 1 from pg_catalog.pg_extension where extname = 'citus'`
const tables = `
  select c.relname as name, p.partmethod as method, p.repmodel as model, p.colocationid as together,
    case when p.partkey is not null then column_to_column_name(p.logicalrelid, p.partkey) end as key
  from pg_catalog.pg_class as c
  join pg_catalog.pg_namespace as n on n.oid = c.relnamespace
  left join pg_catalog.pg_dist_partition as p on p.logicalrelid = c.oid
  where n.nspname = current_schema() and c.relkind in ('r', 'p')`
type Row = { name: string; method: string | null; model: string; together: number; key: string | null }

const foundOf = ({ method, model, together, key }: Row, lock: Row | undefined): Found => {
  if (method === null) return 'unknown'
  if (method === 'n') return model === 't' ? 'reference' : 'coordinator'
  if (method !== 'h' || key !== 'workspace_id') return 'other'
  return together === lock?.together ? 'workspace' : 'workspace, elsewhere'
}

/** @returns where the tables that have a place are; undefined unless the server has Citus */
export async function readLayout(client: ClientBase): Promise<Layout | undefined> {
  // Engines that only speak PostgreSQL's protocol need not have this catalog.
  const citus = await client.query(isCitus).catch(() => undefined)
  if (!citus?.rows.length) return undefined
  const { rows } = await client.query<Row>(tables)
  const lock = rows.find(({ name }) => name === lockTable)
  const ours = rows.filter(({ name }) => name === lockTable || name in placements)
  return new Map(ours.map((row) => [row.name, foundOf(row, lock)]))
}

const wantedOf = (name: string): Placement =>
  name === lockTable ? 'workspace' : placements[name as keyof Database]

/**
 * Whether the tables are distributed, all of them; none of them is as good.
 * @throws StoreError `database_unsupported` for a layout in which writers would not wait for one another
 */
export function isDistributed(layout: Layout | undefined, name: string): boolean {
  const all = [...(layout ?? [])]
  if (all.every(([, found]) => found === 'unknown')) return false
  const wrong = all.find(([table, found]) => found !== wantedOf(table))
  if (!wrong && layout?.has(lockTable)) return true
  throw storeError(
    'database_unsupported',
    `The table ${wrong?.[0] ?? lockTable} of ${name} is not where \`svc distribute\` puts it, so writers of a workspace would not wait for one another. Run \`svc distribute\`.`,
  )
}

/** The statements that put a table in its place. */
const placing = (table: string): string[] => {
  if (wantedOf(table) === 'coordinator') return [`select citus_add_local_table_to_metadata('${table}')`]
  const together = table === lockTable ? 'none' : lockTable
  return [
    `select create_distributed_table('${table}', 'workspace_id', colocate_with => '${together}')`,
    // Its rows are on the workers, and still where they were.
    `select truncate_local_data_after_distributing_table('${table}')`,
  ]
}

/**
 * The statements that put every table in its place which is not there yet, by table. The lock comes first.
 * @throws StoreError `database_unsupported` where a table has another place already
 */
export function placingLeft(layout: Layout): [table: string, statements: string[]][] {
  for (const [table, found] of layout)
    if (found !== 'unknown' && found !== wantedOf(table))
      throw storeError(
        'database_unsupported',
        `The table ${table} is distributed in another way. Run \`select undistribute_table('${table}')\` first.`,
      )
  const left = Object.keys(placements).filter(
    (table) => layout.get(table) === 'unknown' && wantedOf(table) !== 'unknown',
  )
  const found = layout.get(lockTable)
  return [
    ...(found === 'workspace' ? [] : [[lockTable, [created, ...placing(lockTable)]] as [string, string[]]]),
    ...left.map((table): [string, string[]] => [table, placing(table)]),
  ]
}

/** Begins a migration: one connection to each worker sees what its transaction has made. */
export const oneByOne = `set local citus.multi_shard_modify_mode = 'sequential'`

/** Places the tables that a migration has made, in its transaction. */
export async function placeNew(client: ClientBase): Promise<void> {
  const left = placingLeft((await readLayout(client)) ?? new Map())
  for (const statement of left.flatMap(([, each]) => each)) await client.query(statement)
}
