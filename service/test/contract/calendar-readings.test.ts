// Subscriptions are read again and again (CAL-03).
import { describe, expect, test } from 'vitest'
import { pauseAfter } from '../../calendars/calendars.ts'
import {
  anHour,
  answering,
  ics,
  serving,
  silent,
  utc,
  versioned,
} from '../../calendars/feed-server-testing.ts'
import { event } from '../../calendars/reading/feed-testing.ts'
import { readFile } from '../../calendars/reader.ts'
import { createSeal } from '../../sealing/sealing.ts'
import { patience } from '../../webhooks/receiver-testing.ts'
import { recordingLog, stageCalendars } from './calendars-testing.ts'
import { idsOf, titlesOf } from './client.ts'
import { morning } from './team.ts'
import { tablesOfDatabase, rowsOfTable } from '../../db/tables.ts'
import { listNotifications } from '../../notifications/notifications.store.ts'
import { calendarsOfPerson, claimCalendar } from '../../calendars/calendars.store.ts'
import { endMembership, putMembership } from '../../access/members.store.ts'
import { meetingsBetween } from '../../meetings/meetings.store.ts'
import { digestsOfCopies } from '../../calendars/copies.store.ts'

const stage = stageCalendars()
const { team } = stage
const minute = 60_000
const file = ics(anHour('Planning', morning), anHour('Review', morning + 5 * minute))
const subscribe = async (body = file) => {
  stage.feeds.behave(serving(body))
  return stage.add(team.ada, { url: stage.feeds.url })
}
const stored = () =>
  team.service.store.read(async (tx) => {
    const tables = await tablesOfDatabase(tx)
    const kept = tables.filter(({ name }) => /^(meeting|calendar_meeting|search_)/.test(name))
    return Promise.all(kept.map((table) => rowsOfTable(tx, table, undefined, 10_000)))
  })
/** Reads in a process of its own. @returns the calendar, and what was said in the log */
const readIn = async (id: string, own: Parameters<typeof stage.reader>[0] = {}) => {
  const { lines, log } = recordingLog()
  let files = 0
  const read = readFile
  const reader = stage.reader({
    log,
    read: (request) => {
      files += 1
      return read(request)
    },
    ...own,
  })
  const calendar = await reader.readNow(team.workspace.id, id)
  return { calendar, lines, files: () => files }
}

describe('what did not change', () => {
  test.each([
    ['If-None-Match', 'if-none-match', { etag: '"1"' }],
    ['If-Modified-Since', 'if-modified-since', { 'last-modified': 'Mon, 05 Jan 2026 08:00:00 GMT' }],
  ] as const)(
    'CAL-03 a host that answers %s with 304 leaves everything as it was',
    async (_name, header, validator) => {
      stage.feeds.behave(versioned(file, validator))
      const { id } = await stage.add(team.ada, { url: stage.feeds.url })
      const before = await stored()
      team.clock.at += minute
      const { calendar, files } = await readIn(id)
      expect(stage.feeds.asked.map(({ headers }) => headers[header])).toEqual([
        undefined,
        ...Object.values(validator),
      ])
      expect([files(), calendar?.readAt]).toEqual([0, team.clock.at])
      expect(await stored()).toEqual(before)
    },
  )

  test('CAL-03 a file that differs only in the time of the request is not read', async () => {
    const stamped = (stamp: string) => ics(anHour('Planning', morning, `DTSTAMP:${stamp}`))
    const { id } = await subscribe(stamped('20260101T000000Z'))
    stage.feeds.behave(serving(stamped('20260102T000000Z')))
    expect((await readIn(id)).files()).toBe(0)
    stage.feeds.behave(serving(ics(anHour('Review', morning))))
    expect((await readIn(id)).files()).toBe(1)
  })

  test('CAL-03 only what differs is written', async () => {
    const { id } = await subscribe(
      ics(anHour('Same', morning), anHour('Gone', morning), anHour('Old', morning)),
    )
    const changed = anHour('Old', morning).map((line) => line.replace('SUMMARY:Old', 'SUMMARY:New title'))
    stage.feeds.behave(serving(ics(anHour('Same', morning), changed, anHour('Fresh', morning))))
    const { lines } = await readIn(id)
    expect(lines).toEqual([expect.objectContaining({ added: 1, changed: 1, removed: 1 })])
    expect(titlesOf(await stage.meetings(team.ada)).toSorted()).toEqual(['Fresh', 'New title', 'Same'])
  })
})

