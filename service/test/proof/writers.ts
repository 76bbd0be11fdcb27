// Clients that write without a pause and remember what they were told; and what a database holds of it afterwards.
import { randomUUID } from 'node:crypto'
import { DatabaseSync } from 'node:sqlite'
import { Client as PostgresClient } from 'pg'
import { createClient, type Answer, type Client } from '../contract/client.ts'
import { startTestService } from '../testing.ts'

type State = { title: string; archived: boolean } | 'absent'

/** The last answered state, and a later one without an answer. */
type Thing = { settled: State; asked: State | undefined }

export type Told = {
  records: Map<string, Thing>
  tasks: Map<string, Thing>
  comments: Set<string>
  /** Writes that were answered with success. */
  done: number
  /** Writes that were refused for want of the database. */
  refused: number
  /** Answers that were neither a success nor a refusal for want of the database. */
  odd: string[]
}

export const nothingTold = (): Told => ({
  records: new Map(),
  tasks: new Map(),
  comments: new Set(),
  done: 0,
  refused: 0,
  odd: [],
})

/**
 * A migrated database with a workspace, an endpoint that wants every event, keys of an owner each, and a member whom the clients
 * notify of their tasks and comments.
 * @param slug of the workspace, which is not there yet
 * @returns the keys' tokens
 */
export async function prepare(database: string, keys: number, slug = 'acme'): Promise<string[]> {
  const service = await startTestService({ database, webhookNetwork: 'any host' })
  const workspace = await service.createWorkspace({ slug })
  await service.addMember(workspace, { role: 'member' })
  await service.createObject(workspace, 'things')
  const tokens = []
  for (let made = 0; made < keys; made += 1) {
    const owner = await service.addMember(workspace)
    tokens.push((await service.createKey(workspace, owner)).token)
  }
  const api = createClient(service.baseUrl, tokens[0])
  const events = (await api.get('/v1/webhooks/events')).body.data
  // Nobody listens there, so that every event stays to be counted.
  await api.post('/v1/webhooks', { url: 'https://127.0.0.1:9/hook', events })
  await service.close()
  return tokens
}

/** Writes until the service is gone or `isOver`. A refusal for want of the database is not the end. */
async function writeOn(api: Client, told: Told, isOver: () => boolean): Promise<void> {
  const ask = async (thing: Thing | undefined, asked: State | undefined, send: () => Promise<Answer>) => {
    if (thing) thing.asked = asked
    const answer = await send().catch(() => undefined)
    if (!answer) return undefined
    const isDone = answer.status < 300
    if (thing && isDone && asked !== undefined) thing.settled = asked
    if (thing) thing.asked = undefined
    if (isDone) told.done += 1
    else if (answer.status === 503) told.refused += 1
    else told.odd.push(`${answer.status} ${JSON.stringify(answer.body)}`)
    return answer
  }
  const members = await ask(undefined, undefined, () => api.get('/v1/members'))
  if (members?.status !== 200) return
  const colleagues: string[] = members.body.data.flatMap((each: { id: string; role: string }) =>
    each.role === 'member' ? [each.id] : [],
  )
  const record = async (): Promise<boolean> => {
    const id = randomUUID()
    const path = `/v1/records/${id}`
    const thing: Thing = { settled: 'absent', asked: undefined }
    told.records.set(id, thing)
    const [first, second] = [`first ${id}`, `second ${id}`]
    const body = { object: 'things', values: { name: first } }
    const made = await ask(thing, { title: first, archived: false }, () => api.put(path, body))
    if (made?.status !== 201) return made !== undefined
    const comment = await ask(undefined, undefined, () =>
      api.post(`${path}/comments`, { content: 'Words', mentions: colleagues }),
    )
    if (comment?.status === 201) told.comments.add(comment.body.data.id)
    if (!comment) return false
    const change = { values: { name: second } }
    const changed = await ask(thing, { title: second, archived: false }, () => api.patch(path, change))
    if (changed?.status !== 200) return changed !== undefined
    const gone = await ask(thing, { title: second, archived: true }, () => api.delete(path))
    return gone !== undefined
  }
  const task = async (): Promise<boolean> => {
    const title = `task ${randomUUID()}`
    const made = await ask(undefined, undefined, () =>
      api.post('/v1/tasks', { title, assignees: colleagues }),
    )
    if (made?.status !== 201) return made !== undefined
    const { id } = made.body.data
    const thing: Thing = { settled: { title, archived: false }, asked: undefined }
    told.tasks.set(id, thing)
    const changed = await ask(thing, { title: `${title} 2`, archived: false }, () =>
      api.patch(`/v1/tasks/${id}`, { title: `${title} 2` }),
    )
    if (changed?.status !== 200) return changed !== undefined
    const comment = await ask(undefined, undefined, () =>
      api.post(`/v1/tasks/${id}/comments`, { content: 'Words' }),
    )
    if (comment?.status === 201) told.comments.add(comment.body.data.id)
    return comment !== undefined
  }
  while (!isOver()) if (!(await record()) || !(await task())) return
}

/** A client of each token, all writing. @returns when every one of them has ended */
export const writeTogether = async (
  baseUrl: string,
  tokens: readonly string[],
  told: Told,
  isOver: () => boolean = () => false,
): Promise<void> => {
  await Promise.all(tokens.map((token) => writeOn(createClient(baseUrl, token), told, isOver)))
}

