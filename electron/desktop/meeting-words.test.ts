import { afterEach, expect, test } from 'vitest'
import { speak } from '../../shared/language.ts'
import { de } from '../../shared/messages/de.ts'
import { en } from '../../shared/messages/en.ts'
import { meetingLabel, meetingTimes, meetingTitle } from './meeting-words.ts'

const here = new Intl.DateTimeFormat().resolvedOptions().locale
afterEach(() => speak('en', en, here))

const local = (hours: number, minutes: number): Date => new Date(2026, 10, 20, hours, minutes)
const review = (title: string, start = local(10, 0), end = local(10, 30)) => ({
  id: 'm',
  title,
  startAt: start.toISOString(),
  endAt: end.toISOString(),
})

test.each([
  ['Weekly review', 'Weekly review'],
  ['  Weekly\r\n\treview\u0000 ', 'Weekly review'],
  ['', 'Meeting'],
  ['x'.repeat(90), `${'x'.repeat(79)}…`],
  ['👩‍👩‍👧'.repeat(90), `${'👩‍👩‍👧'.repeat(79)}…`],
])('CAL-08 the title %j is shown on one line as %s', (title, shown) => {
  expect(meetingTitle(title)).toBe(shown)
})

test('CAL-08 the tray names time and title, and an & stays one', () => {
  speak('de', de, 'de-DE')
  expect(meetingLabel(review('R&D'))).toBe('10:00 R&&D')
})

test.each([
  [local(9, 55), local(10, 30), '10:00–10:30 Uhr · in 5 Minuten'],
  [local(9, 58), local(10, 0), '10:00 · in 2 Minuten'],
  [new Date(2026, 10, 20, 9, 58, 50), local(10, 30), '10:00–10:30 Uhr · in 1 Minute'],
  [local(10, 0), local(10, 30), '10:00–10:30 Uhr · jetzt'],
  [local(10, 4), local(10, 30), '10:00–10:30 Uhr · jetzt'],
])('CAL-08 at %s a meeting until %s is announced as %s', (now, end, words) => {
  speak('de', de, 'de-DE')
  expect(meetingTimes(review('Review', local(10, 0), end), now.getTime())).toBe(words)
})
