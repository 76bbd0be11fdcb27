// Meetings of calendars: whom they concern, who sees what of them, and their list (CAL-05 to CAL-07).
import { describe, expect, test } from 'vitest'
import { meetingsResponse } from '../../../shared/api/launcher/calendars.ts'
import { one } from '../../../shared/api/primitives.ts'
import { meetingResult, type MeetingResult } from '../../../shared/api/launcher/search.ts'
import { anHour, answering, guest, hour, ics, serving, utc } from '../../calendars/feed-server-testing.ts'
import { event } from '../../calendars/reading/feed-testing.ts'
import { stageCalendars } from './calendars-testing.ts'
import { idsOf, titlesOf } from './client.ts'
import { morning, refusal, type Colleague } from './team.ts'
import { concernedByMeetings } from '../../meetings/meetings.store.ts'

const stage = stageCalendars()
const { team } = stage
const organizer = (email: string) => `ORGANIZER:mailto:${email}`

const only = async (who: Colleague): Promise<MeetingResult['meeting']> => {
  const [meeting, ...others] = await stage.meetings(who)
  expect(others).toEqual([])
  return meeting?.meeting ?? expect.fail('There is no meeting.')
}
const briefOf = async (who: Colleague) =>
  (await (await stage.as(who)).get('/v1/launcher/brief')).body.data.meetings

