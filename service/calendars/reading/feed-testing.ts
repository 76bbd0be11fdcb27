// Calendar files for tests, and short words for the meetings that are read from them.
import { expect, test } from 'vitest'
import { type CalendarReading, readCalendar } from './read-calendar.ts'

/** One event of the lines given. `uid` and a title are added where they are missing. */
export const event = (...lines: readonly string[]): string[] => [
  'BEGIN:VEVENT',
  ...(lines.some((line) => line.startsWith('UID')) ? [] : ['UID:one@feeds.example']),
  ...(lines.some((line) => line.startsWith('SUMMARY')) ? [] : ['SUMMARY:Meeting']),
  ...lines,
  'END:VEVENT',
]

/** A zone of Central Europe under the name given, by the rules that are in force since 1996. */
export const zone = (name: string): string[] => [
  'BEGIN:VTIMEZONE',
  `TZID:${name}`,
  'BEGIN:DAYLIGHT',
  'TZOFFSETFROM:+0100',
  'TZOFFSETTO:+0200',
  'DTSTART:19960331T020000',
  'RRULE:FREQ=YEARLY;BYMONTH=3;BYDAY=-1SU',
  'END:DAYLIGHT',
  'BEGIN:STANDARD',
  'TZOFFSETFROM:+0200',
  'TZOFFSETTO:+0100',
  'DTSTART:19961027T030000',
  'RRULE:FREQ=YEARLY;BYMONTH=10;BYDAY=-1SU',
  'END:STANDARD',
  'END:VTIMEZONE',
]

export const feed = (...lines: readonly string[]): Buffer =>
  Buffer.from(
    ['BEGIN:VCALENDAR', 'VERSION:2.0', 'PRODID:-//Example//EN', ...lines, 'END:VCALENDAR', ''].join('\r\n'),
  )

/** The year 2027, from its first day. */
const year = { from: Date.UTC(2027, 0, 1), to: Date.UTC(2028, 0, 1), zone: 'UTC' }

export const read = (bytes: Buffer, window = year): CalendarReading => readCalendar(bytes, window)

/** `06-01T08:00 09:00` for a time on a day of 2027, `06-01` for a day, `06-01 06-03` for days; the end is not included. */
export const words = (reading: CalendarReading): string[] => {
  if (reading.kind !== 'read') return [reading.kind]
  return reading.meetings.map(({ start, end, allDay }) => {
    const [from, until] = [start, end].map((instant) => new Date(instant).toISOString().slice(5, 16)) as [
      string,
      string,
    ]
    const [day, lastDay] = [from.slice(0, 5), until.slice(0, 5)]
    if (!allDay) return `${from} ${day === lastDay ? until.slice(6) : until}`
    return end - start === 86_400_000 ? day : `${day} ${lastDay}`
  })
}

export const berlin = (name: string, time: string): string => `${name};TZID=Europe/Berlin:${time}`

/** A title, the lines of one event, and its instances in 2027 (UTC). */
type Row = readonly [title: string, lines: readonly string[], ...instances: string[]]
/** One test a row. @param around lines of the calendar */
export const reads = (rows: readonly Row[], around: readonly string[] = []) => {
  const named = rows.map(([title, lines, ...instances]) => ({ title, lines, instances }))
  test.each(named)('CAL-02 $title', ({ lines, instances }) => {
    expect(words(read(feed(...around, ...event(...lines))))).toEqual(instances)
  })
}
