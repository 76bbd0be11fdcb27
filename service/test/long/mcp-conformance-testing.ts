// For tests: a way through which the conformance suite, which sends no token, asks /mcp as a key does.
import { once } from 'node:events'
import { createServer, request as httpRequest } from 'node:http'
import type { AddressInfo } from 'node:net'

/** A server on loopback that adds a token, and leaves all else as it was sent. */
export async function startTokenProxy(baseUrl: string, token: string) {
  const target = new URL(baseUrl)
  const server = createServer((request, response) => {
    const { port } = server.address() as AddressInfo
    const { host = '' } = request.headers
    // A foreign name stays foreign.
    const isOwn = host === `127.0.0.1:${port}` || host === `localhost:${port}`
    const headers = { ...request.headers, authorization: `Bearer ${token}`, host: isOwn ? target.host : host }
    const { method, url: path } = request
    const passed = httpRequest(
      { host: target.hostname, port: target.port, method, path, headers },
      (answer) => {
        response.writeHead(answer.statusCode ?? 502, answer.headers)
        answer.pipe(response)
      },
    )
    passed.on('error', () => response.destroy())
    response.on('close', () => passed.destroy())
    request.pipe(passed)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}/mcp`,
    close() {
      server.closeAllConnections()
      server.close()
    },
  }
}
