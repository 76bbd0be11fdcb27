// What the document says, beside what the service does.
import { beforeAll, describe, expect, test } from 'vitest'
import { errorStatus } from '../../../shared/api/errors.ts'
import { resultKind } from '../../../shared/api/launcher-search.ts'
import { fieldKind, type FieldKind, type FieldOptions } from '../../../shared/api/objects.ts'
import { queryOperators } from '../../../shared/api/record-query.ts'
import { type Documented, readDocumented, type Schema } from './documented.ts'
import { refusal, stageTeam } from './team.ts'

const team = stageTeam()
let documented: Documented
beforeAll(async () => {
  documented = await readDocumented(team.owner.api)
})

describe('questions about records', () => {
  test('GEN-12 GEN-11 exactly the documented fields give an order', async () => {
    const options: FieldOptions = { choices: [{ id: 'a', name: 'A', color: '#000000' }] }
    await team.service.createObject(team.workspace, 'kinds', [
      { slug: 'name', kind: 'text', primary: true },
      ...fieldKind.options.map((kind) => ({ slug: `a_${kind}`, kind, options })),
    ])
    const { description = '' } = documented.operation('POST /v1/records/query')
    const [sentence = ''] = /`sorts` orders by [^.]*\./.exec(description) ?? []
    const orders = new Set([...sentence.matchAll(/`(\w+)`/g)].map(([, name]) => name))
    const isSorted = async (field: string) =>
      (await team.owner.api.post('/v1/records/query', { object: 'kinds', sorts: [{ field }] })).status === 200
    for (const kind of fieldKind.options) expect(await isSorted(`a_${kind}`), kind).toBe(orders.has(kind))
    for (const name of ['title', 'created_at', 'updated_at', 'archived'])
      expect(await isSorted(name), name).toBe(orders.has(name))
  })
})

describe('refusals', () => {
  test('GEN-12 GEN-11 If-None-Match makes 412 on every change of one resource, and is documented there', async () => {
    const { api, launcher } = team.owner
    const record = await team.addRecord('companies', { name: 'Held' })
    const task = await team.addTask({ title: 'Held' })
    const changes = [
      ['PATCH /v1/records/{id}', api, `/v1/records/${record}`, { values: {} }],
      ['DELETE /v1/records/{id}', api, `/v1/records/${record}`],
      ['POST /v1/records/{id}/restore', api, `/v1/records/${record}/restore`],
      ['PATCH /v1/tasks/{taskId}', api, `/v1/tasks/${task}`, { title: 'x' }],
      ['DELETE /v1/tasks/{taskId}', api, `/v1/tasks/${task}`],
      ['PATCH /v1/launcher/tasks/{taskId}', launcher, `/v1/launcher/tasks/${task}`, { title: 'x' }],
      ['DELETE /v1/launcher/tasks/{taskId}', launcher, `/v1/launcher/tasks/${task}`],
    ] as const
    for (const [name, client, path, sent] of changes) {
      const answer = await client.with({ 'if-none-match': '*' }).send(name.split(' ')[0] ?? '', path, sent)
      expect(refusal(answer), name).toEqual([412, 'precondition_failed'])
      const headers = documented.operation(name).parameters?.filter((each) => each.in === 'header') ?? []
      const names = headers.map((header) => header.name)
      expect(names, name).toEqual(expect.arrayContaining(['if-match', 'if-none-match']))
    }
  })

  test('ERR-01 GEN-11 the document lists every code of an error, and those of its details', async () => {
    const { error } = documented.document.components.schemas['Error']?.properties ?? {}
    expect(error?.properties?.['code']?.enum).toEqual(Object.keys(errorStatus))
    const description = error?.properties?.['details']?.items?.properties?.['code']?.description
    const refused = [
      await team.owner.api.post('/v1/tasks', { title: '', priority: 'x', assignees: 1, due_date: 1.5 }),
      await team.owner.api.post('/v1/tasks', { title: '\u200b' }),
      await team.owner.api.put('/cli/v1/projects/none/env', { variables: { small: 'x' }, more: 1 }),
      await team.owner.api.put('/v1/records/none', {}),
      await team.owner.launcher.patch('/v1/launcher/tasks/none', {}),
    ]
    const codes = refused.flatMap(({ body }) => body.error.details.map(({ code }: { code: string }) => code))
    expect(new Set(codes).size).toBeGreaterThan(5)
    for (const code of codes) if (!(code in errorStatus)) expect(description).toContain(`\`${code}\``)
  })
})

test('OAU-01 OAU-02 GEN-11 the documented flow has every scope of the server, and says how a refresh token comes', async () => {
  const metadata = await fetch(team.service.url('/.well-known/oauth-authorization-server'))
  const { scopes_supported: known } = (await metadata.json()) as { scopes_supported: string[] }
  const { description, flows } = documented.document.components.securitySchemes['launcher'] ?? {}
  expect(known).toContain('offline_access')
  expect(Object.keys(flows?.authorizationCode.scopes ?? {}).toSorted()).toEqual(known.toSorted())
  expect(description).toContain('`prompt=consent`')
})

