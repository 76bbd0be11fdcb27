import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { expectRefusal, stageCompanies } from './companies.ts'

const on = stageCompanies()

const batch = (operations: unknown, client = on.api) => client.post('/v1/records/batch', { operations })
const create = (values: object, more: object = {}) => ({ op: 'create', object: 'companies', values, ...more })
const recordsNow = async () =>
  (await on.api.get('/v1/records?limit=100&include_archived=true')).body.data as { id: string }[]

describe('a batch', () => {
  test('GEN-12 does each thing in its order, and answers as the single routes do', async () => {
    const id = randomUUID()
    const object = 'companies'
    const held = await on.create({ name: 'Held', size: 1 })
    const { status, body } = await batch([
      create({ name: 'New' }),
      { op: 'upsert', id: id.toUpperCase(), object, values: { name: 'Up', parent: held.id } },
      { op: 'upsert', id, object, values: { size: 2 } },
      { op: 'update', id: held.id, values: { size: 3 } },
      { op: 'archive', id },
      { op: 'archive', id },
      { op: 'restore', id },
    ])
    expect(status).toBe(200)
    type Done = { op: string; status: number; record: { title: string; archived: boolean } }
    const done = body.data.map((one: Done) => [one.op, one.status, one.record.title, one.record.archived])
    expect(done).toEqual([
      ['create', 201, 'New', false],
      ['upsert', 201, 'Up', false],
      ['upsert', 200, 'Up', false],
      ['update', 200, 'Held', false],
      ['archive', 200, 'Up', true],
      ['archive', 200, 'Up', true],
      ['restore', 200, 'Up', false],
    ])
    for (const { record } of [body.data[0], body.data[3], body.data[6]])
      expect((await on.api.get(`/v1/records/${record.id}`)).body.data).toEqual(record)
  })

  test('GEN-12 of a hundred is one write', async () => {
    const names = Array.from({ length: 100 }, (_, index) => `Batch ${index}`)
    const { body } = await batch(names.map((name) => create({ name })))
    expect(body.data.map(({ record }: { record: { title: string } }) => record.title)).toEqual(names)
  })
})

describe('a refusal', () => {
  test('GEN-12 names the operation and its fault, and nothing of the batch is written', async () => {
    const held = await on.create({ name: 'Held', size: 1 })
    const archived = await on.create()
    await on.api.delete(`/v1/records/${archived.id}`)
    const before = await recordsNow()
    const path = `/v1/records/${held.id}`
    const first = [create({ name: 'Ghost' }), { op: 'update', id: held.id, values: { name: 'Changed' } }]
    for (const [operation, status, code, at] of [
      [create({ name: 'x', size: 'x' }), 400, 'invalid_value', ['values', 'size']],
      [create({ name: 'x', colour: 1 }), 400, 'unknown_field', ['values', 'colour']],
      [create({}), 400, 'missing_field', ['values', 'name']],
      [create({ name: 'x', parent: randomUUID() }), 400, 'invalid_target', ['values', 'parent']],
      [create({ name: 'x' }, { object: 'ghosts' }), 404, 'not_found', []],
      [create({ name: 'x' }, { object_type_id: 'companies' }), 400, 'validation_error', ['object']],
      [{ op: 'update', id: randomUUID(), values: {} }, 404, 'not_found', []],
      [{ op: 'update', id: archived.id, values: {} }, 404, 'record_archived', []],
      [{ op: 'archive', id: randomUUID() }, 404, 'not_found', []],
      [{ op: 'upsert', id: held.id, object: 'people', values: { name: 'x' } }, 409, 'id_conflict', []],
      [{ op: 'upsert', id: 'x', object: 'companies', values: {} }, 400, 'validation_error', ['id']],
      [{ op: 'archive', id: held.id, if_match: '"1"' }, 412, 'precondition_failed', []],
      [{ op: 'erase', id: held.id }, 400, 'validation_error', ['op']],
    ] as const) {
      const answer = await batch([...first, operation])
      expectRefusal(answer, status, code)
      expect(answer.body.error.details[0].path).toEqual(['operations', 2, ...at])
    }
    expect(await recordsNow()).toEqual(before)
    expect((await on.api.get(path)).body.data).toEqual(held)
    const filter = { name: { $in: ['Ghost', 'Changed'] } }
    const found = await on.api.post('/v1/records/query', { object: 'companies', filter })
    expect(found.body.data).toEqual([])
  })

  test.each([
    ['nothing', []],
    ['101 operations', Array.from({ length: 101 }, () => create({ name: 'x' }))],
    ['no list', { op: 'archive' }],
  ])('GEN-12 meets %s', async (_name, operations) => {
    expectRefusal(await batch(operations), 400, 'validation_error')
  })
})

test('REC-11 two batches that cross do not stand in each other’s way', async () => {
  const [a, b] = [randomUUID(), randomUUID()]
  const upsert = (id: string, name: string) => ({ op: 'upsert', id, object: 'companies', values: { name } })
  const write = (index: number) => {
    const operations = [upsert(a, `Batch ${index}`), upsert(b, `Batch ${index}`)]
    return batch(index % 2 === 0 ? operations : operations.toReversed())
  }
  const answers = await Promise.all(Array.from({ length: 10 }, (_, index) => write(index)))
  expect(answers.map(({ status }) => status)).toEqual(Array(10).fill(200))
  const titleOf = async (id: string) => (await on.api.get(`/v1/records/${id}`)).body.data.title
  expect(await titleOf(a)).toBe(await titleOf(b))
})
