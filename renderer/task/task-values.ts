// The task form's values, and how they become what is sent: on create what was filled in, on edit what was changed
// (LCH-01, LCH-02). The limits are those of the HTTP contract.
import './zod-without-eval.ts'
import { z } from 'zod'
import {
  launcherTaskCreate,
  type LauncherTaskCreate,
  type LauncherTaskDetail,
  type LauncherTaskPatch,
  type TaskFields,
} from '../../shared/api/launcher-tasks.ts'
import { taskLimits, visibleCharacter } from '../../shared/api/limits.ts'
import { type Priority, priority } from '../../shared/api/primitives.ts'
import { dueAt } from '../../shared/whole-days.ts'
import { say } from '../../shared/language.ts'
import type { FormDraft } from '../../shared/ipc/launcher.ts'
import { type Field, fieldsIn, isSame, pick } from '../../shared/task-fields.ts'
import type { ReadDates } from '../capture/read-dates.ts'
import { dateTimeWords, durationWords, parseDuration } from '../ui/dates/dates.ts'

export interface Picked {
  id: string
  title: string
}

/** The fields in which things are found by typing, and chosen. */
export type ListField = (typeof listFields)[number]

/** What is typed in them, and not chosen. */
export type Unchosen = Readonly<Record<ListField, string>>

export const listFields = ['assignees', 'records', 'meetings'] as const

const nothingUnchosen: Unchosen = { assignees: '', records: '', meetings: '' }

export interface TaskValues {
  title: string
  description: string
  /** Empty leaves the choice to the service. */
  status: string
  priority: Priority | ''
  /** Free text, with the instant that stood for it when the form was opened. */
  due: string
  assignees: Picked[]
  /** "1h 30m". */
  estimate: string
  records: Picked[]
  meetings: Picked[]
  section: string
  unchosen: Unchosen
}

export const emptyValues: TaskValues = {
  title: '',
  description: '',
  status: '',
  priority: '',
  due: '',
  assignees: [],
  estimate: '',
  records: [],
  meetings: [],
  section: '',
  unchosen: nothingUnchosen,
}

/** As much of a task as is known: a stored one, or a draft. */
type KnownTask = { [K in keyof LauncherTaskDetail]?: LauncherTaskDetail[K] | undefined } & {
  linkedRecordIds?: readonly string[] | undefined
}

/** Values of a stored task or of a draft. Names come from what is known; an unknown id shows as itself. */
export function valuesOf(task: KnownTask, nameOf: (id: string) => string | undefined, now: Date): TaskValues {
  const picked = (ids: readonly string[] | undefined, known: readonly Picked[] = []): Picked[] =>
    (ids ?? known.map(({ id }) => id)).map((id) => ({
      id,
      title: known.find((one) => one.id === id)?.title ?? nameOf(id) ?? id,
    }))
  return {
    title: task.title ?? '',
    description: task.description ?? '',
    status: task.status ?? '',
    priority: task.priority ?? '',
    due: task.dueDate === null || task.dueDate === undefined ? '' : dateTimeWords(dueAt(task.dueDate), now),
    assignees: picked(task.assignees, undefined),
    estimate:
      task.estimatedTime === null || task.estimatedTime === undefined
        ? ''
        : durationWords(task.estimatedTime),
    records: picked(task.linkedRecordIds, task.linkedRecords),
    meetings: picked(task.linkedMeetingIds, task.linkedMeetings),
    section: task.sectionId ?? '',
    unchosen: nothingUnchosen,
  }
}

const wordOrNumber = /[\p{L}\p{N}]/u

/**
 * The instant that a due text means, or null when it means none. A line may hold more than its date; here what is not
 * understood ("tomorrow 25:00"), and a second moment ("mon, wed"), would be lost without a word.
 */
export function dueOf(text: string, now: Date, readDates: ReadDates): Date | null {
  const hits = readDates(text.trim(), now, 'take')
  const due = hits[0]?.due ?? null
  const unread = hits.reduceRight(
    (rest, { start, end }) => rest.slice(0, start) + rest.slice(end),
    text.trim(),
  )
  const isSaidAgain = hits.every((hit) => hit.due.getTime() === due?.getTime())
  return isSaidAgain && !wordOrNumber.test(unread) ? due : null
}

const problems = {
  assignees: { many: 'problem.people', unchosen: 'problem.unchosenPerson' },
  records: { many: 'problem.records', unchosen: 'problem.unchosenRecord' },
  meetings: { many: 'problem.meetings', unchosen: 'problem.unchosenMeeting' },
} as const

const picks = (field: ListField, most: number) =>
  z
    .array(z.object({ id: z.string().min(1).max(200), title: z.string() }))
    .max(most, say(problems[field].many, { most }))

