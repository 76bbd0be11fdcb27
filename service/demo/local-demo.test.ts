import { afterEach, expect, test } from 'vitest'
import { createLocal } from '../workspaces/local-workspace.ts'
import { openStore } from '../db/open.ts'
import type { Store } from '../db/store.ts'
import { guideColleagues, guideCompanies, guidePeople } from './names.ts'

const hour = 3_600_000

let store: Store
afterEach(() => store.close())

/** The demo of a local workspace that was made at this time (ISO 8601). */
const demoAt = async (time: string, zone: string) => {
  store = await openStore('memory:')
  const at = Date.parse(time)
  const { workspaceId, personId } = await createLocal(store, { name: 'Ada', demo: { zone }, at })
  const read = await store.read(async (tx) => ({
    members: await tx.members.list(workspaceId),
    meetings: await tx.meetings.upcoming(workspaceId, personId, at, 50),
    tasks: await tx.tasks.openAssigned(workspaceId, personId, 100),
    titles: (await tx.records.list(workspaceId, { archived: 'left out', limit: 1_000 })).map(
      ({ title }) => title,
    ),
    recents: await tx.records.recentlyViewed(workspaceId, personId, 10),
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
    for (const { startAt, endAt, allDay, title } of meetings) {
      const [start, end] = [clock(startAt, zone), clock(endAt, zone)]
      expect(workdays, title).toContain(start.weekday)
      if (allDay) expect([start.hours % 24, end.hours % 24], title).toEqual([0, 0])
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