describe('ids', () => {
  test('CAL-03 a meeting keeps its id and the tasks that point at it when it is moved, renamed or read again', async () => {
    const series = (...more: string[][]) =>
      ics(
        event('UID:series', 'SUMMARY:Daily', `DTSTART:${utc(morning)}`, 'RRULE:FREQ=DAILY;COUNT=3'),
        ...more,
        anHour('Single', morning + minute),
      )
    const { id } = await subscribe(series())
    const before = await stage.meetings(team.ada)
    expect(titlesOf(before)).toEqual(['Daily', 'Single', 'Daily', 'Daily'])
    const launcher = await stage.as(team.ada)
    const linkedMeetingIds = idsOf(before)
    const { body } = await launcher.post('/v1/launcher/tasks', { title: 'Prepare', linkedMeetingIds })
    const next = morning + 1440 * minute
    const moved = event(
      'UID:series',
      'SUMMARY:Moved',
      `RECURRENCE-ID:${utc(next)}`,
      `DTSTART:${utc(next + minute)}`,
    )
    stage.feeds.behave(serving(series(moved)))
    await stage.read(team.ada, id)
    const after = await stage.meetings(team.ada)
    expect(titlesOf(after)).toEqual(['Daily', 'Single', 'Moved', 'Daily'])
    expect(idsOf(after)).toEqual(idsOf(before))
    const { data } = (await launcher.get(`/v1/launcher/tasks/${body.data.id}`)).body
    expect(titlesOf(data.linkedMeetings).toSorted()).toEqual(['Daily', 'Daily', 'Moved', 'Single'])
  })

  test('CAL-03 a meeting that is missing from one reading has its tasks again when it is back, until its calendar is removed', async () => {
    const { id } = await subscribe()
    const launcher = await stage.as(team.ada)
    const ids = idsOf(await stage.meetings(team.ada))
    const { body } = await launcher.post('/v1/launcher/tasks', { title: 'Prepare', linkedMeetingIds: ids })
    const task = `/v1/launcher/tasks/${body.data.id}`
    const links = async () => {
      const one = (await launcher.get(task)).body.data
      const listed = (await launcher.get('/v1/launcher/tasks')).body.data
      expect(listed.find(({ title }: { title: string }) => title === one.title).linkedMeetingIds).toEqual(
        one.linkedMeetingIds,
      )
      expect(idsOf(one.linkedMeetings)).toEqual(one.linkedMeetingIds)
      return one.linkedMeetingIds
    }
    stage.feeds.behave(serving(ics(anHour('Review', morning + 5 * minute))))
    await stage.read(team.ada, id)
    expect(await links()).toEqual(ids.slice(1))
    // The launcher names the links that it was shown.
    expect((await launcher.patch(task, { linkedMeetingIds: ids.slice(1) })).status).toBe(200)
    stage.feeds.behave(serving(file))
    await stage.read(team.ada, id)
    expect((await links()).toSorted()).toEqual(ids.toSorted())
    await launcher.delete(`/v1/launcher/calendars/${id}`)
    await subscribe()
    expect(await links()).toEqual([])
  })
})

