// Every place where an operation takes an id, with the id of a thing in another workspace: the answer is the one for an
// id that nothing has, and nothing is written anywhere. Generated from the document.
import { afterAll, describe, expect, test } from 'vitest'
import type { Exchange, Operation } from '../proof/document.ts'
import { isPlainObject } from '../proof/json.ts'
import type { Place } from '../proof/places.ts'
import { absentLike, sampleOf, type Sample } from '../proof/samples.ts'
import { changedTables, startStage } from '../proof/stage.ts'

const stage = await startStage()
afterAll(() => stage.close())
const { here, there, operations } = stage

/** A place of a request that holds an id: what it is called, what stands there elsewhere, how another one is put in. */
type Slot = { name: string; foreign: string; with(id: string): Sample }

/** Global ids: another workspace's is taken, and the contract says so (REC-05). */
const taken = new Set(['PUT /v1/records/{id} path id', 'PUT /v1/launcher/records/{id} path id'])

const replaced = (value: unknown, from: string, to: string): unknown => {
  if (value === from) return to
  if (Array.isArray(value)) return value.map((item) => replaced(item, from, to))
  if (!isPlainObject(value)) return value
  return Object.fromEntries(
    Object.entries(value).map(([key, inner]) => [key === from ? to : key, replaced(inner, from, to)]),
  )
}

const idsIn = (value: unknown, known: ReadonlySet<string>): string[] => {
  if (typeof value === 'string') return known.has(value) ? [value] : []
  if (Array.isArray(value)) return value.flatMap((item) => idsIn(item, known))
  if (!isPlainObject(value)) return []
  return Object.entries(value).flatMap(([key, inner]) => [...idsIn(key, known), ...idsIn(inner, known)])
}

/** Id here → the id of the same thing there. */
const counterparts = new Map(
  Object.entries(here.ids).map(([name, id]) => [id, there.ids[name as keyof Place['ids']]]),
)

async function slotsOf(operation: Operation): Promise<Slot[]> {
  const sample = await sampleOf(operation, here)
  const elsewhere = await sampleOf(operation, there)
  const inMap = (part: 'parameters' | 'query') =>
    Object.entries(elsewhere[part])
      .filter(([name, id]) => sample[part][name] !== id)
      .map(([name, foreign]): Slot => ({
        name: `${part === 'query' ? 'query' : 'path'} ${name}`,
        foreign,
        with: (id) => ({ ...sample, [part]: { ...sample[part], [name]: id } }),
      }))
  const inBody = [...new Set(idsIn(sample.body, new Set(counterparts.keys())))].map((id): Slot => ({
    name: `body ${Object.entries(here.ids).find(([, known]) => known === id)?.[0] ?? ''}`,
    foreign: counterparts.get(id) ?? '',
    with: (other) => ({ ...sample, body: replaced(sample.body, id, other) }),
  }))
  return [...inMap('parameters'), ...inMap('query'), ...inBody]
}

/** An answer without what differs between any two: the id that was sent, in either case, and the request's own id. */
const said = ({ status, text }: Exchange, id: string) =>
  `${status} ${text.replaceAll(id, '<id>').replace(/"requestId":"[^"]*"/, '"requestId":"<request>"')}`

describe.each(operations.map((operation) => [operation.name, operation] as const))('%s', (_, operation) => {
  test("GEN-08 another workspace's id is answered as an absent one, and writes nothing", async () => {
    for (const slot of await slotsOf(operation)) {
      const absent = absentLike(slot.foreign)
      const before = await stage.contents()
      const answer = await stage.ask(operation, slot.with(slot.foreign))
      const changed = changedTables(before, await stage.contents())
      expect(answer.text.replaceAll(slot.foreign, ''), slot.name).not.toContain('globex')
      if (taken.has(`${operation.name} ${slot.name}`)) {
        expect([answer.status, JSON.parse(answer.text).error.code], slot.name).toEqual([409, 'id_conflict'])
        expect(changed, slot.name).toEqual([])
        continue
      }
      const other = await stage.ask(operation, slot.with(absent))
      if (answer.status >= 400) expect(said(answer, slot.foreign), slot.name).toBe(said(other, absent))
      // A filter that nothing matches.
      else
        expect([slot.name, answer.status, JSON.parse(answer.text).data]).toEqual([
          slot.name,
          other.status,
          [],
        ])
      expect(changed, slot.name).toEqual([])
    }
  })
})

test.each(
  operations
    .filter(({ method, path, surface }) => method === 'GET' && surface !== 'open' && !path.includes('{'))
    .map((operation) => [operation.name, operation] as const),
)('GEN-08 %s shows nothing of another workspace', async (_, operation) => {
  await there.api.post('/v1/webhooks', { url: 'https://127.0.0.1:9/globex', events: ['task.created'] })
  const sample = await sampleOf(operation, here)
  const { text } = await stage.ask(operation, {
    ...sample,
    query: operation.path.endsWith('search') ? sample.query : {},
  })
  for (const word of ['globex', ...Object.values(there.ids)]) expect(text).not.toContain(word)
})
