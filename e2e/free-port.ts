// A free port for a service that comes back to it: below those that the system hands to whoever connects to anything.
// As in service/test/free-port-testing.ts, of which nothing here may know.
import { once } from 'node:events'
import { createServer } from 'node:net'

// Above 10080, the last port that fetch refuses as bad.
const first = 11_000
const count = 20_000

export const freePort = async (): Promise<number> => {
  for (;;) {
    const port = first + Math.floor(Math.random() * count)
    const server = createServer().listen(port, '127.0.0.1')
    const isFree = await once(server, 'listening').then(
      () => true,
      () => false,
    )
    server.close()
    if (isFree) return port
  }
}
