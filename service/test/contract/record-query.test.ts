import { describe, expect, test } from 'vitest'
import { queryLimits } from '../../../shared/api/record-query.ts'
import { importSchema } from '../../import/import-schema.ts'
import { readSchemaFile } from '../../import/schema-file.ts'
import { titlesOf } from './client.ts'
import { expectRefusal } from './companies.ts'
import { every, isArchivedAt, numberOf, sizeAt, stageDeals, stages, type Row } from './deals.ts'

const on = stageDeals()

const active = every.filter((index) => !isArchivedAt(index))

describe('a question', () => {
  const size = (index: number) => sizeAt(index) ?? -1
  const early = { $lt: '2026-01-01T00:01:00Z' }
  test.each<[string, object, (index: number) => boolean]>([
    ['one value', { size: { $eq: sizeAt(1) } }, (index) => index === 1],
    ['a range', { size: { $gte: 100, $lt: 130 } }, (index) => size(index) >= 100 && size(index) < 130],
    ['a part of a text', { name: { $contains: 'L 25' } }, (index) => index >= 2500],
    ['how a title begins', { title: { $starts_with: 'deal 001' } }, (index) => index >= 10 && index < 20],
    ['one of a list', { tags: { $contains: 'won' } }, (index) => index % 500 === 0],
    ['no value', { size: { $empty: true } }, (index) => index % 1000 === 0],
    ['choices', { stage: { $in: ['won', 'lost'] }, created_at: early }, (at) => at < 180 && at % 3 !== 0],
    [
      'either',
      { $or: [{ size: { $eq: 5 } }, { name: { $eq: 'Deal 0011' } }] },
      (at) => size(at) === 5 || at === 11,
    ],
    ['what is not', { $not: { size: { $gt: 20 } } }, (index) => size(index) <= 20],
    ['nothing that is there', { note: { $empty: false } }, () => false],
  ])('GEN-12 finds by %s', async (_name, filter, isMeant) => {
    const rows = await on.walk({ filter })
    expect(rows.map(numberOf).toSorted((a, b) => a - b)).toEqual(active.filter(isMeant))
    expect(rows.every((row) => !row.archived)).toBe(true)
  })

  test('GEN-12 names fields by id as well, and answers records as lists do', async () => {
    const { body } = await on.ask({ filter: { [on.deals.field('size').id]: { $eq: sizeAt(1) } } })
    const { data } = (await on.api.get(`/v1/records/${body.data[0].id}`)).body
    expect(body).toEqual({ data: [data], has_more: false, next_cursor: null })
  })

  test('GEN-12 compares texts and email addresses as people read them, and answers what was written', async () => {
    const contacts = await on.service.createObject(on.workspace, 'contacts', [
      { slug: 'name', kind: 'text', primary: true },
      { slug: 'email', kind: 'email' },
    ])
    const questions: [string, string, object][] = [
      ['name', 'Patrick O’Neill', { $eq: "Patrick O'Neill" }],
      ['name', "Siobhán O'Dwyer\u00a0Ltd", { $in: ['x', 'Siobha\u0301n O’Dwyer Ltd'] }],
      ['name', 'The “Zoe\u0308” Group', { $contains: '"zoë" g' }],
      ['name', 'L’Atelier', { $starts_with: "l'at" }],
      ['email', 'R&D@Example.com', { $eq: 'r&d@example.COM' }],
      ['email', 'sales/eu@xn--e1afmkfd.xn--p1ai', { $in: ['Sales/EU@XN--e1afmkfd.xn--p1ai'] }],
    ]
    for (const [slug, value, tests] of questions) {
      const body = { object: 'contacts', values: { [slug]: value } }
      const { data } = (await on.api.post('/v1/records', body)).body
      expect(data.values[contacts.field(slug).id]).toBe(value)
      const found = (await on.ask({ object: 'contacts', filter: { [slug]: tests } })).body.data
      expect(found, JSON.stringify(tests)).toEqual([data])
    }
  })

  test('GEN-12 sees a change with the answer to it', async () => {
    const { id } = await on.create({ name: 'Alder Works', size: 4 })
    const filters = [{ size: { $eq: 4 } }, { size: { $gt: 7 } }, { title: { $starts_with: 'birch' } }]
    const found = async () => {
      const answers = []
      for (const filter of filters) answers.push(await on.ask({ object: 'companies', filter }))
      return answers.map(({ body }) => titlesOf(body.data))
    }
    expect(await found()).toEqual([['Alder Works'], [], []])
    await on.api.patch(`/v1/records/${id}`, { values: { size: 8, name: 'Birch Works' } })
    expect(await found()).toEqual([[], ['Birch Works'], ['Birch Works']])
    await on.api.patch(`/v1/records/${id}`, { values: { size: null } })
    expect(await found()).toEqual([[], [], ['Birch Works']])
  })

  test('GEN-12 leaves archived records out unless it names them', async () => {
    const meant = every.filter((index) => isArchivedAt(index) && (sizeAt(index) ?? 999) < 300)
    for (const archived of [{ archived: { $eq: true } }, { $not: { archived: { $eq: false } } }]) {
      const rows = await on.walk({ filter: { ...archived, size: { $lt: 300 } } })
      expect(rows.map(numberOf).toSorted((a, b) => a - b)).toEqual(meant)
    }
  })
})

