import { expect, test } from 'vitest'
import { mostCharacters, outcomesAnswer } from './answers.ts'

const row = (id: string, assignees: readonly string[]) => ({ kind: 'task', id, title: 'Crane', assignees })
const people = (count: number) => Array.from({ length: count }, (_, index) => `Somebody ${index}`)
const ids = Array.from({ length: 25 }, (_, index) => `00000000-0000-4000-8000-0000000000${10 + index}`)

type Outcome = Parameters<typeof outcomesAnswer>[0][number]

test.each<[string, (id: string) => Outcome]>([
  ['rows of many people', (id) => ({ row: row(id, people(50)) })],
  ['rows of more people than a row may show', (id) => ({ row: row(id, people(500)) })],
  ['refusals', (id) => ({ id, fault: 'There is no such task. '.repeat(20) })],
  [
    'both',
    (id) =>
      Number(id.slice(-1)) % 2 === 0
        ? { row: row(id, people(80)) }
        : { id, fault: 'There is no such task. '.repeat(20) },
  ],
])('AGT-01 an answer to a call of 25 changes with %s is short, and names each', (_, outcomeOf) => {
  const { text } = outcomesAnswer(ids.map(outcomeOf), 'changed')
  expect(text.length).toBeLessThanOrEqual(mostCharacters)
  expect(ids.filter((id) => !text.includes(id))).toEqual([])
})
