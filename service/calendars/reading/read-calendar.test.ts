import { describe, expect, test } from 'vitest'
import { event, feed, read, words, zone } from './feed-testing.ts'

const berlin = (name: string, time: string): string => `${name};TZID=Europe/Berlin:${time}`

/** A title, the lines of one event, and its instances in 2027 (UTC). */
type Row = readonly [title: string, lines: readonly string[], ...instances: string[]]
const reads = (rows: readonly Row[], around: readonly string[] = []) => {
  test.each(rows)('CAL-02 %s', (_title, lines, ...instances) => {
    expect(words(read(feed(...around, ...event(...lines))))).toEqual(instances)
  })
}

describe('times and lengths', () => {
  reads([
    ['UTC', ['DTSTART:20270601T080000Z', 'DTEND:20270601T090000Z'], '06-01T08:00 09:00'],
    ['a place', [berlin('DTSTART', '20270601T100000'), 'DURATION:PT1H'], '06-01T08:00 09:00'],
    ['a time without an end has no length', ['DTSTART:20270601T080000Z'], '06-01T08:00 08:00'],
    [
      'an end before the start counts as the start',
      ['DTSTART:20270601T080000Z', 'DTEND:20270601T070000Z'],
      '06-01T08:00 08:00',
    ],
    ['a time without seconds', ['DTSTART:20270601T0800Z', 'DTEND:20270601T0900Z'], '06-01T08:00 09:00'],
    ['a day without an end', ['DTSTART;VALUE=DATE:20270601'], '06-01'],
    ['a day without VALUE=DATE', ['DTSTART:20270601'], '06-01'],
    [
      'a day that ends where it begins',
      ['DTSTART;VALUE=DATE:20270601', 'DTEND;VALUE=DATE:20270601'],
      '06-01',
    ],
    ['days', ['DTSTART;VALUE=DATE:20270601', 'DTEND;VALUE=DATE:20270603'], '06-01 06-03'],
    [
      'days by duration, over the change of clocks',
      ['DTSTART;VALUE=DATE:20271030', 'DURATION:P3D'],
      '10-30 11-02',
    ],
    [
      'a time that does not exist has the offset before the gap',
      [berlin('DTSTART', '20270328T023000'), 'DURATION:PT1H'],
      '03-28T01:30 02:30',
    ],
    [
      'a time that comes twice is the first',
      [berlin('DTSTART', '20271031T023000'), berlin('DTEND', '20271031T033000')],
      '10-31T00:30 02:30',
    ],
    [
      'a duration of a day is nominal',
      [berlin('DTSTART', '20271030T120000'), 'DURATION:P1D'],
      '10-30T10:00 10-31T11:00',
    ],
  ])
})

describe('zones', () => {
  const at = (name: string) => [`DTSTART;TZID=${name}:20270601T100000`, 'DURATION:PT1H']
  reads([
    ['an IANA name in other letters', at('europe/berlin'), '06-01T08:00 09:00'],
    ['an IANA name behind a path', at('/example.org/20050126_1/Europe/Berlin'), '06-01T08:00 09:00'],
    ['a Windows name in quotation marks', at('"W. Europe Standard Time"'), '06-01T08:00 09:00'],
    [
      'the name that Outlook shows',
      at('"(UTC+01:00) Amsterdam, Berlin, Bern, Rome, Stockholm, Vienna"'),
      '06-01T08:00 09:00',
    ],
    [
      'the American name that Outlook shows',
      at('"(UTC-05:00) Eastern Time (US & Canada)"'),
      '06-01T14:00 15:00',
    ],
  ])
  reads(
    [
      [
        'a floating time is in the zone of the calendar',
        ['DTSTART:20270601T100000', 'DURATION:PT1H'],
        '06-01T08:00 09:00',
      ],
    ],
    ['X-WR-TIMEZONE:Europe/Berlin'],
  )
  reads([['an invented name that the file defines', at('Office'), '06-01T08:00 09:00']], zone('Office'))

  test('CAL-02 a definition behind its events, in winter and summer', () => {
    const days = ['20270115T100000', '20270715T100000'].flatMap((time, index) =>
      event(`UID:${index}`, `DTSTART;TZID=Office:${time}`),
    )
    expect(words(read(feed(...days, ...zone('Office'))))).toEqual(['01-15T09:00 09:00', '07-15T08:00 08:00'])
  })

  test('CAL-02 a floating time without a zone of the calendar is in that of the reader', () => {
    const bytes = feed(...event('DTSTART:20270601T100000', 'DURATION:PT1H'))
    const window = { from: Date.UTC(2027, 0), to: Date.UTC(2028, 0), zone: 'America/New_York' }
    expect(words(read(bytes, window))).toEqual(['06-01T14:00 15:00'])
  })

  test('CAL-02 an event in a zone that does not exist is named, not guessed', () => {
    expect(read(feed(...event(...at('Atlantis/Capital'))))).toMatchObject({
      meetings: [],
      skipped: [{ uid: 'one@feeds.example', title: 'Meeting', why: 'zone' }],
    })
  })
})

