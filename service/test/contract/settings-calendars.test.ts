// The settings pages of calendars: add, list, change, read, remove; further addresses.
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Arrival } from '../../oauth/oauth-testing.ts'
import { calendarFile, serveCalendarFile } from '../../settings/form-fields-testing.ts'
import { faultsOf, newFormId, signInAs, startSettings } from '../../settings/settings-testing.ts'
import { calendarsOfPerson, putCalendar, furtherAddresses } from '../../calendars/calendars.store.ts'
import { digestsOfCopies } from '../../calendars/copies.store.ts'
import { meetingsAmong } from '../../meetings/meetings.store.ts'

let stage: Awaited<ReturnType<typeof startSettings>>
let url: string
beforeAll(async () => {
  stage = await startSettings()
  url = await serveCalendarFile()
})
afterAll(() => stage.service.close())

const join = async () =>
  await signInAs(stage.service, await stage.service.addMember(stage.acme, { role: 'member' }))
type Visitor = Awaited<ReturnType<typeof join>>
const calendarsOf = ({ personId }: Visitor) =>
  stage.store.read((tx) => calendarsOfPerson(tx, stage.acme.id, personId))
const oneOf = async (visitor: Visitor) => (await calendarsOf(visitor))[0]
const shared = { visibility: 'busy', zone: 'Europe/Berlin' }
const wordsOf = ({ text }: Arrival) => text.replaceAll(/<[^>]*>/g, ' ').replaceAll(/\s+/g, ' ')

test('CAL-01 a calendar that is added by its address is listed with its host and its meetings, never its address', async () => {
  const person = await join()
  const answer = await person.post('add-calendar', { ...shared, url })
  expect([answer.status, wordsOf(answer).includes('The calendar was added.')]).toEqual([200, true])
  const { host } = new URL(url)
  expect(wordsOf(answer)).toContain(`Work, at home ${host} That you are busy`)
  const calendar = await oneOf(person)
  expect(calendar).toMatchObject({
    name: 'Work, at home',
    kind: 'subscription',
    zone: 'Europe/Berlin',
    problem: null,
  })
  expect(calendar?.meetingCount).toBeGreaterThan(50)
  const pages = [answer, await person.open(`calendar?id=${calendar?.id}`), await person.open('calendars')]
  for (const page of pages) expect(page.text).not.toContain('secret-of-ada')
  expect(wordsOf(await person.open(`calendar?id=${calendar?.id}`))).toContain(
    `Meetings ${calendar?.meetingCount}`,
  )
})

test('CAL-01 one form that arrives five times at once adds one calendar', async () => {
  const person = await join()
  const fields = { ...shared, url, form: newFormId() }
  const answers = await Promise.all(Array.from({ length: 5 }, () => person.post('add-calendar', fields)))
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200])
  expect(await calendarsOf(person)).toHaveLength(1)
})

test('CAL-01 the pasted text of a file is read once, under the name that is given', async () => {
  const person = await join()
  await person.post('add-calendar-file', { ...shared, ics: calendarFile, name: 'Pasted' })
  const page = await person.open('calendars')
  expect(await oneOf(person)).toMatchObject({ name: 'Pasted', kind: 'file', host: null, nextReadAt: null })
  expect(wordsOf(page)).toContain('Pasted A file That you are busy')
  const one = await person.open(`calendar?id=${(await oneOf(person))?.id}`)
  expect(one.text).not.toMatch(/read-calendar"|calendar-address"/)
})

test.each([
  ['an address that is none', 'add-calendar', { url: 'ftp://calendar.test/a.ics' }, /^Only https URLs/],
  ['a word', 'add-calendar', { url: 'ada' }, /^Enter a whole address/],
  ['a host that does not answer', 'add-calendar', { url: 'http://127.0.0.1:9/a.ics' }, /^Nothing answers/],
  ['no address', 'add-calendar', { url: ' ' }, /^Enter an address\.$/],
  ['a page instead of a calendar', 'add-calendar-file', { ics: '<html>' }, /not a calendar file/],
  [
    'a file of 2 MB and a character',
    'add-calendar-file',
    { ics: 'x'.repeat(2 * 1024 ** 2 + 1) },
    /at most 2 MB/,
  ],
  [
    'an unknown time zone',
    'add-calendar-file',
    { ics: calendarFile, zone: 'Mars/Olympus' },
    /time zone like/,
  ],
])('CAL-01 %s is refused with the reason, and nothing is added', async (_what, form, fields, words) => {
  const person = await join()
  const answer = await person.post(form, { ...shared, ...fields })
  expect([answer.status, faultsOf(answer)]).toEqual([400, [expect.stringMatching(words)]])
  // The address is a secret, so it is typed again. The text of a file is not.
  expect(answer.text).not.toContain('a.ics')
  expect(answer.text.includes('Enter the address again.')).toBe(form === 'add-calendar')
  if ('ics' in fields)
    expect(answer.text).toContain(fields.ics.slice(0, 2 * 1024 ** 2).replaceAll('<html>', '&lt;html&gt;'))
  expect(await calendarsOf(person)).toEqual([])
})

