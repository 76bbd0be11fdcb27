// Calendars that move with their workspace: without their address, and with their meetings (CLI-03, CAL-03).
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Calendar } from '../../shared/api/launcher/calendars.ts'
import { changeCalendar } from '../calendars/calendar-write.ts'
import { createCalendars } from '../calendars/calendars.ts'
import { svcJson } from '../cli/svc-testing.ts'
import { openStore, type OpenedStore } from '../db/open.ts'
import { openSeal } from '../sealing/sealing-keys.ts'
import { newUuid } from '../base/ids.ts'
import { ownDatabases } from '../db/postgres/databases-testing.ts'
import { calendarFile, serveCalendarFile } from '../settings/form-fields-testing.ts'
import { createLog } from '../base/service-log.ts'
import { exportWorkspace } from './export-workspace.ts'
import { workspaceBySlug } from '../access/workspaces.store.ts'
import { personByEmail } from '../access/people.store.ts'
import { setAddresses } from '../calendars/calendars.store.ts'
import { upcomingMeetings, getMeeting } from '../meetings/meetings.store.ts'
import { insertTask } from '../tasks/tasks.store.ts'
import { meetingsOfTasksAmong, copiesOfMeetings } from '../calendars/copies.store.ts'

const directory = mkdtempSync(join(tmpdir(), 'svc-calendars-'))
afterAll(() => rmSync(directory, { recursive: true }))
const postgres = ownDatabases()
let counter = 0
const freshFile = async () => `file:${join(directory, `${(counter += 1)}.db`)}`
const reading = ['--allow-private-calendars', '--sealing-key-file', join(directory, 'sealing.key')]
const ada = ['--workspace', 'acme', '--as', 'ada@acme.test']
const file = join(directory, 'acme.ndjson')

const on = async <T>(database: string, run: (store: OpenedStore, workspaceId: string) => Promise<T>) => {
  const store = await openStore(database)
  const workspace = await store.read((tx) => workspaceBySlug(tx, 'acme'))
  try {
    return await run(store, workspace?.id ?? '')
  } finally {
    await store.close()
  }
}
const exportOf = (database: string) =>
  on(database, async (store) => {
    let text = ''
    await exportWorkspace(store, 'acme', async (more) => void (text += more))
    return text
  })

const enterAddress = (database: string, calendarId: string) =>
  on(database, async (store, workspaceId) => {
    const owner = await store.read((tx) => personByEmail(tx, 'ada@acme.test'))
    const common = { store, now: Date.now, log: createLog('silent') }
    const seal = openSeal({ file: join(directory, 'sealing.key') })
    const calendars = createCalendars({ ...common, seal, network: 'any host', pollMilliseconds: null })
    const person = { workspaceId, ownerId: owner?.id ?? '' }
    await changeCalendar({ ...common, calendars }, person, calendarId, { url })
    await calendars.close()
  })

let url: string
let exported: string
/** The next meeting; a task is linked to it. */
let meetingId: string
beforeAll(async () => {
  url = await serveCalendarFile()
  const database = await freshFile()
  await svcJson('workspace', 'create', '--slug', 'acme', '--database', database)
  for (const email of ['ada@acme.test', 'bob@acme.test'])
    await svcJson('member', 'add', '--workspace', 'acme', '--email', email, '--database', database)
  const add = ['calendar', 'add', ...ada, ...reading, '--database', database]
  await svcJson(...add, '--url', url, '--color', '#3b82f6', '--visibility', 'private')
  const own = join(directory, 'own.ics')
  // The same meetings in a second calendar, with guests.
  const guests = ['ATTENDEE;PARTSTAT=TENTATIVE:mailto:ada@home.test', 'ATTENDEE:mailto:bob@acme.test']
  writeFileSync(
    own,
    calendarFile.replace('SUMMARY', `${guests.join('\r\n')}\r\nDESCRIPTION:Bring it.\r\nSUMMARY`),
  )
  await on(database, async (store, workspaceId) => {
    const person = await store.read((tx) => personByEmail(tx, 'ada@acme.test'))
    await store.write((tx) => setAddresses(tx, workspaceId, person?.id ?? '', ['ada@home.test']))
  })
  await svcJson(...add, '--file', own, '--name', 'From a file')
  await on(database, async (store, workspaceId) => {
    const person = (await store.read((tx) => personByEmail(tx, 'ada@acme.test')))?.id ?? ''
    const [next] = await store.read((tx) => upcomingMeetings(tx, workspaceId, person, Date.now(), 1))
    meetingId = next?.id ?? ''
    await store.write((tx) =>
      insertTask(tx, workspaceId, {
        id: newUuid(),
        title: 'Prepare',
        description: null,
        status: 'todo',
        priority: 'medium',
        startDate: null,
        dueDate: null,
        parentId: null,
        sectionId: null,
        estimatedTime: null,
        createdBy: person,
        createdAt: 1,
        updatedAt: 1,
        assignees: [person],
        linkedRecordIds: [],
        linkedMeetingIds: [meetingId],
      }),
    )
  })
  exported = await exportOf(database)
  writeFileSync(file, exported)
})

