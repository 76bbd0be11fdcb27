import { seenMeetings } from '../calendars/meeting.view.ts'
import { afterEach, expect, test } from 'vitest'
import { createLocal } from '../local-workspace.ts'
import { openStore } from '../db/open.ts'
import type { Store } from '../db/store.ts'
import { guideColleagues, guideCompanies, guidePeople } from './names.ts'
import { membersOfWorkspace } from '../access/members.store.ts'
import { upcomingMeetings, meetingsBetween } from '../meetings/meetings.store.ts'
import { openAssignedTasks } from '../tasks/task-lists.store.ts'
import { recordsByCreation, recentlyViewedRecords } from '../records/records.store.ts'
import { calendarsOfPerson } from '../calendars/calendars.store.ts'

const hour = 3_600_000
const day = 24 * hour

let store: Store
afterEach(() => store.close())

/** The demo of a local workspace that was made at this time (ISO 8601). */
const demoAt = async (time: string, zone: string) => {
  store = await openStore('memory:')
  const at = Date.parse(time)
  const { workspaceId, personId } = await createLocal(store, { name: 'Ada', demo: { zone }, at })
  const read = await store.read(async (tx) => ({
    members: await membersOfWorkspace(tx, workspaceId),
    meetings: await upcomingMeetings(tx, workspaceId, personId, at, 50),
    tasks: await openAssignedTasks(tx, workspaceId, personId, 100),
    titles: (await recordsByCreation(tx, workspaceId, { archived: 'left out', limit: 1_000 })).map(
      ({ title }) => title,
    ),
    recents: await recentlyViewedRecords(tx, workspaceId, personId, 10),
  }))
  return { ...read, at }
}

/** Weekday and hours of an instant in a zone, such as 3 and 9.5 for a Wednesday at 9:30. */
const clock = (instant: number, zone: string) => {
  const parts = new Intl.DateTimeFormat('en-GB', {
    timeZone: zone,
    weekday: 'short',
    hour: 'numeric',
    minute: 'numeric',
  }).formatToParts(instant)
  const of = (type: string) => parts.find((part) => part.type === type)?.value ?? ''
  return { weekday: of('weekday'), hours: Number(of('hour')) + Number(of('minute')) / 60 }
}

const workdays = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri']

test.each([
  ['a working afternoon', '2026-11-25T13:20:00Z', 'Europe/Berlin'],
  ['midnight', '2026-11-25T23:00:00Z', 'Europe/Berlin'],
  ['a Saturday', '2026-11-28T10:00:00Z', 'Europe/Berlin'],
  ['the other side of the world', '2026-11-25T13:20:00Z', 'Pacific/Auckland'],
  ['a zone of quarters', '2026-11-25T06:20:00Z', 'Asia/Kathmandu'],
  ['the night when summer time ends', '2026-10-25T00:30:00Z', 'Europe/Berlin'],
])(
  'APP-08 at %s the meetings of a local workspace lie on workdays, in working hours',
  async (_n, at, zone) => {
    const { meetings } = await demoAt(at, zone)
    expect(meetings.length).toBeGreaterThan(8)
    for (const { startAt, endAt, allDay, title, series } of meetings) {
      const [start, end] = [clock(startAt, zone), clock(endAt, zone)]
      expect(workdays, title).toContain(start.weekday)
      // Days of a calendar are midnights in UTC.
      if (series !== null && allDay) expect([startAt % day, endAt % day], title).toEqual([0, 0])
      else if (allDay) expect([start.hours % 24, end.hours % 24], title).toEqual([0, 0])
      else {
        expect(start.hours, title).toBeGreaterThanOrEqual(8)
        expect(end.hours, title).toBeLessThanOrEqual(18)
      }
      if (title === 'Team stand-up') expect(start.hours).toBe(9.5)
    }
  },
)

test('APP-08 during working hours a meeting is under way, and no two of today overlap', async () => {
  const { meetings, at } = await demoAt('2026-11-25T10:20:00Z', 'Europe/Berlin')
  const today = meetings
    .filter(({ startAt, allDay }) => !allDay && startAt < at + 10 * hour)
    .toSorted((a, b) => a.startAt - b.startAt)
  expect(today[0]?.startAt).toBeLessThan(at)
  expect(today[0]?.endAt).toBeGreaterThan(at + hour)
  for (const [index, { startAt }] of today.slice(1).entries())
    expect(startAt).toBeGreaterThanOrEqual(today[index]?.endAt ?? 0)
})

