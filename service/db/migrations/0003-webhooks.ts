// Webhooks: endpoints, the events that somebody subscribed to, and one delivery for each endpoint of an event.
import { sql, type Kysely } from 'kysely'

const statements = [
  `create table webhook (
    workspace_id text not null, id text not null, url text not null, events text not null, description text,
    secret text not null, previous_secret text, previous_secret_until bigint, status text not null,
    disabled_reason text, failing_since bigint, created_by text not null, created_at bigint not null,
    updated_at bigint not null, primary key (workspace_id, id))`,
  `create table webhook_event (
    workspace_id text not null, id text not null, type text not null, body text not null,
    created_at bigint not null, primary key (workspace_id, id))`,
  `create index webhook_event_by_age on webhook_event (created_at)`,
  `create table webhook_delivery (
    workspace_id text not null, webhook_id text not null, event_id text not null, status text not null,
    attempts bigint not null, claims bigint not null, due_at bigint not null, created_at bigint not null,
    last_attempt_at bigint, response_status bigint, response_body text, error text,
    primary key (workspace_id, webhook_id, event_id))`,
  `create index webhook_delivery_newest on webhook_delivery
    (workspace_id, webhook_id, created_at desc, event_id desc)`,
  `create index webhook_delivery_due on webhook_delivery (workspace_id, webhook_id, due_at, event_id)
    where status = 'pending'`,
  `create index webhook_delivery_of_event on webhook_delivery (workspace_id, event_id)`,
  `create index webhook_delivery_by_age on webhook_delivery (created_at) where status <> 'pending'`,
]

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}
