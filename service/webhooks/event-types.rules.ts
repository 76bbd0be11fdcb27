// The body of an event (WHK-03): who did what to which resource, small enough for every receiver.
import { eventTypes, type EventType } from '../../shared/api/webhooks.ts'
import type { Actor } from '../base/caller.rules.ts'

export type { EventType }

export const isEventType = (name: string): name is EventType => eventTypes.some((known) => known === name)

export type Change = {
  type: EventType
  actor: Actor
  /** The resource exactly as the developer API presents it. */
  data: Readonly<Record<string, unknown>>
  /** The old values of the members that changed; absent for something new. */
  previous?: Readonly<Record<string, unknown>> | undefined
  /** Epoch milliseconds. */
  at: number
  /** People who saw the resource before and do not see it since (FED-01). */
  lostTo?: readonly string[]
  /** Nothing has changed; the data is an example. */
  test?: true
}

/** Larger bodies carry ids only. */
const maxEventBytes = 20_000

const identifying = ['id', 'objectTypeId', 'recordId', 'taskId']

/**
 * The body of an event as JSON text, the same for every endpoint and every attempt.
 * @param id the event's id, which is the `webhook-id` of its deliveries
 * @param bytes measures UTF-8
 */
export function eventBody(
  workspaceId: string,
  id: string,
  { type, actor, data, previous, at, test }: Change,
  bytes: (text: string) => number,
): string {
  const by = { type: actor.type, id: actor.id }
  const envelope = { id, type, timestamp: new Date(at).toISOString(), workspaceId, actor: by }
  const whole = JSON.stringify({ ...envelope, data, previous, test })
  if (bytes(whole) <= maxEventBytes) return whole
  const ids = Object.fromEntries(identifying.flatMap((name) => (name in data ? [[name, data[name]]] : [])))
  return JSON.stringify({ ...envelope, data: { ...ids, truncated: true } })
}
