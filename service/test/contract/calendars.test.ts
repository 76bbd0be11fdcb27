// Calendars that a person adds, changes and removes (CAL-01).
import { describe, expect, test } from 'vitest'
import { calendarResponse, calendarsResponse } from '../../../shared/api/calendars.ts'
import {
  anHour,
  bomb,
  brokenOff,
  endless,
  hangingUp,
  ics,
  redirecting,
  serving,
  answering,
} from '../../calendars/feed-server-testing.ts'
import { event, feed } from '../../calendars/reading/feed-testing.ts'
import { recordingLog, stageCalendars } from './calendars-testing.ts'
import { titlesOf } from './client.ts'
import { morning, refusal } from './team.ts'

const { lines, log } = recordingLog()
const stage = stageCalendars({ log })
const { team } = stage
const path = '/v1/launcher/calendars'
const file = ics(anHour('Planning', morning))

describe('adding', () => {
  test('CAL-01 an address alone is enough: it is read at once, and named as it names itself', async () => {
    stage.feeds.behave(serving(feed('X-WR-CALNAME:Team', ...anHour('Planning', morning)).toString()))
    const added = await stage.add(team.ada, { url: stage.feeds.url })
    expect(calendarResponse.parse({ data: added })).toEqual({ data: added })
    expect(added).toMatchObject({
      name: 'Team',
      color: null,
      kind: 'subscription',
      host: new URL(stage.feeds.url).host,
      visibility: 'busy',
      readAt: new Date(morning).toISOString(),
      meetingCount: 1,
      skipped: { count: 0, reasons: [] },
      problem: null,
    })
    const pause = Date.parse(added.nextReadAt ?? '') - morning
    expect(pause).toBeGreaterThanOrEqual(12 * 60_000)
    expect(pause).toBeLessThanOrEqual(18 * 60_000)
    expect(titlesOf(await stage.meetings(team.ada))).toEqual(['Planning'])
  })

  test('CAL-01 a file is read once, and has neither a host nor a next reading', async () => {
    const added = await stage.add(team.ada, {
      ics: file,
      name: 'Mine',
      color: '#3b82f6',
      visibility: 'private',
    })
    expect(added).toMatchObject({
      name: 'Mine',
      color: '#3b82f6',
      kind: 'file',
      host: null,
      nextReadAt: null,
    })
    expect(await stage.read(team.ada, added.id)).toEqual(added)
    expect(titlesOf(await stage.meetings(team.ada))).toEqual(['Planning'])
  })

  test('CAL-01 a preview says what is in it and stores nothing', async () => {
    const launcher = await stage.as(team.ada)
    const { status, body } = await launcher.post(`${path}/preview`, {
      ics: ics(...[1, 2, 3, 4].map((hours) => anHour(`At ${hours}`, morning + hours * 3_600_000))),
    })
    expect([status, body.data.meetingCount, titlesOf(body.data.next)]).toEqual([
      200,
      4,
      ['At 1', 'At 2', 'At 3'],
    ])
    expect((await launcher.get(path)).body).toEqual({ data: [] })
  })

  test('CAL-01 times without a zone are in the zone that the request prefers', async () => {
    const floating = feed(...event('DTSTART:20260105T090000', 'DTEND:20260105T100000')).toString()
    const launcher = (await stage.as(team.ada)).with({ prefer: 'timezone="America/New_York"' })
    await launcher.post(path, { ics: floating })
    expect((await stage.meetings(team.ada))[0]?.meeting.startAt).toBe('2026-01-05T14:00:00.000Z')
  })

  test('CAL-01 GEN-12 the same address or file again is refused, and a create sent twice with one key adds one', async () => {
    stage.feeds.behave(serving(file))
    const launcher = (await stage.as(team.ada)).with({ 'idempotency-key': 'once' })
    const both = await Promise.all([1, 2].map(() => launcher.post(path, { url: stage.feeds.url })))
    expect(both.map(({ status }) => status)).toEqual([201, 201])
    expect(both[0]?.body).toEqual(both[1]?.body)
    const replayed = both.map(({ headers }) => headers.get('idempotent-replayed'))
    expect(replayed.toSorted()).toEqual(['false', 'true'])
    await stage.add(team.ada, { ics: file })
    const again = await stage.as(team.ada)
    for (const body of [{ url: stage.feeds.url }, { url: ` ${stage.feeds.url}` }, { ics: file }])
      expect(refusal(await again.post(path, body))).toEqual([400, 'invalid_value'])
    // Another person may have it too.
    await stage.add(team.bob, { url: stage.feeds.url })
    expect((await again.get(path)).body.data).toHaveLength(2)
  })

  test('CAL-01 a person has at most 20 calendars', async () => {
    for (let index = 0; index < 20; index += 1)
      await stage.add(team.bob, { ics: ics(anHour(`Meeting ${index}`, morning)) })
    const answer = await (await stage.as(team.bob)).post(path, { ics: file })
    expect(refusal(answer)).toEqual([400, 'invalid_value'])
  })
})

