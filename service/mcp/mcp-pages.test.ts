// Answers stay short, and lead to all there is (AGT-01).
import { afterAll, expect, test } from 'vitest'
import { startTeam } from '../test/contract/team.ts'
import { call, connect, rowsOf } from './mcp-testing.ts'
import { mostCharacters } from './answers.ts'

const team = await startTeam()
afterAll(() => team.service.close())
const { service, owner, clock } = team
const client = await connect(service.baseUrl, owner.token)

const count = 60
const long = 'Ein sehr langer Name '.repeat(20).trim()
const before = clock.at
for (let index = 0; index < count; index += 1) {
  clock.at += 1
  await owner.api.post('/v1/tasks', {
    title: `${index} ${long}`,
    description: long.repeat(10),
    assignees: [owner.personId],
    due_date: clock.at,
  })
  await team.addRecord('companies', {
    name: `${index} ${long}`,
    website: `https://nordwind.test/${'x'.repeat(1500)}`,
  })
}

/** All rows of a tool, page by page. */
const walk = async (name: string, args: Record<string, unknown> = {}) => {
  const rows: Record<string, unknown>[] = []
  for (let cursor: string | undefined, pages = 0; pages < 100; pages += 1) {
    const text = await call(client, name, { ...args, ...(cursor !== undefined && { cursor }) })
    expect(text.length).toBeLessThanOrEqual(mostCharacters)
    const page = rowsOf(text)
    expect(page.length).toBeLessThanOrEqual(25)
    rows.push(...page)
    cursor = /cursor: (\S+)$/.exec(text)?.[1]
    if (cursor === undefined || page.length === 0) return { rows, pages }
  }
  throw new Error('The walk does not end.')
}

const numbers = (rows: readonly Record<string, unknown>[]) =>
  rows.map((row) => Number(String(row['title']).split(' ')[0]))
const all = Array.from({ length: count }, (_, index) => index)

test('AGT-01 tasks and records come 25 a page, newest first, each once', async () => {
  const tasks = await walk('list_tasks', { assignee: 'me' })
  expect(numbers(tasks.rows)).toEqual(all.toReversed())
  expect(tasks.pages).toBeGreaterThan(2)
  expect(numbers((await walk('list_records', { object: 'companies' })).rows)).toEqual(all.toReversed())
  const sorted = await walk('list_records', { object: 'companies', sort: 'created_at' })
  expect(numbers(sorted.rows)).toEqual(all)
})

test('AGT-01 filters of tasks and records', async () => {
  const filter = { name: { $starts_with: '7 ' } }
  expect(numbers((await walk('list_records', { object: 'companies', filter })).rows)).toEqual([7])
  const due = {
    due_after: new Date(before + 57).toISOString(),
    due_before: new Date(before + 60).toISOString(),
  }
  expect(numbers((await walk('list_tasks', due)).rows)).toEqual([58, 57])
  expect((await walk('list_tasks', { complete: true })).rows).toEqual([])
  expect((await walk('list_tasks', { status: 'To do', priority: 'urgent' })).rows).toEqual([])
})

test('FED-01 AGT-01 changes since a time come oldest first, each once, and the last cursor waits for more', async () => {
  const since = new Date(before + 31).toISOString()
  const { rows } = await walk('list_changes', { since, kinds: ['task'] })
  expect(numbers(rows)).toEqual(all.slice(30))
  const text = await call(client, 'list_changes', { since: new Date(clock.at + 1).toISOString() })
  const cursor = /cursor: (\S+)$/.exec(text)?.[1]
  clock.at += 1
  await call(client, 'capture_task', { title: 'One more' })
  expect(rowsOf(await call(client, 'list_changes', { cursor }))).toMatchObject([
    { kind: 'task', action: 'created', title: 'One more', by: 'test' },
  ])
})

