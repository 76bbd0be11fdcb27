// Visibility of tasks and meetings (AUT-09, AUT-10, LCH-10).

export type Viewer = { personId: string; role: 'owner' | 'admin' | 'member' }

/** Owners and admins see every task (AUT-10). */
export const seesEveryTask = (viewer: Viewer): boolean => viewer.role !== 'member'

/** Members see the tasks that they created or are assigned to (AUT-09). */
export const seesTask = (
  viewer: Viewer,
  task: { createdBy: string; assignees: readonly string[] },
): boolean =>
  seesEveryTask(viewer) || task.createdBy === viewer.personId || task.assignees.includes(viewer.personId)

/** A private meeting shows its details only to those who attend, whatever their role (LCH-10). */
export const seesMeetingDetail = (
  viewer: Pick<Viewer, 'personId'>,
  meeting: { isPrivate: boolean; attendees: readonly { id: string }[] },
): boolean => !meeting.isPrivate || meeting.attendees.some((person) => person.id === viewer.personId)

/** The title of a meeting whose details are hidden. */
export const hiddenMeetingTitle = 'Busy'
