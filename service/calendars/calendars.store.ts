// The calendars that people added, and the addresses by which calendars know them (CAL-01, CAL-03, CAL-05).
import { chunksOf } from '../db/sql.ts'
import { textKey } from '../records/query/record-keys.rules.ts'
import type { CalendarTable } from '../db/schema.ts'
import {
  type CalendarChange,
  calendarOfRow,
  columnsOf,
  type NewCalendar,
  nothingSkipped,
  type StoredCalendar,
} from './stored-calendar.ts'
import type { Tx } from '../db/store.ts'

/** Addresses in one statement. */
const addressesAtOnce = 200

const one = (tx: Tx, workspaceId: string, id: string) =>
  tx.selectFrom('calendar').selectAll().where('workspace_id', '=', workspaceId).where('id', '=', id)

/** Oldest first. */
export async function calendarsOfPerson(
  tx: Tx,
  workspaceId: string,
  ownerId: string,
): Promise<StoredCalendar[]> {
  const rows = await tx
    .selectFrom('calendar')
    .selectAll()
    .where('workspace_id', '=', workspaceId)
    .where('owner_id', '=', ownerId)
    .orderBy('created_at')
    .orderBy('id')
    .execute()
  return rows.map(calendarOfRow)
}

export async function calendarIds(tx: Tx, workspaceId: string): Promise<string[]> {
  const rows = await tx.selectFrom('calendar').select('id').where('workspace_id', '=', workspaceId).execute()
  return rows.map(({ id }) => id)
}

export async function getCalendar(
  tx: Tx,
  workspaceId: string,
  id: string,
): Promise<StoredCalendar | undefined> {
  const row = await one(tx, workspaceId, id).executeTakeFirst()
  return row && calendarOfRow(row)
}

export async function insertCalendar(tx: Tx, calendar: NewCalendar): Promise<StoredCalendar> {
  const row: CalendarTable = {
    workspace_id: calendar.workspaceId,
    id: calendar.id,
    owner_id: calendar.ownerId,
    name: calendar.name,
    is_named: calendar.isNamed ? 1 : 0,
    color: calendar.color,
    kind: calendar.kind,
    host: calendar.host,
    address: calendar.address,
    visibility: calendar.visibility,
    zone: calendar.zone,
    etag: null,
    last_modified: null,
    body_hash: null,
    digests: null,
    expanded_at: null,
    read_at: null,
    next_read_at: calendar.nextReadAt,
    leased_until: calendar.leasedUntil ?? 0,
    failures: 0,
    problem_code: null,
    problem_message: null,
    problem_since: null,
    is_problem_told: 0,
    meeting_count: 0,
    skipped: JSON.stringify(nothingSkipped),
    created_at: calendar.createdAt,
    updated_at: calendar.createdAt,
  }
  await tx.insertInto('calendar').values(row).execute()
  return calendarOfRow(row)
}

export async function putCalendar(
  tx: Tx,
  workspaceId: string,
  id: string,
  to: CalendarChange,
): Promise<StoredCalendar | undefined> {
  const row = await tx
    .updateTable('calendar')
    .set(columnsOf(to))
    .where('workspace_id', '=', workspaceId)
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirst()
  return row && calendarOfRow(row)
}

export async function deleteCalendar(tx: Tx, workspaceId: string, id: string): Promise<boolean> {
  const { numDeletedRows } = await tx
    .deleteFrom('calendar')
    .where('workspace_id', '=', workspaceId)
    .where('id', '=', id)
    .executeTakeFirst()
  return numDeletedRows > 0n
}

/** Calendars of all workspaces whose time to be read has come, those that waited longest first. */
export async function dueCalendars(
  tx: Tx,
  at: number,
  limit: number,
): Promise<{ workspaceId: string; id: string }[]> {
  const rows = await tx
    .selectFrom('calendar')
    .select(['workspace_id as workspaceId', 'id'])
    .where('next_read_at', '<=', at)
    .where('leased_until', '<=', at)
    .orderBy('next_read_at')
    .limit(limit)
    .execute()
  return rows
}

/**
 * Takes a calendar to read it until `until`.
 * @param lease.onlyDue not if another process has read it since it was due
 * @returns undefined when another process reads it, or it is gone
 */
export async function claimCalendar(
  tx: Tx,
  workspaceId: string,
  id: string,
  { at, until, onlyDue }: { at: number; until: number; onlyDue: boolean },
): Promise<StoredCalendar | undefined> {
  const row = await tx
    .updateTable('calendar')
    .set({ leased_until: until })
    .where('workspace_id', '=', workspaceId)
    .where('id', '=', id)
    .where('leased_until', '<=', at)
    .$if(onlyDue, (query) => query.where('next_read_at', '<=', at))
    .returningAll()
    .executeTakeFirst()
  return row && calendarOfRow(row)
}

