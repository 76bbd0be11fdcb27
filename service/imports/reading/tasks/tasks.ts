// Tasks of any format as drafts: parents, members, sections, dates and statuses are looked up.
import { taskLimits, visibleCharacter } from '../../../../shared/api/limits.ts'
import { reason } from '../../../../shared/api/import-reasons.ts'
import type { Priority } from '../../../../shared/api/primitives.ts'
import { fold } from '../../../../shared/search/text-fold.ts'
import { knownZone } from '../../../meetings/reader-days.rules.ts'
import { memberIn, membersOf, type Members } from '../members.ts'
import {
  faultOf,
  madeDrafts,
  type Drafts,
  type ImportFault,
  type Mapping,
  type Target,
  type TaskDraft,
} from '../plan.ts'
import type { RawTask, TaskContext } from './raw-task.ts'
import { repeatReader } from './repeats.ts'
import { taskFields } from './task-columns.ts'
import { datesOf } from './task-dates.ts'

const levels: readonly (readonly [Priority, RegExp])[] = [
  ['urgent', /^(?:urgent|critical|highest|blocker|very high|dringend|kritisch|sehr hoch|p1)$/],
  ['high', /^(?:high|important|major|hoch|wichtig|p2)$/],
  ['medium', /^(?:medium|normal|moderate|mittel|p3)$/],
  ['low', /^(?:low|lowest|minor|trivial|niedrig|gering|tief|p4)$/],
  ['no_priority', /^(?:no priority|no_priority|none|keine?|0)?$/],
]

/** A word without the number or the sign before it: `2 - High`, `(1) hoch`, `🔴 High`. */
export const plainWord = (text: string): string =>
  fold(text)
    .trim()
    .replace(/^\(?p?\d\)?[\s:.–-]+(?=\p{L})/u, '')
    .replace(/^[^\p{L}\p{N}]+(?=\p{L})/u, '')

/** The level of a word; undefined for an unknown one. */
const priorityOf = (word: string): Priority | undefined =>
  levels.find(([, pattern]) => pattern.test(plainWord(word)))?.[0]

/** The members among names and addresses, and the others. */
function assigneesOf({ assignees }: RawTask, members: Members) {
  const ids: string[] = []
  const others: string[] = []
  for (const { text } of assignees) {
    const id = memberIn(members, text)
    if (id === null) others.push(text)
    else ids.push(id)
  }
  return { ids: [...new Set(ids)], others: [...new Set(others)] }
}

/** Words of other programs for a task that somebody works on. */
const begunWords = /^(?:in progress|working on it|doing|started|in arbeit|in bearbeitung|begonnen)$/

/** Whether a word means a status. */
function isStatus({ name, slug, isComplete }: Target['statuses'][number], word: string): boolean {
  const text = plainWord(word)
  const known = [plainWord(name), fold(slug)]
  return (
    known.includes(text) ||
    (!isComplete && begunWords.test(text) && known.some((one) => begunWords.test(one)))
  )
}

/** A status of the same name that agrees, else the first one that means completion; null for the default one. */
function statusOf({ status, isDone }: RawTask, { statuses }: Target): string | null {
  const named = statuses.find(
    (one) => one.isComplete === isDone && status !== undefined && isStatus(one, status),
  )
  if (named) return named.slug
  return isDone ? (statuses.find(({ isComplete }) => isComplete)?.slug ?? null) : null
}

/** The name of a status that the workspace does not have. */
const unknownStatus = ({ status, isNamedStatus }: RawTask, { statuses }: Target): string | undefined =>
  isNamedStatus && !statuses.some((one) => isStatus(one, status ?? '')) ? status : undefined

/** The index of the task above each one. */
function parentsOf(tasks: readonly RawTask[], faults: ImportFault[]): (number | null)[] {
  const byId = new Map(
    tasks
      .flatMap(({ id, alias }, index) => [id, alias].flatMap((one) => (one ? [[one, index] as const] : [])))
      .toReversed(),
  )
  const byTitle = Map.groupBy(tasks.keys(), (index) => tasks[index]?.title.text)
  const parents = tasks.map(({ parent, line }, index): number | null => {
    if (!parent || parent.text === '') return null
    const titled = (byTitle.get(parent.text) ?? []).filter((one) => one !== index)
    // If several tasks have the title, the nearest above.
    const found = byId.get(parent.text) ?? titled.findLast((one) => one < index) ?? titled[0]
    if (found !== undefined && found !== index) return found
    const isItself = found === index || byTitle.get(parent.text)?.includes(index) === true
    faults.push(
      faultOf(line, parent.column, parent.text, reason(isItself ? 'parent_itself' : 'parent_missing')),
    )
    return null
  })
  const isBelowItself = (index: number): boolean => {
    let above = parents[index] ?? null
    for (let step = 0; above !== null && step <= tasks.length; step += 1) {
      if (above === index) return true
      above = parents[above] ?? null
    }
    return false
  }
  for (const [index, task] of tasks.entries())
    if (parents[index] !== null && isBelowItself(index)) {
      faults.push(
        faultOf(task.line, task.parent?.column ?? '', task.parent?.text ?? '', reason('parent_below')),
      )
      parents[index] = null
    }
  return parents
}

