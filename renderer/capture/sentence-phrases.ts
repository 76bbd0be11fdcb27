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
  {
    name: 'a Wednesday morning in Berlin: words that lead to a day',
    zone: 'Europe/Berlin',
    habits: europe,
    now: '2026-11-18T10:00',
    phrases: [
      ['send it on or before friday', 'send it', 'due 2026-11-20'],
      ['send it by the end of friday', 'send it', 'due 2026-11-20'],
      ['call Bob on tuesday of next week', 'call Bob', 'due 2026-11-24'],
      // Where something is moved to, and what it is of, is not when it is due.
      same('move the call to friday'),
      same('move the call to the 30th'),
      same('move the call to friday 9am'),
      same('move the call from 3 dec to 4 dec'),
      same('send the report of nov 20'),
      same('prepare the first day of next week'),
      ['move the call to friday by tomorrow', 'move the call to friday', 'due 2026-11-19'],
      ['work 9 to 5 friday', 'work', 'due 2026-11-20T17:00'],
    ],
  },
  {
    name: 'a Wednesday morning in Berlin: from one day to another',
    zone: 'Europe/Berlin',
    habits: europe,
    now: '2026-11-18T10:00',
    phrases: [
      same('travel 20th to the 24th of december'),
      same('travel from the 3rd to the 5th of december'),
      same('travel the 3rd and the 5th of december'),
      same('travel dec 3rd to the 5th'),
      same('travel dec 3rd through the 5th'),
    ],
  },
]
