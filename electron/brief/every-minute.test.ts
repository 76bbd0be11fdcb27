import { afterEach, expect, test, vi } from 'vitest'
import { everyMinute } from './every-minute.ts'

afterEach(() => {
  vi.useRealTimers()
})

test('CAL-08 the clock is checked at full minutes, also after it was changed, until it is stopped', () => {
  vi.useFakeTimers({ now: new Date('2026-11-20T09:54:40Z') })
  const times: string[] = []
  const stop = everyMinute(() => times.push(new Date().toISOString().slice(11, 19)))
  vi.advanceTimersByTime(90_000)
  vi.setSystemTime(new Date('2026-11-20T12:30:40Z'))
  vi.advanceTimersByTime(120_000)
  stop()
  vi.advanceTimersByTime(120_000)
  expect(times).toEqual(['09:55:00', '09:56:00', '12:31:30', '12:32:00'])
})
