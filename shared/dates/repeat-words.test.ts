// Rules of repetition as sentences, and what is read of these sentences again (APP-05).
import { afterEach, describe, expect, test } from 'vitest'
import { type Language, localeIn, speak } from '../language.ts'
import { de } from '../messages/de.ts'
import { en } from '../messages/en.ts'
import { readDates } from './reader/read-dates.ts'
import { repeatsIn } from './reader/repeats.ts'
import { idOfRepeat, repeatOfId } from './repeat.ts'
import { repeatWords } from './repeat-words.ts'

const now = new Date(2026, 10, 18, 10)
const catalogues = { en, de }
const speakAs = (language: Language, region: string): void =>
  speak(language, catalogues[language], localeIn(language, region))
afterEach(() => speak('en', en, new Intl.DateTimeFormat().resolvedOptions().locale))

/** A rule, its English and its German words. */
const sentences: readonly (readonly [rule: string, english: string, german: string])[] = [
  ['FREQ=DAILY', 'Every day', 'Jeden Tag'],
  ['FREQ=DAILY;INTERVAL=3', 'Every 3 days', 'Alle 3 Tage'],
  ['FREQ=WEEKLY', 'Every week', 'Jede Woche'],
  ['FREQ=WEEKLY;BYDAY=MO', 'Every Monday', 'Jeden Montag'],
  ['FREQ=WEEKLY;BYDAY=MO,TH', 'Every Monday and Thursday', 'Jeden Montag und Donnerstag'],
  ['FREQ=WEEKLY;BYDAY=MO,WE,FR', 'Every Monday, Wednesday and Friday', 'Jeden Montag, Mittwoch und Freitag'],
  ['FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR', 'Every weekday', 'Jeden Werktag'],
  ['FREQ=WEEKLY;INTERVAL=2', 'Every 2 weeks', 'Alle 2 Wochen'],
  ['FREQ=WEEKLY;INTERVAL=2;BYDAY=MO', 'Every 2 weeks on Monday', 'Alle 2 Wochen am Montag'],
  ['FREQ=WEEKLY;INTERVAL=2;BYDAY=MO,TU,WE,TH,FR', 'Every 2 weeks on weekdays', 'Alle 2 Wochen an Werktagen'],
  ['FREQ=MONTHLY', 'Every month', 'Jeden Monat'],
  ['FREQ=MONTHLY;INTERVAL=3', 'Every 3 months', 'Alle 3 Monate'],
  ['FREQ=MONTHLY;BYMONTHDAY=1', 'Monthly on the 1st', 'Monatlich am 1.'],
  ['FREQ=MONTHLY;BYMONTHDAY=1,15', 'Monthly on the 1st and 15th', 'Monatlich am 1. und 15.'],
  ['FREQ=MONTHLY;BYMONTHDAY=-1', 'Monthly on the last day', 'Monatlich am letzten Tag'],
  ['FREQ=MONTHLY;INTERVAL=3;BYMONTHDAY=22', 'Every 3 months on the 22nd', 'Alle 3 Monate am 22.'],
  ['FREQ=MONTHLY;BYDAY=3TU', 'Monthly on the 3rd Tuesday', 'Monatlich am 3. Dienstag'],
  ['FREQ=MONTHLY;BYDAY=-1FR', 'Monthly on the last Friday', 'Monatlich am letzten Freitag'],
  ['FREQ=YEARLY', 'Every year', 'Jedes Jahr'],
  ['FREQ=YEARLY;BYMONTH=3;BYMONTHDAY=5', 'Yearly on 5 March', 'Jährlich am 5. März'],
  ['FREQ=YEARLY;INTERVAL=2;BYMONTH=3;BYMONTHDAY=5', 'Every 2 years on 5 March', 'Alle 2 Jahre am 5. März'],
  [
    'FREQ=YEARLY;BYMONTH=10;BYDAY=-1SU',
    'Yearly on the last Sunday in October',
    'Jährlich am letzten Sonntag im Oktober',
  ],
  ['FREQ=WEEKLY;BYDAY=MO;UNTIL=20270301', 'Every Monday until 1 Mar', 'Jeden Montag bis 1. März'],
  ['FREQ=WEEKLY;BYDAY=MO;UNTIL=20281224', 'Every Monday until 24 Dec 2028', 'Jeden Montag bis 24. Dez. 2028'],
]

const afterCompletion: typeof sentences = [
  ['FREQ=DAILY', '1 day after completion', '1 Tag nach Erledigung'],
  ['FREQ=DAILY;INTERVAL=3', '3 days after completion', '3 Tage nach Erledigung'],
  ['FREQ=WEEKLY;INTERVAL=2', '2 weeks after completion', '2 Wochen nach Erledigung'],
  ['FREQ=MONTHLY', '1 month after completion', '1 Monat nach Erledigung'],
  ['FREQ=YEARLY', '1 year after completion', '1 Jahr nach Erledigung'],
  ['FREQ=WEEKLY;BYDAY=MO', 'Every Monday after completion', 'Jeden Montag nach Erledigung'],
]

describe.each([
  ['due', sentences],
  ['completion', afterCompletion],
] as const)('counted from: %s', (after, rows) => {
  test.each(rows)('APP-05 %s is “%s”, “%s”, and is read again', (rule, english, german) => {
    for (const [language, region, words] of [
      ['en', 'GB', english],
      ['de', 'DE', german],
    ] as const) {
      speakAs(language, region)
      expect(repeatWords({ rule, after }, now)).toBe(words)
      const read = repeatsIn(words, now, readDates)
      expect(read.map(({ start, end, recurrence }) => [words.slice(start, end), recurrence])).toEqual([
        [words, { rule, after }],
      ])
    }
  })
})

test('APP-05 dates in words are read again as they are written in the United States', () => {
  speakAs('en', 'US')
  const rule = 'FREQ=YEARLY;BYMONTH=3;BYMONTHDAY=5;UNTIL=20281224'
  const words = repeatWords({ rule, after: 'due' }, now)
  expect(words).toBe('Yearly on March 5 until Dec 24, 2028')
  expect(repeatsIn(words, now, readDates).map(({ recurrence }) => recurrence.rule)).toEqual([rule])
})

test.each([
  [
    'FREQ=MONTHLY;BYDAY=MO,TU,WE,TH,FR;BYSETPOS=-1',
    'Repeats (FREQ=MONTHLY;BYDAY=MO,TU,WE,TH,FR;BYSETPOS=-1)',
  ],
  ['FREQ=YEARLY;BYWEEKNO=20', 'Repeats (FREQ=YEARLY;BYWEEKNO=20)'],
  ['FREQ=MONTHLY;BYMONTHDAY=-3', 'Repeats (FREQ=MONTHLY;BYMONTHDAY=-3)'],
  ['FREQ=WEEKLY;BYDAY=MO;COUNT=5', 'Every Monday, 5 times'],
  ['FREQ=WEEKLY;BYDAY=MO;COUNT=1', 'Every Monday, once'],
  ['FREQ=WEEKLY;INTERVAL=2;WKST=SU', 'Every 2 weeks'],
  ['nonsense', 'Repeats (nonsense)'],
])('APP-05 a rule of others, %s, is “%s”', (rule, words) => {
  expect(repeatWords({ rule, after: 'due' }, now)).toBe(words)
})

test('APP-05 a repetition is one text, with and without a time', () => {
  const recurrence = { rule: 'FREQ=DAILY', after: 'completion' } as const
  for (const time of [null, '09:00'])
    expect(repeatOfId(idOfRepeat(recurrence, time))).toEqual({ recurrence, time })
})
