// The values of the task form, and the requests made from them. A create sends the filled fields, an edit the changed ones
// (LCH-01, LCH-02). The limits are those of the HTTP contract. A form starts as a new task, or as a stored task with the user's
// unsent changes. Pure.
import './zod-without-eval.ts'
import { z } from 'zod'
import {
  launcherTaskCreate,
  type LauncherTaskCreate,
  type LauncherTaskDetail,
  type LauncherTaskPatch,
  type TaskFields,
} from '../../shared/api/launcher/tasks.ts'
import { taskLimits, visibleCharacter } from '../../shared/api/limits.ts'
import { type Priority, priority } from '../../shared/api/primitives.ts'
import { say } from '../../shared/language.ts'
import type { Picked } from '../ui/token-select.tsx'
import type { FormDraft } from '../../shared/ipc/launcher.ts'
import { type Field, fieldsIn, isSame, pick, fieldsOf } from '../../shared/task-fields.ts'
import { durationWords, parseDuration, startAsDue, startOfDue } from '../../shared/dates/format.ts'
import { type Due, dueAgain, noDue } from '../dates/due.ts'
import { repeatOfId } from '../../shared/dates/repeat.ts'
import { noRepeat, type Repeat, repeatAgain } from '../dates/repeat-field.ts'
import { fieldsOver, fieldsWritten, type PendingChanges, seenBeneath } from '../writes/pending.ts'
import type { TaskStart } from '../state/store.ts'

/** Fields whose items are searched and selected. */
export type ListField = (typeof listFields)[number]

/** Text in a list field that is typed but not selected. */
export type Unchosen = Readonly<Record<ListField, string>>

export const listFields = ['assignees', 'records', 'meetings', 'parent'] as const

const nothingUnchosen: Unchosen = { assignees: '', records: '', meetings: '', parent: '' }

export interface TaskValues {
  title: string
  description: string
  /** Empty lets the service choose. */
  status: string
  priority: Priority | ''
  /** As a due date: a day without a time is its end. What is sent is its beginning. */
  start: Due
  due: Due
  repeat: Repeat
  assignees: Picked[]
  /** For example "1h 30m". */
  estimate: string
  records: Picked[]
  meetings: Picked[]
  /** At most one. */
  parent: Picked[]
  section: string
  unchosen: Unchosen
}

export const emptyValues: TaskValues = {
  title: '',
  description: '',
  status: '',
  priority: '',
  start: noDue,
  due: noDue,
  repeat: noRepeat,
  assignees: [],
  estimate: '',
  records: [],
  meetings: [],
  parent: [],
  section: '',
  unchosen: nothingUnchosen,
}

/** The known fields of a stored task or a draft. */
type KnownTask = { [K in keyof LauncherTaskDetail]?: LauncherTaskDetail[K] | undefined } & {
  linkedRecordIds?: readonly string[] | undefined
}

const startAgain = (startDate: string | null, now: Date): Due =>
  dueAgain(startDate === null ? null : startAsDue(new Date(startDate)).toISOString(), now)

/** The form values of a stored task or a draft. Names come from loaded data; an unknown id is shown as itself. */
export function valuesOf(task: KnownTask, nameOf: (id: string) => string | undefined, now: Date): TaskValues {
  const picked = (ids: readonly string[] | undefined, known: readonly Picked[] = []): Picked[] =>
    (ids ?? known.map(({ id }) => id)).map((id) => ({
      id,
      title: known.find((one) => one.id === id)?.title ?? nameOf(id) ?? id,
    }))
  const { parentTaskId, parentTask } = task
  const parentTitle =
    (parentTask?.id === parentTaskId ? parentTask?.title : undefined) ??
    nameOf(parentTaskId ?? '') ??
    say('form.unseenTask')
  return {
    title: task.title ?? '',
    description: task.description ?? '',
    status: task.status ?? '',
    priority: task.priority ?? '',
    start: startAgain(task.startDate ?? null, now),
    due: dueAgain(task.dueDate ?? null, now),
    repeat: repeatAgain(task.recurrence ?? null, now),
    assignees: picked(task.assignees, undefined),
    estimate:
      task.estimatedTime === null || task.estimatedTime === undefined
        ? ''
        : durationWords(task.estimatedTime),
    records: picked(task.linkedRecordIds, task.linkedRecords),
    meetings: picked(task.linkedMeetingIds, task.linkedMeetings),
    parent: typeof parentTaskId === 'string' ? [{ id: parentTaskId, title: parentTitle }] : [],
    section: task.sectionId ?? '',
    unchosen: nothingUnchosen,
  }
}

