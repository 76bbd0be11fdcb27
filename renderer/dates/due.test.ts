import { describe, expect, test } from 'vitest'
import { inZone } from '../../shared/zone-testing.ts'
import { parseCapture } from '../../shared/capture/parse.ts'
import { places } from '../../shared/capture/phrases.ts'
import { readDates, readerIn } from '../../shared/dates/reader/read-dates.ts'
import { dateTimeWords, endOfDay } from '../../shared/dates/format.ts'
import { dueAgain, dueHint, dueTyped, momentIn, noDue } from './due.ts'

const monday = new Date(2026, 10, 23, 22)
const tuesday = new Date(2026, 10, 24, 8)
const endOf = (day: number) => new Date(2026, 10, day, 23, 59, 59, 999).toISOString()
const typed = (text: string, stands = noDue, now = monday) => dueTyped(text, stands, now, readDates).instant

describe('LCH-01 what a due text means', () => {
  test('LCH-01 it counts from when it is typed, however long the form is open', () => {
    expect(typed('tomorrow')).toBe(endOf(24))
    expect(typed('tomorrow', noDue, tuesday)).toBe(endOf(25))
    expect(typed('whenever')).toBeNull()
  })

  test('LCH-01 the words that the field was opened with mean their instant, to the second', () => {
    const instant = new Date(2026, 10, 24, 17, 0, 12).toISOString()
    const stands = dueAgain(instant, monday)
    expect(typed(stands.text, stands)).toBe(instant)
    // The next day the same words mean another day.
    expect(typed('Tomorrow', dueAgain(endOf(24), monday), tuesday)).toBe(endOf(25))
  })

  test.each([
    'tomorrow 25:00',
    'monday xyz',
    'friday not monday',
    'mon, wed',
    'tomorrow (thursday)',
    'tomorrow 5pm or 6pm',
    'friday 31 feb',
    'third friday',
    'mid december 5pm',
    'tomorrow 5pm IST',
    'morgen 25:00',
    'Freitag nicht Montag',
    'morgen 17 Uhr oder 18 Uhr',
  ])('LCH-01 “%s” means none: a part of it is not guessed at', (text) => {
    expect(typed(text)).toBeNull()
  })

  test.each([
    [' tomorrow ', endOf(24)],
    ['(tomorrow)', endOf(24)],
    ['due: tomorrow.', endOf(24)],
    ['Tomorrow, Tuesday', endOf(24)],
    ['morgen (Dienstag)', endOf(24)],
    ['Fr. 17 Uhr', new Date(2026, 10, 27, 17).toISOString()],
    ['bis Freitag, den 27. November', endOf(27)],
    ['27 November', endOf(27)],
    ['2026-11-27T17:00:30Z', '2026-11-27T17:00:30.000Z'],
  ])('LCH-01 “%s” means %s', (text, due) => {
    expect(typed(text)).toBe(due)
  })

  test.each(places)(
    'LCH-01 whatever a captured line takes as its date means the same here: $name',
    (place) => {
      const reader = readerIn(place.habits)
      inZone(place.zone, () => {
        const now = new Date(place.now)
        for (const [line] of place.phrases)
          for (const token of parseCapture(line, now, reader).tokens)
            if (token.kind === 'due')
              expect([token.text, momentIn(token.text, now, reader)]).toEqual([token.text, token.due])
      })
    },
  )

  test('LCH-01 of a task that is overdue another time is a time of its day, and another day is one of its year', () => {
    for (let days = 2; days < 400; days += 1) {
      const on = (hour: number, later = 0) => new Date(2026, 10, 23 - days + later, hour, 30)
      const overdue = dueAgain(on(17).toISOString(), monday)
      const words = dateTimeWords(on(18), monday)
      expect([words, typed(words, overdue)]).toEqual([words, on(18).toISOString()])
    }
    const overdue = dueAgain(new Date(2026, 10, 13, 17, 30).toISOString(), monday)
    expect(typed('Sat, Nov 14, 5:30 PM', overdue)).toBe(new Date(2026, 10, 14, 17, 30).toISOString())
    expect(typed('Fri, Nov 27, 5:30 PM', overdue)).toBe(new Date(2026, 10, 27, 17, 30).toISOString())
    expect(typed('tomorrow', overdue)).toBe(endOf(24))
    expect(typed('Mon, Nov 14', overdue)).toBeNull()
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
