// Converts tasks, meetings, objects and members to the search results that the palette shows as rows. Pure.
import type { ObjectSummary, SearchResult, SeenMeeting } from '../../../shared/api/launcher-search.ts'
import type { LauncherTask, Member, TaskStatus } from '../../../shared/api/launcher-tasks.ts'
import type { AgendaMeeting, ItemDetail } from '../../../shared/ipc/launcher.ts'

/** The badge is the name of the task's status, or its slug if `statuses` does not have it. */
export const resultOfTask = (
  { id, title, status, priority, dueDate, assignees, webUrl }: LauncherTask,
  statuses: readonly TaskStatus[],
): SearchResult => {
  const named = statuses.find(({ slug }) => slug === status)
  return {
    kind: 'task',
    id,
    title,
    subtitle: '',
    badge: named?.name ?? status,
    avatarUrl: null,
    webUrl,
    task: {
      priority,
      dueDate,
      assignees,
      ...(named === undefined
        ? {}
        : {
            status: {
              slug: named.slug,
              name: named.name,
              color: named.color,
              isComplete: named.isComplete,
            },
          }),
    },
  }
}

export const resultOfMeeting = ({
  id,
  title,
  startAt,
  endAt,
  allDay,
  location,
  joinUrl,
  attendees,
  linkedRecordIds,
  response,
  tentative,
  webUrl,
}: AgendaMeeting): SearchResult => ({
  kind: 'meeting',
  id,
  title,
  subtitle: location ?? '',
  badge: '',
  avatarUrl: null,
  webUrl: webUrl ?? '',
  meeting: {
    startAt,
    endAt,
    allDay: allDay ?? false,
    location: location ?? null,
    joinUrl: joinUrl ?? null,
    ...(attendees === undefined
      ? {}
      : {
          attendeeCount: attendees.length,
          attendees: attendees.map(({ id: personId, name }) => ({
            name,
            email: '',
            response: null,
            isOrganizer: false,
            personId,
            recordId: null,
          })),
        }),
    ...(linkedRecordIds === undefined ? {} : { linkedRecordIds }),
    ...(response === undefined ? {} : { response }),
    ...(tentative === undefined ? {} : { tentative }),
  },
})

/** The known details of a meeting; null if it was never seen. @param known.row its row, which is the newest */
export const meetingDetail = (
  id: string,
  known: {
    ofBrief: AgendaMeeting | undefined
    row: SeenMeeting | undefined
    kept: SeenMeeting | undefined
    tasks: readonly LauncherTask[]
    statuses: readonly TaskStatus[]
  },
): ItemDetail['meeting'] => {
  const { ofBrief, row, kept, tasks, statuses } = known
  if (ofBrief === undefined && row === undefined) return null
  const isOpen = ({ status }: LauncherTask): boolean =>
    statuses.find(({ slug }) => slug === status)?.isComplete !== true
  return {
    ...(ofBrief && resultOfMeeting(ofBrief).meeting),
    ...kept,
    ...row,
    tasks: tasks
      .filter((task) => task.linkedMeetingIds.includes(id) && isOpen(task))
      .map((task) => ({ id: task.id, title: task.title })),
  }
}

/** The row that opens the list of an object's records. An object has no web page of its own. */
export const resultOfObject = ({
  slug,
  pluralName,
  description,
  singularName,
  icon,
  color,
}: ObjectSummary): SearchResult => ({
  kind: 'object',
  id: slug,
  title: pluralName,
  subtitle: description ?? '',
  badge: '',
  avatarUrl: null,
  webUrl: '',
  record: { objectTypeSlug: slug, objectTypeName: singularName, icon, color, meta: [] },
})

/** The objects of cached records, for a service that does not list its objects. */
export const objectsOf = (rows: readonly SearchResult[]): ObjectSummary[] => {
  const bySlug = new Map<string, ObjectSummary>()
  for (const { record } of rows)
    if (record !== undefined)
      bySlug.set(record.objectTypeSlug, {
        id: record.objectTypeSlug,
        name: record.objectTypeName,
        singularName: record.objectTypeName,
        pluralName: record.objectTypeName,
        slug: record.objectTypeSlug,
        icon: record.icon,
        color: record.color,
        description: null,
      })
  return [...bySlug.values()]
}

/** A colleague to whom tasks can be assigned. */
export const resultOfMember = ({ id, name, email, avatarUrl }: Member): SearchResult => ({
  kind: 'member',
  id,
  title: name,
  subtitle: email,
  badge: '',
  avatarUrl,
  webUrl: '',
})
