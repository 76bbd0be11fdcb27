// Starts and stops an HTTP server; a header of all its answers.
import type { Server, ServerResponse } from 'node:http'
import { Server as NetServer, type AddressInfo } from 'node:net'
import type { Logger } from 'pino'
import { listenError } from '../../base/operator-error.ts'

/** On every answer: no browser takes JSON or text for a page or a script. */
export const noSniff = ['X-Content-Type-Options', 'nosniff'] as const

/** @param option the option of `svc serve` that sets the port */
type ListenOptions = { host: string; port: number; option: string }

function urlOf(address: AddressInfo, host: string): string {
  const wildcard = address.address === '0.0.0.0' || address.address === '::'
  const name = wildcard ? 'localhost' : host
  return `http://${name.includes(':') ? `[${name}]` : name}:${address.port}`
}

/** @returns the port, and a URL for this machine. @throws OperatorError */
export function listen(server: Server, options: ListenOptions): Promise<{ port: number; url: string }> {
  return new Promise((resolve, reject) => {
    server.once('error', (error) => reject(listenError(error, options)))
    server.listen({ host: options.host, port: options.port }, () => {
      const address = server.address()
      if (address === null || typeof address === 'string') reject(new Error('The server has no port.'))
      else resolve({ port: address.port, url: urlOf(address, options.host) })
    })
  })
}

/**
 * Tracks the open requests of a server.
 * @param drainMilliseconds how long they may take to finish
 * @returns stops the server; resolves when the last connection is closed
 */
export function createDrain(server: Server, log: Logger, drainMilliseconds = 10_000): () => Promise<void> {
  const open = new Set<ServerResponse>()
  server.on('request', (_request, response) => {
    open.add(response)
    response.once('close', () => open.delete(response))
  })
  return () =>
    new Promise((resolve) => {
      // A kept connection would invite another request.
      for (const response of open) response.shouldKeepAlive = false
      const force = setTimeout(() => {
        log.warn(`Requests that took longer than ${drainMilliseconds / 1000} seconds to finish are cut.`)
        server.closeAllConnections()
      }, drainMilliseconds)
      // The immediate lets a request that has just arrived be read first.
      const idle = setInterval(() => setImmediate(() => server.closeIdleConnections()), 50)
      // `http.Server.close` would close idle connections at once, although a request may be on its way on one.
      NetServer.prototype.close.call(server, () => {
        clearTimeout(force)
        clearInterval(idle)
        resolve()
      })
    })
}
