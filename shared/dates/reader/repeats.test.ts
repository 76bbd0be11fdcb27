// Words of repetition and the rules that are read of them (APP-05).
import { describe, expect, test } from 'vitest'
import { inZone } from '../../zone-testing.ts'
import { firstDue } from '../repeat.ts'
import { readDates } from './read-dates.ts'
import { repeatsIn } from './repeats.ts'

/** Wednesday, 18 November 2026. */
const now = new Date(2026, 10, 18, 10)

/** `[words] rule`, with `after` for one that counts from the completion, and the time of day. */
const read = (text: string): string[] =>
  repeatsIn(text, now, readDates).map(({ start, end, recurrence: { rule, after }, time, other }) =>
    [
      `[${text.slice(start, end)}]`,
      rule,
      after === 'completion' ? 'after' : '',
      time ?? '',
      other === undefined ? '' : `or ${other.rule}`,
    ]
      .filter(Boolean)
      .join(' '),
  )

const weekdays = 'FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR'

describe('APP-05 English', () => {
  test.each([
    ['Water the plants every Monday', '[every Monday] FREQ=WEEKLY;BYDAY=MO'],
    ['every monday and thursday', '[every monday and thursday] FREQ=WEEKLY;BYDAY=MO,TH'],
    ['every Mon, Wed and Fri gym', '[every Mon, Wed and Fri] FREQ=WEEKLY;BYDAY=MO,WE,FR'],
    ['Report every weekday', `[every weekday] ${weekdays}`],
    ['Report on weekdays', `[on weekdays] ${weekdays}`],
    ['Stretch every day', '[every day] FREQ=DAILY'],
    ['Stretch each morning', '[each morning] FREQ=DAILY 09:00'],
    ['Stretch each morning at 7', '[each morning at 7] FREQ=DAILY 07:00'],
    ['Stretch each morning at 6', '[each morning at 6] FREQ=DAILY 06:00'],
    ['Stretch every evening at 8', '[every evening at 8] FREQ=DAILY 20:00'],
    ['Stretch every night at 9', '[every night at 9] FREQ=DAILY 21:00'],
    ['Back up daily', '[daily] FREQ=DAILY'],
    ['Back up daily 9-10am', '[daily 9-10am] FREQ=DAILY 10:00'],
    ['Back up daily at 9am', '[daily at 9am] FREQ=DAILY 09:00'],
    ['Send the report weekly', '[weekly] FREQ=WEEKLY'],
    ['weekly on friday', '[weekly on friday] FREQ=WEEKLY;BYDAY=FR'],
    ['Sync every 2 weeks', '[every 2 weeks] FREQ=WEEKLY;INTERVAL=2'],
    ['Sync every two weeks on monday', '[every two weeks on monday] FREQ=WEEKLY;INTERVAL=2;BYDAY=MO'],
    ['Sync every other week on friday', '[every other week on friday] FREQ=WEEKLY;INTERVAL=2;BYDAY=FR'],
    ['Sync every other friday', '[every other friday] FREQ=WEEKLY;INTERVAL=2;BYDAY=FR'],
    ['Sync biweekly', '[biweekly] FREQ=WEEKLY;INTERVAL=2'],
    ['Clean every 2nd day', '[every 2nd day] FREQ=DAILY;INTERVAL=2'],
    ['Board every 3rd tuesday', '[every 3rd tuesday] FREQ=MONTHLY;BYDAY=3TU'],
    ['Board every third tuesday of the month', '[every third tuesday of the month] FREQ=MONTHLY;BYDAY=3TU'],
    [
      'Board every second tuesday',
      '[every second tuesday] FREQ=MONTHLY;BYDAY=2TU or FREQ=WEEKLY;INTERVAL=2;BYDAY=TU',
    ],
    ['Pay rent every first monday', '[every first monday] FREQ=MONTHLY;BYDAY=1MO'],
    ['Market every first sunday morning', '[every first sunday morning] FREQ=MONTHLY;BYDAY=1SU 09:00'],
    ['Beer every last friday of the month', '[every last friday of the month] FREQ=MONTHLY;BYDAY=-1FR'],
    ['Pay rent every month', '[every month] FREQ=MONTHLY'],
    ['Pay rent every month on the 1st', '[every month on the 1st] FREQ=MONTHLY;BYMONTHDAY=1'],
    ['Pay rent monthly on the 1st and 15th', '[monthly on the 1st and 15th] FREQ=MONTHLY;BYMONTHDAY=1,15'],
    ['Pay rent monthly, by transfer', '[monthly] FREQ=MONTHLY'],
    ['Pay rent every 15th', '[every 15th] FREQ=MONTHLY;BYMONTHDAY=15'],
    ['Pay rent every 1st of the month', '[every 1st of the month] FREQ=MONTHLY;BYMONTHDAY=1'],
    ['Pay rent on the 1st of every month', '[on the 1st of every month] FREQ=MONTHLY;BYMONTHDAY=1'],
    [
      'Close the books on the last day of each month',
      '[on the last day of each month] FREQ=MONTHLY;BYMONTHDAY=-1',
    ],
    ['Review every quarter', '[every quarter] FREQ=MONTHLY;INTERVAL=3'],
    ['every 3 months on the 15th', '[every 3 months on the 15th] FREQ=MONTHLY;INTERVAL=3;BYMONTHDAY=15'],
    ['Party every year on 5 march', '[every year on 5 march] FREQ=YEARLY;BYMONTH=3;BYMONTHDAY=5'],
    ['Party yearly on March 5', '[yearly on March 5] FREQ=YEARLY;BYMONTH=3;BYMONTHDAY=5'],
    ['Party every 5th of march', '[every 5th of march] FREQ=YEARLY;BYMONTH=3;BYMONTHDAY=5'],
    [
      'Clock yearly on the last sunday in october',
      '[yearly on the last sunday in october] FREQ=YEARLY;BYMONTH=10;BYDAY=-1SU',
    ],
    ['Filter every! 45 days', '[every! 45 days] FREQ=DAILY;INTERVAL=45 after'],
    ['Filter every 3 days after completion', '[every 3 days after completion] FREQ=DAILY;INTERVAL=3 after'],
    ["Filter every week after it's done", "[every week after it's done] FREQ=WEEKLY after"],
    ['3 days after completion', '[3 days after completion] FREQ=DAILY;INTERVAL=3 after'],
    ['Call Bob Fridays 9am', '[Fridays 9am] FREQ=WEEKLY;BYDAY=FR 09:00'],
    ['Choir tuesday evenings', '[tuesday evenings] FREQ=WEEKLY;BYDAY=TU 18:00'],
    ['Run weekday mornings at 7', '[weekday mornings at 7] FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR 07:00'],
    ['Call mum once a week on friday', '[once a week on friday] FREQ=WEEKLY;BYDAY=FR'],
    ['Gym every monday at 9', '[every monday at 9] FREQ=WEEKLY;BYDAY=MO 09:00'],
    ['Gym at three every monday', '[every monday] FREQ=WEEKLY;BYDAY=MO'],
    ['Gym every monday 9', '[every monday 9] FREQ=WEEKLY;BYDAY=MO 09:00'],
    ['Gym every friday evening', '[every friday evening] FREQ=WEEKLY;BYDAY=FR 18:00'],
    ['Gym every monday until 1 march', '[every monday until 1 march] FREQ=WEEKLY;BYDAY=MO;UNTIL=20270301'],
    [
      'Gym every monday at 9 until 1 march',
      '[every monday at 9 until 1 march] FREQ=WEEKLY;BYDAY=MO;UNTIL=20270301 09:00',
    ],
    [
      'Gym every monday until 1 march at 9',
      '[every monday until 1 march at 9] FREQ=WEEKLY;BYDAY=MO;UNTIL=20270301 09:00',
    ],
    ['every monday meeting was late', '[every monday] FREQ=WEEKLY;BYDAY=MO'],
  ])('“%s”', (text, ...expected) => {
    expect(read(text)).toEqual(expected)
  })
})

