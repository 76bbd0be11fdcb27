// The daily brief (LCH-08, LCH-10).
import { OpenAPIHono, z } from '@hono/zod-openapi'
import {
  briefLimits,
  briefResponse,
  type BriefMeeting,
  type BriefNotification,
} from '../../shared/api/launcher/search.ts'
import type { AppDeps, AppEnv } from '../http/app-type.ts'
import { errorResponses } from '../http/errors.ts'
import { iso } from '../base/time.ts'
import { daysAheadIn, preferredZone } from '../meetings/reader-days.rules.ts'
import { type SeenMeeting, seenMeetings } from '../calendars/meeting.view.ts'
import { hiddenMeetingTitle } from '../tasks/visibility.rules.ts'
import { partsOf } from '../notifications/notification.view.ts'
import { listNotifications, type StoredNotification } from '../notifications/notifications.store.ts'
import { inPipeline } from '../db/sql.ts'
import { presentLauncherTask, withoutUnseenMeetings } from './launcher-task.view.ts'
import { webUrlFor, type WebUrl } from '../access/principal.ts'
import { launcherRoute } from '../access/route.ts'
import { answer, createRoute } from '../http/route-parts.ts'
import { openAssignedTasks } from '../tasks/task-lists.store.ts'
import { upcomingMeetings } from '../meetings/meetings.store.ts'

const brief = createRoute({
  method: 'get',
  path: '/brief',
  operationId: 'getBrief',
  summary: 'The day of the person: open tasks, meetings ahead, unread notifications',
  description: 'At most 100 tasks, 12 meetings and 30 notifications.',
  ...launcherRoute('tasks:read', 'meetings:read', 'notifications:read'),
  request: {
    headers: z.object({
      prefer: z
        .string()
        .optional()
        .describe('`timezone="Europe/Berlin"`: all-day meetings end with the day in this time zone.'),
    }),
  },
  responses: { 200: answer('The brief.', briefResponse), ...errorResponses() },
})

/** A private meeting that the viewer does not attend shows only its times. */
const presentBriefMeeting = (meeting: SeenMeeting, webUrl: WebUrl): BriefMeeting => {
  const shown = meeting.seesDetail
  return {
    id: meeting.id,
    title: shown ? meeting.title : hiddenMeetingTitle,
    startAt: iso(meeting.startAt),
    endAt: iso(meeting.endAt),
    allDay: meeting.allDay,
    location: shown ? meeting.location : null,
    joinUrl: shown ? meeting.joinUrl : null,
    attendees: shown ? [...meeting.attendees] : [],
    linkedRecordIds: shown ? [...meeting.linkedRecordIds] : [],
    webUrl: webUrl('meeting', meeting.id),
    ...(meeting.series !== null && {
      mine: meeting.isMine,
      response: meeting.response,
      tentative: meeting.isTentative,
    }),
  }
}

const presentNotification = (notification: StoredNotification, webUrl: WebUrl): BriefNotification => ({
  id: notification.id,
  title: notification.title,
  type: notification.kind,
  body: notification.body,
  ...partsOf(notification),
  createdAt: iso(notification.createdAt),
  webUrl: webUrl('notification', notification.id),
})

export function briefRoutes({ store, now, baseUrl }: AppDeps): OpenAPIHono<AppEnv> {
  const app = new OpenAPIHono<AppEnv>()
  app.openapi(brief, async (c) => {
    const principal = c.get('principal')
    const { workspaceId, personId } = principal
    const webUrl = webUrlFor(baseUrl(), principal)
    const zone = preferredZone(c.req.valid('header').prefer)
    const isDayAhead = zone === null ? null : daysAheadIn(zone, now())
    // Its parts need not speak of one moment: without a transaction, two round trips less.
    const data = await store.ask(async (tx) => {
      const [tasks, meetings, notifications] = await inPipeline([
        openAssignedTasks(tx, workspaceId, personId, briefLimits.tasks),
        upcomingMeetings(tx, workspaceId, personId, now(), briefLimits.meetings, isDayAhead),
        listNotifications(tx, workspaceId, personId, { unread: true, limit: briefLimits.notifications }),
      ])
      const [seen, shown] = await inPipeline([
        seenMeetings(tx, principal, meetings),
        withoutUnseenMeetings(tx, principal, tasks),
      ])
      return {
        tasks: shown.map((task) => presentLauncherTask(task, webUrl)),
        meetings: seen.map((meeting) => presentBriefMeeting(meeting, webUrl)),
        notifications: notifications.map((each) => presentNotification(each, webUrl)),
        // This service has no integrations.
        integrationIssues: [],
      }
    })
    return c.json({ data }, 200)
  })
  return app
}
