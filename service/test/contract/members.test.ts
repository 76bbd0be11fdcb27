// The statuses and members that tasks can refer to.
import { expect, test } from 'vitest'
import { idsOf } from './client.ts'
import { morning, stageTeam } from './team.ts'

const team = stageTeam()

test('TSK-03 GEN-04 the task statuses are a plain array in order, as the launcher lists them, and each can be written', async () => {
  const { body } = await team.owner.api.get('/v1/task-statuses')
  expect(body).toEqual((await team.owner.launcher.get('/v1/launcher/task-statuses')).body)
  const slugs = body.data.map((one: { slug: string }) => one.slug)
  expect(slugs).toEqual(['todo', 'in-progress', 'in-review', 'done'])
  const id = await team.addTask({ title: 'Moves' })
  for (const status of slugs)
    expect((await team.owner.api.patch(`/v1/tasks/${id}`, { status })).body.data.status).toBe(status)
})

test('TSK-03 GEN-04 members are a plain array of ids, names and roles, without addresses', async () => {
  const { status, body } = await team.ada.api.get('/v1/members')
  expect(status).toBe(200)
  expect(body).toEqual({
    data: (['ada', 'admin', 'bob', 'owner'] as const).map((name) => ({
      id: team[name].personId,
      name,
      role: team[name].role,
    })),
  })
})

test('AUT-10 a removed member is not listed', async () => {
  const carol = await team.service.addMember(team.workspace, { role: 'member' })
  const listed = async () => idsOf((await team.owner.api.get('/v1/members')).body.data)
  expect(await listed()).toContain(carol.personId)
  await team.service.store.write((tx) => tx.members.remove(team.workspace.id, carol.personId, morning))
  expect(await listed()).not.toContain(carol.personId)
})