describe('APP-05 German', () => {
  test.each([
    ['Jeden Montag Blumen gießen', '[Jeden Montag] FREQ=WEEKLY;BYDAY=MO'],
    ['jeden Montag und Donnerstag', '[jeden Montag und Donnerstag] FREQ=WEEKLY;BYDAY=MO,TH'],
    ['Sport jeden Mo, Mi und Fr', '[jeden Mo, Mi und Fr] FREQ=WEEKLY;BYDAY=MO,WE,FR'],
    ['Sport montags 18 Uhr', '[montags 18 Uhr] FREQ=WEEKLY;BYDAY=MO 18:00'],
    ['Sport montags und donnerstags', '[montags und donnerstags] FREQ=WEEKLY;BYDAY=MO,TH'],
    ['Bericht werktags', `[werktags] ${weekdays}`],
    ['Bericht jeden Werktag um 9 Uhr', `[jeden Werktag um 9 Uhr] ${weekdays} 09:00`],
    ['jeden Tag um 9 Uhr dehnen', '[jeden Tag um 9 Uhr] FREQ=DAILY 09:00'],
    ['täglich dehnen', '[täglich] FREQ=DAILY'],
    ['Jeden Abend dehnen', '[Jeden Abend] FREQ=DAILY 18:00'],
    ['Jeden Abend um 8 Zähne putzen', '[Jeden Abend um 8] FREQ=DAILY 20:00'],
    ['jeden Morgen um 5:30 laufen', '[jeden Morgen um 5:30] FREQ=DAILY 05:30'],
    ['jeden Mittag um halb eins', '[jeden Mittag um halb eins] FREQ=DAILY 12:30'],
    ['Yoga jeden Dienstagabend', '[jeden Dienstagabend] FREQ=WEEKLY;BYDAY=TU 18:00'],
    ['Yoga jeden Dienstagabend um 7', '[jeden Dienstagabend um 7] FREQ=WEEKLY;BYDAY=TU 19:00'],
    ['Bericht wöchentlich senden', '[wöchentlich] FREQ=WEEKLY'],
    ['Bericht alle zwei Wochen senden', '[alle zwei Wochen] FREQ=WEEKLY;INTERVAL=2'],
    ['Bericht alle 2 Wochen am Montag', '[alle 2 Wochen am Montag] FREQ=WEEKLY;INTERVAL=2;BYDAY=MO'],
    ['Sport jeden zweiten Freitag', '[jeden zweiten Freitag] FREQ=WEEKLY;INTERVAL=2;BYDAY=FR'],
    [
      'Sport jeden dritten Freitag',
      '[jeden dritten Freitag] FREQ=WEEKLY;INTERVAL=3;BYDAY=FR or FREQ=MONTHLY;BYDAY=3FR',
    ],
    ['Sport jeden dritten Freitag im Monat', '[jeden dritten Freitag im Monat] FREQ=MONTHLY;BYDAY=3FR'],
    ['Stammtisch jeden letzten Freitag', '[jeden letzten Freitag] FREQ=MONTHLY;BYDAY=-1FR'],
    ['Filter jeden zweiten Tag', '[jeden zweiten Tag] FREQ=DAILY;INTERVAL=2'],
    ['Miete jeden Monat', '[jeden Monat] FREQ=MONTHLY'],
    ['Miete 1.12. jeden Monat', '[jeden Monat] FREQ=MONTHLY'],
    ['Miete jeden 1. des Monats', '[jeden 1. des Monats] FREQ=MONTHLY;BYMONTHDAY=1'],
    ['Jeden Ersten des Monats Miete zahlen', '[Jeden Ersten des Monats] FREQ=MONTHLY;BYMONTHDAY=1'],
    ['Miete jeden 1. überweisen', '[jeden 1.] FREQ=MONTHLY;BYMONTHDAY=1'],
    ['Miete am 1. jedes Monats', '[am 1. jedes Monats] FREQ=MONTHLY;BYMONTHDAY=1'],
    ['Miete bis zum 1. jeden Monats', '[bis zum 1. jeden Monats] FREQ=MONTHLY;BYMONTHDAY=1'],
    ['Miete monatlich am 1.', '[monatlich am 1.] FREQ=MONTHLY;BYMONTHDAY=1'],
    ['Kasse jeden Monat am letzten Tag', '[jeden Monat am letzten Tag] FREQ=MONTHLY;BYMONTHDAY=-1'],
    ['Steuer vierteljährlich', '[vierteljährlich] FREQ=MONTHLY;INTERVAL=3'],
    ['Feier jährlich am 5. März', '[jährlich am 5. März] FREQ=YEARLY;BYMONTH=3;BYMONTHDAY=5'],
    ['Feier jedes Jahr am 5. März', '[jedes Jahr am 5. März] FREQ=YEARLY;BYMONTH=3;BYMONTHDAY=5'],
    ['Feier jeden 24.12.', '[jeden 24.12.] FREQ=YEARLY;BYMONTH=12;BYMONTHDAY=24'],
    ['Filter alle 3 Tage nach Erledigung', '[alle 3 Tage nach Erledigung] FREQ=DAILY;INTERVAL=3 after'],
    ['Sport jeden Montag bis 1. März', '[jeden Montag bis 1. März] FREQ=WEEKLY;BYDAY=MO;UNTIL=20270301'],
    [
      'Sport jeden Montag um 9 Uhr bis zum 1.3.',
      '[jeden Montag um 9 Uhr bis zum 1.3.] FREQ=WEEKLY;BYDAY=MO;UNTIL=20270301 09:00',
    ],
  ])('“%s”', (text, ...expected) => {
    expect(read(text)).toEqual(expected)
  })
})

