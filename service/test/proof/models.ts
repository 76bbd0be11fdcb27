// Records and tasks as the specification describes them, in memory. A run is a list of actions; the model foretells
// every answer, also while the clock goes back.
import fc from 'fast-check'
import { expect } from 'vitest'
import { createClient, walk, type Answer, type Client } from '../contract/client.ts'
import { startTestService, type TestObject } from '../testing.ts'

export type ModelRun = { database: string; runs: number; seed: number }

/** The service takes its time from `at`, epoch milliseconds, and never goes back: it says `latest`. */
type Clock = { at: number; latest: number }
const tick = (clock: Clock, by: number): void => {
  clock.at += by
  clock.latest = Math.max(clock.latest, clock.at)
}
/** Ids that the service chooses are not foretold to be in order inside one millisecond. */
const tickForNewId = (clock: Clock) => tick(clock, clock.latest - clock.at + 1)

/** The workspace of one run. */
type Place = {
  api: Client
  clock: Clock
  personId: string
  run: number
  createObject: (slug: string) => Promise<TestObject>
}
/** Performs an action and compares the answer. */
type Model<A> = (action: A) => Promise<void>
type Held = { id: string; archived: boolean; createdAt: number; updatedAt: number }

const absentId = '00000000-0000-4000-8000-ffffffffffff'
const iso = (at: number): string => new Date(at).toISOString()
const isoOrNull = (at: number | null) => (at === null ? null : iso(at))

/** The list at a path, as the model knows it. @param present an item as it is answered */
function createList<T extends Held>({ api, clock }: Place, path: string, present: (item: T) => object) {
  const held = new Map<string, T>()
  return {
    held,
    pickId: (at: number) => [...held.keys()][at % (held.size + 1)] ?? absentId,
    /** The time of a change: never earlier than that of the one before. */
    changedAt: (item: T) => Math.max(clock.latest, item.updatedAt),
    answered({ status, body }: Answer, expected: number, item: T) {
      expect([status, body.data ?? body]).toEqual([expected, present(item)])
      held.set(item.id, item)
    },
    refused({ status, body }: Answer, expected: number, code: string) {
      expect([status, body.error?.code]).toEqual([expected, code])
    },
    /** Newest first, then the greater id (GEN-07). */
    async walk(query: string, keeps: (item: T) => boolean) {
      const items = [...held.values()].filter(keeps)
      items.sort((a, b) => b.createdAt - a.createdAt || (a.id < b.id ? 1 : -1))
      expect(await walk(api, `${path}?${query}`)).toEqual(items.map(present))
    },
  }
}

const pick = fc.nat({ max: 30 })
const by = fc.constantFrom(1, 1, 60_000, -3_600_000)
const limit = fc.integer({ min: 1, max: 7 })

/** At most one thing is wrong with the values that an action supplies. */
const recordAction = fc.record({
  type: fc.constantFrom(
    'create',
    'put',
    'patch',
    'create',
    'put',
    'patch',
    'archive',
    'restore',
    'get',
    'walk',
    'tick',
  ),
  pick,
  by,
  limit,
  archived: fc.boolean(),
  object: fc.constantFrom('things', 'things', 'others'),
  name: fc.option(fc.constantFrom('Alder', 'Birch', 'Zürich', 'ﬁne', ' '), { nil: undefined, freq: 6 }),
  size: fc.option(fc.constantFrom(null, 0, -1.5, 1e21, 42), { nil: undefined }),
  fault: fc.constantFrom('none', 'none', 'none', 'none', 'none', 'unknown', 'size'),
})
type RecordAction = typeof recordAction extends fc.Arbitrary<infer A> ? A : never
type HeldRecord = Held & { object: string; values: Record<string, unknown> }

