// The data for tests of record queries: more deals than may be sorted together, or than one page may look at.
import { beforeAll } from 'vitest'
import { newUuid } from '../../base/ids.ts'
import type { RecordValues } from '../../records/record.ts'
import type { TestObject } from '../testing.ts'
import { walk } from './client.ts'
import { stageCompanies } from './companies.ts'
import { insertRecords } from '../../records/records.store.ts'

export type Row = { id: string; title: string; archived: boolean; createdAt: string }

/** `at` is the last change, in epoch milliseconds. */
type Stored = { title: string; values: RecordValues; archived?: boolean; at: number }

const count = 2_600
export const stages = ['lead', 'won', 'lost']
/** When the first deal was made, in epoch milliseconds. */
const start = Date.UTC(2026, 0, 1)
export const every = Array.from({ length: count }, (_, index) => index)

/** Every thousandth deal has no size. */
export const sizeAt = (index: number): number | null => (index % 1000 === 0 ? null : (index * 7919) % count)
export const isArchivedAt = (index: number): boolean => index % 10 === 9
export const numberOf = ({ title }: Row): number => Number(title.slice(5))

const dealAt = (deals: TestObject, index: number): Stored => {
  const title = `Deal ${String(index).padStart(4, '0')}`
  const size = sizeAt(index)
  const values = {
    [deals.field('name').id]: title,
    ...(size !== null && { [deals.field('size').id]: size }),
    [deals.field('stage').id]: stages[index % 3] ?? '',
    [deals.field('tags').id]: index % 500 === 0 ? ['lead', 'won'] : [],
  }
  return { title, values, archived: isArchivedAt(index), at: start + index * 1000 }
}

/** Filled before the first test of the file that asks for it. */
export function stageDeals() {
  const stage = Object.assign(stageCompanies(), { deals: {} as TestObject })
  /** Straight into the store, which the routes would take a while to fill. */
  const fill = async (objectId: string, records: readonly Stored[]) => {
    const createdBy = stage.owner.personId
    const rows = records.map(({ title, values, archived = false, at }, index) => {
      // Three share a moment of creation, so that ids decide as well.
      const times = { createdAt: start + Math.floor(index / 3) * 1000, updatedAt: at }
      return { id: newUuid(), objectId, title, avatarUrl: null, values, archived, createdBy, ...times }
    })
    for (let from = 0; from < rows.length; from += 500) {
      const some = rows.slice(from, from + 500)
      await stage.service.store.write((tx) => insertRecords(tx, stage.workspace.id, some))
    }
  }
  beforeAll(async () => {
    const options = { choices: stages.map((id) => ({ id, name: id, color: '#000000' })) }
    stage.deals = await stage.service.createObject(stage.workspace, 'deals', [
      { slug: 'name', kind: 'text', required: true, primary: true },
      { slug: 'size', kind: 'number' },
      { slug: 'stage', kind: 'select', options },
      { slug: 'tags', kind: 'multi_select', options },
      { slug: 'note', kind: 'text' },
    ])
    await fill(
      stage.deals.id,
      every.map((index) => dealAt(stage.deals, index)),
    )
  })

  return Object.assign(stage, {
    /** Asks about deals unless another object is named. */
    ask: (question: object, client = stage.api) =>
      client.post('/v1/records/query', { object: 'deals', ...question }),

    /** Every row of the answer. @param limit of each page */
    async walk(question: object, limit = 100): Promise<Row[]> {
      const ask = (path: string) => {
        const cursor = new URLSearchParams(path).get('cursor')
        return stage.api.post('/v1/records/query', { object: 'deals', ...question, limit, cursor })
      }
      return walk({ ...stage.api, get: ask }, '')
    },
  })
}
