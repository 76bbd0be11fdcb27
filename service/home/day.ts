// The first page of a workspace: the day of the visitor, as `GET /v1/launcher/brief` has it (LCH-08, LCH-10).
import { briefLimits } from '../../shared/api/launcher/search.ts'
import { targetPath } from '../access/principal.ts'
import { seenMeetings, type SeenMeeting } from '../calendars/meeting.view.ts'
import { inPipeline } from '../db/sql.ts'
import { upcomingMeetings } from '../meetings/meetings.store.ts'
import { daysAheadIn } from '../meetings/reader-days.rules.ts'
import { listNotifications, type StoredNotification } from '../notifications/notifications.store.ts'
import { html, type Html } from '../oauth/pages/html.ts'
import { everyone, type SitePage, type Visit } from '../site/kit.ts'
import { formOf, hidden, hrefOf, table, timeOf } from '../site/parts.ts'
import { openAssignedTasks } from '../tasks/task-lists.store.ts'
import { hiddenMeetingTitle } from '../tasks/visibility.rules.ts'
import { wholeDaysOf } from '../../shared/whole-days.ts'
import { dayText, dayWords, endOfDay } from './dates.ts'
import { shortTitle, taskTable } from './tasks.ts'
import type { StoredTask } from '../tasks/stored-task.ts'

/** The brief has up to a hundred; the list of tasks has all. */
const shownTasks = 50

const taskPart = async (visit: Visit, tasks: readonly StoredTask[]): Promise<Html> => {
  const newTask = html`<a href="${hrefOf(visit, 'new-task')}">New task</a>`
  if (tasks.length === 0)
    return html`<p>
      No open task is assigned to you. ${newTask} or
      <a href="${hrefOf(visit, 'tasks')}">look at the team’s</a>
    </p>`
  const shown = tasks.slice(0, shownTasks)
  const tonight = endOfDay(visit, dayText(visit, visit.at)) ?? visit.at
  const due = shown.filter(({ dueDate }) => dueDate !== null && dueDate <= tonight)
  const later = shown.filter(({ dueDate }) => dueDate === null || dueDate > tonight)
  return html`<p class="ways">
      ${newTask}
      <a href="${hrefOf(visit, 'my-tasks')}"
        >${tasks.length > shownTasks ? 'All my tasks' : 'My tasks with filters'}</a
      >
    </p>
    ${due.length === 0 ? html`<p>Nothing is due today.</p>` : await taskTable(visit, 'Due until tonight', due, '')}
    ${later.length > 0 && (await taskTable(visit, 'Later, or without a date', later, ''))}`
}

const meetingRow = (visit: Visit, meeting: SeenMeeting): (Html | string)[] => {
  const { id, seesDetail, allDay, startAt } = meeting
  const title = seesDetail ? meeting.title : hiddenMeetingTitle
  const { joinUrl, location } = meeting
  const join =
    joinUrl !== null &&
    /^https?:\/\//i.test(joinUrl) &&
    html`<a href="${joinUrl}" rel="noreferrer noopener">Join</a>`
  const where = seesDetail && (location || join) ? html`${location} ${join}` : ''
  return [
    html`<a href="${hrefOf(visit, `meetings/${encodeURIComponent(id)}`)}">${shortTitle(title)}</a>`,
    allDay
      ? `${dayWords({ zone: 'UTC' }, wholeDaysOf(meeting, 0).first)}, all day`
      : timeOf(visit, startAt, ''),
    where,
  ]
}

const meetingPart = (visit: Visit, meetings: readonly SeenMeeting[]): Html => {
  if (meetings.length === 0)
    return html`<p>
      No meeting is ahead.
      <a href="/settings/${visit.workspace.slug}/calendars">Add your calendar</a>
    </p>`
  const rows = meetings.map((meeting) => meetingRow(visit, meeting))
  return table('Meetings that are not over', ['Meeting', 'Starts', 'Where'], rows)
}

const notificationPart = (visit: Visit, notifications: readonly StoredNotification[]): Html => {
  const { slug } = visit.workspace
  const all = html`<p><a href="/settings/${slug}/notifications">All notifications</a></p>`
  if (notifications.length === 0)
    return html`<p>You have read everything.</p>
      ${all}`
  const newest = notifications[0]?.createdAt ?? 0
  const rows = notifications.map(({ id, title, body, target, createdAt }) => [
    html`<a href="${targetPath(slug, target) ?? hrefOf(visit, `notifications/${id}`)}"
        >${shortTitle(title)}</a
      >
      ${body !== null && html`<br /><span class="quiet">${shortTitle(body)}</span>`}`,
    timeOf(visit, createdAt, ''),
  ])
  return html`${table('Unread, newest first', ['What', 'When'], rows)}
  ${formOf(visit, 'read-all', html`${hidden('before', String(newest))}<button type="submit">Mark all as read</button>`)}
  ${all}`
}

export const dayPage: SitePage = {
  path: '',
  title: 'page.home.day',
  roles: everyone,
  async read(visit) {
    const { tx, workspace, person, at, zone } = visit
    const [tasks, meetings, notifications] = await inPipeline([
      openAssignedTasks(tx, workspace.id, person.id, briefLimits.tasks),
      upcomingMeetings(tx, workspace.id, person.id, at, briefLimits.meetings, daysAheadIn(zone, at)),
      listNotifications(tx, workspace.id, person.id, { unread: true, limit: briefLimits.notifications }),
    ])
    const reader = { workspaceId: workspace.id, personId: person.id }
    const seen = await seenMeetings(tx, reader, meetings)
    return {
      title: dayWords(visit, at),
      body: html`<h2>Meetings</h2>
        ${meetingPart(visit, seen)}
        <h2>Tasks</h2>
        ${await taskPart(visit, tasks)}
        <h2>Notifications</h2>
        ${notificationPart(visit, notifications)}`,
    }
  },
}
