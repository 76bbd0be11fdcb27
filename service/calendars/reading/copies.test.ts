import { describe, expect, test } from 'vitest'
import type { CopyDetails } from '../copies.store.ts'
import { ownAddresses, partOf, readCopies, type ReadCopies, responseOf } from './copies.ts'
import { event, feed } from './feed-testing.ts'

const window = { from: Date.UTC(2027, 0, 1), to: Date.UTC(2028, 0, 1) }
const start = 'DTSTART:20270601T080000Z'

type Read = Extract<ReadCopies, { kind: 'read' }>

const read = (lines: readonly string[], known: string | null = null, addresses: string[] = []): Read => {
  const answer = readCopies({ bytes: feed(...lines), window, zone: 'UTC', addresses, known })
  if (answer.kind !== 'read') throw new Error(answer.kind)
  return answer
}
/** Their copies, in the order of their starts. */
const copiesIn = ({ copies }: Read) =>
  copies
    .map(({ details, ...copy }) => ({ ...copy, details: JSON.parse(details) as CopyDetails }))
    .toSorted((a, b) => a.details.startAt - b.details.startAt)
const detailsOf = (...lines: string[]): CopyDetails | undefined =>
  copiesIn(read(event(start, ...lines)))[0]?.details

describe('the stored copy of a meeting', () => {
  test('CAL-05 CAL-06 has what the calendar says of it', () => {
    const [copy] = copiesIn(
      read(
        event(
          start,
          'DURATION:PT1H',
          'SUMMARY: Plan ',
          'LOCATION:Room 1',
          'DESCRIPTION:Agenda',
          'CLASS:PRIVATE',
          'STATUS:TENTATIVE',
          'TRANSP:TRANSPARENT',
          'X-GOOGLE-CONFERENCE:https://meet.google.com/abc-defg-hij',
          'ATTENDEE;PARTSTAT=DECLINED;CN=Ada:mailto:ada@acme.test',
        ),
      ),
    )
    expect(copy).toMatchObject({
      endAt: Date.UTC(2027, 5, 1, 9),
      response: null,
      details: {
        title: 'Plan',
        startAt: Date.UTC(2027, 5, 1, 8),
        endAt: Date.UTC(2027, 5, 1, 9),
        allDay: false,
        location: 'Room 1',
        description: 'Agenda',
        joinUrl: 'https://meet.google.com/abc-defg-hij',
        isPrivate: true,
        isTentative: true,
        isFree: true,
        guests: [{ email: 'ada@acme.test', name: 'Ada', response: 'declined', isOrganizer: false }],
        isFirst: true,
      },
    })
  })

  test('CAL-05 without more than a time is untitled, and says nothing that it does not know', () => {
    const details = detailsOf('SUMMARY:  ')
    expect(details).toMatchObject({ title: 'Untitled', location: null, description: null, joinUrl: null })
    expect(details).not.toHaveProperty('isFree')
  })

  test('CAL-05 is without what PostgreSQL does not store: NUL, and half of a pair', () => {
    const title = detailsOf(`SUMMARY:a\0b\0c${'x'.repeat(496)}🦩`)?.title
    expect(title).toBe(`abc${'x'.repeat(496)}\ufffd`)
  })

  test('CAL-05 has long texts cut, and no address to join that is cut', () => {
    const long = 'x'.repeat(12_000)
    const url = (length: number) => `https://meet.google.com/${'x'.repeat(length - 24)}`
    const details = detailsOf(
      `SUMMARY:${long}`,
      `LOCATION:${long}`,
      `DESCRIPTION:${long}`,
      `ATTENDEE;CN=${long}:mailto:a@${long}`,
      `X-GOOGLE-CONFERENCE:${url(2001)}`,
    )
    const [guest] = details?.guests ?? []
    const lengths = [details?.title, details?.location, details?.description, guest?.email, guest?.name]
    expect(lengths.map((text) => text?.length)).toEqual([500, 1_000, 10_000, 320, 500])
    expect(details?.joinUrl).toBeNull()
    expect(detailsOf(`X-GOOGLE-CONFERENCE:${url(2000)}`)?.joinUrl).toBe(url(2000))
  })

  const guests = (...lines: string[]) =>
    detailsOf(...lines)?.guests.map(({ email, isOrganizer }) => [email, isOrganizer])

  test('CAL-06 names who organizes it first, unless they are listed', () => {
    const organizer = 'ORGANIZER:mailto:grace@acme.test'
    const ada = 'ATTENDEE:mailto:ada@acme.test'
    expect(guests(organizer, ada)).toEqual([
      ['grace@acme.test', true],
      ['ada@acme.test', false],
    ])
    expect(guests(organizer, ada, 'ATTENDEE:mailto:grace@acme.test')).toEqual([
      ['ada@acme.test', false],
      ['grace@acme.test', true],
    ])
    expect(guests(ada)).toEqual([['ada@acme.test', false]])
  })

  test('CAL-06 holds 200 guests', () => {
    const many = Array.from({ length: 201 }, (_, place) => `ATTENDEE:mailto:${place}@acme.test`)
    expect(guests(...many)?.length).toBe(200)
  })

  test('CAL-03 keeps its id in another reading; series and instances have ids of their own', () => {
    const series = event('UID:a', start, 'RRULE:FREQ=WEEKLY;COUNT=2')
    const ids = (lines: readonly string[]) =>
      copiesIn(read(lines)).map(({ meetingId, details }) => [meetingId, details.series])
    const [[first, one], [second, other]] = ids(series) as [[string, string], [string, string]]
    expect(one).toBe(other)
    expect(first).not.toBe(second)
    const single = ids(event('UID:b', start))
    expect(ids([...event('UID:b', start), ...series])).toEqual(
      expect.arrayContaining([...single, [first, one]]),
    )
    expect(single[0]?.[1]).not.toBe(one)
    // Ids are kept when a workspace moves, so they are the same in every version.
    expect(single).toEqual([['83797647-570e-8999-a065-f1c90bd0e69d', '3b90dd62-17e0-820e-8104-7cc3135b6006']])
  })

  test('CAL-05 LCH-06 is the first of its series with this title and these guests', () => {
    const instance = (day: string, ...lines: string[]) =>
      event(`RECURRENCE-ID:202706${day}T080000Z`, `DTSTART:202706${day}T080000Z`, ...lines)
    const ada = 'ATTENDEE:mailto:ada@acme.test'
    const noah = 'ATTENDEE:mailto:noah@acme.test'
    const lines = [
      ...event(start, 'RRULE:FREQ=DAILY;COUNT=7', ada, noah),
      ...instance('03', 'SUMMARY:Another', ada, noah),
      ...instance('04', ada),
      ...instance('05', noah, ada),
      ...instance('06', ada, noah, 'CLASS:PRIVATE'),
      ...instance('07', ada, 'ATTENDEE:mailto:grace@acme.test'),
      ...event('UID:b', 'DTSTART:20270610T080000Z', ada, noah),
    ]
    expect(copiesIn(read(lines)).map(({ details }) => details.isFirst)).toEqual([
      true,
      false,
      true,
      true,
      false,
      true,
      true,
      true,
    ])
  })
})

