// The pages of a task, a meeting and a notification.
import { html } from '../oauth/pages/html.ts'
import { hiddenMeetingTitle, seesMeetingDetail, seesTask } from '../tasks/visibility.rules.ts'
import type { StoredNotification } from '../launcher/notifications.store.ts'
import {
  commaList,
  type Fact,
  factList,
  instant,
  linkOut,
  linkTo,
  namesOf,
  recordLinks,
  type ThingReader,
  type Visit,
  wholeDay,
  written,
} from './page-parts.ts'

const priorities = {
  no_priority: undefined,
  low: 'Low',
  medium: 'Medium',
  high: 'High',
  urgent: 'Urgent',
} as const

/** A task, to those who may see it (AUT-09, AUT-10). */
export const readTask: ThingReader = async (visit, id) => {
  const { tx, workspace, viewer } = visit
  const task = await tx.tasks.get(workspace.id, id)
  if (!task || !seesTask(viewer, task)) return undefined
  const { description, parentId, sectionId } = task
  const status = (await tx.tasks.statuses(workspace.id)).find(({ slug }) => slug === task.status)
  const section = sectionId === null ? undefined : await tx.tasks.section(workspace.id, sectionId)
  const parent = parentId === null ? undefined : await tx.tasks.get(workspace.id, parentId)
  const names = await namesOf(visit, [task.createdBy, ...task.assignees])
  const meetings = await tx.meetings.among(workspace.id, task.linkedMeetingIds)
  return {
    title: task.title,
    tag: task.archived ? 'Archived task' : 'Task',
    body: html`${factList([
      ['Status', status?.name ?? task.status],
      ['Priority', priorities[task.priority]],
      ['Start', instant(visit, task.startDate)],
      ['Due', instant(visit, task.dueDate)],
      ['Assignees', commaList(task.assignees.map((person) => names.get(person) ?? ''))],
      ['Estimate', minutes(task.estimatedTime)],
      ['Time logged', minutes(task.timeLogged)],
      ['Section', section?.name],
      ['Part of', parent && seesTask(viewer, parent) && linkTo(visit, 'tasks', parent.id, parent.title)],
      ['Records', await recordLinks(visit, task.linkedRecordIds)],
      [
        'Meetings',
        commaList(
          meetings.map((meeting) => {
            const title = seesMeetingDetail(viewer, meeting) ? meeting.title : hiddenMeetingTitle
            return linkTo(visit, 'meetings', meeting.id, title)
          }),
        ),
      ],
      ['Created by', names.get(task.createdBy)],
    ])}${
      description !== null &&
      description !== '' &&
      html`<h2>Description</h2>
        ${written(description)}`
    }`,
  }
}

const minutes = (count: number | null): string => {
  const hours = Math.floor((count ?? 0) / 60)
  const rest = (count ?? 0) % 60
  return [hours > 0 && `${hours} h`, rest > 0 && `${rest} min`].filter(Boolean).join(' ')
}

/** A meeting. Others than its attendees see only the time of a private one (LCH-10). */
export const readMeeting: ThingReader = async (visit, id) => {
  const meeting = await visit.tx.meetings.get(visit.workspace.id, id)
  if (!meeting) return undefined
  const when: Fact[] = meeting.allDay
    ? [['When', `${wholeDay(meeting)}, all day`]]
    : [
        ['Starts', instant(visit, meeting.startAt)],
        ['Ends', instant(visit, meeting.endAt)],
      ]
  const tag = meeting.isPrivate ? 'Private meeting' : 'Meeting'
  if (!seesMeetingDetail(visit.viewer, meeting))
    return { title: hiddenMeetingTitle, tag, body: factList(when) }
  return {
    title: meeting.title,
    tag,
    body: factList([
      ...when,
      ['Where', meeting.location],
      ['Join', meeting.joinUrl !== null && linkOut(meeting.joinUrl)],
      ['Attendees', commaList(meeting.attendees.map(({ name }) => name))],
      ['Records', await recordLinks(visit, meeting.linkedRecordIds)],
    ]),
  }
}

// More than anyone reads; the store lists the unread of one person only so far.
const mostUnread = 1000

export const findUnread = async ({ tx, workspace, viewer }: Visit, id: string) =>
  (await tx.notifications.unread(workspace.id, viewer.personId, mostUnread)).find((each) => each.id === id)

const targets = { task: 'tasks', record: 'records', meeting: 'meetings' } as const

/** Where the thing that a notification is about has its page. */
export const targetPath = (slug: string, target: StoredNotification['target']): string | undefined =>
  target === null ? undefined : `/w/${slug}/${targets[target.kind]}/${encodeURIComponent(target.id)}`

/** An unread notification, to whom it is for (LCH-08). It stays unread until its button is pressed. */
export const readNotification: ThingReader = async (visit, id) => {
  const notification = await findUnread(visit, id)
  if (!notification) return undefined
  const { title, body, target, createdAt } = notification
  return {
    title,
    tag: 'Notification',
    body: html`${body !== null && written(body)}
      ${factList([
        ['About', target && linkTo(visit, targets[target.kind], target.id, `Open the ${target.kind}`)],
        ['Received', instant(visit, createdAt)],
      ])}
      <form method="post" action="/w/${visit.workspace.slug}/notifications/${encodeURIComponent(id)}">
        <div class="actions"><button class="primary" type="submit">Mark as read</button></div>
      </form>`,
  }
}
