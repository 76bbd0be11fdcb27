// The entries of the detail pane. They come from the row at once, and from the details of its task or meeting when those
// arrive. Pure.
import type { SeenMeeting } from '../../shared/api/launcher/search.ts'
import type { LauncherTask, TaskFields, TaskOptions, TaskStatus } from '../../shared/api/launcher/tasks.ts'
import type { RecordValues } from '../../shared/api/launcher/records.ts'
import type { ItemDetail, OutboxItem, Row } from '../../shared/ipc/launcher.ts'
import { type PlainKey, say } from '../../shared/language.ts'
import { linksIn } from '../../shared/links.ts'
import { dueAt } from '../../shared/whole-days.ts'
import {
  type DueTone,
  dateTimeWords,
  distanceWords,
  dueLabel,
  durationWords,
  lengthWords,
  meetingWords,
  startWords,
} from '../../shared/dates/format.ts'
import { repeatWords } from '../../shared/dates/repeat-words.ts'
import { type SeenTask, seenInTask } from '../writes/change-tasks.ts'
import { fieldsOver, isPending } from '../writes/pending.ts'
import type { KeyedField } from '../writes/record-words.ts'
import {
  type FieldKind,
  type KnownRecord,
  newRecordEntries,
  recordEntries,
  rowEntries,
} from './record-detail.ts'
import type { PaletteRow } from './rows.ts'

/** `known`: what finds it, if not its title. */
export type Target = { kind: 'record' | 'meeting' | 'task'; id: string; title: string; known?: string }

/** Somebody who is invited. `record` is the record with their address. */
export type Guest = {
  name: string
  answer: SeenAttendee['response']
  isOrganizer: boolean
  record: Target | null
}

/** A subtask with its unsaved changes. One that is not saved yet has nothing to open. */
export type Subtask = {
  key: string
  title: string
  status: TaskStatus | undefined
  due: { text: string; tone?: DueTone } | null
  /** The task as its actions take it; null before it is saved. */
  seen: SeenTask | null
}

type SeenAttendee = NonNullable<SeenMeeting['attendees']>[number]

type Glyph =
  | { of: 'status'; status: NonNullable<NonNullable<Row['task']>['status']> }
  | { of: 'priority'; priority: string }

export type Entry =
  /** A contact or another field of a record. `value` is copied, `shown` is seen. */
  | { type: 'field'; label: string; value: string; shown: string; kind: FieldKind }
  | { type: 'fact'; label: string; text: string; tone?: 'overdue' | 'today' | 'later'; glyph?: Glyph }
  | { type: 'people'; label: string; names: readonly string[] }
  /** `links`: whether its web addresses can be opened. */
  | { type: 'text'; label: string; text: string; links: boolean }
  /** `more` people are invited than are named. */
  | { type: 'guests'; label: string; guests: readonly Guest[]; more: number }
  | { type: 'links'; label: string; targets: readonly Target[] }
  | { type: 'subtasks'; label: string; subtasks: readonly Subtask[] }
  | { type: 'join' }

/** Data of the page besides the row. */
export type Known = {
  detail: ItemDetail | null
  options: Pick<TaskOptions, 'members' | 'sections' | 'me' | 'statuses'> | undefined
  /** Unsaved changes of the task. */
  unsaved: TaskFields
  /** Writes that may be of its subtasks, and when the details were read, epoch milliseconds. */
  writes?: readonly OutboxItem[] | undefined
  readAt?: number
  /** The fields of a record's object, once they are known, and its unsaved values. */
  fields?: readonly KeyedField[] | undefined
  unsavedValues?: RecordValues
  /** The title of a record or a meeting that was seen before. */
  titleOf: (kind: Target['kind'], id: string) => string | null
  now: Date
}

const priorityWords: Readonly<Record<string, PlainKey>> = {
  low: 'priority.low',
  medium: 'priority.medium',
  high: 'priority.high',
  urgent: 'priority.urgent',
}

const present = (entries: readonly (Entry | null)[]): Entry[] => entries.filter((entry) => entry !== null)

