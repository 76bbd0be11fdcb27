// A calendar as the store gives and takes it, and its row.
import type { CalendarTable } from '../db/schema.ts'

export type CalendarProblemCode =
  | 'unsafe_url'
  | 'calendar_unreachable'
  | 'not_a_calendar'
  | 'calendar_too_large'
  | 'address_needed'

/** Unreadable events: how many, and how many for each reason. */
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
  /** Validators of the last answer, and a hash of its body without what changes at each read. */
  etag: string | null
  lastModified: string | null
  bodyHash: string | null
  expandedAt: number | null
  readAt: number | null
  nextReadAt: number | null
  failures: number
  problem: { code: CalendarProblemCode; message: string; since: number } | null
  /** Whether its owner was notified of the problem. */
  isProblemTold: boolean
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
> & {
  /** Nobody else reads it until then. */
  leasedUntil?: number
}

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
    | 'isProblemTold'
    | 'meetingCount'
    | 'skipped'
  >
> & { updatedAt: number }

export const nothingSkipped: Skipped = { count: 0, reasons: [] }

export const calendarOfRow = (row: CalendarTable): StoredCalendar => ({
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
  isProblemTold: row.is_problem_told === 1,
  meetingCount: row.meeting_count,
  skipped: JSON.parse(row.skipped) as Skipped,
  createdAt: row.created_at,
  updatedAt: row.updated_at,
})

export const columnsOf = (to: CalendarChange): Partial<CalendarTable> => ({
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
  ...(to.isProblemTold !== undefined && { is_problem_told: to.isProblemTold ? 1 : 0 }),
  ...(to.meetingCount !== undefined && { meeting_count: to.meetingCount }),
  ...(to.skipped !== undefined && { skipped: JSON.stringify(to.skipped) }),
  updated_at: to.updatedAt,
})
