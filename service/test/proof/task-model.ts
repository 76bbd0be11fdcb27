// Tasks of the developer surface as a reference model knows them: what the specification says, in memory.
import fc from 'fast-check'
import { absentId, iso, newestFirst, refused, tick, type Clock, type Foretold, type Step } from './model.ts'

/** A parent is picked among the tasks that are there, and one that is not. */
type Change = Partial<{
  title: string
  description: string
  status: string
  priority: string
  start: number | null
  due: number | null
  parent: number | null
  assigned: boolean
  estimated: number | null
}>

export type TaskAction =
  | { type: 'create'; title: string; change: Change }
  | { type: 'patch'; pick: number; change: Change }
  | { type: 'archive' | 'get'; pick: number }
  | { type: 'walk'; limit: number; archived: boolean; status: string | undefined }
  | { type: 'tick'; by: number }

const day = 86_400_000
const date = fc.constantFrom(null, 0, day, 20_000 * day, 20_001 * day + 1)
const title = fc.constantFrom('Alder', 'Birch', 'Zürich', 'ﬁne', '')
const status = fc.constantFrom('todo', 'todo', 'in-progress', 'done', 'nonsense')
const pick = fc.nat({ max: 30 })

const change: fc.Arbitrary<Change> = fc.record(
  {
    title,
    description: fc.constantFrom('', 'Words'),
    status,
    priority: fc.constantFrom('no_priority', 'urgent'),
    start: date,
    due: date,
    parent: fc.option(pick),
    assigned: fc.boolean(),
    estimated: fc.constantFrom(null, 1, 525_600),
  },
  { requiredKeys: [] },
)

export const taskAction: fc.Arbitrary<TaskAction> = fc.oneof(
  { arbitrary: fc.record({ type: fc.constant('create' as const), title, change }), weight: 5 },
  { arbitrary: fc.record({ type: fc.constant('patch' as const), pick, change }), weight: 6 },
  { arbitrary: fc.record({ type: fc.constantFrom('archive' as const, 'get' as const), pick }), weight: 3 },
  fc.record({
    type: fc.constant('walk' as const),
    limit: fc.integer({ min: 1, max: 7 }),
    archived: fc.boolean(),
    status: fc.option(status, { nil: undefined }),
  }),
  fc.record({ type: fc.constant('tick' as const), by: fc.constantFrom(1, 1, 60_000, -3_600_000) }),
)

type Held = {
  id: string
  title: string
  description: string | null
  status: string
  priority: string
  start: number | null
  due: number | null
  parentId: string | null
  assignees: string[]
  estimated: number | null
  archived: boolean
  createdAt: number
  updatedAt: number
}

const blank: Omit<Held, 'id' | 'createdAt' | 'updatedAt'> = {
  title: '',
  description: null,
  status: 'todo',
  priority: 'no_priority',
  start: null,
  due: null,
  parentId: null,
  assignees: [],
  estimated: null,
  archived: false,
}

const isoOrNull = (at: number | null) => (at === null ? null : iso(at))

