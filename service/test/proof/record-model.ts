// Records as a reference model knows them: what the specification says, in memory.
import fc from 'fast-check'
import { absentId, iso, newestFirst, refused, tick, type Clock, type Foretold, type Step } from './model.ts'

/** What a write supplies: at most one thing is wrong with it. */
type Values = {
  name: string | undefined
  size: number | null | undefined
  fault: 'none' | 'unknown' | 'size'
}
type ObjectName = 'things' | 'others'

export type RecordAction =
  | { type: 'create'; object: ObjectName; values: Values }
  | { type: 'put'; id: number; object: ObjectName; values: Values }
  | { type: 'patch'; pick: number; values: Values }
  | { type: 'archive' | 'restore' | 'get'; pick: number }
  | { type: 'walk'; limit: number; archived: boolean; object: ObjectName | undefined }
  | { type: 'tick'; by: number }

const values: fc.Arbitrary<Values> = fc.record({
  name: fc.option(fc.constantFrom('Alder', 'Birch', 'Zürich', 'ﬁne', ' '), { nil: undefined, freq: 6 }),
  size: fc.option(fc.constantFrom(null, 0, -1.5, 1e21, 42), { nil: undefined }),
  fault: fc.constantFrom('none', 'none', 'none', 'none', 'none', 'unknown', 'size'),
})
const object = fc.constantFrom<ObjectName>('things', 'things', 'others')
const pick = fc.nat({ max: 30 })

export const recordAction: fc.Arbitrary<RecordAction> = fc.oneof(
  { arbitrary: fc.record({ type: fc.constant('create' as const), object, values }), weight: 4 },
  {
    arbitrary: fc.record({ type: fc.constant('put' as const), id: fc.nat({ max: 5 }), object, values }),
    weight: 4,
  },
  { arbitrary: fc.record({ type: fc.constant('patch' as const), pick, values }), weight: 4 },
  {
    arbitrary: fc.record({
      type: fc.constantFrom('archive' as const, 'restore' as const, 'get' as const),
      pick,
    }),
    weight: 4,
  },
  fc.record({
    type: fc.constant('walk' as const),
    limit: fc.integer({ min: 1, max: 7 }),
    archived: fc.boolean(),
    object: fc.option(object, { nil: undefined }),
  }),
  fc.record({ type: fc.constant('tick' as const), by: fc.constantFrom(1, 1, 60_000, -3_600_000) }),
)

type Held = {
  id: string
  object: ObjectName
  values: Record<string, unknown>
  archived: boolean
  createdAt: number
  updatedAt: number
}

export type RecordWorld = {
  clock: Clock
  personId: string
  objects: Record<ObjectName, { id: string; field: Record<'name' | 'size', string> }>
}

/** Ids that PUT uses, some of which differ in one letter only; another list for every run. */
const putIds = (run: number): string[] =>
  ['0a', '0A', '0b', 'f0', '9f', '10'].map(
    (end) => `${run.toString(16).padStart(8, '0')}-0000-4000-8000-0000000000${end}`,
  )

