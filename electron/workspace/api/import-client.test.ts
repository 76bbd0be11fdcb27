import { expect, test } from 'vitest'
import { failed, type Reply, succeeded } from '../../../shared/errors.ts'
import { inZone } from '../../../shared/zone-testing.ts'
import { createImportClient } from './import-client.ts'
import type { Ask, Question } from './request.ts'

const looked = {
  id: 'imp/1',
  name: 'contacts.csv',
  createdAt: '2026-11-28T08:00:00.000Z',
  object: 'people',
  state: 'looked',
  problem: null,
  look: null,
  choices: { object: 'people', somethingNewer: true },
  progress: { rows: 0, total: 3, rowsPerSecond: null, secondsLeft: null },
  result: null,
  undo: null,
}

const start = (answer: Reply<unknown>) => {
  const sent: Partial<Question<unknown>>[] = []
  const ask: Ask = ({ answer: schema, timeoutMs: _time, ...question }) => {
    sent.push(question)
    return Promise.resolve(answer.ok ? succeeded(schema.parse(answer.value)) : answer)
  }
  return { client: createImportClient(ask), sent }
}
const gone = failed({ kind: 'notFound', message: 'This item no longer exists.' })
const unanswered = failed({ kind: 'unconfirmed', message: 'It may have been saved.' })

test('IMP-01 a file is sent as its bytes with its name and the zone of this computer', async () => {
  const { client, sent } = start(succeeded({ data: looked }))
  const file = new Uint8Array([0xff, 0xfe, 0x41, 0])
  const reply = await inZone('America/New_York', () => client.add({ name: 'Kontakte ä.csv', file }))
  expect(sent).toEqual([
    {
      effect: 'create',
      path: '/v1/launcher/imports',
      query: { name: 'Kontakte ä.csv' },
      headers: { Prefer: 'timezone="America/New_York"' },
      bytes: file,
    },
  ])
  // Only known choices are sent back: the service refuses names that it does not expect.
  expect(reply).toMatchObject({ ok: true, value: { choices: { object: 'people' } } })
  expect(reply.ok && 'somethingNewer' in reply.value.choices).toBe(false)
})

test('IMP-04 an import is chosen for, started, cancelled, undone and dropped by its id', async () => {
  const { client, sent } = start(succeeded({ data: looked }))
  await client.choose('imp/1', { key: 'email' })
  await client.start('imp/1')
  await client.cancel('imp/1')
  await client.undo('imp/1')
  await client.drop('imp/1')
  const path = '/v1/launcher/imports/imp%2F1'
  expect(sent).toEqual([
    { effect: 'update', path, body: { key: 'email' } },
    { effect: 'update', method: 'POST', path: `${path}/start` },
    { effect: 'update', method: 'POST', path: `${path}/cancel` },
    { effect: 'update', method: 'POST', path: `${path}/undo` },
    { effect: 'archive', path },
  ])
})

test('IMP-03 the rows that were left out come as text', async () => {
  const { client, sent } = start(succeeded('\uFEFFLine,Reason\r\n'))
  expect(await client.leftOut('imp/1')).toEqual(succeeded('\uFEFFLine,Reason\r\n'))
  const headers = { 'Accept-Language': 'en' }
  expect(sent).toMatchObject([
    { path: '/v1/launcher/imports/imp%2F1/left-out', accepts: 'text/csv', headers },
  ])
})

test.each<[string, Reply<never>, 'list' | 'add' | 'get' | 'start' | 'drop', unknown]>([
  ['an older service has no imports', gone, 'list', succeeded(null)],
  [
    'an older service says so where a file is added',
    gone,
    'add',
    { kind: 'notFound', message: /cannot import/ },
  ],
  ['an import that is gone says so', gone, 'get', { kind: 'notFound', message: /Choose the file again/ }],
  ['a file that is gone is dropped', gone, 'drop', succeeded(undefined)],
  [
    'a look without an answer wrote nothing',
    unanswered,
    'add',
    { kind: 'unavailable', message: /Nothing was imported/ },
  ],
  ['a start without an answer may have begun', unanswered, 'start', { kind: 'unconfirmed', message: /may/ }],
  [
    'a failure is none of that',
    failed({ kind: 'offline', message: 'Offline.' }),
    'list',
    { kind: 'offline', message: /Offline/ },
  ],
])('APP-11 IMP-01 %s', async (_what, answer, verb, expected) => {
  const { client } = start(answer)
  const reply = await {
    list: () => client.list(),
    add: () => client.add({ name: 'a.csv', file: new Uint8Array([1]) }),
    get: () => client.get('imp_1'),
    start: () => client.start('imp_1'),
    drop: () => client.drop('imp_1'),
  }[verb]()
  if (reply.ok) return expect(reply).toEqual(expected)
  const { kind, message } = expected as { kind: string; message: RegExp }
  expect(reply.error.kind).toBe(kind)
  expect(reply.error.message).toMatch(message)
})
