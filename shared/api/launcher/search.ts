// Reads of the launcher surface: previews, browse, search, brief (LCH-04…08, LCH-10, LCH-11).
import { z } from 'zod'
import { exact } from '../exact.ts'
import {
  avatarUrl,
  createdAt,
  instant,
  launcherLimit,
  launcherPage,
  many,
  one,
  priority,
  recurrence,
  userId,
  webUrl,
} from '../primitives.ts'
import { launcherTask } from './tasks.ts'
import { longestQuery, searchLimit } from '../limits.ts'
import { notificationParts } from './notifications.ts'

export const resultKind = z.enum(['task', 'record', 'meeting'])
export type ResultKind = z.infer<typeof resultKind>

/** One attribute of a record preview, formatted for display (LCH-05). */
const metaEntry = z.object({
  label: z.string().describe('Name of the field.'),
  value: z.string().describe('The value as text.'),
  type: z.string().describe('Type of the field.'),
})

const recordFacet = z.object({
  objectTypeSlug: z.string().describe('Slug of its object.'),
  objectTypeName: z.string().describe('Name of its object.'),
  icon: z.string().nullable().describe('Name of an icon, or null.'),
  color: z.string().nullable().describe('A hexadecimal color, or null.'),
  meta: z.array(metaEntry).describe('Values of its preview fields.'),
})

const taskFacet = z.object({
  status: z
    .object({
      slug: z.string().describe('What the task’s `status` holds.'),
      name: z.string().describe('Name for people.'),
      color: z.string().describe('A hexadecimal color.'),
      isComplete: z.boolean().describe('Whether it means completion.'),
    })
    .optional()
    .describe('The status of the task.'),
  priority: priority.describe('Priority of the task.'),
  dueDate: instant.nullable().describe('When it is due, or null.'),
  assignees: z.array(z.string()).describe('Auth-user IDs.'),
})

const meetingResponse = z.enum(['accepted', 'tentative', 'declined', 'needsAction'])

const meetingFacet = z.object({
  startAt: instant.describe('When it begins.'),
  endAt: instant.describe('When it ends.'),
  allDay: z.boolean().describe('Whether it takes whole days.'),
  location: z.string().nullable().describe('Where it is, or null.'),
  joinUrl: z.string().nullable().describe('URL to join it, or null.'),
  attendeeCount: z.number().int().describe('Number of attendees.'),
  description: z
    .string()
    .nullable()
    .optional()
    .describe('What it is about, or null. Only in the answer for one meeting.'),
  response: meetingResponse.nullable().optional().describe('What the person answered, or null.'),
  calendarId: z.string().nullable().optional().describe('The person’s calendar that has it, or null.'),
  mine: z
    .boolean()
    .optional()
    .describe('Whether the person is invited, or has it in a calendar, or it is in no calendar.'),
  tentative: z.boolean().optional().describe('Whether it may not take place.'),
  linkedRecordIds: z.array(z.string()).optional().describe('Ids of linked records.'),
  attendees: z
    .array(
      z.object({
        name: z.string().nullable().describe('The name, or null.'),
        email: z.string().describe('The email address; empty where it is not known.'),
        response: meetingResponse.nullable().describe('What they answered, or null.'),
        isOrganizer: z.boolean().describe('Whether they organize it.'),
        personId: z.string().nullable().describe('Auth-user ID of a member, or null.'),
        recordId: z.string().nullable().describe('Id of the record with that address, or null.'),
      }),
    )
    .optional()
    .describe('Who is invited; at most 200.'),
})

export const meetingResult = z
  .object({
    kind: z.literal('meeting').describe('What it is.'),
    id: z.string().describe('Its id.'),
    title: z.string().describe('Its title.'),
    subtitle: z.string().describe('A line below the title.'),
    badge: z.string().describe('A word beside the title.'),
    avatarUrl,
    webUrl,
    meeting: meetingFacet.describe('What is special to a meeting.'),
  })
  .meta({ id: 'MeetingResult' })