describe('for generators of clients', () => {
  test.each([
    ['GET /v1/records/{id}', 'Record'],
    ['GET /v1/tasks/{taskId}', 'Task'],
    ['GET /v1/webhooks/{id}', 'Webhook'],
    ['GET /v1/whoami', 'Identity'],
    ['PATCH /v1/launcher/tasks/{taskId}', 'LauncherTask'],
    ['GET /v1/records', 'Record'],
    ['GET /v1/objects/{object}/fields', 'Field'],
    ['GET /v1/launcher/search', 'SearchResult'],
    ['GET /v1/launcher/objects/{objectSlug}/records', 'RecordPreview'],
  ])('GEN-11 what %s answers has the name %s', (name, resource) => {
    const data = documented.answerOf(name).properties?.['data']
    expect(data?.items ?? data).toEqual({ $ref: `#/components/schemas/${resource}` })
  })

  // Clients that are generated from the document name their functions by these.
  test('GEN-11 every operation has a unique name, which stays', () => {
    const ids = Object.values(documented.document.paths)
      .flatMap((methods) => Object.values(methods))
      .map(({ operationId }) => operationId)
    expect(ids.toSorted()).toEqual(
      `archiveLauncherTask archiveRecord archiveTask batchRecords browseRecords checkLiveness checkReadiness
      createComment createLauncherTask createRecord createTask createWebhook deleteWebhook getBrief getIdentity
      getLauncherTask getRecord getTask getTaskOptions getWebhook listBrowsableObjects listComments listDeliveries
      listFields listLauncherTaskStatuses listLauncherTasks listMembers listObjects listProjects listRecentRecords
      listRecords listTaskStatuses listTasks listVariables listWebhookEvents listWebhooks queryRecords
      resendDelivery restoreRecord rotateWebhookSecret search testWebhook updateLauncherTask updateRecord updateTask
      updateWebhook upsertRecord writeVariables`.split(/\s+/),
    )
  })

  test('GEN-11 every operation, parameter and member says what it means', () => {
    const { paths, webhooks, components } = documented.document
    const unsaid: string[] = []
    const look = (where: string, schema: Schema): void => {
      for (const [name, member] of Object.entries(schema.properties ?? {})) {
        if (!member.description && !('$ref' in member)) unsaid.push(`${where}.${name}`)
        look(`${where}.${name}`, member)
      }
      const { items, anyOf = [], oneOf = [] } = schema
      for (const part of [...(items ? [items] : []), ...anyOf, ...oneOf]) look(where, part)
    }
    for (const [name, schema] of Object.entries(components.schemas)) look(name, schema)
    for (const [path, operations] of Object.entries({ ...paths, ...webhooks }))
      for (const [method, one] of Object.entries(operations)) {
        const name = `${method} ${path}`
        if (!one.description) unsaid.push(name)
        for (const parameter of one.parameters ?? [])
          if (!parameter.description) unsaid.push(`${name} ${parameter.in} ${parameter.name}`)
        for (const { content = {} } of [one.requestBody ?? {}, ...Object.values(one.responses)])
          for (const { schema } of Object.values(content)) look(name, schema)
      }
    expect(unsaid).toEqual([])
  })

  test('LCH-06 GEN-11 the kind of a search result tells its facet', () => {
    const { SearchResult, ...schemas } = documented.document.components.schemas
    const kinds = (SearchResult?.oneOf ?? []).map((variant) => {
      const name = String(variant['$ref']).split('/').at(-1) ?? ''
      const { properties = {}, required = [] } = schemas[name] ?? {}
      return [properties['kind']?.enum, required.filter((each) => resultKind.safeParse(each).success)]
    })
    expect(kinds).toEqual(resultKind.options.map((kind) => [[kind], [kind]]))
    expect(SearchResult?.['discriminator']).toMatchObject({ propertyName: 'kind' })
  })

  test('FLD-03 GEN-11 the type of a field tells its options', () => {
    const { Field = {} } = documented.document.components.schemas
    const choices = [{ id: 'a', name: 'A', color: '#000000' }]
    const known: Partial<Record<FieldKind, FieldOptions>> = {
      select: { choices },
      multi_select: { choices },
      status: { choices },
      currency: { currencyCode: 'EUR' },
      rating: { maximum: 5 },
      record_reference: { objects: ['people'], multiple: true },
      user_reference: { multiple: true },
    }
    const field = { id: 'f', slug: 'f', name: 'F', required: false, primary: false, readOnly: false }
    const isTaken = (type: FieldKind, options: unknown) => documented.fits(Field, { ...field, type, options })
    const wrong = { choices: 'none', currencyCode: 1, maximum: 'five', multiple: 'yes' }
    for (const type of fieldKind.options) {
      expect(isTaken(type, known[type] ?? null), type).toBe(true)
      expect(isTaken(type, wrong), type).toBe(false)
    }
    expect(isTaken('select', null)).toBe(false)
    expect(isTaken('currency', { choices })).toBe(false)
  })

  test('GEN-11 what is open says so, and every tag of an operation is described', () => {
    const { paths, tags } = documented.document
    const operations = Object.values(paths).flatMap((methods) => Object.values(methods))
    expect(operations.every(({ security }) => Array.isArray(security))).toBe(true)
    expect(documented.operation('GET /healthz').security).toEqual([])
    expect(new Set(tags.map(({ name }) => name))).toEqual(new Set(operations.flatMap((one) => one.tags)))
    for (const { description } of tags) expect(description).toMatch(/\S/)
  })
})

