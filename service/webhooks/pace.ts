// How fast deliveries are begun, and whose. Beside requests that is few and seldom, because both need the same processor.
import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises'
import type { DueWebhook } from '../store/deliveries.ts'
import { keyOf } from './in-flight.ts'

/** What is committed or ends within so long is looked for, and written down, together; and so many deliveries are begun. */
const paces = {
  alone: { gatherMilliseconds: 10, together: 32 },
  beside: { gatherMilliseconds: 40, together: 3 },
}
/** Requests come this often at least where deliveries go beside them. */
const besideMilliseconds = 20
/** Whoever has waited for so long waits no longer for requests; until then, the longer the less. */
const latestMilliseconds = 60_000

export type Pace = typeof paces.alone

export const usualPace: Pace = paces.alone

/** How deliveries go on, of which the oldest has waited for so long, after so many requests while the last pace gathered. */
export const nextPace = (last: Pace, requests: number, waitedMilliseconds: number): Pace => {
  const { alone, beside } = paces
  const share = Math.min(waitedMilliseconds / latestMilliseconds, 1)
  if (requests * besideMilliseconds < last.gatherMilliseconds || share === 1) return alone
  const together = beside.together + Math.floor((alone.together - beside.together) * share)
  return { ...beside, together }
}

/** The time between two deliveries that were claimed together: beside requests, all of them at once would hold some up. */
export const untilNext = ({ gatherMilliseconds, together }: Pace): Promise<void> =>
  together < paces.alone.together ? sleep(gatherMilliseconds / together) : nextTurn()

/** Behind the one that was served last: a beat does not get to everyone. */
export const inTurn = <T extends DueWebhook>(endpoints: readonly T[], lastServed: string): T[] => {
  const [before, behind] = [
    endpoints.filter((one) => keyOf(one) <= lastServed),
    endpoints.filter((one) => keyOf(one) > lastServed),
  ]
  return [behind, before].flatMap((some) => some.toSorted((a, b) => (keyOf(a) < keyOf(b) ? -1 : 1)))
}
