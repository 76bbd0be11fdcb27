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

type SeenMeeting = { isPrivate: boolean; isHidden: boolean; concerned: readonly { id: string }[] }

/** Attends a meeting, or has it in a calendar. */
export const isConcerned = (viewer: Pick<Viewer, 'personId'>, { concerned }: SeenMeeting): boolean =>
  concerned.some((person) => person.id === viewer.personId)

/** A private meeting shows its details only to those whom it concerns, whatever their role (LCH-10, CAL-06). */
export const seesMeetingDetail = (viewer: Pick<Viewer, 'personId'>, meeting: SeenMeeting): boolean =>
  !meeting.isPrivate || isConcerned(viewer, meeting)

/** A meeting of a private calendar is not there for anybody else (CAL-06). */
export const seesMeeting = (viewer: Pick<Viewer, 'personId'>, meeting: SeenMeeting): boolean =>
  !meeting.isHidden || isConcerned(viewer, meeting)

/** The title of a meeting whose details are hidden. */
export const hiddenMeetingTitle = 'Busy'
