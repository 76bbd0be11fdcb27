// The entries of the detail pane. They come from the row at once, and from the details of its task or meeting when those
// arrive. Pure.
import type { TaskFields, TaskOptions } from '../../../shared/api/launcher-tasks.ts'
import type { ItemDetail, Row } from '../../../shared/ipc/launcher.ts'
import { type PlainKey, say } from '../../../shared/language.ts'
import { dueAt } from '../../../shared/whole-days.ts'
import { dateTimeWords, dueWords, durationWords, meetingWords, nearness } from '../../ui/dates/dates.ts'
import { type FieldKind, fieldsOfRow } from '../record-fields.ts'
import { bareUrl, type PaletteRow } from '../rows/rows.ts'

export type Target = { kind: 'record' | 'meeting'; id: string; title: string }

type Glyph =
  | { of: 'status'; status: NonNullable<NonNullable<Row['task']>['status']> }
  | { of: 'priority'; priority: string }

export type Entry =
  /** A contact or another field of a record. `value` is copied, `shown` is seen. */
  | { type: 'field'; label: string; value: string; shown: string; kind: FieldKind }
  | { type: 'fact'; label: string; text: string; tone?: 'overdue' | 'today' | 'later'; glyph?: Glyph }
  | { type: 'people'; label: string; names: readonly string[] }
  | { type: 'text'; label: string; text: string }
  | { type: 'links'; label: string; targets: readonly Target[] }
  | { type: 'join' }

/** What the page knows besides the row. */
export type Known = {
  detail: ItemDetail | null
  options: Pick<TaskOptions, 'members' | 'sections'> | undefined
  /** Unsaved changes of the task. */
  unsaved: TaskFields
  /** The title of a record or a meeting that was seen before. */
  titleOf: (kind: 'record' | 'meeting', id: string) => string | null
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

const people = (label: PlainKey, names: readonly string[]): Entry | null =>
  names.length === 0 ? null : { type: 'people', label: say(label), names }

const links = (
  label: PlainKey,
  kind: Target['kind'],
  ids: readonly string[],
  named: ReadonlyMap<string, string>,
  titleOf: Known['titleOf'],
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
  const { text, tone } = dueWords(dueDate, now)
  const words = tone === 'overdue' ? say('row.facts', { first: at, second: text }) : at
  return { type: 'fact', label: say('field.due'), text: at === text ? at : words, tone }
}

const taskEntries = (task: Row['task'], { detail, options, unsaved, titleOf, now }: Known): Entry[] => {
  const of = detail?.task ?? null
  const assignees = (task?.assignees ?? of?.assignees ?? []).flatMap(
    (id) => options?.members.find((member) => member.id === id)?.name ?? [],
  )
  const priority = priorityWords[task?.priority ?? '']
  const estimate = unsaved.estimatedTime === undefined ? of?.estimatedTime : unsaved.estimatedTime
  const description = (unsaved.description ?? of?.description ?? '').trim()
  const sectionId = unsaved.sectionId === undefined ? of?.sectionId : unsaved.sectionId
  return present([
    withGlyph(
      fact('field.status', task?.status?.name),
      task?.status && { of: 'status', status: task.status },
    ),
    withGlyph(
      fact('field.priority', priority === undefined ? null : say(priority)),
      task?.priority && { of: 'priority', priority: task.priority },
    ),
    due(task?.dueDate, task?.status?.isComplete === true, now),
    people('field.assignees', assignees),
    fact('field.estimate', estimate === null || estimate === undefined ? null : durationWords(estimate)),
    fact('field.section', options?.sections.find(({ id }) => id === sectionId)?.name),
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
    description === '' ? null : { type: 'text', label: say('field.description'), text: description },
  ])
}

const meetingEntries = ({ meeting }: Row, { detail, titleOf, now }: Known): Entry[] => {
  const of = detail?.meeting ?? null
  const { startAt, endAt, allDay, location, joinUrl, attendeeCount = 0 } = meeting ?? {}
  const near =
    startAt === undefined || endAt === undefined || allDay === true ? null : nearness(startAt, endAt, now)
  const time = startAt === undefined ? null : meetingWords(startAt, endAt, now, allDay)
  const names = of?.attendees?.map(({ name }) => name) ?? []
  return present([
    time === null
      ? null
      : {
          type: 'fact',
          label: say('detail.time'),
          text: near === null ? time : say('row.facts', { first: near, second: time }),
          ...(near === null ? {} : { tone: 'today' as const }),
        },
    fact('detail.location', bareUrl(location ?? '')),
    people('detail.attendees', names) ??
      fact('detail.attendees', attendeeCount > 0 ? say('detail.people', { count: attendeeCount }) : null),
    links('field.records', 'record', of?.linkedRecordIds ?? [], new Map(), titleOf),
    (joinUrl ?? null) === null ? null : { type: 'join' },
  ])
}

const fieldEntries = (row: Row): Entry[] =>
  fieldsOfRow(row).map(({ label, value, kind }) => ({
    type: 'field',
    label,
    value,
    kind,
    shown: kind === 'url' ? bareUrl(value) : value,
  }))

/** The entries of a row; none for rows that say everything themselves. */
export const entriesOf = (row: PaletteRow, known: Known): Entry[] => {
  if (row.type === 'captured') {
    const { priority, dueDate, assignees } = row.item.fields
    const task = { ...(priority && { priority }), dueDate: dueDate ?? null, assignees: assignees ?? [] }
    return taskEntries(task, { ...known, unsaved: row.item.fields })
  }
  if (row.type !== 'item') return []
  switch (row.row.kind) {
    case 'task':
      return taskEntries(row.row.task, known)
    case 'meeting':
      return meetingEntries(row.row, known)
    default:
      return fieldEntries(row.row)
  }
}

/** The kind of the row, above its title. */
export const kindOf = (row: PaletteRow): string => {
  switch (row.type) {
    case 'item':
      return row.row.kind === 'task'
        ? say('detail.task')
        : row.row.kind === 'meeting'
          ? say('detail.meeting')
          : row.row.kind === 'member'
            ? say('row.member')
            : (row.row.record?.objectTypeName ?? row.row.badge)
    case 'command':
    case 'firstStep':
    case 'widen':
    case 'create':
      return say('detail.command')
    case 'object':
      return say('action.browse')
    case 'draft':
      return say('row.draft')
    case 'captured':
      return say('detail.task')
    case 'outbox':
      return say('row.outbox')
  }
}

/** Whether the pane can say more about the row than the row itself. */
export const hasDetails = ({ type }: PaletteRow): boolean => type === 'item' || type === 'captured'
