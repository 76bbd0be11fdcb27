// How statements leave for PostgreSQL: those of one turn together. A call of the system for each would cost more than
// most of them, and wake the server each time.
import { Socket } from 'node:net'

/** pg corks a socket while it writes a statement; this one stays corked until nothing more is written behind it. */
export class GatheringSocket extends Socket {
  override uncork(): void {
    process.nextTick(() => super.uncork())
  }
}
