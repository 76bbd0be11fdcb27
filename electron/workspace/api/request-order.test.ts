// The order of requests when more are waiting than may be in flight.
import { expect, test } from 'vitest'
import { z } from 'zod'
import { succeeded } from '../../../shared/errors.ts'
import { createAsk, type Question } from './request.ts'
import { createScheduler } from './scheduler.ts'

test('APP-03 writes go out first, then what somebody waits for, then what nobody does', async () => {
  const order: string[] = []
  const answer: (() => void)[] = []
  const ask = createAsk({
    fetch: (input, { method = '' }) => {
      order.push(`${method} ${new URL(input).pathname}`)
      return new Promise((resolve) => {
        answer.push(() => {
          resolve(new Response('{}'))
        })
      })
    },
    access: () => Promise.resolve(succeeded({ baseUrl: new URL('https://acme.example'), token: 't' })),
    owner: () => 'ada',
    onRefused: () => undefined,
    scheduler: createScheduler({ now: () => 0, maxInFlight: 1 }),
    now: () => 0,
    random: () => 0,
    sleep: () => Promise.resolve(),
    onClock: () => undefined,
  })
  const read = (path: string): Question<unknown> => ({ effect: 'read', path, answer: z.unknown() })
  const replies = [
    ask(read('/first')),
    ask({ ...read('/refresh'), behind: true }),
    ask(read('/read')),
    ask({ ...read('/save'), effect: 'create', body: {} }),
  ]
  for (const index of replies.keys()) {
    await expect.poll(() => answer.length).toBe(index + 1)
    answer[index]?.()
  }
  await Promise.all(replies)
  expect(order).toEqual(['GET /first', 'POST /save', 'GET /read', 'GET /refresh'])
})