export const releaseCalendar = (tx: Tx, workspaceId: string, id: string): Promise<unknown> =>
  tx
    .updateTable('calendar')
    .set({ leased_until: 0 })
    .where('workspace_id', '=', workspaceId)
    .where('id', '=', id)
    .execute()

/** All subscriptions of a person are read anew: their addresses changed. */
export const rereadCalendarsOf = (
  tx: Tx,
  workspaceId: string,
  ownerId: string,
  at: number,
): Promise<unknown> =>
  tx
    .updateTable('calendar')
    .set({ body_hash: null, etag: null, last_modified: null, next_read_at: at })
    .where('workspace_id', '=', workspaceId)
    .where('owner_id', '=', ownerId)
    .where('kind', '=', 'subscription')
    .execute()

/**
 * The person for each address by which calendars know a member: their email and further addresses, folded.
 * @param among only these addresses
 */
export async function peopleByAddress(
  tx: Tx,
  workspaceId: string,
  among?: readonly string[],
): Promise<Map<string, string>> {
  const known = new Map<string, string>()
  const chunks = among === undefined ? [undefined] : chunksOf(among, addressesAtOnce)
  for (const emails of chunks) {
    const further = await tx
      .selectFrom('member_address')
      .select(['email', 'person_id as id'])
      .where('workspace_id', '=', workspaceId)
      .$if(emails !== undefined, (query) => query.where('email', 'in', emails ?? []))
      .execute()
    // Asked apart: a distributed engine may keep people elsewhere than what is in a workspace.
    const members = await tx
      .selectFrom('member')
      .innerJoin('person', 'person.id', 'member.person_id')
      .select(['person.email', 'person.id'])
      .where('member.workspace_id', '=', workspaceId)
      .where('member.removed_at', 'is', null)
      .$if(emails !== undefined, (query) =>
        query.where((each) =>
          each.or([
            each('person.email', 'in', emails ?? []),
            ...(further.length === 0
              ? []
              : [
                  each(
                    'person.id',
                    'in',
                    further.map(({ id }) => id),
                  ),
                ]),
          ]),
        ),
      )
      .execute()
    const active = new Set(members.map(({ id }) => id))
    for (const { email, id } of further) if (active.has(id)) known.set(email, id)
    for (const { email, id } of members) known.set(email, id)
  }
  return known
}

export async function furtherAddresses(tx: Tx, workspaceId: string, personId: string): Promise<string[]> {
  const rows = await tx
    .selectFrom('member_address')
    .select('email')
    .where('workspace_id', '=', workspaceId)
    .where('person_id', '=', personId)
    .orderBy('email')
    .execute()
  return rows.map(({ email }) => email)
}

export async function setAddresses(
  tx: Tx,
  workspaceId: string,
  personId: string,
  emails: readonly string[],
): Promise<void> {
  await tx
    .deleteFrom('member_address')
    .where('workspace_id', '=', workspaceId)
    .where('person_id', '=', personId)
    .execute()
  if (emails.length === 0) return
  await tx
    .insertInto('member_address')
    .values(emails.map((email) => ({ workspace_id: workspaceId, email, person_id: personId })))
    // A former member may have it.
    .onConflict((conflict) =>
      conflict.columns(['workspace_id', 'email']).doUpdateSet({ person_id: personId }),
    )
    .execute()
}

/**
 * The oldest active record with each address of a guest, by folded address (CAL-05): looked up when meetings are read, so that a
 * record that is made later counts.
 */
export async function recordsByEmail(
  tx: Tx,
  workspaceId: string,
  emails: readonly string[],
): Promise<Map<string, string>> {
  const found = new Map<string, string>()
  if (emails.length === 0) return found
  const fields = await tx
    .selectFrom('field')
    .select('id')
    .where('workspace_id', '=', workspaceId)
    .where('kind', '=', 'email')
    .where('retired', '=', 0)
    .execute()
  if (fields.length === 0) return found
  const keys = new Map(emails.map((email) => [textKey(email), email]))
  for (const some of chunksOf([...keys.keys()], addressesAtOnce)) {
    const rows = await tx
      .selectFrom('record_field')
      .innerJoin('record', (join) =>
        join
          .onRef('record.workspace_id', '=', 'record_field.workspace_id')
          .onRef('record.id', '=', 'record_field.record_id'),
      )
      .select(['record_field.sort_key as key', 'record.id'])
      .where('record_field.workspace_id', '=', workspaceId)
      .where('record.workspace_id', '=', workspaceId)
      .where('record.archived', '=', 0)
      .where(
        'record_field.field_id',
        'in',
        fields.map(({ id }) => id),
      )
      .where('record_field.sort_key', 'in', some)
      .orderBy('record.created_at')
      .orderBy('record.id')
      .execute()
    for (const { key, id } of rows) {
      const email = keys.get(key)
      if (email !== undefined && !found.has(email)) found.set(email, id)
    }
  }
  return found
}