describe('people', () => {
  test('CAL-05 members and records are matched to guests by email, in any case, also those that come later', async () => {
    await team.service.createObject(team.workspace, 'contacts', [
      { slug: 'name', kind: 'text', primary: true },
      { slug: 'mail', kind: 'email' },
    ])
    await stage.add(team.ada, {
      ics: ics(
        anHour(
          'Offer',
          morning,
          organizer('ADA@acme.test'),
          guest('Bob@Acme.test', 'TENTATIVE'),
          guest('Zoe@Client.test', 'DECLINED'),
        ),
      ),
    })
    const record = await team.addRecord('contacts', { name: 'Zoe', mail: 'zoe@client.test' })
    const { attendees, linkedRecordIds, attendeeCount } = await only(team.ada)
    const who = { personId: null, recordId: null, isOrganizer: false, response: null }
    expect(attendees).toEqual([
      { ...who, name: null, email: 'ada@acme.test', isOrganizer: true, personId: team.ada.personId },
      { ...who, name: 'Bob', email: 'bob@acme.test', response: 'tentative', personId: team.bob.personId },
      { ...who, name: 'Zoe', email: 'zoe@client.test', response: 'declined', recordId: record },
    ])
    expect([linkedRecordIds, attendeeCount]).toEqual([[record], 3])
    await team.owner.api.delete(`/v1/records/${record}`)
    expect((await only(team.ada)).linkedRecordIds).toEqual([])
  })

  test.each([
    ['their email', 'ada@acme.test', []],
    ['a further address', 'ada@home.test', ['Ada@Home.test']],
  ])(
    'CAL-05 the answer of a person is found by %s; whoever else declined does not hide it',
    async (_by, email, addresses) => {
      const launcher = await stage.as(team.ada)
      await launcher.put('/v1/launcher/calendar-addresses', { addresses })
      for (const [answer, response] of [
        ['ACCEPTED', 'accepted'],
        ['TENTATIVE', 'tentative'],
        ['NEEDS-ACTION', 'needsAction'],
        ['DECLINED', 'declined'],
      ] as const) {
        const meeting = anHour(
          answer,
          morning + hour,
          guest('zoe@client.test', 'DECLINED'),
          guest(email, answer),
        )
        const { id } = await stage.add(team.ada, { ics: ics(meeting) })
        expect(await only(team.ada)).toMatchObject({ response, mine: true, calendarId: id })
        const shown = await briefOf(team.ada)
        if (response === 'declined') expect(shown).toEqual([])
        else expect(shown).toEqual([expect.objectContaining({ title: answer, response, tentative: false })])
        await launcher.delete(`/v1/launcher/calendars/${id}`)
      }
      await launcher.put('/v1/launcher/calendar-addresses', { addresses: [] })
    },
  )

  test('CAL-05 an address that a person gives or takes back counts for what is stored already', async () => {
    await stage.add(team.ada, {
      ics: ics(anHour('Dinner', morning + hour, guest('bob@home.test', 'NEEDS-ACTION'))),
      visibility: 'private',
    })
    expect(await stage.meetings(team.bob)).toEqual([])
    const launcher = await stage.as(team.bob)
    const put = (addresses: string[]) => launcher.put('/v1/launcher/calendar-addresses', { addresses })
    expect((await put(['Bob@home.test', 'bob@acme.test'])).body).toEqual({
      data: { addresses: ['bob@home.test'] },
    })
    expect(await only(team.bob)).toMatchObject({ response: 'needsAction', mine: true, calendarId: null })
    expect(titlesOf(await briefOf(team.bob))).toEqual(['Dinner'])
    for (const address of ['ada@acme.test', 'bob@home.test'])
      expect(
        refusal(
          await (await stage.as(team.admin)).put('/v1/launcher/calendar-addresses', { addresses: [address] }),
        ),
      ).toEqual([400, 'invalid_value'])
    await put([])
    expect(await stage.meetings(team.bob)).toEqual([])
  })

  test.each(['a file', 'a subscription'])(
    'CAL-05 the answer at an address that a person gives or takes back is found in %s without reading it again',
    async (kind) => {
      const launcher = await stage.as(team.ada)
      const put = (...addresses: string[]) => launcher.put('/v1/launcher/calendar-addresses', { addresses })
      const file = ics(
        anHour('Declined', morning + hour, guest('ada@home.test', 'DECLINED')),
        anHour('Organized', morning + hour, organizer('ada@home.test'), guest('zoe@client.test')),
        anHour('Other', morning + hour, guest('zoe@client.test', 'DECLINED')),
      )
      const responses = async () =>
        (await stage.meetings(team.ada)).map(({ title, meeting }) => `${title} ${meeting.response}`)
      const unknown = ['Declined null', 'Organized null', 'Other null']
      const known = ['Declined declined', 'Organized accepted', 'Other null']
      // Read while the address is not known, and while it is.
      for (const given of [false, true]) {
        stage.feeds.behave(serving(file))
        await put(...(given ? ['ada@home.test'] : []))
        const { id } = await stage.add(team.ada, kind === 'a file' ? { ics: file } : { url: stage.feeds.url })
        expect((await responses()).toSorted()).toEqual(given ? known : unknown)
        stage.feeds.behave(answering(500))
        await put(...(given ? [] : ['ada@home.test']))
        expect((await responses()).toSorted()).toEqual(given ? unknown : known)
        await launcher.delete(`/v1/launcher/calendars/${id}`)
      }
      await put()
    },
  )

  test('CAL-05 a person who becomes a member is found among guests at the next reading', async () => {
    stage.feeds.behave(serving(ics(anHour('Welcome', morning + hour, guest('new@acme.test')))))
    const { id } = await stage.add(team.ada, { url: stage.feeds.url })
    const newcomer = await team.service.addMember(team.workspace, { role: 'member', email: 'new@acme.test' })
    await stage.reader().readNow(team.workspace.id, id)
    const [meeting] = await stage.meetings(team.ada)
    const concerned = await team.service.store.read((tx) =>
      concernedByMeetings(tx, team.workspace.id, [meeting?.id ?? '']),
    )
    expect([...concerned.values()].flat().map((person) => person.id)).toContain(newcomer.personId)
  })

  test('CAL-05 only meetings of a person are in their brief, and a tentative one says so', async () => {
    await stage.add(team.ada, {
      ics: ics(
        anHour('Maybe', morning + hour, 'STATUS:TENTATIVE'),
        anHour('Off', morning + hour, 'STATUS:CANCELLED'),
      ),
      visibility: 'details',
    })
    expect(await briefOf(team.ada)).toEqual([
      expect.objectContaining({ title: 'Maybe', tentative: true, response: null }),
    ])
    expect(titlesOf(await stage.meetings(team.bob))).toEqual(['Maybe'])
    expect(await briefOf(team.bob)).toEqual([])
  })
})