describe('the answer of a calendar’s owner', () => {
  const guest = (email: string, response: 'declined' | 'accepted' | null, isOrganizer = false) => ({
    email,
    name: null,
    response,
    isOrganizer,
  })
  const own = new Set(['ann@acme.test', 'ann@home.test'])

  test.each([
    [
      'is the one by their own address',
      [guest('b@acme.test', 'accepted'), guest('ann@acme.test', 'declined')],
      'declined',
    ],
    [
      'is by any of their addresses',
      [guest('ann@acme.test', null), guest('ann@home.test', 'declined')],
      'declined',
    ],
    ['is accepted where they organize', [guest('ann@acme.test', null, true)], 'accepted'],
    ['is theirs also where they organize', [guest('ann@acme.test', 'declined', true)], 'declined'],
    [
      'is none where somebody else organizes',
      [guest('b@acme.test', null, true), guest('ann@acme.test', null)],
      null,
    ],
    ['is null for somebody who was not invited', [guest('b@acme.test', 'accepted', true)], null],
  ])('CAL-06 %s', (_what, guests, response) => {
    expect(responseOf(guests, own)).toBe(response)
  })

  test('CAL-06 counts in a reading, and makes another digest of the same details', () => {
    const lines = event(start, 'ATTENDEE;PARTSTAT=DECLINED:mailto:ann@acme.test')
    const [foreign] = read(lines).copies
    const [mine] = read(lines, null, ['ann@acme.test']).copies
    expect([foreign?.response, mine?.response]).toEqual([null, 'declined'])
    expect(foreign?.details).toBe(mine?.details)
    expect(foreign?.digest).not.toBe(mine?.digest)
    expect(mine?.digest).toMatch(/^[\w-]{22}$/)
  })

  test('CAL-06 a calendar that is named by an address belongs to that address', () => {
    expect(ownAddresses(['a@acme.test'], 'Ann@Acme.test')).toEqual(new Set(['a@acme.test', 'ann@acme.test']))
    expect(ownAddresses(['a@acme.test'], 'Team')).toEqual(new Set(['a@acme.test']))
    expect(ownAddresses([], null)).toEqual(new Set())
  })
})

