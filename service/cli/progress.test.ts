// What commands that bring many rows in do in the end.
import { expect, test } from 'vitest'
import { bulkLoad } from './progress.ts'

const counting = () => {
  const rows: number[] = []
  return { rows, optimize: async (count: number) => void rows.push(count) }
}

test('CLI-03 the database is told how many rows have come, once all of them have', async () => {
  const store = counting()
  const answer = await bulkLoad(store, 'rows', async (passed) => {
    passed(10)
    passed(25)
    return store.rows.length
  })
  expect([answer, store.rows]).toEqual([0, [25]])
})

test('CLI-03 where bringing in fails, the database is left as it is', async () => {
  const store = counting()
  const cut = bulkLoad(store, 'rows', async (passed) => {
    passed(25)
    throw new Error('cut')
  })
  await expect(cut).rejects.toThrow('cut')
  expect(store.rows).toEqual([])
})