const problems = {
  assignees: { many: 'problem.people', unchosen: 'problem.unchosenPerson' },
  records: { many: 'problem.records', unchosen: 'problem.unchosenRecord' },
  meetings: { many: 'problem.meetings', unchosen: 'problem.unchosenMeeting' },
  parent: { many: 'problem.parents', unchosen: 'problem.unchosenTask' },
} as const

const picks = (field: ListField, most: number) =>
  z
    .array(z.object({ id: z.string().min(1).max(200), title: z.string() }))
    .max(most, say(problems[field].many, { most }))

/** A date as typed: empty, or one that was understood. */
const moment = () =>
  z
    .object({ text: z.string(), instant: z.string().nullable() })
    .refine(({ text, instant }) => text.trim() === '' || instant !== null, say('problem.due'))

const isAfter = (start: string | null, due: string | null): boolean =>
  start !== null && due !== null && startOfDue(new Date(start)) > new Date(due)

/** The validation of the form. Each message appears below its field. */
export const taskSchema = () =>
  z
    .object({
      title: z
        .string()
        .trim()
        .regex(visibleCharacter, say('problem.title'))
        .max(taskLimits.title, say('problem.longTitle', { most: taskLimits.title })),
      description: z
        .string()
        .max(taskLimits.description, say('problem.longDescription', { most: taskLimits.description })),
      status: z.string(),
      priority: z.union([z.literal(''), priority]),
      start: moment(),
      due: moment(),
      repeat: z
        .object({ text: z.string(), id: z.string().nullable() })
        .refine(({ text, id }) => text.trim() === '' || id !== null, say('repeat.problem')),
      assignees: picks('assignees', taskLimits.assignees),
      estimate: z
        .string()
        .refine((text) => text.trim() === '' || parseDuration(text) !== null, say('problem.estimate')),
      records: picks('records', taskLimits.linkedRecords),
      meetings: picks('meetings', taskLimits.linkedMeetings),
      parent: picks('parent', 1),
      section: z.string(),
      unchosen: z.object({
        assignees: z.string(),
        records: z.string(),
        meetings: z.string(),
        parent: z.string(),
      }),
    })
    // Typed text without a selected item would be lost silently.
    .superRefine(({ unchosen, start, due }, context) => {
      if (isAfter(start.instant, due.instant))
        context.addIssue({ code: 'custom', path: ['start'], message: say('problem.startAfterDue') })
      for (const field of listFields)
        if (unchosen[field].trim() !== '')
          context.addIssue({ code: 'custom', path: [field], message: say(problems[field].unchosen) })
    })

const idsOf = (picked: readonly Picked[]): string[] => picked.map(({ id }) => id)

/** All values of the form in the service's format: `undefined` for an unset field, null for an emptied one. */
const meant = (values: TaskValues) => ({
  title: values.title.trim(),
  description: values.description,
  status: values.status === '' ? undefined : values.status,
  priority: values.priority === '' ? undefined : values.priority,
  startDate: values.start.instant === null ? null : startOfDue(new Date(values.start.instant)).toISOString(),
  dueDate: values.due.instant,
  recurrence: values.repeat.id === null ? null : repeatOfId(values.repeat.id).recurrence,
  assignees: idsOf(values.assignees),
  estimatedTime: parseDuration(values.estimate),
  linkedRecordIds: idsOf(values.records),
  linkedMeetingIds: idsOf(values.meetings),
  parentTaskId: values.parent[0]?.id ?? null,
  sectionId: values.section === '' ? null : values.section,
})

type Meant = ReturnType<typeof meant>

const isSaid = (value: unknown): boolean =>
  value !== undefined && value !== null && value !== '' && !(Array.isArray(value) && value.length === 0)

const kept = <T extends object>(whole: T, keep: (key: keyof T) => boolean): Partial<T> =>
  Object.fromEntries(Object.entries(whole).filter(([key]) => keep(key as keyof T))) as Partial<T>

/** A create sends only the filled fields. The service sets the defaults. */
export const createFrom = (values: TaskValues): LauncherTaskCreate => {
  const whole = meant(values)
  return launcherTaskCreate.parse(kept(whole, (key) => isSaid(whole[key])))
}

/** Removes display texts, so that other names for the same ids or moments are not a change. */
const withoutWords = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map((item: unknown) => (item as Partial<Picked>).id ?? item)
  const { instant, id } = (value ?? {}) as Partial<Due & Repeat>
  return instant ?? id ?? value
}

const isSameText = (a: unknown, b: unknown): boolean =>
  JSON.stringify(withoutWords(a)) === JSON.stringify(withoutWords(b))

