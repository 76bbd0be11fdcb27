import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Answer, Client } from './client.ts'
import { refusal, startTeam, type Team } from './team.ts'

let team: Team
beforeAll(async () => {
  team = await startTeam()
})
afterAll(() => team.service.close())

const surfaces: [string, () => Client, string][] = [
  ['developer', () => team.owner.api, '/v1/tasks'],
  ['launcher', () => team.owner.launcher, '/v1/launcher/tasks'],
]
const tagOf = (answer: Answer) => answer.headers.get('etag') ?? 'none'
const start = async (client: Client, path: string) => {
  const created = await client.post(path, { title: 'Versioned' })
  return { url: `${path}/${created.body.data.id}`, id: created.body.data.id, tag: tagOf(created) }
}

describe.each(surfaces)('%s', (_name, client, path) => {
  test('GEN-12 every answer names the version, which changes with each change and with nothing else', async () => {
    const { url, tag } = await start(client(), path)
    const changed = await client().patch(url, { title: 'Changed' })
    const same = await client().patch(url, { title: 'Changed', priority: 'no_priority' })
    expect([tag, tagOf(changed), tagOf(same)]).toEqual(['"1"', '"2"', '"2"'])
    expect(same.body).toEqual(changed.body)
    expect(tagOf(await client().get(url))).toMatch(/^"2[-"]/)
  })

  test('GEN-12 a reader that has the version gets 304 without a body', async () => {
    const { url } = await start(client(), path)
    const tag = tagOf(await client().get(url))
    for (const known of [tag, `"other", ${tag}`, `W/${tag}`, '*']) {
      const answer = await client().with({ 'if-none-match': known }).get(url)
      expect([answer.status, answer.body, tagOf(answer)]).toEqual([304, undefined, tag])
    }
    await client().patch(url, { priority: 'high' })
    expect((await client().with({ 'if-none-match': tag }).get(url)).status).toBe(200)
  })

  test('GEN-12 a change with If-Match of an older version is 412 and changes nothing', async () => {
    const { url, tag } = await start(client(), path)
    const read = tagOf(await client().get(url))
    const careful = (header: string) => client().with({ 'if-match': header })
    expect((await careful(read).patch(url, { title: 'First' })).status).toBe(200)
    for (const old of [tag, read, 'W/"2"', 'nonsense'])
      expect(refusal(await careful(old).patch(url, { title: 'Second' }))).toEqual([
        412,
        'precondition_failed',
      ])
    expect((await client().get(url)).body.data.title).toBe('First')
    expect((await careful('*').patch(url, { title: 'Third' })).status).toBe(200)
  })

  test('GEN-12 a change or an archiving with If-None-Match of what is there is 412 and changes nothing', async () => {
    const { url, tag } = await start(client(), path)
    const read = tagOf(await client().get(url))
    for (const header of ['*', tag, read, `W/${tag}`]) {
      const careful = client().with({ 'if-none-match': header })
      for (const answer of [await careful.patch(url, { title: 'Changed' }), await careful.delete(url)])
        expect(refusal(answer)).toEqual([412, 'precondition_failed'])
    }
    expect(tagOf(await client().get(url))).toBe(read)
    const other = client().with({ 'if-none-match': '"9"' })
    expect((await other.patch(url, { title: 'Changed' })).status).toBe(200)
  })

  test('TSK-05 LCH-02 a change of an archived task is 404 whatever version is named', async () => {
    const { url, tag } = await start(client(), path)
    const archived = tagOf(await client().delete(url))
    for (const named of [tag, archived, 'nonsense', '*']) {
      const answer = await client().with({ 'if-match': named }).patch(url, { title: 'Back' })
      expect(refusal(answer)).toEqual([404, 'task_archived'])
    }
  })

  test('GEN-12 of many careful changes at once exactly one wins', async () => {
    const { url, tag } = await start(client(), path)
    const careful = client().with({ 'if-match': tag })
    const answers = await Promise.all(
      Array.from({ length: 12 }, (_, index) => careful.patch(url, { title: `Try ${index}` })),
    )
    const won = answers.filter((answer) => answer.status === 200)
    const refused = answers.filter((answer) => answer.status === 412)
    expect([won.length, refused.length]).toEqual([1, 11])
  })
})

test('GEN-12 archiving asks for the version as well', async () => {
  const { url, tag } = await start(team.owner.api, '/v1/tasks')
  await team.owner.api.patch(url, { title: 'Changed' })
  const careful = team.owner.api.with({ 'if-match': tag })
  expect(refusal(await careful.delete(url))).toEqual([412, 'precondition_failed'])
  const archived = await team.owner.api.with({ 'if-match': '"2"' }).delete(url)
  expect([archived.status, tagOf(archived)]).toEqual([200, '"3"'])
  expect(tagOf(await team.owner.api.delete(url))).toBe('"3"')
})

test('GEN-12 the tag of a launcher’s task changes with the titles of its links, and does not stop a change', async () => {
  const company = await team.addRecord('companies', { name: 'Before' })
  const created = await team.owner.launcher.post('/v1/launcher/tasks', {
    title: 'Linked',
    linkedRecordIds: [company],
  })
  const url = `/v1/launcher/tasks/${created.body.data.id}`
  const tag = tagOf(await team.owner.launcher.get(url))
  const { fields } = await team.service.store.read(async (tx) => {
    const object = await tx.objects.bySlug(team.workspace.id, 'companies')
    return { fields: await tx.objects.fields(team.workspace.id, object?.id ?? '') }
  })
  await team.owner.api.patch(`/v1/records/${company}`, { values: { [fields[0]?.id ?? '']: 'After' } })
  const read = await team.owner.launcher.with({ 'if-none-match': tag }).get(url)
  expect([read.status, read.body.data.linkedRecords[0].title]).toEqual([200, 'After'])
  const changed = await team.owner.launcher.with({ 'if-match': tag }).patch(url, { title: 'Still mine' })
  expect(changed.status).toBe(200)
})

test('AUT-09 GEN-12 an invisible task is 404 whatever version is named', async () => {
  const id = await team.addTask({ title: 'Hidden', assignees: [team.bob.personId] })
  const careful = team.ada.launcher.with({ 'if-match': '"9"' })
  expect(refusal(await careful.patch(`/v1/launcher/tasks/${id}`, { title: 'Mine' }))).toEqual([
    404,
    'not_found',
  ])
})
