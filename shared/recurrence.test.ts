import fc from 'fast-check'
import { RRuleTemporal } from 'rrule-temporal'
import { expect, test } from 'vitest'
import { checkRule, firstDate, nextDates, nextRule } from './recurrence.ts'
import { zones } from './zone-testing.ts'

const at = (text: string) => Date.parse(text)
const shown = (instant: number | null) => (instant === null ? null : new Date(instant).toISOString())
const berlin = 'Europe/Berlin'

test.each([
  ['FREQ=DAILY', 'FREQ=DAILY'],
  [' rrule:freq=weekly;wkst=mo;byday=fr,mo,mo;interval=1; ', 'FREQ=WEEKLY;BYDAY=MO,FR'],
  ['INTERVAL=02;FREQ=WEEKLY;WKST=SU', 'FREQ=WEEKLY;INTERVAL=2;WKST=SU'],
  ['FREQ=MONTHLY;BYDAY=-1FR,+1MO,TU', 'FREQ=MONTHLY;BYDAY=-1FR,TU,1MO'],
  ['FREQ=MONTHLY;COUNT=010;BYMONTHDAY=15,-1,01', 'FREQ=MONTHLY;BYMONTHDAY=-1,1,15;COUNT=10'],
  ['FREQ=MONTHLY;BYSETPOS=-1;BYDAY=MO,TU,WE,TH,FR', 'FREQ=MONTHLY;BYDAY=MO,TU,WE,TH,FR;BYSETPOS=-1'],
  [
    'FREQ=YEARLY;UNTIL=20301231t225959z;BYMONTHDAY=29;BYMONTH=2',
    'FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=29;UNTIL=20301231T225959Z',
  ],
  ['FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=29;BYDAY=MO', 'FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=29;BYDAY=MO'],
  ['FREQ=YEARLY;BYWEEKNO=53;BYDAY=MO;INTERVAL=999', 'FREQ=YEARLY;INTERVAL=999;BYWEEKNO=53;BYDAY=MO'],
  ['FREQ=YEARLY;BYMONTH=12,11', 'FREQ=YEARLY;BYMONTH=11,12'],
  ['FREQ=MONTHLY;BYDAY=SA,SU', 'FREQ=MONTHLY;BYDAY=SA,SU'],
  ['FREQ=YEARLY;BYDAY=53SA,10MO', 'FREQ=YEARLY;BYDAY=10MO,53SA'],
])('LCH-01 the rule %s is kept as %s', (text, rule) => {
  expect(checkRule(text)).toEqual({ ok: true, rule })
  expect(checkRule(rule)).toEqual({ ok: true, rule })
})

test.each([
  ['', 'unreadable'],
  ['every monday', 'unreadable'],
  ['BYDAY=MO', 'unreadable'],
  ['FREQ=DAILY;FREQ=WEEKLY', 'unreadable'],
  ['DTSTART:20260101T000000Z\nRRULE:FREQ=DAILY', 'unreadable'],
  ['FREQ=DAILY\nEXDATE:20260101', 'unreadable'],
  ['FREQ=DAILY;TT_SKIP=HOLIDAY', 'unreadable'],
  ['FREQ=DAILY;constructor=1', 'unreadable'],
  ['FREQ=DAILY;INTERVAL=0', 'unreadable'],
  ['FREQ=DAILY;INTERVAL=1000', 'unreadable'],
  ['FREQ=DAILY;INTERVAL=1.5', 'unreadable'],
  ['FREQ=DAILY;COUNT=0', 'unreadable'],
  ['FREQ=DAILY;UNTIL=20260230', 'unreadable'],
  ['FREQ=DAILY;UNTIL=soon', 'unreadable'],
  ['FREQ=DAILY;UNTIL=x20261129', 'unreadable'],
  ['FREQ=DAILY;UNTIL=20261129T080000ZZ', 'unreadable'],
  ['FREQ=WEEKLY;BYDAY=XX', 'unreadable'],
  ['FREQ=WEEKLY;BYDAY=MO,XX', 'unreadable'],
  ['FREQ=MONTHLY;BYDAY=1XX', 'unreadable'],
  ['FREQ=MONTHLY;BYDAY=0MO', 'unreadable'],
  ['FREQ=YEARLY;BYDAY=54MO', 'unreadable'],
  ['FREQ=MONTHLY;BYDAY=x1MO', 'unreadable'],
  ['FREQ=MONTHLY;BYDAY=1MOX', 'unreadable'],
  ['FREQ=MONTHLY;BYMONTHDAY=x1', 'unreadable'],
  ['FREQ=MONTHLY;BYMONTHDAY=1x', 'unreadable'],
  ['FREQ=MONTHLY;BYMONTHDAY=1,x', 'unreadable'],
  ['FREQ=MONTHLY;BYMONTHDAY=0', 'unreadable'],
  ['FREQ=YEARLY;BYMONTH=1x', 'unreadable'],
  ['FREQ=WEEKLY;BYDAY=1MO', 'unreadable'],
  ['FREQ=WEEKLY;BYMONTHDAY=1', 'unreadable'],
  ['FREQ=MONTHLY;BYMONTHDAY=32', 'unreadable'],
  ['FREQ=MONTHLY;BYYEARDAY=1', 'unreadable'],
  ['FREQ=MONTHLY;BYSETPOS=1', 'unreadable'],
  ['FREQ=YEARLY;BYMONTH=13', 'unreadable'],
  ['FREQ=YEARLY;BYMONTH=-1', 'unreadable'],
  ['FREQ=HOURLY', 'too_frequent'],
  ['FREQ=MINUTELY;INTERVAL=1440', 'too_frequent'],
  ['FREQ=DAILY;BYHOUR=9,18', 'too_frequent'],
  ['FREQ=DAILY;COUNT=3;UNTIL=20270101', 'two_ends'],
  ['FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=30', 'never'],
  ['FREQ=DAILY;BYMONTH=2;BYMONTHDAY=31', 'never'],
  ['FREQ=MONTHLY;BYDAY=MO;BYSETPOS=6', 'never'],
  ['FREQ=MONTHLY;BYDAY=6MO', 'never'],
])('LCH-01 the rule %j is refused as %s', (text, fault) => {
  expect(checkRule(text)).toEqual({ ok: false, fault })
})

