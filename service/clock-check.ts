// Whether this process may decide what is too old. Where others use the same database, a clock that is ahead would delete
// what they still need.
import type { Store } from './db/store.ts'

/** In milliseconds. Clocks of machines that are kept right differ by much less. */
const mostApart = 60_000

type ClockCheck = {
  store: Pick<Store, 'shared'>
  /** Epoch milliseconds. */
  now: () => number
  /** Pino, or what is used of it. */
  log: { error(fields: object, message: string): void }
}

/** Compares with the clock of the database's server; a file has no other than ours. Where it is not right, the log says so. */
export async function isClockRight({ store, now, log }: ClockCheck): Promise<boolean> {
  try {
    const time = await store.shared?.time()
    const aheadSeconds = time === undefined ? 0 : Math.round((now() - time) / 1000)
    if (Math.abs(aheadSeconds) * 1000 <= mostApart) return true
    log.error(
      { aheadSeconds },
      'Nothing old is deleted: the clocks of the service and of its database differ.',
    )
  } catch (error) {
    log.error({ err: error }, 'Nothing old is deleted: the database does not say its time.')
  }
  return false
}
