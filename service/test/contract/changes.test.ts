// Changes of a workspace (FED-01): what a reader who follows the cursor gets.
import { beforeAll, describe, expect, test } from 'vitest'
import { changeSight } from '../../tasks/change-sight.ts'
import { addChanges, purgeChanges } from '../../changes/changes.store.ts'
import { readChanges } from '../../changes/changes.ts'
import { endKey } from '../../access/keys.store.ts'
import { encodeCursor } from '../../http/cursor.ts'
import { createClient, type Answer, type Client } from './client.ts'
import { refusal, stageTeam } from './team.ts'

const team = stageTeam()

type Seen = {
  kind: string
  id: string
  action: string
  actor: { type: string; id: string; name: string | null }
}

const isLauncherPath = (path: string) => path.startsWith('/v1/launcher')
const nextOf = ({ body }: Answer): string => body.next_cursor ?? body.nextCursor

const pageAfter = (client: Client, path: string, after: string | undefined, more = '') =>
  client.get(`${path}?limit=50${more}${after === undefined ? '' : `&after=${after}`}`)

/** Everything after a cursor, until the cursor stays the same. */
async function follow(
  client: Client,
  path: string,
  after: string,
): Promise<{ seen: Seen[]; cursor: string }> {
  const seen: Seen[] = []
  for (let cursor = after; ;) {
    const answer = await pageAfter(client, path, cursor)
    expect(answer.status).toBe(200)
    seen.push(...answer.body.data)
    if (nextOf(answer) === cursor) return { seen, cursor }
    cursor = nextOf(answer)
  }
}

const nowAt = async (client: Client, path: string) => nextOf(await pageAfter(client, path, 'now'))
const keyPath = '/v1/changes'
const launcherPath = '/v1/launcher/changes'
const shortly = (seen: readonly Seen[]) => seen.map(({ kind, id, action }) => [kind, id, action])

describe('FED-01 a reader', () => {
  test('FED-01 gets records, comments and tasks in the order of the writes, with who made them', async () => {
    const { api, launcher, personId } = team.owner
    const after = await nowAt(api, keyPath)
    const record = await team.addRecord('companies', { name: 'Northwind' })
    await api.patch(`/v1/records/${record}`, { values: { size: 5 } })
    const comment = (await api.post(`/v1/records/${record}/comments`, { content: 'Words' })).body.data.id
    const task = (await launcher.post('/v1/launcher/tasks', { title: 'Call' })).body.data.id
    await launcher.patch(`/v1/launcher/tasks/${task}`, { priority: 'high' })
    await launcher.delete(`/v1/launcher/tasks/${task}`)
    await api.delete(`/v1/records/${record}`)
    await api.post(`/v1/records/${record}/restore`)
    const { seen } = await follow(api, keyPath, after)
    expect(shortly(seen)).toEqual([
      ['record', record, 'created'],
      ['record', record, 'updated'],
      ['comment', comment, 'created'],
      ['task', task, 'created'],
      ['task', task, 'updated'],
      ['task', task, 'archived'],
      ['record', record, 'archived'],
      ['record', record, 'restored'],
    ])
    expect(seen[0]?.actor).toMatchObject({ type: 'key', name: 'test' })
    expect(seen[3]?.actor).toEqual({ type: 'sign_in', id: personId, name: 'owner' })
    expect(seen[2]).toMatchObject({ item: { kind: 'record', id: record } })
  })

  test('FED-01 is told nothing of a write that was refused or changed nothing', async () => {
    const { api } = team.owner
    const record = await team.addRecord('companies', { name: 'Same' })
    const after = await nowAt(api, keyPath)
    await api.patch(`/v1/records/${record}`, { values: { name: 'Same' } })
    await api.patch(`/v1/records/${record}`, { values: { size: 'many' } })
    expect((await follow(api, keyPath, after)).seen).toEqual([])
  })

  test.each([keyPath, launcherPath])(
    'FED-01 %s begins with the oldest, and ends where `now` is',
    async (path) => {
      const client = isLauncherPath(path) ? team.owner.launcher : team.owner.api
      const first = await client.get(`${path}?limit=1`)
      expect(first.body.data).toHaveLength(1)
      const { cursor } = await follow(client, path, nextOf(first))
      expect(cursor).toBe(await nowAt(client, path))
    },
  )

  test('FED-01 gets only the kinds that it asks for, and an unknown kind is refused', async () => {
    const { api } = team.owner
    const after = await nowAt(api, keyPath)
    await team.addRecord('companies', { name: 'One' })
    const task = (await api.post('/v1/tasks', { title: 'Two' })).body.data.id
    const page = await pageAfter(api, keyPath, after, '&kinds=task,comment')
    expect(shortly(page.body.data)).toEqual([['task', task, 'created']])
    expect(nextOf(page)).toBe(await nowAt(api, keyPath))
    expect(refusal(await api.get(`${keyPath}?kinds=tasks`))).toEqual([400, 'validation_error'])
  })

  test('FED-01 reads many changes of one batch in their order', async () => {
    const { api } = team.owner
    const after = await nowAt(api, keyPath)
    const operations = Array.from({ length: 100 }, (_, place) => ({
      op: 'create',
      object: 'companies',
      values: { name: `Of a batch ${place}` },
    }))
    const { body } = await api.post('/v1/records/batch', { operations })
    const { seen } = await follow(api, keyPath, after)
    expect(seen.map(({ id }) => id)).toEqual(
      body.data.map(({ record }: { record: { id: string } }) => record.id),
    )
  })
})

