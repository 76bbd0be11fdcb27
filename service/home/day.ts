// The first page of a workspace: the day of the visitor, as `GET /v1/launcher/brief` has it (LCH-08, LCH-10).
import { briefLimits } from '../../shared/api/launcher/search.ts'
import { targetPath } from '../access/principal.ts'
import { seenMeetings, type SeenMeeting } from '../calendars/meeting.view.ts'
import { inPipeline } from '../db/sql.ts'
import { say, sayParts } from '../language/say.ts'
import { upcomingMeetings } from '../meetings/meetings.store.ts'
import { daysAheadIn } from '../meetings/reader-days.rules.ts'
import { pageWordsOf } from '../notifications/page-words.ts'
import { listNotifications, type StoredNotification } from '../notifications/notifications.store.ts'
import { html, type Html } from '../oauth/pages/html.ts'
import { everyone, type SitePage, type Visit } from '../site/kit.ts'
import { formOf, hidden, hrefOf, table, timeOf } from '../site/parts.ts'
import { openAssignedTasks } from '../tasks/task-lists.store.ts'
import { wholeDaysOf } from '../../shared/whole-days.ts'
import { dayText, dayWords, endOfDay } from './dates.ts'
import { shortTitle, taskTable } from './tasks.ts'
import type { StoredTask } from '../tasks/stored-task.ts'

/** The brief has up to a hundred; the list of tasks has all. */
const shownTasks = 50

const taskPart = async (visit: Visit, tasks: readonly StoredTask[]): Promise<Html> => {
  const newTask = html`<a href="${hrefOf(visit, 'new-task')}">${say('tasks.new')}</a>`
  if (tasks.length === 0) {
    const team = html`<a href="${hrefOf(visit, 'tasks')}">${say('home.tasks.team')}</a>`
    const ways = sayParts<'home.tasks.ways', Html>('home.tasks.ways', { create: newTask, team })
    return html`<p>${say('tasks.none.mine')} ${ways}</p>`
  }
  const shown = tasks.slice(0, shownTasks)
  const tonight = endOfDay(visit, dayText(visit, visit.at)) ?? visit.at
  const due = shown.filter(({ dueDate }) => dueDate !== null && dueDate <= tonight)
  const later = shown.filter(({ dueDate }) => dueDate === null || dueDate > tonight)
  return html`<p class="ways">
      ${newTask}
      <a href="${hrefOf(visit, 'my-tasks')}"
        >${say(tasks.length > shownTasks ? 'home.tasks.all' : 'home.tasks.filtered')}</a
      >
    </p>
    ${due.length === 0 ? html`<p>${say('home.tasks.nothingDue')}</p>` : await taskTable(visit, say('home.tasks.due'), due, '')}
    ${later.length > 0 && (await taskTable(visit, say('home.tasks.later'), later, ''))}`
}

const meetingRow = (visit: Visit, meeting: SeenMeeting): (Html | string)[] => {
  const { id, seesDetail, allDay, startAt } = meeting
  const title = seesDetail ? meeting.title : say('thing.meeting.hidden')
  const { joinUrl, location } = meeting
  const join =
    joinUrl !== null &&
    /^https?:\/\//i.test(joinUrl) &&
    html`<a href="${joinUrl}" rel="noreferrer noopener">${say('home.meetings.join')}</a>`
  const where = seesDetail && (location || join) ? html`${location} ${join}` : ''
  return [
    html`<a href="${hrefOf(visit, `meetings/${encodeURIComponent(id)}`)}">${shortTitle(title)}</a>`,
    allDay
      ? say('home.allDay', { day: dayWords({ zone: 'UTC' }, wholeDaysOf(meeting, 0).first) })
      : timeOf(visit, startAt, ''),
    where,
  ]
}

const meetingPart = (visit: Visit, meetings: readonly SeenMeeting[]): Html => {
  if (meetings.length === 0)
    return html`<p>
      ${say('home.meetings.none')}
      <a href="/settings/${visit.workspace.slug}/calendars">${say('home.meetings.addCalendar')}</a>
    </p>`
  const rows = meetings.map((meeting) => meetingRow(visit, meeting))
  const columns = [say('home.meetings.meeting'), say('home.meetings.starts'), say('home.meetings.where')]
  return table(say('home.meetings.ahead'), columns, rows)
}

const notificationPart = (visit: Visit, notifications: readonly StoredNotification[]): Html => {
  const { slug } = visit.workspace
  const all = html`<p><a href="/settings/${slug}/notifications">${say('home.notifications.all')}</a></p>`
  if (notifications.length === 0)
    return html`<p>${say('home.notifications.none')}</p>
      ${all}`
  const newest = notifications[0]?.createdAt ?? 0
  const rows = notifications.map((notification) => {
    const { id, target, createdAt } = notification
    const { title, body } = pageWordsOf(notification)
    return [
      html`<a href="${targetPath(slug, target) ?? hrefOf(visit, `notifications/${id}`)}"
          >${shortTitle(title)}</a
        >
        ${body !== null && html`<br /><span class="quiet">${shortTitle(body)}</span>`}`,
      timeOf(visit, createdAt, ''),
    ]
  })
  const columns = [say('home.notifications.what'), say('home.notifications.when')]
  return html`${table(say('home.notifications.unread'), columns, rows)}
  ${formOf(visit, 'read-all', html`${hidden('before', String(newest))}<button type="submit">${say('home.notifications.readAll')}</button>`)}
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
      body: html`<h2>${say('home.meetings')}</h2>
        ${meetingPart(visit, seen)}
        <h2>${say('home.tasks')}</h2>
        ${await taskPart(visit, tasks)}
        <h2>${say('home.notifications')}</h2>
        ${notificationPart(visit, notifications)}`,
    }
  },
}
