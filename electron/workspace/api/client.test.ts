import { expect, test } from 'vitest'
import { failed, succeeded } from '../../../shared/errors.ts'
import { inZone } from '../../../shared/zone-testing.ts'
import { people } from '../outbox/record-service.fake.ts'
import { type ApiClient, createApiClient, readBrief } from './client.ts'
import type { Ask } from './request.ts'

test.each(['America/New_York', 'Pacific/Auckland'])(
  'APP-04 in %s the brief is asked for with the whole days of that zone',
  async (zone) => {
    const sent: unknown[] = []
    const ask: Ask = ({ path, headers, answer }) => {
      sent.push({ path, ...headers })
      return Promise.resolve(succeeded(answer.parse({ data: {} })))
    }
    await inZone(zone, () => createApiClient(ask).brief())
    expect(sent).toEqual([{ path: '/v1/launcher/brief', Prefer: `timezone="${zone}"` }])
  },
)

test('LCH-02 a change of a task names the zone on whose clock it repeats, and the version', async () => {
  const sent: unknown[] = []
  const ask: Ask = ({ path, headers }) => {
    sent.push({ path, ...headers })
    return Promise.resolve(failed({ kind: 'offline', message: '' }))
  }
  await inZone('America/New_York', () => createApiClient(ask).updateTask('t', { title: 'T' }, '"1"'))
  const Prefer = 'timezone="America/New_York"'
  expect(sent).toEqual([{ path: '/v1/launcher/tasks/t', Prefer, 'If-Match': '"1"' }])
})

const notification = { id: 'n1', title: 'Mira asked' }
const meeting = {
  id: 'm1',
  title: 'Stand-up',
  startAt: '2026-11-20T09:00:00Z',
  endAt: '2026-11-20T09:15:00Z',
}
const kept = { tasks: [], meetings: [meeting], notifications: [], integrationIssues: [] }

test('APP-11 APP-06 a section that is not understood leaves the others, and what was seen of it', () => {
  const said = { tasks: [], meetings: [{ id: 7 }], notifications: [notification], more: 1 }
  expect(readBrief(said, kept)).toEqual({
    brief: { tasks: [], meetings: [meeting], notifications: [notification], integrationIssues: [] },
    failed: ['meetings'],
  })
  expect(readBrief({}, null)).toEqual({
    brief: { tasks: [], meetings: [], notifications: [], integrationIssues: [] },
    failed: ['tasks', 'meetings', 'notifications'],
  })
})

const asking = () => {
  const asked: object[] = []
  const ask: Ask = ({ effect, method, path, headers, body }) => {
    asked.push({ effect, method, path, headers, body })
    return Promise.resolve(failed({ kind: 'offline', message: 'm' }))
  }
  return { client: createApiClient(ask), asked }
}
const values = { name: 'Anna' }

test.each<[string, (client: ApiClient) => unknown, object]>([
  [
    'a create names its id and makes nothing twice',
    (client) => client.putRecord({ id: 'a/b', objectSlug: 'people', values }),
    {
      effect: 'create',
      method: 'PUT',
      path: '/v1/launcher/records/a%2Fb',
      headers: { 'If-None-Match': '*' },
      body: { object: 'people', values },
    },
  ],
  [
    'a change names the version that was read',
    (client) => client.patchRecord('r', values, '"1"'),
    { effect: 'update', path: '/v1/launcher/records/r', headers: { 'If-Match': '"1"' }, body: { values } },
  ],
  [
    'an archiving names a version if there is one',
    (client) => client.archiveRecord('r', null),
    { effect: 'archive', path: '/v1/launcher/records/r', headers: undefined },
  ],
  [
    'a restoring is a POST, which is checked like a change',
    (client) => client.restoreRecord('r'),
    { effect: 'update', method: 'POST', path: '/v1/launcher/records/r/restore' },
  ],
])('RCL-01 %s', async (_name, does, expected) => {
  const { client, asked } = asking()
  await does(client)
  expect(asked).toMatchObject([expected])
})

test('APP-11 FLD-03 a field of an unknown type is shown as text and not written', async () => {
  const [name] = people.fields
  const planet = { ...name, id: 'f9', slug: 'planet', type: 'planet', options: { moons: 2 } }
  const answer = { ...people, fields: [name, planet] }
  const ask: Ask = (question) => Promise.resolve({ ok: true, value: question.answer.parse({ data: answer }) })
  expect(await createApiClient(ask).fields('people')).toMatchObject({
    value: { fields: [name, { slug: 'planet', type: 'text', readOnly: true, options: null }] },
  })
})