async function createRecordModel(place: Place): Promise<Model<RecordAction>> {
  const { api, clock, personId, run } = place
  const objects = new Map<string, TestObject>()
  for (const slug of ['things', 'others']) objects.set(slug, await place.createObject(slug))
  // Ids that PUT uses, some of which differ in one letter only.
  const putIds = ['0a', '0A', '0b', 'f0', '9f', '10'].map(
    (end) => `${run.toString(16).padStart(8, '0')}-0000-4000-8000-0000000000${end}`,
  )
  const list = createList<HeldRecord>(place, '/v1/records', (record) => {
    const object = objects.get(record.object)
    const pairs = Object.entries(record.values).map(([slug, value]) => [object?.field(slug).id, value])
    return {
      id: record.id,
      objectTypeId: object?.id,
      title: String(record.values['name']),
      avatarUrl: null,
      values: Object.fromEntries(pairs),
      archived: record.archived,
      createdBy: personId,
      createdAt: iso(record.createdAt),
      updatedAt: iso(record.updatedAt),
    }
  })
  // Faults are named in the order in which the fields were sent; what is missing comes last.
  const faultIn = ({ name, fault }: RecordAction, mode: 'create' | 'merge') => {
    if (name?.trim() === '') return 'missing_field'
    if (fault !== 'none') return fault === 'size' ? 'invalid_value' : 'unknown_field'
    return name === undefined && mode === 'create' ? 'missing_field' : undefined
  }
  const merged = (record: HeldRecord, { name, size }: RecordAction): HeldRecord => {
    const values: HeldRecord['values'] = {
      ...record.values,
      ...(name && { name }),
      ...(size !== undefined && { size }),
    }
    if (values['size'] === null) delete values['size']
    const isSame = values['name'] === record.values['name'] && values['size'] === record.values['size']
    return { ...record, values, updatedAt: isSame ? record.updatedAt : list.changedAt(record) }
  }
  const blank = (id: string, object: string): HeldRecord => {
    const times = { createdAt: clock.latest, updatedAt: clock.latest }
    return { id, object, values: {}, archived: false, ...times }
  }

  return async (action) => {
    const { type, object, archived, name, size, fault } = action
    if (type === 'walk') {
      const isHere = (record: HeldRecord) => object === 'things' || record.object === object
      const query = `limit=${action.limit}&include_archived=${archived}${object === 'things' ? '' : '&object=others'}`
      return list.walk(query, (record) => isHere(record) && (archived || !record.archived))
    }
    const values = {
      ...(name !== undefined && { name }),
      ...(size !== undefined && { size }),
      ...(fault === 'size' && { size: 'large' }),
      ...(fault === 'unknown' && { nonsense: 1 }),
    }
    if (type === 'create') {
      tickForNewId(clock)
      const answer = await api.post('/v1/records', { object, values })
      const wrong = faultIn(action, 'create')
      if (wrong) return list.refused(answer, 400, wrong)
      return list.answered(answer, 201, merged(blank(answer.body.data?.id, object), action))
    }
    if (type === 'put') {
      const asked = putIds[action.pick % putIds.length] ?? ''
      const record = list.held.get(asked.toLowerCase())
      const answer = await api.put(`/v1/records/${asked}`, { object, values })
      if (record && record.object !== object) return list.refused(answer, 409, 'id_conflict')
      const wrong = faultIn(action, record ? 'merge' : 'create')
      if (wrong) return list.refused(answer, 400, wrong)
      const before = record ?? blank(asked.toLowerCase(), object)
      return list.answered(answer, record ? 200 : 201, merged(before, action))
    }
    const id = list.pickId(action.pick)
    const path = `/v1/records/${id}`
    const sends: Record<string, () => Promise<Answer>> = {
      patch: () => api.patch(path, { values }),
      archive: () => api.delete(path),
      restore: () => api.post(`${path}/restore`),
    }
    const answer = await (sends[type] ?? (() => api.get(path)))()
    const record = list.held.get(id)
    if (!record) return list.refused(answer, 404, 'not_found')
    if (type === 'patch') {
      if (record.archived) return list.refused(answer, 404, 'record_archived')
      const wrong = faultIn(action, 'merge')
      return wrong ? list.refused(answer, 400, wrong) : list.answered(answer, 200, merged(record, action))
    }
    const becomes = type === 'get' ? record.archived : type === 'archive'
    if (becomes === record.archived) return list.answered(answer, 200, record)
    return list.answered(answer, 200, { ...record, archived: becomes, updatedAt: list.changedAt(record) })
  }
}

const day = 86_400_000
const date = fc.constantFrom(null, 0, day, 20_000 * day, 20_001 * day + 1)
const taskAction = fc.record({
  type: fc.constantFrom('create', 'create', 'patch', 'patch', 'archive', 'get', 'walk', 'tick'),
  pick,
  by,
  limit,
  archived: fc.boolean(),
  title: fc.constantFrom('Alder', 'Birch', 'Zürich', 'ﬁne', ''),
  change: fc.record(
    {
      status: fc.constantFrom('todo', 'todo', 'in-progress', 'done', 'nonsense'),
      start_date: date,
      due_date: date,
      /** Picked among the tasks that are there, and one that is not. */
      parent: fc.option(pick),
    },
    { requiredKeys: [] },
  ),
})
type TaskAction = typeof taskAction extends fc.Arbitrary<infer A> ? A : never
const blankTask = {
  title: '',
  status: 'todo',
  start_date: null as number | null,
  due_date: null as number | null,
  parent_task_id: null as string | null,
  archived: false,
}
type HeldTask = Held & typeof blankTask

