// Whatever several writers do at once, on one service or on two: a reader who follows the cursor gets each change once, in the
// order of the commits (FED-01). Change and item are in one transaction, so a killed process leaves both or neither.
import fc from 'fast-check'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import type { Answer, Client } from './client.ts'
import { stageTeam } from './team.ts'

const team = stageTeam()

type Step =
  | { do: 'create'; together: number }
  | { do: 'batch'; rows: number }
  | { do: 'update' | 'archive' | 'restore'; shared: number }
  | { do: 'task'; together: number }

/** Writes that share a commit, and such that stand alone. */
const step: fc.Arbitrary<Step> = fc.oneof(
  fc.record({ do: fc.constant('create' as const), together: fc.integer({ min: 1, max: 12 }) }),
  fc.record({ do: fc.constant('batch' as const), rows: fc.integer({ min: 1, max: 40 }) }),
  fc.record({ do: fc.constant('task' as const), together: fc.integer({ min: 1, max: 4 }) }),
  fc.record({
    do: fc.constantFrom('update' as const, 'archive' as const, 'restore' as const),
    shared: fc.integer({ min: 0, max: 3 }),
  }),
)
const scenario = fc.record({
  writers: fc.array(fc.array(step, { minLength: 2, maxLength: 8 }), { minLength: 2, maxLength: 4 }),
  limits: fc.array(fc.integer({ min: 1, max: 30 }), { minLength: 1, maxLength: 5 }),
  pause: fc.integer({ min: 0, max: 10 }),
})

const isOk = ({ status }: Answer) => status >= 200 && status < 300
const many = (count: number) => Array.from({ length: count }, (_, place) => place)
const company = (name: string) => ({ object: 'companies', values: { name } })

let names = 0

/** @returns what was changed, each as the reader should get it, in an order that the writer knows: `null` where they do not */
async function write(client: Client, one: Step, shared: readonly string[]): Promise<string[][]> {
  if (one.do === 'create') {
    const answers = await Promise.all(
      many(one.together).map(() => client.post('/v1/records', company('One'))),
    )
    return answers.map(({ body }) => [`record ${body.data.id} created`])
  }
  if (one.do === 'task') {
    const answers = await Promise.all(
      many(one.together).map(() => client.post('/v1/tasks', { title: 'One' })),
    )
    return answers.map(({ body }) => [`task ${body.data.id} created`])
  }
  if (one.do === 'batch') {
    const operations = many(one.rows).map(() => ({ op: 'create', ...company('Of many') }))
    const { body } = await client.post('/v1/records/batch', { operations })
    return [body.data.map(({ record }: { record: { id: string } }) => `record ${record.id} created`)]
  }
  const id = shared[one.shared] ?? ''
  const path = `/v1/records/${id}`
  // A refused write, because somebody has archived the record, is not a change.
  const values = { name: `Name ${(names += 1)}` }
  const answer =
    one.do === 'update'
      ? await client.patch(path, { values })
      : one.do === 'archive'
        ? await client.delete(path)
        : await client.post(`${path}/restore`)
  const action = { update: 'updated', archive: 'archived', restore: 'restored' }[one.do]
  return one.do === 'update' && isOk(answer) ? [[`record ${id} ${action}`]] : []
}

type Page = { data: { kind: string; id: string; action: string }[]; next_cursor: string }

test('FED-01 a reader who follows the cursor gets each change of several writers once and in order, also where writes share a commit', async () => {
  const { api } = team.owner
  const run = async ({
    writers,
    limits,
    pause,
  }: typeof scenario extends fc.Arbitrary<infer T> ? T : never) => {
    const shared = await Promise.all(
      many(4).map((place) => team.addRecord('companies', { name: `Shared ${place}` })),
    )
    const start: string = (await api.get('/v1/changes?after=now')).body.next_cursor
    let isOver = false
    const reading = (async () => {
      const seen: string[] = []
      for (let [cursor, turn] = [start, 0]; ; turn += 1) {
        const wasOver = isOver
        const limit = limits[turn % limits.length] ?? 1
        const { body }: { body: Page } = await api.get(`/v1/changes?after=${cursor}&limit=${limit}`)
        seen.push(...body.data.map(({ kind, id, action }) => `${kind} ${id} ${action}`))
        if (body.next_cursor === cursor && wasOver) return seen
        cursor = body.next_cursor
        if (turn % 3 === 0) await sleep(pause)
      }
    })()
    const written = await Promise.all(
      writers.map(async (steps) => {
        const done: string[][][] = []
        for (const one of steps) done.push(await write(api, one, shared))
        return done
      }),
    )
    isOver = true
    const seen = await reading
    const toggles = / (archived|restored)$/
    // Each once: what two writers archive and restore is one change after the other.
    const certain = seen.filter((each) => !toggles.test(each))
    expect(certain.toSorted()).toEqual(written.flat(3).toSorted())
    for (const id of shared) {
      const turns = seen
        .filter((each) => each.includes(id) && toggles.test(each))
        .map((each) => each.split(' ')[2])
      expect(turns).toEqual(turns.map((_, place) => (place % 2 === 0 ? 'archived' : 'restored')))
    }
    // In order: whatever one writer was answered before they wrote the next.
    const placeOf = new Map(seen.map((each, place) => [each, place]))
    for (const steps of written) {
      let before = -1
      for (const groups of steps) {
        const places = groups.flatMap((group) => {
          const own = group.map((each) => placeOf.get(each) ?? -1)
          expect(own).toEqual(own.toSorted((a, b) => a - b))
          return group.every((each) => each.endsWith('created')) ? own : []
        })
        expect(Math.min(...places, Infinity)).toBeGreaterThan(before)
        before = Math.max(before, ...places)
      }
    }
  }
  await fc.assert(fc.asyncProperty(scenario, run), { numRuns: 6, endOnFailure: true })
})