test.each([
  'Call Bob on Monday',
  'Read the weekly report',
  'Prepare the daily standup',
  'Thank everyone',
  'Frag jeden im Team',
  'Wöchentlicher Bericht',
  'Dinner at TGI Fridays',
  'Every so often',
  'jeden so gut es geht',
  'Thank every 15th customer',
  'Label each tag',
  'Plan our sunday evenings',
  'Jeden 1. Kunden begrüßen',
  'Sync every hour',
  'Sync twice a week',
  'Close the books every month end',
  'Feed the cat every weekend',
  "every week's report",
  'every 31 february',
  'Sync every 0 days',
  'Sync every monday and twice a month',
  'every sixth friday of the month',
  // Words that limit it, or say more than the rule can.
  'Gym every day except sunday',
  'Sport jeden Tag außer Sonntag',
  'Jeden Tag Sport außer Sonntag',
  'Gym every friday but the 27th',
  'Not every day pizza',
  'Drops twice daily',
  'Drops 3 mal täglich',
  'Stretch every day for 2 weeks',
  'Jeden Tag diese Woche lüften',
  'Choir every monday in december',
  'Pay in april and october every year',
  'Choir every monday from january',
  'Call every day until easter',
  'Call daily mon-thu',
  'Lohn jeden 15. und letzten',
  'Pills every day at 8 and 20',
  'Feed the cat every morning and evening',
  'Jeden Morgen und Abend Katze füttern',
  'Pay rent monthly 15',
  'Back up every night at 2',
  'Sync every day at 17:00 UTC',
  'Sync every day at 5pm IST',
  'Pick up two fridays from now',
])('APP-05 “%s” stays text', (text) => {
  expect(read(text)).toEqual([])
})