const fact = (label: PlainKey, text: string | null | undefined): Entry | null =>
  text === null || text === undefined || text === '' ? null : { type: 'fact', label: say(label), text }

const withGlyph = (entry: Entry | null, glyph: Glyph | '' | undefined): Entry | null =>
  entry?.type === 'fact' && glyph ? { ...entry, glyph } : entry

const prose = (label: PlainKey, text: string | null | undefined, links: boolean): Entry | null =>
  (text ?? '').trim() === '' ? null : { type: 'text', label: say(label), text: (text ?? '').trim(), links }

const people = (label: PlainKey, names: readonly string[]): Entry | null =>
  names.length === 0 ? null : { type: 'people', label: say(label), names }

const links = (
  label: PlainKey,
  kind: Target['kind'],
  ids: readonly string[],
  named: ReadonlyMap<string, string>,
  titleOf: (kind: Target['kind'], id: string) => string | null,
): Entry | null => {
  const targets = ids.flatMap((id) => {
    const title = named.get(id) ?? titleOf(kind, id)
    return title === null ? [] : [{ kind, id, title }]
  })
  return targets.length === 0 ? null : { type: 'links', label: say(label), targets }
}

const named = (some: readonly { id: string; title: string }[] = []): ReadonlyMap<string, string> =>
  new Map(some.map(({ id, title }) => [id, title]))

const due = (dueDate: string | null | undefined, isDone: boolean, now: Date): Entry | null => {
  if (dueDate === null || dueDate === undefined) return null
  const at = dateTimeWords(dueAt(dueDate), now)
  if (isDone) return fact('field.due', at)
  const { text, tone } = dueLabel(dueDate, now)
  const words = tone === 'overdue' ? say('row.facts', { first: at, second: text }) : at
  return { type: 'fact', label: say('field.due'), text: at === text ? at : words, tone }
}

const start = (startDate: string | null | undefined, now: Date): Entry | null =>
  fact('field.start', startDate ? startWords(new Date(startDate), now) : null)

/** The subtasks with the writes that they do not contain yet, and those that are not saved yet. */
const subtasksOf = (
  parentId: string | undefined,
  { detail, options, writes: all = [], readAt = 0, now }: Known,
): Entry | null => {
  if (parentId === undefined || detail?.subtasks === undefined) return null
  const writes = all.filter((item) => isPending(item, readAt))
  const statusOf = (slug: string | undefined) =>
    options?.statuses.find((one) => (slug === undefined ? one.isDefault : one.slug === slug))
  const shown = (title: string, { status: slug, dueDate }: TaskFields): Omit<Subtask, 'key' | 'seen'> => {
    const status = statusOf(slug)
    const isDone = status?.isComplete === true
    return { title, status, due: isDone || !dueDate ? null : dueLabel(dueDate, now) }
  }
  const known = new Set(detail.subtasks.map(({ id }) => id))
  const stored = detail.subtasks.flatMap((task: LauncherTask): Subtask[] => {
    const mine = writes.filter(({ taskId }) => taskId === task.id)
    const seen = seenInTask(task)
    const fields = { ...seen.fields, ...fieldsOver(mine.filter(({ kind }) => kind === 'updateTask')) }
    const isGone = fields.parentTaskId !== parentId || mine.some(({ kind }) => kind === 'archiveTask')
    const title = fields.title ?? task.title
    return isGone ? [] : [{ key: task.id, ...shown(title, fields), seen: { ...seen, title, fields } }]
  })
  const unsaved = writes.flatMap((item): Subtask[] => {
    const isNew = item.kind === 'createTask' && item.fields.parentTaskId === parentId
    if (!isNew || (item.taskId !== null && known.has(item.taskId))) return []
    const { id, taskId, title, fields } = item
    const seen =
      taskId === null ? null : { id: taskId, title, fields: { status: statusOf(undefined)?.slug, ...fields } }
    return [{ key: taskId ?? id, ...shown(title, fields), seen }]
  })
  const subtasks = [...stored, ...unsaved]
  return subtasks.length === 0 ? null : { type: 'subtasks', label: say('detail.subtasks'), subtasks }
}

