// The outbox's entrance: an event is written by the transaction that makes the change, or not at all (WHK-04). The change itself is
// stored with it (FED-01), so no write can do one without the other.
import { sql } from 'kysely'
import { prefixedId } from '../base/ids.ts'
import { addChanges, type NewChange } from '../changes/changes.store.ts'
import { eventBody, type Change, type EventType } from './event-types.rules.ts'
import { statement, insertRows, param, inPipeline } from '../db/sql.ts'
import { askedOnce, perTx } from '../db/loader.ts'
import type { WebhookTable } from '../db/schema-service.ts'
import type { Tx } from '../db/store.ts'

const bytes = (text: string) => Buffer.byteLength(text)

/** An event, and the endpoints that it is for. `at` is in epoch milliseconds. */
export type NewEvent = { id: string; type: string; body: string; at: number; webhookIds: readonly string[] }

/** The change that an event tells of. */
const changes = {
  'record.created': { kind: 'record', action: 'created' },
  'record.updated': { kind: 'record', action: 'updated' },
  'record.archived': { kind: 'record', action: 'archived' },
  'record.restored': { kind: 'record', action: 'restored' },
  'record.comment.created': { kind: 'comment', action: 'created', on: 'record' },
  'task.created': { kind: 'task', action: 'created' },
  'task.updated': { kind: 'task', action: 'updated' },
  'task.archived': { kind: 'task', action: 'archived' },
  'task.comment.created': { kind: 'comment', action: 'created', on: 'task' },
} as const satisfies Record<EventType, Pick<NewChange, 'kind' | 'action'> & { on?: 'record' | 'task' }>

const changeOf = ({ type, actor, data, at, lostTo }: Change): NewChange => {
  const { kind, action, ...comment } = changes[type]
  const item = 'on' in comment && { kind: comment.on, id: String(data[`${comment.on}Id`]) }
  return {
    kind,
    action,
    id: String(data['id']),
    actor,
    at,
    ...(item && { item }),
    ...(lostTo && { lostTo: { only: lostTo } }),
  }
}

const enabledOf = statement<Pick<WebhookTable, 'id' | 'events'>>(
  () => sql`select id, events from webhook where workspace_id = ${param} and status = 'enabled' order by id`,
)
const addEventRows = insertRows('webhook_event', {
  text: ['workspace_id', 'id', 'type', 'body'],
  number: ['created_at'],
})
const addDeliveryRows = insertRows('webhook_delivery', {
  text: ['workspace_id', 'webhook_id', 'event_id', 'status'],
  number: ['attempts', 'claims', 'due_at', 'created_at'],
})

/** The endpoints that get anything at all, and the types of events that each wants. */
export const enabledWebhooks = askedOnce(async (tx: Tx, workspaceId: string) =>
  (await enabledOf(tx, workspaceId)).map(({ id, events }) => ({
    id,
    // Written by `webhooks.store.ts` only.
    events: JSON.parse(events) as string[],
  })),
)

const due = perTx(() => new Set<string>())

/** Says that a transaction makes deliveries of a workspace due. */
export const markDue = (tx: Tx, workspaceId: string): void => void due(tx).add(workspaceId)

/**
 * Whether a transaction has made deliveries of a workspace due since it was last asked. After one that was rolled back it may be said in
 * vain, which costs the worker a look.
 */
export const takeDue = (tx: Tx, workspaceId: string): boolean => due(tx).delete(workspaceId)

/** Stores events, to be delivered at once. */
export const insertEvents = async (
  tx: Tx,
  workspaceId: string,
  events: readonly NewEvent[],
): Promise<void> => {
  if (events.some(({ webhookIds }) => webhookIds.length > 0)) markDue(tx, workspaceId)
  await inPipeline([
    addEventRows(
      tx,
      events.map(({ id, type, body, at }) => ({ workspace_id: workspaceId, id, type, body, created_at: at })),
    ),
    addDeliveryRows(
      tx,
      events.flatMap(({ id, at, webhookIds }) =>
        webhookIds.map((webhookId) => ({
          workspace_id: workspaceId,
          webhook_id: webhookId,
          event_id: id,
          status: 'pending' as const,
          attempts: 0,
          claims: 0,
          due_at: at,
          created_at: at,
        })),
      ),
    ),
  ])
}

/** Stores the event for these endpoints, to be delivered at once. @returns the event's id */
export const insertEventFor = async (
  tx: Tx,
  workspaceId: string,
  webhookIds: readonly string[],
  change: Change,
): Promise<string> => {
  const id = prefixedId('evt')
  const { type, at } = change
  const body = eventBody(workspaceId, id, change, bytes)
  await insertEvents(tx, workspaceId, [{ id, type, body, at, webhookIds }])
  return id
}

/**
 * Stores what has changed, for readers of the changes (FED-01) and for every enabled endpoint that subscribed to it. An event
 * that nobody subscribed to is not stored, because nothing is ever sent afterwards (WHK-05).
 * @returns how many endpoints it will be sent to
 */
export async function insertEvent(tx: Tx, workspaceId: string, change: Change): Promise<number> {
  const [endpoints] = await inPipeline([
    enabledWebhooks(tx, workspaceId),
    addChanges(tx, workspaceId, [changeOf(change)]),
  ])
  const wanting = endpoints.filter(({ events }) => events.includes(change.type))
  const ids = wanting.map(({ id }) => id)
  if (ids.length > 0) await insertEventFor(tx, workspaceId, ids, change)
  return ids.length
}

/** The same for many changes of one type. @param present makes the resource where somebody subscribed to it */
export async function insertEventsOf<Item extends { id: string }>(
  tx: Tx,
  workspaceId: string,
  { type, actor, at }: Pick<Change, 'type' | 'actor' | 'at'>,
  items: readonly Item[],
  present: (item: Item) => Change['data'],
): Promise<void> {
  const [endpoints] = await inPipeline([
    enabledWebhooks(tx, workspaceId),
    addChanges(
      tx,
      workspaceId,
      items.map(({ id }) => changeOf({ type, actor, at, data: { id } })),
    ),
  ])
  const webhookIds = endpoints.filter(({ events }) => events.includes(type)).map(({ id }) => id)
  if (webhookIds.length === 0) return
  const events = items.map((item): NewEvent => {
    const id = prefixedId('evt')
    const change = { type, actor, at, data: present(item), previous: undefined }
    return { id, type, body: eventBody(workspaceId, id, change, bytes), at, webhookIds }
  })
  await insertEvents(tx, workspaceId, events)
}
