import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createDebounce } from './debounce.ts'

/** Plays keystrokes at these times, in milliseconds. Returns when each request was sent, and for which keystroke. */
const play = (times: readonly number[]): { at: number; key: number }[] => {
  let clock = 0
  let waiting: { at: number; task: () => void } | null = null
  const sent: { at: number; key: number }[] = []
  const debounce = createDebounce({
    now: () => clock,
    schedule: (task, milliseconds) => {
      const entry = { at: clock + milliseconds, task }
      waiting = entry
      return () => {
        if (waiting === entry) waiting = null
      }
    },
  })
  const runUntil = (end: number): void => {
    while (waiting !== null && waiting.at <= end) {
      const due: { at: number; task: () => void } = waiting
      waiting = null
      clock = due.at
      due.task()
    }
    clock = Number.isFinite(end) ? end : clock
  }
  for (const [key, at] of times.entries()) {
    runUntil(at)
    debounce.ask(() => sent.push({ at: clock, key }))
  }
  runUntil(Number.POSITIVE_INFINITY)
  return sent
}

test('APP-03 typing at any speed sends at most four searches in any second, and always the last one', () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 0, max: 400 }), { minLength: 1, maxLength: 60 }), (gaps) => {
      let at = 0
      const times = gaps.map((gap) => (at += gap))
      const sent = play(times)
      expect(sent.at(-1)?.key).toBe(times.length - 1)
      for (const { at: from } of sent)
        expect(
          sent.filter((other) => other.at >= from && other.at < from + 1_000).length,
        ).toBeLessThanOrEqual(4)
    }),
  )
})

test('APP-03 a single keystroke is searched for at once', () => {
  expect(play([0])).toEqual([{ at: 40, key: 0 }])
})
