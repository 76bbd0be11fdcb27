// Shared by the pages of tasks: words, authors, and the table of a list.
import type { Priority } from '../../shared/api/primitives.ts'
import type { TaskStatus } from '../../shared/api/launcher/tasks.ts'
import { html, type Html } from '../oauth/pages/html.ts'
import { namesOfPeople } from '../records/previews.store.ts'
import type { Visit } from '../site/kit.ts'
import { formOf, hidden, hrefOf, table } from '../site/parts.ts'
import type { StoredTask } from '../tasks/stored-task.ts'
import { sectionsOfWorkspace, statusesOfTasks } from '../tasks/task-settings.store.ts'
import type { TaskAuthor } from '../tasks/task-write.ts'
import { dueWords } from './dates.ts'

export const priorityNames: Readonly<Record<Priority, string>> = {
  no_priority: 'No priority',
  low: 'Low',
  medium: 'Medium',
  high: 'High',
  urgent: 'Urgent',
}

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
  if (dueDate === null) return 'No date'
  const words = dueWords(visit, dueDate)
  return dueDate < visit.at && !isComplete ? html`${words} <strong class="late">overdue</strong>` : words
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
    const people = task.assignees.slice(0, 3).map((id) => names.get(id) ?? 'someone unknown')
    const rest = task.assignees.length - people.length
    const about = html`<span class="hidden"> ${shortTitle(task.title)}</span>`
    return [
      taskLink(visit, task),
      dueCell(visit, task, isComplete),
      `${status?.name ?? task.status}${task.priority === 'no_priority' ? '' : `, ${priorityNames[task.priority].toLowerCase()}`}`,
      people.length === 0 ? 'Nobody' : `${people.join(', ')}${rest > 0 ? ` and ${rest} more` : ''}`,
      ...(sections.size === 0
        ? []
        : [task.sectionId === null ? 'None' : (sections.get(task.sectionId) ?? 'None')]),
      task.archived
        ? html`<button class="small" type="submit" name="restore" value="${task.id}">Restore${about}</button>`
        : html`<button
            class="small"
            type="submit"
            name="${isComplete ? 'reopen' : 'complete'}"
            value="${task.id}"
          >
            ${isComplete ? 'Reopen' : 'Done'}${about}
          </button>`,
    ]
  })
  const columns = ['Task', 'Due', 'Status', 'People', ...(sections.size === 0 ? [] : ['Section']), 'Action']
  return formOf(visit, 'set-status', html`${hidden('list', list)}${table(caption, columns, rows)}`)
}
