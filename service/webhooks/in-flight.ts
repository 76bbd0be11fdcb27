// Deliveries that are on their way, and how many more may be: to one endpoint, of one workspace, and over all. Pure.
import type { DueWebhook } from '../store/deliveries.ts'

type Endpoint = Pick<DueWebhook, 'workspaceId' | 'webhookId'>

/** How many are on their way, by endpoint, by workspace and in all. What has none is left out. */
export type InFlight = ReadonlyMap<string, number>

/**
 * One workspace has at most half of them, so that its slow receivers keep no other workspace waiting; that is enough for an
 * attempt at each of its endpoints.
 */
const most = { inAll: 128, ofWorkspace: 64, ofOne: 4, ofFailing: 1 }

const inAll = 'all'

export const keyOf = ({ workspaceId, webhookId }: Endpoint): string => `${workspaceId} ${webhookId}`

/** @param change of each endpoint, as often as it is named */
export const counted = (before: InFlight, endpoints: readonly Endpoint[], change: 1 | -1): InFlight => {
  const counts = new Map(before)
  for (const endpoint of endpoints)
    for (const key of [keyOf(endpoint), endpoint.workspaceId, inAll]) {
      const count = (counts.get(key) ?? 0) + change
      if (count > 0) counts.set(key, count)
      else counts.delete(key)
    }
  return counts
}

/** How many more may be on their way. */
export const roomInAll = (inFlight: InFlight): number => most.inAll - (inFlight.get(inAll) ?? 0)

/** How many more of a workspace. */
export const roomOf = (inFlight: InFlight, workspaceId: string): number =>
  Math.min(most.ofWorkspace - (inFlight.get(workspaceId) ?? 0), roomInAll(inFlight))

/** How many more to an endpoint. */
export const room = (inFlight: InFlight, due: DueWebhook): number =>
  Math.min(
    (due.isFailing ? most.ofFailing : most.ofOne) - (inFlight.get(keyOf(due)) ?? 0),
    roomOf(inFlight, due.workspaceId),
  )