describe('refusals', () => {
  test.each([
    ['nothing', {}, 'validation_error'],
    ['an address and a file', { url: 'https://a.test/', ics: file }, 'validation_error'],
    ['an unknown member', { ics: file, colour: '#ffffff' }, 'unknown_field'],
    ['a color that is none', { ics: file, color: 'red' }, 'validation_error'],
    ['an unknown visibility', { ics: file, visibility: 'public' }, 'validation_error'],
    ['an empty name', { ics: file, name: ' ' }, 'validation_error'],
    ['a file of another kind', { ics: 'Subject,Start Date' }, 'not_a_calendar'],
    ['an address of another scheme', { url: 'ftp://calendar.example.com/a.ics' }, 'unsafe_url'],
    ['an address with a password', { url: 'https://me:secret@calendar.example.com/' }, 'unsafe_url'],
    ['text that is not an address', { url: 'my calendar' }, 'unsafe_url'],
    [
      '20,001 events',
      { ics: ics(...Array.from({ length: 20_001 }, () => ['BEGIN:VEVENT', 'END:VEVENT'])) },
      'calendar_too_large',
    ],
    ['more than 20 MB', { ics: `${file}${' '.repeat(20 * 1024 * 1024)}` }, 'calendar_too_large'],
  ])('CAL-01 %s is refused', async (_what, body, code) => {
    const launcher = await stage.as(team.ada)
    expect(refusal(await launcher.post(path, body))).toEqual([400, code])
    expect((await launcher.get(path)).body).toEqual({ data: [] })
  })

  test('CAL-01 GEN-10 a file may make a body of up to 24 MiB, on these two routes only', async () => {
    const launcher = await stage.as(team.ada)
    const body = (mebibytes: number) =>
      JSON.stringify({ ics: `${file}${' '.repeat(mebibytes * 1024 * 1024)}` })
    for (const to of [path, `${path}/preview`]) {
      expect(refusal(await launcher.raw('POST', to, body(2)))).toEqual([to === path ? 201 : 200, undefined])
      expect(refusal(await launcher.raw('POST', to, body(24)))).toEqual([413, 'payload_too_large'])
    }
    for (const [method, to] of [
      ['PATCH', `${path}/cal_1`],
      ['POST', `${path}/cal_1/read`],
      ['POST', '/v1/launcher/tasks'],
    ] as const)
      expect(refusal(await launcher.raw(method, to, body(2)))).toEqual([413, 'payload_too_large'])
  })
})

/** What a host may answer in place of a calendar, and what the refusal says. */
const wrong: [
  what: string,
  behaviour: Parameters<typeof stage.feeds.behave>[0],
  code: string,
  message: RegExp,
][] = [
  [
    'a login page',
    serving('<!doctype html><title>Sign in</title>', { 'content-type': 'text/html' }),
    'not_a_calendar',
    /ends in .ics/,
  ],
  ['JSON', serving('{"events":[]}', { 'content-type': 'application/json' }), 'not_a_calendar', /\S/],
  ['nothing', serving(''), 'not_a_calendar', /\S/],
  ['401', answering(401), 'calendar_unreachable', /401.*secret address/],
  ['403', answering(403), 'calendar_unreachable', /403/],
  ['404', answering(404), 'calendar_unreachable', /404.*Copy it again/],
  ['410', answering(410), 'calendar_unreachable', /410.*gone/],
  ['500', answering(500), 'calendar_unreachable', /500.*again later/],
  [
    'a redirect to itself',
    (request, response) => redirecting(request.url ?? '')(request, response),
    'calendar_unreachable',
    /again and again/,
  ],
  ['a redirect to nowhere', redirecting('http://['), 'calendar_unreachable', /nowhere/],
  ['a redirect to a file', redirecting('file:///etc/passwd'), 'unsafe_url', /\S/],
  ['a gzip bomb', bomb(), 'calendar_too_large', /20 MB/],
  ['a body without an end', endless, 'calendar_too_large', /20 MB/],
  ['half of a body', brokenOff, 'calendar_unreachable', /cannot be reached/],
  [
    'half of a gzip',
    serving(Buffer.from('1f8b0800', 'hex'), { 'content-encoding': 'gzip' }),
    'calendar_unreachable',
    /\S/,
  ],
  ['nothing but the end of the connection', hangingUp, 'calendar_unreachable', /cannot be reached/],
]

