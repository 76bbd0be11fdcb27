// The service's iCalendar output, read back by its own reader and by ical.js.
import ICAL from 'ical.js'
import { expect, test } from 'vitest'
import { readCalendar } from './reading/read-calendar.ts'
import { writeIcs, type WrittenEvent } from './write-ics.ts'

const at = Date.UTC(2027, 5, 1, 8)
const year = { from: Date.UTC(2027, 0, 1), to: Date.UTC(2028, 0, 1), zone: 'Europe/Berlin' }
const hostile = 'Zoë; says, “\\n” is no line end:\r\nnext\rline\t\u0007\0 😀 \ud800END:VEVENT'
const readBack = 'Zoë; says, “\\n” is no line end:\nnext\nline\t 😀 \ufffdEND:VEVENT'

const events: WrittenEvent[] = [
  { uid: 'a', title: 'A moment', stamp: at, startAt: at, allDay: false },
  {
    uid: 'b',
    title: hostile,
    stamp: at,
    startAt: at,
    endAt: at + 3_600_000,
    allDay: false,
    description: hostile.repeat(9),
    url: 'https://x.test/a;b,c\r\nX-EVIL:1',
  },
  { uid: 'c', title: 'A day', stamp: at, startAt: Date.UTC(2027, 5, 2), allDay: true },
  {
    uid: 'd',
    title: 'Two days',
    stamp: at,
    startAt: Date.UTC(2027, 5, 3),
    endAt: Date.UTC(2027, 5, 5),
    allDay: true,
  },
  {
    uid: 'e',
    title: 'Weekly',
    stamp: at,
    startAt: at,
    endAt: at + 60_000,
    allDay: false,
    rule: 'FREQ=WEEKLY;COUNT=2',
    organizer: 'a@x.test',
    attendees: [{ email: 'b@x.test', name: 'Bo "B"; Ek, ^', response: 'TENTATIVE' }],
  },
]
const text = writeIcs('Mine; and, yours\\', events)

test('CAL-01 a written calendar has lines of at most 75 octets that end in CRLF', () => {
  expect(text.endsWith('END:VCALENDAR\r\n')).toBe(true)
  const lines = text.split('\r\n')
  expect(lines.filter((line) => /[\r\n]/.test(line) || Buffer.byteLength(line) > 75)).toEqual([])
  expect(lines.some((line) => Buffer.byteLength(line) === 75)).toBe(true)
  expect(lines.filter((line) => line === 'END:VEVENT')).toHaveLength(events.length)
  expect(lines.filter((line) => line.startsWith('X-EVIL'))).toEqual([])
})

test('CAL-01 the own reader reads what was written', () => {
  const reading = readCalendar(Buffer.from(text), year)
  if (reading.kind !== 'read') throw new Error(reading.kind)
  const { name, skipped, badLines } = reading
  expect({ name, skipped, badLines }).toEqual({ name: 'Mine; and, yours\\', skipped: [], badLines: 0 })
  const read = reading.meetings.map(({ uid, title, start, end, allDay }) => [uid, title, start, end, allDay])
  expect(read.toSorted(([a = ''], [b = '']) => (a < b ? -1 : 1))).toEqual([
    ['a', 'A moment', at, at, false],
    ['b', readBack, at, at + 3_600_000, false],
    ['c', 'A day', Date.UTC(2027, 5, 2), Date.UTC(2027, 5, 3), true],
    ['d', 'Two days', Date.UTC(2027, 5, 3), Date.UTC(2027, 5, 5), true],
    ['e', 'Weekly', at, at + 60_000, false],
    ['e', 'Weekly', at + 7 * 86_400_000, at + 7 * 86_400_000 + 60_000, false],
  ])
  const [invited] = reading.meetings.filter(({ uid }) => uid === 'e')
  expect(invited?.attendees).toMatchObject([
    { email: 'b@x.test', name: 'Bo "B"; Ek, ^', response: 'tentative' },
  ])
})

test('CAL-01 ical.js parses what was written, strictly', () => {
  const calendar = new ICAL.Component(ICAL.parse(text))
  const read = calendar
    .getAllSubcomponents('vevent')
    .map((event) => new ICAL.Event(event, { strictExceptions: true }))
  expect(read.map(({ uid, summary }) => [uid, summary])).toEqual(
    events.map(({ uid, title }) => [uid, title === hostile ? readBack : title]),
  )
  expect(
    read.map(({ startDate, endDate }) => [startDate.isDate, endDate.toJSDate() >= startDate.toJSDate()]),
  ).toEqual(events.map(({ allDay }) => [allDay, true]))
})
