// A small pooler before a PostgreSQL server, for clients who need no password and no TLS: PgBouncer in its two modes.
import { connect, createServer, type Socket } from 'node:net'
import { startListening } from './between-testing.ts'

/** `transaction` has one connection for everybody, and whoever begins has it until the end of the transaction. */
export type Pooling = { mode: 'session' | 'transaction' }

type Turn = { client: Socket; data: Buffer }

/** @returns what passes on the whole messages of what arrives in parts, without the first `untyped` */
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

/** One connection to the server, which its clients have in turn. */
function createShared(server: Socket) {
  const greeting = Promise.withResolvers<Buffer>()
  const greeted: Buffer[] = []
  const waiting: Turn[] = []
  let holder: Socket | undefined
  /** Answers that are still to come. */
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
      // A session has no process of its own, so its number is another one.
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
        // A farewell is not the others'.
        if (data[0] === 'X'.charCodeAt(0)) client.end()
        else if (holder === undefined || holder === client) send({ client, data })
        else waiting.push({ client, data })
      })
    },
  }
}

/** @returns the URL of the same database by way of the pooler; `cut` ends every connection */
export async function startPooler(url: string, pooling: Pooling) {
  const { hostname, port } = new URL(url)
  const open = new Set<Socket>()
  let shared: ReturnType<typeof createShared> | undefined
  const kept = (socket: Socket) => {
    open.add(socket)
    return socket.on('error', () => {}).on('close', () => open.delete(socket))
  }
  const listener = createServer((client) => {
    kept(client).once('data', (startup) => {
      if (pooling.mode === 'transaction' && shared) return void shared.serve(client)
      const server = kept(connect(Number(port), hostname))
      server.write(startup)
      client.on('close', () => pooling.mode === 'session' && server.destroy())
      if (pooling.mode === 'session') return void client.pipe(server).pipe(client)
      shared = createShared(server)
      return void shared.serve(client)
    })
  })
  const cut = () => {
    shared = undefined
    open.forEach((socket) => socket.destroy())
  }
  return await startListening(listener, url, cut)
}
