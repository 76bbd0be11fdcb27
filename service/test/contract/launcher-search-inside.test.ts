import { beforeAll, expect, test } from 'vitest'
import { searchResponse } from '../../../shared/api/launcher/search.ts'
import { stageTeam, type Colleague } from './team.ts'

const team = stageTeam()
beforeAll(async () => {
  await team.service.createObject(team.workspace, 'projects', [
    { slug: 'name', kind: 'text', required: true, primary: true },
    { slug: 'notes', kind: 'long_text' },
    { slug: 'secret', kind: 'long_text', proOnly: true },
  ])
})

type Row = { title: string; snippet?: string }

const rows = async (query: string, who: Colleague = team.owner, more = ''): Promise<Row[]> => {
  const { body } = await who.launcher.get(`/v1/launcher/search?q=${encodeURIComponent(query)}${more}`)
  expect(searchResponse.parse(body)).toEqual(body)
  return body.data.map(({ title, snippet }: Row) => (snippet === undefined ? { title } : { title, snippet }))
}

/** Waits for the indexer; two seconds are promised. */
const found = (query: string, expected: readonly Row[], who?: Colleague) =>
  expect.poll(() => rows(query, who), { timeout: 10_000, interval: 50 }).toEqual(expected)

const addTask = async (input: object, by: Colleague = team.owner): Promise<string> => {
  const { status, body } = await by.launcher.post('/v1/launcher/tasks', input)
  expect(status).toBe(201)
  return body.data.id
}
const comment = async (item: string, content: string, by: Colleague = team.owner): Promise<string> => {
  const { status, body } = await by.launcher.post(`/v1/launcher/${item}/comments`, { content })
  expect(status).toBe(201)
  return body.data.id
}

test('LCH-06 a description and a note are found by words and beginnings, with the part that matches', async () => {
  await addTask({
    title: 'Paint the door',
    description: 'The Walfischgasse needs green\nvarnish,  two coats.',
  })
  await team.addRecord('projects', { name: 'Bridge', notes: 'They ordered varnish for a bridge in Ulm.' })
  const door = { title: 'Paint the door', snippet: 'The Walfischgasse needs green varnish, two coats.' }
  const bridge = { title: 'Bridge', snippet: 'They ordered varnish for a bridge in Ulm.' }
  await found('walfisch', [door])
  await found('varnish', [bridge, door])
  expect(await rows('varni', team.owner, '&types=task')).toEqual([door])
  expect(await rows('varnish', team.owner, '&types=meeting')).toEqual([])
  expect(await rows('green varnish')).toEqual([door])
  // The title may hold some of the words, and common words are ignored.
  expect(await rows('the varnish for bridge')).toEqual([bridge])
  expect(await rows('fischgasse')).toEqual([])
  expect(await rows('green ulm')).toEqual([])
  expect(await rows('the')).toEqual([{ title: 'Paint the door' }])
})

test('LCH-07 titles and contacts come first, and a title that matches has no snippet', async () => {
  await addTask({ title: 'Order paper', description: 'The kestrel prints need it.' })
  await addTask({ title: 'Kestrels', description: 'Kestrel again.' })
  await team.addRecord('companies', { name: 'Falcon', website: 'https://kestrel.example' })
  await found('kestrel', [
    { title: 'Kestrels' },
    { title: 'Falcon' },
    { title: 'Order paper', snippet: 'The kestrel prints need it.' },
  ])
  expect(await rows('kestrel', team.owner, '&limit=2')).toEqual([{ title: 'Kestrels' }, { title: 'Falcon' }])
})

test('LCH-06 a changed description is found as it is, and what it no longer says is not', async () => {
  const id = await addTask({ title: 'Call', description: 'About the oldsmobile.' })
  await found('oldsmobile', [{ title: 'Call', snippet: 'About the oldsmobile.' }])
  await team.owner.launcher.patch(`/v1/launcher/tasks/${id}`, { description: 'About the cadillac.' })
  expect(await rows('oldsmobile')).toEqual([])
  await found('cadillac', [{ title: 'Call', snippet: 'About the cadillac.' }])
  await team.owner.launcher.patch(`/v1/launcher/tasks/${id}`, { title: 'Ring them' })
  await found('ring cadillac', [{ title: 'Ring them', snippet: 'About the cadillac.' }])
  await team.owner.launcher.delete(`/v1/launcher/tasks/${id}`)
  expect(await rows('cadillac')).toEqual([])
})

test('NOT-03 comments show their task or record; edited and deleted ones are found as they are', async () => {
  const task = await addTask({ title: 'Offer for Ulm' })
  const record = await team.addRecord('projects', { name: 'Tunnel' })
  const first = await comment(`tasks/${task}`, 'They prefer marble tiles.')
  await comment(`records/${record}`, 'Marble is too heavy there.')
  const tunnel = { title: 'Tunnel', snippet: 'Marble is too heavy there.' }
  await found('marble', [tunnel, { title: 'Offer for Ulm', snippet: 'They prefer marble tiles.' }])
  await team.owner.launcher.patch(`/v1/launcher/comments/${first}`, { content: 'They prefer oak boards.' })
  expect(await rows('marble')).toEqual([tunnel])
  await found('oak boards', [{ title: 'Offer for Ulm', snippet: 'They prefer oak boards.' }])
  await team.owner.launcher.delete(`/v1/launcher/comments/${first}`)
  expect(await rows('oak')).toEqual([])
  await team.api.delete(`/v1/records/${record}`)
  expect(await rows('marble')).toEqual([])
  await team.api.post(`/v1/records/${record}/restore`, {})
  expect(await rows('marble')).toEqual([tunnel])
})

test('AUT-09 a member finds nothing inside a task that they do not see, and all when they get it', async () => {
  const { ada, bob, owner, stranger } = team
  const task = await addTask({ title: 'Raise', description: 'About Hyazinth.', assignees: [ada.personId] })
  await comment(`tasks/${task}`, 'The narcissus clause.')
  await comment(`tasks/${task}`, 'The hyazinth clause.', ada)
  const clause = { title: 'Raise', snippet: 'The narcissus clause.' }
  for (const who of [ada, owner, team.admin]) await found('narcissus', [clause], who)
  expect((await rows('hyazinth', ada)).map(({ title }) => title)).toEqual(['Raise'])
  for (const who of [bob, stranger])
    for (const query of ['narcissus', 'hyazinth']) expect(await rows(query, who)).toEqual([])
  await owner.launcher.patch(`/v1/launcher/tasks/${task}`, { assignees: [bob.personId] })
  expect(await rows('narcissus', ada)).toEqual([])
  await found('narcissus', [clause], bob)
  expect((await rows('hyazinth', bob)).map(({ title }) => title)).toEqual(['Raise'])
})

test('LCH-04 a field that only some plans show finds nothing', async () => {
  await team.addRecord('projects', { name: 'Plan', notes: 'A public word.', secret: 'A silverfox word.' })
  await found('public word', [{ title: 'Plan', snippet: 'A public word.' }])
  expect(await rows('silverfox')).toEqual([])
})