describe('the order', () => {
  const bySize = (sign: 1 | -1) => (a: number, b: number) => {
    const [left, right] = [sizeAt(a), sizeAt(b)]
    if (left === null || right === null) return Number(left === null) - Number(right === null)
    return sign * (left - right)
  }

  test.each([
    ['asc', 1],
    ['desc', -1],
  ] as const)('GEN-12 sorts by a number, %s, those without one last, each once', async (direction, sign) => {
    const rows = await on.walk({ sorts: [{ field: 'size', direction }] }, 97)
    const sorted = active.toSorted(bySize(sign))
    const withSize = sorted.filter((index) => sizeAt(index) !== null)
    expect(rows.map(numberOf).slice(0, withSize.length)).toEqual(withSize)
    expect(new Set(rows.map(numberOf))).toEqual(new Set(active))
    expect(rows).toHaveLength(active.length)
  })

  test('GEN-12 is the newest first, then by id, without sorts', async () => {
    const rows = await on.walk({ filter: { stage: { $in: stages } } })
    const key = ({ createdAt, id }: Row) => `${createdAt} ${id}`
    expect(rows.map(key)).toEqual(rows.map(key).toSorted().toReversed())
    expect(rows).toHaveLength(active.length)
  })

  test.each([
    ['asc', 7, 1],
    ['desc', 7, -1],
    ['desc', 100, -1],
  ] as const)(
    'GEN-12 of a part of a text is that of creation, %s, %d a page',
    async (...[direction, limit, sign]) => {
      // More rows of the index than are read at once, and few that match.
      const filter = { name: { $contains: 'L 1' }, $not: { size: { $gt: 100 } } }
      const rows = await on.walk({ filter, sorts: [{ field: 'created_at', direction }] }, limit)
      const keys = rows.map(({ createdAt, id }) => `${createdAt} ${id}`)
      expect(keys).toEqual(sign === 1 ? keys.toSorted() : keys.toSorted().toReversed())
      const meant = active.filter((at) => at >= 1000 && at < 2000 && (sizeAt(at) ?? 0) <= 100)
      expect(rows.map(numberOf).toSorted((a, b) => a - b)).toEqual(meant)
    },
  )

  test('GEN-12 is the same whichever way the answer was found', async () => {
    const sorts = [{ field: 'stage' }, { field: 'size', direction: 'desc' }]
    const filter = { size: { $lt: 900 } }
    const rows = await on.walk({ filter, sorts }, 71)
    const expected = active
      .filter((index) => (sizeAt(index) ?? 999) < 900)
      .toSorted((a, b) => {
        const [left, right] = [a % 3, b % 3]
        return left === right ? (sizeAt(b) ?? 0) - (sizeAt(a) ?? 0) : left - right
      })
    expect(rows.map(numberOf)).toEqual(expected)
    const question = { filter: { title: { $starts_with: 'deal 00' } }, sorts: [{ field: 'title' }] }
    const few = await on.walk(question, 3)
    expect(few.map(numberOf)).toEqual(active.filter((index) => index < 100))
  })

  test.each([
    ['asc', stages],
    ['desc', stages.toReversed()],
  ] as const)('GEN-12 of choices is that of their positions, %s, page by page', async (direction, sorted) => {
    const rows = await on.walk({ sorts: [{ field: 'stage', direction }] }, 97)
    const places = rows.map((row) => sorted.indexOf(stages[numberOf(row) % 3] ?? ''))
    expect(places).toEqual(places.toSorted((a, b) => a - b))
    expect(new Set(rows.map(numberOf))).toEqual(new Set(active))
    expect(rows).toHaveLength(active.length)
  })

  test('GEN-12 follows choices that are reordered, also between pages', async () => {
    const objects = [{ slug: 'bugs', singularName: 'Bug', pluralName: 'Bugs' }]
    const arrange = (ids: readonly string[]) => {
      const choices = ids.map((id) => ({ id, name: id, color: '#000000' }))
      const title = { slug: 'name', name: 'Name', type: 'text', primary: true }
      const fields = [title, { slug: 'state', name: 'State', type: 'select', options: { choices } }]
      const read = readSchemaFile(JSON.stringify({ objects: objects.map((one) => ({ ...one, fields })) }))
      if (!read.ok) throw new Error(read.faults[0]?.message)
      const { store, now } = on.service
      return importSchema(store, { slug: on.workspace.slug, schema: read.schema, mode: 'write', at: now() })
    }
    await arrange(['prospect', 'beta', 'alpha'])
    for (const state of ['alpha', 'beta', 'prospect', undefined])
      await on.api.post('/v1/records', {
        object: 'bugs',
        values: { name: `${state}`, ...(state && { state }) },
      })
    const question = { object: 'bugs', sorts: [{ field: 'state' }], limit: 2 }
    const first = (await on.ask(question)).body
    expect(titlesOf(first.data)).toEqual(['prospect', 'beta'])
    await arrange(['alpha', 'beta', 'prospect'])
    const second = (await on.ask({ ...question, cursor: first.next_cursor })).body
    expect(titlesOf(second.data)).toEqual(['prospect', 'undefined'])
    expect(titlesOf((await on.ask({ ...question, limit: 4 })).body.data)).toEqual([
      'alpha',
      'beta',
      'prospect',
      'undefined',
    ])
  })

  test('GEN-12 of a walk is kept while records come and go', async () => {
    const question = { sorts: [{ field: 'updated_at', direction: 'asc' }], limit: 50 }
    const first = (await on.ask(question)).body
    const values = { name: 'Deal 9999', size: 1 }
    const added = await on.api.post('/v1/records', { object: 'deals', values })
    const doomed = first.data[0].id
    await on.api.delete(`/v1/records/${doomed}`)
    const second = (await on.ask({ ...question, cursor: first.next_cursor })).body
    await on.api.post(`/v1/records/${doomed}/restore`)
    await on.api.delete(`/v1/records/${added.body.data.id}`)
    const seen = [...first.data, ...second.data].map(numberOf)
    expect(seen).toEqual(active.slice(0, 100))
  })
})