// A Saturday in Berlin.
const now = '2026-11-28T17:00:00Z'

test.each<[string, 'due' | 'completion', string | null, string | null, string]>([
  // Counted from the due date.
  ['FREQ=DAILY', 'due', '2026-11-28T08:00:00Z', '2026-11-29T08:00:00.000Z', 'the next day'],
  ['FREQ=DAILY', 'due', '2026-12-24T08:00:00Z', '2026-12-25T08:00:00.000Z', 'done early'],
  [
    'FREQ=DAILY',
    'due',
    '2026-11-01T08:00:00Z',
    '2026-11-28T08:00:00.000Z',
    'overdue: today, even if the time is past',
  ],
  ['FREQ=DAILY;INTERVAL=4', 'due', '2026-11-01T08:00:00Z', '2026-11-29T08:00:00.000Z', 'keeps its step'],
  ['FREQ=WEEKLY', 'due', '2026-11-16T08:00:00Z', '2026-11-30T08:00:00.000Z', 'the weekday of the due date'],
  ['FREQ=WEEKLY;BYDAY=MO,TH', 'due', '2026-11-26T08:00:00Z', '2026-11-30T08:00:00.000Z', 'the next of two'],
  [
    'FREQ=WEEKLY;INTERVAL=2;BYDAY=MO',
    'due',
    '2026-11-25T08:00:00Z',
    '2026-12-07T08:00:00.000Z',
    'a moved one',
  ],
  ['FREQ=MONTHLY;BYMONTHDAY=1', 'due', '2026-12-01T08:00:00Z', '2027-01-01T08:00:00.000Z', 'the first'],
  ['FREQ=MONTHLY;BYMONTHDAY=-1', 'due', '2026-11-30T08:00:00Z', '2026-12-31T08:00:00.000Z', 'the last day'],
  ['FREQ=MONTHLY', 'due', '2027-01-31T08:00:00Z', '2027-03-31T07:00:00.000Z', 'short months have no 31st'],
  ['FREQ=MONTHLY;BYDAY=1MO', 'due', '2026-11-02T08:00:00Z', '2026-12-07T08:00:00.000Z', 'the first Monday'],
  ['FREQ=YEARLY', 'due', '2028-02-29T08:00:00Z', '2032-02-29T08:00:00.000Z', 'a leap day'],
  // Counted from the day of completion.
  ['FREQ=DAILY;INTERVAL=3', 'completion', '2026-11-20T08:00:00Z', '2026-12-01T08:00:00.000Z', 'done late'],
  ['FREQ=DAILY;INTERVAL=3', 'completion', '2026-12-20T08:00:00Z', '2026-12-01T08:00:00.000Z', 'done early'],
  [
    'FREQ=WEEKLY;BYDAY=SA',
    'completion',
    '2026-11-20T08:00:00Z',
    '2026-12-05T08:00:00.000Z',
    'not on the day itself',
  ],
  // Whole days are stored as their end in the zone of their author.
  ['FREQ=DAILY', 'due', '2026-11-28T22:59:59.999Z', '2026-11-29T22:59:59.999Z', 'a whole day'],
  ['FREQ=DAILY', 'due', '2026-11-29T04:59:59.999Z', '2026-11-29T22:59:59.999Z', 'of an author in New York'],
  ['FREQ=DAILY;INTERVAL=2', 'completion', null, '2026-11-30T22:59:59.999Z', 'without a due date'],
  ['FREQ=DAILY;INTERVAL=2', 'due', null, '2026-11-30T22:59:59.999Z', 'nor a date to count from'],
  // Ends.
  ['FREQ=DAILY;COUNT=1', 'due', '2026-11-28T08:00:00Z', null, 'the last one'],
  ['FREQ=DAILY;COUNT=2', 'due', '2026-11-28T08:00:00Z', '2026-11-29T08:00:00.000Z', 'the last but one'],
  [
    'FREQ=DAILY;UNTIL=20261129',
    'due',
    '2026-11-28T22:59:59.999Z',
    '2026-11-29T22:59:59.999Z',
    'the last day included',
  ],
  ['FREQ=DAILY;UNTIL=20261128', 'due', '2026-11-28T08:00:00Z', null, 'over'],
  [
    'FREQ=DAILY;UNTIL=20261129T080000Z',
    'due',
    '2026-11-28T08:00:00Z',
    '2026-11-29T08:00:00.000Z',
    'to the second',
  ],
  ['FREQ=DAILY;UNTIL=20261129T075959Z', 'due', '2026-11-28T08:00:00Z', null, 'over by a second'],
  ['FREQ=DAILY;UNTIL=20261129T085959', 'due', '2026-11-28T08:00:00Z', null, 'on the clock'],
  [
    'FREQ=DAILY;UNTIL=20261129T225959Z',
    'due',
    '2026-11-28T22:59:59.999Z',
    '2026-11-29T22:59:59.999Z',
    'a day by its end',
  ],
  ['FREQ=DAILY;UNTIL=20261110', 'due', '2026-11-01T08:00:00Z', null, 'all instances that are left are past'],
  ['FREQ=YEARLY;INTERVAL=999', 'due', '9500-01-01T00:00:00Z', null, 'later than four-digit years'],
  // No day of the rule follows this date.
  ['FREQ=YEARLY;BYMONTH=2', 'due', '2026-01-31T08:00:00Z', null, '31 February'],
  ['FREQ=DAILY;INTERVAL=7;BYDAY=MO', 'due', '2026-11-25T08:00:00Z', null, 'Wednesdays that are Mondays'],
])('LCH-02 %s after %s of %s is %s: %s', (rule, after, due, next, _why) => {
  const dates = { startDate: null, dueDate: due === null ? null : at(due) }
  expect(shown(nextDates({ rule, after }, dates, at(now), berlin)?.dueDate ?? null)).toBe(next)
})