describe('who reads', () => {
  test('CAL-03 six who ask at once make one request', async () => {
    const { id } = await subscribe()
    const reader = stage.reader()
    const read = await Promise.all(Array.from({ length: 6 }, () => reader.readNow(team.workspace.id, id)))
    expect([stage.feeds.asked.length, new Set(read).size]).toEqual([2, 1])
  })

  test('CAL-03 of several processes one reads what is due, and reads it once', async () => {
    await subscribe()
    team.clock.at += 19 * minute
    for (let processes = 0; processes < 3; processes += 1) stage.reader({ pollMilliseconds: 10 })
    await expect.poll(() => stage.feeds.asked.length, patience).toBe(2)
    const [calendar] = await team.service.store.read((tx) =>
      calendarsOfPerson(tx, team.workspace.id, team.ada.personId),
    )
    await expect
      .poll(async () => (await stage.calendar(team.ada, calendar?.id ?? ''))?.readAt, patience)
      .toBe(new Date(team.clock.at).toISOString())
    // One that found it due a moment ago.
    const claim = { at: team.clock.at + minute, until: team.clock.at + minute, onlyDue: true }
    const late = team.service.store.write((tx) =>
      claimCalendar(tx, team.workspace.id, calendar?.id ?? '', claim),
    )
    expect([await late, stage.feeds.asked.length]).toEqual([undefined, 2])
  })

  test('CAL-03 while one process reads, another answers what is known', async () => {
    const { id, readAt } = await subscribe()
    stage.feeds.behave(silent)
    team.clock.at += minute
    const first = stage.reader().readNow(team.workspace.id, id)
    await expect.poll(() => stage.feeds.asked.length, patience).toBe(2)
    expect((await readIn(id)).calendar?.readAt).toBe(Date.parse(readAt ?? ''))
    expect(stage.feeds.asked).toHaveLength(2)
    await stage.feeds.close()
    expect(await first).toMatchObject({ problem: { code: 'calendar_unreachable' } })
  })

  test('CAL-03 a reading of the former address that ends late stores nothing', async () => {
    const { id } = await subscribe()
    let answer: (() => void) | undefined
    stage.feeds.behave((request, response) => {
      if (request.url?.endsWith('?new')) serving(ics(anHour('New', morning)))(request, response)
      else answer = () => serving(ics(anHour('Former', morning)))(request, response)
    })
    const late = stage.reader().readNow(team.workspace.id, id)
    await expect.poll(() => answer !== undefined, patience).toBe(true)
    const launcher = await stage.as(team.ada)
    expect(
      (await launcher.patch(`/v1/launcher/calendars/${id}`, { url: `${stage.feeds.url}?new` })).status,
    ).toBe(200)
    answer?.()
    await late
    expect(titlesOf(await stage.meetings(team.ada))).toEqual(['New'])
  })

  test('CAL-03 without the flag an earlier subscription says unsafe_url, makes no request and keeps its meetings', async () => {
    const { id } = await subscribe()
    const { calendar } = await readIn(id, { network: 'public hosts' })
    expect(calendar?.problem?.code).toBe('unsafe_url')
    expect(stage.feeds.asked).toHaveLength(1)
    expect(await stage.meetings(team.ada)).toHaveLength(2)
  })

  test('CAL-01 CAL-03 where the sealing key is lost, the address is asked for again', async () => {
    const { id } = await subscribe()
    const { calendar } = await readIn(id, { seal: createSeal(() => [Buffer.alloc(32, 'another key')]) })
    expect(calendar?.problem?.code).toBe('address_needed')
    expect(stage.feeds.asked).toHaveLength(1)
  })

  test('CAL-03 the calendar of a person who left makes no request until they are back', async () => {
    const { id } = await subscribe()
    const { store } = team.service
    const { workspace, ada } = team
    await store.write((tx) => endMembership(tx, workspace.id, ada.personId, team.clock.at), workspace.id)
    await readIn(id)
    expect(stage.feeds.asked).toHaveLength(1)
    await store.write(
      (tx) => putMembership(tx, workspace.id, ada.personId, 'member', team.clock.at),
      workspace.id,
    )
    await readIn(id)
    expect(stage.feeds.asked).toHaveLength(2)
  })
})

