// ETag, If-Match and If-None-Match of records and of tasks on both surfaces.
import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { tally, type Answer, type Client } from './client.ts'
import { refusal, stageTeam } from './team.ts'
import { insertRecord } from '../../records/records.store.ts'
import { objectBySlug } from '../../objects/objects.store.ts'

const team = stageTeam()

type Resource = {
  name: string
  path: string
  client: () => Client
  made: object
  /** A change to this title. */
  titled: (title: string) => object
  archivedCode: string
}
const api = () => team.owner.api
const launcher = () => team.owner.launcher
const task = {
  made: { title: 'Versioned' },
  titled: (title: string) => ({ title }),
  archivedCode: 'task_archived',
}
const resources: Resource[] = [
  {
    name: 'record',
    path: '/v1/records',
    client: api,
    made: { object: 'companies', values: { name: 'Versioned' } },
    titled: (name) => ({ values: { name } }),
    archivedCode: 'record_archived',
  },
  { name: 'developer task', path: '/v1/tasks', client: api, ...task },
  { name: 'launcher task', path: '/v1/launcher/tasks', client: launcher, ...task },
]

const tagOf = (answer: Answer) => answer.headers.get('etag') ?? 'none'
const start = async (client: Client, path: string, made: object) => {
  const created = await client.post(path, made)
  return { url: `${path}/${created.body.data.id}`, tag: tagOf(created) }
}
const failed = [412, 'precondition_failed']

describe.each(resources)('$name', ({ path, client, made, titled, archivedCode }) => {
  const begin = () => start(client(), path, made)

  test('GEN-12 every answer names the version, which changes with each change and with nothing else', async () => {
    const { url, tag } = await begin()
    const changed = await client().patch(url, titled('Changed'))
    team.clock.at += 1000
    const same = await client().patch(url, titled('Changed'))
    expect([tag, tagOf(changed), tagOf(same)]).toEqual(['"1"', '"2"', '"2"'])
    expect(same.body).toEqual(changed.body)
    expect(tagOf(await client().get(url))).toMatch(/^"2[-"]/)
    expect([tagOf(await client().delete(url)), tagOf(await client().delete(url))]).toEqual(['"3"', '"3"'])
  })

  test('GEN-12 a reader that has the version gets 304 without a body', async () => {
    const { url } = await begin()
    const tag = tagOf(await client().get(url))
    const careful = client().with({ 'if-none-match': `"other", ${tag}` })
    const answer = await careful.get(url)
    expect([answer.status, answer.body, tagOf(answer)]).toEqual([304, undefined, tag])
    await client().patch(url, titled('Changed'))
    expect((await careful.get(url)).status).toBe(200)
  })

  test('GEN-12 a change with If-Match of an older version is 412 and changes nothing', async () => {
    const { url, tag } = await begin()
    const read = tagOf(await client().get(url))
    const careful = (header: string) => client().with({ 'if-match': header })
    expect((await careful(read).patch(url, titled('First'))).status).toBe(200)
    for (const old of [tag, read, 'nonsense', ''])
      for (const answer of [await careful(old).patch(url, titled('Second')), await careful(old).delete(url)])
        expect(refusal(answer)).toEqual(failed)
    expect((await client().get(url)).body.data.title).toBe('First')
    expect((await careful('*').patch(url, titled('Third'))).status).toBe(200)
    expect(tagOf(await careful('"3", "7"').delete(url))).toBe('"4"')
  })

  test('GEN-12 a tag that a proxy has weakened names the same version: nginx sends W/"1" with a compressed answer', async () => {
    const { url } = await begin()
    const weakened = async () => `W/${tagOf(await client().get(url))}`
    const old = await weakened()
    expect((await client().with({ 'if-none-match': old }).get(url)).status).toBe(304)
    expect((await client().with({ 'if-match': old }).patch(url, titled('First'))).status).toBe(200)
    const careful = client().with({ 'if-match': old })
    expect(refusal(await careful.patch(url, titled('Second')))).toEqual(failed)
    expect(
      (
        await client()
          .with({ 'if-match': await weakened() })
          .delete(url)
      ).status,
    ).toBe(200)
  })

  test('TSK-05 REC-08 GEN-12 a change of what is archived is 404 whatever version is named', async () => {
    const { url, tag } = await begin()
    const archived = tagOf(await client().delete(url))
    for (const named of [undefined, tag, archived, 'nonsense', '*']) {
      const careful = named === undefined ? client() : client().with({ 'if-match': named })
      expect(refusal(await careful.patch(url, titled('Back')))).toEqual([404, archivedCode])
    }
    const absent = client().with({ 'if-match': '"9"' }).delete(`${path}/${randomUUID()}`)
    expect(refusal(await absent)).toEqual([404, 'not_found'])
  })

  test('GEN-12 of many changes of one version at once exactly one wins', async () => {
    const { url, tag } = await begin()
    const careful = client().with({ 'if-match': tag })
    const patch = async (title: string) => (await careful.patch(url, titled(title))).status
    const statuses = await Promise.all(Array.from({ length: 12 }, (_, index) => patch(`Try ${index}`)))
    expect(tally(statuses)).toEqual({ 200: 1, 412: 11 })
  })
})

