import { beforeEach, describe, expect, test } from 'vitest'
import { briefResponse, type Brief } from '../../../shared/api/launcher/search.ts'
import { newUuid } from '../../base/ids.ts'
import { createClient, idsOf, titlesOf } from './client.ts'
import { stageTeam, type Colleague } from './team.ts'
import { markNotificationsRead } from '../../notifications/notifications.store.ts'
import { putNotification } from '../../notifications/notifications-testing.ts'

const team = stageTeam()
const minute = 60_000
const day = 1_440 * minute
/** Signs in anew, because an access token of an earlier test has expired. @param zone of the reader */
const brief = async (who: Colleague, zone?: string): Promise<Brief> => {
  const place = who === team.stranger ? team.otherWorkspace : team.workspace
  const client = createClient(team.service.baseUrl, await team.service.signIn(place, who))
  const { status, body } = await client
    .with(zone === undefined ? {} : { prefer: `timezone="${zone}"` })
    .get('/v1/launcher/brief')
  expect(status).toBe(200)
  expect(briefResponse.parse(body)).toEqual(body)
  return body.data
}
const notify = async (who: Colleague, title: string, createdAt: number) => {
  const id = `ntf_${newUuid()}`
  const { personId } = who
  const notification = { id, personId, kind: 'mention' as const, title, body: null, target: null, createdAt }
  await team.service.store.write((tx) => putNotification(tx, team.workspace.id, notification))
  return id
}

test('LCH-08 integrationIssues is an empty list, and an empty brief is empty lists', async () => {
  expect(await brief(team.ada)).toEqual({ tasks: [], meetings: [], notifications: [], integrationIssues: [] })
})

/** On days of their own: the clock of a service does not go back, and later tests are a month later. */
describe('meetings of whole days', () => {
  const titlesAt = async (time: string, zone?: string, who = team.ada) => {
    team.clock.at = Date.parse(time)
    return titlesOf((await brief(who, zone)).meetings)
  }

  test('LCH-08 are those that are not over where the reader is; without a known zone they end as instants', async () => {
    // As writers in these zones have them: their midnights as instants.
    for (const [title, midnight, days] of [
      ['Auckland', '2026-01-%dT11:00:00Z', -1],
      ['Berlin', '2026-01-%dT23:00:00Z', -1],
      ['UTC', '2026-01-%dT00:00:00Z', 0],
      ['New York', '2026-01-%dT05:00:00Z', 0],
    ] as const)
      for (const date of [13, 14, 15]) {
        const startAt = Date.parse(midnight.replace('%d', String(date + days)))
        await team.addMeeting({ title: `${title} ${date}`, startAt, endAt: startAt + day, allDay: true })
      }
    const left = ['Berlin 14', 'UTC 14', 'New York 14', 'Auckland 15', 'Berlin 15', 'UTC 15', 'New York 15']
    const local = ['Auckland', 'Berlin', 'New York', 'UTC'].flatMap((from) => [`${from} 14`, `${from} 15`])
    for (const [time, zone] of [
      ['2026-01-14T00:00:00+13:00', 'Pacific/Auckland'],
      ['2026-01-14T08:30:00+13:00', 'Pacific/Auckland'],
      ['2026-01-14T08:30:00+01:00', 'Europe/Berlin'],
      ['2026-01-14T08:30:00-05:00', 'America/New_York'],
    ] as const)
      expect((await titlesAt(time, zone)).toSorted(), `${zone} ${time}`).toEqual(local)
    for (const zone of ['Mars/Olympus', undefined])
      expect(await titlesAt('2026-01-14T13:30:00Z', zone)).toEqual(left)
    expect((await titlesAt('2026-01-14T23:59:00-05:00', 'America/New_York')).toSorted()).toEqual(local)
  })

  test('LCH-08 LIM-02 that are over for the reader take none of the 12 places', async () => {
    const place = team.otherWorkspace
    const over = { startAt: Date.parse('2026-01-15T05:00:00Z'), endAt: Date.parse('2026-01-16T05:00:00Z') }
    for (let index = 0; index < 14; index += 1)
      await team.addMeeting({ title: 'Yesterday', ...over, allDay: true }, place)
    const startAt = Date.parse('2026-01-16T00:30:00Z')
    await team.addMeeting({ title: 'Today', startAt, endAt: startAt + 30 * minute }, place)
    const shown = await titlesAt('2026-01-16T08:30:00+13:00', 'Pacific/Auckland', team.stranger)
    expect(shown).toEqual(['Today'])
  })
})

const monthLater = () => void (team.clock.at += 31 * day)