describe('one meeting in several calendars', () => {
  const shared = (title: string, ...more: string[]) =>
    anHour('shared', morning + hour, ...more).map((line) =>
      line.replace('SUMMARY:shared', `SUMMARY:${title}`),
    )

  test('CAL-06 it is one meeting with one id; each sees what their own calendar says', async () => {
    await stage.add(team.ada, { ics: ics(shared('As Ada has it', guest('bob@acme.test', 'NEEDS-ACTION'))) })
    const second = await stage.add(team.bob, {
      ics: ics(shared('As Bob has it', 'LOCATION:Here', guest('bob@acme.test'))),
    })
    const [ofAda] = await stage.meetings(team.ada)
    const [ofBob, ...others] = await stage.meetings(team.bob)
    expect([others, ofBob?.id]).toEqual([[], ofAda?.id])
    expect([ofAda?.title, ofBob?.title, ofBob?.subtitle]).toEqual(['As Ada has it', 'As Bob has it', 'Here'])
    expect(ofBob?.meeting).toMatchObject({ response: 'accepted', calendarId: second.id })
    expect(titlesOf(await briefOf(team.bob))).toEqual(['As Bob has it'])
  })

  test('CAL-06 what one calendar hides is not shown because another one shows the same meeting', async () => {
    await stage.add(team.ada, { ics: ics(shared('Secret', guest('admin@acme.test'))), visibility: 'private' })
    await stage.add(team.bob, { ics: ics(shared('Open', guest('zoe@client.test'))), visibility: 'details' })
    expect(titlesOf(await stage.meetings(team.owner))).toEqual(['Open'])
    // Invited by Ada's.
    expect(titlesOf(await stage.meetings(team.admin))).toEqual(['Secret'])
    const launcher = await stage.as(team.owner)
    for (const [query, titles] of [
      ['secret', []],
      ['open', ['Open']],
    ] as const)
      expect(titlesOf((await launcher.get(`/v1/launcher/search?q=${query}`)).body.data)).toEqual(titles)
  })

  test('CAL-06 it stays as long as one of the calendars has it, and the tasks that point at it', async () => {
    const first = await stage.add(team.ada, { ics: ics(shared('Planning')) })
    const second = await stage.add(team.bob, { ics: ics(shared('Planning')) })
    const [id = ''] = idsOf(await stage.meetings(team.bob))
    const bob = await stage.as(team.bob)
    const { body } = await bob.post('/v1/launcher/tasks', { title: 'Prepare', linkedMeetingIds: [id] })
    const links = async () => (await bob.get(`/v1/launcher/tasks/${body.data.id}`)).body.data.linkedMeetingIds
    await (await stage.as(team.ada)).delete(`/v1/launcher/calendars/${first.id}`)
    expect([idsOf(await stage.meetings(team.bob)), await links()]).toEqual([[id], [id]])
    expect(titlesOf(await stage.meetings(team.ada))).toEqual(['Busy'])
    await bob.delete(`/v1/launcher/calendars/${second.id}`)
    expect([await stage.meetings(team.bob), await links()]).toEqual([[], []])
  })
})

describe('series in search', () => {
  const search = async (who: Colleague, query: string): Promise<MeetingResult[]> =>
    (await (await stage.as(who)).get(`/v1/launcher/search?q=${query}&types=meeting`)).body.data

  test('CAL-02 LCH-06 a series is found once, as its next instance; an instance with another title by that', async () => {
    const start = morning - 48 * hour
    await stage.add(team.ada, {
      ics: ics(
        event(
          'UID:s',
          'SUMMARY:Standup',
          `DTSTART:${utc(start)}`,
          `DTEND:${utc(start + hour)}`,
          'RRULE:FREQ=DAILY;COUNT=9',
        ),
        event(
          'UID:s',
          'SUMMARY:Retrospective',
          `RECURRENCE-ID:${utc(start + 24 * hour)}`,
          `DTSTART:${utc(start + 24 * hour)}`,
        ),
        event('UID:t', 'SUMMARY:Kickoff', `DTSTART:${utc(start)}`, 'RRULE:FREQ=DAILY;COUNT=2'),
      ),
    })
    const starts = async (query: string) =>
      (await search(team.ada, query)).map(({ title, meeting }) => [title, meeting.startAt])
    expect(await starts('standup')).toEqual([['Standup', new Date(morning).toISOString()]])
    expect(await starts('retro')).toEqual([['Retrospective', new Date(start + 24 * hour).toISOString()]])
    expect(await starts('kickoff')).toEqual([['Kickoff', new Date(start).toISOString()]])
  })

  test('CAL-06 whoever is invited to some of a series finds the next of those', async () => {
    const at = morning + 24 * hour
    await stage.add(team.ada, {
      ics: ics(
        event('UID:s', 'SUMMARY:Board', `DTSTART:${utc(morning)}`, 'RRULE:FREQ=DAILY;COUNT=4'),
        event(
          'UID:s',
          'SUMMARY:Board',
          `RECURRENCE-ID:${utc(at)}`,
          `DTSTART:${utc(at)}`,
          guest('bob@acme.test'),
        ),
      ),
      visibility: 'private',
    })
    const found = await search(team.bob, 'board')
    expect(found.map(({ meeting }) => meeting.startAt)).toEqual([new Date(at).toISOString()])
    expect(await search(team.admin, 'board')).toEqual([])
  })
})

