import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Calendar } from '../../shared/api/launcher/calendars.ts'
import { calendarFile } from '../settings/form-fields-testing.ts'
import { commands } from './commands.ts'
import { expectFailure } from './refusal-testing.ts'
import { runCommandLine } from './run.ts'
import { createDatabases, svc, svcJson } from './svc-testing.ts'

const directory = mkdtempSync(join(tmpdir(), 'svc-calendar-'))
const file = join(directory, 'work.ics')
writeFileSync(file, calendarFile)
const sealingKey = join(directory, 'sealing.key')

let status = 200
const server = createServer((_req, res) => res.writeHead(status).end(calendarFile))
let url = ''
const { fresh } = createDatabases()
const database = fresh()
const on = ['--workspace', 'acme', '--database', database, '--as', 'ada@acme.test']
beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/secret-of-ada.ics`
  await svcJson('workspace', 'create', '--slug', 'acme', '--database', database)
  const member = (email: string) =>
    svcJson('member', 'add', '--workspace', 'acme', '--email', email, '--database', database)
  await member('ada@acme.test')
  await member('bob@acme.test')
})
afterAll(() => {
  server.close()
  rmSync(directory, { recursive: true })
})

const reading = ['--allow-private-calendars', '--sealing-key-file', sealingKey]
const list = async () => (await svcJson<{ calendars: Calendar[] }>('calendar', 'list', ...on)).calendars

test('CAL-09 a calendar is added by its address, listed, read and removed; its address is nowhere', async () => {
  const words = [
    '--url',
    url,
    '--color',
    '#3b82f6',
    '--visibility',
    'private',
    '--time-zone',
    'Europe/Berlin',
  ]
  const added = await svcJson<Calendar>('calendar', 'add', ...words, ...reading, ...on)
  expect(added).toMatchObject({
    id: expect.stringMatching(/^cal_/),
    name: 'Work, at home',
    color: '#3b82f6',
    kind: 'subscription',
    host: new URL(url).host,
    visibility: 'private',
    problem: null,
  })
  expect(added.meetingCount).toBeGreaterThan(50)
  expect(await list()).toEqual([added])
  const read = await svcJson<Calendar>('calendar', 'read', added.id, ...reading, ...on)
  expect(Date.parse(read.readAt ?? '')).toBeGreaterThanOrEqual(Date.parse(added.readAt ?? ''))
  expect(readFileSync(database.slice('file:'.length)).includes('secret-of-ada')).toBe(false)
  expect(JSON.stringify([added, read])).not.toContain('secret-of-ada')
  expect(await svcJson('calendar', 'remove', added.id, ...on)).toEqual({ ...read, removed: true })
  expect(await list()).toEqual([])
})

test('CAL-09 a calendar that cannot be read ends with 2 and says why, and keeps its meetings', async () => {
  const { id, meetingCount } = await svcJson<Calendar>('calendar', 'add', '--url', url, ...reading, ...on)
  status = 410
  const { exitCode, output } = await runCommandLine(commands, ['calendar', 'read', id, ...reading, ...on])
  status = 200
  expect([exitCode, JSON.parse(output)]).toMatchObject([
    2,
    { id, meetingCount, problem: { code: 'calendar_unreachable', message: expect.stringMatching(/410/) } },
  ])
  const before = await list()
  const keyOnly = ['--sealing-key-file', sealingKey, ...on]
  await expectFailure(['calendar', 'read', id, ...keyOnly], 'unsafe_url', /https/)
  expect(await list()).toEqual(before)
  const otherKey = join(directory, 'other.key')
  writeFileSync(otherKey, Buffer.alloc(32, 'another').toString('base64'))
  const withOther = ['calendar', 'read', id, '--sealing-key-file', otherKey, ...on]
  await expectFailure(withOther, 'sealing_key_wrong', /not among the sealing keys/)
  // A process of its own ends: no timer keeps it.
  const again = await svc('calendar', 'read', id, ...reading, ...on)
  expect(again).toMatchObject({ exitCode: 0, stderr: '' })
  await svcJson('calendar', 'remove', id, ...on)
})

test('CAL-09 a file is read once, under the name that is given', async () => {
  const words = ['--file', file, '--name', 'From a file']
  const added = await svcJson<Calendar>('calendar', 'add', ...words, ...on)
  expect(added).toMatchObject({ name: 'From a file', kind: 'file', host: null, nextReadAt: null })
  expect(await svcJson('calendar', 'read', added.id, ...on)).toEqual(added)
  await svcJson('calendar', 'remove', added.id, ...on)
})

test('CAL-09 what cannot be added is refused with its reason, never with the address, and nothing is stored', async () => {
  const add = (...words: string[]) => ['calendar', 'add', ...words, ...on]
  const page = join(directory, 'page.html')
  writeFileSync(page, '<html>')
  await expectFailure(add('--url', url), 'unsafe_url', /https/)
  await expectFailure(add('--file', page), 'not_a_calendar', /not a calendar/)
  // Before the sealing key, which is another one here.
  const noFile = ['--file', join(directory, 'none.ics'), '--sealing-key-file', join(directory, 'other.key')]
  await expectFailure(add(...noFile), 'not_found', /none\.ics/)
  await expectFailure(add(), 'bad_option', /either --url or --file/)
  await expectFailure(add('--url', url, '--file', file), 'bad_option', /either --url or --file/)
  await expectFailure(add('--file', file, '--color', 'red'), 'bad_option', /#3b82f6/)
  await expectFailure(add('--file', file, '--time-zone', 'Mars/Olympus'), 'bad_option', /Europe\/Berlin/)
  const long = await runCommandLine(commands, add('--url', `https://x.test/secret-of-ada${'a'.repeat(2048)}`))
  expect([JSON.parse(long.output).error.code, long.output.includes('secret')]).toEqual(['bad_option', false])
  expect(await list()).toEqual([])
})

test('CAL-09 a calendar of another member is not there', async () => {
  const { id } = await svcJson<Calendar>('calendar', 'add', '--file', file, ...on)
  const other = ['--workspace', 'acme', '--database', database, '--as', 'bob@acme.test']
  expect(await svcJson('calendar', 'list', ...other)).toEqual({ calendars: [] })
  await expectFailure(['calendar', 'read', id, ...other], 'not_found', /no calendar/)
  await expectFailure(['calendar', 'remove', id, ...other], 'not_found', /no calendar/)
  const stranger = ['--workspace', 'acme', '--database', database, '--as', 'eve@acme.test']
  await expectFailure(['calendar', 'list', ...stranger], 'not_found', /not a member/)
  await svcJson('calendar', 'remove', id, ...on)
})