describe('FED-01 visibility', () => {
  const sees = async (client: Client, path: string, write: () => Promise<unknown>) => {
    const after = await nowAt(client, path)
    await write()
    return shortly((await follow(client, path, after)).seen)
  }

  test('FED-01 AUT-09 a task that somebody else gets is gone for whoever lost it, and for nobody else', async () => {
    const { owner, ada, bob, admin } = team
    const create = { title: 'Moves', assignees: [ada.personId] }
    const task = (await owner.launcher.post('/v1/launcher/tasks', create)).body.data.id
    const people = [ada, bob, admin, owner]
    const cursors = await Promise.all(people.map(({ launcher }) => nowAt(launcher, launcherPath)))
    await owner.launcher.patch(`/v1/launcher/tasks/${task}`, { assignees: [bob.personId] })
    const seen = []
    for (const [place, { launcher }] of people.entries())
      seen.push(shortly((await follow(launcher, launcherPath, cursors[place] ?? '')).seen))
    const updated = [['task', task, 'updated']]
    expect(seen).toEqual([[['task', task, 'gone']], updated, updated, updated])
  })

  test('FED-01 AUT-09 a comment on a task of others is left out, also that it was deleted', async () => {
    const { owner, ada, bob } = team
    const create = { title: 'Theirs', assignees: [bob.personId] }
    const task = (await owner.launcher.post('/v1/launcher/tasks', create)).body.data.id
    const [adas, bobs] = await Promise.all([ada, bob].map(({ launcher }) => nowAt(launcher, launcherPath)))
    const comments = `/v1/launcher/tasks/${task}/comments`
    const { id } = (await owner.launcher.post(comments, { content: 'One' })).body.data
    await owner.launcher.delete(`/v1/launcher/comments/${id}`)
    expect((await follow(ada.launcher, launcherPath, adas ?? '')).seen).toEqual([])
    expect(shortly((await follow(bob.launcher, launcherPath, bobs ?? '')).seen)).toEqual([
      ['comment', id, 'created'],
      ['comment', id, 'deleted'],
    ])
  })

  test('FED-01 AUT-09 a task of others is left out, and the page still leads on', async () => {
    const { owner, ada } = team
    const after = await nowAt(ada.api, keyPath)
    for (let made = 0; made < 3; made += 1)
      await owner.launcher.post('/v1/launcher/tasks', { title: 'Secret' })
    const page = await pageAfter(ada.api, keyPath, after)
    expect(page.body.data).toEqual([])
    expect(nextOf(page)).not.toBe(after)
    expect(nextOf(page)).toBe(await nowAt(ada.api, keyPath))
  })

  test('FED-01 AUT-10 rights are those of the present: a member who becomes an admin reads what was there, and a role makes no change', async () => {
    const { service, workspace, owner } = team
    const rising = await service.addMember(workspace, { role: 'member', email: 'rising@acme.test' })
    const { token } = await service.createKey(workspace, rising, ['tasks:read'])
    const client = createClient(team.service.baseUrl, token)
    const after = await nowAt(owner.api, keyPath)
    const task = (await owner.launcher.post('/v1/launcher/tasks', { title: 'Old' })).body.data.id
    const before = await follow(client, keyPath, after)
    await service.addMember(workspace, { role: 'admin', email: 'rising@acme.test' })
    expect((await follow(client, keyPath, before.cursor)).seen).toEqual([])
    expect(before.seen).toEqual([])
    expect(shortly((await follow(client, keyPath, after)).seen)).toEqual([['task', task, 'created']])
  })

  const kinds = ['record', 'task', 'comment', 'meeting'] as const
  test.each([
    [['records:read'], ['record', 'comment']],
    [['tasks:read'], ['task']],
    [
      ['records:write', 'tasks:write'],
      ['record', 'task', 'comment'],
    ],
  ] as const)('FED-01 AUT-05 a key with %s reads changes of %s', async (scopes, expected) => {
    const { service, workspace, owner } = team
    const { token } = await service.createKey(workspace, owner, scopes)
    const client = createClient(team.service.baseUrl, token)
    const after = await nowAt(owner.api, keyPath)
    const at = service.now()
    const actor = { type: 'operator', id: owner.personId } as const
    const record = await team.addRecord('companies', { name: 'Read' })
    await owner.api.post(`/v1/records/${record}/comments`, { content: 'Words' })
    await owner.api.post('/v1/tasks', { title: 'Read' })
    const meeting = await team.addMeeting({ title: 'Read' })
    await service.store.write(
      (tx) => addChanges(tx, workspace.id, [{ kind: 'meeting', id: meeting, action: 'created', actor, at }]),
      workspace.id,
    )
    const { seen } = await follow(client, keyPath, after)
    const found = new Set(seen.map(({ kind }) => kind))
    expect(kinds.filter((kind) => found.has(kind))).toEqual(expected)
    const launcher = await follow(owner.launcher, launcherPath, await nowAt(owner.launcher, launcherPath))
    expect(launcher.seen).toEqual([])
  })

  test.each([[['comments:write']], [['objects:read']]] as const)(
    'FED-01 AUT-05 a key with %s alone reads no changes',
    async (scopes) => {
      const { service, workspace, owner } = team
      const { token } = await service.createKey(workspace, owner, scopes)
      const answer = await createClient(service.baseUrl, token).get(keyPath)
      expect([answer.status, answer.body.error]).toMatchObject([
        403,
        { code: 'insufficient_scope', message: 'The token has neither records:read nor tasks:read.' },
      ])
      expect(answer.headers.get('www-authenticate')).toContain('scope="records:read tasks:read"')
    },
  )

  test('FED-01 LCH-10 a meeting of a private calendar, and that it is gone, is for those whom it concerns', async () => {
    const { ada, bob } = team
    const ics = (title: string) =>
      `BEGIN:VCALENDAR\r\nBEGIN:VEVENT\r\nUID:1\r\nSUMMARY:${title}\r\nDTSTART:20260106T090000Z\r\nEND:VEVENT\r\nEND:VCALENDAR\r\n`
    const bobs = await nowAt(bob.launcher, launcherPath)
    let calendar = ''
    const added = await sees(ada.launcher, launcherPath, async () => {
      const body = { ics: ics('Doctor'), visibility: 'private', name: 'Own' }
      calendar = (await ada.launcher.post('/v1/launcher/calendars', body)).body.data.id
    })
    const [[, meeting] = []] = added
    expect(added).toEqual([['meeting', meeting, 'created']])
    expect((await follow(bob.launcher, launcherPath, bobs)).seen).toEqual([])

    const change = (visibility: string) =>
      ada.launcher.patch(`/v1/launcher/calendars/${calendar}`, { visibility })
    expect(await sees(bob.launcher, launcherPath, () => change('details'))).toEqual([
      ['meeting', meeting, 'updated'],
    ])
    const adas = await nowAt(ada.launcher, launcherPath)
    expect(await sees(bob.launcher, launcherPath, () => change('private'))).toEqual([
      ['meeting', meeting, 'gone'],
    ])
    const { seen, cursor } = await follow(ada.launcher, launcherPath, adas)
    expect(shortly(seen)).toEqual([['meeting', meeting, 'updated']])
    expect(seen[0]?.actor).toEqual({ type: 'calendar', id: calendar, name: 'ada' })

    const remove = () => ada.launcher.delete(`/v1/launcher/calendars/${calendar}`)
    expect(await sees(bob.launcher, launcherPath, remove)).toEqual([])
    expect(shortly((await follow(ada.launcher, launcherPath, cursor)).seen)).toEqual([
      ['meeting', meeting, 'deleted'],
    ])
  })

  test('FED-01 the actor has its name still after its key was revoked', async () => {
    const { service, workspace, owner } = team
    const { keyId, token } = await service.createKey(workspace, owner)
    const after = await nowAt(owner.api, keyPath)
    const client = createClient(team.service.baseUrl, token)
    await client.post('/v1/records', { object: 'companies', values: { name: 'Of a key' } })
    await service.store.write((tx) => endKey(tx, keyId, service.now()), workspace.id)
    const { seen } = await follow(owner.api, keyPath, after)
    expect(seen[0]?.actor).toEqual({ type: 'key', id: keyId, name: 'test' })
  })
})

