// The form of a task: a new one, and a change.
import type { ErrorDetail } from '../../shared/api/errors.ts'
import { launcherTaskCreate } from '../../shared/api/launcher/tasks.ts'
import { taskLimits } from '../../shared/api/limits.ts'
import { priority } from '../../shared/api/primitives.ts'
import { parseDuration } from '../../shared/dates/format.ts'
import { isoOrNull } from '../base/time.ts'
import { languageNow, say } from '../language/say.ts'
import { html, type Html } from '../oauth/pages/html.ts'
import { textOf, type FieldFault, type Values, type Visit } from '../site/kit.ts'
import { inputField, selectField, submit, textField } from '../site/parts.ts'
import type { StoredTask } from '../tasks/stored-task.ts'
import type { TaskInput } from '../tasks/task-check.ts'
import { sectionsOfWorkspace, statusesOfTasks } from '../tasks/task-settings.store.ts'
import { dayText, endOfDay, isWholeDay, momentOf, timeText } from './dates.ts'
import { peopleField, peopleOf } from './people.ts'
import { repeatField, repeatOf } from './repeat.ts'
import { linesOfRecords, recordsOf } from './targets.ts'
import { priorityOptions, statusAfter } from './tasks.ts'

/** The members of a task that the fields show. */
type Shown = Pick<
  StoredTask,
  | 'title'
  | 'description'
  | 'status'
  | 'priority'
  | 'startDate'
  | 'dueDate'
  | 'sectionId'
  | 'estimatedTime'
  | 'assignees'
  | 'linkedRecordIds'
  | 'recurrence'
>

export const blankTask = async ({ tx, workspace, actor }: Visit): Promise<Shown> => ({
  title: '',
  description: null,
  status: statusAfter(await statusesOfTasks(tx, workspace.id), 'open')?.slug ?? '',
  priority: 'no_priority',
  startDate: null,
  dueDate: null,
  sectionId: null,
  estimatedTime: null,
  // As the launcher does (APP-13).
  assignees: [actor.personId],
  linkedRecordIds: [],
  recurrence: null,
})

const dueTexts = (visit: Visit, { dueDate }: Shown) => ({
  due: dueDate === null ? '' : dayText(visit, dueDate),
  dueTime: dueDate === null || isWholeDay(visit, dueDate) ? '' : timeText(visit, dueDate),
})

const estimateText = (minutes: number | null): string => {
  if (minutes === null) return ''
  const [hours, rest] = [Math.floor(minutes / 60), minutes % 60]
  return [hours > 0 && `${hours} h`, rest > 0 && `${rest} min`].filter(Boolean).join(' ')
}

