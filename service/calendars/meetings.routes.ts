// The meetings of a time, and one of them (CAL-06, CAL-07).
import { OpenAPIHono, z } from '@hono/zod-openapi'
import { meetingsQuery, meetingsResponse, mostMeetings } from '../../shared/api/launcher/calendars.ts'
import { meetingResult } from '../../shared/api/launcher/search.ts'
import { one } from '../../shared/api/primitives.ts'
import type { AppDeps, AppEnv } from '../http/app-type.ts'
import { errorResponses, problem } from '../http/errors.ts'
import { launcherRoute } from '../access/route.ts'
import { answer, createRoute } from '../http/route-parts.ts'
import { webUrlFor } from '../access/principal.ts'
import { presentMeeting, seenMeetings } from './meeting.view.ts'
import { meetingsBetween, meetingsAmong } from '../meetings/meetings.store.ts'

const list = createRoute({
  method: 'get',
  path: '/meetings',
  operationId: 'listMeetings',
  summary: 'The meetings of a time, by start',
  description: `At most ${mostMeetings}. Those of calendars that are not the person’s show as \`Busy\` or not at all, unless they are invited or the calendar shows details.`,
  ...launcherRoute('meetings:read'),
  request: { query: meetingsQuery },
  responses: { 200: answer('The meetings.', meetingsResponse), ...errorResponses(400) },
})

const get = createRoute({
  method: 'get',
  path: '/meetings/{meetingId}',
  operationId: 'getMeeting',
  summary: 'One meeting with its description',
  description: 'A meeting that the person may not see is 404.',
  ...launcherRoute('meetings:read'),
  request: { params: z.object({ meetingId: z.string().describe('The meeting’s id.') }) },
  responses: { 200: answer('The meeting.', one(meetingResult)), ...errorResponses(404) },
})

export function meetingRoutes({ store, baseUrl }: AppDeps): OpenAPIHono<AppEnv> {
  const app = new OpenAPIHono<AppEnv>()

  app.openapi(list, async (c) => {
    const principal = c.get('principal')
    const { workspaceId, personId } = principal
    const { from, to } = c.req.valid('query')
    const window = { from: Date.parse(from), to: Date.parse(to) }
    const seen = await store.read(async (tx) =>
      seenMeetings(tx, principal, await meetingsBetween(tx, workspaceId, personId, window, mostMeetings)),
    )
    const webUrl = webUrlFor(baseUrl(), principal)
    return c.json({ data: seen.map((meeting) => presentMeeting(meeting, webUrl, 'listed')) }, 200)
  })

  app.openapi(get, async (c) => {
    const principal = c.get('principal')
    const [seen] = await store.read(async (tx) =>
      seenMeetings(
        tx,
        principal,
        await meetingsAmong(tx, principal.workspaceId, [c.req.valid('param').meetingId]),
      ),
    )
    if (seen === undefined) return problem(c, 'not_found', 'There is no such meeting.')
    return c.json({ data: presentMeeting(seen, webUrlFor(baseUrl(), principal), 'one') }, 200)
  })

  return app
}
