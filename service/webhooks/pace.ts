// How fast deliveries are begun, and whose come first. While requests are being answered they are few and seldom, because
// both need the same processor. Pure.
import type { DueWebhook } from '../store/deliveries.ts'
import { keyOf } from './in-flight.ts'

/**
 * A beat of the worker: what is committed, and which attempts end, within `gatherMilliseconds` is dealt with together; then
 * up to `together` deliveries are begun. `alone` without requests, `beside` them with some.
 */
const paces = {
  alone: { gatherMilliseconds: 10, together: 32 },
  beside: { gatherMilliseconds: 40, together: 3 },
}
/** Deliveries go slowly where requests come at least this often. */
const besideMilliseconds = 20
/** A delivery that has waited for so long waits for requests no longer. Until then, the longer it waits, the faster it goes. */
const latestMilliseconds = 60_000

export type Pace = typeof paces.alone

export const usualPace: Pace = paces.alone

/**
 * The pace of the next beat.
 * @param requests that came while the last beat gathered
 * @param waitedMilliseconds how long the oldest delivery has been due
 */
export const nextPace = (last: Pace, requests: number, waitedMilliseconds: number): Pace => {
  const { alone, beside } = paces
  const share = Math.min(waitedMilliseconds / latestMilliseconds, 1)
  if (requests * besideMilliseconds < last.gatherMilliseconds || share === 1) return alone
  const together = beside.together + Math.floor((alone.together - beside.together) * share)
  return { ...beside, together }
}

/** Between two deliveries that were claimed together: begun all at once, they would hold up requests. */
export const gapMilliseconds = ({ gatherMilliseconds, together }: Pace): number =>
  together < paces.alone.together ? gatherMilliseconds / together : 0

/** The order of the endpoints, beginning behind the one that was served last: one beat does not get to all of them. */
export const inTurn = <T extends DueWebhook>(endpoints: readonly T[], lastServed: string): T[] => {
  const [before, behind] = [
    endpoints.filter((one) => keyOf(one) <= lastServed),
    endpoints.filter((one) => keyOf(one) > lastServed),
  ]
  return [behind, before].flatMap((some) => some.toSorted((a, b) => (keyOf(a) < keyOf(b) ? -1 : 1)))
}
