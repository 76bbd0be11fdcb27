// The statuses and members that tasks can refer to.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createClient } from './client.ts'
import { morning, refusal, startTeam, type Team } from './team.ts'

let team: Team
beforeAll(async () => {
  team = await startTeam()
})
afterAll(() => team.service.close())

test('TSK-03 GEN-04 the task statuses are a plain array in their order, as the launcher lists them', async () => {
  const { status, body } = await team.owner.api.get('/v1/task-statuses')
  expect(status).toBe(200)
  expect(body).toEqual((await team.owner.launcher.get('/v1/launcher/task-statuses')).body)
  expect(body.data.map((one: { slug: string }) => one.slug)).toEqual([
    'todo',
    'in-progress',
    'in-review',
    'done',
  ])
})

test('TSK-03 every listed status can be written', async () => {
  const id = await team.addTask({ title: 'Moves' })
  for (const { slug } of (await team.owner.api.get('/v1/task-statuses')).body.data)
    expect((await team.owner.api.patch(`/v1/tasks/${id}`, { status: slug })).body.data.status).toBe(slug)
})

test('TSK-03 GEN-04 members are a plain array of ids, names and roles, without addresses', async () => {
  const { status, body } = await team.ada.api.get('/v1/members')
  expect(status).toBe(200)
  expect(body).toEqual({
    data: [
      { id: team.ada.personId, name: 'ada', role: 'member' },
      { id: team.admin.personId, name: 'admin', role: 'admin' },
      { id: team.bob.personId, name: 'bob', role: 'member' },
      { id: team.owner.personId, name: 'owner', role: 'owner' },
    ],
  })
})

test('GEN-08 members of another workspace are not listed', async () => {
  const { body } = await team.stranger.api.get('/v1/members')
  expect(body.data).toEqual([{ id: team.stranger.personId, name: 'stranger', role: 'owner' }])
})

test('AUT-10 a removed member is not listed', async () => {
  const carol = await team.service.addMember(team.workspace, { role: 'member' })
  const listed = async () =>
    (await team.owner.api.get('/v1/members')).body.data.map((one: { id: string }) => one.id)
  expect(await listed()).toContain(carol.personId)
  await team.service.store.write((tx) => tx.members.remove(team.workspace.id, carol.personId, morning))
  expect(await listed()).not.toContain(carol.personId)
})

test('AUT-06 statuses and members need tasks:read', async () => {
  const { token } = await team.service.createKey(team.workspace, team.owner, ['records:write'])
  const client = createClient(team.service.baseUrl, token)
  for (const path of ['/v1/task-statuses', '/v1/members'])
    expect(refusal(await client.get(path)), path).toEqual([403, 'insufficient_scope'])
})
