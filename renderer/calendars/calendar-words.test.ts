import { expect, test } from 'vitest'
import { addressIn, factsOf, isEmail, problemWords, skippedWords } from './calendar-words.ts'

test.each([
  ['https://calendar.google.com/ical/x/basic.ics', 'https://calendar.google.com/ical/x/basic.ics'],
  ['  webcal://p12-caldav.icloud.com/published/2/x ', 'webcal://p12-caldav.icloud.com/published/2/x'],
  ['http://192.168.1.5:5232/ada/team.ics', 'http://192.168.1.5:5232/ada/team.ics'],
  ['cloud.example.com/remote.php/dav/x?export', 'https://cloud.example.com/remote.php/dav/x?export'],
  ['', null],
  ['team', null],
  ['calendar.google.com', null],
  ['ada@example.com/x', null],
  ['file:///etc/passwd', null],
  ['javascript://x/%0aalert(1)', null],
  ['https://', null],
  ['https://a.example/x y.ics', null],
])('CAL-08 the typed address %j is sent as %j', (typed, sent) => {
  expect(addressIn(typed)).toBe(sent)
})

test.each([
  ['ada@example.com', true],
  ['ada@example', false],
  ['ada', false],
  ['a@b.c, d@e.f', false],
])('CAL-05 %j is an address of a person: %s', (text, expected) => {
  expect(isEmail(text)).toBe(expected)
})

const now = Date.parse('2026-11-28T12:00:00Z')

test('CAL-08 the facts of a calendar are in words', () => {
  const skipping = (count: number) => ({ kind: 'subscription' as const, skipped: { count, reasons: [] } })
  const read = { ...skipping(0), meetingCount: 1, readAt: '2026-11-28T11:57:00Z' }
  expect(factsOf(read, now)).toEqual(['1 meeting', 'read 3 min ago'])
  const unread = factsOf({ ...skipping(2), meetingCount: 0, readAt: null }, now)
  expect(unread).toEqual(['no meetings', 'not read yet', '2 could not be read'])
  expect(skippedWords({ reason: 'A rule is not valid.', count: 2, example: 'Stand-up' })).toBe(
    '2 × A rule is not valid. (“Stand-up”)',
  )
})

test.each([
  ['calendar_unreachable', 'Cannot be reached; this began 2 h ago.'],
  ['address_needed', 'Its address has to be entered again.'],
  ['of_a_newer_service', 'Cannot be read; this began 2 h ago.'],
  ['constructor', 'Cannot be read; this began 2 h ago.'],
])('CAL-03 APP-11 the problem %s is in words', (code, words) => {
  expect(problemWords({ code, message: 'Why.', since: '2026-11-28T10:00:00Z' }, now)).toBe(words)
})