describe('what hosts answer', () => {
  test.each(wrong)(
    'CAL-01 CAL-03 %s is a reason in words, and the meetings stay',
    async (_what, behaviour, code, message) => {
      stage.feeds.behave(serving(file))
      const { id } = await stage.add(team.ada, { url: stage.feeds.url })
      stage.feeds.behave(behaviour)
      const answer = await (await stage.as(team.ada)).post(path, { url: `${stage.feeds.url}?other` })
      expect(refusal(answer)).toEqual([400, code])
      expect(answer.body.error.message).toMatch(message)
      const { problem, meetingCount } = await stage.read(team.ada, id)
      expect(problem).toEqual({
        code,
        message: expect.stringMatching(message),
        since: new Date(team.clock.at).toISOString(),
      })
      expect([meetingCount, titlesOf(await stage.meetings(team.ada))]).toEqual([1, ['Planning']])
      stage.feeds.behave(serving(file))
      expect((await stage.read(team.ada, id)).problem).toBeNull()
    },
  )

  test('CAL-01 a first answer that nothing changed, and a port where nobody listens, are calendar_unreachable', async () => {
    const launcher = await stage.as(team.ada)
    stage.feeds.behave(answering(304))
    for (const url of [stage.feeds.url, 'http://127.0.0.1:9/a.ics'])
      expect(refusal(await launcher.post(path, { url }))).toEqual([400, 'calendar_unreachable'])
  })

  test('CAL-03 a redirect is followed to the file', async () => {
    stage.feeds.behave((request, response) =>
      request.url === '/there' ? serving(file)(request, response) : redirecting('/there')(request, response),
    )
    expect(await stage.add(team.ada, { url: stage.feeds.url })).toMatchObject({ meetingCount: 1 })
  })

  test('CAL-02 what cannot be read of a file costs only itself, and is counted with its reason', async () => {
    const odd = [
      anHour('Fine', morning),
      event('UID:1', 'SUMMARY:No start'),
      event('UID:2', 'SUMMARY:Mars', 'DTSTART;TZID=Mars/Olympus:20260105T090000'),
      event('UID:3', 'SUMMARY:Odd rule', 'DTSTART:20260105T090000Z', 'RRULE:FREQ=SOMETIMES'),
      event(
        'UID:4',
        'SUMMARY:Never',
        'DTSTART:20260105T090000Z',
        'RRULE:FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=30',
      ),
      event('UID:5', 'SUMMARY:Every second', 'DTSTART:20260105T090000Z', 'RRULE:FREQ=SECONDLY'),
      event('UID:6', 'SUMMARY:Backwards', 'DTSTART:20260106T090000Z', 'DTEND:20260106T080000Z'),
      ['BEGIN:VEVENT', 'SUMMARY:No UID', 'DTSTART:20260106T100000Z', 'END:VEVENT'],
      event('UID:7', 'SUMMARY:One master', 'DTSTART:20260106T110000Z'),
      event('UID:7', 'SUMMARY:Another', 'DTSTART:20260106T120000Z'),
    ]
    const { skipped } = await stage.add(team.ada, { ics: ics(...odd) })
    expect(skipped.reasons.map(({ reason, example }) => [reason, example])).toEqual(
      expect.arrayContaining([
        ['The start cannot be read.', 'No start'],
        ['The time zone is not known.', 'Mars'],
        ['The rule of repetition cannot be read.', 'Odd rule'],
        ['It repeats more than 2,000 times; only the first ones are shown.', 'Every second'],
      ]),
    )
    const from = '2026-01-06T00:00:00Z'
    const { body } = await (
      await stage.as(team.ada)
    ).get(`/v1/launcher/meetings?from=${from}&to=2026-01-07T00:00:00Z`)
    expect(titlesOf(body.data)).toEqual(['Backwards', 'No UID', 'One master', 'Another'])
  })
})