describe('tasks', () => {
  beforeEach(monthLater)

  test('LCH-08 are assigned and open: neither created only, nor complete, nor archived', async () => {
    const mine = { assignees: [team.ada.personId] }
    await team.addTask({ title: 'Open', ...mine })
    await team.addTask({ title: 'Complete', status: 'done', ...mine })
    await team.addTask({ title: 'Created only', createdBy: team.ada.personId })
    const archived = await team.addTask({ title: 'Archived', ...mine })
    await team.owner.api.delete(`/v1/tasks/${archived}`)
    await team.addTask({ title: 'Elsewhere', assignees: [team.ada.personId] }, team.otherWorkspace)
    const open = async (who = team.ada) => titlesOf((await brief(who)).tasks)
    expect([await open(), await open(team.owner)]).toEqual([['Open'], []])
    const moving = await team.addTask({ title: 'Moving' })
    for (const [change, expected] of [
      [mine, ['Moving', 'Open']],
      [{ status: 'done' }, ['Open']],
      [{ status: 'in-progress' }, ['Moving', 'Open']],
      [{ assignees: [team.bob.personId] }, ['Open']],
    ] as const) {
      await team.owner.api.patch(`/v1/tasks/${moving}`, change)
      expect((await open()).toSorted()).toEqual(expected)
    }
  })

  test('LCH-08 come by due date, undated last, then by the latest change', async () => {
    const assignees = [team.admin.personId]
    const ids = new Map<string, string>()
    for (const [title, days] of [
      ['a', 2],
      ['b', null],
      ['c', 1],
      ['d', null],
      ['e', 2],
    ] as const) {
      team.clock.at += 1
      const dueDate = days === null ? null : team.clock.at - (team.clock.at % 1000) + days * 86_400_000
      ids.set(title, await team.addTask({ title, dueDate, assignees }))
    }
    const order = async () => titlesOf((await brief(team.admin)).tasks).join('')
    expect(await order()).toBe('ceadb')
    const change = (title: string, body: object) =>
      team.owner.api.patch(`/v1/tasks/${ids.get(title) ?? ''}`, body)
    team.clock.at += 1
    await change('b', { priority: 'high' })
    // Not a change.
    await change('d', { due_date: null })
    expect(await order()).toBe('ceabd')
    team.clock.at += 1
    await change('c', { due_date: null })
    team.clock.at += 1
    await change('a', { priority: 'low' })
    expect(await order()).toBe('aecbd')
  })

  test('LCH-08 LIM-02 are the 100 that are due first', async () => {
    const assignees = [team.owner.personId]
    for (let index = 0; index < 105; index += 1) {
      const dueDate = index === 104 ? null : team.clock.at - index * minute
      await team.addTask({ title: `Due ${index}`, dueDate, assignees })
    }
    const { tasks } = await brief(team.owner)
    expect(tasks).toHaveLength(100)
    expect([tasks[0]?.title, tasks.at(-1)?.title]).toEqual(['Due 103', 'Due 4'])
  })
})

describe('meetings', () => {
  beforeEach(monthLater)

  test('LCH-08 have not ended, and come by their start', async () => {
    const at = team.clock.at
    const add = (title: string, from: number, to: number) =>
      team.addMeeting({ title, startAt: at + from * minute, endAt: at + to * minute })
    await add('Later', 60, 90)
    await add('Ended', -60, -30)
    await add('Ends now', -30, 0)
    await add('Under way', -10, 10)
    await add('All week', -5_000, 5_000)
    await add('Next', 5, 15)
    await team.addMeeting({ title: 'Elsewhere' }, team.otherWorkspace)
    expect(titlesOf((await brief(team.ada)).meetings)).toEqual(['All week', 'Under way', 'Next', 'Later'])
  })

  test('LCH-08 LIM-02 are the next 12', async () => {
    for (let index = 14; index > 0; index -= 1) {
      const startAt = team.clock.at + index * minute
      await team.addMeeting({ title: `In ${index}`, startAt, endAt: startAt + minute })
    }
    const { meetings } = await brief(team.ada)
    expect(titlesOf(meetings)).toEqual(Array.from({ length: 12 }, (_, index) => `In ${index + 1}`))
  })

  test('LCH-10 a private one is "Busy" without details, except to those who attend', async () => {
    const record = await team.addRecord('companies', { name: 'Hidden Works' })
    const attendeeIds = [team.ada.personId]
    const secret = { title: 'Takeover talks', isPrivate: true, attendeeIds, linkedRecordIds: [record] }
    const id = await team.addMeeting(secret)
    const times = {
      id,
      startAt: new Date(team.clock.at + 3_600_000).toISOString(),
      endAt: new Date(team.clock.at + 7_200_000).toISOString(),
      allDay: false,
      webUrl: `${team.service.baseUrl}/w/acme/meetings/${id}`,
    }
    const attendees = [{ id: team.ada.personId, name: 'ada' }]
    const place = { location: 'Room 1', joinUrl: 'https://meet.test/1' }
    const whole = { ...times, title: 'Takeover talks', ...place, attendees, linkedRecordIds: [record] }
    expect((await brief(team.ada)).meetings).toEqual([whole])
    const busy = { title: 'Busy', location: null, joinUrl: null, attendees: [], linkedRecordIds: [] }
    for (const who of [team.owner, team.admin, team.bob])
      expect((await brief(who)).meetings).toEqual([{ ...times, ...busy }])
  })
})

describe('notifications', () => {
  beforeEach(monthLater)

  test('LCH-08 are the person’s unread ones, newest first, 30 at most', async () => {
    // Earlier tests assigned tasks.
    await team.service.store.write((tx) =>
      markNotificationsRead(tx, team.workspace.id, team.ada.personId, { before: team.clock.at }, 1),
    )
    const ids: string[] = []
    for (let index = 0; index < 33; index += 1)
      ids.unshift(await notify(team.ada, `Nr ${index}`, 1_000 + (index >> 1)))
    await notify(team.bob, 'Bob’s', 1_000)
    const read = ids[0] ?? ''
    await team.service.store.write((tx) =>
      markNotificationsRead(tx, team.workspace.id, team.ada.personId, { ids: [read] }, 1),
    )
    const { notifications } = await brief(team.ada)
    expect(notifications).toHaveLength(30)
    expect(idsOf(notifications)).not.toContain(read)
    const times = notifications.map((each) => Date.parse(each.createdAt ?? ''))
    expect(times).toEqual(times.toSorted((a, b) => b - a))
    expect(notifications[0]).toEqual({
      id: expect.stringMatching(/^ntf_/),
      title: expect.stringMatching(/^Nr 3/),
      type: 'mention',
      body: null,
      target: null,
      actor: null,
      subject: null,
      count: 1,
      change: null,
      createdAt: '1970-01-01T00:00:01.015Z',
      webUrl: expect.stringContaining('/w/acme/notifications/ntf_'),
    })
  })
})
