import { expect, test, vi } from 'vitest'
import { type SearchResult, searchResult } from '../../shared/api/launcher/search.ts'
import { succeeded } from '../../shared/errors.ts'
import { inZone } from '../../shared/zone-testing.ts'
import { createBriefRefresh, dueTasks } from './agenda.ts'
import { besideRows } from './cache/kept.ts'
import { cacheVersion } from './cache/rows.ts'
import { absent, brief, iso, now, refused, startWorkspace, task } from './reads.fake.ts'

const listed = (id: string, startAt: string, meeting: SearchResult['meeting'] = {}): SearchResult => ({
  kind: 'meeting',
  id,
  title: `Meeting ${id}`,
  subtitle: '',
  badge: 'Meeting',
  avatarUrl: null,
  webUrl: `https://acme.example/w/acme/meetings/${id}`,
  meeting: {
    startAt,
    endAt: new Date(Date.parse(startAt) + 3_600_000).toISOString(),
    allDay: false,
    mine: true,
    ...meeting,
  },
})
const attendees = [
  {
    name: 'Bo',
    email: 'bo@x.example',
    response: 'declined' as const,
    isOrganizer: false,
    personId: null,
    recordId: 'rec_1',
  },
]
const answering = (...meetings: SearchResult[]) =>
  startWorkspace({
    brief: () => Promise.resolve(succeeded(brief)),
    meetings: () => Promise.resolve(succeeded(meetings)),
    meeting: (id) => {
      const found = meetings.find((one) => one.id === id)
      return Promise.resolve(
        found === undefined
          ? absent
          : succeeded({ ...found, meeting: { ...found.meeting, description: 'Bring the poster' } }),
      )
    },
  })
const idsOf = async (start: ReturnType<typeof startWorkspace>) => {
  const reply = await start.workspace.brief()
  return reply.ok ? reply.value.brief.meetings.map(({ id }) => id) : reply.error
}

test('CAL-07 the brief has the meetings of today and seven more days, and one request for them', async () => {
  const meetings = vi.fn(() => Promise.resolve(succeeded([listed('a', iso('15:00'))])))
  const start = startWorkspace({ brief: () => Promise.resolve(succeeded(brief)), meetings })
  expect(await idsOf(start)).toEqual(['a'])
  expect(meetings.mock.calls).toEqual([
    [{ from: Date.parse(iso('00:00')), to: Date.parse(iso('00:00', '2026-11-28')) }],
  ])
})

test.each<[string, SearchResult['meeting'], boolean]>([
  ['CAL-05 accepted', { response: 'accepted' }, true],
  ['CAL-05 unanswered', { response: 'needsAction' }, true],
  ['CAL-05 tentative', { response: 'tentative', tentative: true }, true],
  ['CAL-05 declined', { response: 'declined' }, false],
  ['CAL-06 of others', { mine: false }, false],
  ['CAL-07 without a word on whose it is', { mine: undefined }, true],
  ['CAL-07 ended', { startAt: iso('09:00'), endAt: iso('10:00') }, false],
  [
    'CAL-07 of whole days',
    { startAt: '2026-11-20T00:00:00Z', endAt: '2026-11-21T00:00:00Z', allDay: true },
    true,
  ],
  ['CAL-07 without times', { endAt: undefined }, false],
])('%s: whether the meeting is in the brief', async (_name, facet, isThere) => {
  const start = answering(listed('a', iso('15:00'), facet))
  expect(await idsOf(start)).toEqual(isThere ? ['a'] : [])
})

test('CAL-07 a meeting of the brief that is later than the list stays, so that it can be named', async () => {
  const later = {
    id: 'far',
    title: 'Far',
    startAt: iso('10:00', '2026-12-09'),
    endAt: iso('11:00', '2026-12-09'),
  }
  const start = startWorkspace({
    brief: () => Promise.resolve(succeeded({ ...brief, meetings: [...brief.meetings, later] })),
    meetings: () => Promise.resolve(succeeded([])),
  })
  expect(await idsOf(start)).toEqual(['far'])
})

test.each([absent, refused('forbidden'), refused('unavailable')])(
  'APP-11 without the list of meetings the brief has its own: %j',
  async (meetings) => {
    const start = startWorkspace({
      brief: () => Promise.resolve(succeeded(brief)),
      meetings: () => Promise.resolve(meetings),
    })
    expect(await idsOf(start)).toEqual(['past', 'later', 'running'])
    expect(start.cache.detail('meeting', 'later').meeting).toMatchObject({ startAt: iso('15:00') })
  },
)

test('APP-06 with the list, meetings of the brief that cannot be read are missed by nobody', async () => {
  const start = startWorkspace({
    brief: () => Promise.resolve(succeeded({ ...brief, meetings: 'none' })),
    meetings: () => Promise.resolve(succeeded([listed('a', iso('15:00'))])),
  })
  expect(await start.workspace.brief()).toMatchObject({ value: { failed: [] } })
})

