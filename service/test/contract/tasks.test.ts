import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { randomUUID } from 'node:crypto'
import type { Client } from './client.ts'
import { morning, refusal, startTeam, type Team } from './team.ts'

let team: Team
beforeAll(async () => {
  team = await startTeam()
})
afterAll(() => team.service.close())

const minute = 60_000
const idsOf = (answer: { body: { data: { id: string }[] } }) => answer.body.data.map((task) => task.id)
const walk = async (client: Client, query: string, limit: number): Promise<string[]> => {
  const ids: string[] = []
  let cursor: string | null = null
  do {
    const from: string = cursor === null ? '' : `&cursor=${encodeURIComponent(cursor)}`
    const page = await client.get(`/v1/tasks?limit=${limit}${query}${from}`)
    expect(page.status).toBe(200)
    expect(page.body.has_more).toBe(page.body.next_cursor !== null)
    ids.push(...idsOf(page))
    cursor = page.body.next_cursor
  } while (cursor !== null)
  return ids
}

describe('a task', () => {
  test('TSK-01 TSK-06 has this shape', async () => {
    const id = await team.addTask({
      title: 'Write the report',
      dueDate: morning + minute,
      assignees: [team.bob.personId, team.ada.personId],
      estimatedTime: 30,
    })
    expect(await team.owner.api.get(`/v1/tasks/${id}`)).toMatchObject({ status: 200 })
    expect((await team.owner.api.get(`/v1/tasks/${id}`)).body).toEqual({
      data: {
        id,
        title: 'Write the report',
        description: null,
        status: 'todo',
        priority: 'no_priority',
        assignees: [team.bob.personId, team.ada.personId],
        start_date: null,
        dueDate: '2026-01-05T09:01:00.000Z',
        parent_task_id: null,
        timeLogged: 0,
        estimatedTime: 30,
        archived: false,
        createdBy: team.owner.personId,
        createdAt: '2026-01-05T09:00:00.000Z',
        updatedAt: '2026-01-05T09:00:00.000Z',
      },
    })
  })
})

describe('visibility', () => {
  test('AUT-09 AUT-10 members see what they created or are assigned to; owners and admins see all', async () => {
    const created = await team.addTask({ title: 'Created by Ada', createdBy: team.ada.personId })
    const assigned = await team.addTask({ title: 'Assigned to Ada', assignees: [team.ada.personId] })
    const foreign = await team.addTask({ title: 'Of others', assignees: [team.bob.personId] })
    const seen = await walk(team.ada.api, '', 100)
    expect(seen).toEqual(expect.arrayContaining([created, assigned]))
    expect(seen).not.toContain(foreign)
    for (const boss of [team.owner, team.admin])
      expect(await walk(boss.api, '', 100)).toEqual(expect.arrayContaining([created, assigned, foreign]))
    expect(refusal(await team.ada.api.get(`/v1/tasks/${foreign}`))).toEqual([404, 'not_found'])
    expect((await team.ada.api.get(`/v1/tasks/${assigned}`)).status).toBe(200)
  })

  test('AUT-09 a member’s other filters do not widen what they see', async () => {
    const foreign = await team.addTask({ title: 'Bob’s own', assignees: [team.bob.personId] })
    const shared = await team.addTask({ title: 'Shared', assignees: [team.bob.personId, team.ada.personId] })
    const seen = await walk(team.ada.api, `&assignee=${team.bob.personId}`, 100)
    expect(seen).toContain(shared)
    expect(seen).not.toContain(foreign)
  })

  test('AUT-09 a change of role acts on the next request', async () => {
    const carol = await team.service.addMember(team.workspace, { role: 'member' })
    const { token } = await team.service.createKey(team.workspace, carol, ['tasks:read'])
    const ask = (id: string) =>
      fetch(team.service.url(`/v1/tasks/${id}`), { headers: { authorization: `Bearer ${token}` } })
    const id = await team.addTask({ title: 'Not Carol’s' })
    const statuses = [(await ask(id)).status]
    await team.service.store.write((tx) =>
      tx.members.put(team.workspace.id, carol.personId, 'admin', morning),
    )
    statuses.push((await ask(id)).status)
    await team.service.store.write((tx) => tx.members.remove(team.workspace.id, carol.personId, morning))
    statuses.push((await ask(id)).status)
    expect(statuses).toEqual([404, 200, 401])
  })

  test('GEN-08 another workspace’s task answers as one that is not there', async () => {
    const id = await team.addTask({ title: 'Elsewhere' }, team.otherWorkspace)
    const bodies = new Set<string>()
    for (const path of [id, randomUUID(), 'nonsense'])
      for (const [method, body] of [['GET'], ['PATCH', { title: 'Mine' }], ['DELETE']] as const) {
        const answer = await team.owner.api.send(method, `/v1/tasks/${path}`, body)
        expect(refusal(answer)).toEqual([404, 'not_found'])
        bodies.add(JSON.stringify({ ...answer.body.error, requestId: '' }))
      }
    expect(bodies.size).toBe(1)
    expect((await team.stranger.api.get(`/v1/tasks/${id}`)).body.data.title).toBe('Elsewhere')
  })
})

