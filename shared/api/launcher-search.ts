// Reads of the launcher surface: previews, browse, search, brief (LCH-04…08, LCH-10, LCH-11).
import { z } from 'zod'
import { exact } from './exact.ts'
import { instant, launcherLimit, launcherPage, many, one, priority } from './primitives.ts'
import { launcherTask } from './launcher-tasks.ts'
import { longestQuery } from './limits.ts'

export const resultKind = z.enum(['task', 'record', 'meeting'])
export type ResultKind = z.infer<typeof resultKind>

/** One attribute of a record preview, formatted for display (LCH-05). */
const metaEntry = z.object({ label: z.string(), value: z.string(), type: z.string() })

const recordFacet = z.object({
  objectTypeSlug: z.string(),
  objectTypeName: z.string(),
  icon: z.string().nullable(),
  color: z.string().nullable(),
  meta: z.array(metaEntry),
})

const taskFacet = z.object({
  status: z
    .object({ slug: z.string(), name: z.string(), color: z.string(), isComplete: z.boolean() })
    .optional(),
  priority,
  dueDate: instant.nullable(),
  assignees: z.array(z.string()),
})

const meetingFacet = z.object({
  startAt: instant,
  endAt: instant,
  allDay: z.boolean(),
  location: z.string().nullable(),
  joinUrl: z.string().nullable(),
  attendeeCount: z.number().int(),
})

const preview = {
  id: z.string(),
  title: z.string(),
  subtitle: z.string(),
  badge: z.string(),
  avatarUrl: z.string().nullable(),
  webUrl: z.string(),
}

/** LCH-05. */
export const recordPreview = z
  .object({ kind: z.literal('record'), ...preview, record: recordFacet })
  .meta({ id: 'RecordPreview' })
export type RecordPreview = z.infer<typeof recordPreview>

/** LCH-06, as this service answers it: `kind` names the facet that is present. */
const foundResult = z
  .discriminatedUnion('kind', [
    z.object({ kind: z.literal('task'), ...preview, task: taskFacet }).meta({ id: 'TaskResult' }),
    recordPreview,
    z.object({ kind: z.literal('meeting'), ...preview, meeting: meetingFacet }).meta({ id: 'MeetingResult' }),
  ])
  .meta({ id: 'SearchResult' })
export type FoundResult = z.infer<typeof foundResult>

/**
 * LCH-06, as the launcher reads it. Other services may have further kinds, which are shown without a facet (APP-11). The
 * specification does not define the task and meeting facets, so all their fields are optional.
 */
export const searchResult = z.object({
  kind: z.string(),
  ...preview,
  task: taskFacet.partial().optional(),
  record: recordFacet.optional(),
  meeting: meetingFacet.partial().optional(),
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
  limit: launcherLimit(50, 24),
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
    id: z.string(),
    name: z.string(),
    singularName: z.string(),
    pluralName: z.string(),
    slug: z.string(),
    icon: z.string().nullable(),
    color: z.string().nullable(),
    description: z.string().nullable(),
  })
  .meta({ id: 'ObjectSummary' })
export type ObjectSummary = z.infer<typeof objectSummary>

/** A meeting of the brief. A private meeting is titled "Busy" (LCH-10). */
export const briefMeeting = z
  .object({
    id: z.string(),
    title: z.string(),
    startAt: instant,
    endAt: instant,
    allDay: z.boolean().optional(),
    location: z.string().nullable().optional(),
    joinUrl: z.string().nullable().optional(),
    attendees: z.array(z.object({ id: z.string(), name: z.string() })).optional(),
    linkedRecordIds: z.array(z.string()).optional(),
    webUrl: z.string().optional(),
  })
  .meta({ id: 'BriefMeeting' })
export type BriefMeeting = z.infer<typeof briefMeeting>

export const briefNotification = z
  .object({
    id: z.string(),
    title: z.string(),
    type: z.string().optional(),
    body: z.string().nullable().optional(),
    createdAt: instant.optional(),
    webUrl: z.string().nullable().optional(),
  })
  .meta({ id: 'BriefNotification' })
export type BriefNotification = z.infer<typeof briefNotification>

/** LCH-08. */
export const brief = z.object({
  tasks: z.array(launcherTask),
  meetings: z.array(briefMeeting),
  notifications: z.array(briefNotification),
  integrationIssues: z.array(z.unknown()),
})
export type Brief = z.infer<typeof brief>

export const briefLimits = { tasks: 100, meetings: 12, notifications: 30 } as const

export const foundResponse = z.object({ query: z.string(), data: z.array(foundResult) })
export const searchResponse = z.object({ query: z.string(), data: z.array(searchResult) })
export const browseResponse = launcherPage(recordPreview).extend({ object: objectSummary })
export const recentRecordsResponse = many(recordPreview)
export const objectSummariesResponse = many(objectSummary)
export const briefResponse = one(brief)
