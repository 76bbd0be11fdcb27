// Calendars that a person adds, changes and removes (CAL-01).
import { describe, expect, test } from 'vitest'
import { calendarResponse, calendarsResponse } from '../../../shared/api/launcher/calendars.ts'
import { anHour, answering, ics, serving } from '../../calendars/feed-server-testing.ts'
import { event, feed } from '../../calendars/reading/feed-testing.ts'
import { stageCalendars } from './calendars-testing.ts'
import { titlesOf } from './client.ts'
import { morning, refusal } from './team.ts'

const stage = stageCalendars()
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
    const replayed = both.map(({ headers }) => headers.get('idempotent-replayed') ?? '')
    expect(replayed.toSorted()).toEqual(['false', 'true'])
    await stage.add(team.ada, { ics: file })
    const again = await stage.as(team.ada)
    const inOtherForm = stage.feeds.url.replace('http:', 'HTTP:')
    for (const body of [
      { url: stage.feeds.url },
      { url: ` ${stage.feeds.url}` },
      { url: inOtherForm },
      { url: `${stage.feeds.url}#today` },
      { ics: file },
    ])
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
    ['a file that is cut off', { ics: file.slice(0, file.indexOf('END:VEVENT')) }, 'not_a_calendar'],
    ['an empty file', { ics: '' }, 'not_a_calendar'],
    ['a file that is not text', { ics: `\uFFFDPNG\0${file}` }, 'not_a_calendar'],
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

test.each([
  ['more than 20', Array.from({ length: 21 }, (_, at) => `ada${at}@home.test`), 'validation_error'],
  ['a word', ['ada'], 'validation_error'],
  ['no list', 'ada@home.test', 'validation_error'],
])('CAL-05 further addresses: %s is refused', async (_what, addresses, code) => {
  const launcher = await stage.as(team.ada)
  expect(refusal(await launcher.put('/v1/launcher/calendar-addresses', { addresses }))).toEqual([400, code])
  const unknown = await launcher.put('/v1/launcher/calendar-addresses', { addresses: [], primary: 'a' })
  expect(refusal(unknown)).toEqual([400, 'unknown_field'])
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
    await stage.add(team.ada, { url: stage.feeds.url })
    expect(refusal(await change({ url: `${stage.feeds.url}#today` }))).toEqual([400, 'invalid_value'])
    // Its own address is read again.
    expect((await change({ url: `${stage.feeds.url}?new` })).status).toBe(200)
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
