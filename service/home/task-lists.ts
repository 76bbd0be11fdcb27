// Lists of tasks: those of the visitor, and those of the team. The filters are in the address, so that a list is kept as a link.
import { createHash } from 'node:crypto'
import { z } from 'zod'
import { priority } from '../../shared/api/primitives.ts'
import { membersOfWorkspace } from '../access/members.store.ts'
import { decodeCursorAs, encodeCursor } from '../http/cursor.ts'
import type { PlainKey } from '../language/say.ts'
import { html, type Html } from '../oauth/pages/html.ts'
import { everyone, type SitePage, type Visit } from '../site/kit.ts'
import { hrefOf, nextLink, pageLength, selectField } from '../site/parts.ts'
import { tasksInOrder, type TaskOrder } from '../tasks/ordered-tasks.store.ts'
import type { StoredTask } from '../tasks/stored-task.ts'
import { tasksByCreation, type TaskFilters } from '../tasks/task-lists.store.ts'
import { sectionsOfWorkspace, statusesOfTasks } from '../tasks/task-settings.store.ts'
import { seesEveryTask } from '../tasks/visibility.rules.ts'
import { priorityNames, taskTable, viewerOf } from './tasks.ts'

const names = ['person', 'section', 'status', 'priority', 'order'] as const
type Wish = Readonly<Record<(typeof names)[number], string>>

const orders = { due: 'Due date', priority: 'Priority', updated: 'Last change', newest: 'Newest' } as const
const orderOf = (text: string): TaskOrder | 'newest' =>
  text === 'priority' || text === 'updated' || text === 'newest' ? text : 'due'

const wishOf = ({ query }: Visit): Wish =>
  Object.fromEntries(names.map((name) => [name, query.get(name) ?? ''])) as Wish

/** The address without what is not chosen. */
const addressOf = (path: string, wish: Wish, cursor?: string): string => {
  const query = new URLSearchParams()
  for (const name of names) if (wish[name] !== '') query.set(name, wish[name])
  if (cursor !== undefined) query.set('cursor', cursor)
  const text = query.toString()
  return text === '' ? path : `${path}?${text}`
}

const stateOf = (status: string): Partial<TaskFilters> => {
  if (status === '' || status === 'open') return { isComplete: false }
  if (status === 'all') return {}
  if (status === 'done') return { isComplete: true }
  return status === 'archived' ? { archived: 'only' } : { status: status.replace(/^is-/, '') }
}

const filtersOf = (visit: Visit, { person, section, status, priority: wanted }: Wish): TaskFilters => ({
  archived: 'left out',
  ...stateOf(status),
  ...(person !== '' && { assignee: person === 'me' ? visit.actor.personId : person }),
  ...(section !== '' && { sectionId: section === 'none' ? null : section }),
  priority: priority.safeParse(wanted).data,
})

const numbers = z.tuple([z.number(), z.number(), z.string()])
const places = z.tuple([z.number(), z.string()])

type Found = { tasks: StoredTask[]; cursor: string | undefined; isSorted: boolean }

const find = async (visit: Visit, path: string, wish: Wish): Promise<Found> => {
  const { tx, workspace, query } = visit
  const filters = filtersOf(visit, wish)
  const viewer = viewerOf(visit)
  const given = query.get('cursor') ?? ''
  const filtersKey = createHash('sha256')
    .update(JSON.stringify([workspace.id, viewer.personId, addressOf(path, wish)]))
    .digest('base64url')
  const order = orderOf(wish.order)
  const sorted = decodeCursorAs(numbers, 'page.tasks.sorted', filtersKey, given) ?? undefined
  const newest = decodeCursorAs(places, 'page.tasks.newest', filtersKey, given) ?? undefined
  if (order !== 'newest' && newest === undefined) {
    const asked = { order, after: sorted, limit: pageLength }
    const found = await tasksInOrder(tx, workspace.id, viewer, filters, asked)
    const next = found?.next && encodeCursor('page.tasks.sorted', filtersKey, found.next)
    if (found) return { tasks: found.tasks, cursor: next ?? undefined, isSorted: true }
  }
  const page = { after: newest, limit: pageLength }
  const { tasks, next } = await tasksByCreation(tx, workspace.id, viewer, filters, page)
  const cursor = next ? encodeCursor('page.tasks.newest', filtersKey, next) : undefined
  return { tasks, cursor, isSorted: order === 'newest' }
}

