// Lists of developer tasks: who sees what, filters and pages.
import { beforeAll, expect, test } from 'vitest'
import { createClient, idsOf, titlesOf, walk } from './client.ts'
import { morning, refusal, stageTeam, type Colleague } from './team.ts'
import { putMembership, endMembership } from '../../access/members.store.ts'

const team = stageTeam()
let company: string
beforeAll(async () => {
  company = await team.addRecord('companies', { name: 'Alder Works' })
})

const minute = 60_000
const create = async (body: object) => (await team.owner.api.post('/v1/tasks', body)).body.data.id
const listed = (query = '', who: Colleague = team.owner) => walk(who.api, `/v1/tasks?limit=100&${query}`)
const titles = async (query: string, who?: Colleague) => titlesOf(await listed(query, who)).toSorted()

test('AUT-09 AUT-10 members see what they created or are assigned to; owners and admins see all', async () => {
  const created = await team.addTask({ title: 'Created by Ada', createdBy: team.ada.personId })
  const assigned = await team.addTask({ title: 'Assigned to Ada', assignees: [team.ada.personId] })
  const foreign = await team.addTask({ title: 'Of others', assignees: [team.bob.personId] })
  expect(idsOf(await listed('', team.ada)).toSorted()).toEqual([created, assigned].toSorted())
  for (const boss of [team.owner, team.admin])
    expect(idsOf(await listed('', boss))).toEqual(expect.arrayContaining([created, assigned, foreign]))
  expect(refusal(await team.ada.api.get(`/v1/tasks/${foreign}`))).toEqual([404, 'not_found'])
  expect((await team.ada.api.get(`/v1/tasks/${assigned}`)).status).toBe(200)
})

test('AUT-09 a change of role acts on the next request', async () => {
  const carol = await team.service.addMember(team.workspace, { role: 'member' })
  const { token } = await team.service.createKey(team.workspace, carol, ['tasks:read'])
  const id = await team.addTask({ title: 'Not Carol’s' })
  const ask = async () => (await createClient(team.service.baseUrl, token).get(`/v1/tasks/${id}`)).status
  const { store } = team.service
  expect(await ask()).toBe(404)
  await store.write((tx) => putMembership(tx, team.workspace.id, carol.personId, 'admin', morning))
  expect(await ask()).toBe(200)
  await store.write((tx) => endMembership(tx, team.workspace.id, carol.personId, morning))
  expect(await ask()).toBe(401)
})

test('TSK-02 GEN-07 pages of any size walk every task once, newest first, while others arrive', async () => {
  const at = morning + 10 * minute
  const createdBy = team.bob.personId
  const createdAt = new Map<string, number>()
  for (let index = 0; index < 12; index += 1) {
    // Four to a millisecond: the id decides between them.
    const id = await team.addTask({ title: `Walked ${index}`, createdBy, createdAt: at + (index >> 2) })
    createdAt.set(id, index >> 2)
  }
  const all = idsOf(await listed('', team.bob))
  const expected = [...createdAt.keys()].toSorted(
    (a, b) => (createdAt.get(b) ?? 0) - (createdAt.get(a) ?? 0) || (a < b ? 1 : -1),
  )
  expect(all.slice(0, 12)).toEqual(expected)
  for (const limit of [1, 5]) {
    const arrive = () => team.addTask({ title: 'Arrived', createdBy, createdAt: at + minute + limit })
    const before = idsOf(await listed('', team.bob))
    expect(idsOf(await walk(team.bob.api, `/v1/tasks?limit=${limit}`, arrive))).toEqual(before)
  }
})