describe('series', () => {
  const daily = (...lines: string[]) => [berlin('DTSTART', '20270601T100000'), 'DURATION:PT1H', ...lines]
  reads([
    ['COUNT', daily('RRULE:FREQ=DAILY;COUNT=2'), '06-01T08:00 09:00', '06-02T08:00 09:00'],
    [
      'UNTIL as an instant',
      daily('RRULE:FREQ=DAILY;UNTIL=20270602T080000Z'),
      '06-01T08:00 09:00',
      '06-02T08:00 09:00',
    ],
    [
      'UNTIL as a day includes that day',
      daily('RRULE:FREQ=DAILY;UNTIL=20270602'),
      '06-01T08:00 09:00',
      '06-02T08:00 09:00',
    ],
    [
      'UNTIL as an instant on days',
      ['DTSTART;VALUE=DATE:20270601', 'RRULE:FREQ=DAILY;UNTIL=20270602T000000Z'],
      '06-01',
      '06-02',
    ],
    [
      'blanks in a list',
      daily('RRULE:FREQ=DAILY;BYDAY=TU, TH;UNTIL=20270604'),
      '06-01T08:00 09:00',
      '06-03T08:00 09:00',
    ],
    [
      'a count that is not a number counts for nothing',
      daily('RRULE:FREQ=DAILY;COUNT=-1;UNTIL=20270601'),
      '06-01T08:00 09:00',
    ],
    [
      'COUNT counts what is left out',
      daily('RRULE:FREQ=DAILY;COUNT=2', berlin('EXDATE', '20270601T100000')),
      '06-02T08:00 09:00',
    ],
    [
      'EXDATE in another zone',
      daily('RRULE:FREQ=DAILY;COUNT=2', 'EXDATE:20270601T080000Z'),
      '06-02T08:00 09:00',
    ],
    ['EXDATE as a day', daily('RRULE:FREQ=DAILY;COUNT=2', 'EXDATE;VALUE=DATE:20270602'), '06-01T08:00 09:00'],
    [
      'EXDATE as a time on days',
      ['DTSTART;VALUE=DATE:20270601', 'RRULE:FREQ=DAILY;COUNT=2', 'EXDATE:20270602T000000'],
      '06-01',
    ],
    [
      'a day of EXDATE is the one at the place',
      [
        'DTSTART;TZID=America/New_York:20270601T210000',
        'RRULE:FREQ=DAILY;COUNT=2',
        'EXDATE;VALUE=DATE:20270601',
      ],
      '06-03T01:00 01:00',
    ],
    [
      'the weekday is the one at the place',
      ['DTSTART;TZID=America/New_York:20270604T210000', 'RRULE:FREQ=WEEKLY;BYDAY=FR;COUNT=2'],
      '06-05T01:00 01:00',
      '06-12T01:00 01:00',
    ],
    [
      'the time on the clock stays over the change',
      [berlin('DTSTART', '20271030T100000'), 'RRULE:FREQ=DAILY;COUNT=2'],
      '10-30T08:00 08:00',
      '10-31T09:00 09:00',
    ],
    [
      'the length between two times is exact',
      [berlin('DTSTART', '20271029T230000'), berlin('DTEND', '20271030T070000'), 'RRULE:FREQ=DAILY;COUNT=2'],
      '10-29T21:00 10-30T05:00',
      '10-30T21:00 10-31T05:00',
    ],
    [
      'the last workday of a month',
      ['DTSTART:20271130T080000Z', 'RRULE:FREQ=MONTHLY;BYDAY=MO,TU,WE,TH,FR;BYSETPOS=-1;COUNT=2'],
      '11-30T08:00 08:00',
      '12-31T08:00 08:00',
    ],
    [
      'the 31st only where there is one',
      ['DTSTART:20270831T080000Z', 'RRULE:FREQ=MONTHLY;COUNT=3'],
      '08-31T08:00 08:00',
      '10-31T08:00 08:00',
      '12-31T08:00 08:00',
    ],
    ['29 February not in 2027', ['DTSTART;VALUE=DATE:20240229', 'RRULE:FREQ=YEARLY']],
    [
      'weeks that begin on Sunday',
      ['DTSTART:20270606T080000Z', 'RRULE:FREQ=WEEKLY;INTERVAL=2;BYDAY=SU,TU;WKST=SU;COUNT=3'],
      '06-06T08:00 08:00',
      '06-08T08:00 08:00',
      '06-20T08:00 08:00',
    ],
    ['since long ago', ['DTSTART;VALUE=DATE:16040517', 'RRULE:FREQ=YEARLY'], '05-17'],
    [
      'dates without a rule',
      daily('RDATE;TZID=Europe/Berlin:20270603T100000,20270607T140000'),
      '06-01T08:00 09:00',
      '06-03T08:00 09:00',
      '06-07T12:00 13:00',
    ],
    [
      'dates as periods, with their own lengths',
      daily('RDATE;VALUE=PERIOD:20270603T080000Z/PT3H,20270604T080000Z/20270604T083000Z'),
      '06-01T08:00 09:00',
      '06-03T08:00 11:00',
      '06-04T08:00 08:30',
    ],
    [
      'a rule for a day that never comes',
      ['DTSTART:20260401T080000Z', 'RRULE:FREQ=MONTHLY;BYMONTH=2;BYMONTHDAY=30'],
    ],
  ])

  test.each([
    ['', 'rule'],
    ['FREQ=FORTNIGHTLY;COUNT=3', 'rule'],
    ['INTERVAL=2;BYDAY=MO', 'rule'],
    ['FREQ=SECONDLY', 'tooMany'],
    ['FREQ=HOURLY', 'tooMany'],
  ])('CAL-02 the rule “%s” is named (%s), and stops nothing beside it', (rule, why) => {
    const other = event('UID:other', 'SUMMARY:Other', 'DTSTART:20270601T080000Z')
    const reading = read(feed(...event('DTSTART:20260401T080000Z', `RRULE:${rule}`), ...other))
    expect(reading).toMatchObject({ skipped: [{ title: 'Meeting', why }] })
    expect(reading.kind === 'read' && reading.meetings.filter(({ title }) => title === 'Other')).toHaveLength(
      1,
    )
    expect(words(reading).length).toBeLessThanOrEqual(2001)
  })
})

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
    ['cancelled', change(':20270608T080000Z', ...noon, 'STATUS:CANCELLED'), [first, third]],
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

