// Compares the OpenAPI document with the service.
import { beforeAll, describe, expect, test } from 'vitest'
import { errorStatus } from '../../../shared/api/errors.ts'
import { queryOperators } from '../../../shared/api/record-query.ts'
import {
  type Documented,
  type DocumentedAnswer,
  readDocumented,
  resolved,
  type Schema,
} from './documented.ts'
import { stageTeam } from './team.ts'

const team = stageTeam()
let documented: Documented
beforeAll(async () => {
  documented = await readDocumented(team.owner.api)
})

test('ERR-01 GEN-11 the document lists every code of an error, and those of its details', async () => {
  const { error } = documented.document.components.schemas['Error']?.properties ?? {}
  expect(error?.properties?.['code']?.enum).toEqual(Object.keys(errorStatus))
  const description = error?.properties?.['details']?.items?.properties?.['code']?.description
  const refused = [
    await team.owner.api.post('/v1/tasks', { title: '', priority: 'x', assignees: 1, due_date: 'x' }),
    await team.owner.api.post('/v1/tasks', { title: '\u200b' }),
    await team.owner.api.put('/cli/v1/projects/none/env', { variables: { small: 'x' }, more: 1 }),
    await team.owner.api.put('/v1/records/none', {}),
    await team.owner.launcher.patch('/v1/launcher/tasks/none', {}),
  ]
  const codes = refused.flatMap(({ body }) => body.error.details.map(({ code }: { code: string }) => code))
  expect(new Set(codes).size).toBeGreaterThan(5)
  for (const code of codes) if (!(code in errorStatus)) expect(description).toContain(`\`${code}\``)
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
  // Clients that are generated from the document name their functions by these.
  test('GEN-11 every operation has a unique name, which stays', () => {
    const ids = Object.values(documented.document.paths)
      .flatMap((methods) => Object.values(methods))
      .map(({ operationId }) => operationId)
    expect(ids.toSorted()).toEqual(
      `archiveLauncherRecord archiveLauncherTask archiveRecord archiveTask batchRecords
      browseRecords cancelImport checkLiveness checkReadiness createCalendar createComment
      createImport createLauncherRecordComment createLauncherTask createLauncherTaskComment
      createRecord createTask createTaskComment createWebhook deleteCalendar deleteImport
      deleteLauncherComment deleteWebhook getBrief getCalendarAddresses getIdentity getImport
      getLauncherRecord getLauncherTask getLeftOutRows getMeeting getObjectFields getRecord
      getRunningTimer getTask getTaskOptions getWebhook listBrowsableObjects listCalendars listChanges
      listComments listDeliveries listFields listImports listLauncherChanges
      listLauncherRecordComments listLauncherTaskComments listLauncherTaskStatuses
      listLauncherTasks listMeetings listMembers listNotifications listObjects listProjects
      listRecentRecords listRecords listTaskComments listTaskStatuses listTasks listVariables
      listWebhookEvents listWebhooks logLauncherTaskTime logTaskTime markNotificationsRead previewCalendar queryRecords
      readCalendar resendDelivery restoreLauncherRecord restoreRecord rotateWebhookSecret search
      setCalendarAddresses setLauncherTaskTimer setTaskTimer startImport streamLauncherChanges testWebhook undoImport
      updateCalendar updateImport updateLauncherComment updateLauncherRecord updateLauncherTask
      updateRecord updateTask updateWebhook upsertLauncherRecord upsertRecord writeVariables`.split(/\s+/),
    )
  })

  test('GEN-11 the document names the address of the service and who keeps it', () => {
    const { info, servers, components } = documented.document
    expect(servers).toEqual([{ url: team.service.baseUrl }])
    expect(info).toMatchObject({ contact: { name: expect.any(String) }, license: { name: 'MIT' } })
    expect(JSON.stringify(components.securitySchemes)).toContain(`"${team.service.baseUrl}/oauth/token"`)
  })

  test('GEN-11 every reference leads to a component, and every component is referred to', () => {
    const { securitySchemes, ...components } = documented.document.components
    const text = JSON.stringify(documented.document)
    const named = [...text.matchAll(/"\$ref":"#\/components\/([^"]+)"/g)].map(([, place = '']) => place)
    const made = Object.entries(components).flatMap(([kind, all]) =>
      Object.keys(all ?? {}).map((name) => `${kind}/${name}`),
    )
    expect([...new Set(named)].toSorted()).toEqual(made.toSorted())
    for (const name of Object.keys(securitySchemes)) expect(text).toContain(`"security":[{"${name}":`)
  })

  test('GEN-11 an error that operations share is written once', () => {
    const { paths } = documented.document
    const inline = Object.values(paths)
      .flatMap((methods) => Object.values(methods))
      .flatMap(({ responses }) => Object.entries(responses))
      .filter(([status, answer]) => Number(status) >= 400 && !('$ref' in answer))
      .map(([, answer]) => JSON.stringify(answer))
    // Operations of the command line, and two without a key, differ.
    expect(inline.length).toBeLessThan(15)
  })

  test('ERR-02 GEN-11 every 429 and 503 says when to try again', () => {
    const { paths, components } = documented.document
    const answers = Object.values(paths)
      .flatMap((methods) => Object.values(methods))
      .flatMap(({ responses }) => ['429', '503'].flatMap((status) => responses[status] ?? []))
    expect(answers.length).toBeGreaterThan(80)
    for (const each of answers) {
      const { headers = {} } = resolved<DocumentedAnswer>(each, 'responses', components)
      expect(headers['Retry-After']).toEqual({ $ref: '#/components/headers/Retry-After' })
    }
    expect(components.headers?.['Retry-After']).toMatchObject({ required: true })
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
        const answers = Object.values(one.responses).map((each) =>
          resolved<DocumentedAnswer>(each, 'responses', components),
        )
        for (const { content = {} } of [one.requestBody ?? {}, ...answers])
          for (const { schema } of Object.values(content)) look(name, schema)
      }
    expect(unsaid).toEqual([])
  })
})

test('GEN-05 GEN-11 a limit is documented as an optional integer without bounds, as none is refused', async () => {
  const whole = { type: 'integer', default: 25, description: expect.stringContaining('means 100') }
  const lists = ['changes', 'records', 'records/{id}/comments', 'tasks', 'webhooks/{id}/deliveries']
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