describe('FED-01 cursors', () => {
  test('FED-01 one that is cut, garbled, of another surface or of another workspace is 400 invalid_cursor', async () => {
    const { owner, stranger } = team
    const own = await nowAt(owner.api, keyPath)
    const others = [
      own.slice(0, -1),
      own.slice(1),
      `x${own.slice(1)}`,
      '',
      'NOW',
      await nowAt(owner.launcher, launcherPath),
      await nowAt(stranger.api, keyPath),
    ]
    for (const cursor of others)
      expect([cursor, ...refusal(await owner.api.get(`${keyPath}?after=${cursor}`))]).toEqual([
        cursor,
        400,
        'invalid_cursor',
      ])
  })

  test('FED-01 one whose changes were deleted after 30 days is 410 cursor_expired; the newest stays, so no number comes twice', async () => {
    const { service, clock } = team
    const workspace = await service.createWorkspace()
    const owner = await service.addMember(workspace)
    await service.createObject(workspace, 'things')
    const { token } = await service.createKey(workspace, owner)
    const api = createClient(team.service.baseUrl, token)
    const add = () => api.post('/v1/records', { object: 'things', values: { name: 'One' } })
    const start = await nowAt(api, keyPath)
    await add()
    const first = await nowAt(api, keyPath)
    await add()
    await add()
    const last = await nowAt(api, keyPath)
    expect((await follow(api, keyPath, start)).seen).toHaveLength(3)
    clock.at += 31 * 86_400_000
    const before = service.now() - 30 * 86_400_000
    await service.store.write((tx) => purgeChanges(tx, workspace.id, before), workspace.id)
    for (const cursor of [start, first])
      expect(refusal(await api.get(`${keyPath}?after=${cursor}`))).toEqual([410, 'cursor_expired'])
    expect((await follow(api, keyPath, last)).seen).toEqual([])
    expect((await api.get(keyPath)).body.data).toHaveLength(1)
    await add()
    expect((await follow(api, keyPath, last)).seen).toHaveLength(1)
  })
})