/** Fields without the hidden ones. @param label of the button */
export async function taskFields(visit: Visit, form: string, task: Shown, label: string): Promise<Html> {
  const { tx, workspace } = visit
  const sections = await sectionsOfWorkspace(tx, workspace.id)
  const statuses = await statusesOfTasks(tx, workspace.id)
  const { due, dueTime } = dueTexts(visit, task)
  const off = html`autocomplete="off"`
  return html`${inputField(visit, { form, name: 'title', label: say('tasks.field.title'), value: task.title, attributes: html`required maxlength="${taskLimits.title}" autocomplete="off"` })}
    ${textField(visit, { form, name: 'description', label: say('tasks.field.description'), value: task.description ?? '', attributes: html`rows="4"`, longest: taskLimits.description })}
    <div class="row">
      ${inputField(visit, { form, name: 'due', label: say('tasks.field.due'), value: due, attributes: html`type="date" ${off}` })}
      ${inputField(visit, { form, name: 'dueTime', label: say('tasks.field.dueTime'), value: dueTime, attributes: html`type="time" ${off}` })}
      ${inputField(visit, { form, name: 'start', label: say('tasks.field.start'), value: task.startDate === null ? '' : dayText(visit, task.startDate), attributes: html`type="date" ${off}` })}
      ${await repeatField(visit, form, task.recurrence)}
      ${selectField(visit, { form, name: 'status', label: say('tasks.field.status'), options: statuses.map(({ slug, name }) => [slug, name] as const), value: task.status })}
      ${selectField(visit, { form, name: 'priority', label: say('tasks.field.priority'), options: priorityOptions(), value: task.priority })}
      ${
        sections.length > 0 &&
        selectField(visit, {
          form,
          name: 'section',
          label: say('tasks.field.section'),
          options: [['', say('tasks.section.none')], ...sections.map(({ id, name }) => [id, name] as const)],
          value: task.sectionId ?? '',
        })
      }
      ${inputField(visit, { form, name: 'estimate', label: say('tasks.field.estimate'), hint: say('tasks.field.estimate.hint'), value: estimateText(task.estimatedTime), attributes: off })}
    </div>
    ${await peopleField(visit, { form, name: 'assignees', label: say('tasks.field.assignees'), held: task.assignees, several: true })}
    ${textField(visit, { form, name: 'records', label: say('tasks.field.records'), hint: say('tasks.field.records.hint'), value: await linesOfRecords(visit, task.linkedRecordIds), attributes: html`rows="2" autocomplete="off" spellcheck="false"` })}
    ${submit(label)}`
}

/** Browsers send line feeds as CRLF. */
export const plainLines = (text: string): string => text.replaceAll('\r\n', '\n')

const dayFault = () => say('tasks.fault.day')
const parentFault = () => say('tasks.fault.parent')

const sentences: Readonly<Record<string, readonly [field: string, sentence: () => string]>> = {
  title: ['title', () => say('tasks.fault.title', { most: taskLimits.title })],
  description: ['description', () => say('tasks.fault.description')],
  status: ['status', () => say('tasks.fault.status')],
  priority: ['priority', () => say('tasks.fault.priority')],
  startDate: ['start', dayFault],
  dueDate: ['due', dayFault],
  estimatedTime: ['estimate', () => say('tasks.fault.estimate')],
  assignees: ['assignees', () => say('tasks.fault.assignees', { most: taskLimits.assignees })],
  linkedRecordIds: ['records', () => say('records.fault.many', { most: taskLimits.linkedRecords })],
  sectionId: ['section', () => say('tasks.fault.section')],
  parentId: ['parent', parentFault],
  recurrence: ['repeat', () => say('tasks.fault.repeat')],
  parentTaskId: ['parent', parentFault],
}

/** For values that only the store finds invalid. It says so in English. */
const storeSentences: Readonly<Record<string, () => string>> = {
  startDate: () => say('tasks.fault.order'),
  dueDate: () => say('tasks.fault.order'),
  linkedRecordIds: () => say('tasks.fault.links', { most: taskLimits.linkedRecords }),
}

/** Faults of the store at their fields, in its words where they are for people who read English. */
export const faultsOfTask = (details: readonly ErrorDetail[]): FieldFault[] => {
  const faults = details.map(({ path, code, message }): FieldFault => {
    const name = String(path[0])
    const [field, sentence] = sentences[name] ?? []
    if (field === 'assignees') return { field, message: say('tasks.fault.notAMember') }
    const said = message.replace(/^\w+: /, '').replace(/^./, (first) => first.toUpperCase())
    if (code !== 'invalid_value') return { field, message: sentence?.() ?? said }
    const ours = languageNow() === 'en' ? undefined : (storeSentences[name] ?? sentence)
    return { field, message: ours?.() ?? said }
  })
  return [...new Map(faults.map((fault) => [fault.field, fault])).values()]
}

/**
 * The input that a form's values mean. What the form showed and nobody touched is left out, so that nothing is lost that a field
 * cannot show, as the seconds of a time.
 */