describe('changing and removing', () => {
  test('CAL-01 the list has the calendars of the person only, oldest first', async () => {
    const first = await stage.add(team.ada, { ics: file })
    team.clock.at += 1
    const second = await stage.add(team.ada, { ics: ics(anHour('Other', morning)) })
    await stage.add(team.bob, { ics: file })
    const { body } = await (await stage.as(team.ada)).get(path)
    expect(calendarsResponse.parse(body)).toEqual({ data: [first, second] })
  })

  test('CAL-01 what is supplied is changed; another address is read at once, or nothing changes', async () => {
    stage.feeds.behave(serving(file))
    const added = await stage.add(team.ada, { url: stage.feeds.url })
    const launcher = await stage.as(team.ada)
    const change = (body: object) => launcher.patch(`${path}/${added.id}`, body)
    expect((await change({ color: '#aabbcc', name: 'Work' })).body.data).toEqual({
      ...added,
      color: '#aabbcc',
      name: 'Work',
    })
    stage.feeds.behave(answering(404))
    expect(refusal(await change({ url: `${stage.feeds.url}?new` }))).toEqual([400, 'calendar_unreachable'])
    expect(titlesOf(await stage.meetings(team.ada))).toEqual(['Planning'])
    stage.feeds.behave(serving(ics(anHour('Review', morning))))
    expect((await change({ url: `${stage.feeds.url}?new` })).body.data).toMatchObject({
      name: 'Work',
      meetingCount: 1,
    })
    expect(titlesOf(await stage.meetings(team.ada))).toEqual(['Review'])
    for (const body of [{}, { kind: 'file' }, { ics: file }]) expect((await change(body)).status).toBe(400)
  })

  test('CAL-01 a removed calendar is gone with its meetings, and removing it again is 404', async () => {
    const { id } = await stage.add(team.ada, {
      ics: ics(...Array.from({ length: 600 }, (_, at) => anHour(`Planning ${at}`, morning + at))),
    })
    const launcher = await stage.as(team.ada)
    const search = async () =>
      (await launcher.get('/v1/launcher/search?q=planning&types=meeting')).body.data.length
    expect(await search()).toBeGreaterThan(0)
    const statuses = []
    for (let times = 0; times < 2; times += 1) statuses.push((await launcher.delete(`${path}/${id}`)).status)
    expect([...statuses, await search(), await stage.meetings(team.ada)]).toEqual([200, 404, 0, []])
  })

  test('GEN-08 CAL-01 the calendar of another person is not there', async () => {
    const { id } = await stage.add(team.ada, { ics: file, visibility: 'details' })
    for (const who of [team.owner, team.stranger]) {
      const launcher = await stage.as(who)
      for (const answer of [
        await launcher.patch(`${path}/${id}`, { name: 'Mine' }),
        await launcher.post(`${path}/${id}/read`),
        await launcher.delete(`${path}/${id}`),
      ])
        expect(refusal(answer)).toEqual([404, 'not_found'])
    }
  })
})

test('CAL-01 the address is in no answer, no line of the log and no row of the database', async () => {
  const { secret, url } = stage.feeds
  stage.feeds.behave(serving(file))
  const { id } = await stage.add(team.ada, { url })
  const answers: unknown[] = [await stage.calendar(team.ada, id)]
  for (const [, behaviour] of wrong) {
    stage.feeds.behave(behaviour)
    answers.push(await stage.read(team.ada, id))
    answers.push((await (await stage.as(team.ada)).post(path, { url: `${url}?other` })).body)
  }
  const rows = await team.service.store.read(async (tx) => {
    const all = []
    for (const table of await tx.tables.list()) all.push(await tx.tables.rows(table, undefined, 10_000))
    return all
  })
  for (const text of [answers, lines, rows].map((all) => JSON.stringify(all))) {
    expect(text.length).toBeGreaterThan(100)
    expect(text).not.toContain(secret)
  }
})