test('CAL-08 the details of a meeting are its row, its description once it was read, and tasks linked to it', async () => {
  const start = answering(listed('a', iso('15:00'), { attendees }))
  await start.workspace.brief()
  start.cache.seeTask({ ...task('t', null), linkedMeetingIds: ['a'] })
  const detailFrom = async (from: 'cache' | 'service') => {
    const reply = await start.workspace.detail({ kind: 'meeting', id: 'a', from })
    return reply.ok ? reply.value.meeting : null
  }
  const known = { attendees, tasks: [{ id: 't', title: 'Task t' }] }
  expect(await detailFrom('cache')).toMatchObject(known)
  expect(await detailFrom('service')).toMatchObject({ ...known, description: 'Bring the poster' })
  // The next list has no descriptions, and another service finds meetings without guests.
  await start.workspace.brief()
  start.cache.see([listed('a', iso('16:00'))])
  expect(await detailFrom('cache')).toMatchObject({
    ...known,
    startAt: iso('16:00'),
    description: 'Bring the poster',
  })
})

test('APP-11 what another service says of a meeting in other words counts as not said', () => {
  const said = { response: 'delegated', attendees: ['Bo'], mine: 'yes', linkedRecordIds: 7, more: 1 }
  const read = searchResult.parse({ ...listed('a', iso('15:00')), meeting: said })
  expect(read.meeting).toEqual({ response: null })
  const guest = searchResult.parse({
    ...listed('a', iso('15:00')),
    meeting: { attendees: [{ email: 'bo@x.example' }] },
  })
  expect(guest.meeting?.attendees).toMatchObject([{ email: 'bo@x.example', name: null, isOrganizer: false }])
})

test('APP-11 a cache of an earlier release is read, and of this one it has the answers', () => {
  const of = (meetings: object[]) => ({ brief: { ...brief, meetings }, fetchedAt: 1 })
  const file = { version: cacheVersion, owner: 'o', tasks: [], options: null, objects: [] }
  expect(besideRows.parse({ ...file, brief: of(brief.meetings) }).meetings).toEqual([])
  const meetings = [{ ...brief.meetings[0], response: 'tentative', tentative: true }]
  expect(besideRows.parse({ ...file, brief: of(meetings) }).brief?.brief.meetings).toEqual(meetings)
})

test('APP-04 due today ends with the local day, at most three, the most overdue first', () => {
  const many = { ...brief, tasks: [...brief.tasks, task('e', iso('01:00')), task('f', iso('02:00'))] }
  expect(dueTasks(many, now).map(({ id }) => id)).toEqual(['d', 'e', 'f'])
})

test('APP-04 APP-05 a day that was written elsewhere stands where it ends as that day here', () => {
  // The 19th in Los Angeles ends at 9:00 on the 20th in Berlin.
  const day = inZone('America/Los_Angeles', () => new Date(2026, 10, 19, 23, 59, 59, 999).toISOString())
  inZone('Europe/Berlin', () => {
    const time = new Date(2026, 10, 20, 7).toISOString()
    const tasks = [task('time', time), task('day', day)]
    const morning = new Date(2026, 10, 20, 8, 30).getTime()
    expect(dueTasks({ ...brief, tasks }, morning).map(({ id }) => id)).toEqual(['day', 'time'])
  })
})

const minute = 60_000
const noon = Date.parse('2026-11-20T12:00:00Z')

/** @returns the minutes at which the brief was read */
const readAt = async (
  { fetchedAt = 0, isSignedIn = true, answers = (_minute: number): boolean => true },
  events: (number | [number, 'woke'])[],
): Promise<number[]> => {
  let now = noon
  let fetched: number | null = fetchedAt === null ? null : noon + fetchedAt * minute
  const read: number[] = []
  const keepFresh = createBriefRefresh({
    isSignedIn: () => isSignedIn,
    fetchedAt: () => fetched,
    read: () => {
      const at = (now - noon) / minute
      read.push(at)
      if (answers(at)) fetched = now
      return Promise.resolve()
    },
    now: () => now,
  })
  for (const event of events) {
    const [at, when] = typeof event === 'number' ? ([event, 'tick'] as const) : event
    now = noon + at * minute
    await keepFresh(when)
  }
  return read
}
const minutes = (from: number, to: number): number[] =>
  Array.from({ length: to - from + 1 }, (_, index) => from + index)

test.each<[what: string, Parameters<typeof readAt>[0], Parameters<typeof readAt>[1], number[]]>([
  ['is read each quarter of an hour', {}, minutes(1, 31), [15, 30]],
  ['is read by the first tick if it never was', { fetchedAt: -9_999 }, minutes(1, 10), [1]],
  ['is not read while nobody is signed in', { isSignedIn: false }, minutes(1, 31), []],
  ['is read after a sleep', {}, [1, [7, 'woke'], 8], [7]],
  [
    'is not read by several wake-ups at once',
    {},
    [
      [7, 'woke'],
      [7, 'woke'],
      [7.5, 'woke'],
    ],
    [7],
  ],
  [
    'is tried again with growing delays, at last each quarter of an hour',
    { answers: () => false },
    minutes(1, 61),
    [15, 16, 18, 22, 30, 45, 60],
  ],
  [
    'is tried again soon after a wake-up without a network',
    { answers: (at) => at > 7 },
    [[7, 'woke'], 8, 15, 16],
    [7, 15],
  ],
  ['is read if the clock was set back', { fetchedAt: 600 }, minutes(1, 3), [1]],
])('CAL-08 the cached brief %s', async (_what, given, events, expected) => {
  expect(await readAt(given, events)).toEqual(expected)
})
