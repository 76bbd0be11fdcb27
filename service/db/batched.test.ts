import { expect, test } from 'vitest'
import { askedOnce, batched, batchedByWorkspace, batchedRows } from './batched.ts'

test('REC-11 calls of one turn are one call, and each gets its own answer', async () => {
  const calls: (readonly number[])[] = []
  const double = batched(async (numbers: readonly number[]) => {
    calls.push(numbers)
    return numbers.map((number) => 2 * number)
  })
  // As writers that have waited for the same answer go on.
  const answer = Promise.resolve()
  const writer = async (number: number) => {
    await answer
    return double(number)
  }
  expect(await Promise.all([writer(1), double(2), writer(3)])).toEqual([2, 4, 6])
  expect(await double(4)).toBe(8)
  expect(calls).toEqual([[2, 1, 3], [4]])
})

test('REC-13 where the one call fails, each caller is told', async () => {
  const fail = batched(async (): Promise<number[]> => {
    throw new Error('no')
  })
  const outcomes = await Promise.allSettled([fail(1), fail(2)])
  expect(outcomes.map(({ status }) => status)).toEqual(['rejected', 'rejected'])
})

test('REC-11 rows of one turn are stored together, those of each workspace apart, and none where there are none', async () => {
  const calls: unknown[] = []
  const all = batchedRows(async (rows: readonly string[]) => void calls.push(rows))
  const placed = batchedByWorkspace(
    async (workspaceId, rows: readonly string[]) => void calls.push([workspaceId, rows]),
  )
  await Promise.all([all(['a']), all([]), all(['b', 'c'])])
  await Promise.all([placed('one', ['a']), placed('two', ['b']), placed('one', ['c'])])
  await Promise.all([all([]), placed('one', [])])
  expect(calls).toEqual([
    ['a', 'b', 'c'],
    ['one', ['a', 'c']],
    ['two', ['b']],
  ])
})

test('REC-11 a question is asked once a turn, and anew in the next', async () => {
  let asked = 0
  const ask = askedOnce(async (workspaceId: string, name: string) => `${workspaceId} ${name} ${(asked += 1)}`)
  expect(await Promise.all([ask('one', 'a'), ask('one', 'a'), ask('two', 'a')])).toEqual([
    'one a 1',
    'one a 1',
    'two a 2',
  ])
  expect(await ask('one', 'a')).toBe('one a 3')
})
