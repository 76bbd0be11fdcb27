// The outbox's entrance: an event is written by the transaction that makes the change, or not at all (WHK-04).
import { sql, type Kysely } from 'kysely'
import { prefixedId } from '../ids.ts'
import { eventBody, type Change } from '../rules/event-types.ts'
import { compiled, compiledChunks, given } from './compiled.ts'
import type { Database } from './schema.ts'
import type { WebhookTable } from './schema-service.ts'
import { sentTogether } from './transactions/sent-together.ts'

const bytes = (text: string) => Buffer.byteLength(text)

/** An event, and the endpoints that it is for. `at` is in epoch milliseconds. */
export type NewEvent = { id: string; type: string; body: string; at: number; webhookIds: readonly string[] }

type Outbox = {
  /** The endpoints that get anything at all, and the types of events that each wants. */
  enabled: (workspaceId: string) => Promise<{ id: string; events: readonly string[] }[]>
  /** Stores events, to be delivered at once. */
  addMany: (workspaceId: string, events: readonly NewEvent[]) => Promise<void>
}

/** How a change becomes an event. */
export const eventEntrance = ({ enabled, addMany }: Outbox) => {
  /** Stores the event for these endpoints, to be delivered at once. @returns the event's id */
  const addFor = async (
    workspaceId: string,
    webhookIds: readonly string[],
    change: Change,
  ): Promise<string> => {
    const id = prefixedId('evt')
    const { type, at } = change
    await addMany(workspaceId, [
      { id, type, body: eventBody(workspaceId, id, change, bytes), at, webhookIds },
    ])
    return id
  }
  return {
    addFor,

    /**
     * Stores what has changed for every enabled endpoint that subscribed to it. An event that nobody subscribed to
     * leaves no trace, because nothing is ever sent afterwards (WHK-05).
     * @returns how many endpoints it will be sent to
     */
    async add(workspaceId: string, change: Change): Promise<number> {
      const wanting = (await enabled(workspaceId)).filter(({ events }) => events.includes(change.type))
      const ids = wanting.map(({ id }) => id)
      if (ids.length > 0) await addFor(workspaceId, ids, change)
      return ids.length
    },
  }
}

export const eventsIn = (db: Kysely<Database>) => {
  const enabledOf = compiled<Pick<WebhookTable, 'id' | 'events'>>(
    db,
    () =>
      sql`select id, events from webhook where workspace_id = ${given} and status = 'enabled' order by id`,
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
  const outbox: Outbox = {
    async enabled(workspaceId) {
      const rows = await enabledOf(workspaceId)
      // Written by store/webhooks.ts only.
      return rows.map(({ id, events }) => ({ id, events: JSON.parse(events) as string[] }))
    },

    async addMany(workspaceId, events) {
      await sentTogether([
        insertEvents(events.map(({ id, type, body, at }) => [workspaceId, id, type, body, at])),
        insertDeliveries(
          events.flatMap(({ id, at, webhookIds }) =>
            webhookIds.map((webhookId) => [workspaceId, webhookId, id, 'pending', 0, 0, at, at]),
          ),
        ),
      ])
    },
  }
  return { ...outbox, ...eventEntrance(outbox) }
}

export type Events = ReturnType<typeof eventsIn>