export async function inputOf(
  visit: Visit,
  values: Values,
  held: Shown,
  isNew: boolean,
): Promise<{ ok: true; input: TaskInput } | { ok: false; faults: FieldFault[] }> {
  const text = (name: string) => plainLines(textOf(values, name))
  const trimmed = (name: string) => text(name).trim()
  const faults: FieldFault[] = []
  const kept = dueTexts(visit, held)
  const [due, dueTime, start] = [trimmed('due'), trimmed('dueTime'), trimmed('start')]
  const dueDate =
    due === '' ? null : dueTime === '' ? endOfDay(visit, due) : momentOf(visit, `${due}T${dueTime}`)
  if (dueDate === undefined) faults.push({ field: 'due', message: say('tasks.fault.dayAndTime') })
  if (due === '' && dueTime !== '') faults.push({ field: 'due', message: say('tasks.fault.dayMissing') })
  const startDate = start === '' ? null : momentOf(visit, start)
  if (startDate === undefined) faults.push({ field: 'start', message: dayFault() })
  const estimate = trimmed('estimate')
  const assignees = await peopleOf(visit, values, 'assignees', true)
  const lines = text('records').trim()
  const records =
    lines === (await linesOfRecords(visit, held.linkedRecordIds))
      ? ({ ok: true, ids: [...held.linkedRecordIds] } as const)
      : await recordsOf(visit, lines, held.linkedRecordIds)
  if (!records.ok) faults.push({ field: 'records', message: records.message })

  const isKept = (one: unknown, other: unknown) => !isNew && JSON.stringify(one) === JSON.stringify(other)
  const isDueKept = isKept([due, dueTime], [kept.due, kept.dueTime])
  const isStartKept = isKept(start, held.startDate === null ? '' : dayText(visit, held.startDate))
  const estimatedTime = parseDuration(estimate)
  if (estimate !== '' && estimatedTime === null)
    faults.push({ field: 'estimate', message: say('tasks.fault.estimate') })
  const recurrence = repeatOf(values, held.recurrence)
  if (recurrence === 'unknown') faults.push({ field: 'repeat', message: say('tasks.fault.repeat') })
  const section = trimmed('section') || null
  const input: TaskInput = {
    title: text('title').trim(),
    description: isKept(text('description'), plainLines(held.description ?? ''))
      ? undefined
      : text('description'),
    status: trimmed('status') || undefined,
    priority: priority.safeParse(trimmed('priority')).data,
    startDate: isStartKept ? undefined : startDate,
    dueDate: isDueKept ? undefined : dueDate,
    estimatedTime: isKept(estimatedTime, held.estimatedTime) ? undefined : estimatedTime,
    assignees: isKept(assignees.toSorted(), held.assignees.toSorted()) ? undefined : assignees,
    // Links chosen with a section include its record (LCH-02).
    linkedRecordIds:
      records.ok && !(isKept(records.ids, held.linkedRecordIds) && section === held.sectionId)
        ? records.ids
        : undefined,
    sectionId: section === held.sectionId ? undefined : section,
    recurrence: recurrence === 'unknown' ? undefined : recurrence,
  }
  if (input.priority === undefined) faults.push({ field: 'priority', message: say('tasks.fault.priority') })
  const { startDate: begins, dueDate: ends, ...rest } = input
  const known = Object.entries(rest).filter(([, value]) => value !== undefined && value !== null)
  const checked = launcherTaskCreate.safeParse({
    ...Object.fromEntries(known),
    ...(begins !== undefined && { startDate: isoOrNull(begins) }),
    ...(ends !== undefined && { dueDate: isoOrNull(ends) }),
  })
  if (!checked.success)
    for (const { path } of checked.error.issues) {
      const [field, sentence] = sentences[String(path[0])] ?? []
      if (field !== undefined && sentence !== undefined) faults.push({ field, message: sentence() })
    }
  if (faults.length > 0)
    return { ok: false, faults: [...new Map(faults.map((one) => [one.field, one])).values()] }
  return { ok: true, input }
}
