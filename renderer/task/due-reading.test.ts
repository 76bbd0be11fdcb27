import { describe, expect, test } from 'vitest'
import { readDates } from '../capture/read-dates.ts'
import { type DueReading, instantIn, naming, readAgain } from './due-reading.ts'

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
})