function createTaskModel(place: Place): Model<TaskAction> {
  const { api, clock, personId } = place
  const unset = {
    description: null,
    priority: 'no_priority',
    assignees: [],
    timeLogged: 0,
    timerState: null,
    estimatedTime: null,
    recurrence: null,
  }
  const list = createList<HeldTask>(place, '/v1/tasks', ({ due_date, ...task }) => ({
    ...unset,
    ...task,
    start_date: isoOrNull(task.start_date),
    dueDate: isoOrNull(due_date),
    createdBy: personId,
    createdAt: iso(task.createdAt),
    updatedAt: iso(task.updatedAt),
  }))
  const bodyOf = ({ title, change: { parent, ...rest } }: TaskAction) => ({
    title,
    ...rest,
    ...(parent !== undefined && { parent_task_id: parent === null ? null : list.pickId(parent) }),
  })
  type Body = ReturnType<typeof bodyOf>
  const isAbove = (id: string, below: string | null): boolean =>
    below !== null && (below === id || isAbove(id, list.held.get(below)?.parent_task_id ?? null))
  const faultIn = (task: HeldTask | undefined, body: Body): string | undefined => {
    if (body.status === 'nonsense') return 'invalid_value'
    const { start_date: start = null, due_date: due = null } = { ...task, ...body }
    const isDated = body.start_date !== undefined || body.due_date !== undefined
    if (isDated && start !== null && due !== null && start > due) return 'invalid_value'
    const parentId = body.parent_task_id ?? null
    if (parentId === null || parentId === task?.parent_task_id) return undefined
    const parent = list.held.get(parentId)
    const loops = task !== undefined && isAbove(task.id, parentId)
    return !parent || parent.archived || loops ? 'invalid_target' : undefined
  }
  const merged = (task: HeldTask, body: Body): HeldTask => {
    const next = { ...task, ...body }
    const isSame = JSON.stringify(next) === JSON.stringify(task)
    return isSame ? task : { ...next, updatedAt: list.changedAt(task) }
  }

  return async (action) => {
    const { type, archived } = action
    const { status } = action.change
    if (type === 'walk')
      return list.walk(
        `limit=${action.limit}&include_archived=${archived}${status === undefined ? '' : `&status=${status}`}`,
        (task) => (archived || !task.archived) && (status === undefined || task.status === status),
      )
    const body = bodyOf(action)
    if (type === 'create') {
      tickForNewId(clock)
      const answer = await api.post('/v1/tasks', body)
      if (body.title === '') return list.refused(answer, 400, 'validation_error')
      const wrong = faultIn(undefined, body)
      if (wrong) return list.refused(answer, 400, wrong)
      const times = { createdAt: clock.latest, updatedAt: clock.latest }
      return list.answered(answer, 201, merged({ ...blankTask, id: answer.body.data?.id, ...times }, body))
    }
    const id = list.pickId(action.pick)
    const path = `/v1/tasks/${id}`
    const task = list.held.get(id)
    if (type === 'patch') {
      const answer = await api.patch(path, body)
      // The schema reads a body before the task is looked for.
      if (body.title === '') return list.refused(answer, 400, 'validation_error')
      if (!task) return list.refused(answer, 404, 'not_found')
      if (task.archived) return list.refused(answer, 404, 'task_archived')
      const wrong = faultIn(task, body)
      return wrong ? list.refused(answer, 400, wrong) : list.answered(answer, 200, merged(task, body))
    }
    const answer = type === 'get' ? await api.get(path) : await api.delete(path)
    if (!task) return list.refused(answer, 404, 'not_found')
    if (type === 'get' || task.archived) return list.answered(answer, 200, task)
    return list.answered(answer, 200, { ...task, archived: true, updatedAt: list.changedAt(task) })
  }
}

/**
 * @param createModel of one run, in a workspace of its own
 * @throws with the seed and the shortest list of actions that fails
 */
async function prove<A extends { type: string; by: number }>(
  { database, runs, seed }: ModelRun,
  action: fc.Arbitrary<A>,
  createModel: (place: Place) => Model<A> | Promise<Model<A>>,
): Promise<void> {
  const at = Date.UTC(2026, 0, 5, 9)
  const clock: Clock = { at, latest: at }
  // Nothing passes but what the actions say.
  const service = await startTestService({
    database,
    now: () => clock.at,
    elapsed: () => 0,
    rateLimit: 10_000_000,
  })
  const owner = await service.addMember(await service.createWorkspace())
  let run = 0
  const lists = fc.array(action, { minLength: 20, maxLength: 60, size: 'max' })
  const property = fc.asyncProperty(lists, async (actions) => {
    const workspace = await service.createWorkspace()
    await service.addMember(workspace, { email: owner.email })
    const api = createClient(service.baseUrl, (await service.createKey(workspace, owner)).token)
    const createObject = (slug: string) =>
      service.createObject(workspace, slug, [
        { slug: 'name', kind: 'text', required: true, primary: true },
        { slug: 'size', kind: 'number' },
      ])
    const model = await createModel({ api, clock, personId: owner.personId, run: (run += 1), createObject })
    for (const each of actions) {
      if (each.type !== 'tick') await model(each)
      else {
        tick(clock, each.by)
        // Asked at once, so that no step of the clock goes unseen.
        service.now()
      }
    }
  })
  try {
    await fc.assert(property, { numRuns: runs, seed })
  } finally {
    await service.close()
  }
}

export const proveRecords = (run: ModelRun): Promise<void> => prove(run, recordAction, createRecordModel)
export const proveTasks = (run: ModelRun): Promise<void> => prove(run, taskAction, createTaskModel)
