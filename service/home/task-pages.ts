// Pages and forms of tasks: create, change, complete, archive, restore.
import { z } from 'zod'
import { instantRange } from '../../shared/api/primitives.ts'
import { newUuid } from '../base/ids.ts'
import { done, refuse } from '../base/operator-error.ts'
import { entityTag } from '../http/entity-tag.ts'
import { say, sayParts, type PlainKey } from '../language/say.ts'
import { markNotificationsRead } from '../notifications/notifications.store.ts'
import { html, type Html } from '../oauth/pages/html.ts'
import {
  everyone,
  form,
  textOf,
  type FormOutcome,
  type SiteForm,
  type SitePage,
  type Values,
  type Visit,
} from '../site/kit.ts'
import { formOf, hidden, hrefOf } from '../site/parts.ts'
import { recordsAmong } from '../records/records.store.ts'
import type { StoredTask } from '../tasks/stored-task.ts'
import { statusesOfTasks } from '../tasks/task-settings.store.ts'
import { archiveTask, changeTask, createTask, restoreTask, type TaskOutcome } from '../tasks/task-write.ts'
import { getTask } from '../tasks/tasks.store.ts'
import { seesTask } from '../tasks/visibility.rules.ts'
import { blankTask, faultsOfTask, inputOf, taskFields } from './task-form.ts'
import { authorOf, statusAfter, taskLink, viewerOf } from './tasks.ts'
import {
  absent,
  anyValues,
  changedMeanwhile,
  conflictPart,
  invalid,
  outcomeOf,
  unconditional,
  versionField,
  type Difference,
} from './thing-forms.ts'

/** The task, if the visitor sees it. */
const seenTask = async (visit: Visit, id: string): Promise<StoredTask | undefined> => {
  const task = await getTask(visit.tx, visit.workspace.id, id.toLowerCase())
  return task && seesTask(viewerOf(visit), task) ? task : undefined
}

const idIn = ({ query }: Visit, name: string): string => query.get(name) ?? ''

export const newTaskPage: SitePage = {
  path: 'new-task',
  title: 'page.home.new-task',
  under: 'my-tasks',
  roles: everyone,
  async read(visit) {
    const { tx, workspace } = visit
    const parent = visit.query.has('parent') ? await seenTask(visit, idIn(visit, 'parent')) : undefined
    const [record] = await recordsAmong(tx, workspace.id, [idIn(visit, 'record').toLowerCase()])
    const blank = await blankTask(visit)
    const start = record ? { ...blank, linkedRecordIds: [record.id] } : blank
    return {
      body: html`${parent && html`<p class="lead">${sayParts('tasks.partOf', { task: taskLink(visit, parent) })}</p>`}
      ${formOf(visit, 'create-task', html`${hidden('parent', parent?.id ?? '')}${hidden('record', record?.id ?? '')}${await taskFields(visit, 'create-task', start, say('tasks.create'))}`)}`,
    }
  },
}

const backToNew = (values: Values): string => {
  const query = new URLSearchParams()
  for (const name of ['parent', 'record'])
    if (textOf(values, name) !== '') query.set(name, textOf(values, name))
  return `new-task?${query.toString()}`
}

const create = form({
  path: 'create-task',
  roles: everyone,
  maxBytes: 1024 * 1024,
  back: backToNew,
  done: 'done.home.create-task',
  fields: anyValues,
  async run(visit, values) {
    const read = await inputOf(visit, values, await blankTask(visit), true)
    if (!read.ok) return invalid(read.faults)
    const { title = '', ...rest } = read.input
    const parentId = textOf(values, 'parent').toLowerCase() || null
    const made = await createTask(visit.tx, authorOf(visit), newUuid(), { ...rest, title, parentId })
    if (!made.ok) return invalid(faultsOfTask(made.details ?? []))
    return done({ to: `tasks/${made.task.id}` })
  },
})

