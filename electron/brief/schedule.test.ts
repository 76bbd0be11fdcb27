import { afterEach, describe, expect, test } from 'vitest'
import { decide, localDate, type ScheduleInput } from './schedule.ts'

/** Saturday, 21 November 2026 is weekday 6. */
const at = (time: string, date = '2026-11-20'): Date => new Date(`${date}T${time}:00`)
const input = (changes: Partial<ScheduleInput>): ScheduleInput => ({
  now: at('08:30'),
  briefTime: '08:30',
  briefDays: [1, 2, 3, 4, 5],
  lastShownOn: '2026-11-19',
  isActive: true,
  ...changes,
})

const machineZone = process.env['TZ']
afterEach(() => {
  if (machineZone === undefined) delete process.env['TZ']
  else process.env['TZ'] = machineZone
})

describe('the brief is due', () => {
  test.each<[string, Partial<ScheduleInput>, ReturnType<typeof decide>]>([
    ['not before its time', { now: at('08:29') }, 'nothing'],
    ['at its time', {}, 'announce'],
    ['on the first day ever', { lastShownOn: null }, 'announce'],
    ['once a date', { lastShownOn: '2026-11-20', now: at('09:00') }, 'nothing'],
    ['not again when the clock goes back', { lastShownOn: '2026-11-21' }, 'nothing'],
    ['again when the clock was far ahead once', { lastShownOn: '2027-11-23' }, 'announce'],
    ['again when it was two days ahead', { lastShownOn: '2026-11-22' }, 'announce'],
    ['not to an empty chair', { isActive: false }, 'waitForActivity'],
    ['after a sleep, at the first activity', { now: at('12:30') }, 'announce'],
    ['more than four hours late, as a badge', { now: at('12:31') }, 'badge'],
    ['late in the afternoon, still as a badge', { now: at('17:59') }, 'badge'],
    ['not in the evening', { now: at('18:00') }, 'nothing'],
    ['not on a free day', { now: at('09:00', '2026-11-21') }, 'nothing'],
    ['on a Sunday for whoever wants it', { now: at('09:00', '2026-11-22'), briefDays: [7] }, 'announce'],
    ['on no day', { briefDays: [] }, 'nothing'],
    ['in the evening for whoever chose it', { now: at('19:00'), briefTime: '19:00' }, 'announce'],
    ['at midnight', { now: at('00:00'), briefTime: '00:00' }, 'announce'],
    ['before midnight', { now: at('23:59'), briefTime: '23:59' }, 'announce'],
  ])('APP-04 %s', (_name, changes, expected) => {
    expect(decide(input(changes))).toBe(expected)
  })

  test('APP-04 is due once on a day with a clock change', () => {
    process.env['TZ'] = 'Europe/Berlin'
    for (const date of ['2026-03-29', '2026-10-25']) {
      const decisions: string[] = []
      let lastShownOn: string | null = null
      for (let minute = 0; minute < 24 * 60; minute += 1) {
        const now = new Date(new Date(`${date}T00:00:00`).getTime() + minute * 60_000)
        const decision = decide(
          input({ now, lastShownOn, briefTime: '02:30', briefDays: [1, 2, 3, 4, 5, 6, 7] }),
        )
        if (decision !== 'announce') continue
        decisions.push(decision)
        lastShownOn = localDate(now)
      }
      expect(decisions).toEqual(['announce'])
    }
  })
})