test('GEN-12 REC-05 the version of a record counts for PUT and restore as well', async () => {
  const path = `/v1/records/${randomUUID()}`
  const put = (name: string, headers: Record<string, string> = {}) =>
    api().with(headers).put(path, { object: 'companies', values: { name } })
  const restore = (version: string) => api().with({ 'if-match': version }).post(`${path}/restore`)
  expect(refusal(await put('One', { 'if-match': '*' }))).toEqual(failed)
  expect((await api().get(path)).status).toBe(404)
  expect((await put('One', { 'if-none-match': '*' })).status).toBe(201)
  expect(refusal(await put('Two', { 'if-none-match': '*' }))).toEqual(failed)
  expect(refusal(await put('Two', { 'if-match': '"9"' }))).toEqual(failed)
  expect(tagOf(await put('Two', { 'if-match': '"1"' }))).toBe('"2"')
  await api().delete(path)
  expect(refusal(await restore('"2"'))).toEqual(failed)
  expect([tagOf(await restore('"3"')), tagOf(await restore('*'))]).toEqual(['"4"', '"4"'])
})

test('REC-11 updatedAt never goes back, though another process’s clock was ahead', async () => {
  const id = randomUUID()
  const record = { id, objectId: team.companies.id, title: 'Ahead', values: {}, archived: false }
  const times = { createdAt: team.clock.at, updatedAt: team.clock.at + 60_000 }
  const by = { avatarUrl: null, createdBy: team.owner.personId }
  await team.service.store.write((tx) => insertRecord(tx, team.workspace.id, { ...record, ...by, ...times }))
  const url = `/v1/records/${id}`
  const changed = (await api().patch(url, { values: { name: 'Behind' } })).body.data
  const archived = (await api().delete(url)).body.data
  const ahead = new Date(times.updatedAt).toISOString()
  expect([changed.updatedAt, archived.updatedAt]).toEqual([ahead, ahead])
})

test('GEN-12 the tag of a launcher’s task changes with the titles of its links, and does not stop a change', async () => {
  const company = await team.addRecord('companies', { name: 'Before' })
  const linked = { title: 'Linked', linkedRecordIds: [company] }
  const { url } = await start(launcher(), '/v1/launcher/tasks', linked)
  const tag = tagOf(await launcher().get(url))
  await api().patch(`/v1/records/${company}`, { values: { name: 'After' } })
  const read = await launcher().with({ 'if-none-match': tag }).get(url)
  expect([read.status, read.body.data.linkedRecords[0].title]).toEqual([200, 'After'])
  expect((await launcher().with({ 'if-match': tag }).patch(url, { title: 'Still mine' })).status).toBe(200)
})

test('AUT-09 GEN-12 an invisible task is 404 whatever version is named', async () => {
  const id = await team.addTask({ title: 'Hidden', assignees: [team.bob.personId] })
  const careful = team.ada.launcher.with({ 'if-match': '"9"' })
  const answer = await careful.patch(`/v1/launcher/tasks/${id}`, { title: 'Mine' })
  expect(refusal(answer)).toEqual([404, 'not_found'])
})

test('REC-11 updatedAt never goes back, though another process’s clock was ahead', async () => {
  const id = randomUUID()
  const times = { createdAt: team.clock.at, updatedAt: team.clock.at + 60_000 }
  const blank = {
    title: 'Ahead',
    avatarUrl: null,
    values: {},
    archived: false,
    createdBy: team.owner.personId,
  }
  await team.service.store.write(async (tx) => {
    const object = await objectBySlug(tx, team.workspace.id, 'companies')
    await insertRecord(tx, team.workspace.id, { id, objectId: object?.id ?? '', ...blank, ...times })
  })
  const url = `/v1/records/${id}`
  const answers = [
    await api().patch(url, { values: { name: 'Behind' } }),
    await api().delete(url),
    await api().post(`${url}/restore`),
  ]
  const ahead = new Date(times.updatedAt).toISOString()
  expect(answers.map(({ body }) => body.data.updatedAt)).toEqual([ahead, ahead, ahead])
})
