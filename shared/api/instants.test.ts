import { describe, expect, test } from 'vitest'
import { givenInstant, instant } from './primitives.ts'
import { launcherTask } from './launcher/tasks.ts'

describe('an instant', () => {
  test.each([
    ['2026-12-01T10:00Z', '2026-12-01T10:00:00Z'],
    ['2026-12-01T10:00+00:00', '2026-12-01T10:00:00+00:00'],
    ['2026-12-01t10:00:00.5z', '2026-12-01T10:00:00.5Z'],
    ['2026-12-01t10:00-03:30', '2026-12-01T10:00:00-03:30'],
    ['2026-12-01T10:00:00.000+0000', '2026-12-01T10:00:00.000+00:00'],
    ['2026-12-01T10:00:00-0330', '2026-12-01T10:00:00-03:30'],
    ['2026-12-01T10:00+02', '2026-12-01T10:00:00+02:00'],
    // As a query has it where + was not escaped.
    ['2026-12-01T10:00:00 02:00', '2026-12-01T10:00:00+02:00'],
    ['2026-12-01T10:00 0200', '2026-12-01T10:00:00+02:00'],
  ])('LCH-01 APP-11 %s is %s', (written, read) => {
    expect([instant.parse(written), givenInstant.parse(written)]).toEqual([read, read])
  })

  test.each([
    '2026-12-01',
    '2026-12-01T10:00',
    '2026-12-01 10:00Z',
    '2026-12-01T10:00 Z',
    '2026-12-01T10:00  02:00',
    '2026-02-30T10:00Z',
    '2026-12-01T10:00+2',
  ])('LCH-01 %s has no time, no zone or no such day, and is not an instant', (written) => {
    expect(instant.safeParse(written).success).toBe(false)
  })

  test('APP-11 LCH-03 the launcher reads instants without seconds', () => {
    const at = '2026-12-01T10:00Z'
    const { createdAt, updatedAt, dueDate } = launcherTask
      .pick({ createdAt: true, updatedAt: true, dueDate: true })
      .parse({ createdAt: at, updatedAt: at, dueDate: at })
    expect(new Set([createdAt, updatedAt, dueDate])).toEqual(new Set(['2026-12-01T10:00:00Z']))
  })
})