/** @returns what an action sends and what must come of it; undefined for one that sends nothing, a list for a walk */
export function createRecordModel({ clock, personId, objects }: RecordWorld, run: number) {
  const held = new Map<string, Held>()
  const now = () => clock.latest

  const present = (record: Held) => {
    const { id, field } = objects[record.object]
    const pairs = Object.entries(record.values).map(([name, value]) => [field[name as 'name'], value])
    return {
      id: record.id,
      objectTypeId: id,
      title: String(record.values['name']),
      avatarUrl: null,
      values: Object.fromEntries(pairs),
      archived: record.archived,
      createdBy: personId,
      createdAt: iso(record.createdAt),
      updatedAt: iso(record.updatedAt),
    }
  }
  const supplied = ({ name, size, fault }: Values) => ({
    ...(name !== undefined && { name }),
    ...(size !== undefined && fault !== 'size' && { size }),
    ...(fault === 'size' && { size: 'large' }),
    ...(fault === 'unknown' && { nonsense: 1 }),
  })
  const faultIn = ({ name, fault }: Values, mode: 'create' | 'merge'): Foretold | undefined => {
    // Faults are named in the order in which the fields were sent; what is missing comes last.
    if (name?.trim() === '') return refused(400, 'missing_field')
    if (fault === 'size') return refused(400, 'invalid_value')
    if (fault === 'unknown') return refused(400, 'unknown_field')
    return name === undefined && mode === 'create' ? refused(400, 'missing_field') : undefined
  }
  const merge = (record: Held, change: Values): Held => {
    const merged: Record<string, unknown> = { ...record.values, ...supplied(change) }
    if (merged['size'] === null) delete merged['size']
    const same = merged['name'] === record.values['name'] && merged['size'] === record.values['size']
    return {
      ...record,
      values: merged,
      updatedAt: same ? record.updatedAt : Math.max(now(), record.updatedAt),
    }
  }
  const keep = (record: Held, status: number): Foretold => {
    held.set(record.id, record)
    return { status, data: present(record) }
  }
  const made = (id: string, object: ObjectName, change: Values): Held =>
    merge({ id, object, values: {}, archived: false, createdAt: now(), updatedAt: now() }, change)
  const pickId = (at: number) => [...held.keys()][at % (held.size + 1)] ?? absentId
  const write = (method: string, path: string, object: ObjectName | undefined, change: Values) => ({
    method,
    path,
    body: { ...(object && { object }), values: supplied(change) },
  })

  return {
    items: (archived: boolean, object: ObjectName | undefined): unknown[] => {
      const shown = [...held.values()].filter(
        (record) => (archived || !record.archived) && (object === undefined || record.object === object),
      )
      return newestFirst(shown).map(present)
    },
    step: (action: Exclude<RecordAction, { type: 'walk' | 'tick' }>): Step => {
      if (action.type === 'create') {
        // Ids that the service chooses are not foretold to be in order inside one millisecond.
        tick(clock, clock.latest - clock.at + 1)
        const request = write('POST', '/v1/records', action.object, action.values)
        const fault = faultIn(action.values, 'create')
        if (fault) return { request, foretold: fault }
        const foretold: { status: number; data: unknown } = { status: 201, data: undefined }
        return {
          request,
          foretold,
          learn: (id) => Object.assign(foretold, keep(made(id, action.object, action.values), 201)),
        }
      }
      if (action.type === 'put') {
        const asked = putIds(run)[action.id] ?? ''
        const id = asked.toLowerCase()
        const request = write('PUT', `/v1/records/${asked}`, action.object, action.values)
        const record = held.get(id)
        if (record && record.object !== action.object)
          return { request, foretold: refused(409, 'id_conflict') }
        const fault = faultIn(action.values, record ? 'merge' : 'create')
        if (fault) return { request, foretold: fault }
        const next = record ? merge(record, action.values) : made(id, action.object, action.values)
        return { request, foretold: keep(next, record ? 200 : 201) }
      }
      const id = pickId(action.pick)
      const path = `/v1/records/${id}`
      const record = held.get(id)
      if (action.type === 'patch') {
        const request = write('PATCH', path, undefined, action.values)
        if (!record) return { request, foretold: refused(404, 'not_found') }
        if (record.archived) return { request, foretold: refused(404, 'record_archived') }
        const fault = faultIn(action.values, 'merge')
        return { request, foretold: fault ?? keep(merge(record, action.values), 200) }
      }
      const request =
        action.type === 'get'
          ? { method: 'GET', path }
          : action.type === 'archive'
            ? { method: 'DELETE', path }
            : { method: 'POST', path: `${path}/restore` }
      if (!record) return { request, foretold: refused(404, 'not_found') }
      const archived = action.type === 'get' ? record.archived : action.type === 'archive'
      if (archived === record.archived) return { request, foretold: keep(record, 200) }
      return {
        request,
        foretold: keep({ ...record, archived, updatedAt: Math.max(now(), record.updatedAt) }, 200),
      }
    },
  }
}
