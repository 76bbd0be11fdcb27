import { describe, expect, test } from 'vitest'
import { berlin, event, feed, read, words } from './feed-testing.ts'

describe('changed instances', () => {
  const series = event(berlin('DTSTART', '20270601T100000'), 'DURATION:PT1H', 'RRULE:FREQ=WEEKLY;COUNT=3')
  const change = (replaces: string, ...lines: string[]) => event(`RECURRENCE-ID${replaces}`, ...lines)
  const [first, second, third] = ['06-01T08:00 09:00', '06-08T08:00 09:00', '06-15T08:00 09:00'] as const
  const noon = [berlin('DTSTART', '20270608T120000'), 'DURATION:PT1H']

  test.each([
    [
      'in the zone',
      change(';TZID=Europe/Berlin:20270608T100000', ...noon),
      [first, '06-08T10:00 11:00', third],
    ],
    ['in UTC', change(':20270608T080000Z', ...noon), [first, '06-08T10:00 11:00', third]],
    ['by its day', change(';VALUE=DATE:20270608', ...noon), [first, '06-08T10:00 11:00', third]],
    ['without a zone', change(':20270608T100000', ...noon), [first, '06-08T10:00 11:00', third]],
    ['cancelled', change(':20270608T080000Z', ...noon, 'STATUS:CANCELLED'), [first, third]],
    ['cancelled, without a time', change(':20270608T080000Z', 'STATUS:CANCELLED'), [first, third]],
    [
      'to whole days',
      change(':20270608T080000Z', 'DTSTART;VALUE=DATE:20270608', 'DTEND;VALUE=DATE:20270610'),
      [first, '06-08 06-10', third],
    ],
    [
      'that the rule does not give',
      change(':20270701T080000Z', berlin('DTSTART', '20270702T100000')),
      [first, second, third, '07-02T08:00 08:00'],
    ],
    [
      'with all later ones',
      change(';RANGE=THISANDFUTURE:20270608T080000Z', berlin('DTSTART', '20270609T140000'), 'DURATION:PT2H'),
      [first, '06-09T12:00 14:00', '06-16T12:00 14:00'],
    ],
  ])('CAL-02 an instance changed %s', (_how, lines, instances) => {
    expect(words(read(feed(...series, ...lines)))).toEqual(instances)
  })

  test('CAL-02 an instance that was moved into the window from outside is there, and knows its place', () => {
    const bytes = feed(
      ...event('DTSTART:20250601T080000Z', 'RRULE:FREQ=YEARLY'),
      ...change(':20290601T080000Z', 'DTSTART:20270501T080000Z'),
    )
    const reading = read(bytes)
    expect(words(reading)).toEqual(['05-01T08:00 08:00', '06-01T08:00 08:00'])
    expect(reading).toMatchObject({ meetings: [{ recurrence: Date.UTC(2029, 5, 1, 8) }, {}] })
  })

  test('CAL-02 instances of a series that is not in the file', () => {
    const guest = ['20270608T080000Z', '20270615T080000Z'].flatMap((time) =>
      change(`:${time}`, `DTSTART:${time}`),
    )
    expect(words(read(feed(...guest)))).toEqual(['06-08T08:00 08:00', '06-15T08:00 08:00'])
  })

  test('CAL-02 the later version of a change counts, wherever it stands', () => {
    const versions = ['SEQUENCE:2', 'SEQUENCE:1'].flatMap((sequence, index) =>
      change(':20270608T080000Z', `DTSTART:2027060${8 + index}T080000Z`, sequence),
    )
    expect(words(read(feed(...series, ...versions)))[1]).toBe('06-08T08:00 08:00')
  })

  test('CAL-02 the later version of a change counts, in whatever zone it names its instance', () => {
    const bytes = feed(
      ...change(':20270608T080000Z', 'DTSTART:20270608T080000Z', 'SEQUENCE:1', 'STATUS:CANCELLED'),
      ...series,
      ...change(';TZID=Europe/Berlin:20270608T100000', ...noon, 'SEQUENCE:2'),
    )
    expect(words(read(bytes))).toEqual([first, '06-08T10:00 11:00', third])
  })

  test('CAL-02 the later version of an event counts, also where it cancels it', () => {
    const version = (uid: string, day: string, ...lines: string[]) =>
      event(`UID:${uid}`, `DTSTART:202706${day}T080000Z`, ...lines)
    const bytes = feed(
      ...version('a', '02', 'SEQUENCE:2'),
      ...version('a', '01', 'SUMMARY:Before'),
      ...version('b', '03'),
      ...version('b', '03', 'SEQUENCE:1', 'STATUS:CANCELLED'),
    )
    expect(words(read(bytes))).toEqual(['06-02T08:00 08:00'])
  })

  test('CAL-02 an event that is written twice is one, and two titles at one time under one UID are two', () => {
    const at = (title: string) => event('DTSTART:20270601T080000Z', `SUMMARY:${title}`)
    const reading = read(feed(...at('Early'), ...at('Late'), ...at('Early')))
    const uids = reading.kind === 'read' ? reading.meetings.map(({ uid }) => uid) : []
    expect(new Set(uids).size).toBe(2)
    expect(words(read(feed(...series, ...series)))).toEqual([first, second, third])
  })

  test('CAL-02 a change belongs to the one of two series with its UID that had begun', () => {
    const later = event(berlin('DTSTART', '20270622T120000'), 'DURATION:PT1H', 'RRULE:FREQ=WEEKLY;COUNT=2')
    const moved = [berlin('DTSTART', '20270629T150000'), 'DURATION:PT1H']
    const bytes = feed(...series, ...later, ...change(';TZID=Europe/Berlin:20270629T120000', ...moved))
    expect(words(read(bytes))).toEqual([first, second, third, '06-22T10:00 11:00', '06-29T13:00 14:00'])
  })

  test('CAL-02 two single events with one UID are two, and are told apart', () => {
    const reading = read(feed(...['11', '12'].flatMap((day) => event(`DTSTART:202706${day}T080000Z`))))
    expect(reading).toMatchObject({
      meetings: [{ recurrence: Date.UTC(2027, 5, 11, 8) }, { recurrence: Date.UTC(2027, 5, 12, 8) }],
    })
  })

  test('CAL-03 an instance keeps its id when it is moved and when another is left out', () => {
    const ids = (...lines: string[]) => {
      const reading = read(
        feed(...event(berlin('DTSTART', '20270601T100000'), 'RRULE:FREQ=WEEKLY;COUNT=3', ...lines)),
      )
      return reading.kind === 'read' ? reading.meetings.map(({ recurrence }) => recurrence) : []
    }
    const moved = read(feed(...series, ...change(':20270608T080000Z', ...noon)))
    expect(moved.kind === 'read' && moved.meetings.map(({ recurrence }) => recurrence)).toEqual(ids())
    expect(ids('EXDATE:20270601T080000Z')).toEqual(ids().slice(1))
  })
})

