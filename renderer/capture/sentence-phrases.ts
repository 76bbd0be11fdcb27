// Dates in the sentences that people write around them: on a Wednesday.
import { europe, type Place, same } from './phrase-table.ts'

export const sentencePhrases: readonly Place[] = [
  {
    name: 'a Wednesday morning in Berlin: hours of a part of the day',
    zone: 'Europe/Berlin',
    habits: europe,
    now: '2026-11-18T10:00',
    phrases: [
      ['run tomorrow morning at 6', 'run', 'due 2026-11-19T06:00'],
      ['run at 5:30 in the morning', 'run', 'due 2026-11-19T05:30'],
      ['call Bob tomorrow afternoon at 3', 'call Bob', 'due 2026-11-19T15:00'],
      ['dine tonight at 8', 'dine', 'due 2026-11-18T20:00'],
      ['dine tonight', 'dine', 'due 2026-11-18'],
      ['dine friday evening at 7:30', 'dine', 'due 2026-11-20T19:30'],
      ['dine friday evening', 'dine', 'due 2026-11-20T18:00'],
      // Of the night that ends then, or of the one that begins?
      same('take the train tonight at 2'),
      same('take the train friday night at 1am'),
      same('dine tonight at 12'),
    ],
  },
]
