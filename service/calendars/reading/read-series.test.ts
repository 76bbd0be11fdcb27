import { describe, expect, test } from 'vitest'
import { berlin, event, feed, read, reads, words } from './feed-testing.ts'

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
      'a date as a day has the time of the start',
      daily('RDATE;VALUE=DATE:20270603'),
      '06-01T08:00 09:00',
      '06-03T08:00 09:00',
    ],
    [
      'EXDATE and RDATE without a zone are in that of the start',
      daily('RRULE:FREQ=DAILY;COUNT=2', 'EXDATE:20270602T100000', 'RDATE:20270604T100000'),
      '06-01T08:00 09:00',
      '06-04T08:00 09:00',
    ],
    [
      'a rule of exceptions',
      daily('RRULE:FREQ=DAILY;COUNT=4', 'EXRULE:FREQ=DAILY;INTERVAL=2'),
      '06-02T08:00 09:00',
      '06-04T08:00 09:00',
    ],
    [
      'days of Exchange to a midnight in UTC',
      [
        berlin('DTSTART', '20270804T000000'),
        berlin('DTEND', '20270805T000000'),
        'RRULE:FREQ=DAILY;UNTIL=20270805T220000Z',
        berlin('EXDATE', '20270805T000000'),
        'X-MICROSOFT-CDO-ALLDAYEVENT:TRUE',
      ],
      '08-04',
      '08-06',
    ],
    [
      'a rule for a day that never comes',
      ['DTSTART:20260401T080000Z', 'RRULE:FREQ=MONTHLY;BYMONTH=2;BYMONTHDAY=30'],
    ],
  ])

  test.each([
    ['rule', 'RRULE:'],
    ['rule', 'RRULE:FREQ=FORTNIGHTLY;COUNT=3'],
    ['rule', 'RRULE:INTERVAL=2;BYDAY=MO'],
    ['tooMany', 'RRULE:FREQ=SECONDLY'],
    ['tooMany', 'RRULE:FREQ=HOURLY'],
    ['rule', 'RRULE:FREQ=DAILY;COUNT=3', 'EXRULE:FREQ=FORTNIGHTLY'],
  ])('CAL-02 a fault is named (%s), and stops nothing beside it: %s %s', (why, ...rules) => {
    const other = event('UID:other', 'SUMMARY:Other', 'DTSTART:20270601T080000Z')
    const reading = read(feed(...event('DTSTART:20260401T080000Z', ...rules), ...other))
    expect(reading).toMatchObject({ skipped: [{ title: 'Meeting', why }] })
    expect(reading.kind === 'read' && reading.meetings.filter(({ title }) => title === 'Other')).toHaveLength(
      1,
    )
    expect(words(reading).length).toBeLessThanOrEqual(2001)
  })
})