describe('a reading', () => {
  test('CAL-01 has the name of the calendar, at most 200 characters of it', () => {
    expect(read([]).name).toBeNull()
    expect(read(['X-WR-CALNAME:Team']).name).toBe('Team')
    expect(read([`X-WR-CALNAME:${'x'.repeat(300)}`]).name).toBe('x'.repeat(200))
  })

  test('CAL-02 names each reason why events were skipped, with their number and an example', () => {
    const zone = 'DTSTART;TZID=Nowhere:20270601T080000'
    const { skipped } = read([
      ...event('UID:a', 'SUMMARY:No start'),
      ...event('UID:b', 'SUMMARY:No start either'),
      ...event('UID:c', `SUMMARY:${'x'.repeat(300)}`, zone),
      ...event('UID:d', 'SUMMARY:Rule', start, 'RRULE:FREQ=SOMETIMES'),
      ...event('UID:e', 'SUMMARY:Line', start, 'no property'),
    ])
    expect(skipped).toEqual({
      count: 5,
      reasons: [
        { reason: 'The start cannot be read.', count: 2, example: 'No start' },
        { reason: 'The time zone is not known.', count: 1, example: 'x'.repeat(200) },
        { reason: 'The rule of repetition cannot be read.', count: 1, example: 'Rule' },
        { reason: 'A line cannot be read.', count: 1, example: 'Line' },
      ],
    })
    expect(read(event(start)).skipped).toEqual({ count: 0, reasons: [] })
  })

  test('CAL-02 says that a series is cut', () => {
    const { skipped } = read(event('DTSTART:20200101T080000Z', 'RRULE:FREQ=HOURLY', 'SUMMARY:Often'))
    expect(skipped.reasons).toEqual([
      { reason: 'It repeats too often: at most the first 2,000 are shown.', count: 1, example: 'Often' },
    ])
  })

  test('CAL-01 of something else says so', () => {
    const bytes = Buffer.from('<!doctype html>')
    expect(readCopies({ bytes, window, zone: 'UTC', addresses: [], known: null })).toEqual({
      kind: 'notACalendar',
    })
  })

  const many = (title: string) =>
    Array.from({ length: 64 }, (_, place) =>
      event(`UID:${place}`, `SUMMARY:${place === 7 ? title : 'Meeting'}`, start),
    ).flat()

  test('CAL-03 gives all copies by their ids where nothing is known, and one digest a part', () => {
    const { copies, parts, digests, meetingCount } = read(many('Title'))
    const ids = copies.map(({ meetingId }) => meetingId)
    expect([meetingCount, ids.length]).toEqual([64, 64])
    expect(ids).toEqual(ids.toSorted())
    expect(parts).toEqual('0123456789abcdef'.split(''))
    expect(digests).toMatch(/^(?:[\w-]{22} ){15}[\w-]{22}$/)
  })

  test('CAL-03 gives only the parts in which something changed', () => {
    const before = read(many('Title'))
    const same = read(many('Title'), before.digests)
    expect(same).toMatchObject({ copies: [], parts: [], digests: before.digests, meetingCount: 64 })
    const after = read(many('Other'), before.digests)
    const [changed] = copiesIn(after).filter(({ details }) => details.title === 'Other')
    const part = partOf(changed?.meetingId ?? '')
    expect(after.parts).toEqual([part])
    expect(after.copies).toEqual(
      read(many('Other')).copies.filter(({ meetingId }) => partOf(meetingId) === part),
    )
  })
})