describe('the list', () => {
  const list = async (from: string, to: string) =>
    (await stage.as(team.ada)).get(
      `/v1/launcher/meetings?from=${encodeURIComponent(from)}&to=${encodeURIComponent(to)}`,
    )

  test('CAL-07 it has the meetings that meet a time, in the order of their starts', async () => {
    const days = ['DTSTART;VALUE=DATE:20260104', 'DTEND;VALUE=DATE:20260106']
    await stage.add(team.ada, {
      ics: ics(
        anHour('After', morning + 3 * hour),
        anHour('Second', morning + hour),
        anHour('First', morning),
        anHour('Before', morning - hour),
        event('UID:days', 'SUMMARY:Days', ...days),
        event('UID:instant', 'SUMMARY:Instant', `DTSTART:${utc(morning + 1000)}`),
      ),
    })
    const { body } = await list('2026-01-05T10:00:00+01:00', '2026-01-05T12:00:00Z')
    expect(meetingsResponse.parse(body)).toEqual(body)
    expect(titlesOf(body.data)).toEqual(['Days', 'First', 'Instant', 'Second'])
    expect(body.data[0].meeting).toMatchObject({
      allDay: true,
      startAt: '2026-01-04T00:00:00.000Z',
      endAt: '2026-01-06T00:00:00.000Z',
    })
    const id = idsOf(body.data)[1] ?? ''
    const shown = await (await stage.as(team.ada)).get(`/v1/launcher/meetings/${id}`)
    expect(one(meetingResult).parse(shown.body)).toEqual(shown.body)
  })

  test('CAL-07 LIM-02 it has at most 500, the first ones', async () => {
    await stage.add(team.ada, {
      ics: ics(...Array.from({ length: 510 }, (_, at) => anHour(`Number ${at}`, morning + at * 60_000))),
    })
    const { body } = await list('2026-01-05T10:30:00Z', '2026-01-06T00:00:00Z')
    expect(body.data).toHaveLength(479)
    const all = (await list('2026-01-05T00:00:00Z', '2026-01-06T00:00:00Z')).body.data
    expect([all.length, all.at(-1).title]).toEqual([500, 'Number 499'])
  })

  test.each([
    ['no time', '', ''],
    ['one time', '2026-01-05T00:00:00Z', ''],
    ['a day', '2026-01-05', '2026-01-06'],
    ['a time without a zone', '2026-01-05T00:00:00', '2026-01-06T00:00:00'],
    ['no span', '2026-01-05T00:00:00Z', '2026-01-05T00:00:00Z'],
    ['the end first', '2026-01-06T00:00:00Z', '2026-01-05T00:00:00Z'],
    ['more than 62 days', '2026-01-05T00:00:00Z', '2026-03-08T00:00:00.001Z'],
  ])('CAL-07 %s is refused', async (_what, from, to) => {
    expect(refusal(await list(from, to))).toEqual([400, 'validation_error'])
  })

  test('CAL-07 62 days are taken, and an unknown name is not', async () => {
    expect((await list('2026-01-05T00:00:00Z', '2026-03-08T00:00:00Z')).status).toBe(200)
    const launcher = await stage.as(team.ada)
    const unknown = await launcher.get(
      '/v1/launcher/meetings?from=2026-01-05T00:00:00Z&to=2026-01-06T00:00:00Z&limit=5',
    )
    expect(refusal(unknown)).toEqual([400, 'unknown_field'])
  })
})