test.each([
  [berlin, '2026-03-28T08:00:00Z', '2026-03-29T07:00:00.000Z', 'clocks go forward'],
  [berlin, '2026-10-24T07:00:00Z', '2026-10-25T08:00:00.000Z', 'clocks go back'],
  [berlin, '2026-03-28T01:30:00Z', '2026-03-29T01:30:00.000Z', 'a time that does not exist'],
  [berlin, '2026-10-24T00:30:00Z', '2026-10-25T00:30:00.000Z', 'a time that comes twice'],
  [berlin, '2026-03-28T22:59:59.999Z', '2026-03-29T21:59:59.999Z', 'the end of a day of 23 hours'],
  [berlin, '2026-10-24T21:59:59.999Z', '2026-10-25T22:59:59.999Z', 'the end of a day of 25 hours'],
  ['America/New_York', '2026-03-07T14:00:00Z', '2026-03-08T13:00:00.000Z', 'clocks go forward'],
  ['Australia/Lord_Howe', '2026-10-03T13:29:59.999Z', '2026-10-04T12:59:59.999Z', 'by half an hour'],
  ['America/Santiago', '2026-09-05T03:59:59.999Z', '2026-09-06T03:59:59.999Z', 'a day that begins at one'],
  ['UTC', '2026-03-28T08:00:00Z', '2026-03-29T08:00:00.000Z', 'no change'],
])('LCH-02 in %s a daily task of %s comes again at %s: %s', (zone, due, next) => {
  const found = nextDates(
    { rule: 'FREQ=DAILY', after: 'due' },
    { startDate: null, dueDate: at(due) },
    at(due),
    zone,
  )
  expect(shown(found?.dueDate ?? null)).toBe(next)
})

