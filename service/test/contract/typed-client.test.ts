// The contract through the typed client (AGT-02).
import { beforeAll, describe, expect, test } from 'vitest'
import { createSvc, SvcError, verifyWebhook, type Svc, type SvcEvent } from '../../../client/svc.ts'
import { newUuid } from '../../base/ids.ts'
import { purgeChanges } from '../../changes/changes.store.ts'
import { insertField, updateField } from '../../objects/objects.store.ts'
import { patience, startReceiver } from '../../webhooks/receiver-testing.ts'
import { stageTeam } from './team.ts'

type Companies = {
  name: string
  size?: number
  website?: string
  readonly record_id?: string
  readonly followers?: number
  parent?: string
  owner?: string
}
type Workspace = { companies: Companies; people: { name: string } }

const team = stageTeam({ now: () => Date.now(), webhookNetwork: 'any host' })
const clientOf = (token: string) => createSvc<Workspace>({ url: `${team.service.baseUrl}/`, token })
let svc: Svc<Workspace>
beforeAll(() => {
  svc = clientOf(team.owner.token)
})

async function everyOf<T>(list: AsyncIterable<T>): Promise<T[]> {
  const all: T[] = []
  for await (const one of list) all.push(one)
  return all
}

const caught = async (sent: Promise<unknown>): Promise<SvcError> => {
  const error = await sent.then(
    () => undefined,
    (reason: unknown) => reason,
  )
  return error instanceof SvcError ? error : expect.fail(String(error))
}

describe('AGT-02 records', () => {
  test('AGT-02 REC-01 are written and read by slug: create, change, upsert, archive, restore, batch', async () => {
    const made = await svc.records.create('companies', { name: 'Northwind', size: 5 })
    expect(made).toMatchObject({
      object: 'companies',
      title: 'Northwind',
      values: { name: 'Northwind', size: 5 },
    })
    const id = newUuid()
    expect(await svc.records.upsert('people', id, { name: 'Ada' })).toMatchObject({ id, object: 'people' })
    const changed = await svc.records.update<'companies'>(made.id, { size: null, parent: made.id })
    expect(changed.values).toEqual({ name: 'Northwind', parent: made.id, record_id: made.id })
    expect(await svc.records.archive(made.id)).toMatchObject({
      archived: true,
      values: { name: 'Northwind' },
    })
    expect(await svc.records.restore(made.id)).toMatchObject({ archived: false })
    const [first, second] = await svc.records.batch([
      { op: 'create', object: 'people', values: { name: 'Bob' } },
      { op: 'update', id: made.id, values: { website: 'https://northwind.test' } },
    ])
    expect(first).toMatchObject({ status: 201, record: { object: 'people', values: { name: 'Bob' } } })
    expect(second?.record.values).toMatchObject({ website: 'https://northwind.test' })
    const read = await svc.records.get(made.id)
    // The slug of the object tells the type of the values.
    expect(read.object === 'companies' && read.values.website).toBe('https://northwind.test')
  })

  test('AGT-02 GEN-12 a write with the etag of an older version is refused, and nothing else is lost', async () => {
    const { id, etag } = await svc.records.create('companies', { name: 'One' })
    const next = await svc.records.update(id, { name: 'Two' }, { ifMatch: etag })
    const error = await caught(svc.records.update(id, { name: 'Three' }, { ifMatch: etag }))
    expect(error).toMatchObject({ status: 412, code: 'precondition_failed' })
    expect(await svc.records.get(id)).toMatchObject({ title: 'Two', etag: next.etag })
  })

  test('AGT-02 GEN-07 lists and queries come whole, page by page', async () => {
    const names = Array.from({ length: 7 }, (_, place) => `Page ${place}`)
    for (const name of names) await svc.records.create('people', { name })
    const filter = { name: { $starts_with: 'Page' } }
    const found = await everyOf(
      svc.records.query({ object: 'people', filter, sorts: [{ field: 'name' }], limit: 2 }),
    )
    expect(found.map(({ values }) => values.name)).toEqual(names)
    const listed = await everyOf(svc.records.list({ object: 'people', limit: 3 }))
    expect(listed.slice(0, 7).map(({ title }) => title)).toEqual(names.toReversed())
  })

  test('AGT-02 FLD-02 values of two fields with one slug stay under their ids; a field that is added or retired later is met', async () => {
    const { service, workspace } = team
    const object = await service.createObject(workspace, 'twins', [
      { slug: 'name', kind: 'text', primary: true },
      { slug: 'note', kind: 'text' },
      { slug: 'note', kind: 'text' },
      { slug: 'gone', kind: 'text' },
    ])
    const open = createSvc({ url: service.baseUrl, token: team.owner.token })
    const [, one, other] = object.fields
    const values = { name: 'A', gone: 'soon', [one?.id ?? '']: 'first', [other?.id ?? '']: 'second' }
    const { id } = await open.records.create('twins', values)
    expect((await open.records.get(id)).values).toEqual(values)
    const extra = { ...object.field('name'), id: 'fld_extra', slug: 'extra', primary: false }
    await service.store.write((tx) => insertField(tx, workspace.id, extra))
    expect((await open.records.update(id, { extra: 'new' })).values).toEqual({ ...values, extra: 'new' })
    for (const name of ['B', 'C']) await open.records.create('twins', { name, gone: 'too' })
    const gone = { ...object.field('gone'), retired: true }
    await service.store.write((tx) => updateField(tx, workspace.id, gone))
    const { gone: kept, ...others } = values
    const later = createSvc({ url: service.baseUrl, token: team.owner.token })
    expect((await later.records.get(id)).values).toEqual({ ...others, extra: 'new', [gone.id]: kept })
    // A page asks again at most once for fields that are not listed.
    let requests = 0
    const counting: typeof fetch = (...given) => {
      requests += 1
      return fetch(...given)
    }
    const counted = createSvc({ url: service.baseUrl, token: team.owner.token, fetch: counting })
    expect(await everyOf(counted.records.list({ object: 'twins' }))).toHaveLength(3)
    expect(requests).toBe(5)
    expect(await counted.records.valuesBySlug(object.id, { [gone.id]: 1, [extra.id]: 2 })).toEqual({
      [gone.id]: 1,
      extra: 2,
    })
    expect(requests).toBe(5)
  })

  test('AGT-02 AUT-06 a key that cannot read the fields gets the refusal, and no values by id', async () => {
    const { id } = await svc.records.create('people', { name: 'Ada' })
    const { token } = await team.service.createKey(team.workspace, team.owner, ['records:read'])
    expect(await caught(clientOf(token).records.get(id))).toMatchObject({
      status: 403,
      code: 'insufficient_scope',
    })
  })
})

