// A connection pooler in transaction mode with one connection to the server, like PgBouncer. Without passwords and TLS.
import { connect, createServer, type Socket } from 'node:net'
import { startListening } from './between-testing.ts'

type Turn = { client: Socket; data: Buffer }

/** @returns takes data in parts and passes on whole messages */
function createMessages(hear: (type: string, message: Buffer) => void) {
  let rest = Buffer.alloc(0)
  return (data: Buffer) => {
    rest = Buffer.concat([rest, data])
    while (rest.length >= 5 && rest.length > rest.readInt32BE(1)) {
      const size = rest.readInt32BE(1) + 1
      hear(String.fromCharCode(rest[0] ?? 0), rest.subarray(0, size))
      rest = rest.subarray(size)
    }
  }
}

/** The connection to the server. A client has it until the end of its transaction. */
function createShared(server: Socket) {
  const greeting = Promise.withResolvers<Buffer>()
  const greeted: Buffer[] = []
  const waiting: Turn[] = []
  let holder: Socket | undefined
  /** Number of answers that are still to come. */
  let owed = 0
  const asked = createMessages((type) => {
    if (type === 'Q' || type === 'S') owed += 1
  })
  const send = ({ client, data }: Turn) => {
    holder = client
    asked(data)
    server.write(data)
  }
  const answered = createMessages((type, message) => {
    if (holder === undefined) {
      // Like PgBouncer, which gives out process numbers of its own.
      if (type === 'K') message.writeInt32BE(message.readInt32BE(5) ^ 1, 5)
      greeted.push(message)
      if (type === 'Z') greeting.resolve(Buffer.concat(greeted))
      return
    }
    holder.write(message)
    if (type !== 'Z') return
    owed -= 1
    if (owed > 0 || message[5] !== 'I'.charCodeAt(0)) return
    holder = undefined
    const next = waiting.shift()
    if (next) send(next)
  })
  server.on('data', answered)
  return {
    async serve(client: Socket): Promise<void> {
      client.write(await greeting.promise)
      client.on('data', (data) => {
        // The Terminate message ends this client's session only.
        if (data[0] === 'X'.charCodeAt(0)) client.end()
        else if (holder === undefined || holder === client) send({ client, data })
        else waiting.push({ client, data })
      })
    },
  }
}

/** @returns the URL of the same database by way of the pooler */
export async function startPooler(url: string) {
  const { hostname, port } = new URL(url)
  const open = new Set<Socket>()
  let shared: ReturnType<typeof createShared> | undefined
  const listener = createServer((client) => {
    open.add(client.on('error', () => {}))
    client.once('data', (startup) => {
      if (!shared) {
        const server = connect(Number(port), hostname).on('error', () => {})
        open.add(server)
        server.write(startup)
        shared = createShared(server)
      }
      void shared.serve(client)
    })
  })
  return await startListening(listener, url, () => open.forEach((socket) => socket.destroy()))
}