test('FED-01 a cursor of a newer copy of the database, as before a restore, is 410 cursor_expired', async () => {
  const { owner, workspace } = team
  await team.addRecord('companies', { name: 'One' })
  const cursorOf = (number: number, at: number) =>
    encodeCursor('developer.changes', workspace.id, [number, at])
  // The change with this number was another one; no change has such a number.
  for (const cursor of [cursorOf(1, 5), cursorOf(1_000_000, 5)])
    expect(refusal(await owner.api.get(`${keyPath}?after=${cursor}`))).toEqual([410, 'cursor_expired'])
})

describe('FED-01 a reader who sleeps', () => {
  const many = 10_000
  let after: string
  let ids: string[]
  beforeAll(async () => {
    const { service, workspace, owner } = team
    after = await nowAt(owner.api, keyPath)
    const record = await team.addRecord('companies', { name: 'Busy' })
    ids = Array.from({ length: many }, (_, place) => `${record}-${place}`)
    const actor = { type: 'operator', id: owner.personId } as const
    for (let from = 0; from < many; from += 1_000)
      await service.store.write(
        (tx) =>
          addChanges(
            tx,
            workspace.id,
            ids
              .slice(from, from + 1_000)
              .map((id) => ({ kind: 'record', id, action: 'updated', actor, at: 1 })),
          ),
        workspace.id,
      )
  })

  test('FED-01 gets each of 10,000 changes once and in order', async () => {
    const { seen } = await follow(team.owner.api, keyPath, after)
    expect(seen.slice(1).map(({ id }) => id)).toEqual(ids)
  })

  test('FED-01 whom none of them is for passes 1,000 of them with each request', async () => {
    const { service, workspace, ada } = team
    const reader = {
      kind: 'launcher',
      workspaceId: workspace.id,
      personId: ada.personId,
      role: 'member',
      scopes: ['objects:read'],
    } as const
    const page = await service.store.read((tx) =>
      readChanges(tx, reader, { after: undefined, kinds: undefined, limit: 10 }, changeSight),
    )
    expect(page?.changes).toEqual([])
    expect(page?.position.number).toBeGreaterThan(900)
  })
})
