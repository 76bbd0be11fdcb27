// A machine that travels, for tests.
import { once } from 'node:events'
import { SHARE_ENV, Worker } from 'node:worker_threads'

/** The machine is in another zone, and nobody has told this process: another thread sets what is read at a start. */
export const travelTo = async (zone: string): Promise<void> => {
  await once(new Worker(`process.env.TZ = '${zone}'`, { eval: true, env: SHARE_ENV }), 'exit')
}