export function createTaskModel({ clock, personId }: { clock: Clock; personId: string }) {
  const held = new Map<string, Held>()

  const present = (task: Held) => ({
    id: task.id,
    title: task.title,
    description: task.description,
    status: task.status,
    priority: task.priority,
    assignees: task.assignees,
    start_date: isoOrNull(task.start),
    dueDate: isoOrNull(task.due),
    parent_task_id: task.parentId,
    timeLogged: 0,
    estimatedTime: task.estimated,
    archived: task.archived,
    createdBy: personId,
    createdAt: iso(task.createdAt),
    updatedAt: iso(task.updatedAt),
  })
  const pickId = (at: number) => [...held.keys()][at % (held.size + 1)] ?? absentId
  const parentOf = ({ parent }: Change) => (typeof parent === 'number' ? pickId(parent) : parent)
  const body = (change: Change) => {
    const { start, due, assigned, estimated, parent: _, ...rest } = change
    const parentId = parentOf(change)
    return {
      ...rest,
      ...(start !== undefined && { start_date: start }),
      ...(due !== undefined && { due_date: due }),
      ...(parentId !== undefined && { parent_task_id: parentId }),
      ...(assigned !== undefined && { assignees: assigned ? [personId, personId] : [] }),
      ...(estimated !== undefined && { estimated_time: estimated }),
    }
  }
  const isAbove = (id: string, below: string | null): boolean =>
    below !== null && (below === id || isAbove(id, held.get(below)?.parentId ?? null))

  const faultIn = (task: Held | undefined, change: Change): Foretold | undefined => {
    if (change.title === '') return refused(400, 'validation_error')
    if (change.status === 'nonsense') return refused(400, 'invalid_value')
    const { start = null, due = null } = { ...task, ...change }
    if (
      start !== null &&
      due !== null &&
      start > due &&
      (change.start !== undefined || change.due !== undefined)
    )
      return refused(400, 'invalid_value')
    const parentId = parentOf(change)
    if (typeof parentId !== 'string' || parentId === task?.parentId) return undefined
    const parent = held.get(parentId)
    const loops = task !== undefined && isAbove(task.id, parentId)
    return !parent || parent.archived || loops ? refused(400, 'invalid_target') : undefined
  }
  const merged = (task: Held, change: Change): Held => {
    const { parent: _, assigned, ...rest } = change
    const parentId = parentOf(change)
    const next = {
      ...task,
      ...rest,
      ...(parentId !== undefined && { parentId }),
      ...(assigned !== undefined && { assignees: assigned ? [personId] : [] }),
    }
    const isSame = JSON.stringify(next) === JSON.stringify(task)
    return isSame ? task : { ...next, updatedAt: Math.max(clock.latest, task.updatedAt) }
  }
  const keep = (task: Held, status: number): Foretold => {
    held.set(task.id, task)
    return { status, data: present(task) }
  }

  return {
    items: (archived: boolean, status: string | undefined): unknown[] =>
      newestFirst(
        [...held.values()].filter(
          (task) => (archived || !task.archived) && (status === undefined || task.status === status),
        ),
      ).map(present),

    step: (action: Exclude<TaskAction, { type: 'walk' | 'tick' }>): Step => {
      if (action.type === 'create') {
        // Ids that the service chooses are not foretold to be in order inside one millisecond.
        tick(clock, clock.latest - clock.at + 1)
        const change = { ...action.change, title: action.title }
        const request = { method: 'POST', path: '/v1/tasks', body: body(change) }
        const fault = faultIn(undefined, change)
        if (fault) return { request, foretold: fault }
        const foretold: { status: number; data: unknown } = { status: 201, data: undefined }
        const made = merged({ ...blank, id: '', createdAt: clock.latest, updatedAt: clock.latest }, change)
        return { request, foretold, learn: (id) => Object.assign(foretold, keep({ ...made, id }, 201)) }
      }
      const id = pickId(action.pick)
      const path = `/v1/tasks/${id}`
      const task = held.get(id)
      if (action.type === 'patch') {
        const request = { method: 'PATCH', path, body: body(action.change) }
        // The schema reads a body before anyone looks for the task.
        if (action.change.title === '') return { request, foretold: refused(400, 'validation_error') }
        if (!task) return { request, foretold: refused(404, 'not_found') }
        if (task.archived) return { request, foretold: refused(404, 'task_archived') }
        return { request, foretold: faultIn(task, action.change) ?? keep(merged(task, action.change), 200) }
      }
      const request = { method: action.type === 'get' ? 'GET' : 'DELETE', path }
      if (!task) return { request, foretold: refused(404, 'not_found') }
      if (action.type === 'get' || task.archived) return { request, foretold: keep(task, 200) }
      const updatedAt = Math.max(clock.latest, task.updatedAt)
      return { request, foretold: keep({ ...task, archived: true, updatedAt }, 200) }
    },
  }
}
