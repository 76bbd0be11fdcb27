// Calendars that people add, and what their meetings need beside those that programs wrote (CAL-01 to CAL-06).
import { sql, SqliteAdapter, type Kysely } from 'kysely'

const statementsFor = (keyed: '' | ' without rowid') => [
  `create table calendar (
    workspace_id text not null, id text not null, owner_id text not null, name text not null,
    is_named bigint not null, color text, kind text not null, host text, address text, visibility text not null,
    zone text not null, etag text, last_modified text, body_hash text, digests text, expanded_at bigint, read_at bigint,
    next_read_at bigint, leased_until bigint not null, failures bigint not null, problem_code text,
    problem_message text, problem_since bigint, meeting_count bigint not null, skipped text not null,
    created_at bigint not null, updated_at bigint not null, primary key (workspace_id, id))`,
  `create index calendar_by_owner on calendar (workspace_id, owner_id, created_at, id)`,
  `create index calendar_due on calendar (next_read_at) where next_read_at is not null`,
  // One calendar's copy of a meeting. Several calendars can have the same one.
  `create table calendar_meeting (
    workspace_id text not null, calendar_id text not null, meeting_id text not null, digest text not null,
    end_at bigint not null, response text, details text not null,
    primary key (workspace_id, meeting_id, calendar_id))${keyed}`,
  `create index calendar_meeting_by_calendar on calendar_meeting (workspace_id, calendar_id, meeting_id, digest, end_at)`,
  `create index task_meeting_by_meeting on task_meeting (workspace_id, meeting_id, task_id)`,
  // Further addresses by which calendars know a member.
  `create table member_address (
    workspace_id text not null, email text not null, person_id text not null,
    primary key (workspace_id, email))${keyed}`,
  `create index member_address_by_person on member_address (workspace_id, person_id, email)`,
  // The address at which a person's calendar program reads their tasks: by the hash of its secret.
  `create table calendar_feed (
    token_hash text not null primary key, workspace_id text not null, person_id text not null,
    created_at bigint not null)${keyed}`,
  `create unique index calendar_feed_by_person on calendar_feed (workspace_id, person_id)`,
  `alter table meeting add column series text`,
  `alter table meeting add column description text`,
  `alter table meeting add column guests text`,
  `alter table meeting add column is_tentative bigint not null default 0`,
  `alter table meeting add column is_hidden bigint not null default 0`,
  `alter table meeting add column is_indexed bigint not null default 1`,
  `create index meeting_by_series on meeting (workspace_id, series, start_at, id) where series is not null`,
  `alter table meeting_attendee add column attends bigint not null default 1`,
  `alter table meeting_attendee add column has_copy bigint not null default 0`,
  `alter table meeting_attendee add column response text`,
  `alter table meeting_attendee add column calendar_id text`,
  `alter table meeting_attendee add column end_at bigint not null default 0`,
  // The meetings of a person in calendars, and those that are in no calendar: a workspace has many that are neither.
  `create index meeting_attendee_ahead on meeting_attendee (workspace_id, person_id, end_at, meeting_id)
    where calendar_id is not null`,
  `create index meeting_loose_by_start on meeting (workspace_id, start_at, id) where series is null`,
  `create index meeting_loose_by_end on meeting (workspace_id, end_at, start_at, id) where series is null`,
]

export async function up(db: Kysely<unknown>): Promise<void> {
  const keyed = db.getExecutor().adapter instanceof SqliteAdapter ? ' without rowid' : ''
  for (const statement of statementsFor(keyed)) await sql.raw(statement).execute(db)
}
