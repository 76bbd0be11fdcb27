// A small HTTP server on loopback for each unit test of a file.
import { once } from 'node:events'
import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, beforeEach } from 'vitest'

/** Call before other hooks, which then find it listening. */
export const serveEachTest = (listener: RequestListener) => {
  const server = createServer(listener)
  beforeEach(async () => {
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
  })
  afterEach(async () => {
    server.closeAllConnections()
    server.close()
    await once(server, 'close')
  })
  return { server, url: () => `http://127.0.0.1:${(server.address() as AddressInfo).port}` }
}