test('CAL-03 an export has calendars, their meetings and further addresses of people, and no address of a calendar', () => {
  const lines = exported
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line))
  const ofType = (type: string) => lines.filter((line) => line.type === type)
  expect(ofType('calendar')).toMatchObject([
    { name: 'Work, at home', kind: 'subscription', color: '#3b82f6', visibility: 'private' },
    { name: 'From a file', kind: 'file', color: null, visibility: 'busy' },
  ])
  expect(ofType('member').find(({ email }) => email === 'ada@acme.test')?.addresses).toEqual([
    'ada@home.test',
  ])
  expect(ofType('calendarMeeting')).toHaveLength(2 * ofType('meeting').length)
  expect(exported).not.toContain('secret-of-ada')
  expect(exported).not.toMatch(/"address"/)
})

test.each([
  ['SQLite', freshFile],
  ['PostgreSQL', () => postgres()],
])(
  'CAL-03 CLI-03 an import into %s keeps the meetings; a subscription asks for its address and finds them again with it',
  async (_engine, freshDatabase) => {
    const database = await freshDatabase()
    await svcJson('import', file, '--workspace', 'acme', '--database', database)
    expect(await exportOf(database)).toBe(exported)

    const list = ['calendar', 'list', ...ada, '--database', database]
    const { calendars } = await svcJson<{ calendars: Calendar[] }>(...list)
    expect(calendars.map(({ problem, nextReadAt }) => [problem?.code, nextReadAt])).toEqual([
      ['address_needed', null],
      [undefined, null],
    ])
    const [subscribed] = calendars
    const seen = () =>
      on(database, async (store, workspaceId) =>
        store.read(async (tx) => ({
          meeting: await getMeeting(tx, workspaceId, meetingId),
          links: await meetingsOfTasksAmong(tx, workspaceId, [meetingId]),
          copies: (await copiesOfMeetings(tx, workspaceId, [meetingId])).length,
        })),
      )
    const imported = await seen()
    expect([imported.meeting?.title, imported.links.size, imported.copies]).toEqual(['Planning', 1, 2])

    // Without the file, only the subscription has them; its owner enters the address again.
    const [, fromFile] = calendars
    await svcJson('calendar', 'remove', fromFile?.id ?? '', ...ada, '--database', database)
    await enterAddress(database, subscribed?.id ?? '')
    const after = (await svcJson<{ calendars: Calendar[] }>(...list)).calendars
    expect(after).toMatchObject([
      { id: subscribed?.id, problem: null, meetingCount: subscribed?.meetingCount },
    ])
    expect(await seen()).toMatchObject({ meeting: { id: meetingId }, links: imported.links, copies: 1 })
  },
)

test.each([
  ['is of no calendar in the file', /\{"type":"calendar",.*\n/, '', /is not a calendar in the file/],
  [
    'has the calendar of a stranger',
    /("type":"calendar".*?"ownerId":")/,
    '$1usr_x',
    /not a member in the file/,
  ],
  ['has an answer that is none', /"response":"tentative"/, '"response":"perhaps"', /response/],
])('CLI-03 a meeting that %s changes nothing', async (_what, pattern, by, words) => {
  const database = await freshFile()
  await svcJson('migrate', '--database', database)
  const broken = join(directory, 'broken.ndjson')
  writeFileSync(broken, exported.replace(pattern, by))
  await expect(svcJson('import', broken, '--workspace', 'acme', '--database', database)).rejects.toThrow(
    words,
  )
  await on(database, async (store) => {
    expect(await store.read((tx) => personByEmail(tx, 'ada@acme.test'))).toBeUndefined()
  })
})