type Option = readonly [value: string, text: string]

const filterForm = async (visit: Visit, path: string, wish: Wish): Promise<Html> => {
  const { tx, workspace } = visit
  const field = (name: keyof Wish, label: string, options: readonly Option[]) =>
    selectField(visit, { form: 'filter', name, label, options, value: wish[name] })
  const sections = await sectionsOfWorkspace(tx, workspace.id)
  const statuses = await statusesOfTasks(tx, workspace.id)
  const people = path === 'tasks' ? await membersOfWorkspace(tx, workspace.id) : []
  return html`<form class="filter" method="get" action="${hrefOf(visit, path)}">
    ${
      path === 'tasks' &&
      field('person', 'Person', [
        ['', 'Anybody'],
        ['me', 'Me'],
        ...people.flatMap(({ id, name }): Option[] => (id === visit.person.id ? [] : [[id, name]])),
      ])
    }
    ${
      sections.length > 0 &&
      field('section', 'Section', [
        ['', 'All'],
        ...sections.map(({ id, name }): Option => [id, name]),
        ['none', 'No section'],
      ])
    }
    ${field('status', 'Status', [
      ['', 'Open'],
      ['done', 'Done'],
      ['all', 'Open and done'],
      ...statuses.map(({ slug, name }): Option => [`is-${slug}`, name]),
      ['archived', 'Archived'],
    ])}
    ${field('priority', 'Priority', [['', 'All'], ...Object.entries(priorityNames)])}
    ${field('order', 'Order', [['', orders.due], ...Object.entries(orders).slice(1)])}
    <div class="actions"><button type="submit">Show</button></div>
  </form>`
}

const emptyList = (visit: Visit, path: string, isFirst: boolean, isFiltered: boolean): Html => {
  if (!isFirst) return html`<p>No task on this page.</p>`
  if (isFiltered)
    return html`<p>No task matches. <a href="${hrefOf(visit, path)}">Show all open tasks</a></p>`
  const says = path === 'tasks' ? 'There are no open tasks.' : 'No open task is assigned to you.'
  return html`<p>${says} <a href="${hrefOf(visit, 'new-task')}">Create a task</a></p>`
}

const listPage = (path: 'my-tasks' | 'tasks', title: PlainKey, lead: (visit: Visit) => string): SitePage => ({
  path,
  title,
  roles: everyone,
  async read(visit) {
    const asked = wishOf(visit)
    const wish = path === 'my-tasks' ? { ...asked, person: '' } : asked
    const own = path === 'my-tasks' ? { ...wish, person: 'me' } : wish
    const { tasks, cursor, isSorted } = await find(visit, path, own)
    const address = addressOf(path, wish)
    const isFirst = !visit.query.has('cursor')
    const order = isSorted ? orders[orderOf(wish.order)].toLowerCase() : 'newest'
    return {
      body: html`<p class="lead">${lead(visit)}</p>
        <p class="ways">
          <a href="${hrefOf(visit, 'new-task')}">New task</a>
          <a href="${hrefOf(visit, address)}">Link to this list</a>
        </p>
        ${await filterForm(visit, path, wish)}
        ${!isSorted && html`<p role="note">These are too many tasks to sort, so the newest come first. Choose a person or another status.</p>`}
        ${tasks.length === 0 ? emptyList(visit, path, isFirst, address !== path) : await taskTable(visit, `Tasks by ${order}`, tasks, here(visit, path, wish))}
        ${nextLink(cursor && hrefOf(visit, addressOf(path, wish, cursor)))}
        ${!isFirst && html`<p><a href="${hrefOf(visit, address)}">First page</a></p>`}`,
    }
  },
})

/** The page itself, to come back to after a form. */
const here = ({ query }: Visit, path: string, wish: Wish): string =>
  addressOf(path, wish, query.get('cursor') ?? undefined)

export const myTasksPage = listPage('my-tasks', 'page.home.my-tasks', () => 'Tasks that are assigned to you.')

export const teamTasksPage = listPage('tasks', 'page.home.tasks', ({ actor }) =>
  seesEveryTask(actor)
    ? 'Tasks of everybody in the workspace.'
    : 'Tasks that you created or that are assigned to you. Owners and admins see those of everybody.',
)
