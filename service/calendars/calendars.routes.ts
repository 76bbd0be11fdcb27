// The calendars of a person (CAL-01, CAL-03, CAL-05).
import { OpenAPIHono, z } from '@hono/zod-openapi'
import {
  type Calendar,
  calendarAddressesResponse,
  calendarAddressesWrite,
  calendarCreate,
  calendarPatch,
  calendarPreviewAsk,
  calendarPreviewResponse,
  calendarResponse,
  calendarsResponse,
} from '../../shared/api/launcher/calendars.ts'
import type { AppDeps, AppEnv, Principal } from '../http/app-type.ts'
import { errorResponses, problem } from '../http/errors.ts'
import { preferredZone } from '../meetings/reader-days.rules.ts'
import { workOnce } from '../http/idempotency.ts'
import { launcherRoute } from '../access/route.ts'
import { answer, body, createRoute } from '../http/route-parts.ts'
import { iso, isoOrNull } from '../base/time.ts'
import type { StoredCalendar } from './stored-calendar.ts'
import {
  addCalendar,
  changeAddresses,
  changeCalendar,
  dropCalendar,
  previewCalendar,
} from './calendar-write.ts'
import { calendarsOfPerson, getCalendar, furtherAddresses } from './calendars.store.ts'
import type { CalendarService } from './calendars.ts'

const params = z.object({ calendarId: z.string().describe('The calendar’s id.') })
const headers = z.object({
  prefer: z
    .string()
    .optional()
    .describe('`timezone="Europe/Berlin"`: the zone of times that name none. Default: UTC.'),
})
const shown = answer('The calendar.', calendarResponse)
const reading = launcherRoute('meetings:read')
const writing = launcherRoute('meetings:write')

const list = createRoute({
  method: 'get',
  path: '/calendars',
  operationId: 'listCalendars',
  summary: 'The calendars of the person, oldest first',
  description: 'Those of other people are never listed.',
  ...reading,
  responses: { 200: answer('The calendars.', calendarsResponse), ...errorResponses() },
})

const create = createRoute({
  method: 'post',
  path: '/calendars',
  operationId: 'createCalendar',
  summary: 'Add a calendar and read it',
  description:
    'A subscription is read at once, and then every 15 minutes. What cannot be reached or read is refused, and nothing is added; so is an address or a file that the person has already.',
  ...writing,
  request: { headers, body: body(calendarCreate) },
  responses: { 201: shown, ...errorResponses(400, 413) },
})

const preview = createRoute({
  method: 'post',
  path: '/calendars/preview',
  operationId: 'previewCalendar',
  summary: 'What a calendar holds, before it is added',
  description: 'Stores nothing.',
  ...writing,
  request: { headers, body: body(calendarPreviewAsk) },
  responses: { 200: answer('What it holds.', calendarPreviewResponse), ...errorResponses(400, 413) },
})

const patch = createRoute({
  method: 'patch',
  path: '/calendars/{calendarId}',
  operationId: 'updateCalendar',
  summary: 'Change what is supplied of a calendar',
  description: 'A new `url` is read at once; where it cannot be read, nothing is changed.',
  ...writing,
  request: { params, body: body(calendarPatch) },
  responses: { 200: shown, ...errorResponses(400, 404, 413) },
})

const remove = createRoute({
  method: 'delete',
  path: '/calendars/{calendarId}',
  operationId: 'deleteCalendar',
  summary: 'Remove a calendar and the meetings that only it has',
  description: 'Links of tasks to those meetings go with them.',
  ...writing,
  request: { params },
  responses: { 200: shown, ...errorResponses(404) },
})

const readAgain = createRoute({
  method: 'post',
  path: '/calendars/{calendarId}/read',
  operationId: 'readCalendar',
  summary: 'Read a subscription now',
  description: 'A failure stands in `problem`; the meetings stay. A file is answered as it is.',
  ...writing,
  request: { params },
  responses: { 200: shown, ...errorResponses(404) },
})

const getAddresses = createRoute({
  method: 'get',
  path: '/calendar-addresses',
  operationId: 'getCalendarAddresses',
  summary: 'Further addresses by which calendars know the person',
  description: 'An invitation to one of them is one to the person.',
  ...reading,
  responses: { 200: answer('The addresses.', calendarAddressesResponse), ...errorResponses() },
})

