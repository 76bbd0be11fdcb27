import { expect, test } from 'vitest'
import { askedTogether } from './asked-together.ts'

/** Answers when it is told to. */
const setUp = () => {
  const asked: { questions: readonly string[]; answer: () => void; fail: () => void }[] = []
  const ask = askedTogether(
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
  const answers = ['a', 'b', 'a'].map((question) => ask(question))
  expect(asked.map(({ questions }) => questions)).toEqual([['a']])
  asked[0]?.answer()
  await expect.poll(() => asked.map(({ questions }) => questions)).toEqual([['a'], ['b', 'a']])
  asked[1]?.answer()
  expect(await Promise.all(answers)).toEqual(['A', 'B', 'A'])
})

test('ERR-02 a failure is told to those who asked together, and the next ask anew', async () => {
  const { asked, ask } = setUp()
  const first = ask('a')
  asked[0]?.fail()
  await expect(first).rejects.toThrow('no')
  const second = ask('b')
  asked[1]?.answer()
  expect(await second).toBe('B')
})