test('CAL-05 CAL-06 the calendars of the demo show a series, every answer, an overlap, people, records, a day and a task', async () => {
  const zone = 'Europe/Berlin'
  store = await openStore('memory:')
  const at = Date.parse('2026-11-25T10:20:00Z')
  const { workspaceId, personId } = await createLocal(store, { name: 'Ada', demo: { zone }, at })
  const week = { from: at, to: at + 7 * day }
  const seenBy = (who: string) =>
    store.read(async (tx) => {
      const found = await meetingsBetween(tx, workspaceId, who, week, 200)
      return seenMeetings(tx, { workspaceId, personId: who }, found)
    })
  const seen = (await seenBy(personId)).filter(({ series }) => series !== null)
  const ofTitle = (title: string) => seen.filter((meeting) => meeting.title === title)
  expect(ofTitle('Sales sync').map(({ startAt }) => clock(startAt, zone).hours)).toEqual([16, 16, 16, 16, 16])
  expect(new Set(seen.map(({ response }) => response))).toEqual(
    new Set(['accepted', 'tentative', 'declined', 'needsAction', null]),
  )
  const [intro] = seen.filter(({ response }) => response === 'needsAction')
  expect(intro?.linkedRecordIds).toHaveLength(2)
  const [sync] = ofTitle('Sales sync')
  expect(sync?.guests.map(({ email }) => sync.people.get(email)).filter(Boolean)).toHaveLength(3)
  expect(sync).toMatchObject({ joinUrl: 'https://meet.example/sales-sync', location: 'Room Heron' })
  expect(ofTitle('Day off')).toMatchObject([{ allDay: true, isPrivate: true }])
  const [roadmap] = ofTitle('Roadmap questions')
  const all = await seenBy(personId)
  const beside = all.filter(
    ({ id, startAt, endAt, allDay }) =>
      !allDay && id !== roadmap?.id && startAt < (roadmap?.endAt ?? 0) && endAt > (roadmap?.startAt ?? 0),
  )
  expect(beside.map(({ title }) => title)).toContain('Budget questions')
  const tasks = await store.read((tx) => openAssignedTasks(tx, workspaceId, personId, 100))
  expect(tasks.filter(({ linkedMeetingIds }) => linkedMeetingIds.includes(intro?.id ?? ''))).toHaveLength(1)
  const colleague = (await store.read((tx) => membersOfWorkspace(tx, workspaceId))).find(
    ({ id }) => id !== personId,
  )
  const theirs = await seenBy(colleague?.id ?? '')
  expect(theirs.filter(({ title }) => title === 'Dentist' || title === 'Day off')).toEqual([])
  const calendars = await store.read((tx) => calendarsOfPerson(tx, workspaceId, personId))
  expect(calendars.map(({ name, kind, skipped }) => [name, kind, skipped.count])).toEqual([
    ['Work', 'file', 0],
    ['Private', 'file', 0],
  ])
})

test.each([
  ['a working afternoon', '2026-11-25T13:20:00Z'],
  ['a Saturday night', '2026-11-28T22:00:00Z'],
])('APP-08 at %s some tasks are due today, and what is overdue fits a screen', async (_name, time) => {
  const { tasks, at } = await demoAt(time, 'Europe/Berlin')
  const dues = tasks.flatMap(({ dueDate }) => (dueDate === null ? [] : [dueDate]))
  const overdue = dues.filter((due) => due < at)
  const isToday = (due: number) =>
    due >= at &&
    new Date(due + hour).toISOString().slice(0, 10) === new Date(at + hour).toISOString().slice(0, 10)
  expect([overdue.length > 0, overdue.length <= 8, dues.some(isToday)]).toEqual([true, true, true])
})

test('APP-08 the demo has what README and the hints name, and each of those names means one thing', async () => {
  const { members, titles, recents } = await demoAt('2026-11-25T13:20:00Z', 'Europe/Berlin')
  for (const { name } of guideColleagues) {
    const first = name.split(' ')[0] ?? ''
    expect(members.filter((member) => member.name.split(' ').includes(first))).toHaveLength(1)
  }
  for (const name of [...guideCompanies, ...guidePeople.map(({ full }) => full)])
    expect(
      titles.filter((title) => title === name),
      name,
    ).toHaveLength(1)
  expect(titles.filter((title) => /\bquarry/i.test(title))).toEqual(['Quarry Travel'])
  expect(titles.filter((title) => /\bacme/i.test(title))).toEqual(['Acme'])
  expect(recents).toEqual([])
})
