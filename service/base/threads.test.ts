import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { createThreads } from './threads.ts'

/** A thread that says how many requests it has answered. */
const source = `
import { answerRequests } from ${JSON.stringify(new URL('./threads.ts', import.meta.url).href)}
const kept = []
let answered = 0
answerRequests((request) => {
  if (request === 'throw') throw new Error('It cannot.')
  while (request === 'never answer');
  if (request === 'fail later') setTimeout(() => { throw new Error('It failed.') })
  if (request === 'keep much') kept.push(Array.from({ length: 3_000_000 }, (_, place) => place + 0.5))
  return (answered += 1)
})`
const module = () => new URL(`data:text/javascript,${encodeURIComponent(source)}`)

const threads = () => createThreads<string, number>(module, { atOnce: 1, milliseconds: 1_000, megabytes: 64 })

test.each([
  ['the same thread', 'has answered', 'count', 1, 2],
  ['a new thread', 'failed while nobody asked it', 'fail later', 1, 1],
  ['a new thread', 'uses much of its memory', 'keep much', 1, 1],
  ['a new thread', 'took too long', 'never answer', undefined, 1],
])('CAL-03 %s answers after one that %s', async (_by, _that, request, first, second) => {
  const ask = threads()
  expect(await ask(request)).toBe(first)
  await sleep(50)
  expect(await ask('count')).toBe(second)
})

test('CAL-03 a request whose thread fails is rejected, and the requests that wait are answered', async () => {
  const ask = threads()
  const failed = expect(ask('throw')).rejects.toThrow('It cannot.')
  expect(await Promise.all(['count', 'count'].map(ask))).toEqual([1, 2])
  await failed
})
