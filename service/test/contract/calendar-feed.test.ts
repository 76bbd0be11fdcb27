// The address at which a calendar program reads a person's tasks.
import ICAL from 'ical.js'
import { pino } from 'pino'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readCalendar } from '../../calendars/reading/read-calendar.ts'
import { newUuid, prefixedId } from '../../base/ids.ts'
import type { NewTask } from '../../tasks/stored-task.ts'
import { secretOf, signInAs, startSettings } from '../../settings/settings-testing.ts'
import { insertTask, getTask, updateTask } from '../../tasks/tasks.store.ts'
import { insertMeeting } from '../../meetings/meetings.store.ts'
import { feedOfPerson } from '../../calendars/feed.store.ts'
import { updateWorkspace } from '../../access/workspaces.store.ts'
import { putMembership } from '../../access/members.store.ts'

let log = ''
let stage: Awaited<ReturnType<typeof startSettings>>
const now = Date.UTC(2026, 10, 27, 12)
let clock = now
beforeAll(async () => {
  const sink = { write: (line: string) => void (log += line) }
  stage = await startSettings({ now: () => clock, elapsed: () => clock, log: pino({ base: null }, sink) })
})
afterAll(() => stage.service.close())

const join = async () =>
  await signInAs(stage.service, await stage.service.addMember(stage.acme, { role: 'member' }))
type Visitor = Awaited<ReturnType<typeof join>>
const subscribe = async (visitor: Visitor) => secretOf(await visitor.post('create-feed')) ?? ''
const statusOf = async (url: string, init?: RequestInit) => (await fetch(url, init)).status

const addTask = async (personId: string, task: Partial<NewTask>) => {
  const id = newUuid()
  const blank = {
    description: null,
    status: 'todo',
    priority: 'medium',
    startDate: null,
    dueDate: null,
  } as const
  const rest = {
    parentId: null,
    sectionId: null,
    estimatedTime: null,
    linkedRecordIds: [],
    linkedMeetingIds: [],
  }
  const times = { createdBy: personId, createdAt: 1, updatedAt: now, assignees: [personId] }
  await stage.store.write((tx) =>
    insertTask(tx, stage.acme.id, { id, title: 'Task', ...blank, ...rest, ...times, ...task }),
  )
  return id
}
const addMeeting = async (title: string, attendeeIds: string[], isPrivate = false) => {
  const id = prefixedId('mtg')
  const times = { startAt: now + 3_600_000, endAt: now + 7_200_000, allDay: false, createdAt: 1 }
  const rest = {
    location: 'Room',
    joinUrl: null,
    isPrivate,
    createdBy: stage.owner.personId,
    linkedRecordIds: [],
  }
  await stage.store.write((tx) =>
    insertMeeting(tx, stage.acme.id, { id, title, attendeeIds, ...times, ...rest }),
  )
  return id
}

test('CAL-01 the feed has my open tasks that are due and my meetings with tasks, for the own reader and ical.js', async () => {
  const person = await join()
  const { personId } = person
  const mine = await addMeeting('Review', [personId])
  const other = await addMeeting('Salaries', [stage.owner.personId], true)
  const timed = await addTask(personId, {
    title: 'Call, then mail',
    dueDate: now + 60_000,
    linkedMeetingIds: [mine, other],
  })
  // The end of a day in Berlin, and in Auckland.
  const inBerlin = Date.UTC(2026, 10, 29, 23) - 1
  const berlin = await addTask(personId, { title: 'In Berlin', dueDate: inBerlin })
  const auckland = await addTask(personId, { title: 'In Auckland', dueDate: Date.UTC(2026, 10, 29, 11) - 1 })
  await addTask(personId, { title: 'Undated' })
  await addTask(personId, { title: 'Done', status: 'done', dueDate: now })
  await addTask(stage.owner.personId, { title: 'Of another', dueDate: now })

  const answer = await fetch(await subscribe(person))
  expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'text/calendar; charset=utf-8'])
  expect(answer.headers.get('x-content-type-options')).toBe('nosniff')
  expect(answer.headers.get('cache-control')).toBe('private, no-cache')
  const text = await answer.text()
  const reading = readCalendar(Buffer.from(text), { from: now - 9e8, to: now + 9e8, zone: 'UTC' })
  if (reading.kind !== 'read') throw new Error(reading.kind)
  expect([reading.name, reading.skipped, reading.badLines]).toEqual(['The acme: my tasks', [], 0])
  expect(
    reading.meetings.map(({ uid, title, start, end, allDay }) => [uid, title, start, end, allDay]),
  ).toEqual([
    [`task-${timed}`, 'Call, then mail', now + 60_000, now + 60_000, false],
    [`meeting-${mine}`, 'Review', now + 3_600_000, now + 7_200_000, false],
    [`task-${auckland}`, 'In Auckland', Date.UTC(2026, 10, 29), Date.UTC(2026, 10, 30), true],
    [`task-${berlin}`, 'In Berlin', Date.UTC(2026, 10, 29), Date.UTC(2026, 10, 30), true],
  ])
  const events = new ICAL.Component(ICAL.parse(text)).getAllSubcomponents('vevent')
  const meeting = events.find((event) => event.getFirstPropertyValue('uid') === `meeting-${mine}`)
  expect([meeting?.getFirstPropertyValue('description'), meeting?.getFirstPropertyValue('url')]).toEqual([
    '• Call, then mail',
    `${stage.service.baseUrl}/w/acme/meetings/${mine}`,
  ])
})