test('AGT-02 tasks and comments: create, change, list by filter, archive, comment', async () => {
  const { personId } = team.owner
  const task = await svc.tasks.create({ title: 'Call', priority: 'high' })
  await svc.tasks.create({ title: 'Write' })
  expect(await svc.tasks.update(task.id, { title: 'Call soon' }, { ifMatch: task.etag })).toMatchObject({
    title: 'Call soon',
  })
  expect((await caught(svc.tasks.update(task.id, { title: 'No' }, { ifMatch: task.etag }))).status).toBe(412)
  const high = await everyOf(svc.tasks.list({ priority: 'high', limit: 1 }))
  expect(high.map(({ title }) => title)).toEqual(['Call soon'])
  for (const content of ['One', 'Two', 'Three']) await svc.tasks.comment(task.id, { content })
  const said = await everyOf(svc.tasks.comments(task.id, { limit: 2 }))
  expect(said.map(({ content }) => content).toSorted()).toEqual(['One', 'Three', 'Two'])
  expect(await svc.tasks.archive(task.id)).toMatchObject({ archived: true })
  expect(await svc.tasks.get(task.id)).toMatchObject({ archived: true })
  const record = await svc.records.create('people', { name: 'Ada' })
  const comment = await svc.records.comment(record.id, { content: 'Hello', mentions: [personId] })
  expect(await everyOf(svc.records.comments(record.id))).toMatchObject([{ id: comment.id }])
})

test('AGT-02 any other operation is called by its method and path', async () => {
  expect((await svc.call('GET /v1/whoami')).data.workspace?.slug).toBe('acme')
  expect((await svc.call('GET /v1/members')).data.map(({ id }) => id)).toContain(team.ada.personId)
  const { data: fields } = await svc.call('GET /v1/objects/{object}/fields', {
    path: { object: 'companies' },
  })
  expect(fields.map(({ slug }) => slug)).toContain('website')
  const { data: hook } = await svc.call('POST /v1/webhooks', {
    body: { url: 'https://hooks.test/a', events: ['task.created'] },
  })
  const path = { id: hook.id }
  expect(
    (await svc.call('PATCH /v1/webhooks/{id}', { path, body: { status: 'disabled' } })).data.status,
  ).toBe('disabled')
  expect((await svc.call('POST /v1/webhooks/{id}/rotate-secret', { path })).data.secret).toMatch(/^whsec_/)
  await svc.call('DELETE /v1/webhooks/{id}', { path })
  expect((await svc.call('GET /v1/webhooks')).data).toEqual([])
})

