import { describe, expect, test } from 'vitest'
import { inZone } from '../../shared/zone-testing.ts'
import { dateHabitsOf } from '../ui/dates/date-habits.ts'
import { readerIn } from './dates/read-dates.ts'
import { parseCapture, titleWithout, type Token } from './grammar/parse-capture.ts'
import { asksToRepeat } from './grammar/repeats.ts'

const two = (value: number): string => String(value).padStart(2, '0')

/** "25 Nov 20:00", "27 Nov day". */
const dueWords = (due: Date, time: 'written' | 'wholeDay'): string =>
  `${due.toLocaleDateString('en-GB', { day: 'numeric', month: 'short', ...(due.getFullYear() === 2026 ? {} : { year: 'numeric' }) })} ${
    time === 'wholeDay' ? 'day' : `${two(due.getHours())}:${two(due.getMinutes())}`
  }`
const wordsOf = (token: Token): string => {
  switch (token.kind) {
    case 'due':
      return dueWords(token.due, token.time)
    case 'priority':
      return `priority ${token.priority}`
    case 'estimate':
      return `estimate ${token.minutes} min`
    case 'person':
    case 'record':
    case 'status':
    case 'section':
      return `${token.kind} ${token.name}`
  }
}

// The product owner wrote these cases without reading the code: Wednesday, 25 November 2026, 10:00, in Berlin.
const lines: readonly (readonly [line: string, title: string, ...tokens: string[]])[] = [
  ['Buy milk', 'Buy milk'],
  ['Call mum tonight', 'Call mum', '25 Nov 20:00'],
  ['Dentist tomorrow 9:30', 'Dentist', '26 Nov 09:30'],
  ['Pick up parcel from the post office on Friday', 'Pick up parcel from the post office', '27 Nov day'],
  ['Send invoice to Baker by end of month', 'Send invoice to Baker', '30 Nov day'],
  ['Pay rent on the 1st', 'Pay rent', '1 Dec day'],
  ['Renew passport before 15 January', 'Renew passport', '15 Jan 2027 day'],
  ['Review Q3 report at noon', 'Review Q3 report', '25 Nov 12:00'],
  ['Standup notes in 20 min', 'Standup notes', '25 Nov 10:20'],
  ['Fix bug 1234 !high', 'Fix bug 1234', 'priority high'],
  ['Gym 7pm', 'Gym', '25 Nov 19:00'],
  ['Gym 7am', 'Gym', '26 Nov 07:00'],
  ['Email Lena the contract next week', 'Email Lena the contract', '30 Nov day'],
  ['Plan Christmas party Dec 18', 'Plan Christmas party', '18 Dec day'],
  ['Read 20 pages', 'Read 20 pages'],
  ['Order 3 chairs for room 12', 'Order 3 chairs for room 12'],
  ['Train to Hamburg Sat 8:15', 'Train to Hamburg', '28 Nov 08:15'],
  ['Submit tax return 31.05.', 'Submit tax return', '31 May 2027 day'],
  ['Return books by the 30th', 'Return books', '30 Nov day'],
  ['Lunch with Karim 12:30 tomorrow', 'Lunch with Karim', '26 Nov 12:30'],
  ['Meeting prep tomorrow morning', 'Meeting prep', '26 Nov 09:00'],
  ['Finish slides EOD', 'Finish slides', '25 Nov day'],
  ['Buy tickets this weekend', 'Buy tickets', '28 Nov day'],
  ['Happy hour Friday 5pm', 'Happy hour', '27 Nov 17:00'],
  ['Send minutes asap', 'Send minutes asap'],
  ['Ask May about the budget', 'Ask May about the budget'],
  ['Second draft of the memo', 'Second draft of the memo'],
  ['Buy sun cream', 'Buy sun cream'],
  ['Draft 2026 budget', 'Draft 2026 budget'],
  ["Prepare slides for Monday's meeting", "Prepare slides for Monday's meeting"],
  ['Clean kitchen @none tomorrow', 'Clean kitchen', 'person none', '26 Nov day'],
  ['Write report ~2h by Thursday', 'Write report', 'estimate 120 min', '26 Nov day'],
  ['Zahnarzt morgen 9 Uhr', 'Zahnarzt', '26 Nov 09:00'],
  ['Müll rausbringen heute Abend', 'Müll rausbringen', '25 Nov 20:00'],
  ['Rechnung an Meier bis Freitag', 'Rechnung an Meier', '27 Nov day'],
  ['Kuchen für Oma am 3. Dezember', 'Kuchen für Oma', '3 Dec day'],
  ['Steuererklärung bis Ende des Monats', 'Steuererklärung', '30 Nov day'],
  ['Mit Jonas telefonieren übermorgen um 14:30', 'Mit Jonas telefonieren', '27 Nov 14:30'],
  ['Urlaub beantragen nächste Woche', 'Urlaub beantragen', '30 Nov day'],
  ['Auto in die Werkstatt Montag früh', 'Auto in die Werkstatt', '30 Nov 09:00'],
  ['Paket abholen in 2 Stunden', 'Paket abholen', '25 Nov 12:00'],
  ['Blumen gießen jeden Montag', 'Blumen gießen jeden Montag'],
]

describe('APP-05 lines of daily life', () => {
  const read = readerIn(dateHabitsOf('en-DE'))

  test.each(lines)('APP-05 %s', (line, title, ...expected) => {
    inZone('Europe/Berlin', () => {
      const { tokens, quotes } = parseCapture(line, new Date(2026, 10, 25, 10), read)
      expect(tokens.map(wordsOf)).toEqual(expected)
      expect(titleWithout(line, tokens, quotes)).toBe(title)
      expect(asksToRepeat(line)).toBe(line.includes('jeden'))
    })
  })
})
