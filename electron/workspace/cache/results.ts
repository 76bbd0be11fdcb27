// Converts tasks, records, meetings, objects and members to the search results that the palette shows as rows. Pure.
import type { ObjectSummary, SearchResult, SeenMeeting } from '../../../shared/api/launcher/search.ts'
import type { LauncherRecord, ObjectFields } from '../../../shared/api/launcher/records.ts'
import type { Field } from '../../../shared/api/objects.ts'
import { keyOfField } from '../../../shared/record-values.ts'
import type { LauncherTask, Member, TaskStatus } from '../../../shared/api/launcher/tasks.ts'
import type { AgendaMeeting, ItemDetail } from '../../../shared/ipc/launcher.ts'

/** The badge is the name of the task's status, or its slug if `statuses` does not have it. */
export const resultOfTask = (
  { id, title, status, priority, dueDate, assignees, recurrence, webUrl }: LauncherTask,
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
      ...(recurrence === undefined ? {} : { recurrence }),
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

/** The seen subtasks of a task, oldest first. */
export const subtasksOf = (parentTaskId: string, tasks: Iterable<LauncherTask>): LauncherTask[] =>
  [...tasks]
    .filter((task) => task.parentTaskId === parentTaskId)
    .sort((a, b) => Date.parse(a.createdAt) - Date.parse(b.createdAt) || (a.id < b.id ? -1 : 1))

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

// As the service formats them.
const locale = 'en-GB'
const day = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeZone: 'UTC' })
const number = new Intl.NumberFormat(locale, { maximumFractionDigits: 20 })

const idsIn = (value: unknown): string[] =>
  (Array.isArray(value) ? (value as unknown[]) : [value]).filter((id) => typeof id === 'string')

/** A value as text; empty for one that only the service formats. */
const wordsOf = (field: Field, value: unknown, names: ReadonlyMap<string, string>): string => {
  switch (field.type) {
    case 'text':
    case 'long_text':
    case 'email':
    case 'url':
    case 'phone':
      return typeof value === 'string' ? value.replaceAll(/\s+/g, ' ').trim().slice(0, 200) : ''
    case 'select':
    case 'multi_select':
    case 'status':
      return idsIn(value)
        .map((id) => field.options.choices.find((choice) => choice.id === id)?.name ?? id)
        .join(', ')
    case 'record_reference':
    case 'user_reference':
      return idsIn(value)
        .flatMap((id) => names.get(id) ?? [])
        .join(', ')
    case 'number':
      return typeof value === 'number' ? number.format(value) : ''
    case 'date': {
      const at = typeof value === 'string' ? Date.parse(value) : Number.NaN
      return Number.isNaN(at) ? '' : day.format(at)
    }
    case 'currency':
    case 'rating':
    case 'checkbox':
    case 'datetime':
    case 'location':
    case 'json':
      return ''
  }
}

/** The row of a record, until the service sends it. @param old its present row, for what is not known here */
export const resultOfRecord = (
  { id, title, avatarUrl, webUrl, objectSlug, values, linkedRecords }: LauncherRecord,
  known: {
    fields: ObjectFields | undefined
    object: ObjectSummary | undefined
    old: SearchResult | null
    members: readonly Member[]
  },
): SearchResult => {
  const object = known.fields?.object ?? known.object
  const name = object?.singularName ?? known.old?.record?.objectTypeName ?? objectSlug
  const fields = known.fields?.fields ?? []
  const names = new Map([
    ...linkedRecords.map((linked) => [linked.id, linked.title] as const),
    ...known.members.map((member) => [member.id, member.name] as const),
  ])
  const shown = fields.filter((field) => known.fields?.previewFieldIds.includes(field.id))
  const meta =
    known.fields === undefined
      ? (known.old?.record?.meta ?? [])
      : shown.flatMap((field) => {
          const value = wordsOf(field, values[keyOfField(field, fields)], names)
          return value === '' ? [] : [{ label: field.name, value, type: field.type }]
        })
  return {
    kind: 'record',
    id,
    title,
    subtitle: (known.fields === undefined ? known.old?.subtitle : meta[0]?.value) ?? name,
    badge: name,
    avatarUrl,
    webUrl,
    record: {
      objectTypeSlug: objectSlug,
      objectTypeName: name,
      icon: object?.icon ?? known.old?.record?.icon ?? null,
      color: object?.color ?? known.old?.record?.color ?? null,
      meta,
    },
  }
}