test.each<[string, string | null, string | null, string]>([
  ['2026-03-26T08:00:00Z', '2026-03-28T08:00:00Z', '2026-04-02T07:00:00.000Z', 'its time of day'],
  [
    '2026-03-25T23:00:00Z',
    '2026-03-28T22:59:59.999Z',
    '2026-04-01T22:00:00.000Z',
    'the beginning of its day',
  ],
  [
    '2026-03-26T04:00:00Z',
    '2026-03-29T03:59:59.999Z',
    '2026-04-01T22:00:00.000Z',
    'on the clock of an author elsewhere',
  ],
  ['2026-03-28T08:00:00Z', null, null, 'nothing without a due date'],
])('LCH-02 a start of %s before a due date of %s becomes %s: %s', (start, due, next, _why) => {
  const dates = { startDate: at(start), dueDate: due === null ? null : at(due) }
  const rule = { rule: 'FREQ=WEEKLY', after: 'due' } as const
  expect(shown(nextDates(rule, dates, at('2026-03-28T12:00:00Z'), berlin)?.startDate ?? null)).toBe(next)
})

test.each<[string, number | null, string, string]>([
  ['FREQ=DAILY;INTERVAL=3', null, '2026-11-28T22:59:59.999Z', berlin],
  ['FREQ=WEEKLY;BYDAY=SA', 9 * 60, '2026-11-28T08:00:00.000Z', berlin],
  ['FREQ=WEEKLY;BYDAY=FR', 9 * 60, '2026-12-04T08:00:00.000Z', berlin],
  ['FREQ=MONTHLY;BYMONTHDAY=1', null, '2026-12-01T14:59:59.999Z', 'Asia/Tokyo'],
  // It is Sunday there.
  ['FREQ=DAILY', 0, '2026-11-28T15:00:00.000Z', 'Asia/Tokyo'],
])('IMP-05 the first day of %s at minute %s is %s in %s', (rule, minute, first, zone) => {
  const time = minute === null ? null : minute * 60_000
  expect(shown(firstDate(rule, time, at(now), zone))).toBe(first)
})

test('LCH-02 COUNT counts the instances that are left, and other rules stay', () => {
  expect(nextRule('FREQ=WEEKLY;BYDAY=MO;COUNT=3')).toBe('FREQ=WEEKLY;BYDAY=MO;COUNT=2')
  expect(nextRule('FREQ=WEEKLY;BYDAY=MO;UNTIL=20270101')).toBe('FREQ=WEEKLY;BYDAY=MO;UNTIL=20270101')
})

test('LCH-02 in every zone the next date is one of the rule on the same time of the clock', () => {
  const minuteOf = (instant: number, zone: string) =>
    new Intl.DateTimeFormat('en', {
      timeZone: zone,
      hour: '2-digit',
      minute: '2-digit',
      hourCycle: 'h23',
    }).format(instant)
  const dayOf = (instant: number, zone: string) =>
    Date.parse(`${new Intl.DateTimeFormat('sv', { timeZone: zone }).format(instant)}T00:00:00Z`)
  const cases = fc.record({
    zone: fc.constantFrom(...zones),
    // Noon: it is there on every day.
    due: fc.integer({ min: 0, max: 700 }).map((days) => at('2026-01-01T12:00:00Z') + days * 86_400_000),
    late: fc.integer({ min: -40, max: 400 }),
    rule: fc.constantFrom(
      'FREQ=DAILY;INTERVAL=3',
      'FREQ=WEEKLY;BYDAY=MO,SA',
      'FREQ=MONTHLY;BYDAY=-1FR',
      'FREQ=YEARLY',
    ),
  })
  fc.assert(
    fc.property(cases, ({ zone, due, late, rule }) => {
      const completed = due + late * 86_400_000
      const next =
        nextDates({ rule, after: 'due' }, { startDate: null, dueDate: due }, completed, zone)?.dueDate ?? 0
      expect(minuteOf(next, zone)).toBe(minuteOf(due, zone))
      const start = new Date(dayOf(due, zone)).toISOString().replaceAll(/[-:]|\.\d+/g, '')
      const days = new RRuleTemporal({ rruleString: `DTSTART:${start}\nRRULE:${rule}` })
      const earliest = Math.max(dayOf(due, zone) + 1, dayOf(completed, zone))
      expect(dayOf(next, zone)).toBe(days.next(new Date(earliest), true)?.epochMilliseconds)
    }),
    { numRuns: 100 },
  )
})
