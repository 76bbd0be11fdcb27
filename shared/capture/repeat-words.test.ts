// Repetition in a captured line: the rule, its first date and the rest of the line (APP-05).
import { expect, test } from 'vitest'
import { dueWords } from '../dates/reader/due-testing.ts'
import { readDates } from '../dates/reader/read-dates.ts'
import { repeatsIn } from '../dates/reader/repeats.ts'
import { manualOf } from './manual.ts'
import type { Reads } from './date-tokens.ts'
import { parseCapture, titleWithout } from './parse.ts'
import { readIn } from './phrase-testing.ts'

/** Wednesday. */
const now = new Date(2026, 10, 18, 10)
const reads = { starts: true, repeats: { isSupported: true, repeatsIn } }
const read = (text: string) => {
  const { tokens, quotes } = parseCapture(text, now, readDates, [], reads)
  return [
    titleWithout(text, tokens, quotes),
    ...tokens.map((token) =>
      token.kind === 'due'
        ? `due ${dueWords(token)}`
        : token.kind === 'repeat'
          ? `${token.id}${token.otherId === undefined ? '' : ` or ${token.otherId}`}`
          : token.kind,
    ),
  ]
}

test.each([
  ['Water the plants every Monday', 'Water the plants', 'FREQ=WEEKLY;BYDAY=MO|due'],
  ['Every friday gym 6pm', 'gym', 'FREQ=WEEKLY;BYDAY=FR|due', 'due 2026-11-20T18:00'],
  ['at 9am every monday stand-up', 'stand-up', 'due 2026-11-23T09:00', 'FREQ=WEEKLY;BYDAY=MO|due'],
  ['Gym every monday at 9 @grace ~30m', 'Gym', 'FREQ=WEEKLY;BYDAY=MO|due|09:00', 'person', 'estimate'],
  ['Pay rent every month 1 dec', 'Pay rent', 'FREQ=MONTHLY|due', 'due 2026-12-01'],
  ['Filter every! 45 days tomorrow', 'Filter', 'FREQ=DAILY;INTERVAL=45|completion', 'due 2026-11-19'],
  ['Gym every monday from 1 december', 'Gym', 'FREQ=WEEKLY;BYDAY=MO|due', 'start'],
  ['Sport jeden Montag ab nächster Woche', 'Sport', 'FREQ=WEEKLY;BYDAY=MO|due', 'start'],
  ['Sport jeden Montag bis 1. März !hoch', 'Sport', 'FREQ=WEEKLY;BYDAY=MO;UNTIL=20270301|due', 'priority'],
])('APP-05 “%s” repeats', (text, ...expected) => {
  expect(read(text)).toEqual(expected)
})

test.each([
  'Prepare every monday what is due on friday',
  'Every friday gym until 1 march',
  'Sync twice a week on friday',
  'Pills every day 8am and 8pm',
  'Print "every monday" stickers',
])('APP-05 “%s” has no rule and no date, because it may mean another', (text) => {
  const [, ...tokens] = read(text)
  expect(tokens).toEqual([])
})

const build = (text: string, more: Reads = reads) =>
  readIn({ options: undefined, rowsFor: () => [] }, now, more)(text).built

test.each([
  ['Gym every monday', 'FREQ=WEEKLY;BYDAY=MO', new Date(2026, 10, 23, 23, 59, 59, 999)],
  ['Gym every wednesday', 'FREQ=WEEKLY;BYDAY=WE', new Date(2026, 10, 18, 23, 59, 59, 999)],
  ['Gym every wednesday at 9', 'FREQ=WEEKLY;BYDAY=WE', new Date(2026, 10, 25, 9)],
  ['Gym every day', 'FREQ=DAILY', new Date(2026, 10, 18, 23, 59, 59, 999)],
  ['Gym every morning', 'FREQ=DAILY', new Date(2026, 10, 19, 9)],
  ['Gym every month on the 1st', 'FREQ=MONTHLY;BYMONTHDAY=1', new Date(2026, 11, 1, 23, 59, 59, 999)],
])('APP-05 “%s” is first due on the next day of its rule', (text, rule, due) => {
  expect(build(text)).toEqual({
    ok: true,
    task: { title: 'Gym', dueDate: due.toISOString(), recurrence: { rule, after: 'due' } },
  })
})

test('APP-05 a repetition that begins later is first due after its start', () => {
  expect(build('Gym every monday from 1 december')).toEqual({
    ok: true,
    task: {
      title: 'Gym',
      startDate: new Date(2026, 11, 1).toISOString(),
      dueDate: new Date(2026, 11, 7, 23, 59, 59, 999).toISOString(),
      recurrence: { rule: 'FREQ=WEEKLY;BYDAY=MO', after: 'due' },
    },
  })
})

test('APP-11 for a service that cannot repeat tasks, the words stay in the title, and the chip says so', () => {
  const { recognized, built } = readIn({ options: undefined, rowsFor: () => [] }, now, {
    starts: true,
    repeats: { isSupported: false, repeatsIn },
  })('Gym every monday at 9')
  expect(recognized.map(({ token, meaning }) => [token.kind, meaning.state])).toEqual([['repeat', 'unknown']])
  expect(built).toEqual({ ok: true, task: { title: 'Gym every monday at 9' } })
})

test('APP-05 a repetition that was taken back stays text, without a date', () => {
  const text = 'Gym every monday at 9'
  const back = { start: 4, end: 16, as: 'text', id: '', name: '' } as const
  expect(parseCapture(text, now, readDates, [back], reads).tokens).toEqual([])
})

test('APP-05 a rule that was chosen by hand is that of the time beside it', () => {
  const text = 'Every friday gym 6pm'
  const byHand = { start: 0, end: 12, as: 'repeat', id: 'FREQ=WEEKLY;BYDAY=TU|due', name: '' } as const
  const { tokens } = parseCapture(text, now, readDates, [byHand], reads)
  expect(tokens.map((token) => token.kind === 'due' && dueWords(token))).toEqual(['2026-11-24T18:00'])
})

test('APP-05 a draft of yesterday keeps the end of its repetition, and is due from today on', () => {
  const at = new Date(2026, 10, 17, 10)
  const draft = { text: 'Gym every day until tomorrow', readAt: at.getTime() }
  const [kept] = manualOf(draft, now, readDates, (kind) => kind, reads)
  expect(kept).toEqual({
    start: 4,
    end: 28,
    as: 'repeat',
    id: 'FREQ=DAILY;UNTIL=20261118|due',
    name: 'repeat',
  })
  const plain = { text: 'Gym every day', readAt: at.getTime() }
  expect(manualOf(plain, now, readDates, String, reads)).toEqual([])
})
