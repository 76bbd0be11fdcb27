import { expect, test } from 'vitest'
import { type AppError, failed, type Reply, succeeded } from '../../../shared/errors.ts'
import { createConnection } from './connection.ts'

const start = () => {
  const told: string[] = []
  let now = 1_000
  const connection = createConnection({ now: () => now, onChange: ({ state }) => told.push(state) })
  return { connection, told, setNow: (at: number) => (now = at) }
}
const says = (kind: Exclude<AppError['kind'], 'rateLimited' | 'invalidInput' | 'internal'>): Reply<never> =>
  failed({ kind, message: 'm' })
const paused = (retryAfterSeconds: number): Reply<never> =>
  failed({ kind: 'rateLimited', message: 'm', retryAfterSeconds })

test.each([
  ['offline', 'offline'],
  ['locked', 'locked'],
  ['unavailable', 'failing'],
  ['unconfirmed', 'failing'],
  // A refused request still shows that the workspace is reachable.
  ['forbidden', 'online'],
  ['notFound', 'online'],
  ['conflict', 'online'],
  ['unexpectedAnswer', 'online'],
] as const)('APP-06 after %s the workspace is %s', (kind, state) => {
  const { connection } = start()
  connection.heard(says(kind))
  expect(connection.get()).toEqual({ state, until: null })
})

test.each(['cancelled', 'signedOut'] as const)('APP-06 %s says nothing of the workspace', (kind) => {
  const { connection, told } = start()
  connection.heard(says('offline'))
  connection.heard(says(kind))
  expect([connection.get().state, told]).toEqual(['offline', ['offline']])
})

test('APP-06 only changes are told, and any answer ends what was wrong', () => {
  const { connection, told } = start()
  for (const reply of [succeeded(1), says('offline'), says('offline'), succeeded(1), succeeded(2)])
    connection.heard(reply)
  expect(told).toEqual(['offline', 'online'])
})

test('APP-06 a pause has one end, however many ask during it; a longer one is told', () => {
  const { connection, told, setNow } = start()
  connection.heard(paused(7))
  expect(connection.get()).toEqual({ state: 'paused', until: 8_000 })
  setNow(3_500)
  connection.heard(paused(5))
  expect(connection.get().until).toBe(8_000)
  setNow(8_000)
  connection.heard(paused(8))
  expect([connection.get().until, told]).toEqual([16_000, ['paused', 'paused']])
})