/** The changed values as typed; null if nothing changed. */
export const draftFrom = (
  before: TaskValues,
  values: TaskValues,
  of: { title: string; fields: TaskFields } | null,
): FormDraft | null => {
  const changed = kept(values, (field) => !isSameText(before[field], values[field]))
  if (Object.keys(changed).length === 0) return null
  const written = (Object.keys(fieldOf) as Field[]).filter((field) => fieldOf[field] in changed)
  return {
    values: changed,
    ...(of === null ? {} : { of: { title: of.title, fields: pick(of.fields, written) } }),
  }
}

/**
 * The values after a draft is restored: its own values replace the current ones. Dates get new words, because a saved
 * "tomorrow" may be over.
 */
export const continued = (current: TaskValues, draft: FormDraft, now: Date): TaskValues => {
  const values = kept(draft.values, (field) => draft.values[field] !== undefined)
  const again = (date: Due | undefined): Due | undefined =>
    (date?.instant ?? null) === null ? date : dueAgain(date?.instant ?? null, now)
  const [start, due] = [again(values.start), again(values.due)]
  return { ...current, ...values, ...(start && { start }), ...(due && { due }) } as TaskValues
}

/** Draft fields that somebody else has changed since the edit began. @param now the form's values without the draft */
export const overtaken = (now: TaskFields, { of }: FormDraft): Field[] =>
  fieldsIn(of?.fields ?? {}).filter(
    (field) => Object.hasOwn(now, field) && !isSame(field, now[field], of?.fields[field]),
  )

const fieldOf: Readonly<Record<Field, keyof TaskValues>> = {
  title: 'title',
  description: 'description',
  status: 'status',
  priority: 'priority',
  startDate: 'start',
  dueDate: 'due',
  recurrence: 'repeat',
  assignees: 'assignees',
  estimatedTime: 'estimate',
  linkedRecordIds: 'records',
  linkedMeetingIds: 'meetings',
  parentTaskId: 'parent',
  sectionId: 'section',
}

/** An edit sends only fields whose meaning changed; null if none did. */
export function patchFrom(before: TaskValues, after: TaskValues): LauncherTaskPatch | null {
  const [was, is] = [meant(before), meant(after)]
  const patch = kept(is, (key) => is[key] !== undefined && !isSameText(was[key], is[key]))
  return Object.keys(patch).length === 0 ? null : (patch as LauncherTaskPatch)
}

/** The form field for a field of the HTTP contract, so that an error appears at the right field. */
export const formField = (name: string): keyof TaskValues | null =>
  fieldOf[name.split('.')[0] as keyof Meant] ?? null

/** The values that a form starts with. */
export interface Start {
  /** Initial values of the fields. */
  shown: TaskValues
  /** The initial values in the service's format. */
  fields: TaskFields
  /** The stored task without pending changes. Differences from it are sent and replace the pending changes. */
  base: TaskValues
  baseFields: TaskFields
  /** Values of the pending fields before the pending changes. */
  seen: TaskFields
  replaces: readonly string[]
}

/** A new task is assigned to its author unless the form is opened for somebody else (APP-13). */
export const newValues = (
  { title, assignee, record, meeting, parent, again }: TaskStart,
  me: Picked | undefined,
  nameOf: (id: string) => string | undefined,
  now: Date,
): TaskValues =>
  again === undefined
    ? {
        ...emptyValues,
        title: title ?? '',
        assignees: [assignee ?? me].filter((one) => one !== undefined),
        records: record === undefined ? [] : [record],
        meetings: meeting === undefined ? [] : [meeting],
        parent: parent === undefined ? [] : [parent],
      }
    : valuesOf(again.fields, nameOf, now)

export const newStart = (shown: TaskValues): Start => ({
  shown,
  fields: {},
  base: emptyValues,
  baseFields: {},
  seen: {},
  replaces: [],
})

export const editStart = (
  task: LauncherTaskDetail,
  { sent, waiting }: PendingChanges,
  nameOf: (id: string) => string | undefined,
  now: Date,
): Start => {
  const base = { ...fieldsOf(task), ...sent }
  const over = fieldsOver(waiting)
  return {
    shown: valuesOf({ ...task, ...sent, ...over }, nameOf, now),
    fields: { ...base, ...over },
    base: valuesOf({ ...task, ...sent }, nameOf, now),
    baseFields: base,
    seen: { ...pick(base, fieldsWritten(waiting)), ...pick(seenBeneath(waiting), fieldsWritten(waiting)) },
    replaces: waiting.map(({ id }) => id),
  }
}

/** The start without the pending changes, after they were cancelled. */
export const withoutPending = (start: Start): Start => ({
  ...start,
  shown: start.base,
  fields: start.baseFields,
  seen: {},
  replaces: [],
})
