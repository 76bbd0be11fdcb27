// Changes or deletes one or several tasks: all of them or none, undone as one by Mod+Z (APP-16). Rows show the change at once,
// because they include pending writes.
import type { LauncherTask, TaskFields, TaskStatus } from '../../shared/api/launcher/tasks.ts'
import { say } from '../../shared/language.ts'
import type { Row } from '../../shared/ipc/launcher.ts'
import { fieldsIn, fieldsOf, isSame, pick } from '../../shared/task-fields.ts'
import { dueAt } from '../../shared/whole-days.ts'
import { dateTimeWords } from '../../shared/dates/format.ts'
import { call } from '../state/bridge.ts'
import { showError, showNotice, tellMoreOfChange, tellOfChange } from '../state/store.ts'

/** A task with the values that the user sees. A field that is missing is not known, and its change cannot be undone. */
export interface SeenTask {
  id: string
  title: string
  fields: TaskFields
}

export const seenInRow = ({ id, title, task = {} }: Row): SeenTask => {
  const { status, priority, dueDate, assignees, recurrence } = task
  return {
    id,
    title,
    fields: {
      ...(status === undefined ? {} : { status: status.slug }),
      ...(priority === undefined ? {} : { priority }),
      ...(dueDate === undefined ? {} : { dueDate }),
      ...(assignees === undefined ? {} : { assignees }),
      ...(recurrence === undefined ? {} : { recurrence }),
    },
  }
}

export const seenInTask = (task: LauncherTask): SeenTask => ({
  id: task.id,
  title: task.title,
  fields: fieldsOf(task),
})

/** The new values of fields, the same for every task or computed for each. */
export type TaskChange = TaskFields | ((task: SeenTask) => TaskFields)

/** The fields to write of each task. Tasks that have these values already are left out. */
export const changesFor = (tasks: readonly SeenTask[], change: TaskChange) =>
  tasks.flatMap((task) => {
    const wanted = typeof change === 'function' ? change(task) : change
    const fields = fieldsIn(wanted).filter(
      (field) => task.fields[field] === undefined || !isSame(field, task.fields[field], wanted[field]),
    )
    return fields.length === 0
      ? []
      : [
          {
            id: task.id,
            title: task.title,
            change: pick(wanted, fields),
            before: pick(task.fields, fields),
          },
        ]
  })

type Said = (title: string, count: number) => string

/** “Call Acme”, or "3 tasks". */
export const tasksWords: Said = (title, count) =>
  count > 1 ? say('said.tasks', { count }) : say('said.task', { title })

/** @param said the message once all changes are on disk: the title of the first task, and how many were changed */
export async function changeTasks(tasks: readonly SeenTask[], change: TaskChange, said: Said): Promise<void> {
  const changes = changesFor(tasks, change)
  const [first] = changes
  if (first === undefined) return showNotice(say('said.nothingToChange'))
  await call('tasks.updateAll', { changes }).then(
    () => tellOfChange(said(first.title, changes.length)),
    showError,
  )
}

/** They are deleted after five seconds, unless undo comes first. */
export async function deleteTasks(tasks: readonly SeenTask[]): Promise<void> {
  const [first] = tasks
  if (first === undefined) return
  await call('tasks.delete', { tasks: tasks.map(({ id, title }) => ({ id, title })) }).then(
    () =>
      tellOfChange(
        tasks.length > 1
          ? say('said.severalDeleted', { count: tasks.length })
          : say('said.deleted', { title: first.title }),
        // Undo works until they are deleted, which the next message says.
        true,
      ),
    showError,
  )
}

/** The status that "done" or "reopen" sets; null if the workspace has no such status. */
export function otherStatus(statuses: readonly TaskStatus[], isComplete: boolean): TaskStatus | null {
  const ordered = statuses.toSorted((a, b) => a.position - b.position)
  return isComplete
    ? (ordered.find((status) => status.isDefault && !status.isComplete) ??
        ordered.find((status) => !status.isComplete) ??
        null)
    : (ordered.find((status) => status.isComplete) ?? null)
}

export const isRepeating = ({ fields }: SeenTask): boolean => (fields.recurrence ?? null) !== null

/**
 * The change that moves a task to its next dates; null if it does not repeat, or these are the last. The library of rules is
 * loaded here.
 */