test('GEN-05 GEN-11 a limit is documented as an optional integer without bounds, as none is refused', async () => {
  const whole = { type: 'integer', default: 25, description: expect.stringContaining('means 100') }
  const lists = ['records', 'records/{id}/comments', 'tasks', 'webhooks/{id}/deliveries']
  for (const name of lists) {
    const limit = documented.operation(`GET /v1/${name}`).parameters?.find((each) => each.name === 'limit')
    expect(limit, name).toMatchObject({ required: false })
    expect(limit?.schema, name).toEqual(whole)
  }
  const { properties = {}, required } = documented.bodyOf('POST /v1/records/query')
  expect(properties['limit']).toEqual(whole)
  expect(required).not.toContain('limit')
  for (const limit of [0, 2.5, 1000, '3', null, [], true])
    expect((await team.owner.api.post('/v1/records/query', { object: 'companies', limit })).status).toBe(200)
})

describe('what a body must hold', () => {
  const oneObject = [{ required: ['object'] }, { required: ['object_type_id'] }]
  const oneOf = (...names: string[]) => names.map((name) => ({ required: [name] }))

  test('REC-04 REC-05 GEN-11 a record names its object in one of two ways, alone and in a batch', () => {
    for (const name of ['POST /v1/records', 'PUT /v1/records/{id}'])
      expect(documented.bodyOf(name), name).toMatchObject({ type: 'object', oneOf: oneObject })
    const { operations } = documented.bodyOf('POST /v1/records/batch').properties ?? {}
    const named = { oneOf: oneObject }
    expect(operations?.items).toMatchObject({ oneOf: [named, named, {}, {}, {}] })
  })

  test('LCH-02 WHK-02 GEN-11 a change holds at least one member that can be changed', async () => {
    const task = documented.bodyOf('PATCH /v1/launcher/tasks/{taskId}')
    expect(task).toMatchObject({ type: 'object', anyOf: oneOf(...Object.keys(task.properties ?? {})) })
    const webhook = documented.bodyOf('PATCH /v1/webhooks/{id}')
    expect(webhook).toMatchObject({ anyOf: oneOf('url', 'events', 'description', 'status') })
    const { api, launcher } = team.owner
    for (const change of [{}, { unknown: 1 }]) {
      expect((await launcher.patch('/v1/launcher/tasks/none', change)).status).toBe(400)
      expect((await api.patch('/v1/webhooks/none', change)).status).toBe(400)
    }
  })
})

describe('a filter of records', () => {
  const named = { $ref: '#/components/schemas/RecordFilter' }
  const statusOf = async (filter: unknown) =>
    (await team.owner.api.post('/v1/records/query', { object: 'companies', filter })).status

  test('GEN-12 GEN-11 each operator is documented', () => {
    expect(documented.bodyOf('POST /v1/records/query').properties?.['filter']).toMatchObject({
      allOf: [named],
    })
    const { FieldTests } = documented.document.components.schemas
    expect(Object.keys(FieldTests?.properties ?? {})).toEqual([...queryOperators])
  })

  test.each([
    ['nothing', {}, true],
    ['tests of a field', { name: { $starts_with: 'a', $contains: 'b' } }, true],
    ['a list', { name: { $in: ['a', 'b'] } }, true],
    ['emptiness', { name: { $empty: true } }, true],
    [
      'groups in groups',
      { $and: [{ $or: [{ name: { $eq: 'a' } }] }, { $not: { name: { $eq: 'b' } } }] },
      true,
    ],
    ['times', { created_at: { $gt: '2026-01-01T00:00Z' } }, true],
    ['a bare value', { name: 'a' }, false],
    ['an unknown operator', { name: { $like: 'a' } }, false],
    ['no operator', { name: {} }, false],
    ['an empty group', { $and: [] }, false],
    ['an empty list', { name: { $in: [] } }, false],
    ['a list for a value', { name: { $eq: ['a'] } }, false],
    ['a text for a yes or no', { name: { $empty: 'true' } }, false],
  ])('GEN-12 GEN-11 a filter of %s: %j is documented and taken: %s', async (_what, filter, isTaken) => {
    expect([documented.fits(named, filter), await statusOf(filter)]).toEqual([isTaken, isTaken ? 200 : 400])
  })
})
