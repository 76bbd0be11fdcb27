// The page of a task.
import { html } from '../oauth/pages/html.ts'
import { hiddenMeetingTitle, seesMeetingDetail, seesTask } from '../tasks/visibility.rules.ts'
import {
  commaList,
  factList,
  instant,
  linkTo,
  namesOf,
  recordLinks,
  type ThingReader,
  type Visit,
  written,
} from './thing-page.ts'

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
  const status = (await tx.tasks.statuses(workspace.id)).find(({ slug }) => slug === task.status)
  const section = task.sectionId === null ? undefined : await tx.tasks.section(workspace.id, task.sectionId)
  const names = await namesOf(visit, [task.createdBy, ...task.assignees])
  return {
    title: task.title,
    tag: task.archived ? 'Archived task' : 'Task',
    body: html`${factList([
      { label: 'Status', value: status?.name ?? task.status },
      { label: 'Priority', value: priorities[task.priority] },
      { label: 'Start', value: instant(visit, task.startDate) },
      { label: 'Due', value: instant(visit, task.dueDate) },
      { label: 'Assignees', value: commaList(task.assignees.map((person) => names.get(person) ?? '')) },
      { label: 'Estimate', value: minutes(task.estimatedTime) },
      { label: 'Time logged', value: minutes(task.timeLogged || null) },
      { label: 'Section', value: section?.name },
      { label: 'Part of', value: await parentLink(visit, task.parentId) },
      { label: 'Records', value: await recordLinks(visit, task.linkedRecordIds) },
      { label: 'Meetings', value: await meetingLinks(visit, task.linkedMeetingIds) },
      { label: 'Created by', value: names.get(task.createdBy) },
    ])}${
      task.description !== null &&
      task.description !== '' &&
      html`<h2>Description</h2>
        ${written(task.description)}`
    }`,
  }
}

const minutes = (count: number | null): string | undefined => {
  if (count === null) return undefined
  const hours = Math.floor(count / 60)
  const rest = count % 60
  return [hours > 0 && `${hours} h`, rest > 0 && `${rest} min`].filter(Boolean).join(' ')
}

const parentLink = async (visit: Visit, parentId: string | null) => {
  if (parentId === null) return undefined
  const parent = await visit.tx.tasks.get(visit.workspace.id, parentId)
  return parent && seesTask(visit.viewer, parent)
    ? linkTo(visit, 'tasks', parent.id, parent.title)
    : undefined
}

const meetingLinks = async (visit: Visit, ids: readonly string[]) => {
  const meetings = await visit.tx.meetings.among(visit.workspace.id, ids)
  return commaList(
    meetings.map((meeting) =>
      linkTo(
        visit,
        'meetings',
        meeting.id,
        seesMeetingDetail(visit.viewer, meeting) ? meeting.title : hiddenMeetingTitle,
      ),
    ),
  )
}