describe('what cannot be read', () => {
  test('CAL-02 a broken line costs that line, and a broken event itself', () => {
    const bytes = feed(
      'VERSION',
      ...event('UID:a', 'SUMMARY:Good', 'DTSTART:20270601T080000Z', 'ORGANIZER;CN=cut', 'no property'),
      ...event('UID:b', 'SUMMARY:No start'),
      ...event('UID:c', 'SUMMARY:A word', 'DTSTART:tomorrow'),
      ...event('UID:d', 'SUMMARY:31 June', 'DTSTART;VALUE=DATE:20270631'),
    )
    expect(read(bytes)).toMatchObject({
      meetings: [{ title: 'Good' }],
      badLines: 3,
      badTitle: 'Good',
      skipped: ['No start', 'A word', '31 June'].map((title) => ({ title, why: 'start' })),
    })
  })

  test('CAL-02 alarms and tasks are not meetings, and an event that is not closed ends with the next', () => {
    const bytes = feed(
      'BEGIN:VTODO',
      'SUMMARY:Task',
      'DTSTART:20270601T080000Z',
      'END:VTODO',
      ...event(
        'UID:a',
        'SUMMARY:Open',
        'DTSTART:20270601T080000Z',
        'BEGIN:VALARM',
        'SUMMARY:Alarm',
        'END:VALARM',
      ).slice(0, -1),
      ...event('UID:b', 'SUMMARY:Next', 'DTSTART:20270602T080000Z'),
    )
    expect(read(bytes)).toMatchObject({ meetings: [{ title: 'Open' }, { title: 'Next' }], badLines: 0 })
  })

  test('CAL-02 cancelled events are neither given nor counted', () => {
    for (const start of [
      'DTSTART:20270601T080000Z',
      'DTSTART;TZID=Atlantis/Capital:20270601T080000',
      'X-NO:1',
    ])
      expect(read(feed(...event(start, 'STATUS:CANCELLED')))).toMatchObject({ meetings: [], skipped: [] })
    expect(words(read(feed('METHOD:CANCEL', ...event('DTSTART:20270601T080000Z'))))).toEqual([])
  })

  const whole = feed(...event('DTSTART:20270601T080000Z')).toString()
  test.each([
    ['a page', '<!doctype html><title>Sign in</title>', 'notACalendar'],
    ['JSON', '{"items":[]}', 'notACalendar'],
    ['nothing', '', 'notACalendar'],
    ['a file that ends after a line of an event', whole.slice(0, whole.indexOf('DTSTART')), 'cutOff'],
    ['a file that ends inside a line', whole.slice(0, whole.indexOf('Z\r\n')), 'cutOff'],
    ['a file that ends after an event', whole.slice(0, whole.indexOf('END:VCALENDAR')), 'cutOff'],
    ['a file that ends inside its last line', whole.slice(0, -5), 'cutOff'],
    ['nothing but a beginning', 'BEGIN:VCALENDAR', 'cutOff'],
    [
      '20,001 events',
      feed(...Array.from({ length: 20_001 }, () => ['BEGIN:VEVENT', 'END:VEVENT']).flat()),
      'tooLarge',
    ],
  ])('CAL-01 %s is refused as a whole', (_what, text, kind) => {
    expect(read(Buffer.from(text)).kind).toBe(kind)
  })

  test.each([
    ['little', Buffer.from(`\uFEFF${whole}`, 'utf16le')],
    ['big', Buffer.from(`\uFEFF${whole}`, 'utf16le').swap16()],
  ])('CAL-01 a file in UTF-16, with the %s end first, is read', (_order, bytes) => {
    expect(read(bytes)).toMatchObject({ meetings: [{ title: 'Meeting' }], badLines: 0 })
  })

  test('CAL-01 a file without its last line break is whole', () => {
    expect(read(Buffer.from(whole.trimEnd()))).toMatchObject({ meetings: [{ title: 'Meeting' }] })
  })

  test('CAL-01 an empty calendar is a calendar', () => {
    expect(read(feed('X-WR-CALNAME:Holidays'))).toEqual({
      kind: 'read',
      name: 'Holidays',
      meetings: [],
      skipped: [],
      badLines: 0,
      badTitle: '',
    })
  })
})