export async function nextOf({
  fields: { recurrence, startDate, dueDate },
}: SeenTask): Promise<(TaskFields & { dueDate: string }) | null> {
  if (!recurrence) return null
  const { nextDates, nextRule } = await import('../../shared/recurrence.ts')
  const instantOf = (date: string | null | undefined): number | null => (date ? Date.parse(date) : null)
  const zone = new Intl.DateTimeFormat().resolvedOptions().timeZone
  const dates = { startDate: instantOf(startDate), dueDate: instantOf(dueDate) }
  const next = nextDates(recurrence, dates, Date.now(), zone)
  if (next === null) return null
  const rule = nextRule(recurrence.rule)
  return {
    ...(next.startDate === null ? {} : { startDate: new Date(next.startDate).toISOString() }),
    dueDate: new Date(next.dueDate).toISOString(),
    ...(rule === recurrence.rule ? {} : { recurrence: { ...recurrence, rule } }),
  }
}

const dayOf = (dueDate: string): string => dateTimeWords(dueAt(dueDate), new Date())

/** Says when a completed task comes again. @param said what was told of its completion */
async function tellNextDate(task: SeenTask, said: string): Promise<void> {
  const next = await nextOf(task)
  if (next !== null) tellMoreOfChange(said, say('repeat.next', { said, day: dayOf(next.dueDate) }))
}

/** Marks tasks as done; reopens them if all of them are. */
export async function toggleDone(tasks: readonly SeenTask[], statuses: readonly TaskStatus[]): Promise<void> {
  const complete = new Set(statuses.filter(({ isComplete }) => isComplete).map(({ slug }) => slug))
  const isOpen = ({ fields }: SeenTask): boolean => !complete.has(fields.status ?? '')
  const open = tasks.filter(isOpen)
  const isReopening = open.length === 0
  const status = otherStatus(statuses, isReopening)
  if (status === null) return showNotice(say('task.statusesUnknown'), 'danger')
  await changeTasks(isReopening ? tasks : open, { status: status.slug }, (title, count) =>
    count > 1
      ? say(isReopening ? 'said.severalReopened' : 'task.saidSeveralDone', { count })
      : say(isReopening ? 'said.reopened' : 'task.saidDone', { title }),
  )
  const [only, ...others] = open
  if (only?.fields.recurrence && others.length === 0)
    await tellNextDate(only, say('task.saidDone', { title: only.title }))
}

/** The task with its start, which rows do not show, if the launcher has seen it. */
async function withStart(task: SeenTask): Promise<SeenTask> {
  if (task.fields.startDate !== undefined) return task
  const detail = await call('items.detail', { kind: 'task', id: task.id, from: 'cache' }).catch(() => null)
  const startDate = detail?.task?.startDate
  return startDate === undefined ? task : { ...task, fields: { ...task.fields, startDate } }
}

/** Moves repeating tasks to their next dates. Those that have none stay. */
export async function skipToNext(tasks: readonly SeenTask[]): Promise<void> {
  const repeating = await Promise.all(tasks.filter(isRepeating).map(withStart))
  const [first] = repeating
  if (first === undefined) return showNotice(say('repeat.notRepeating'))
  const changes = new Map<string, TaskFields & { dueDate: string }>()
  for (const task of repeating) {
    const next = await nextOf(task)
    if (next !== null) changes.set(task.id, next)
  }
  const moved = repeating.filter(({ id }) => changes.has(id))
  const day = changes.values().next().value?.dueDate
  if (day === undefined) return showNotice(say('repeat.lastOne', { title: first.title }))
  await changeTasks(
    moved,
    ({ id }) => changes.get(id) ?? {},
    (title, count) =>
      count > 1 ? say('repeat.skippedSeveral', { count }) : say('repeat.skipped', { title, day: dayOf(day) }),
  )
}

export async function stopRepeating(tasks: readonly SeenTask[]): Promise<void> {
  const repeating = tasks.filter(isRepeating)
  if (repeating.length === 0) return showNotice(say('repeat.notRepeating'))
  await changeTasks(repeating, { recurrence: null }, (title, count) =>
    count > 1 ? say('repeat.stoppedSeveral', { count }) : say('repeat.stopped', { title }),
  )
}
