import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { speak } from '../../shared/language.ts'
import type { Row } from '../../shared/ipc/launcher.ts'
import { en } from '../../shared/messages/en.ts'
import { optionOf } from './form-inputs.tsx'
import { rowWith } from '../../shared/search/row-testing.ts'

const now = new Date(2026, 10, 23, 10)
const meeting = (facts: Row['meeting']) =>
  rowWith({ kind: 'meeting', id: 'm1', title: 'Offsite', meeting: facts })
const at = (day: number, hour = 0) => new Date(2026, 10, day, hour).toISOString()

describe('a meeting that a field offers', () => {
  const here = new Intl.DateTimeFormat().resolvedOptions().locale
  beforeEach(() => speak('en', en, 'en-GB'))
  afterEach(() => speak('en', en, here))

  test.each([
    ['all day', { startAt: at(25), endAt: at(26), allDay: true }, 'Wed 25 Nov, all day'],
    ['for two days', { startAt: at(24), endAt: at(26), allDay: true }, 'Tomorrow – Wed 25 Nov, all day'],
    ['for an hour', { startAt: at(25, 9), endAt: at(25, 10) }, 'Wed 25 Nov, 09:00 – 10:00'],
  ])('LCH-01 %s is when the brief says that it is', (_name, facts, words) => {
    expect(optionOf(meeting(facts), now)).toEqual({ id: 'm1', title: 'Offsite', detail: words })
  })
})
