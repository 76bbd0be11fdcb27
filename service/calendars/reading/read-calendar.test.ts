import { describe, expect, test } from 'vitest'
import { berlin, event, feed, read, reads, words, zone } from './feed-testing.ts'

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
      'a day by VALUE=DATE with a time',
      ['DTSTART;VALUE=DATE:20270601T000000', 'DTEND;VALUE=DATE:20270602T000000'],
      '06-01',
    ],
    ['days by hours', ['DTSTART;VALUE=DATE:20270601', 'DURATION:PT48H'], '06-01 06-03'],
    [
      'days of Exchange, which are times',
      [
        berlin('DTSTART', '20270802T000000'),
        berlin('DTEND', '20270804T000000'),
        'X-MICROSOFT-CDO-ALLDAYEVENT:TRUE',
      ],
      '08-02 08-04',
    ],
    [
      'hours of Exchange',
      [berlin('DTSTART', '20270802T000000'), 'DURATION:PT1H', 'X-MICROSOFT-CDO-ALLDAYEVENT:FALSE'],
      '08-01T22:00 23:00',
    ],
    [
      'an event to the end of the day',
      [berlin('DTSTART', '20270601T160000'), berlin('DTEND', '20270601T240000')],
      '06-01T14:00 22:00',
    ],
    [
      'an end without a zone, or in one that is not known, is in that of the start',
      [berlin('DTSTART', '20270601T100000'), 'DTEND;TZID=Atlantis/Capital:20270601T110000'],
      '06-01T08:00 09:00',
    ],
    ['a blank before the value', ['DTSTART: 2027-06-01T10:00:00+02:00'], '06-01T08:00 08:00'],
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
      'the name that Outlook shows, without quotation marks',
      at('(UTC+01:00) Amsterdam, Berlin, Bern, Rome, Stockholm, Vienna'),
      '06-01T08:00 09:00',
    ],
    ['a name with a point', at('"(GMT+01.00) Berlin, Rome"'), '06-01T08:00 09:00'],
    [
      'the name that Outlook shows in India',
      at('"(UTC+05:30) Chennai, Kolkata, Mumbai, New Delhi"'),
      '06-01T04:30 05:30',
    ],
    ['a shown place that is not a city', at('"(UTC-07:00) Arizona"'), '06-01T17:00 18:00'],
    ['a shown distance that is not in force any more', at('"(UTC-04:00) Asuncion"'), '06-01T13:00 14:00'],
    ['a distance that is shown', at('"(UTC-11:00) Coordinated Universal Time-11"'), '06-01T21:00 22:00'],
    ['the name that Rails shows', at('"Eastern Time (US & Canada)"'), '06-01T14:00 15:00'],
    ['a city alone', at('London'), '06-01T09:00 10:00'],
    ['an address of Microsoft', at('tzone://Microsoft/Utc'), '06-01T10:00 11:00'],
    ['a name with a blank', at('America/New York'), '06-01T14:00 15:00'],
    ['a distance from UTC', at('GMT+0200'), '06-01T08:00 09:00'],
    ['a short distance from UTC', at('UTC-2'), '06-01T12:00 13:00'],
    ['no name', at(''), '06-01T10:00 11:00'],
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
  reads([['an abbreviation as the file defines it', at('GMT'), '06-01T08:00 09:00']], zone('GMT'))
  reads([['a city as the file defines it', at('London'), '06-01T08:00 09:00']], zone('London'))
  reads(
    [['an invented name with a place beside it', at('Office'), '06-01T08:00 09:00']],
    ['BEGIN:VTIMEZONE', 'TZID:Office', 'X-LIC-LOCATION:Europe/Berlin', 'END:VTIMEZONE'],
  )
  const ended = (name: string, from: string, to: string, start: string, rule: string) => [
    `BEGIN:${name}`,
    `TZOFFSETFROM:${from}`,
    `TZOFFSETTO:${to}`,
    `DTSTART:${start}`,
    `RRULE:FREQ=YEARLY;${rule}`,
    `END:${name}`,
  ]
  reads(
    [['a definition whose summers have ended', at('Office'), '06-01T13:00 14:00']],
    [
      'BEGIN:VTIMEZONE',
      'TZID:Office',
      ...ended('STANDARD', '-0200', '-0300', '20080217T000000', 'UNTIL=20190217T020000Z;BYMONTH=2;BYDAY=3SU'),
      ...ended(
        'DAYLIGHT',
        '-0300',
        '-0200',
        '20081019T000000',
        'UNTIL=20181021T030000Z;BYMONTH=10;BYDAY=3SU',
      ),
      'END:VTIMEZONE',
    ],
  )

  test('CAL-02 a floating time is in the zone of its own calendar, where a file holds several', () => {
    const calendars = ['Europe/Berlin', 'America/New_York'].map((name) =>
      feed(`X-WR-TIMEZONE:${name}`, ...event(`UID:${name}`, 'DTSTART:20270601T100000')),
    )
    expect(words(read(Buffer.concat(calendars)))).toEqual(['06-01T08:00 08:00', '06-01T14:00 14:00'])
  })

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
