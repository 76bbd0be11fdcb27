// How a server stops: what is under way is finished, and clients with kept connections are told to go.
import type { Server, ServerResponse } from 'node:http'
import { Server as NetServer } from 'node:net'
import type { Logger } from 'pino'

/**
 * Looks after the requests of a server from now on.
 * @param drainMilliseconds how long requests have to finish
 * @returns what stops the server; it resolves when the last connection is over, after that time at most
 */
export function createDrain(server: Server, log: Logger, drainMilliseconds = 10_000): () => Promise<void> {
  const open = new Set<ServerResponse>()
  server.on('request', (_request, response) => {
    open.add(response)
    response.once('close', () => open.delete(response))
  })

  /** Answers to come close their connection: one that promised to keep it would invite a request that nobody takes. */
  const promiseNothing = () => {
    for (const response of open) response.shouldKeepAlive = false
  }

  return () =>
    new Promise((resolve) => {
      promiseNothing()
      const force = setTimeout(() => {
        log.warn(`Requests that took longer than ${drainMilliseconds / 1000} seconds to finish are cut.`)
        server.closeAllConnections()
      }, drainMilliseconds)
      // A connection that falls idle after its last request would otherwise stay for its keep-alive time. In an immediate,
      // so that a request that has just arrived on it is read before.
      const idle = setInterval(() => setImmediate(() => server.closeIdleConnections()), 50)
      // The close of a plain server: that of an HTTP server cuts what is idle at once, and a busy client's next request
      // may be on its way there.
      NetServer.prototype.close.call(server, () => {
        clearTimeout(force)
        clearInterval(idle)
        resolve()
      })
    })
}