describe('bounds', () => {
  test('GEN-12 a page that looked at enough records ends, and the next goes on', async () => {
    const filter = { created_at: { $lt: '2026-01-01T00:00:01Z' }, size: { $gt: 0 } }
    const { body } = await on.ask({ filter })
    expect(body).toMatchObject({ data: [], has_more: true })
    const { body: next } = await on.ask({ filter, cursor: body.next_cursor })
    expect(next).toMatchObject({ has_more: false })
    expect(next.data.map(numberOf).toSorted()).toEqual([1, 2])
  })

  test.each([
    ['few records hold', 'EAL 0001', [1]],
    ['no record holds', 'al 0001x', []],
  ])('GEN-12 a part of a text that %s is answered without an empty page', async (_what, text, found) => {
    const { body } = await on.ask({ filter: { name: { $contains: text } } })
    expect(body).toMatchObject({ has_more: false })
    expect(body.data.map(numberOf)).toEqual(found)
  })

  test('GEN-12 signs that mean something to LIKE are text', async () => {
    const { id } = await on.create({ name: 'Fifty% off! c:\\x_y', size: 9 })
    for (const text of ['% off!', '\\x_', '!']) {
      const { body } = await on.ask({ object: 'companies', filter: { name: { $contains: text } } })
      expect(body).toMatchObject({ data: [{ id }], has_more: false })
    }
  })

  test('GEN-12 several sorts need a filter that leaves few records', async () => {
    const sorts = [{ field: 'stage' }, { field: 'size' }]
    expectRefusal(await on.ask({ sorts }), 400, 'invalid_value')
    // Each of the tests leaves too many by itself.
    const both = { created_at: { $lt: '2026-01-01T00:12:00Z' }, stage: { $in: ['won', 'lost'] } }
    const bounded = { size: { $lt: 1300 }, updated_at: { $lt: '2026-01-01T00:30:00Z' } }
    expectRefusal(await on.ask({ filter: both, sorts }), 400, 'invalid_value')
    const rows = await on.walk({ filter: bounded, sorts })
    expect(rows).toHaveLength(active.filter((index) => index < 1800 && (sizeAt(index) ?? 9999) < 1300).length)
    const inPeople = { object: on.people.id, sorts: [{ field: 'name' }, { field: 'created_at' }] }
    expect((await on.ask(inPeople)).status).toBe(200)
  })

  test('GEN-12 a filter of everything that is allowed is answered', async () => {
    const tests = Array.from({ length: queryLimits.parts / 2 - 1 }, (_, index) => ({ size: { $eq: index } }))
    expect((await on.ask({ filter: { $or: tests } })).status).toBe(200)
    const long = { $in: Array.from({ length: queryLimits.values }, (_, index) => index) }
    expect((await on.ask({ filter: { size: long } })).body.data).toHaveLength(25)
  })
})