/** What the form accepts; each message stands under its field. */
export const taskSchema = (isDate: (text: string) => boolean) =>
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
      due: z.string().refine((text) => text.trim() === '' || isDate(text), say('problem.due')),
      assignees: picks('assignees', taskLimits.assignees),
      estimate: z
        .string()
        .refine((text) => text.trim() === '' || parseDuration(text) !== null, say('problem.estimate')),
      records: picks('records', taskLimits.linkedRecords),
      meetings: picks('meetings', taskLimits.linkedMeetings),
      section: z.string(),
      unchosen: z.object({ assignees: z.string(), records: z.string(), meetings: z.string() }),
    })
    // Text that nothing was chosen for would be lost without a word.
    .superRefine(({ unchosen }, context) => {
      for (const field of listFields)
        if (unchosen[field].trim() !== '')
          context.addIssue({ code: 'custom', path: [field], message: say(problems[field].unchosen) })
    })

const idsOf = (picked: readonly Picked[]): string[] => picked.map(({ id }) => id)

/** What the form means, whole: `undefined` where nothing was said, null where something was emptied. */
const meant = (values: TaskValues, dueDate: string | null) => ({
  title: values.title.trim(),
  description: values.description,
  status: values.status === '' ? undefined : values.status,
  priority: values.priority === '' ? undefined : values.priority,
  dueDate,
  assignees: idsOf(values.assignees),
  estimatedTime: parseDuration(values.estimate),
  linkedRecordIds: idsOf(values.records),
  linkedMeetingIds: idsOf(values.meetings),
  sectionId: values.section === '' ? null : values.section,
})

type Meant = ReturnType<typeof meant>

const isSaid = (value: unknown): boolean =>
  value !== undefined && value !== null && value !== '' && !(Array.isArray(value) && value.length === 0)

const kept = <T extends object>(whole: T, keep: (key: keyof T) => boolean): Partial<T> =>
  Object.fromEntries(Object.entries(whole).filter(([key]) => keep(key as keyof T))) as Partial<T>

/** A create holds what was filled in; defaults are the service's. */
export const createFrom = (values: TaskValues, dueDate: string | null): LauncherTaskCreate => {
  const whole = meant(values, dueDate)
  return launcherTaskCreate.parse(kept(whole, (key) => isSaid(whole[key])))
}

/** What was picked is the same under another name: names may arrive later. */
const plain = (value: unknown): unknown =>
  Array.isArray(value) ? value.map((item: unknown) => (item as Partial<Picked>).id ?? item) : value

const isSameText = (a: unknown, b: unknown): boolean => JSON.stringify(plain(a)) === JSON.stringify(plain(b))

/** What differs between the two, as it was typed; null when nothing does. */
export const draftFrom = (
  before: TaskValues,
  values: TaskValues,
  dueDate: string | null,
  of: { title: string; fields: TaskFields } | null,
): FormDraft | null => {
  const changed = kept(values, (field) => !isSameText(before[field], values[field]))
  if (Object.keys(changed).length === 0) return null
  const written = (Object.keys(fieldOf) as Field[]).filter((field) => fieldOf[field] in changed)
  return {
    values: changed,
    dueDate,
    ...(of === null ? {} : { of: { title: of.title, fields: pick(of.fields, written) } }),
  }
}

/** The values that a draft continues with: its own over those of now. A date is named anew: "tomorrow" was yesterday's. */
export const continued = (current: TaskValues, draft: FormDraft, now: Date): TaskValues => {
  const values = kept(draft.values, (field) => draft.values[field] !== undefined)
  const due =
    draft.dueDate === null || values.due === undefined ? values.due : dateTimeWords(dueAt(draft.dueDate), now)
  return { ...current, ...values, ...(due === undefined ? {} : { due }) } as TaskValues
}

/** Fields of a draft that somebody else has changed since the edit began. @param now what the form shows without it. */
export const overtaken = (now: TaskFields, { of }: FormDraft): Field[] =>
  fieldsIn(of?.fields ?? {}).filter(
    (field) => Object.hasOwn(now, field) && !isSame(field, now[field], of?.fields[field]),
  )

const fieldOf: Readonly<Record<Field, keyof TaskValues>> = {
  title: 'title',
  description: 'description',
  status: 'status',
  priority: 'priority',
  dueDate: 'due',
  assignees: 'assignees',
  estimatedTime: 'estimate',
  linkedRecordIds: 'records',
  linkedMeetingIds: 'meetings',
  sectionId: 'section',
}

/** An edit sends only the fields whose meaning was changed; null when none was. */
export function patchFrom(
  before: TaskValues,
  after: TaskValues,
  due: { before: string | null; after: string | null },
): LauncherTaskPatch | null {
  const [was, is] = [meant(before, due.before), meant(after, due.after)]
  const patch = kept(is, (key) => is[key] !== undefined && !isSameText(was[key], is[key]))
  return Object.keys(patch).length === 0 ? null : (patch as LauncherTaskPatch)
}

/** The form's field for a field of the HTTP contract, so that a refusal lands where it belongs. */
export const formField = (name: string): keyof TaskValues | null =>
  fieldOf[name.split('.')[0] as keyof Meant] ?? null