test('APP-05 a time is that of the clock, also on the evening before its change', () => {
  inZone('Europe/Berlin', () => {
    const [hit] = repeatsIn('Wake up every day at 02:30', new Date(2027, 2, 27, 23), readDates)
    expect(hit?.time).toBe('02:30')
  })
})

test.each([
  ['FREQ=WEEKLY;BYDAY=WE', null, '2026-11-18 23:59'],
  ['FREQ=WEEKLY;BYDAY=WE', '09:00', '2026-11-25 09:00'],
  ['FREQ=WEEKLY;BYDAY=WE', '11:00', '2026-11-18 11:00'],
  ['FREQ=DAILY;INTERVAL=3', null, '2026-11-18 23:59'],
  ['FREQ=DAILY', '09:00', '2026-11-19 09:00'],
  ['FREQ=MONTHLY;BYMONTHDAY=1', null, '2026-12-01 23:59'],
  ['FREQ=MONTHLY;BYMONTHDAY=-1', null, '2026-11-30 23:59'],
  ['FREQ=MONTHLY;BYDAY=3TU', null, '2026-12-15 23:59'],
  ['FREQ=MONTHLY;BYDAY=-1FR', null, '2026-11-27 23:59'],
  ['FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=29', null, '2028-02-29 23:59'],
  ['FREQ=WEEKLY;BYDAY=MO;UNTIL=20261122', null, null],
])('APP-05 the first date of %s at %s is %s', (rule, time, expected) => {
  const due = firstDue(rule, now, time)
  const two = (value: number): string => String(value).padStart(2, '0')
  expect(
    due &&
      `${due.getFullYear()}-${two(due.getMonth() + 1)}-${two(due.getDate())} ${two(due.getHours())}:${two(due.getMinutes())}`,
  ).toBe(expected)
})
