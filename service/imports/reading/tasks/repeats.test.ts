import { expect, test } from 'vitest'
import { linesOf, planned } from '../../imports-testing.ts'
import { readRepeat } from './repeats.ts'

const at = (hour: number, minute = 0) => (hour * 60 + minute) * 60_000

test.each<[string, string, number?]>([
  ['every day', 'FREQ=DAILY'],
  ['Daily', 'FREQ=DAILY'],
  ['ev day', 'FREQ=DAILY'],
  ['every other day', 'FREQ=DAILY;INTERVAL=2'],
  ['every 2 weeks', 'FREQ=WEEKLY;INTERVAL=2'],
  ['every 3rd day', 'FREQ=DAILY;INTERVAL=3'],
  ['every month', 'FREQ=MONTHLY'],
  ['yearly', 'FREQ=YEARLY'],
  ['every Monday', 'FREQ=WEEKLY;BYDAY=MO'],
  ['every mon, thu and sat', 'FREQ=WEEKLY;BYDAY=MO,TH,SA'],
  ['every other tuesday', 'FREQ=WEEKLY;INTERVAL=2;BYDAY=TU'],
  ['every weekday', 'FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR'],
  ['every 1st', 'FREQ=MONTHLY;BYMONTHDAY=1'],
  ['every 1st, 15th of the month', 'FREQ=MONTHLY;BYMONTHDAY=1,15'],
  ['every last day', 'FREQ=MONTHLY;BYMONTHDAY=-1'],
  ['every January 15th', 'FREQ=YEARLY;BYMONTH=1;BYMONTHDAY=15'],
  ['every 3 oct', 'FREQ=YEARLY;BYMONTH=10;BYMONTHDAY=3'],
  ['every friday at 9am', 'FREQ=WEEKLY;BYDAY=FR', at(9)],
  ['every day at 12:30 pm', 'FREQ=DAILY', at(12, 30)],
  ['every day at 12am', 'FREQ=DAILY', at(0)],
  ['every 2 weeks 20:15', 'FREQ=WEEKLY;INTERVAL=2', at(20, 15)],
  ['jeden Tag', 'FREQ=DAILY'],
  ['täglich um 9 Uhr', 'FREQ=DAILY', at(9)],
  ['jeden 2. Tag', 'FREQ=DAILY;INTERVAL=2'],
  ['alle 3 Wochen', 'FREQ=WEEKLY;INTERVAL=3'],
  ['jeden Montag und Mittwoch', 'FREQ=WEEKLY;BYDAY=MO,WE'],
  ['jeden Werktag um 08:30', 'FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR', at(8, 30)],
  ['jeden 1. des Monats', 'FREQ=MONTHLY;BYMONTHDAY=1'],
  ['jeden letzten Tag des Monats', 'FREQ=MONTHLY;BYMONTHDAY=-1'],
  ['jeden 24. Dezember', 'FREQ=YEARLY;BYMONTH=12;BYMONTHDAY=24'],
  ['jedes Jahr', 'FREQ=YEARLY'],
  ['every third day', 'FREQ=DAILY;INTERVAL=3'],
  ['jede zweite Woche', 'FREQ=WEEKLY;INTERVAL=2'],
  ['every week on Monday', 'FREQ=WEEKLY;BYDAY=MO'],
  ['once a week', 'FREQ=WEEKLY'],
  ['every month on the 15th', 'FREQ=MONTHLY;BYMONTHDAY=15'],
  ['every 3rd friday of the month', 'FREQ=MONTHLY;BYDAY=3FR'],
  ['every last friday', 'FREQ=MONTHLY;BYDAY=-1FR'],
  ['every day at noon', 'FREQ=DAILY', at(12)],
  ['every day, at 9 am', 'FREQ=DAILY', at(9)],
  ['every mo and fr', 'FREQ=WEEKLY;BYDAY=MO,FR'],
  ['ta\u0308glich', 'FREQ=DAILY'],
  ['RRULE:FREQ=WEEKLY;INTERVAL=1;BYDAY=MO', 'FREQ=WEEKLY;BYDAY=MO'],
  ['FREQ=MONTHLY;BYDAY=1MO;COUNT=5', 'FREQ=MONTHLY;BYDAY=1MO;COUNT=5'],
])('IMP-05 %s is %s, counted from the due date', (text, rule, time) => {
  expect(readRepeat(text)).toEqual({ recurrence: { rule, after: 'due' }, time: time ?? null })
})

test.each([
  ['every! 3 days', 'FREQ=DAILY;INTERVAL=3'],
  ['every ! week', 'FREQ=WEEKLY'],
  ['after 10 days', 'FREQ=DAILY;INTERVAL=10'],
  ['alle! 2 Monate', 'FREQ=MONTHLY;INTERVAL=2'],
  ['jeden! Montag', 'FREQ=WEEKLY;BYDAY=MO'],
])('IMP-05 %s is %s, counted from the completion', (text, rule) => {
  expect(readRepeat(text)).toEqual({ recurrence: { rule, after: 'completion' }, time: null })
})

test.each([
  'every monday until 31 december',
  'every day starting tomorrow',
  'every 3rd friday',
  'every 12 hours',
  'every quarter',
  'every weekend',
  'every 0 days',
  'every 31 february',
  'every 15',
  'every day at 25:00',
  'every day at 13pm',
  'every',
  'jeden zweiten Montag',
  'jeden 2. Montag',
  'every first monday',
  'every day at 5',
  'every evening',
  'Standup every day',
  'jeden Montag bis März',
  'chaque jour',
  'ERULE:NAME=CUSTOM;BYDATE=20270101',
  'RRULE:FREQ=DAILY;TT_SKIP=WEEKEND',
  'FREQ=HOURLY',
  `every ${'monday, '.repeat(100)}`,
])('IMP-05 %s stays words', (text) => {
  expect(readRepeat(text)).toBe(null)
})

test('IMP-01 IMP-05 equal words of a file are read once', () => {
  const file = linesOf('Task name,Due date', ...['One', 'Two'].map((title) => `${title},every day at 9am`))
  const [first, second] = planned(file).drafts.map((draft) => draft.is === 'task' && draft.recurrence)
  expect(first).toMatchObject({ rule: 'FREQ=DAILY' })
  expect(second).toBe(first)
})
