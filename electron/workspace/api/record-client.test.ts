import { expect, test } from 'vitest'
import { failed } from '../../../shared/errors.ts'
import { people } from '../outbox/record-service.fake.ts'
import { createRecordClient } from './record-client.ts'
import type { Ask } from './request.ts'

const asking = () => {
  const asked: object[] = []
  const ask: Ask = ({ effect, method, path, headers, body }) => {
    asked.push({ effect, method, path, headers, body })
    return Promise.resolve(failed({ kind: 'offline', message: 'm' }))
  }
  return { client: createRecordClient(ask), asked }
}
const values = { name: 'Anna' }

test.each<[string, (client: ReturnType<typeof createRecordClient>) => unknown, object]>([
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
  expect(await createRecordClient(ask).fields('people')).toMatchObject({
    value: { fields: [name, { slug: 'planet', type: 'text', readOnly: true, options: null }] },
  })
})
