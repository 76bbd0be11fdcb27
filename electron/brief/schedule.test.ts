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

  test('APP-04 on the day on which the clock is put forward or back it is due once', () => {
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

/** A stretch of a person's life: from an instant on, in this zone, at the machine or away from it. */
type Stretch = { from: string; to?: string; zone: string; presence?: 'there' | 'asleep' | 'away' }

/** Looks each minute, as the reminder does while the machine is awake, and notes local date and time of what is decided. */
const live = (stretches: Stretch[], until: string, changes: Partial<ScheduleInput> = {}): string[] => {
  const noted: string[] = []
  let lastShownOn: string | null = '2026-01-01'
  stretches.forEach(({ from, to, zone, presence = 'there' }, index) => {
    process.env['TZ'] = zone
    const end = Date.parse(to ?? stretches[index + 1]?.from ?? until)
    for (let at = Date.parse(from); at < end && presence !== 'asleep'; at += 60_000) {
      const now = new Date(at)
      const decision = decide(input({ now, lastShownOn, isActive: presence === 'there', ...changes }))
      if (decision !== 'announce' && decision !== 'badge') continue
      const time = `${now.getHours()}:${String(now.getMinutes()).padStart(2, '0')}`
      const line = `${localDate(now)} ${decision === 'badge' ? 'badge' : time}`
      if (noted.at(-1) !== line) noted.push(line)
      if (decision === 'announce') lastShownOn = localDate(now)
    }
  })
  return noted
}

describe('the days on which it is due', () => {
  // Thursday, 19 November 2026 is followed by a Friday and a weekend.
  test.each<[string, Stretch[], string, Partial<ScheduleInput>, string[]]>([
    [
      'each weekday once, and no weekend',
      [{ from: '2026-11-19T00:00:00+01:00', zone: 'Europe/Berlin' }],
      '2026-11-24T00:00:00+01:00',
      {},
      ['2026-11-19 8:30', '2026-11-20 8:30', '2026-11-23 8:30'],
    ],
    [
      'clocks put forward: the hour is skipped, the day is not',
      [{ from: '2026-03-28T00:00:00+01:00', zone: 'Europe/Berlin' }],
      '2026-03-30T00:00:00+02:00',
      { briefTime: '02:30', briefDays: [6, 7] },
      ['2026-03-28 2:30', '2026-03-29 3:00'],
    ],
    [
      'clocks put back: the hour comes twice, the brief once',
      [{ from: '2026-10-24T00:00:00+02:00', zone: 'Europe/Berlin' }],
      '2026-10-26T00:00:00+01:00',
      { briefTime: '02:30', briefDays: [6, 7] },
      ['2026-10-24 2:30', '2026-10-25 2:30'],
    ],
    [
      'a flight west: 8:30 comes again on the same date, and is not said again',
      [
        { from: '2026-11-19T06:00:00+01:00', zone: 'Europe/Berlin' },
        { from: '2026-11-19T12:00:00Z', zone: 'America/New_York' },
      ],
      '2026-11-20T20:00:00Z',
      {},
      ['2026-11-19 8:30', '2026-11-20 8:30'],
    ],
    [
      'a flight west over the date line: yesterday was said already',
      [
        { from: '2026-11-20T06:00:00+09:00', zone: 'Asia/Tokyo' },
        { from: '2026-11-20T01:00:00Z', zone: 'Pacific/Honolulu' },
      ],
      '2026-11-21T08:00:00Z',
      {},
      ['2026-11-20 8:30'],
    ],
    [
      'a flight east: the next date comes early, and is said on arrival while it is morning',
      [
        { from: '2026-11-19T06:00:00-05:00', zone: 'America/New_York' },
        { from: '2026-11-20T09:00:00+01:00', zone: 'Europe/Berlin' },
      ],
      '2026-11-20T20:00:00+01:00',
      {},
      ['2026-11-19 8:30', '2026-11-20 9:00'],
    ],
    [
      'a flight east over the date line: the lost date is not made up for',
      [
        { from: '2026-11-18T06:00:00-10:00', to: '2026-11-18T20:00:00-10:00', zone: 'Pacific/Honolulu' },
        { from: '2026-11-20T08:00:00+09:00', zone: 'Asia/Tokyo' },
      ],
      '2026-11-20T20:00:00+09:00',
      {},
      ['2026-11-18 8:30', '2026-11-20 8:30'],
    ],
    [
      'asleep at the time: at the opening of the lid',
      [
        { from: '2026-11-19T00:00:00+01:00', zone: 'Europe/Berlin', presence: 'asleep' },
        { from: '2026-11-19T10:12:00+01:00', zone: 'Europe/Berlin' },
      ],
      '2026-11-19T20:00:00+01:00',
      {},
      ['2026-11-19 10:12'],
    ],
    [
      'a machine that is on with nobody there: at the first touch',
      [
        { from: '2026-11-19T00:00:00+01:00', zone: 'Europe/Berlin', presence: 'away' },
        { from: '2026-11-19T09:45:00+01:00', zone: 'Europe/Berlin' },
      ],
      '2026-11-19T20:00:00+01:00',
      {},
      ['2026-11-19 9:45'],
    ],
    [
      'started late: a badge, and never in the evening',
      [{ from: '2026-11-19T14:00:00+01:00', zone: 'Europe/Berlin' }],
      '2026-11-20T00:00:00+01:00',
      {},
      ['2026-11-19 badge'],
    ],
    [
      'started in the evening: nothing',
      [{ from: '2026-11-19T18:00:00+01:00', zone: 'Europe/Berlin' }],
      '2026-11-20T00:00:00+01:00',
      {},
      [],
    ],
    [
      'the clock is set back by an hour after it was said: nothing more',
      [
        { from: '2026-11-19T08:00:00+01:00', to: '2026-11-19T09:00:00+01:00', zone: 'Europe/Berlin' },
        { from: '2026-11-19T08:00:00+01:00', zone: 'Europe/Berlin' },
      ],
      '2026-11-19T20:00:00+01:00',
      {},
      ['2026-11-19 8:30'],
    ],
    [
      'the clock is set back by a day after it was said: not again until it is later than ever',
      [
        { from: '2026-11-20T08:00:00+01:00', to: '2026-11-20T10:00:00+01:00', zone: 'Europe/Berlin' },
        { from: '2026-11-19T08:00:00+01:00', zone: 'Europe/Berlin' },
      ],
      '2026-11-23T09:00:00+01:00',
      {},
      ['2026-11-20 8:30', '2026-11-23 8:30'],
    ],
    [
      'the clock was a year ahead for a while: said again once it is right, and then as ever',
      [
        { from: '2027-11-19T08:00:00+01:00', to: '2027-11-19T09:00:00+01:00', zone: 'Europe/Berlin' },
        { from: '2026-11-19T07:00:00+01:00', zone: 'Europe/Berlin' },
      ],
      '2026-11-20T20:00:00+01:00',
      {},
      ['2027-11-19 8:30', '2026-11-19 8:30', '2026-11-20 8:30'],
    ],
  ])('APP-04 %s', (_name, stretches, until, changes, expected) => {
    expect(live(stretches, until, changes)).toEqual(expected)
  })
})
