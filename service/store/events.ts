// The outbox's entrance: an event is written by the transaction that makes the change, or not at all (WHK-04).
import { sql, type Kysely } from 'kysely'
import { prefixedId } from '../ids.ts'
import { eventBody, type Change } from '../rules/event-types.ts'
import { compiled, given } from './compiled.ts'
import type { Database } from './schema.ts'
import type { WebhookTable } from './schema-service.ts'

const bytes = (text: string) => Buffer.byteLength(text)

export const eventsIn = (db: Kysely<Database>) => {
  const enabledOf = compiled<Pick<WebhookTable, 'id' | 'events'>>(
    db,
    () =>
      sql`select id, events from webhook where workspace_id = ${given} and status = 'enabled' order by id`,
  )

  /** Stores the event for these endpoints, to be delivered at once. @returns the event's id */
  const addFor = async (
    workspaceId: string,
    webhookIds: readonly string[],
    change: Change,
  ): Promise<string> => {
    const id = prefixedId('evt')
    const { type, at } = change
    const body = eventBody(workspaceId, id, change, bytes)
    await db
      .insertInto('webhook_event')
      .values({ workspace_id: workspaceId, id, type, body, created_at: at })
      .execute()
    const waiting = { status: 'pending', attempts: 0, claims: 0, due_at: at, created_at: at } as const
    await db
      .insertInto('webhook_delivery')
      .values(
        webhookIds.map((webhookId) => ({
          workspace_id: workspaceId,
          webhook_id: webhookId,
          event_id: id,
          ...waiting,
        })),
      )
      .execute()
    return id
  }

  return {
    addFor,

    /** The endpoints that get anything at all, and the types of events that each wants. */
    async enabled(workspaceId: string): Promise<{ id: string; events: readonly string[] }[]> {
      const rows = await enabledOf(workspaceId)
      // Written by store/webhooks.ts only.
      return rows.map(({ id, events }) => ({ id, events: JSON.parse(events) as string[] }))
    },

    /**
     * Stores what has changed for every enabled endpoint that subscribed to it. An event that nobody subscribed to
     * leaves no trace, because nothing is ever sent afterwards (WHK-05).
     * @returns how many endpoints it will be sent to
     */
    async add(workspaceId: string, change: Change): Promise<number> {
      const enabled = await this.enabled(workspaceId)
      const wanting = enabled.filter(({ events }) => events.includes(change.type))
      if (wanting.length > 0) {
        await addFor(
          workspaceId,
          wanting.map(({ id }) => id),
          change,
        )
      }
      return wanting.length
    },
  }
}

export type Events = ReturnType<typeof eventsIn>
