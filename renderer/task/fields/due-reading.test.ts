import { describe, expect, test } from 'vitest'
import { inZone } from '../../../shared/zone-testing.ts'
import { parseCapture } from '../../capture/parse-capture.ts'
import { places } from '../../capture/phrases.ts'
import { readDates, readerIn } from '../../capture/read-dates.ts'
import { dateHabitsOf } from '../../ui/dates/date-habits.ts'
import { dateTimeWords, endOfDay } from '../../ui/dates/dates.ts'
import { dueHint, type DueReading, instantIn, naming, readAgain } from './due-reading.ts'
import { dueOf } from '../task-values.ts'

const monday = new Date(2026, 10, 23, 22)
const tuesday = new Date(2026, 10, 24, 8)
const instant = (reading: DueReading, text: string) => instantIn(reading, text, readDates)
const endOf = (day: number) => new Date(2026, 10, day, 23, 59, 59, 999).toISOString()
const opened: DueReading = { at: monday, instants: new Map() }

describe('LCH-01 what a due text means', () => {
  test('LCH-01 it counts from when it was last changed, however long the form is open', () => {
    expect(instant(opened, 'tomorrow')).toBe(endOf(24))
    expect(instant(readAgain(opened, tuesday), 'tomorrow')).toBe(endOf(25))
    expect(instant(opened, 'whenever')).toBeNull()
  })

  test('LCH-01 a text that was written from an instant means that instant', () => {
    const due = new Date(2026, 10, 24, 17, 0, 12).toISOString()
    const picked = naming(opened, 'Tomorrow 17:00', due)
    expect(instant(picked, 'Tomorrow 17:00')).toBe(due)
    // Other words are read, and the same ones again on the same day are the same.
    const later = readAgain(picked, new Date(2026, 10, 23, 23))
    expect(instant(later, 'Tomorrow 17:00')).toBe(due)
  })

  test('LCH-01 words of yesterday mean another day when they are written today', () => {
    const picked = naming(opened, 'Tomorrow', endOf(24))
    expect(instant(readAgain(picked, tuesday), 'Tomorrow')).toBe(endOf(25))
  })

  test.each([
    'tomorrow 25:00',
    'monday xyz',
    'next friday, if possible',
    'friday not monday',
    'mon, wed',
    'tomorrow (thursday)',
    'tomorrow 5pm or 6pm',
    'tomorrow & 5pm',
    'friday 1700',
    'friday 31 feb',
  ])('LCH-01 “%s” means none: a part of it is not guessed at', (text) => {
    expect(instant(opened, text)).toBeNull()
  })

  test.each([
    ' tomorrow ',
    '(tomorrow)',
    'tomorrow…',
    'due: tomorrow.',
    'Tomorrow, Tuesday',
    'tomorrow (tue)',
  ])('LCH-01 “%s” means tomorrow', (text) => {
    expect(instant(opened, text)).toBe(endOf(24))
  })

  const inGerman = (text: string) => dueOf(text, monday, readerIn('de', dateHabitsOf('de-DE')))

  test.each(['Fr. 17 Uhr', '12. Dez. …', 'morgen (Dienstag)', 'bis Freitag, den 27. November'])(
    'LCH-01 in German “%s” means a moment',
    (text) => {
      expect(inGerman(text)).not.toBeNull()
    },
  )

  test.each(['morgen 25:00', 'Montag xyz', 'Freitag nicht Montag', 'morgen 17 Uhr oder 18 Uhr'])(
    'LCH-01 in German “%s” means none',
    (text) => {
      expect(inGerman(text)).toBeNull()
    },
  )

  test.each(places)(
    'LCH-01 whatever a captured line takes as its date means the same here: $name',
    (place) => {
      const reader = readerIn('en', place.habits)
      inZone(place.zone, () => {
        const now = new Date(place.now)
        for (const [line] of place.phrases)
          for (const token of parseCapture(line, now, reader).tokens)
            if (token.kind === 'due')
              expect([token.text, dueOf(token.text, now, reader)]).toEqual([token.text, token.due])
      })
    },
  )

  test('LCH-01 the words that a form writes for a day to come mean that day', () => {
    for (let days = -1; days < 400; days += 1)
      for (const due of [endOfDay(new Date(2026, 10, 23 + days)), new Date(2026, 10, 23 + days, 17, 30)]) {
        const words = dateTimeWords(due, monday)
        expect([words, instant(opened, words)]).toEqual([words, due.toISOString()])
      }
  })

  test('LCH-01 of a task that is overdue another time is a time of its day, and another day is one of its year', () => {
    for (let days = 2; days < 400; days += 1) {
      const on = (hour: number, later = 0) => new Date(2026, 10, 23 - days + later, hour, 30)
      const overdue = naming(opened, dateTimeWords(on(17), monday), on(17).toISOString())
      const words = dateTimeWords(on(18), monday)
      expect([words, instant(overdue, words)]).toEqual([words, on(18).toISOString()])
    }
    const overdue = naming(opened, 'Fri, Nov 13, 5:30 PM', new Date(2026, 10, 13, 17, 30).toISOString())
    expect(instant(overdue, 'Sat, Nov 14, 5:30 PM')).toBe(new Date(2026, 10, 14, 17, 30).toISOString())
    expect(instant(overdue, 'Fri, Nov 27, 5:30 PM')).toBe(new Date(2026, 10, 27, 17, 30).toISOString())
    expect(instant(overdue, 'tomorrow')).toBe(endOf(24))
    expect(instant(overdue, 'Mon, Nov 14')).toBeNull()
  })
})

describe('LCH-01 the hint under the due field', () => {
  const due = endOfDay(new Date(2026, 10, 27))
  const date = dateTimeWords(due, tuesday)

  test('LCH-01 it says the date and the distance', () => {
    expect(dueHint('fri', due, tuesday)).toBe(`${date} · in 3 days`)
  })

  test('LCH-01 it leaves out a date that the text already is', () => {
    expect(dueHint(date, due, tuesday)).toBe('in 3 days')
    expect(dueHint('Tomorrow', endOfDay(new Date(2026, 10, 25)), tuesday)).toBe('')
  })
})