type Row = Record<string, unknown>

/** Asks a database that no service has open. @param database `file:PATH` or `postgres://…` */
export async function rowsOf(database: string, statement: string): Promise<Row[]> {
  if (database.startsWith('file:')) {
    const file = new DatabaseSync(database.slice('file:'.length), { readOnly: true })
    const rows = file.prepare(statement).all()
    file.close()
    return rows
  }
  const client = new PostgresClient({ connectionString: database })
  await client.connect()
  const { rows } = await client.query<Row>(statement)
  await client.end()
  return rows
}

const same = (a: State, b: State | undefined) => JSON.stringify(a) === JSON.stringify(b)

const differences = (
  noun: string,
  expected: ReadonlyMap<string, number>,
  found: ReadonlyMap<string, number>,
) =>
  [...new Set([...expected.keys(), ...found.keys()])].flatMap((id) => {
    const [due, held] = [expected.get(id) ?? 0, found.get(id) ?? 0]
    return due === held ? [] : [`${id}: ${held} ${noun} in place of ${due}`]
  })

/** Each write of an item has one change, and none is without its item (FED-01). */
async function unpairedChanges(database: string): Promise<string[]> {
  const written = new Map<string, number>()
  for (const kind of ['record', 'task'])
    for (const { id, version } of await rowsOf(database, `select id, version from ${kind}`))
      written.set(`${kind} ${String(id)}`, Number(version))
  for (const kind of ['record', 'task'])
    for (const { id } of await rowsOf(database, `select id from ${kind}_comment`))
      written.set(`comment ${String(id)}`, 1)
  const changes = new Map<string, number>()
  for (const { kind, ref } of await rowsOf(database, 'select kind, ref from change')) {
    const key = `${String(kind)} ${String(ref)}`
    changes.set(key, (changes.get(key) ?? 0) + 1)
  }
  return differences('changes', written, changes)
}

/** Each assignment, mention and comment has told its reader once, and nothing else has (NOT-01). */
async function unpairedNotices(database: string): Promise<string[]> {
  const causes = {
    task_assigned: 'select task_id as id from task_assignee',
    mention: 'select record_id as id from record_comment where mentions is not null',
    task_commented: 'select task_id as id from task_comment',
  }
  const due = new Map<string, number>()
  for (const [kind, statement] of Object.entries(causes))
    for (const { id } of await rowsOf(database, statement)) due.set(`${kind} ${String(id)}`, 1)
  const told = new Map<string, number>()
  for (const { kind, items, count } of await rowsOf(
    database,
    'select kind, items, count from notification',
  )) {
    const listed = JSON.parse(String(items)) as { id: string }[]
    for (const { id } of listed) {
      const key = `${String(kind)} ${id}`
      told.set(key, (told.get(key) ?? 0) + 1)
    }
    if (Number(count) !== listed.length) return [`a notification counts ${Number(count)} of ${listed.length}`]
  }
  return differences('notices', due, told)
}

/**
 * Lists in sentences what a database lacks of what was told: every write that was answered is there, one without an answer
 * is there whole or not at all, and each change has exactly one event, one entry in the feed and its notification.
 */
export async function missingIn(database: string, told: Told): Promise<string[]> {
  const missing: string[] = []
  const events = new Map<string, number>()
  let commentEvents = 0
  for (const row of await rowsOf(database, 'select type, body from webhook_event')) {
    const { id } = (JSON.parse(String(row['body'])) as { data: { id: string } }).data
    if (String(row['type']).endsWith('.comment.created')) commentEvents += 1
    else events.set(id, (events.get(id) ?? 0) + 1)
  }
  for (const kind of ['record', 'task'] as const) {
    const held = new Map<string, State>()
    for (const row of await rowsOf(database, `select id, title, archived, version from ${kind}`)) {
      const id = String(row['id'])
      held.set(id, { title: String(row['title']), archived: Number(row['archived']) === 1 })
      const changes = events.get(id) ?? 0
      if (changes !== Number(row['version']))
        missing.push(`${kind} ${id}: ${changes} events of ${String(row['version'])} changes`)
      events.delete(id)
    }
    for (const [id, { settled, asked }] of kind === 'record' ? told.records : told.tasks) {
      const state = held.get(id) ?? 'absent'
      if (!same(state, settled) && !same(state, asked))
        missing.push(`${kind} ${id}: ${JSON.stringify(state)} in place of ${JSON.stringify(settled)}`)
    }
  }
  for (const id of events.keys()) missing.push(`an event without its change: ${id}`)
  const comments = new Set(
    (await rowsOf(database, 'select id from record_comment union all select id from task_comment')).map(
      (row) => String(row['id']),
    ),
  )
  for (const id of told.comments) if (!comments.has(id)) missing.push(`comment ${id}`)
  if (comments.size !== commentEvents) missing.push(`${commentEvents} events of ${comments.size} comments`)
  missing.push(...(await unpairedChanges(database)), ...(await unpairedNotices(database)))
  if (database.startsWith('file:')) {
    const [integrity] = await rowsOf(database, 'pragma integrity_check')
    if (integrity?.['integrity_check'] !== 'ok') missing.push(`integrity: ${JSON.stringify(integrity)}`)
  }
  return missing
}
