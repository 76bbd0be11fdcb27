// How a connection to PostgreSQL is made.
import { Socket } from 'node:net'
import { DatabaseError, Pool, type ClientBase, type PoolClient, type PoolConfig } from 'pg'
import { valueTypes } from './dialect.ts'
import { isServerFull, readOnlyError } from './error.ts'
import { nameOfDatabase } from './url.ts'

/** So long a connection that nobody uses stays open. */
const idleMilliseconds = 300_000
/** So long a server may take to hear that its connection is over. */
const farewellMilliseconds = 1000

const sessionSettings = [
  // A process that stands still must not keep others from writing.
  `set idle_in_transaction_session_timeout = 60000`,
  // Our statements are small: compiling one takes longer than running it.
  `set jit = off`,
]

/** An engine that only speaks PostgreSQL's protocol need not know every setting. */
const isUnknownSetting = (error: unknown) => error instanceof DatabaseError && error.code === '42704'

export const unlessUnknown = (error: unknown) => {
  if (!isUnknownSetting(error)) throw error
}

/** @throws StoreError `database_read_only` */
async function refuseStandby(client: ClientBase, name: string): Promise<void> {
  const { rows } = await client.query<{ transaction_read_only: string }>('show transaction_read_only')
  if (rows[0]?.transaction_read_only === 'on') throw readOnlyError(name)
}

async function prepareSession(client: ClientBase, settings: readonly string[]): Promise<void> {
  for (const setting of settings) await client.query(setting).catch(unlessUnknown)
}

/**
 * Sends the statements of one turn together: a call of the system for each would cost more than most of them, and wake the
 * server each time. pg corks a socket while it writes a statement; this one stays corked until nothing more is written.
 */
class GatheringSocket extends Socket {
  override uncork(): void {
    process.nextTick(() => super.uncork())
  }
}

/** @param busyWait milliseconds to wait for a connection */
export const postgresSettings = (url: string, busyWait: number): PoolConfig => ({
  connectionString: url,
  application_name: 'svc',
  connectionTimeoutMillis: busyWait,
  keepAlive: true,
  // Prepared statements end with it.
  idleTimeoutMillis: idleMilliseconds,
  // A statement is sent without waiting for the answers to those before it, wherever its sender does not wait.
  pipeline: true,
  stream: () => new GatheringSocket(),
  types: valueTypes,
})

/** Milliseconds that a statement may take beside what it waits for others. */
const usualLongestAnswer = 20_000

/** Terms of a pool's connections; times in milliseconds. */
export type Terms = {
  /** For a connection, and for another process's write. */
  busyWait: number
  /**
   * For an answer beside that. A server whose host is gone, or a way that was forgotten, says nothing for as long as the
   * system likes; behind one such connection others would wait for ever.
   */
  longestAnswer?: number | undefined
  /** Whether a server that takes no writes, as a standby does not, is asked what only reads. What it says may be late. */
  standby?: 'refused' | 'asked'
  /** Whether the tables are on the workers of Citus. */
  distributed?: boolean
}

/** So often a process that has none asks a server that may have no more connections. */
const againMilliseconds = 100

/** @returns `pool.connect` for a server that may have no more connections: then its own, or others', are waited for */
function createConnect(pool: Pool, busyWait: number): () => Promise<PoolClient> {
  const waiting: (() => void)[] = []
  // One at a time, so that not all of them ask the server again.
  const wake = () => waiting.shift()?.()
  pool.on('release', wake)
  pool.on('remove', wake)
  const woken = (until: number): Promise<void> => {
    const { promise, resolve } = Promise.withResolvers<void>()
    waiting.push(resolve)
    const giveUp = () => {
      waiting.splice(waiting.indexOf(resolve), 1)
      resolve()
    }
    const timer = setTimeout(giveUp, until - performance.now())
    return promise.finally(() => clearTimeout(timer))
  }
  return async () => {
    const until = performance.now() + busyWait
    for (;;) {
      try {
        return await pool.connect()
      } catch (error) {
        if (!isServerFull(error) || performance.now() >= until) {
          // The next one may have waited for this one's.
          wake()
          throw error
        }
      }
      if (pool.totalCount === 0) await woken(Math.min(until, performance.now() + againMilliseconds))
      else if (pool.idleCount === 0) await woken(until)
    }
  }
}

/**
 * Connections that serve requests. One that does not answer is given up.
 * @param connections at most so many
 * @param more statements that a new connection begins with
 * @returns `connect` waits for a connection as long as `busyWait` says; `renew` gives up the connections that there are; `end`
 * waits until nobody uses a connection, and then for no server
 */
export function createPool(
  url: string,
  { busyWait, longestAnswer = usualLongestAnswer, standby = 'refused' }: Terms,
  connections: number,
  more: readonly string[] = [],
): { pool: Pool; connect: () => Promise<PoolClient>; renew: () => void; end: () => Promise<void> } {
  const settings = [...sessionSettings, `set lock_timeout = ${busyWait}`, ...more]
  const name = nameOfDatabase(url)
  const open = new Set<GatheringSocket>()
  const stream = () => {
    const socket = new GatheringSocket()
    open.add(socket)
    return socket.once('close', () => open.delete(socket))
  }
  // pg waits for `onConnect`, which its types do not say of it.
  const greeting = {
    onConnect: async (client: ClientBase): Promise<void> => {
      // The waiting statement is told of a broken connection. Without a listener the event would end the process.
      client.on('error', () => {})
      if (standby === 'refused') await refuseStandby(client, name).catch(unlessUnknown)
      await prepareSession(client, settings)
    },
  }
  const pool = new Pool({
    ...postgresSettings(url, busyWait),
    ...greeting,
    stream,
    query_timeout: busyWait + longestAnswer,
    max: connections,
  })
  // A connection that breaks while nobody uses it is replaced when somebody does.
  pool.on('error', () => {})
  let current = new WeakSet<PoolClient>()
  pool.on('connect', (client) => current.add(client))
  const connectAny = createConnect(pool, busyWait)
  const connect = async (): Promise<PoolClient> => {
    for (;;) {
      const client = await connectAny()
      if (current.has(client)) return client
      client.release(true)
    }
  }
  const renew = () => {
    current = new WeakSet()
  }
  const end = async () => {
    await pool.end()
    // One whose host is gone would keep the process for as long as the system likes.
    for (const socket of open) setTimeout(() => socket.destroy(), farewellMilliseconds).unref()
  }
  return { pool, connect, renew, end }
}
