// Answers of calendar hosts, and contents of files (CAL-01 to CAL-03).
import { describe, expect, test } from 'vitest'
import {
  anHour,
  answering,
  type Behaviour,
  bomb,
  brokenOff,
  endless,
  hangingUp,
  ics,
  redirecting,
  serving,
} from '../../calendars/feed-server-testing.ts'
import { event } from '../../calendars/reading/feed-testing.ts'
import { recordingLog, stageCalendars } from './calendars-testing.ts'
import { titlesOf } from './client.ts'
import { morning, refusal } from './team.ts'
import { tablesOfDatabase, rowsOfTable } from '../../db/tables.ts'

const { lines, log } = recordingLog()
const stage = stageCalendars({ log })
const { team } = stage
const path = '/v1/launcher/calendars'
const file = ics(anHour('Planning', morning))

/** Answers of a host that are not calendars, and their refusal. */
const wrong: [what: string, behaviour: Behaviour, code: string, message: RegExp][] = [
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
  [
    'a calendar without its end',
    serving(file.slice(0, file.indexOf('END:VEVENT'))),
    'calendar_unreachable',
    /cut off/,
  ],
  ['half of a body', brokenOff, 'calendar_unreachable', /^The host ended the connection/],
  [
    'half of a gzip',
    serving(Buffer.from('1f8b0800', 'hex'), { 'content-encoding': 'gzip' }),
    'calendar_unreachable',
    /^The host ended the connection/,
  ],
  [
    'nothing but the end of the connection',
    hangingUp,
    'calendar_unreachable',
    /^The host ended the connection/,
  ],
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
      anHour('Fine', morning, 'ORGANIZER;CN=cut'),
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
        ['A line cannot be read.', 'Fine'],
        ['The rule of repetition cannot be read.', 'Odd rule'],
        ['It repeats too often: at most the first 2,000 are shown.', 'Every second'],
      ]),
    )
    const from = '2026-01-06T00:00:00Z'
    const { body } = await (
      await stage.as(team.ada)
    ).get(`/v1/launcher/meetings?from=${from}&to=2026-01-07T00:00:00Z`)
    expect(titlesOf(body.data)).toEqual(['Backwards', 'No UID', 'One master', 'Another'])
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
    for (const table of await tablesOfDatabase(tx)) all.push(await rowsOfTable(tx, table, undefined, 10_000))
    return all
  })
  for (const text of [answers, lines, rows].map((all) => JSON.stringify(all))) {
    expect(text.length).toBeGreaterThan(100)
    expect(text).not.toContain(secret)
  }
})