const restoreForm = (visit: Pick<Visit, 'root' | 'token'>, id: string): Html =>
  formOf(
    visit,
    'restore-task',
    html`${hidden('task', id)}<button type="submit">${say('home.restore')}</button>`,
  )

/** The ways on from the page of a task. */
export const taskActions = (
  visit: Pick<Visit, 'root' | 'token'>,
  { id, archived }: Pick<StoredTask, 'id' | 'archived'>,
  isComplete: boolean,
): Html => {
  if (archived) return html`<div class="ways">${restoreForm(visit, id)}</div>`
  const name = isComplete ? 'reopen' : 'complete'
  return html`<div class="ways">
    ${formOf(visit, 'set-status', html`${hidden('list', `tasks/${id}`)}<button type="submit" name="${name}" value="${id}">${say(isComplete ? 'tasks.reopen' : 'tasks.complete')}</button>`)}
    <a class="button" href="${hrefOf(visit, `edit-task?id=${encodeURIComponent(id)}`)}"
      >${say('home.edit')}</a
    >
    <a class="button" href="${hrefOf(visit, `new-task?parent=${encodeURIComponent(id)}`)}"
      >${say('tasks.addSubtask')}</a
    >
    ${formOf(visit, 'archive-task', html`${hidden('task', id)}<button type="submit">${say('home.archive')}</button>`)}
  </div>`
}

const fieldNames: Readonly<Record<string, PlainKey>> = {
  title: 'tasks.field.title',
  description: 'tasks.field.description',
  status: 'tasks.field.status',
  priority: 'tasks.field.priority',
  startDate: 'tasks.field.start',
  dueDate: 'tasks.field.due',
  sectionId: 'tasks.field.section',
  estimatedTime: 'tasks.field.estimate',
  assignees: 'tasks.field.assignees',
  linkedRecordIds: 'tasks.field.records',
  recurrence: 'tasks.field.repeat',
}

const differencesOf = async (visit: Visit, task: StoredTask): Promise<Difference[]> => {
  const { refused } = visit
  if (!refused) return []
  const read = await inputOf(visit, refused.values, task, false)
  if (!read.ok) return []
  const held: Readonly<Record<string, unknown>> = task
  return Object.entries(read.input).flatMap(([name, value]): Difference[] => {
    if (value === undefined || JSON.stringify(value) === JSON.stringify(held[name])) return []
    const stored =
      name === 'title' ? task.title : name === 'description' ? (task.description ?? '') : undefined
    const label = fieldNames[name]
    return [{ label: label === undefined ? name : say(label), stored }]
  })
}

export const editTaskPage: SitePage = {
  path: 'edit-task',
  title: 'page.home.edit-task',
  under: 'my-tasks',
  roles: everyone,
  async read(visit) {
    const task = await seenTask(visit, idIn(visit, 'id'))
    if (!task) return undefined
    const title = html`<p class="lead">${taskLink(visit, task)}</p>`
    if (task.archived)
      return {
        body: html`${title}
          <p>${say('tasks.archived')}</p>
          ${restoreForm(visit, task.id)}`,
      }
    const conflict = conflictPart(visit, 'save-task', await differencesOf(visit, task))
    return {
      body: html`${title}${conflict}
        ${formOf(visit, 'save-task', html`${hidden('task', task.id)}${versionField(visit, 'save-task', task.version)}${await taskFields(visit, 'save-task', task, say('home.save'))}`)}
        <p><a href="${hrefOf(visit, `tasks/${task.id}`)}">${say('tasks.back')}</a></p>`,
    }
  },
}

const toEdit = (values: Values): string => `edit-task?id=${encodeURIComponent(textOf(values, 'task'))}`

const outcome = (written: TaskOutcome, to: string): FormOutcome =>
  outcomeOf('task', written, to, faultsOfTask)

