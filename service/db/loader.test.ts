import { setImmediate as nextTurn } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { createLoader } from './loader.ts'

/** Answers when it is told to. */
const setUp = () => {
  const asked: { questions: readonly string[]; answer: () => void; fail: () => void }[] = []
  const ask = createLoader(
    (questions: readonly string[]) =>
      new Promise<readonly string[]>((resolve, reject) => {
        const answer = () => resolve(questions.map((question) => question.toUpperCase()))
        asked.push({ questions, answer, fail: () => reject(new Error('no')) })
      }),
  )
  return { asked, ask }
}

test('AUT-11 nobody is told what was asked before the question came', async () => {
  const { asked, ask } = setUp()
  const first = ask('a')
  await expect.poll(() => asked.map(({ questions }) => questions)).toEqual([['a']])
  const others = ['b', 'a'].map((question) => ask(question))
  asked[0]?.answer()
  await expect.poll(() => asked.map(({ questions }) => questions)).toEqual([['a'], ['b', 'a']])
  asked[1]?.answer()
  expect(await Promise.all([first, ...others])).toEqual(['A', 'B', 'A'])
})

test('LIM-01 questions that come in one turn of the loop, or in one right after another, are asked together', async () => {
  const { asked, ask } = setUp()
  const together = [ask('a'), ask('b')]
  await nextTurn()
  together.push(ask('c'))
  await expect.poll(() => asked.map(({ questions }) => questions)).toEqual([['a', 'b', 'c']])
  asked[0]?.answer()
  expect(await Promise.all(together)).toEqual(['A', 'B', 'C'])
})

test('ERR-02 a failure is told to those who asked together, and the next ask anew', async () => {
  const { asked, ask } = setUp()
  const first = ask('a')
  await expect.poll(() => asked).toHaveLength(1)
  asked[0]?.fail()
  await expect(first).rejects.toThrow('no')
  const second = ask('b')
  await expect.poll(() => asked).toHaveLength(2)
  asked[1]?.answer()
  expect(await second).toBe('B')
})

test('LIM-01 questions of two kinds that come in one turn are asked in the same one, before anything is sent', async () => {
  const course: string[] = []
  const asking = (kind: string) =>
    createLoader(async (questions: readonly string[]) => {
      course.push(kind)
      // A socket sends here what was written to it.
      process.nextTick(() => course.push('sent'))
      return questions
    })
  const [one, other] = [asking('one'), asking('other')]
  await Promise.all([one('a'), other('b')])
  expect(course.slice(0, 2)).toEqual(['one', 'other'])
})
