// A port that a service can come back to. The system hands the ports above 32767 to whoever connects to anything, so
// one of those may be gone when it is wanted again.
import { once } from 'node:events'
import { createServer } from 'node:net'

const first = 10_000
const count = 20_000

/** A free port that nothing else is given meanwhile. */
export const freeLastingPort = async (): Promise<number> => {
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