test('TSK-02 filters keep what they name, alone and together', async () => {
  const parent = await create({ title: 'P' })
  const base = { parent_task_id: parent }
  const links = { linked_record_ids: [company] }
  await create({ ...base, ...links, title: 'a', priority: 'urgent', due_date: morning })
  await create({ ...base, title: 'b', priority: 'urgent', due_date: morning + 1, status: 'done' })
  await create({ ...base, title: 'c', priority: 'low', assignees: [team.owner.personId] })
  await create({ ...base, ...links, title: 'd', due_date: morning + 2 })
  const fresh = { parentId: parent, status: 'done', updatedAt: morning + 50 * minute }
  const assignees = [team.admin.personId]
  await team.addTask({ ...fresh, title: 'e', assignees })
  const gone = await team.addTask({ title: 'gone', parentId: parent })
  await team.owner.api.delete(`/v1/tasks/${gone}`)
  for (const [query, expected] of [
    ['', 'abcde'],
    ['include_archived=false', 'abcde'],
    ['priority=urgent', 'ab'],
    ['is_complete=true', 'be'],
    ['is_complete=false', 'acd'],
    ['is_complete=true&status=todo', ''],
    ['status=done', 'be'],
    ['assignee=me', 'c'],
    [`assignee=${team.admin.personId}`, 'e'],
    [`status=todo&assignee=${team.admin.personId}`, ''],
    [`linked_record_id=${company}`, 'ad'],
    [`due_after=${morning}`, 'bd'],
    [`due_after=${morning - 1}&due_before=${morning + 1}`, 'a'],
    [`due_after=${morning - 0.5}&due_before=${morning + 1.5}`, 'a'],
    [`priority=urgent&is_complete=false&due_before=${morning + 9}`, 'a'],
    [`updated_after=${morning + 50 * minute - 1}`, 'e'],
    [`updated_after=${morning + 50 * minute}`, ''],
  ] as const) {
    expect([query, (await titles(`parent_task_id=${parent}&${query}`)).join('')]).toEqual([query, expected])
  }
  expect(await titles(`parent_task_id=${parent}&include_archived=true`)).toContain('gone')
})

test('TSK-02 AUT-09 no filter widens what a member sees', async () => {
  const assignees = [team.bob.personId]
  const parent = await create({ title: 'Q', assignees })
  const due_date = morning + 500 * minute
  const body = { due_date, priority: 'medium', parent_task_id: parent, linked_record_ids: [company] }
  await create({ ...body, title: 'theirs', assignees: [team.ada.personId] })
  await create({ ...body, title: 'his', assignees })
  for (const query of [
    `parent_task_id=${parent}`,
    `linked_record_id=${company}&priority=medium`,
    'priority=medium',
    'is_complete=false&priority=medium',
    `due_after=${due_date - 1}`,
    `updated_after=${morning - 1}&priority=medium`,
    `assignee=me&priority=medium`,
  ])
    expect([query, await titles(query, team.bob)]).toEqual([query, ['his']])
  expect(await titles(`priority=medium&assignee=${team.ada.personId}`, team.bob)).toEqual([])
})

test.each([
  'priority=highest',
  'is_complete=yes',
  'include_archived=yes',
  'due_before=soon',
  'due_after=1.',
  'updated_after=',
  'updated_after=0x10',
  'updated_after=8640000000000001',
])('TSK-02 %s is 400', async (query) => {
  expect(refusal(await team.owner.api.get(`/v1/tasks?${query}`))).toEqual([400, 'validation_error'])
})

const first = async (path: string, who: Colleague['api']) => {
  const { body } = await who.get(`${path}limit=1`)
  return body.next_cursor ?? body.nextCursor
}
test.each([
  ['malformed', () => 'abc'],
  ['of another list', () => first('/v1/records?', team.owner.api)],
  ['of other filters', () => first('/v1/tasks?include_archived=true&', team.owner.api)],
  ['of another person', () => first('/v1/tasks?', team.bob.api)],
  ['of the launcher surface', () => first('/v1/launcher/tasks?', team.owner.launcher)],
])('GEN-06 a cursor that is %s is 400', async (_what, cursorOf) => {
  await team.addRecord('companies', { name: 'One' })
  const cursor = await cursorOf()
  expect(cursor).toEqual(expect.any(String))
  const answer = await team.owner.api.get(`/v1/tasks?cursor=${encodeURIComponent(cursor)}`)
  expect(refusal(answer)).toEqual([400, 'invalid_cursor'])
})