describe('list', () => {
  test('TSK-02 GEN-07 pages of any size walk every task once, newest first, while others arrive', async () => {
    const at = morning + 10 * minute
    for (let index = 0; index < 12; index += 1)
      // Four to a millisecond: the id decides between them.
      await team.addTask({
        title: `Walked ${index}`,
        createdBy: team.bob.personId,
        createdAt: at + (index >> 2),
      })
    const expected = await walk(team.bob.api, '', 100)
    const { tasks } = await team.service.store.read(async (tx) => ({
      tasks: await tx.tasks.among(team.workspace.id, expected),
    }))
    const position = new Map(tasks.map((task) => [task.id, task.createdAt]))
    const sorted = expected.toSorted(
      (a, b) => (position.get(b) ?? 0) - (position.get(a) ?? 0) || (a < b ? 1 : -1),
    )
    expect(expected).toEqual(sorted)
    for (const limit of [1, 3, 5, 7]) {
      expect(await walk(team.bob.api, '', limit)).toEqual(expected)
      expect(await walk(team.owner.api, '', limit)).toEqual(await walk(team.owner.api, '', 100))
    }
    const first = await team.bob.api.get('/v1/tasks?limit=4')
    await team.addTask({ title: 'Arrived since', createdBy: team.bob.personId, createdAt: at + minute })
    const rest: string[] = []
    let cursor = first.body.next_cursor
    while (cursor !== null) {
      const page = await team.bob.api.get(`/v1/tasks?limit=4&cursor=${encodeURIComponent(cursor)}`)
      rest.push(...idsOf(page))
      cursor = page.body.next_cursor
    }
    expect([...idsOf(first), ...rest]).toEqual(expected)
  })

  test('TSK-02 filters keep what they say: status, assignee, updated_after, include_archived', async () => {
    const done = await team.addTask({ title: 'Done', status: 'done', assignees: [team.admin.personId] })
    const fresh = await team.addTask({ title: 'Fresh', updatedAt: morning + 50 * minute })
    const gone = await team.addTask({ title: 'Gone' })
    expect((await team.owner.api.delete(`/v1/tasks/${gone}`)).body.data.archived).toBe(true)
    const listed = async (query: string) => walk(team.owner.api, query, 100)
    expect(await listed('&status=done')).toEqual([done])
    expect(await listed(`&assignee=${team.admin.personId}`)).toEqual([done])
    expect(await listed(`&status=todo&assignee=${team.admin.personId}`)).toEqual([])
    expect(await listed(`&updated_after=${morning + 50 * minute - 1}`)).toEqual([fresh])
    expect(await listed(`&updated_after=${morning + 50 * minute}`)).toEqual([])
    expect(await listed('')).not.toContain(gone)
    expect(await listed('&include_archived=false')).not.toContain(gone)
    expect(await listed('&include_archived=true')).toContain(gone)
  })

  test.each([
    ['malformed', () => 'abc'],
    ['of another list', async () => (await team.owner.api.get('/v1/records?limit=1')).body.next_cursor],
    [
      'of other filters',
      async () => (await team.owner.api.get('/v1/tasks?limit=1&include_archived=true')).body.next_cursor,
    ],
    ['of another person', async () => (await team.bob.api.get('/v1/tasks?limit=1')).body.next_cursor],
    [
      'of the launcher surface',
      async () => (await team.owner.launcher.get('/v1/launcher/tasks?limit=1')).body.nextCursor,
    ],
  ])('GEN-06 a cursor that is %s is 400', async (_what, cursorOf) => {
    await team.addRecord('companies', { name: 'One' })
    await team.addRecord('companies', { name: 'Two' })
    const cursor = await cursorOf()
    expect(cursor).toEqual(expect.any(String))
    const answer = await team.owner.api.get(`/v1/tasks?cursor=${encodeURIComponent(cursor)}`)
    expect(refusal(answer)).toEqual([400, 'invalid_cursor'])
  })

  test.each(['0', '-3', 'abc', '', '1e99', '2.9'])('GEN-05 limit=%s is taken leniently', async (limit) => {
    expect((await team.owner.api.get(`/v1/tasks?limit=${limit}`)).status).toBe(200)
  })
})

test.each([
  ['GET', '/v1/tasks', 'tasks:read'],
  ['GET', '/v1/tasks/some', 'tasks:read'],
  ['PATCH', '/v1/tasks/some', 'tasks:write'],
  ['DELETE', '/v1/tasks/some', 'tasks:write'],
] as const)('AUT-05 AUT-06 %s %s needs %s', async (method, path, needed) => {
  const statusWith = async (scope: 'tasks:read' | 'tasks:write' | 'records:write') => {
    const { token } = await team.service.createKey(team.workspace, team.owner, [scope])
    const answer = await fetch(team.service.url(path), {
      method,
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      ...(method === 'PATCH' && { body: '{}' }),
    })
    return answer.status
  }
  expect(await statusWith('records:write')).toBe(403)
  expect((await statusWith('tasks:read')) === 403).toBe(needed === 'tasks:write')
  expect(await statusWith('tasks:write')).not.toBe(403)
})