const save = form({
  path: 'save-task',
  roles: everyone,
  maxBytes: 1024 * 1024,
  back: toEdit,
  done: 'done.home.save-task',
  fields: anyValues,
  async run(visit, values) {
    const id = textOf(values, 'task').toLowerCase()
    const task = await seenTask(visit, id)
    if (!task) return absent('task')
    const to = `tasks/${task.id}`
    // The shown values are compared with the stored ones, so the versions have to be the same.
    if (textOf(values, 'version') !== String(task.version)) return changedMeanwhile('task')
    const read = await inputOf(visit, values, task, false)
    if (!read.ok) return invalid(read.faults)
    const conditions = { ...unconditional, ifMatch: entityTag(task.version) }
    const saved = await changeTask(visit.tx, authorOf(visit), id, read.input, conditions)
    // Members do not see a task any more that they have handed on.
    const isLost = saved.ok && !seesTask(viewerOf(visit), saved.task)
    return outcome(saved, isLost ? 'my-tasks' : to)
  },
})

const oneTask = z.object({ task: z.string().toLowerCase().max(200) })
const toTask = (values: Values): string => `tasks/${encodeURIComponent(textOf(values, 'task'))}`

const archive = form({
  path: 'archive-task',
  roles: everyone,
  back: toTask,
  done: 'done.home.archive-task',
  fields: oneTask,
  run: async (visit, { task }) =>
    outcome(await archiveTask(visit.tx, authorOf(visit), task, unconditional), `tasks/${task}`),
})

const restore = form({
  path: 'restore-task',
  roles: everyone,
  back: toTask,
  done: 'done.home.restore-task',
  fields: oneTask,
  run: async (visit, { task }) =>
    outcome(await restoreTask(visit.tx, authorOf(visit), task), `tasks/${task}`),
})

/** A list or the page of a task, as a form names it. */
const listForm = /^(?:|my-tasks|tasks|tasks\/[\w-]{1,200})(?:\?[\w=&.%*+-]{0,2000})?$/
const listIn = (values: Values): string => {
  const list = textOf(values, 'list')
  return listForm.test(list) ? list : ''
}

/** Completes, reopens or restores one task of a list. */
const setStatus = form({
  path: 'set-status',
  roles: everyone,
  back: listIn,
  done: 'done.home.set-status',
  fields: z
    .object({ complete: z.string().max(200), reopen: z.string().max(200), restore: z.string().max(200) })
    .partial(),
  async run(visit, { complete, reopen, restore: archived }) {
    const { tx, workspace } = visit
    const id = (complete ?? reopen ?? archived ?? '').toLowerCase()
    if (archived !== undefined) {
      const restored = await restoreTask(tx, authorOf(visit), id)
      return restored.ok ? done({}) : absent('task')
    }
    const statuses = await statusesOfTasks(tx, workspace.id)
    const status = statusAfter(statuses, complete === undefined ? 'open' : 'complete')
    if (!status) return refuse('conflict', say('tasks.noStatus'))
    const held = await seenTask(visit, id)
    const isThere = statuses.some(
      ({ slug, isComplete }) => slug === held?.status && isComplete === status.isComplete,
    )
    // Pressed in two windows: it stays as it is.
    if (held && !held.archived && isThere) return done({})
    const changed = await changeTask(tx, authorOf(visit), id, { status: status.slug }, unconditional)
    if (!changed.ok && changed.code !== 'not_found') return refuse('conflict', say('tasks.wasArchived'))
    return changed.ok ? done({}) : absent('task')
  },
})

/** As in the settings, but back to the day. */
const readAll = form({
  path: 'read-all',
  roles: everyone,
  back: () => '',
  done: 'done.home.read-all',
  fields: z.object({ before: z.coerce.number().int().min(0).max(instantRange.last) }),
  async run({ tx, workspace, person, at }, { before }) {
    await markNotificationsRead(tx, workspace.id, person.id, { before }, at)
    return done({})
  },
})

export const taskForms: readonly SiteForm[] = [create, save, archive, restore, setStatus, readAll]
