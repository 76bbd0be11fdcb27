// The lines of an exported workspace: one JSON object a line, the header first, the end last, each line before those
// that refer to it. Times are epoch milliseconds, as in the database. Passwords, keys, tokens and
// addresses of calendars are not exported.
import { z } from 'zod'
import { taskStatus } from '../../shared/api/launcher/tasks.ts'
import { fieldKind, fieldOptions } from '../../shared/api/objects.ts'
import { emailAddress, priority, recurrence } from '../../shared/api/primitives.ts'
import { operatorError, type OperatorError } from '../base/operator-error.ts'

const id = z.string().min(1).max(200)
const uuid = z.guid().toLowerCase()
const text = z.string().nullable()
const time = z.number().int().min(-8.64e15).max(8.64e15)
const position = z.number().int()

const header = z.strictObject({
  type: z.literal('header'),
  format: z.literal('svc-workspace'),
  version: z.literal(1),
  workspace: z.strictObject({
    slug: z.string(),
    name: z.string(),
    plan: z.enum(['free', 'pro']),
    memberLimit: z.number().int().nullable(),
    createdAt: time,
  }),
})

/** Other lines refer to the id; an import finds the person by email address. */
const member = z.strictObject({
  type: z.literal('member'),
  id,
  email: emailAddress(),
  name: z.string(),
  avatarUrl: text,
  createdAt: time,
  role: z.enum(['owner', 'admin', 'member']),
  memberSince: time,
  removedAt: time.nullable(),
  /** IANA zone; absent for none. */
  zone: z.string().min(1).optional(),
  /** Further email addresses by which calendars know them. */
  addresses: z.array(emailAddress()).optional(),
})

/** Without its address, which has to be entered again. */
const calendar = z.strictObject({
  type: z.literal('calendar'),
  id,
  ownerId: id,
  name: z.string().min(1),
  isNamed: z.boolean(),
  color: text,
  kind: z.enum(['subscription', 'file']),
  host: text,
  visibility: z.enum(['private', 'busy', 'details']),
  zone: z.string().min(1),
  readAt: time.nullable(),
  meetingCount: z.number().int(),
  skipped: z.strictObject({
    count: z.number().int(),
    reasons: z.array(z.strictObject({ reason: z.string(), count: z.number().int(), example: z.string() })),
  }),
  createdAt: time,
  updatedAt: time,
})

const status = z.strictObject({ type: z.literal('status'), ...taskStatus.shape })

const object = z.strictObject({
  type: z.literal('object'),
  id,
  slug: z.string().min(1),
  singularName: z.string(),
  pluralName: z.string(),
  icon: text,
  color: text,
  description: text,
  position,
  createdAt: time,
})

const field = z.strictObject({
  type: z.literal('field'),
  objectId: id,
  id,
  slug: z.string().min(1),
  name: z.string(),
  kind: fieldKind,
  required: z.boolean(),
  primary: z.boolean(),
  readOnly: z.boolean(),
  proOnly: z.boolean(),
  inPreview: z.boolean(),
  options: fieldOptions,
  position,
  retired: z.boolean().optional(),
})

const section = z.strictObject({
  type: z.literal('section'),
  id,
  name: z.string(),
  recordId: id.nullable(),
  position,
})

const record = z.strictObject({
  type: z.literal('record'),
  id: uuid,
  objectId: id,
  title: z.string(),
  avatarUrl: text,
  values: z.record(z.string(), z.json()),
  archived: z.boolean(),
  createdBy: id,
  createdAt: time,
  updatedAt: time,
})

const commentOn = {
  id,
  content: z.string(),
  /** Absent for none. */
  mentions: z.array(id).optional(),
  createdBy: id,
  createdAt: time,
  updatedAt: time,
}

const comment = z.strictObject({ type: z.literal('comment'), recordId: uuid, ...commentOn })

const taskComment = z.strictObject({ type: z.literal('taskComment'), taskId: uuid, ...commentOn })

const response = z.enum(['accepted', 'tentative', 'declined', 'needsAction'])
const guest = z.strictObject({
  email: z.string(),
  name: text,
  response: response.nullable(),
  isOrganizer: z.boolean(),
})

const meeting = z.strictObject({
  type: z.literal('meeting'),
  id,
  title: z.string(),
  startAt: time,
  endAt: time,
  allDay: z.boolean(),
  location: text,
  joinUrl: text,
  isPrivate: z.boolean(),
  createdBy: id,
  createdAt: time,
  attendeeIds: z.array(id),
  linkedRecordIds: z.array(uuid),
  /** For meetings in calendars. */
  ofCalendars: z
    .strictObject({
      series: z.string(),
      description: text,
      guests: z.array(guest),
      isTentative: z.boolean(),
      isHidden: z.boolean(),
      isIndexed: z.boolean(),
      concerned: z.array(
        z.strictObject({
          id,
          attends: z.boolean(),
          hasCopy: z.boolean(),
          response: response.nullable(),
          calendarId: id.nullable(),
        }),
      ),
    })
    .optional(),
})

/** One calendar's copy of a meeting. */
const calendarMeeting = z.strictObject({
  type: z.literal('calendarMeeting'),
  calendarId: id,
  meetingId: id,
  digest: z.string(),
  response: response.nullable(),
  details: z.strictObject({
    title: z.string(),
    startAt: time,
    endAt: time,
    allDay: z.boolean(),
    location: text,
    description: text,
    joinUrl: text,
    isPrivate: z.boolean(),
    isTentative: z.boolean(),
    isFree: z.literal(true).optional(),
    series: z.string(),
    guests: z.array(guest),
    isFirst: z.boolean(),
  }),
})

const task = z.strictObject({
  type: z.literal('task'),
  id: uuid,
  title: z.string().min(1),
  description: text,
  status: z.string(),
  priority,
  startDate: time.nullable(),
  dueDate: time.nullable(),
  parentId: uuid.nullable(),
  sectionId: id.nullable(),
  /** Whole minutes; `secondsLogged` are those beyond them. */
  timeLogged: z.number().int(),
  /** Absent for none. */
  secondsLogged: z.number().int().min(0).max(59).optional(),
  /** A running timer; absent for none. */
  timer: z.strictObject({ personId: id, startedAt: time }).optional(),
  estimatedTime: z.number().int().nullable(),
  archived: z.boolean(),
  createdBy: id,
  createdAt: time,
  updatedAt: time,
  assignees: z.array(id),
  linkedRecordIds: z.array(uuid),
  linkedMeetingIds: z.array(id),
  recurrence: recurrence.optional(),
  nextTaskId: uuid.optional(),
})

/** A file without it is incomplete. `lines` counts the lines between it and the header. */
const end = z.strictObject({ type: z.literal('end'), lines: z.number().int().min(0) })

export const line = z.discriminatedUnion('type', [
  header,
  member,
  calendar,
  status,
  object,
  field,
  section,
  record,
  comment,
  meeting,
  calendarMeeting,
  task,
  taskComment,
  end,
])
export type Line = z.infer<typeof line>
export type LineOf<T extends Line['type']> = Extract<Line, { type: T }>

/** The number of lines of each type. */
export type LineCounts = Partial<Record<Line['type'], number>>

/** A line that cannot be imported. */
export const invalid = (message: string): OperatorError => operatorError('invalid_file', message)
