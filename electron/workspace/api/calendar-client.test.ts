import { expect, test } from 'vitest'
import { failed, type Reply, succeeded } from '../../../shared/errors.ts'
import { inZone } from '../../../shared/zone-testing.ts'
import { createCalendarClient, textOf } from './calendar-client.ts'
import type { Ask, Question } from './request.ts'

const calendar = {
  id: 'cal_1',
  name: 'Team',
  color: null,
  kind: 'subscription',
  host: 'calendar.example',
  visibility: 'busy',
  readAt: null,
  nextReadAt: null,
  meetingCount: 0,
  skipped: { count: 0, reasons: [] },
  problem: null,
  somethingNewer: true,
}

const start = (answer: Reply<unknown>) => {
  const sent: Pick<Question<unknown>, 'effect' | 'method' | 'path' | 'body' | 'headers'>[] = []
  let changes = 0
  const ask: Ask = ({ effect, method, path, body, headers, answer: schema }) => {
    sent.push({
      effect,
      path,
      ...(method && { method }),
      ...(body !== undefined && { body }),
      ...(headers && { headers }),
    })
    return Promise.resolve(answer.ok ? succeeded(schema.parse(answer.value)) : answer)
  }
  const removed: string[] = []
  const client = createCalendarClient({
    ask,
    onRemoved: (id) => void removed.push(id),
    onChanged: () => {
      changes += 1
    },
  })
  return { client, sent, removed, changes: () => changes }
}
const file = new Uint8Array(Buffer.from('BEGIN:VCALENDAR\r\nSUMMARY:M\u00fcnchen'))
const gone = failed({ kind: 'notFound', message: 'This item no longer exists.' })

test('CAL-01 an address and a file are sent as they are, with the zone of this computer', async () => {
  const { client, sent, changes } = start(succeeded({ data: calendar }))
  const prefer = { Prefer: 'timezone="America/New_York"' }
  const zone = 'America/New_York'
  await inZone(zone, () =>
    client.add({ url: 'https://calendar.example/secret.ics' }, { visibility: 'private' }),
  )
  await inZone(zone, () => client.add({ file }, { name: 'Team', color: '#3b82f6' }))
  expect(sent).toEqual([
    {
      effect: 'create',
      path: '/v1/launcher/calendars',
      headers: prefer,
      body: { visibility: 'private', url: 'https://calendar.example/secret.ics' },
    },
    {
      effect: 'create',
      path: '/v1/launcher/calendars',
      headers: prefer,
      body: { name: 'Team', color: '#3b82f6', ics: 'BEGIN:VCALENDAR\r\nSUMMARY:M\u00fcnchen' },
    },
  ])
  expect(changes()).toBe(2)
})

test('CAL-01 a calendar is changed, read and removed by its id', async () => {
  const { client, sent, removed, changes } = start(succeeded({ data: calendar }))
  await client.change('cal/1', { name: 'New' })
  await client.readNow('cal/1')
  await client.remove('cal/1')
  expect(sent).toEqual([
    { effect: 'update', path: '/v1/launcher/calendars/cal%2F1', body: { name: 'New' } },
    { effect: 'update', method: 'POST', path: '/v1/launcher/calendars/cal%2F1/read' },
    { effect: 'archive', path: '/v1/launcher/calendars/cal%2F1' },
  ])
  expect([removed, changes()]).toEqual([['cal/1'], 3])
})

test('APP-11 a service without calendars has none and says so where one is added; a failure is none of that', async () => {
  const older = start(gone)
  expect(await older.client.list()).toEqual(succeeded(null))
  expect(await older.client.addresses()).toEqual(succeeded([]))
  for (const reply of [await older.client.preview({ file }), await older.client.add({ file }, {})])
    expect(reply).toMatchObject({
      error: { message: 'This service has no calendars. They need a newer version of it.' },
    })
  expect(await older.client.readNow('cal_1')).toEqual(gone)
  const offline = failed({ kind: 'offline', message: 'Offline.' })
  expect(await start(offline).client.list()).toEqual(offline)
  expect(older.changes()).toBe(0)
})

test.each([
  ['UTF-8 with a byte order mark', Buffer.from('\ufeffSUMMARY:Zo\u00eb'), 'SUMMARY:Zo\u00eb'],
  [
    'a character that a fold splits',
    Buffer.from('SUMMARY:M\xc3\r\n \xbcnchen', 'latin1'),
    'SUMMARY:M\u00fcnchen',
  ],
  ['UTF-16', Buffer.from('\ufeffSUMMARY:Zo\u00eb', 'utf16le'), 'SUMMARY:Zo\u00eb'],
  ['Windows-1252', Buffer.from('SUMMARY:M\xfcnchen \x80 5', 'latin1'), 'SUMMARY:M\u00fcnchen \u20ac 5'],
])('CAL-02 %s is read as text', (_what, bytes, text) => {
  expect(textOf(bytes)).toBe(text)
})
