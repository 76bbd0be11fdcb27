// The calendars that people added, and the addresses by which calendars know them (CAL-01, CAL-03, CAL-05).
import { sql, type Kysely } from 'kysely'
import type { CalendarTable, Database } from '../db/schema.ts'

export type CalendarProblemCode =
  | 'unsafe_url'
  | 'calendar_unreachable'
  | 'not_a_calendar'
  | 'calendar_too_large'
  | 'address_needed'

/** What could not be read: how many, and how many for each reason. */
export type Skipped = {
  count: number
  reasons: readonly { reason: string; count: number; example: string }[]
}

/** Times are epoch milliseconds. */
export type StoredCalendar = {
  workspaceId: string
  id: string
  ownerId: string
  name: string
  isNamed: boolean
  color: string | null
  kind: CalendarTable['kind']
  host: string | null
  /** Sealed. */
  address: string | null
  visibility: CalendarTable['visibility']
  /** IANA zone of floating times. */
  zone: string
  /** What conditional requests send, and a hash of the last body without what changes at each read. */
  etag: string | null
  lastModified: string | null
  bodyHash: string | null
  expandedAt: number | null
  readAt: number | null
  nextReadAt: number | null
  failures: number
  problem: { code: CalendarProblemCode; message: string; since: number } | null
  meetingCount: number
  skipped: Skipped
  createdAt: number
  updatedAt: number
}

export type NewCalendar = Pick<
  StoredCalendar,
  | 'workspaceId'
  | 'id'
  | 'ownerId'
  | 'name'
  | 'isNamed'
  | 'color'
  | 'kind'
  | 'host'
  | 'address'
  | 'visibility'
  | 'zone'
  | 'nextReadAt'
  | 'createdAt'
>

export type CalendarChange = Partial<
  Pick<
    StoredCalendar,
    | 'name'
    | 'isNamed'
    | 'color'
    | 'visibility'
    | 'host'
    | 'address'
    | 'etag'
    | 'lastModified'
    | 'bodyHash'
    | 'expandedAt'
    | 'readAt'
    | 'nextReadAt'
    | 'failures'
    | 'problem'
    | 'meetingCount'
    | 'skipped'
  >
> & { updatedAt: number }

export const nothingSkipped: Skipped = { count: 0, reasons: [] }

const present = (row: CalendarTable): StoredCalendar => ({
  workspaceId: row.workspace_id,
  id: row.id,
  ownerId: row.owner_id,
  name: row.name,
  isNamed: row.is_named === 1,
  color: row.color,
  kind: row.kind,
  host: row.host,
  address: row.address,
  visibility: row.visibility,
  zone: row.zone,
  etag: row.etag,
  lastModified: row.last_modified,
  bodyHash: row.body_hash,
  expandedAt: row.expanded_at,
  readAt: row.read_at,
  nextReadAt: row.next_read_at,
  failures: row.failures,
  problem:
    row.problem_code === null
      ? null
      : {
          // Written by this file only.
          code: row.problem_code as CalendarProblemCode,
          message: row.problem_message ?? '',
          since: row.problem_since ?? row.updated_at,
        },
  meetingCount: row.meeting_count,
  skipped: JSON.parse(row.skipped) as Skipped,
  createdAt: row.created_at,
  updatedAt: row.updated_at,
})

const columnsOf = (to: CalendarChange): Partial<CalendarTable> => ({
  ...(to.name !== undefined && { name: to.name }),
  ...(to.isNamed !== undefined && { is_named: to.isNamed ? 1 : 0 }),
  ...(to.color !== undefined && { color: to.color }),
  ...(to.visibility !== undefined && { visibility: to.visibility }),
  ...(to.host !== undefined && { host: to.host }),
  ...(to.address !== undefined && { address: to.address }),
  ...(to.etag !== undefined && { etag: to.etag }),
  ...(to.lastModified !== undefined && { last_modified: to.lastModified }),
  ...(to.bodyHash !== undefined && { body_hash: to.bodyHash }),
  ...(to.expandedAt !== undefined && { expanded_at: to.expandedAt }),
  ...(to.readAt !== undefined && { read_at: to.readAt }),
  ...(to.nextReadAt !== undefined && { next_read_at: to.nextReadAt }),
  ...(to.failures !== undefined && { failures: to.failures }),
  ...(to.problem !== undefined && {
    problem_code: to.problem?.code ?? null,
    problem_message: to.problem?.message ?? null,
    problem_since: to.problem?.since ?? null,
  }),
  ...(to.meetingCount !== undefined && { meeting_count: to.meetingCount }),
  ...(to.skipped !== undefined && { skipped: JSON.stringify(to.skipped) }),
  updated_at: to.updatedAt,
})