test.each<[string, (token: string) => Promise<unknown>, object]>([
  [
    'a field that is not there',
    () => svc.records.create('people', { name: 'A', nme: 'B' } as never),
    { status: 400, code: 'unknown_field' },
  ],
  [
    'a missing value, with its path',
    () => svc.records.create('people', {} as never),
    { status: 400, code: 'missing_field', details: [expect.objectContaining({ path: ['values', 'name'] })] },
  ],
  ['an id that is not there', () => svc.tasks.get('../records?x=1'), { status: 404, code: 'not_found' }],
  [
    'a key that is not valid, whose body is a plain string',
    () => clientOf('svc_wrong').call('GET /v1/whoami'),
    { status: 401, code: 'unauthorized', message: expect.stringMatching(/./) },
  ],
  [
    'another surface',
    (token) => clientOf(token).call('GET /v1/launcher/brief' as 'GET /v1/whoami'),
    { status: 403, code: 'unsupported_token_kind' },
  ],
])('AGT-02 ERR-01 %s is one kind of error', async (_name, send, expected) => {
  const error = await caught(send(team.owner.token))
  expect(error).toMatchObject({
    name: 'SvcError',
    requestId: expect.stringMatching(/./),
    retryAfter: null,
    ...expected,
  })
})

describe('AGT-02 FED-01 changes', () => {
  test('AGT-02 FED-01 the first step says to read everything; then each change comes once, and an expired cursor begins again', async () => {
    const { service } = team
    const workspace = await service.createWorkspace()
    const owner = await service.addMember(workspace)
    await service.createObject(workspace, 'people')
    const own = clientOf((await service.createKey(workspace, owner)).token)
    const [start, ...none] = await everyOf(own.changes({ once: true }))
    expect([start?.reset, start?.changes, none]).toEqual([true, [], []])
    const { id } = await own.records.create('people', { name: 'Ada' })
    await own.tasks.create({ title: 'Call' })
    const after = start?.cursor
    const steps = await everyOf(own.changes({ after, once: true, kinds: ['record', 'comment'] }))
    expect(steps.flatMap(({ changes }) => changes)).toMatchObject([{ kind: 'record', id, action: 'created' }])
    const last = steps.at(-1)?.cursor
    expect(await everyOf(own.changes({ after: last, once: true }))).toEqual([])
    await service.store.write((tx) => purgeChanges(tx, workspace.id, Date.now() + 1000), workspace.id)
    expect(await everyOf(own.changes({ after, once: true }))).toMatchObject([{ reset: true, changes: [] }])
  })

  test('AGT-02 FED-01 whoever follows gets what comes later, until the signal', async () => {
    const stop = new AbortController()
    const seen: string[] = []
    for await (const { reset, changes } of svc.changes({ every: 20, signal: stop.signal })) {
      if (reset) void svc.records.create('people', { name: 'Later' })
      seen.push(...changes.map(({ kind, action }) => `${kind} ${action}`))
      if (seen.length > 0) stop.abort()
    }
    expect(seen).toEqual(['record created'])
  })
})

test('AGT-02 WHK-03 deliveries of the service are verified, with either secret of a rotation, and their values have slugs', async () => {
  const receiver = await startReceiver()
  try {
    const { data: hook } = await svc.call('POST /v1/webhooks', {
      body: { url: receiver.url, events: ['record.created', 'task.updated'] },
    })
    const { data: rotated } = await svc.call('POST /v1/webhooks/{id}/rotate-secret', {
      path: { id: hook.id },
    })
    await svc.records.create('companies', { name: 'Northwind', size: 7 })
    await expect.poll(() => receiver.received.length, patience).toBe(1)
    const { headers, body } = receiver.received[0] ?? expect.fail()
    const sizeIn = async (event: SvcEvent): Promise<unknown> => {
      if (event.type !== 'record.created' || 'truncated' in event.data) return expect.fail(event.type)
      const record = await svc.records.bySlug(event.data)
      return record.object === 'companies' && record.values.size
    }
    for (const secret of [hook.secret, rotated.secret, ['whsec_AAAA', rotated.secret]])
      expect(await sizeIn(await verifyWebhook(secret, headers, body))).toBe(7)
    const bytes = new TextEncoder().encode(body)
    const asOfFetch = new Headers(Object.entries(headers).map(([name, value]) => [name, String(value)]))
    expect(await verifyWebhook(hook.secret, asOfFetch, bytes)).toMatchObject({ type: 'record.created' })

    const refusal = { code: 'invalid_signature', status: 0 }
    const bad: [Parameters<typeof verifyWebhook>[1], string, number?][] = [
      [headers, body.replace('Northwind', 'Southwind')],
      [{ ...headers, 'webhook-id': 'evt_other' }, body],
      [{ ...headers, 'webhook-signature': 'v1,%%%' }, body],
      [{ ...headers, 'webhook-signature': undefined }, body],
      [headers, body, Date.now() + 600_000],
      [headers, body, Date.now() - 600_000],
    ]
    for (const [sent, text, now = Date.now()] of bad)
      expect(await caught(verifyWebhook(hook.secret, sent, text, { now }))).toMatchObject(refusal)
    expect(await caught(verifyWebhook('whsec_AAAA', headers, body))).toMatchObject(refusal)
  } finally {
    await receiver.close()
  }
})
