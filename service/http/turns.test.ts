import { expect, test } from 'vitest'
import { createTurns } from './turns.ts'

/** Resolves when every job that was given so far has started. */
const startedAll = (takeTurn: (job: () => void) => void) =>
  new Promise<void>((resolve) => {
    takeTurn(resolve)
  })

test('jobs start one a turn, in the order in which they came', async () => {
  const takeTurn = createTurns()
  const seen: string[] = []
  for (const name of ['a', 'b', 'c']) {
    takeTurn(() => {
      seen.push(name)
      setImmediate(() => seen.push(`turn after ${name}`))
    })
  }
  expect(seen).toEqual([])
  await startedAll(takeTurn)
  expect(seen.filter((entry) => entry.length === 1)).toEqual(['a', 'b', 'c'])
  expect(seen.indexOf('turn after a')).toBeLessThan(seen.indexOf('c'))
})

test('a job that waits holds nobody up, and one that comes during another still gets its turn', async () => {
  const takeTurn = createTurns()
  const seen: string[] = []
  takeTurn(() => {
    seen.push('first')
    takeTurn(() => seen.push('from within'))
    void new Promise(() => {})
  })
  await startedAll(takeTurn)
  await startedAll(takeTurn)
  expect(seen).toEqual(['first', 'from within'])
})