test('AGT-01 a long item is read in parts that make the whole', async () => {
  const description = 'Zeile mit „Zeichen“ & <b>\n'.repeat(1_500)
  const { body } = await owner.api.post('/v1/tasks', { title: 'Long', description })
  const items = [{ kind: 'task', id: body.data.id }]
  let whole = ''
  for (let from: number | undefined = 0; from !== undefined;) {
    const text: string = await call(client, 'read', { items, from })
    expect(text.length).toBeLessThanOrEqual(mostCharacters)
    whole += /<workspace_data>\n([\s\S]*)\n<\/workspace_data>/.exec(text)?.[1] ?? ''
    const next: string | undefined = /and from: (\d+)\./.exec(text)?.[1]
    from = next === undefined ? undefined : Number(next)
  }
  expect(JSON.parse(whole)).toMatchObject({ title: 'Long', description })
})

test('AGT-01 of many long items those that do not fit are named', async () => {
  const ids = (await walk('list_tasks', { assignee: 'me' })).rows.slice(0, 25).map((row) => String(row['id']))
  let items = ids.map((id) => ({ kind: 'task', id }))
  const read: string[] = []
  while (items.length > 0) {
    const text = await call(client, 'read', { items })
    expect(text.length).toBeLessThanOrEqual(mostCharacters)
    read.push(...rowsOf(text).map((row) => String(row['id'])))
    const left = /call read for (.*)\.$/m.exec(text)?.[1]?.split(', ') ?? []
    items = left.map((name) => ({ kind: 'task', id: name.replace('task ', '') }))
  }
  expect(read).toEqual(ids)
})

test('AGT-01 brief, find and the description of a large workspace stay short', async () => {
  const fields = Array.from({ length: 120 }, (_, index) => ({
    slug: `field_${index}`,
    kind: 'text' as const,
  }))
  await service.createObject(team.workspace, 'wide', fields)
  for (const name of ['brief', 'find'] as const)
    expect((await call(client, name, name === 'find' ? { text: 'langer' } : {})).length).toBeLessThanOrEqual(
      mostCharacters,
    )
  expect(await call(client, 'brief')).toContain('There is more: list_tasks')
  const described: unknown[] = []
  for (let cursor: string | undefined, isLast = false; !isLast;) {
    const text: string = await call(client, 'describe_workspace', {
      object: 'wide',
      ...(cursor !== undefined && { cursor }),
    })
    expect(text.length).toBeLessThanOrEqual(mostCharacters)
    described.push(...rowsOf(text).flatMap((row) => (row['kind'] === 'field' ? [row['slug']] : [])))
    cursor = /cursor: (\S+)$/.exec(text)?.[1]
    isLast = cursor === undefined
  }
  expect(described).toEqual(fields.map(({ slug }) => slug))
  const { contents } = await client.readResource({ uri: 'svc://objects/wide' })
  const [content] = contents
  expect(content && 'text' in content ? content.text.length : 0).toBeLessThanOrEqual(mostCharacters)
})

test('AGT-01 25 writes at once: each stands by itself, and the answer stays short', async () => {
  const records = Array.from({ length: 25 }, (_, index) => ({
    object: index % 5 === 0 ? 'no-such-object' : 'companies',
    values: { name: `Batch ${index} ${long}` },
  }))
  const text = await call(client, 'upsert_records', { records })
  expect(text.length).toBeLessThanOrEqual(mostCharacters)
  expect(text).toMatch(/^20 of 25 saved/)
  const changes = rowsOf(text).map(({ id }) => ({ kind: 'record', id }))
  expect(await call(client, 'archive', { items: changes })).toMatch(/^20 of 20 archived/)
  expect(await call(client, 'archive', { items: changes, restore: true })).toMatch(/^20 of 20 restored/)
  const none = await call(client, 'upsert_records', {
    records: records.map((each) => ({ ...each, object: 'x'.repeat(200) })),
  })
  expect(none).toMatch(/^refused: 0 of 25 saved/)
  expect(none.length).toBeLessThanOrEqual(mostCharacters + 'refused: '.length)
})
