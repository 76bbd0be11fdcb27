import { describe, expect, test } from 'vitest'
import { event, feed, read } from './feed-testing.ts'

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

  test('CAL-05 people whose address stands beside an id, and names with a colon', () => {
    expect(
      detailsOf(
        'ORGANIZER;CN="Ada";EMAIL="ada@icloud.test":/aNDE4/principal/',
        'ATTENDEE;EMAIL=noah@acme.test;PARTSTAT=ACCEPTED:urn:uuid:1',
        'ATTENDEE;CN=Grace: Ops;PARTSTAT=DECLINED:mailto:grace@acme.test',
      ),
    ).toMatchObject({
      organizer: { email: 'ada@icloud.test', name: 'Ada' },
      attendees: [
        { email: 'noah@acme.test', response: 'accepted' },
        { email: 'grace@acme.test', name: 'Grace: Ops', response: 'declined' },
      ],
    })
  })

  test('CAL-05 a text that holds the words of a name is left as it is', () => {
    expect(detailsOf('LOCATION:ldap://acme.test/;CN=Ada;OU=Sales')?.location).toBe(
      'ldap://acme.test/;CN=Ada;OU=Sales',
    )
  })

  test.each([
    ['PUBLIC', false],
    ['private', true],
    ['X-PERSONAL', true],
  ])('CAL-06 an event of the class %s is private: %s', (name, isPrivate) => {
    expect(detailsOf(`CLASS:${name}`)?.isPrivate).toBe(isPrivate)
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
    ['X-PM-CONFERENCE-URL;X-PM-HOST=a@b.example:https://talk.example/x', 'https://talk.example/x'],
    ['URL:https://teams.cloud.microsoft/meet/27?p=Z', 'https://teams.cloud.microsoft/meet/27?p=Z'],
    ['URL:https://gov.teams.microsoft.us/l/meetup-join/1', 'https://gov.teams.microsoft.us/l/meetup-join/1'],
    ['URL:https://events.zoom.us/ej/Ab', 'https://events.zoom.us/ej/Ab'],
    ['URL:https://v.ringcentral.com/join/1', 'https://v.ringcentral.com/join/1'],
    ['LOCATION:https://cloud.example/call/x7k2m9ab', 'https://cloud.example/call/x7k2m9ab'],
    ['LOCATION:https://cloud.example/call/us', null],
    ['DESCRIPTION:https://talk.school.example/b/ada-x1y-z2a', 'https://talk.school.example/b/ada-x1y-z2a'],
    [
      'DESCRIPTION:<https://eur02.safelinks.protection.outlook.com/?url=https%3A%2F%2Fzoom.us%2Fj%2F1%3Fpwd%3Da&data=05>',
      'https://zoom.us/j/1?pwd=a',
    ],
    [
      'DESCRIPTION:https://www.google.com/url?q=https://meet.google.com/abc-defg-hij&sa=D',
      'https://meet.google.com/abc-defg-hij',
    ],
    ['DESCRIPTION:https://www.google.com/url?q=javascript:https://zoom.us/j/1', null],
  ])('CAL-04 %s', (line, joinUrl) => {
    expect(detailsOf(line)?.joinUrl).toBe(joinUrl)
  })

  test('CAL-03 CAL-04 a long run of points in an address does not take long', () => {
    const long = `https://talk.example/${'.'.repeat(300_000)}x`
    expect(detailsOf(`DESCRIPTION:${long} https://zoom.us/j/1.`)?.joinUrl).toBe('https://zoom.us/j/1')
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
      Buffer.from(lines.join('\r\r\n').replace('Grüße', 'Grü\r\r\n ße')),
      Buffer.from(lines.join('\r').replace('Grüße', 'Grü\r ße')),
    ])
      expect(titleOf(bytes)).toMatchObject({ meetings: [{ title: 'Grüße' }] })
  })
})
