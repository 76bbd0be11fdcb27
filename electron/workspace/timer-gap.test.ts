import { expect, test } from 'vitest'
import { seenAwake, stopWithout, type Timer, type Watch } from './timer-gap.ts'

const minute = 60_000
const at = (hours: number, minutes = 0): number => Date.UTC(2026, 10, 26, hours, minutes)
const timer: Timer = { task: { id: 't1', title: 'Write the offer' }, startedAt: at(16) }
const awake = (awakeAt: number, gap: Watch['gap'] = null): Watch => ({
  taskId: 't1',
  startedAt: at(16),
  awakeAt,
  gap,
})

test.each<[string, Watch | null, Timer | null, number, Watch | null]>([
  ['begins to watch a timer', null, timer, at(16, 1), awake(at(16, 1))],
  ['ends with the timer', awake(at(16, 1)), null, at(16, 2), null],
  ['a minute later is awake', awake(at(16, 1)), timer, at(16, 2), awake(at(16, 2))],
  ['five minutes are a nap', awake(at(16, 1)), timer, at(16, 6), awake(at(16, 6))],
  [
    'a night is a gap',
    awake(at(17, 42)),
    timer,
    at(33, 3),
    awake(at(33, 3), { from: at(17, 42), to: at(33, 3) }),
  ],
  [
    'a minute after it keeps the question',
    awake(at(33, 3), { from: at(17, 42), to: at(33, 3) }),
    timer,
    at(33, 4),
    awake(at(33, 4), { from: at(17, 42), to: at(33, 3) }),
  ],
  [
    'a second sleep without an answer extends it',
    awake(at(33, 4), { from: at(17, 42), to: at(33, 3) }),
    timer,
    at(40),
    awake(at(40), { from: at(17, 42), to: at(40) }),
  ],
  [
    'another timer, started elsewhere meanwhile, has none',
    awake(at(17, 42)),
    { ...timer, startedAt: at(32) },
    at(33),
    { ...awake(at(33)), startedAt: at(32) },
  ],
  ['setting the clock back does not look like a sleep', awake(at(17)), timer, at(16, 30), awake(at(16, 30))],
])('TIM-03 %s', (_, watch, seen, now, expected) => {
  expect(seenAwake(watch, seen, now)).toEqual(expected)
})

test.each([
  ['without a gap it is now', null, at(18)],
  ['a gap is left out', { from: at(16, 30), to: at(17, 30) }, at(17)],
  ['it is never before the start', { from: at(10), to: at(17, 30) }, at(16)],
])('TIM-03 a stop without an answer: %s', (_, gap, expected) => {
  expect(stopWithout(gap, at(16), at(18))).toBe(expected)
  expect(expected - at(16)).toBeLessThanOrEqual(120 * minute)
})
