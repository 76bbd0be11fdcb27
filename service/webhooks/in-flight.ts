// Deliveries that are on their way, and how many more may be: to one endpoint, of one workspace, and over all.
import type { DueWebhook } from '../store/deliveries.ts'

type Endpoint = Pick<DueWebhook, 'workspaceId' | 'webhookId'>

/**
 * One workspace has at most half of them, so that its slow receivers keep no other workspace waiting; that is enough for an
 * attempt at each of its endpoints.
 */
const most = { inAll: 128, ofWorkspace: 64, ofOne: 4, ofFailing: 1 }

export const keyOf = ({ workspaceId, webhookId }: Endpoint): string => `${workspaceId} ${webhookId}`

export function createInFlight() {
  /** By endpoint and by workspace. */
  const counts = new Map<string, number>()
  let all = 0

  const count = (key: string) => counts.get(key) ?? 0
  const add = (endpoint: Endpoint, change: 1 | -1) => {
    all += change
    for (const key of [keyOf(endpoint), endpoint.workspaceId]) {
      const left = count(key) + change
      if (left > 0) counts.set(key, left)
      else counts.delete(key)
    }
  }
  const free = () => most.inAll - all
  const roomOf = (workspaceId: string) => Math.min(most.ofWorkspace - count(workspaceId), free())

  return {
    begin: (endpoint: Endpoint) => add(endpoint, 1),
    end: (endpoint: Endpoint) => add(endpoint, -1),
    count: () => all,
    /** How many more may be on their way. */
    free,
    /** How many more of a workspace. */
    roomOf,
    /** How many more to an endpoint. */
    room: (due: DueWebhook) =>
      Math.min((due.isFailing ? most.ofFailing : most.ofOne) - count(keyOf(due)), roomOf(due.workspaceId)),
  }
}