const putAddresses = createRoute({
  method: 'put',
  path: '/calendar-addresses',
  operationId: 'setCalendarAddresses',
  summary: 'Replace those addresses',
  description: 'Subscriptions are read again. An address of another member is refused.',
  ...writing,
  request: { body: body(calendarAddressesWrite) },
  responses: { 200: answer('The addresses.', calendarAddressesResponse), ...errorResponses(400, 413) },
})

export const presentCalendar = (calendar: StoredCalendar): Calendar => ({
  id: calendar.id,
  name: calendar.name,
  color: calendar.color,
  kind: calendar.kind,
  host: calendar.host,
  visibility: calendar.visibility,
  readAt: isoOrNull(calendar.readAt),
  nextReadAt: isoOrNull(calendar.nextReadAt),
  meetingCount: calendar.meetingCount,
  skipped: { count: calendar.skipped.count, reasons: [...calendar.skipped.reasons] },
  problem: calendar.problem && { ...calendar.problem, since: iso(calendar.problem.since) },
})

const none = 'There is no such calendar.'
const ownerOf = ({ workspaceId, personId }: Principal) => ({ workspaceId, ownerId: personId })

export function calendarRoutes(deps: AppDeps & { calendars: CalendarService }): OpenAPIHono<AppEnv> {
  const { store, calendars } = deps
  const app = new OpenAPIHono<AppEnv>()
  const adding = new Map<string, Promise<unknown>>()

  app.openapi(list, async (c) => {
    const { workspaceId, personId } = c.get('principal')
    const found = await store.read((tx) => calendarsOfPerson(tx, workspaceId, personId))
    return c.json({ data: found.map(presentCalendar) }, 200)
  })

  app.openapi(create, async (c) => {
    const zone = preferredZone(c.req.valid('header').prefer) ?? 'UTC'
    const asked = { ...c.req.valid('json'), zone }
    return workOnce(c, deps, adding, async () => {
      const added = await addCalendar(deps, ownerOf(c.get('principal')), asked)
      return added.ok ? { status: 201 as const, body: { data: presentCalendar(added.value) } } : added
    })
  })

  app.openapi(preview, async (c) => {
    const zone = preferredZone(c.req.valid('header').prefer) ?? 'UTC'
    const seen = await previewCalendar(deps, ownerOf(c.get('principal')), { ...c.req.valid('json'), zone })
    return seen.ok ? c.json({ data: seen.value }, 200) : problem(c, seen.code, seen.message)
  })

  app.openapi(patch, async (c) => {
    const { calendarId } = c.req.valid('param')
    const changed = await changeCalendar(deps, ownerOf(c.get('principal')), calendarId, c.req.valid('json'))
    return changed.ok
      ? c.json({ data: presentCalendar(changed.value) }, 200)
      : problem(c, changed.code, changed.message)
  })

  app.openapi(remove, async (c) => {
    const removed = await dropCalendar(deps, ownerOf(c.get('principal')), c.req.valid('param').calendarId)
    return removed ? c.json({ data: presentCalendar(removed) }, 200) : problem(c, 'not_found', none)
  })

  app.openapi(readAgain, async (c) => {
    const { workspaceId, personId } = c.get('principal')
    const { calendarId } = c.req.valid('param')
    const calendar = await store.read((tx) => getCalendar(tx, workspaceId, calendarId))
    if (calendar?.ownerId !== personId) return problem(c, 'not_found', none)
    const read = calendar.kind === 'file' ? calendar : await calendars.readNow(workspaceId, calendarId)
    return read ? c.json({ data: presentCalendar(read) }, 200) : problem(c, 'not_found', none)
  })

  app.openapi(getAddresses, async (c) => {
    const { workspaceId, personId } = c.get('principal')
    const addresses = await store.read((tx) => furtherAddresses(tx, workspaceId, personId))
    return c.json({ data: { addresses } }, 200)
  })

  app.openapi(putAddresses, async (c) => {
    const { addresses } = c.req.valid('json')
    const changed = await changeAddresses(deps, ownerOf(c.get('principal')), addresses)
    return changed.ok
      ? c.json({ data: { addresses: changed.value } }, 200)
      : problem(c, changed.code, changed.message)
  })

  return app
}
