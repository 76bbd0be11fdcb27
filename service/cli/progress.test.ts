import { expect, test } from 'vitest'
import { bulkLoad } from './progress.ts'

const counting = () => {
  const rows: number[] = []
  return { rows, optimize: async (count: number) => void rows.push(count) }
}

test('CLI-03 the database is optimized once, at the end, for all rows', async () => {
  const store = counting()
  const answer = await bulkLoad(store, 'rows', async (passed) => {
    passed(10)
    passed(25)
    return store.rows.length
  })
  expect([answer, store.rows]).toEqual([0, [25]])
})

test('CLI-03 a failed import optimizes nothing', async () => {
  const store = counting()
  const cut = bulkLoad(store, 'rows', async (passed) => {
    passed(25)
    throw new Error('cut')
  })
  await expect(cut).rejects.toThrow('cut')
  expect(store.rows).toEqual([])
})