export const calendarsIn = (db: Kysely<Database>) => {
  const one = (workspaceId: string, id: string) =>
    db.selectFrom('calendar').selectAll().where('workspace_id', '=', workspaceId).where('id', '=', id)

  return {
    /** Those of a person, oldest first. */
    async listOf(workspaceId: string, ownerId: string): Promise<StoredCalendar[]> {
      const rows = await db
        .selectFrom('calendar')
        .selectAll()
        .where('workspace_id', '=', workspaceId)
        .where('owner_id', '=', ownerId)
        .orderBy('created_at')
        .orderBy('id')
        .execute()
      return rows.map(present)
    },

    async get(workspaceId: string, id: string): Promise<StoredCalendar | undefined> {
      const row = await one(workspaceId, id).executeTakeFirst()
      return row && present(row)
    },

    async create(calendar: NewCalendar): Promise<StoredCalendar> {
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
        leased_until: 0,
        failures: 0,
        problem_code: null,
        problem_message: null,
        problem_since: null,
        meeting_count: 0,
        skipped: JSON.stringify(nothingSkipped),
        created_at: calendar.createdAt,
        updated_at: calendar.createdAt,
      }
      await db.insertInto('calendar').values(row).execute()
      return present(row)
    },

    async update(workspaceId: string, id: string, to: CalendarChange): Promise<StoredCalendar | undefined> {
      const row = await db
        .updateTable('calendar')
        .set(columnsOf(to))
        .where('workspace_id', '=', workspaceId)
        .where('id', '=', id)
        .returningAll()
        .executeTakeFirst()
      return row && present(row)
    },

    async remove(workspaceId: string, id: string): Promise<boolean> {
      const { numDeletedRows } = await db
        .deleteFrom('calendar')
        .where('workspace_id', '=', workspaceId)
        .where('id', '=', id)
        .executeTakeFirst()
      return numDeletedRows > 0n
    },

    /** Calendars of all workspaces whose time to be read has come, those that waited longest first. */
    async due(at: number, limit: number): Promise<{ workspaceId: string; id: string }[]> {
      const rows = await db
        .selectFrom('calendar')
        .select(['workspace_id as workspaceId', 'id'])
        .where('next_read_at', '<=', at)
        .where('leased_until', '<=', at)
        .orderBy('next_read_at')
        .limit(limit)
        .execute()
      return rows
    },

    /**
     * Takes a calendar to read it until `until`.
     * @returns undefined when another process reads it, or it is gone
     */
    async claim(
      workspaceId: string,
      id: string,
      { at, until }: { at: number; until: number },
    ): Promise<StoredCalendar | undefined> {
      const row = await db
        .updateTable('calendar')
        .set({ leased_until: until })
        .where('workspace_id', '=', workspaceId)
        .where('id', '=', id)
        .where('leased_until', '<=', at)
        .returningAll()
        .executeTakeFirst()
      return row && present(row)
    },

    release: (workspaceId: string, id: string): Promise<unknown> =>
      db
        .updateTable('calendar')
        .set({ leased_until: 0 })
        .where('workspace_id', '=', workspaceId)
        .where('id', '=', id)
        .execute(),

    /** All subscriptions of a person are read anew: their addresses changed. */
    rereadOf: (workspaceId: string, ownerId: string, at: number): Promise<unknown> =>
      db
        .updateTable('calendar')
        .set({ body_hash: null, etag: null, last_modified: null, next_read_at: at })
        .where('workspace_id', '=', workspaceId)
        .where('owner_id', '=', ownerId)
        .where('kind', '=', 'subscription')
        .execute(),

    /** The person for each address by which calendars know a member: their email and further addresses, folded. */
    async peopleByAddress(workspaceId: string): Promise<Map<string, string>> {
      const further = await db
        .selectFrom('member_address')
        .select(['email', 'person_id as id'])
        .where('workspace_id', '=', workspaceId)
        .execute()
      // Asked apart: a distributed engine may keep people elsewhere than what is in a workspace.
      const members = await db
        .selectFrom('member')
        .innerJoin('person', 'person.id', 'member.person_id')
        .select(['person.email', 'person.id'])
        .where('member.workspace_id', '=', workspaceId)
        .where('member.removed_at', 'is', null)
        .execute()
      const active = new Set(members.map(({ id }) => id))
      const known = [...further.filter(({ id }) => active.has(id)), ...members]
      return new Map(known.map(({ email, id }) => [email, id]))
    },

    async addressesOf(workspaceId: string, personId: string): Promise<string[]> {
      const rows = await db
        .selectFrom('member_address')
        .select('email')
        .where('workspace_id', '=', workspaceId)
        .where('person_id', '=', personId)
        .orderBy('email')
        .execute()
      return rows.map(({ email }) => email)
    },

    async setAddresses(workspaceId: string, personId: string, emails: readonly string[]): Promise<void> {
      await db
        .deleteFrom('member_address')
        .where('workspace_id', '=', workspaceId)
        .where('person_id', '=', personId)
        .execute()
      if (emails.length === 0) return
      await db
        .insertInto('member_address')
        .values(emails.map((email) => ({ workspace_id: workspaceId, person_id: personId, email })))
        .execute()
    },

    /** How many calendars a person has. */
    count: async (workspaceId: string, ownerId: string): Promise<number> => {
      const row = await db
        .selectFrom('calendar')
        .select(sql<number>`cast(count(*) as integer)`.as('count'))
        .where('workspace_id', '=', workspaceId)
        .where('owner_id', '=', ownerId)
        .executeTakeFirst()
      return row?.count ?? 0
    },
  }
}

export type Calendars = ReturnType<typeof calendarsIn>
