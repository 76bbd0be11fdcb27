// A task as the launcher surface shows it (LCH-03).
import type { LauncherTask, LauncherTaskDetail } from '../../shared/api/launcher/tasks.ts'
import { seenMeetings } from '../calendars/meeting.view.ts'
import { hiddenMeetingTitle, seesTask, type Viewer } from '../tasks/visibility.rules.ts'
import type { Principal } from '../http/app-type.ts'
import { iso, isoOrNull } from '../base/time.ts'
import { inPipeline } from '../db/sql.ts'
import type { Tx } from '../db/store.ts'
import { minutesLogged, type StoredTask } from '../tasks/stored-task.ts'
import { presentTimer } from '../tasks/task-write.ts'
import type { WebUrl } from '../access/principal.ts'
import { unseenMeetings, meetingsAmong } from '../meetings/meetings.store.ts'
import { tasksAmong } from '../tasks/tasks.store.ts'
import { recordsAmong } from '../records/records.store.ts'
import { objectsOfWorkspace } from '../objects/objects.store.ts'

export const presentLauncherTask = (task: StoredTask, webUrl: WebUrl): LauncherTask => ({
  id: task.id,
  title: task.title,
  description: task.description,
  status: task.status,
  priority: task.priority,
  assignees: [...task.assignees],
  startDate: isoOrNull(task.startDate),
  dueDate: isoOrNull(task.dueDate),
  parentTaskId: task.parentId,
  timeLogged: minutesLogged(task),
  estimatedTime: task.estimatedTime,
  createdBy: task.createdBy,
  createdAt: iso(task.createdAt),
  updatedAt: iso(task.updatedAt),
  linkedMeetingIds: [...task.linkedMeetingIds],
  // This service has no files.
  fileCount: 0,
  linkedRecordCount: task.linkedRecordIds.length,
  timerState: presentTimer(task),
  recurrence: task.recurrence,
  webUrl: webUrl('task', task.id),
})

/** Tasks without links to meetings that the viewer may not know of (CAL-06), or that no calendar has now. */
export const withoutUnseenMeetings = async <Task extends Pick<StoredTask, 'linkedMeetingIds'>>(
  tx: Tx,
  { workspaceId, personId }: Pick<Principal, 'workspaceId' | 'personId'>,
  tasks: readonly Task[],
): Promise<Task[]> => {
  const linked = tasks.flatMap(({ linkedMeetingIds }) => linkedMeetingIds)
  const unseen = await unseenMeetings(tx, workspaceId, personId, linked)
  return tasks.map((task) => ({
    ...task,
    linkedMeetingIds: task.linkedMeetingIds.filter((id) => !unseen.has(id)),
  }))
}

/** Adds the section, parent and links that a form shows (LCH-11). Links keep their order. */
export const presentTaskDetail = async (
  tx: Tx,
  viewer: Viewer & Pick<Principal, 'workspaceId'>,
  task: StoredTask,
  webUrl: WebUrl,
): Promise<LauncherTaskDetail> => {
  const { workspaceId } = viewer
  const [linkedRecords, linkedMeetings, objects, [parent]] = await inPipeline([
    recordsAmong(tx, workspaceId, task.linkedRecordIds),
    meetingsAmong(tx, workspaceId, task.linkedMeetingIds),
    objectsOfWorkspace(tx, workspaceId),
    tasksAmong(tx, workspaceId, task.parentId === null ? [] : [task.parentId]),
  ])
  const records = new Map(linkedRecords.map((record) => [record.id, record]))
  const seen = await seenMeetings(tx, viewer, linkedMeetings)
  const meetings = new Map(seen.map((meeting) => [meeting.id, meeting]))
  const linkedMeetingIds = task.linkedMeetingIds.filter((id) => meetings.has(id))
  const slugs = new Map(objects.map((object) => [object.id, object.slug]))
  return {
    ...presentLauncherTask({ ...task, linkedMeetingIds }, webUrl),
    sectionId: task.sectionId,
    parentTask:
      parent && !parent.archived && seesTask(viewer, parent) ? { id: parent.id, title: parent.title } : null,
    linkedRecords: task.linkedRecordIds.flatMap((id) => {
      const record = records.get(id)
      return record ? [{ id, title: record.title, objectSlug: slugs.get(record.objectId) ?? '' }] : []
    }),
    linkedMeetings: task.linkedMeetingIds.flatMap((id) => {
      const meeting = meetings.get(id)
      if (!meeting) return []
      const title = meeting.seesDetail ? meeting.title : hiddenMeetingTitle
      return [{ id, title, startAt: iso(meeting.startAt) }]
    }),
  }
}