test('CAL-01 an unchanged feed is 304, and a changed task changes the feed but not its UID', async () => {
  const person = await join()
  const id = await addTask(person.personId, { title: 'Before', dueDate: now })
  const url = await subscribe(person)
  const first = await fetch(url)
  const tag = first.headers.get('etag') ?? ''
  const headers = { 'if-none-match': tag }
  clock += 3_600_000
  expect(await statusOf(url, { headers })).toBe(304)
  const head = await fetch(url, { method: 'HEAD' })
  expect([head.status, head.headers.get('etag'), await head.text()]).toEqual([200, tag, ''])
  await stage.store.write(async (tx) => {
    const task = await getTask(tx, stage.acme.id, id)
    if (task) await updateTask(tx, stage.acme.id, task, { title: 'After' }, now + 1000)
  })
  const second = await fetch(url, { headers })
  const text = await second.text()
  expect([second.status, text.includes('SUMMARY:After'), text.includes(`UID:task-${id}`)]).toEqual([
    200,
    true,
    true,
  ])
})

test('CAL-01 the secret is shown once and stored as a hash; a new address ends the old one', async () => {
  const person = await join()
  const first = await subscribe(person)
  const secret = first.split('/').at(-1)?.replace('.ics', '') ?? ''
  expect(secret).toMatch(/^[\w-]{43}$/)
  const page = await person.open('calendars')
  expect([page.text.includes(secret), page.text.includes('Make a new address')]).toEqual([false, true])
  const feed = await stage.store.read((tx) => feedOfPerson(tx, stage.acme.id, person.personId))
  expect(JSON.stringify(feed)).not.toContain(secret)
  const second = await subscribe(person)
  expect([await statusOf(first), await statusOf(second)]).toEqual([404, 200])
  expect((await person.post('revoke-feed', { feed: 'own' })).text).toContain('The address was ended.')
  expect(await statusOf(second)).toBe(404)
})

test('CAL-01 a removed member has no feed, also after coming back; a locked workspace gives none', async () => {
  const person = await join()
  const url = await subscribe(person)
  const limit = (memberLimit: number | null) =>
    stage.store.write((tx) => updateWorkspace(tx, stage.acme.id, { memberLimit }))
  await limit(1)
  const locked = await statusOf(url)
  await limit(null)
  await stage.owner.post('remove-member', { member: person.personId })
  const removed = await statusOf(url)
  await stage.store.write((tx) => putMembership(tx, stage.acme.id, person.personId, 'member', now))
  expect([locked, removed, await statusOf(url)]).toEqual([423, 404, 404])
})

test.each([
  ['another secret', `/calendar/${'a'.repeat(43)}.ics`, 'GET', 404],
  ['a short secret', '/calendar/a.ics', 'GET', 404],
  ['no secret', '/calendar/.ics', 'GET', 404],
  ['a path below', `/calendar/${'a'.repeat(43)}.ics/x`, 'GET', 404],
  ['a POST', `/calendar/${'a'.repeat(43)}.ics`, 'POST', 405],
])('CAL-01 %s is no feed', async (_what, path, method, status) => {
  const answer = await fetch(stage.service.url(path), { method })
  expect(answer.status).toBe(status)
})

test('GEN-10 CAL-01 the log names the person of a feed, never its secret', async () => {
  const person = await join()
  const url = await subscribe(person)
  log = ''
  await fetch(`${url}?x=1`)
  await fetch(stage.service.url(`/calendar/${'b'.repeat(43)}.ics`))
  const lines = () => log.split('\n').flatMap((line) => (line === '' ? [] : [JSON.parse(line) as object]))
  await expect.poll(() => lines().length).toBe(2)
  const path = '/calendar/:secret.ics'
  expect(lines()).toMatchObject([
    { method: 'GET', path, status: 200, person: person.personId },
    { method: 'GET', path, status: 404 },
  ])
  expect(log).not.toContain(url.split('/').at(-1)?.slice(0, 43))
})

test('LIM-01 CAL-01 one address reads feeds 300 times a minute; more is 429 with the wait', async () => {
  clock += 60_000
  const url = stage.service.url('/calendar/none.ics')
  const statuses = await Promise.all(Array.from({ length: 300 }, () => statusOf(url)))
  expect(new Set(statuses)).toEqual(new Set([404]))
  const refused = await fetch(url)
  expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '60'])
  clock += 60_000
  expect(await statusOf(url)).toBe(404)
})