describe('failures', () => {
  const ratio = (failures: number, random: number) => pauseAfter(failures, random) / minute
  test.each([
    [0, 15],
    [1, 30],
    [2, 60],
    [3, 120],
    [4, 240],
    [5, 360],
    [60, 360],
  ])('CAL-03 after %i failures the pause is %i minutes, give or take a fifth', (failures, minutes) => {
    expect([0, 0.5, 1].map((random) => ratio(failures, random))).toEqual(
      [0.8, 1, 1.2].map((part) => expect.closeTo(minutes * part)),
    )
  })

  test('CAL-03 a problem says since when, while it lasts', async () => {
    const { id } = await subscribe()
    const since = new Date(team.clock.at).toISOString()
    for (const status of [404, 410]) {
      stage.feeds.behave(answering(status))
      const { problem, readAt } = await stage.read(team.ada, id)
      expect(problem).toMatchObject({
        code: 'calendar_unreachable',
        since,
        message: expect.stringContaining(String(status)),
      })
      expect(readAt).toBe(since)
      team.clock.at += minute
    }
    stage.feeds.behave(serving(file))
    expect(await stage.read(team.ada, id)).toMatchObject({
      problem: null,
      readAt: new Date(team.clock.at).toISOString(),
    })
  })

  test('NOT-01 a calendar that cannot be read for a day is told once, and again when it fails anew', async () => {
    const { id } = await subscribe()
    const told = async () =>
      (
        await team.service.store.read((tx) =>
          listNotifications(tx, team.workspace.id, team.ada.personId, { unread: true, limit: 100 }),
        )
      ).filter(({ target }) => target?.id === id)
    const failFor = async (hours: number) => {
      stage.feeds.behave(answering(404))
      await readIn(id)
      team.clock.at += hours * 60 * minute
      await readIn(id)
      await readIn(id)
    }
    await failFor(23)
    expect(await told()).toEqual([])
    await failFor(1)
    expect(await told()).toMatchObject([
      {
        kind: 'calendar_problem',
        title: expect.stringMatching(/^The calendar “.+” cannot be read$/),
        body: expect.stringContaining('404'),
        change: 'calendar_unreachable',
        actor: null,
      },
    ])
    stage.feeds.behave(serving(file))
    await readIn(id)
    await failFor(25)
    expect(await told()).toHaveLength(2)
  })

  test('CAL-03 only readings that are due lengthen the pause, not a person who tries again', async () => {
    const { id, nextReadAt: planned } = await subscribe()
    stage.feeds.behave(answering(404))
    for (const again of [1, 2, 3]) {
      const { problem, nextReadAt } = await stage.read(team.ada, id)
      expect([again, problem?.code, nextReadAt]).toEqual([again, 'calendar_unreachable', planned])
    }
    let due = planned
    for (const pause of [30, 60]) {
      team.clock.at = Date.parse(due ?? '')
      const { nextReadAt } = await stage.read(team.ada, id)
      const left = (Date.parse(nextReadAt ?? '') - team.clock.at) / minute
      expect(Math.abs(left / pause - 1)).toBeLessThanOrEqual(0.21)
      due = nextReadAt
    }
  })

  test('CAL-03 a fault of the service itself is in the log, and the calendar is read later', async () => {
    const { id } = await subscribe()
    stage.feeds.behave(serving(ics(anHour('Other', morning))))
    const { calendar, lines } = await readIn(id, { read: () => Promise.reject(new Error('A bug.')) })
    expect(calendar?.problem?.code).toBe('calendar_unreachable')
    expect(calendar?.nextReadAt).toBeGreaterThan(team.clock.at)
    expect(JSON.stringify(lines)).toContain('A bug.')
    expect(await stage.meetings(team.ada)).toHaveLength(2)
  })
})

// At the end, because clocks do not go back.
describe('days later', () => {
  test('CAL-03 a file is read although it did not change when its series reach further', async () => {
    const series = event('DTSTART:20250105T090000Z', 'DTEND:20250105T100000Z', 'RRULE:FREQ=DAILY')
    const { id, meetingCount } = await subscribe(ics(series))
    team.clock.at += 8 * 1440 * minute
    const { calendar, files } = await readIn(id)
    expect([files(), calendar?.meetingCount]).toEqual([1, meetingCount])
    const last = await team.service.store.read((tx) =>
      meetingsBetween(
        tx,
        team.workspace.id,
        team.ada.personId,
        { from: team.clock.at + 399 * 1440 * minute, to: team.clock.at + 400 * 1440 * minute },
        9,
      ),
    )
    expect(last.length).toBeGreaterThan(0)
  })

  test('CAL-03 what is long over goes, except where a task points at it', async () => {
    const { id } = await subscribe(ics(...['Kept', 'Forgotten'].map((title) => anHour(title, team.clock.at))))
    const kept = (await stage.meetings(team.ada)).find(({ title }) => title === 'Kept')?.id ?? ''
    await (
      await stage.as(team.ada)
    ).post('/v1/launcher/tasks', { title: 'Minutes', linkedMeetingIds: [kept] })
    team.clock.at += 40 * 1440 * minute
    stage.feeds.behave(serving(ics(anHour('Today', team.clock.at))))
    await stage.read(team.ada, id)
    const left = await team.service.store.read(async (tx) => [
      ...(await digestsOfCopies(tx, team.workspace.id, id)).keys(),
    ])
    expect(left).toHaveLength(2)
    expect((await (await stage.as(team.ada)).get(`/v1/launcher/meetings/${kept}`)).status).toBe(200)
  })
})
