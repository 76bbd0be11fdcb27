// A Citus cluster for tests, where SVC_CITUS_URL names a database of its coordinator with workers. Each test gets a database of
// its own on all nodes, as a copy of one that is distributed.
import { Client } from 'pg'
import { distributePostgres } from '../../db/postgres/distribute.ts'
import { openStore } from '../../db/open.ts'

/** Undefined where there is no cluster. */
export const clusterUrl = process.env['SVC_CITUS_URL']

/** A node, by the database that a test names. */
export type Node = { id: number; isCoordinator: boolean; url: (database: string) => string }

export async function ask<Row extends object>(url: string, ...statements: string[]): Promise<Row[]> {
  const client = new Client({ connectionString: url })
  client.on('error', () => {})
  await client.connect()
  try {
    let rows: Row[] = []
    for (const statement of statements) rows = (await client.query<Row>(statement)).rows
    return rows
  } finally {
    await client.end()
  }
}

type NodeRow = { id: number; group: number; host: string; port: number }
const nodeRows = `select nodeid as id, groupid as group, nodename as host, nodeport as port
  from pg_dist_node where noderole = 'primary' order by nodeid`

/** The nodes of the cluster, the coordinator first. */
export async function nodesOf(url: string): Promise<Node[]> {
  const rows = await ask<NodeRow>(url, nodeRows)
  return rows.map(({ id, group, host, port }) => ({
    id,
    isCoordinator: group === 0,
    url: (database) =>
      Object.assign(new URL(url), { hostname: host, port: `${port}`, pathname: `/${database}` }).href,
  }))
}

const given = (): string => {
  if (clusterUrl === undefined) throw new Error('SVC_CITUS_URL names no cluster.')
  return clusterUrl
}

/** Runs a statement on every node at once, in the database that is always there. */
const onEveryNode = async (statement: string): Promise<void> => {
  const nodes = await nodesOf(given())
  await Promise.all(nodes.map((node) => ask(node.url('postgres'), statement)))
}

const quoted = (text: string): string => `'${text.replaceAll("'", "''")}'`

/**
 * Kills a node's server, as a crash does, and starts it again. The servers of the cluster are on this machine.
 * @param seconds that it is away
 */
export async function killNode(node: Node, seconds: number): Promise<void> {
  const [server] = await ask<{ folder: string; binaries: string }>(
    node.url('postgres'),
    `select current_setting('data_directory') as folder, setting as binaries from pg_config where name = 'BINDIR'`,
  )
  if (!server) throw new Error('A server knows its folder.')
  const run = (words: string) => `"${server.binaries}/pg_ctl" -D "${server.folder}" ${words}`
  // Later, so that this statement is answered by then.
  const script = `sleep 1; ${run('-m immediate stop')}; sleep ${seconds}; ${run('-l "$0/restarted.log" start')}`
  const command = `cat >/dev/null; setsid sh -c '${script}' "${server.folder}" >/dev/null 2>&1 &`
  const client = new Client({ connectionString: node.url('postgres') })
  client.on('error', () => {})
  await client.connect()
  await client.query(`copy (select 1) to program ${quoted(command)}`)
  // The script has inherited the connection, so it is not closed before the server that it starts ends.
  void client.end()
}

let counter = 0
const freshName = () => `svc_citus_${process.pid}_${(counter += 1)}`

/** A database with the nodes of the cluster, and nothing in it. @returns its URL on the coordinator */
export async function createClusterDatabase(): Promise<string> {
  const name = freshName()
  await onEveryNode(`create database ${name} template template0`)
  const rows = await ask<NodeRow>(given(), nodeRows)
  const [coordinator, ...workers] = await nodesOf(given())
  if (!coordinator) throw new Error('A cluster has a coordinator.')
  for (const node of [coordinator, ...workers]) await ask(node.url(name), 'create extension citus')
  const added = rows.map(({ group, host, port }) =>
    group === 0
      ? `select citus_set_coordinator_host('${host}', ${port})`
      : `select citus_add_node('${host}', ${port})`,
  )
  await ask(coordinator.url(name), ...added)
  return coordinator.url(name)
}

/** Makes what `createDistributedDatabase` copies, once a test run. */
export async function makeClusterTemplate(): Promise<() => Promise<void>> {
  const url = await createClusterDatabase()
  await (await openStore(url)).close()
  await distributePostgres(url, { dryRun: false, onStep: () => {} })
  const name = new URL(url).pathname.slice(1)
  // Nobody may be connected to what is copied, also not the daemon of Citus.
  await onEveryNode(`alter database ${name} allow_connections false`)
  await onEveryNode(`select pg_terminate_backend(pid, 5000) from pg_stat_activity where datname = '${name}'`)
  process.env['SVC_TEST_CITUS_TEMPLATE'] = name
  return () => dropClusterDatabase(url)
}

/** A migrated and distributed database. @returns its URL on the coordinator */
export async function createDistributedDatabase(): Promise<string> {
  const name = freshName()
  await onEveryNode(`create database ${name} template ${process.env['SVC_TEST_CITUS_TEMPLATE']}`)
  // The setting of a database is not copied with it.
  await onEveryNode(`alter database ${name} set lock_timeout = '10s'`)
  return Object.assign(new URL(given()), { pathname: `/${name}` }).href
}

export async function dropClusterDatabase(url: string): Promise<void> {
  await onEveryNode(`drop database if exists ${new URL(url).pathname.slice(1)} with (force)`)
}
