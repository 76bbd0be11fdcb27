// One HTTP exchange that changes nothing of what it is told to send: fetch would tidy paths and refuse odd headers.
import { Agent, request } from 'node:http'
import type { Exchange } from './document.ts'

export type Wire = {
  send(message: {
    method: string
    /** As it goes over the wire. */
    path: string
    token?: string | undefined
    headers?: Readonly<Record<string, string>>
    body?: string | undefined
  }): Promise<Exchange>
  close(): void
}

export function createWire(baseUrl: string): Wire {
  const agent = new Agent({ keepAlive: true, maxSockets: 8 })
  const { hostname, port } = new URL(baseUrl)
  return {
    send: ({ method, path, token, headers = {}, body }) =>
      new Promise((resolve, reject) => {
        const own = {
          ...(body !== undefined && {
            'content-type': 'application/json',
            'content-length': String(Buffer.byteLength(body)),
          }),
          ...(token !== undefined && { authorization: `Bearer ${token}` }),
        }
        const outgoing = request(
          { agent, hostname, port, method, path, headers: { ...own, ...headers } },
          (response) => {
            const status = response.statusCode ?? 0
            const { headers: answered } = response
            response.setEncoding('utf8')
            // It never ends by itself.
            if (answered['content-type']?.startsWith('text/event-stream') === true) {
              response.once('data', (text: string) => {
                resolve({ status, headers: answered, text })
                outgoing.destroy()
              })
              return
            }
            response.toArray().then((chunks) => {
              resolve({ status, headers: answered, text: chunks.join('') })
            }, reject)
          },
        )
        outgoing.once('error', reject)
        outgoing.end(body)
      }),
    close: () => agent.destroy(),
  }
}