export type MeetingResult = z.infer<typeof meetingResult>

const preview = {
  id: z.string().describe('Its id.'),
  title: z.string().describe('Its title.'),
  subtitle: z.string().describe('A line below the title.'),
  badge: z.string().describe('A word beside the title.'),
  avatarUrl,
  webUrl,
}

const kind = <Kind extends ResultKind>(name: Kind) => z.literal(name).describe('What it is.')

/** LCH-05. */
export const recordPreview = z
  .object({ kind: kind('record'), ...preview, record: recordFacet.describe('What is special to a record.') })
  .meta({ id: 'RecordPreview' })
export type RecordPreview = z.infer<typeof recordPreview>

/** Where the match is inside: in a description, a long text or a comment. */
const snippet = z
  .string()
  .max(120)
  .describe('Where only a text or comment matches: the part of it with the match, as plain text.')

/** LCH-06, as this service answers it: `kind` names the facet that is present. */
const foundResult = z
  .discriminatedUnion('kind', [
    z
      .object({
        kind: kind('task'),
        ...preview,
        task: taskFacet.describe('What is special to a task.'),
        snippet: snippet.optional(),
      })
      .meta({ id: 'TaskResult' }),
    recordPreview.extend({ snippet: snippet.optional() }).meta({ id: 'RecordResult' }),
    meetingResult,
  ])
  .meta({ id: 'SearchResult' })
export type FoundResult = z.infer<typeof foundResult>

const seenResponse = meetingResponse.nullable().catch(null)
const seenAttendee = z.object({
  name: z.string().nullable().catch(null),
  email: z.string().catch(''),
  response: seenResponse,
  isOrganizer: z.boolean().catch(false),
  personId: z.string().nullable().catch(null),
  recordId: z.string().nullable().catch(null),
})

/** The facet of a meeting as the launcher reads it: extensions that it does not understand count as absent (APP-11). */
export const seenMeeting = meetingFacet.partial().extend({
  description: z.string().nullable().optional().catch(undefined),
  response: seenResponse.optional(),
  calendarId: z.string().nullable().optional().catch(undefined),
  mine: z.boolean().optional().catch(undefined),
  tentative: z.boolean().optional().catch(undefined),
  linkedRecordIds: z.array(z.string()).optional().catch(undefined),
  attendees: z.array(seenAttendee).optional().catch(undefined),
})
export type SeenMeeting = z.infer<typeof seenMeeting>

/**
 * LCH-06, as the launcher reads it. Other services may have further kinds, which are shown without a facet (APP-11). The
 * specification does not define the task and meeting facets, so all their fields are optional.
 */
export const searchResult = z.object({
  kind: z.string(),
  ...preview,
  // The recurrence is not in answers of a search; the launcher adds it to tasks that it has seen.
  task: taskFacet
    .partial()
    .extend({ recurrence: recurrence.nullable().optional().catch(undefined) })
    .optional(),
  record: recordFacet.optional(),
  meeting: seenMeeting.optional(),
  snippet: z.string().optional().catch(undefined),
})
export type SearchResult = z.infer<typeof searchResult>

const typed = z
  .string()
  .trim()
  .normalize()
  .max(longestQuery)
  .describe('The typed text. Trimmed and normalized (NFC) before its length is checked.')

/**
 * `GET /v1/launcher/search` (LCH-06). Unknown names in `types` are dropped. A list without known names matches nothing; no list
 * matches everything.
 */
export const searchQuery = exact({
  q: typed.min(2),
  types: z
    .string()
    .optional()
    .transform((text) =>
      text === undefined
        ? resultKind.options
        : resultKind.options.filter((kind) => text.split(',').includes(kind)),
    )
    .describe('`task`, `record` and `meeting`, separated by commas. Default: all.'),
  limit: launcherLimit(50, searchLimit),
})

