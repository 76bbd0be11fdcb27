// The outbox's entrance: an event is written by the transaction that makes the change, or not at all (WHK-04). The change itself is
// stored with it (FED-01), so no write can do one without the other.
import { sql, type Kysely } from 'kysely'
import { prefixedId } from '../base/ids.ts'
import { addChanges, type NewChange } from '../changes/changes.store.ts'
import { eventBody, type Change, type EventType } from './event-types.rules.ts'
import { compiled, compiledChunks, param } from '../db/compiled.ts'
import type { Database } from '../db/schema.ts'
import type { WebhookTable } from '../db/schema-service.ts'
import { askedOnce } from '../db/batched.ts'
import { inPipeline } from '../db/pipeline.ts'
import { storeOf } from '../db/store.ts'

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

export const eventsIn = storeOf((db: Kysely<Database>) => {
  const enabledOf = compiled<Pick<WebhookTable, 'id' | 'events'>>(
    db,
    () =>
      sql`select id, events from webhook where workspace_id = ${param} and status = 'enabled' order by id`,
  )
  const insertEvents = compiledChunks(db, (rows) =>
    db
      .insertInto('webhook_event')
      .values(
        Array.from({ length: rows }, () => ({ workspace_id: '', id: '', type: '', body: '', created_at: 0 })),
      ),
  )
  const insertDeliveries = compiledChunks(db, (rows) =>
    db.insertInto('webhook_delivery').values(
      Array.from({ length: rows }, () => ({
        workspace_id: '',
        webhook_id: '',
        event_id: '',
        status: 'pending' as const,
        attempts: 0,
        claims: 0,
        due_at: 0,
        created_at: 0,
      })),
    ),
  )

  /** The endpoints that get anything at all, and the types of events that each wants. */
  const enabled = askedOnce(async (workspaceId: string) =>
    (await enabledOf(workspaceId)).map(({ id, events }) => ({
      id,
      // Written by `webhooks.store.ts` only.
      events: JSON.parse(events) as string[],
    })),
  )

  /** Stores events, to be delivered at once. */
  const addMany = async (workspaceId: string, events: readonly NewEvent[]): Promise<void> => {
    await inPipeline([
      insertEvents(events.map(({ id, type, body, at }) => [workspaceId, id, type, body, at])),
      insertDeliveries(
        events.flatMap(({ id, at, webhookIds }) =>
          webhookIds.map((webhookId) => [workspaceId, webhookId, id, 'pending', 0, 0, at, at]),
        ),
      ),
    ])
  }

  /** Stores the event for these endpoints, to be delivered at once. @returns the event's id */
  const addFor = async (
    workspaceId: string,
    webhookIds: readonly string[],
    change: Change,
  ): Promise<string> => {
    const id = prefixedId('evt')
    const { type, at } = change
    const body = eventBody(workspaceId, id, change, bytes)
    await addMany(workspaceId, [{ id, type, body, at, webhookIds }])
    return id
  }

  return {
    enabled,
    addMany,
    addFor,

    /**
     * Stores what has changed, for readers of the changes (FED-01) and for every enabled endpoint that subscribed to it. An event
     * that nobody subscribed to is not stored, because nothing is ever sent afterwards (WHK-05).
     * @returns how many endpoints it will be sent to
     */
    async add(workspaceId: string, change: Change): Promise<number> {
      const [endpoints] = await inPipeline([
        enabled(workspaceId),
        addChanges(db, workspaceId, [changeOf(change)]),
      ])
      const wanting = endpoints.filter(({ events }) => events.includes(change.type))
      const ids = wanting.map(({ id }) => id)
      if (ids.length > 0) await addFor(workspaceId, ids, change)
      return ids.length
    },

    /** The same for many changes of one type. @param present makes the resource where somebody subscribed to it */
    async addAll<Item extends { id: string }>(
      workspaceId: string,
      { type, actor, at }: Pick<Change, 'type' | 'actor' | 'at'>,
      items: readonly Item[],
      present: (item: Item) => Change['data'],
    ): Promise<void> {
      const [endpoints] = await inPipeline([
        enabled(workspaceId),
        addChanges(
          db,
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
      await addMany(workspaceId, events)
    },
  }
})
