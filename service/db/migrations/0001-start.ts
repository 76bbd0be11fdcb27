// The first schema. Forward only; `integer` would be 32 bits on PostgreSQL, so every number is a bigint.
import { type Kysely, sql, SqliteAdapter } from 'kysely'

// Without this, SQLite stores a table whose rows are little more than their key twice.
const statementsFor = (keyed: '' | ' without rowid') => [
  `create table workspace (
    id text primary key, slug text not null unique, name text not null, plan text not null,
    member_limit bigint, created_at bigint not null)`,
  `create table person (
    id text primary key, email text not null unique, name text not null, avatar_url text, password_hash text,
    created_at bigint not null)`,
  `create table member (
    workspace_id text not null, person_id text not null, role text not null, created_at bigint not null,
    removed_at bigint, primary key (workspace_id, person_id))`,
  `create index member_by_person on member (person_id)`,
  `create table access_key (
    id text primary key, workspace_id text not null, owner_id text not null, name text not null,
    token_hash text not null unique, scopes text not null, created_at bigint not null, expires_at bigint,
    revoked_at bigint, last_used_at bigint)`,
  `create index access_key_newest on access_key (workspace_id, created_at desc, id desc)`,
  `create table account_link (
    workspace_id text not null, token_hash text not null, id text not null, kind text not null, email text not null,
    name text not null, role text not null, person_id text, created_by text, created_at bigint not null,
    expires_at bigint not null, primary key (workspace_id, token_hash))`,
  `create index account_link_by_expiry on account_link (expires_at)`,
  `create table object_type (
    workspace_id text not null, id text not null, slug text not null, singular_name text not null,
    plural_name text not null, icon text, color text, description text, position bigint not null,
    created_at bigint not null, primary key (workspace_id, id), unique (workspace_id, slug))`,
  `create table field (
    workspace_id text not null, object_id text not null, id text not null, slug text not null, name text not null,
    kind text not null, required bigint not null, is_primary bigint not null, read_only bigint not null,
    pro_only bigint not null, in_preview bigint not null, options text, position bigint not null,
    primary key (workspace_id, id))`,
  `create index field_by_object on field (workspace_id, object_id, position, id)`,
  `create table record_id (id text primary key, workspace_id text not null, object_id text not null)`,
  `create table record (
    workspace_id text not null, id text not null, object_id text not null, title text not null, avatar_url text,
    field_values text not null, archived bigint not null, created_by text not null, created_at bigint not null,
    updated_at bigint not null, version bigint not null, primary key (workspace_id, id))`,
  // Active and archived records have an index each: a list of one kind reads past none of the other, and a record is in
  // one of them only.
  `create index record_active on record (workspace_id, created_at desc, id desc) where archived = 0`,
  `create index record_archived on record (workspace_id, created_at desc, id desc) where archived = 1`,
  `create index record_archived_of_object on record (workspace_id, object_id, created_at desc, id desc)
    where archived = 1`,
  // With the title, so that browsing with a text reads the index alone.
  `create index record_active_of_object on record (workspace_id, object_id, created_at desc, id desc, title)
    where archived = 0`,
  `create index record_by_creator on record (workspace_id, created_by, updated_at desc, id desc) where archived = 0`,
  `create table record_view (
    workspace_id text not null, person_id text not null, record_id text not null, viewed_at bigint not null,
    primary key (workspace_id, person_id, record_id))`,
  `create index record_view_newest on record_view (workspace_id, person_id, viewed_at desc)`,
  // The key is the order of the question: a field's records by their values. A field belongs to one object.
  `create table record_field (
    workspace_id text not null, field_id text not null, sort_key text not null, created_at bigint not null,
    record_id text not null, primary key (workspace_id, field_id, sort_key, created_at, record_id))${keyed}`,
  `create table record_comment (
    workspace_id text not null, id text not null, record_id text not null, content text not null,
    created_by text not null, created_at bigint not null, updated_at bigint not null,
    primary key (workspace_id, id))`,
  `create index record_comment_newest on record_comment (workspace_id, record_id, created_at desc, id desc)`,
  `create table task_status (
    workspace_id text not null, id text not null, slug text not null, name text not null, color text not null,
    icon text, position bigint not null, is_complete bigint not null, is_default bigint not null,
    primary key (workspace_id, id), unique (workspace_id, slug))`,
  `create table task (
    workspace_id text not null, id text not null, title text not null, description text, status text not null,
    priority text not null, start_date bigint, due_date bigint, parent_id text, section_id text,
    time_logged bigint not null, estimated_time bigint, archived bigint not null, created_by text not null,
    created_at bigint not null, updated_at bigint not null, version bigint not null,
    primary key (workspace_id, id))`,
  `create index task_newest on task (workspace_id, created_at desc, id desc)`,
  `create index task_newest_active on task (workspace_id, created_at desc, id desc) where archived = 0`,
  `create index task_by_status on task (workspace_id, status, created_at desc, id desc)`,
  `create index task_by_creator on task (workspace_id, created_by, created_at desc, id desc)`,
  `create index task_by_update on task (workspace_id, updated_at)`,
  `create index task_by_priority on task (workspace_id, priority, created_at desc, id desc)`,
  `create index task_by_parent on task (workspace_id, parent_id, created_at desc, id desc)`,
  `create index task_by_due_date on task (workspace_id, due_date)`,
  `create table task_assignee (
    workspace_id text not null, task_id text not null, person_id text not null, position bigint not null,
    created_at bigint not null, is_open bigint not null, due_rank bigint not null, updated_at bigint not null,
    primary key (workspace_id, task_id, person_id))${keyed}`,
  `create index task_assignee_newest on task_assignee (workspace_id, person_id, created_at desc, task_id desc)`,
  `create index task_assignee_brief on task_assignee
    (workspace_id, person_id, due_rank, updated_at desc, task_id) where is_open = 1`,
  // A link carries its task's creation, so that the tasks of a record are read in their order.
  `create table task_record (
    workspace_id text not null, task_id text not null, record_id text not null, position bigint not null,
    created_at bigint not null, primary key (workspace_id, task_id, record_id))${keyed}`,
  `create index task_record_newest on task_record (workspace_id, record_id, created_at desc, task_id desc)`,
  `create table task_meeting (
    workspace_id text not null, task_id text not null, meeting_id text not null, position bigint not null,
    primary key (workspace_id, task_id, meeting_id))${keyed}`,
  `create table section (
    workspace_id text not null, id text not null, name text not null, record_id text, position bigint not null,
    primary key (workspace_id, id))`,
  `create table meeting (
    workspace_id text not null, id text not null, title text not null, start_at bigint not null,
    end_at bigint not null, all_day bigint not null, location text, join_url text, is_private bigint not null,
    created_by text not null, created_at bigint not null, primary key (workspace_id, id))`,
  `create index meeting_by_end on meeting (workspace_id, end_at, start_at, id)`,
  `create index meeting_by_start on meeting (workspace_id, start_at, id)`,
  `create table meeting_attendee (
    workspace_id text not null, meeting_id text not null, person_id text not null,
    primary key (workspace_id, meeting_id, person_id))${keyed}`,
  `create index meeting_attendee_by_person on meeting_attendee (workspace_id, person_id, meeting_id)`,
  `create table meeting_record (
    workspace_id text not null, meeting_id text not null, record_id text not null,
    primary key (workspace_id, meeting_id, record_id))${keyed}`,
  `create table notification (
    workspace_id text not null, id text not null, person_id text not null, kind text not null, title text not null,
    body text, target_kind text, target_id text, created_at bigint not null, read_at bigint,
    primary key (workspace_id, id))`,
  `create index notification_unread on notification (workspace_id, person_id, created_at desc, id desc)
    where read_at is null`,
  // The key is the order of the question: under a word of a scope, the newest last.
  `create table search_word (
    shelf bigint not null, word text not null, ranked_at bigint not null, thing bigint not null,
    workspace_id text not null, primary key (shelf, word, ranked_at, thing, workspace_id))${keyed}`,
  `create table search_title (
    thing bigint not null, workspace_id text not null, kind text not null, ref text not null, title text not null,
    ranked_at bigint not null, audiences text not null, contacts text not null default '[]',
    primary key (thing, workspace_id))${keyed}`,
  `create unique index search_title_of on search_title (workspace_id, kind, ref)`,
  `create table search_vocabulary (
    workspace_id text not null, word text not null, reversed text not null, uses bigint not null,
    primary key (workspace_id, word))${keyed}`,
  // Without the count, which changes all the time: a count changes one row in its place, and no index with it.
  `create index search_vocabulary_by_end on search_vocabulary (workspace_id, reversed, word)`,
  `create table oauth_payload (
    model text not null, id text not null, payload text not null, grant_id text, uid text,
    consumed_at bigint, expires_at bigint, primary key (model, id))`,
  `create index oauth_payload_by_grant on oauth_payload (grant_id)`,
  `create index oauth_payload_by_uid on oauth_payload (model, uid)`,
  `create index oauth_payload_by_expiry on oauth_payload (expires_at)`,
  `create table oauth_grant (
    grant_id text primary key, workspace_id text not null, person_id text not null, created_at bigint not null,
    device_name text, last_used_at bigint)`,
  `create index oauth_grant_by_person on oauth_grant (person_id, workspace_id)`,
  `create table oauth_secret (name text primary key, value text not null)`,
  `create table sign_in_code (
    code_hash text primary key, person_id text not null, expires_at bigint not null, used_at bigint)`,
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
    last_attempt_at bigint, response_status bigint, response_body text, response_encoding text, duration_ms bigint,
    error text, primary key (workspace_id, webhook_id, event_id))`,
  `create index webhook_delivery_newest on webhook_delivery
    (workspace_id, webhook_id, created_at desc, event_id desc)`,
  `create index webhook_delivery_due on webhook_delivery (workspace_id, webhook_id, due_at, event_id)
    where status = 'pending'`,
  `create index webhook_delivery_of_event on webhook_delivery (workspace_id, event_id)`,
  `create index webhook_delivery_by_age on webhook_delivery (created_at) where status <> 'pending'`,
  // A variable carries the version in which it last changed, so that a stale push can be told what it would undo.
  `create table project (
    workspace_id text not null, id text not null, slug text not null, name text not null, created_at bigint not null,
    primary key (workspace_id, id), unique (workspace_id, slug))`,
  `create table environment (
    workspace_id text not null, project_id text not null, name text not null, version bigint not null,
    updated_at bigint not null, primary key (workspace_id, project_id, name))`,
  `create table environment_variable (
    workspace_id text not null, project_id text not null, environment text not null, name text not null,
    sealed text not null, version bigint not null, updated_by text not null, updated_at bigint not null,
    primary key (workspace_id, project_id, environment, name))`,
  `create table idempotency (
    workspace_id text not null, id text not null, fingerprint text not null, created_at bigint not null,
    status bigint not null, headers text not null, body text not null, primary key (workspace_id, id))`,
  `create index idempotency_by_age on idempotency (created_at)`,
  // No index on a column that changes, so that PostgreSQL updates a row in its page.
  `create table counter (name text primary key, count bigint not null, ends_at bigint not null)`,
  `create table health_check (id text primary key, checked_at bigint not null)`,
]

export async function up(db: Kysely<unknown>): Promise<void> {
  const keyed = db.getExecutor().adapter instanceof SqliteAdapter ? ' without rowid' : ''
  for (const statement of statementsFor(keyed)) await sql.raw(statement).execute(db)
}
