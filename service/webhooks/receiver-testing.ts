// For tests: a receiver of webhooks whose behaviour tests choose.
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http'
import { createServer as createTcpServer, type AddressInfo, type Socket } from 'node:net'

export type Received = { id: string; headers: IncomingHttpHeaders; body: string; path: string }

/** Answers one request, or does not. */
export type Behaviour = (received: Received, response: ServerResponse) => void

export type Receiver = {
  url: string
  /** Every request that arrived whole, in order. */
  received: Received[]
  /** Events answered with success, by id. */
  accepted: Set<string>
  behave(behaviour: Behaviour): void
  close(): Promise<void>
}

export const answering =
  (status: number, headers: Record<string, string> = {}, body = ''): Behaviour =>
  (_received, response) => {
    response.writeHead(status, headers)
    response.end(body)
  }

/** For `expect.poll`: as long as a busy machine may need. */
export const patience = { timeout: 30_000 }

/** Answers 200 by default. */
export async function startReceiver(): Promise<Receiver> {
  const received: Received[] = []
  const accepted = new Set<string>()
  let behaviour = answering(200)
  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      const { headers, url: path = '' } = request
      const one = { id: String(headers['webhook-id']), headers, body: Buffer.concat(chunks).toString(), path }
      received.push(one)
      response.on('finish', () => {
        if (response.statusCode < 300) accepted.add(one.id)
      })
      behaviour(one, response)
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}/hook`,
    received,
    accepted,
    behave(next) {
      behaviour = next
    },
    close() {
      server.closeAllConnections()
      return new Promise((resolve) => server.close(() => resolve()))
    },
  }
}

/** A receiver of bytes, which answers what no HTTP server would. @param behaviour is given each connection once a request arrives on it */
export async function startRawReceiver(behaviour: (socket: Socket) => void) {
  const sockets = new Set<Socket>()
  const server = createTcpServer((socket) => {
    sockets.add(socket)
    socket.on('close', () => sockets.delete(socket))
    // A sender may go away in the middle of anything.
    socket.on('error', () => {})
    socket.once('data', () => behaviour(socket))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}/hook`,
    /** Connections that the sender still holds. */
    open: () => sockets.size,
    close() {
      for (const socket of sockets) socket.destroy()
      return new Promise<void>((resolve) => server.close(() => resolve()))
    },
  }
}
