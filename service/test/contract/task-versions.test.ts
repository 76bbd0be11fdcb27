import { describe, expect, test } from 'vitest'
import { tally, type Answer, type Client } from './client.ts'
import { refusal, stageTeam } from './team.ts'

const team = stageTeam()

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
    const careful = client().with({ 'if-none-match': `"other", ${tag}` })
    const answer = await careful.get(url)
    expect([answer.status, answer.body, tagOf(answer)]).toEqual([304, undefined, tag])
    await client().patch(url, { priority: 'high' })
    expect((await careful.get(url)).status).toBe(200)
  })

  test('GEN-12 a change with If-Match of an older version is 412 and changes nothing', async () => {
    const { url, tag } = await start(client(), path)
    const read = tagOf(await client().get(url))
    const careful = (header: string) => client().with({ 'if-match': header })
    expect((await careful(read).patch(url, { title: 'First' })).status).toBe(200)
    for (const old of [tag, read, 'nonsense'])
      for (const answer of [
        await careful(old).patch(url, { title: 'Second' }),
        await careful(old).delete(url),
      ])
        expect(refusal(answer)).toEqual([412, 'precondition_failed'])
    expect((await client().get(url)).body.data.title).toBe('First')
    expect((await careful('*').patch(url, { title: 'Third' })).status).toBe(200)
    expect(tagOf(await careful('"3"').delete(url))).toBe('"4"')
  })

  test('TSK-05 LCH-02 a change of an archived task is 404 whatever version is named', async () => {
    const { url, tag } = await start(client(), path)
    const archived = tagOf(await client().delete(url))
    for (const named of [undefined, tag, archived, 'nonsense', '*']) {
      const careful = named === undefined ? client() : client().with({ 'if-match': named })
      expect(refusal(await careful.patch(url, { title: 'Back' }))).toEqual([404, 'task_archived'])
    }
  })

  test('GEN-12 of many changes of one version at once exactly one wins', async () => {
    const { url, tag } = await start(client(), path)
    const careful = client().with({ 'if-match': tag })
    const patch = async (title: string) => (await careful.patch(url, { title })).status
    const statuses = await Promise.all(Array.from({ length: 12 }, (_, index) => patch(`Try ${index}`)))
    expect(tally(statuses)).toEqual({ 200: 1, 412: 11 })
  })
})

test('GEN-12 the tag of a launcher’s task changes with the titles of its links, and does not stop a change', async () => {
  const company = await team.addRecord('companies', { name: 'Before' })
  const body = { title: 'Linked', linkedRecordIds: [company] }
  const created = await team.owner.launcher.post('/v1/launcher/tasks', body)
  const url = `/v1/launcher/tasks/${created.body.data.id}`
  const tag = tagOf(await team.owner.launcher.get(url))
  await team.owner.api.patch(`/v1/records/${company}`, { values: { name: 'After' } })
  const read = await team.owner.launcher.with({ 'if-none-match': tag }).get(url)
  expect([read.status, read.body.data.linkedRecords[0].title]).toEqual([200, 'After'])
  const changed = await team.owner.launcher.with({ 'if-match': tag }).patch(url, { title: 'Still mine' })
  expect(changed.status).toBe(200)
})

test('AUT-09 GEN-12 an invisible task is 404 whatever version is named', async () => {
  const id = await team.addTask({ title: 'Hidden', assignees: [team.bob.personId] })
  const careful = team.ada.launcher.with({ 'if-match': '"9"' })
  const answer = await careful.patch(`/v1/launcher/tasks/${id}`, { title: 'Mine' })
  expect(refusal(answer)).toEqual([404, 'not_found'])
})
