// Shared by the pages of tasks: words, authors, and the table of a list.
import type { Priority } from '../../shared/api/primitives.ts'
import type { TaskStatus } from '../../shared/api/launcher/tasks.ts'
import { say, type PlainKey } from '../language/say.ts'
import { html, type Html } from '../oauth/pages/html.ts'
import { namesOfPeople } from '../records/previews.store.ts'
import type { Visit } from '../site/kit.ts'
import { formOf, hidden, hrefOf, table } from '../site/parts.ts'
import type { StoredTask } from '../tasks/stored-task.ts'
import { sectionsOfWorkspace, statusesOfTasks } from '../tasks/task-settings.store.ts'
import type { TaskAuthor } from '../tasks/task-write.ts'
import { dueWords } from './dates.ts'

const priorityNames = {
  no_priority: 'tasks.priority.no_priority',
  low: 'tasks.priority.low',
  medium: 'tasks.priority.medium',
  high: 'tasks.priority.high',
  urgent: 'tasks.priority.urgent',
} as const satisfies Record<Priority, PlainKey>

export const priorityOptions = (): [value: string, text: string][] =>
  Object.entries(priorityNames).map(([value, key]) => [value, say(key)])

export const authorOf = ({ workspace, actor, requestId, at, zone }: Visit): TaskAuthor => ({
  workspaceId: workspace.id,
  personId: actor.personId,
  role: actor.role,
  actor: { type: 'user', id: actor.personId, requestId },
  at,
  zone,
})

export const viewerOf = ({ actor }: Pick<Visit, 'actor'>) => ({ personId: actor.personId, role: actor.role })

/** Fifty titles of 500 characters would be too much for a page. */
export const shortTitle = (title: string): string => {
  const characters = Array.from(title.slice(0, 240))
  return characters.length > 120 ? `${characters.slice(0, 119).join('')}…` : title
}

export const taskLink = (visit: Pick<Visit, 'root'>, { id, title }: Pick<StoredTask, 'id' | 'title'>): Html =>
  html`<a href="${hrefOf(visit, `tasks/${encodeURIComponent(id)}`)}">${shortTitle(title)}</a>`

/** The status that the button of a task gives it; undefined where the workspace has none. */
export const statusAfter = (
  statuses: readonly TaskStatus[],
  to: 'complete' | 'open',
): TaskStatus | undefined => {
  const fitting = statuses.filter(({ isComplete }) => isComplete === (to === 'complete'))
  return fitting.find(({ isDefault }) => isDefault) ?? fitting[0]
}

const dueCell = (visit: Visit, { dueDate }: StoredTask, isComplete: boolean): Html | string => {
  if (dueDate === null) return say('tasks.due.none')
  const words = dueWords(visit, dueDate)
  return dueDate < visit.at && !isComplete
    ? html`${words} <strong class="late">${say('tasks.due.late')}</strong>`
    : words
}

/**
 * A table of tasks, each with a button that completes or reopens it.
 * @param list path and query of the page, where the button leads back to
 */
export const taskTable = async (
  visit: Visit,
  caption: string,
  tasks: readonly StoredTask[],
  list: string,
): Promise<Html> => {
  const { tx, workspace } = visit
  const statuses = new Map((await statusesOfTasks(tx, workspace.id)).map((one) => [one.slug, one]))
  const sections = new Map((await sectionsOfWorkspace(tx, workspace.id)).map(({ id, name }) => [id, name]))
  const names = await namesOfPeople(tx, [...new Set(tasks.flatMap(({ assignees }) => assignees))])
  const rows = tasks.map((task) => {
    const status = statuses.get(task.status)
    const isComplete = status?.isComplete === true
    const people = task.assignees.slice(0, 3).map((id) => names.get(id) ?? say('tasks.people.unknown'))
    const shown = people.join(', ')
    const name = status?.name ?? task.status
    const rest = task.assignees.length - people.length
    const about = html`<span class="hidden"> ${shortTitle(task.title)}</span>`
    return [
      taskLink(visit, task),
      dueCell(visit, task, isComplete),
      task.priority === 'no_priority' ? name : say(`tasks.status.${task.priority}`, { status: name }),
      people.length === 0
        ? say('home.members.nobody')
        : rest > 0
          ? say('tasks.people.more', { people: shown, count: rest })
          : shown,
      ...(sections.size === 0 ? [] : [sections.get(task.sectionId ?? '') ?? say('tasks.section.none')]),
      task.archived
        ? html`<button class="small" type="submit" name="restore" value="${task.id}">
            ${say('home.restore')}${about}
          </button>`
        : html`<button
            class="small"
            type="submit"
            name="${isComplete ? 'reopen' : 'complete'}"
            value="${task.id}"
          >
            ${say(isComplete ? 'tasks.reopen' : 'tasks.complete')}${about}
          </button>`,
    ]
  })
  const columns = [
    say('tasks.field.task'),
    say('tasks.field.due'),
    say('tasks.field.status'),
    say('tasks.field.people'),
    ...(sections.size === 0 ? [] : [say('tasks.field.section')]),
    say('tasks.field.action'),
  ]
  return formOf(visit, 'set-status', html`${hidden('list', list)}${table(caption, columns, rows)}`)
}
