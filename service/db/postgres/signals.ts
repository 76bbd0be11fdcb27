// Tells the processes on one PostgreSQL database about one another's writes, with NOTIFY and LISTEN. Notices can be lost, for example
// behind a connection pooler, so readers poll as well.
import { Client } from 'pg'
import type { Signals } from '../store.ts'
import { postgresSettings } from './connection.ts'

const channel = 'svc_changes'
/** Milliseconds between two notices: each takes a lock of the whole server for a moment. */
const every = 100
/** Milliseconds until a lost connection is made anew. */
const again = 2_000
const longestConnecting = 5_000
/** Characters of a message; the server takes up to 7,999 bytes. */
const longest = 7_000

/** @param run runs a statement outside of transactions: inside one, the lock would be held while it is written to disk */
export function createSignals(
  url: string,
  run: (text: string, parameters: readonly string[]) => Promise<unknown>,
): Signals & { close: () => void } {
  const waiting = new Set<string>()
  let timer: NodeJS.Timeout | undefined
  let sentAt = -Infinity

  const send = () => {
    timer = undefined
    const message = [...waiting].join(' ')
    waiting.clear()
    sentAt = performance.now()
    // A process that misses the notice finds out by asking.
    run('select pg_notify($1, $2)', [channel, message.length > longest ? '' : message]).catch(() => {})
  }

  const listen: Signals['listen'] = (hear) => {
    let client: Client | undefined
    let timer: NodeJS.Timeout | undefined
    let isOver = false
    const connect = () => {
      const own = new Client(postgresSettings(url, longestConnecting))
      client = own
      own.on('error', () => {})
      own.on('notification', ({ payload = '' }) => hear(payload === '' ? undefined : payload.split(' ')))
      own.once('end', () => {
        if (!isOver) timer = setTimeout(connect, again).unref()
      })
      own
        .connect()
        .then(() => own.query(`listen ${channel}`))
        // Notices from before are lost, so look everywhere once.
        .then(() => hear(undefined))
        .catch(() => own.end().catch(() => {}))
    }
    connect()
    return () => {
      isOver = true
      clearTimeout(timer)
      client?.end().catch(() => {})
    }
  }

  return {
    notify(workspaceId) {
      waiting.add(workspaceId)
      timer ??= setTimeout(send, Math.max(0, sentAt + every - performance.now())).unref()
    },
    listen,
    close: () => clearTimeout(timer),
  }
}
