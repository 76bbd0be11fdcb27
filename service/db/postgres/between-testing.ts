// Stands between a store and its PostgreSQL server, connection by connection, and does what a test makes of it.
import { once } from 'node:events'
import { connect, createServer, type AddressInfo, type Server, type Socket } from 'node:net'

/** One connection. What arrives from either end goes on only where the test passes it on. */
export type Meddling = (store: Socket, server: Socket) => Meddler
type Meddler = {
  asked: (data: Buffer) => void
  answered: (data: Buffer) => void
  /** Whether the server hears that the store says no more. */
  hearsEnd?: () => boolean
}

/** @returns the URL of the same database by way of what stands between */
export async function startBetween(url: string, meddling: Meddling) {
  const { hostname, port } = new URL(url)
  const listener = createServer({ allowHalfOpen: true }, (store) => {
    const server = connect(Number(port), hostname)
    const { asked, answered, hearsEnd = () => true } = meddling(store, server)
    store.on('data', asked)
    store.on('end', () => hearsEnd() && store.end())
    server.on('data', answered)
    endTogether(store, server)
  })
  return await startListening(listener, url)
}

/** Neither of two ends outlives the other. */
export function endTogether(store: Socket, server: Socket): void {
  for (const [one, other] of [
    [store, server],
    [server, store],
  ] as const) {
    one.on('error', () => {})
    one.on('close', () => other.destroy())
  }
}

/**
 * @param cut ends what goes through the listener
 * @returns the URL of the same database by way of the listener, which begins to listen
 */
export async function startListening(listener: Server, url: string, cut: () => void = () => {}) {
  listener.listen(0, '127.0.0.1')
  await once(listener, 'listening')
  const through = new URL(url)
  // A listening TCP server has an address of this kind.
  through.port = String((listener.address() as AddressInfo).port)
  const close = () => {
    cut()
    listener.close()
  }
  return { url: through.href, cut, close }
}