describe('refusals', () => {
  test('GEN-12 name the place', async () => {
    const answer = await on.ask({ filter: { $and: [{ size: { $gt: 'x' } }] }, sorts: [{ field: 'tags' }] })
    expectRefusal(answer, 400, 'invalid_value')
    expect(answer.body.error.details.map((detail: { path: unknown }) => detail.path)).toEqual([
      ['filter', '$and', 0, 'size', '$gt'],
      ['sorts', 0, 'field'],
    ])
    expectRefusal(await on.ask({ filter: { ghost: { $eq: 1 } } }), 400, 'unknown_field')
    expectRefusal(await on.ask({ filter: [] }), 400, 'validation_error')
    expectRefusal(await on.ask({ sorts: [{ field: 'size', direction: 'up' }] }), 400, 'validation_error')
    expectRefusal(await on.api.post('/v1/records/query', {}), 400, 'validation_error')
  })

  test('GEN-08 another workspace’s object is not there', async () => {
    expectRefusal(await on.ask({ object: on.deals.id }, on.stranger.api), 404, 'not_found')
    expectRefusal(await on.ask({ object: 'ghosts' }), 404, 'not_found')
  })

  test('GEN-06 a cursor goes with its question, not with the page size or the order of names in the filter', async () => {
    const question = { filter: { stage: { $eq: 'won' } }, sorts: [{ field: 'size' }] }
    const { next_cursor: cursor } = (await on.ask({ ...question, limit: 5 })).body
    expect((await on.ask({ ...question, limit: 9, cursor })).status).toBe(200)
    for (const other of [
      { filter: { stage: { $eq: 'lost' } } },
      { sorts: [{ field: 'size', direction: 'desc' }] },
      { object: on.people.id, filter: {}, sorts: [] },
    ])
      expectRefusal(await on.ask({ ...question, ...other, cursor }), 400, 'invalid_cursor')
    for (const wrong of ['', 'x', `${cursor}A`, cursor.replace(/.$/, '')])
      expectRefusal(await on.ask({ ...question, cursor: wrong }), 400, 'invalid_cursor')
    // Names in an object have no order (RFC 8259), and what serializes them need not keep one.
    const said = { stage: { $eq: 'won' }, $not: { size: { $gt: 9_000, $lt: 9_100 } } }
    const otherwise = { $not: { size: { $lt: 9_100, $gt: 9_000 } }, stage: { $eq: 'won' } }
    const { next_cursor: first } = (await on.ask({ ...question, filter: said, limit: 5 })).body
    expect((await on.ask({ ...question, filter: otherwise, limit: 5, cursor: first })).status).toBe(200)
    const { next_cursor: foreign } = (await on.api.get('/v1/records?object=deals&limit=5')).body
    expectRefusal(await on.ask({ cursor: foreign }), 400, 'invalid_cursor')
  })
})
