// The launcher's lists of tasks, and what its forms offer.
import { expect, test } from 'vitest'
import { taskStatus, taskOptions } from '../../../shared/api/launcher/tasks.ts'
import { idsOf, walk } from './client.ts'
import { morning, refusal, stageTeam } from './team.ts'
import { insertSection } from '../../tasks/task-settings.store.ts'

const team = stageTeam()

test('LCH-11 GET /tasks walks what the person created or is assigned to, newest first, also for an owner', async () => {
  const me = team.admin.personId
  const mine: string[] = []
  for (let index = 0; index < 7; index += 1) {
    const how = index % 2 === 0 ? { createdBy: me } : { assignees: [me] }
    mine.unshift(await team.addTask({ title: `Mine ${index}`, createdAt: morning + index, ...how }))
  }
  await team.addTask({ title: 'Of nobody' })
  const archived = await team.addTask({ title: 'Archived', createdBy: me })
  await team.owner.api.delete(`/v1/tasks/${archived}`)
  expect(idsOf(await walk(team.admin.launcher, '/v1/launcher/tasks?limit=3'))).toEqual(mine)
})

test.each(['limit=0', 'limit=101', 'limit=1.5', 'limit=abc', 'limit='])(
  'LCH-11 %s is 400 on the launcher surface',
  async (query) => {
    const answer = await team.owner.launcher.get(`/v1/launcher/tasks?${query}`)
    expect(refusal(answer)).toEqual([400, 'validation_error'])
  },
)

test('LCH-11 GEN-06 developer cursors are invalid here', async () => {
  for (const title of ['One', 'Two']) await team.addTask({ title })
  const { next_cursor: cursor } = (await team.owner.api.get('/v1/tasks?limit=1')).body
  for (const bad of [cursor, 'abc', '']) {
    const answer = await team.owner.launcher.get(`/v1/launcher/tasks?cursor=${encodeURIComponent(bad)}`)
    expect(refusal(answer)).toEqual([400, 'invalid_cursor'])
  }
})

test('LCH-09 GET /task-statuses tells name, colour, order and meaning', async () => {
  const { status, body } = await team.owner.launcher.get('/v1/launcher/task-statuses')
  expect(status).toBe(200)
  expect(body.data.length).toBeGreaterThan(1)
  for (const [position, each] of body.data.entries()) {
    expect(taskStatus.parse(each)).toEqual(each)
    expect(each).toMatchObject({ position, color: expect.stringMatching(/^#[0-9a-f]{6}$/i) })
  }
  expect(body.data.filter((each: { isDefault: boolean }) => each.isDefault)).toHaveLength(1)
})

test('LCH-11 GET /task-options has what a form offers, members of this workspace only', async () => {
  const record = await team.addRecord('companies', { name: 'Alder Works' })
  const sections = [
    { id: 'sec_alder', name: 'Alder', recordId: record },
    { id: 'sec_bare', name: 'Bare', recordId: null },
  ]
  await team.service.store.write(async (tx) => {
    for (const [position, one] of sections.entries())
      await insertSection(tx, team.workspace.id, { ...one, position })
  })
  const { data } = (await team.ada.launcher.get('/v1/launcher/task-options')).body
  expect(taskOptions.parse(data)).toEqual(data)
  expect(data).toMatchObject({ me: team.ada.personId, sections })
  expect(data.statuses).toEqual((await team.ada.launcher.get('/v1/launcher/task-statuses')).body.data)
  const priorities = data.priorities.map((each: { slug: string }) => each.slug)
  expect(priorities).toEqual(['no_priority', 'low', 'medium', 'high', 'urgent'])
  const { owner, admin, ada, bob } = team
  expect(idsOf(data.members).toSorted()).toEqual(
    [owner, admin, ada, bob].map((one) => one.personId).toSorted(),
  )
  const everyTask = data.members.filter((one: { seesEveryTask: boolean }) => one.seesEveryTask)
  expect(idsOf(everyTask).toSorted()).toEqual([owner, admin].map((one) => one.personId).toSorted())
})