/** Without some tasks. Those below them have no parent then. */
function withoutRows(drafts: readonly TaskDraft[], rows: ReadonlySet<number>): TaskDraft[] {
  const places = new Map<number, number>()
  for (const index of drafts.keys()) if (!rows.has(index)) places.set(index, places.size)
  return drafts
    .filter((_draft, index) => !rows.has(index))
    .map((draft) => ({
      ...draft,
      parent: draft.parent === null ? null : (places.get(draft.parent) ?? null),
    }))
}

export type TaskRead = { drafts: TaskDraft[]; faults: ImportFault[]; repeating: number }

export function readTasks(raw: readonly RawTask[], context: TaskContext): TaskRead {
  const { target } = context
  const faults: ImportFault[] = []
  const titled = raw.filter(({ line, title }) => {
    const isTitled = visibleCharacter.test(title.text)
    if (!isTitled) faults.push(faultOf(line, title.column, title.text, reason('no_task_title')))
    return isTitled
  })
  const parents = parentsOf(titled, faults)
  const members = membersOf(target)
  const sections = new Map(target.sections.toReversed().map((section) => [fold(section.name), section]))
  const namesNobody = titled.every(({ assignees }) => assignees.length === 0)
  const areImporters = namesNobody || target.members.length === 1
  /** Places of tasks with a value that cannot be stored. */
  const bad = new Set<number>()
  let repeating = 0
  const dated = { ...context, repeatOf: repeatReader() }
  const drafts = titled.map((task, index): TaskDraft => {
    const whole = task.title.text.replaceAll(/\s+/g, ' ').trim()
    const title = whole.slice(0, taskLimits.title).toWellFormed()
    const before = faults.length
    const dates = datesOf(task, dated, faults)
    const repeat = task.isDone ? null : dates.repeat?.read
    if (dates.repeat && !repeat && !task.isDone) repeating += 1
    const { ids, others } = assigneesOf(task, members)
    const section = sections.get(fold(task.section ?? ''))
    const priority = priorityOf(task.priority?.text ?? '')
    if (priority === undefined && task.priority)
      faults.push(faultOf(task.line, task.priority.column, task.priority.text, reason('priority_in_text')))
    const status = unknownStatus(task, target)
    if (faults.length > before) bad.add(index)
    const lines = [
      ...(task.section && !section ? [`Section: ${task.section}`] : []),
      ...(task.labels ? [`Labels: ${task.labels}`] : []),
      ...others.map((name) => `Assignee: ${name}`),
      ...(status === undefined ? [] : [`Status: ${status}`]),
      ...(priority === undefined && task.priority ? [`Priority: ${task.priority.text}`] : []),
      ...dates.words,
    ]
    const texts = [
      ...(title === whole ? [] : [whole]),
      ...task.texts.map((text) => text.replaceAll(/\r\n?/g, '\n').trim()),
    ]
    const description = [...texts, lines.join('\n')].filter((text) => text !== '').join('\n\n')
    const isLong = description.length > taskLimits.description
    if (isLong)
      faults.push(
        faultOf(task.line, '', description, reason('long_description', { most: taskLimits.description })),
      )
    return {
      is: 'task',
      line: task.line,
      title,
      description: description === '' || isLong ? null : description,
      startDate: dates.startDate,
      dueDate: dates.dueDate,
      priority: priority ?? 'no_priority',
      status: statusOf(task, target),
      isDone: task.isDone,
      parent: parents[index] ?? null,
      assignees: ids.slice(0, taskLimits.assignees),
      isImporters: areImporters && task.assignees.length === 0,
      sectionId: section?.id ?? null,
      recurrence: repeat?.recurrence ?? null,
      first:
        repeat && dates.dueDate === null ? { time: repeat.time, zone: knownZone(task.zone ?? '') } : null,
    }
  })
  const kept = context.badCells === 'leave out the row' && bad.size > 0 ? withoutRows(drafts, bad) : drafts
  return { drafts: kept, faults: faults.toSorted((a, b) => a.line - b.line), repeating }
}

/** Tasks of a file without columns. */
export function draftsWithoutColumns(
  raw: readonly RawTask[],
  mapping: readonly Mapping[],
  context: Omit<TaskContext, 'orderIn'>,
): Drafts {
  const { drafts, ...read } = readTasks(raw, { ...context, orderIn: () => undefined })
  return {
    into: 'tasks',
    rows: raw.length,
    ...read,
    ...madeDrafts(drafts),
    // They cannot be mapped elsewhere; their names are shown in the preview.
    goesTo: [...taskFields],
    mapping,
    ignored: [],
    notes: [],
  }
}