describe('what people see', () => {
  const detailsOf = (...lines: string[]) => {
    const reading = read(feed(...event('DTSTART:20270601T080000Z', ...lines)))
    return reading.kind === 'read' ? reading.meetings[0] : undefined
  }

  test('CAL-05 CAL-06 texts, people and their answers', () => {
    expect(
      detailsOf(
        'SUMMARY;LANGUAGE=de:Plan\\; Budget\\, Risiken',
        'DESCRIPTION:One\\nTwo',
        'LOCATION:Room 1',
        'CLASS:CONFIDENTIAL',
        'STATUS:TENTATIVE',
        'ORGANIZER;CN="Hopper, Grace":MAILTO:Grace@Acme.test',
        'ATTENDEE;PARTSTAT=DECLINED;CN=Ada:mailto:ada@acme.test',
        'ATTENDEE;PARTSTAT=NEEDS-ACTION:mailto:noah@acme.test',
        'ATTENDEE:urn:uuid:room',
      ),
    ).toMatchObject({
      title: 'Plan; Budget, Risiken',
      description: 'One\nTwo',
      location: 'Room 1',
      isPrivate: true,
      isTentative: true,
      organizer: { email: 'grace@acme.test', name: 'Hopper, Grace' },
      attendees: [
        { email: 'ada@acme.test', name: 'Ada', response: 'declined' },
        { email: 'noah@acme.test', name: null, response: 'needsAction' },
      ],
    })
  })

  test.each([
    ['X-GOOGLE-CONFERENCE:https://meet.google.com/abc-defg-hij', 'https://meet.google.com/abc-defg-hij'],
    [
      'X-MICROSOFT-SKYPETEAMSMEETINGURL:https://teams.microsoft.com/l/meetup-join/19%3ax/0',
      'https://teams.microsoft.com/l/meetup-join/19%3ax/0',
    ],
    ['CONFERENCE;VALUE=URI;FEATURE=VIDEO:https://talk.example/call/x', 'https://talk.example/call/x'],
    ['LOCATION:https://us02web.zoom.us/j/123?pwd=a.1', 'https://us02web.zoom.us/j/123?pwd=a.1'],
    [
      'DESCRIPTION:Agenda https://docs.example/1\\nJoin <https://teams.microsoft.com/meet/27?p=Z>',
      'https://teams.microsoft.com/meet/27?p=Z',
    ],
    ['DESCRIPTION:Help https://support.google.com/meet and https://tel.meet/abc-defg-hij', null],
    ['DESCRIPTION:Options https://teams.microsoft.com/meetingOptions/?x=1', null],
    [
      'DESCRIPTION:Join (https://example.webex.com/example/j.php?MTID=m1).',
      'https://example.webex.com/example/j.php?MTID=m1',
    ],
    [
      'X-ALT-DESC;FMTTYPE=text/html:<a href="https://teams.microsoft.com/l/meetup-join/1?a=1&amp;b=2">Join</a>',
      'https://teams.microsoft.com/l/meetup-join/1?a=1&b=2',
    ],
    ['URL:https://zoom.us.example/j/1', null],
  ])('CAL-04 %s', (line, joinUrl) => {
    expect(detailsOf(line)?.joinUrl).toBe(joinUrl)
  })

  test('CAL-02 letters that were folded inside', () => {
    const folded = Buffer.concat(
      [...Buffer.from('SUMMARY:Grüße')].map((byte) => Buffer.from([byte, 13, 10, 32])),
    )
    const [before, after] = [
      'BEGIN:VCALENDAR\r\nBEGIN:VEVENT\r\nDTSTART:20270601T080000Z\r\n',
      '\r\nEND:VEVENT\r\nEND:VCALENDAR',
    ].map((text) => Buffer.from(text)) as [Buffer, Buffer]
    expect(read(Buffer.concat([before, folded, after]))).toMatchObject({ meetings: [{ title: 'Grüße' }] })
  })

  test('CAL-02 a file in Windows’ letters, with a byte order mark or bare line feeds', () => {
    const lines = ['BEGIN:VCALENDAR', ...event('SUMMARY:Grüße', 'DTSTART:20270601T080000Z'), 'END:VCALENDAR']
    const titleOf = (bytes: Buffer) => read(bytes)
    for (const bytes of [
      Buffer.from(lines.join('\r\n'), 'latin1'),
      Buffer.from(`\uFEFF${lines.join('\n')}`),
      Buffer.from(lines.join('\r')),
    ])
      expect(titleOf(bytes)).toMatchObject({ meetings: [{ title: 'Grüße' }] })
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
    expect(read(feed(...event('DTSTART:20270601T080000Z', 'STATUS:CANCELLED')))).toMatchObject({
      meetings: [],
      skipped: [],
    })
  })

  test.each([
    ['a page', '<!doctype html><title>Sign in</title>', 'notACalendar'],
    ['JSON', '{"items":[]}', 'notACalendar'],
    ['nothing', '', 'notACalendar'],
    [
      '20,001 events',
      feed(...Array.from({ length: 20_001 }, () => ['BEGIN:VEVENT', 'END:VEVENT']).flat()),
      'tooLarge',
    ],
  ])('CAL-01 %s is refused as a whole', (_what, text, kind) => {
    expect(read(Buffer.from(text)).kind).toBe(kind)
  })

  test('CAL-01 an empty calendar is a calendar', () => {
    expect(read(feed('X-WR-CALNAME:Holidays'))).toEqual({
      kind: 'read',
      name: 'Holidays',
      meetings: [],
      skipped: [],
      badLines: 0,
    })
  })
})
