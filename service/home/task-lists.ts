// Lists of tasks: those of the visitor, and those of the team. The filters are in the address, so that a list is kept as a link.
import { createHash } from 'node:crypto'
import { z } from 'zod'
import { priority } from '../../shared/api/primitives.ts'
import { membersOfWorkspace } from '../access/members.store.ts'
import { decodeCursorAs, encodeCursor } from '../http/cursor.ts'
import { say, type PlainKey } from '../language/say.ts'
import { html, type Html } from '../oauth/pages/html.ts'
import { everyone, type SitePage, type Visit } from '../site/kit.ts'
import { hrefOf, nextLink, pageLength, selectField } from '../site/parts.ts'
import { tasksInOrder, type TaskOrder } from '../tasks/ordered-tasks.store.ts'
import type { StoredTask } from '../tasks/stored-task.ts'
import { tasksByCreation, type TaskFilters } from '../tasks/task-lists.store.ts'
import { sectionsOfWorkspace, statusesOfTasks } from '../tasks/task-settings.store.ts'
import { seesEveryTask } from '../tasks/visibility.rules.ts'
import { priorityOptions, taskTable, viewerOf } from './tasks.ts'

const names = ['person', 'section', 'status', 'priority', 'order'] as const
type Wish = Readonly<Record<(typeof names)[number], string>>

const orders = ['due', 'priority', 'updated', 'newest'] as const satisfies (TaskOrder | 'newest')[]
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
      field('person', say('tasks.filter.person'), [
        ['', say('tasks.filter.anybody')],
        ['me', say('home.members.me')],
        ...people.flatMap(({ id, name }): Option[] => (id === visit.person.id ? [] : [[id, name]])),
      ])
    }
    ${
      sections.length > 0 &&
      field('section', say('tasks.field.section'), [
        ['', say('tasks.filter.all')],
        ...sections.map(({ id, name }): Option => [id, name]),
        ['none', say('tasks.filter.noSection')],
      ])
    }
    ${field('status', say('tasks.field.status'), [
      ['', say('tasks.filter.open')],
      ['done', say('tasks.filter.done')],
      ['all', say('tasks.filter.openAndDone')],
      ...statuses.map(({ slug, name }): Option => [`is-${slug}`, name]),
      ['archived', say('tasks.filter.archived')],
    ])}
    ${field('priority', say('tasks.field.priority'), [['', say('tasks.filter.all')], ...priorityOptions()])}
    ${field(
      'order',
      say('tasks.filter.order'),
      orders.map((order): Option => [order === 'due' ? '' : order, say(`tasks.order.${order}`)]),
    )}
    <div class="actions"><button type="submit">${say('home.show')}</button></div>
  </form>`
}

const emptyList = (visit: Visit, path: string, isFirst: boolean, isFiltered: boolean): Html => {
  if (!isFirst) return html`<p>${say('tasks.none.page')}</p>`
  if (isFiltered)
    return html`<p>
      ${say('tasks.none.match')} <a href="${hrefOf(visit, path)}">${say('tasks.none.showOpen')}</a>
    </p>`
  const says = say(path === 'tasks' ? 'tasks.none' : 'tasks.none.mine')
  return html`<p>${says} <a href="${hrefOf(visit, 'new-task')}">${say('tasks.createOne')}</a></p>`
}

const listPage = (
  path: 'my-tasks' | 'tasks',
  title: PlainKey,
  lead: (visit: Visit) => PlainKey,
): SitePage => ({
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
    const caption = say(`tasks.by.${isSorted ? orderOf(wish.order) : 'newest'}`)
    return {
      body: html`<p class="lead">${say(lead(visit))}</p>
        <p class="ways">
          <a href="${hrefOf(visit, 'new-task')}">${say('tasks.new')}</a>
          <a href="${hrefOf(visit, address)}">${say('home.linkToList')}</a>
        </p>
        ${await filterForm(visit, path, wish)}
        ${!isSorted && html`<p role="note">${say('tasks.unsorted')}</p>`}
        ${tasks.length === 0 ? emptyList(visit, path, isFirst, address !== path) : await taskTable(visit, caption, tasks, here(visit, path, wish))}
        ${nextLink(cursor && hrefOf(visit, addressOf(path, wish, cursor)))}
        ${!isFirst && html`<p><a href="${hrefOf(visit, address)}">${say('home.firstPage')}</a></p>`}`,
    }
  },
})

/** The page itself, to come back to after a form. */
const here = ({ query }: Visit, path: string, wish: Wish): string =>
  addressOf(path, wish, query.get('cursor') ?? undefined)

export const myTasksPage = listPage('my-tasks', 'page.home.my-tasks', () => 'tasks.lead.mine')

export const teamTasksPage = listPage('tasks', 'page.home.tasks', ({ actor }) =>
  seesEveryTask(actor) ? 'tasks.lead.all' : 'tasks.lead.own',
)