/** `GET /v1/launcher/objects/:objectSlug/records` (LCH-04). */
export const browseQuery = exact({
  q: typed.optional(),
  cursor: z.string().optional().describe('`nextCursor` of the previous page, with the same `q`.'),
  limit: launcherLimit(100, 50),
})

/** `GET /v1/launcher/recent-records` (LCH-11). */
export const recentRecordsQuery = exact({ limit: launcherLimit(50, 10) })

export const objectSummary = z
  .object({
    id: z.string().describe('Id of the object.'),
    name: z.string().describe('The plural name.'),
    singularName: z.string().describe('The singular name.'),
    pluralName: z.string().describe('The plural name.'),
    slug: z.string().describe('Slug of the object.'),
    icon: z.string().nullable().describe('Name of an icon, or null.'),
    color: z.string().nullable().describe('A hexadecimal color, or null.'),
    description: z.string().nullable().describe('What it is for, or null.'),
    canWrite: z
      .boolean()
      .optional()
      .describe('Whether the role of the person may create and change its records.'),
  })
  .meta({ id: 'ObjectSummary' })
export type ObjectSummary = z.infer<typeof objectSummary>

/** A meeting of the brief. A private meeting is titled "Busy" (LCH-10). */
export const briefMeeting = z
  .object({
    id: z.string().describe('Id of the meeting.'),
    title: z.string().describe('Its title; `Busy` for a private one.'),
    startAt: instant.describe('When it begins.'),
    endAt: instant.describe('When it ends.'),
    allDay: z.boolean().optional().describe('Whether it takes whole days.'),
    location: z.string().nullable().optional().describe('Where it is, or null.'),
    joinUrl: z.string().nullable().optional().describe('URL to join it, or null.'),
    attendees: z
      .array(z.object({ id: userId, name: z.string().describe('The person’s name.') }))
      .optional()
      .describe('Who takes part.'),
    linkedRecordIds: z.array(z.string()).optional().describe('Ids of linked records.'),
    response: meetingResponse.nullable().optional().describe('What the person answered, or null.'),
    mine: z.boolean().optional().describe('Whether the person is invited, or has it in a calendar.'),
    webUrl: webUrl.optional(),
    tentative: z.boolean().optional().describe('Whether it may not take place.'),
  })
  .meta({ id: 'BriefMeeting' })
export type BriefMeeting = z.infer<typeof briefMeeting>

export const briefNotification = z
  .object({
    id: z.string().describe('Id of the notification.'),
    title: z.string().describe('What happened.'),
    type: z.string().optional().describe('What kind it is.'),
    body: z.string().nullable().optional().describe('More of what happened, or null.'),
    createdAt: createdAt.optional(),
    webUrl: webUrl.nullable().optional(),
  })
  .extend(z.object(notificationParts).partial().shape)
  .meta({ id: 'BriefNotification' })
export type BriefNotification = z.infer<typeof briefNotification>

/** LCH-08. */
export const brief = z
  .object({
    tasks: z.array(launcherTask).describe('Open tasks of the person, at most 100.'),
    meetings: z.array(briefMeeting).describe('Meetings ahead, at most 12.'),
    notifications: z.array(briefNotification).describe('Unread notifications, at most 30.'),
    integrationIssues: z.array(z.unknown()).describe('Always empty.'),
  })
  .meta({ id: 'Brief' })
export type Brief = z.infer<typeof brief>

export const briefLimits = { tasks: 100, meetings: 12, notifications: 30 } as const

export const foundResponse = many(foundResult).extend({
  query: z.string().describe('The text that was searched.'),
})
export const searchResponse = z.object({ query: z.string(), data: z.array(searchResult) })
export const browseResponse = launcherPage(recordPreview).extend({ object: objectSummary })
export const recentRecordsResponse = many(recordPreview)
export const objectSummariesResponse = many(objectSummary)
export const briefResponse = one(brief)