/** A timer of anybody. */
const timer = (of: LauncherTask | null, { options, now }: Known): Entry | null => {
  const { startedAt, personId } = of?.timerState ?? {}
  const name = options?.members.find(({ id }) => id === personId)?.name
  return startedAt === undefined || name === undefined
    ? null
    : fact('timer.line', say('timer.since', { name, time: dateTimeWords(new Date(startedAt), now) }))
}

const taskEntries = (id: string | undefined, task: Row['task'], known: Known): Entry[] => {
  const { detail, options, unsaved, titleOf, now } = known
  const of = detail?.task ?? null
  const assignees = (task?.assignees ?? of?.assignees ?? []).flatMap(
    (id) => options?.members.find((member) => member.id === id)?.name ?? [],
  )
  const priority = priorityWords[task?.priority ?? '']
  const estimate = unsaved.estimatedTime === undefined ? of?.estimatedTime : unsaved.estimatedTime
  const description = (unsaved.description ?? of?.description ?? '').trim()
  const parentTaskId = unsaved.parentTaskId === undefined ? of?.parentTaskId : unsaved.parentTaskId
  const sectionId = unsaved.sectionId === undefined ? of?.sectionId : unsaved.sectionId
  const recurrence =
    unsaved.recurrence === undefined ? (of?.recurrence ?? task?.recurrence) : unsaved.recurrence
  const waiting = (known.writes ?? []).filter(
    (item) => item.kind === 'logTime' && item.taskId === id && isPending(item, known.readAt ?? 0),
  )
  const logged = waiting.reduce((sum, { minutes = 0 }) => sum + minutes, of?.timeLogged ?? 0)
  return present([
    withGlyph(
      fact('field.status', task?.status?.name),
      task?.status && { of: 'status', status: task.status },
    ),
    withGlyph(
      fact('field.priority', priority === undefined ? null : say(priority)),
      task?.priority && { of: 'priority', priority: task.priority },
    ),
    start(unsaved.startDate === undefined ? of?.startDate : unsaved.startDate, now),
    due(task?.dueDate, task?.status?.isComplete === true, now),
    fact('field.repeat', recurrence ? repeatWords(recurrence, now) : null),
    people('field.assignees', assignees),
    fact('field.estimate', estimate === null || estimate === undefined ? null : durationWords(estimate)),
    fact('field.logged', logged > 0 ? durationWords(logged) : null),
    timer(of, known),
    fact('field.section', options?.sections.find(({ id }) => id === sectionId)?.name),
    links('field.parent', 'task', [parentTaskId ?? []].flat(), named([of?.parentTask ?? []].flat()), titleOf),
    subtasksOf(id, known),
    links(
      'field.records',
      'record',
      unsaved.linkedRecordIds ?? of?.linkedRecords?.map(({ id }) => id) ?? [],
      named(of?.linkedRecords),
      titleOf,
    ),
    links(
      'field.meetings',
      'meeting',
      unsaved.linkedMeetingIds ?? of?.linkedMeetingIds ?? [],
      named(of?.linkedMeetings),
      titleOf,
    ),
    prose('field.description', description, false),
  ])
}

/** The organizer first, the others in the order of the service. */
const guestsOf = (
  attendees: readonly SeenAttendee[],
  { options, titleOf }: Pick<Known, 'options' | 'titleOf'>,
): Guest[] =>
  attendees
    .toSorted((a, b) => Number(b.isOrganizer) - Number(a.isOrganizer))
    .map(({ name: given, email, response, isOrganizer, personId, recordId }) => {
      const member = options?.members.find(({ id }) => id === personId)?.name
      const name = member ?? given ?? email
      const isMe = personId !== null && personId === options?.me
      return {
        name: isMe ? say('detail.you', { name }) : name,
        answer: response,
        isOrganizer,
        record:
          recordId === null
            ? null
            : { kind: 'record', id: recordId, title: titleOf('record', recordId) ?? name, known: email },
      }
    })