test('CAL-01 a calendar gets another name, color and visibility', async () => {
  const person = await join()
  await person.post('add-calendar-file', {
    ...shared,
    ics: calendarFile.replace('UID:planning', 'UID:shown'),
  })
  const { id = '' } = (await oneOf(person)) ?? {}
  const fields = { calendar: id, name: 'Planning', color: '#123456', visibility: 'private' }
  const answer = await person.post('change-calendar', fields)
  expect(wordsOf(answer)).toContain('The calendar was changed.')
  expect(await oneOf(person)).toMatchObject({ name: 'Planning', color: '#123456', visibility: 'private' })
  expect(answer.text).toMatch(/<option value="#123456"\s+selected/)
  const ids = await stage.store.read((tx) => digestsOfCopies(tx, stage.acme.id, id))
  const [meeting] = await stage.store.read((tx) =>
    meetingsAmong(tx, stage.acme.id, [...ids.keys()].slice(0, 1)),
  )
  expect(meeting?.isHidden).toBe(true)
  await person.post('change-calendar', { ...fields, color: '' })
  expect((await oneOf(person))?.color).toBeNull()
})

test('CAL-03 a new address that cannot be read changes nothing, and one that can is read', async () => {
  const person = await join()
  await person.post('add-calendar', { ...shared, url })
  const before = await oneOf(person)
  const calendar = before?.id ?? ''
  const refused = await person.post('calendar-address', { calendar, url: 'http://127.0.0.1:9/' })
  expect([refused.status, faultsOf(refused)]).toEqual([400, [expect.stringMatching(/^Nothing answers/)]])
  expect(await oneOf(person)).toEqual(before)
  const taken = await person.post('calendar-address', { calendar, url: `${url}?again` })
  expect(wordsOf(taken)).toContain('has the new address and was read')
  expect((await oneOf(person))?.address).not.toBe(before?.address)
})

test('CAL-03 what is wrong with a calendar, and what was left out of it, stands beside it', async () => {
  const person = await join()
  const broken = calendarFile.replace('DTSTART:20250106T090000Z', 'DTSTART:soon')
  await person.post('add-calendar-file', { ...shared, ics: broken })
  expect(wordsOf(await person.open('calendars'))).toContain('1 × The start cannot be read. (“Planning”)')
  await person.post('add-calendar', { ...shared, url })
  const [, subscribed] = await calendarsOf(person)
  const problem = {
    code: 'calendar_unreachable',
    message: 'It is gone.',
    since: Date.UTC(2026, 0, 2),
  } as const
  await stage.store.write((tx) =>
    putCalendar(tx, stage.acme.id, subscribed?.id ?? '', { problem, updatedAt: 1 }),
  )
  expect(wordsOf(await person.open('calendars'))).toContain('It is gone. Since 2 Jan 2026, 00:00')
  const read = await person.post('read-calendar', { calendar: subscribed?.id ?? '' })
  expect(wordsOf(read)).toContain('The calendar was asked.')
  expect((await calendarsOf(person))[1]?.problem).toBeNull()
})

test('CAL-01 a calendar that is removed takes its meetings with it', async () => {
  const person = await join()
  await person.post('add-calendar-file', { ...shared, ics: calendarFile.replace('UID:planning', 'UID:mine') })
  const calendar = (await oneOf(person))?.id ?? ''
  const meetings = () =>
    stage.store.read((tx) => digestsOfCopies(tx, stage.acme.id, calendar)).then(({ size }) => size)
  expect(await meetings()).toBeGreaterThan(50)
  const answer = await person.post('remove-calendar', { calendar })
  expect([answer.url.pathname, wordsOf(answer).includes('The calendar was removed.')]).toEqual([
    '/settings/acme/calendars',
    true,
  ])
  expect([await meetings(), await calendarsOf(person)]).toEqual([0, []])
  expect((await person.open(`calendar?id=${calendar}`)).status).toBe(404)
})

test('CAL-01 calendars of another member are not there', async () => {
  const [person, other] = [await join(), await join()]
  await person.post('add-calendar', { ...shared, url })
  const calendar = (await oneOf(person))?.id ?? ''
  const change = { name: 'Mine', color: '', visibility: 'details' }
  const answers = [
    await other.open(`calendar?id=${calendar}`),
    await other.post('change-calendar', { calendar, ...change }),
    await other.post('calendar-address', { calendar, url }),
    await other.post('read-calendar', { calendar }),
    await other.post('remove-calendar', { calendar }),
  ]
  expect(answers.map(({ status }) => status)).toEqual([404, 404, 404, 404, 404])
  expect((await oneOf(person))?.name).toBe('Work, at home')
  expect(wordsOf(await other.open('calendars'))).toContain('There are no calendars yet.')
})

test('CAL-05 further addresses are saved in lines, and one of another member is refused', async () => {
  const person = await join()
  const lines = 'Ada@home.test\r\n  ada@old.test, ada@home.test'
  const answer = await person.post('calendar-addresses', { addresses: lines })
  expect(answer.text).toMatch(/ada@home\.test\nada@old\.test\s*<\/textarea/)
  const taken = await person.post('calendar-addresses', { addresses: stage.owner.email })
  expect([taken.status, faultsOf(taken)]).toEqual([400, [`${stage.owner.email} belongs to another member.`]])
  const bad = await person.post('calendar-addresses', { addresses: 'ada at home' })
  expect([bad.status, faultsOf(bad)[0]]).toEqual([400, expect.stringMatching(/one in a line/)])
  const kept = await stage.store.read((tx) => furtherAddresses(tx, stage.acme.id, person.personId))
  expect(kept).toEqual(['ada@home.test', 'ada@old.test'])
})