const answerWords: Readonly<Record<NonNullable<Guest['answer']>, PlainKey>> = {
  accepted: 'meeting.accepted',
  tentative: 'meeting.tentative',
  declined: 'meeting.declined',
  needsAction: 'meeting.unanswered',
}

/** The role and the answer of a guest. Other services say nothing of them. */
export const guestWords = ({ answer, isOrganizer }: Guest): string =>
  isOrganizer
    ? say('detail.organizer')
    : say(answer === null || answer === 'needsAction' ? 'detail.noAnswer' : answerWords[answer])

const meetingEntries = ({ meeting: ofRow }: Row, { detail, options, titleOf, now }: Known): Entry[] => {
  const of = { ...ofRow, ...detail?.meeting }
  const { startAt, endAt, allDay = false, location, joinUrl, attendeeCount = 0, response, tentative } = of
  const time = startAt === undefined ? null : meetingWords(startAt, endAt, now, allDay)
  const near = startAt === undefined ? null : distanceWords(startAt, endAt, now, allDay)
  const length = startAt === undefined ? null : lengthWords(startAt, endAt, allDay)
  const attendees = of.attendees ?? []
  const guests = guestsOf(attendees, { options, titleOf })
  const ofGuests = new Set(attendees.flatMap(({ recordId }) => recordId ?? []))
  return present([
    time === null
      ? null
      : {
          type: 'fact',
          label: say('detail.time'),
          text: [
            near?.isClose === true ? near.words : null,
            time,
            length,
            near?.isClose === true ? null : near?.words,
          ]
            .filter((part) => typeof part === 'string')
            .join(' · '),
          ...(near?.isClose === true ? { tone: 'today' as const } : {}),
        },
    tentative === true ? fact('detail.state', say('meeting.tentative')) : null,
    fact('detail.answer', response === undefined || response === null ? null : say(answerWords[response])),
    linksIn(location ?? '').length > 0
      ? prose('detail.location', location, true)
      : fact('detail.location', location),
    guests.length === 0
      ? fact('detail.attendees', attendeeCount > 0 ? say('detail.people', { count: attendeeCount }) : null)
      : {
          type: 'guests',
          label: say('detail.attendees'),
          guests,
          more: Math.max(0, attendeeCount - guests.length),
        },
    links(
      'field.records',
      'record',
      (of.linkedRecordIds ?? []).filter((id) => !ofGuests.has(id)),
      new Map(),
      titleOf,
    ),
    links(
      'detail.tasks',
      'task',
      (of.tasks ?? []).map(({ id }) => id),
      named(of.tasks),
      () => null,
    ),
    prose('field.description', of.description, true),
    (joinUrl ?? null) === null ? null : { type: 'join' },
  ])
}

const ofRecord = ({ detail, fields, unsavedValues = {}, options, titleOf, now }: Known): KnownRecord => ({
  record: detail?.record ?? null,
  fields,
  unsaved: unsavedValues,
  members: options?.members ?? [],
  titleOf: (id) => titleOf('record', id),
  now,
})

/** The entries of a row; none for rows that say everything themselves. */
export const entriesOf = (row: PaletteRow, known: Known): Entry[] => {
  if (row.type === 'captured') {
    if (row.item.kind === 'createRecord') return newRecordEntries(row.item, ofRecord(known))
    const { priority, dueDate, assignees } = row.item.fields
    const task = { ...(priority && { priority }), dueDate: dueDate ?? null, assignees: assignees ?? [] }
    return taskEntries(undefined, task, { ...known, unsaved: row.item.fields })
  }
  if (row.type !== 'item') return []
  switch (row.row.kind) {
    case 'task':
      return taskEntries(row.row.id, row.row.task, known)
    case 'meeting':
      return meetingEntries(row.row, known)
    case 'record':
      return recordEntries(row.row, ofRecord(known))
    default:
      return rowEntries(row.row)
  }
}
