// Start dates and subtasks on the launcher surface.
import { expect, test } from 'vitest'
import { launcherTask, launcherTaskDetail } from '../../../shared/api/launcher/tasks.ts'
import { idsOf, walk } from './client.ts'
import { morning, refusal, stageTeam, type Colleague } from './team.ts'

const team = stageTeam()
const path = '/v1/launcher/tasks'
const create = (body: object, by: Colleague = team.owner) => by.launcher.post(path, body)
const made = async (body: object): Promise<string> => (await create(body)).body.data.id
const patch = (id: string, body: object) => team.owner.launcher.patch(`${path}/${id}`, body)
const detail = async (id: string, by: Colleague = team.owner) =>
  (await by.launcher.get(`${path}/${id}`)).body.data
const below = async (parent: string, by: Colleague = team.owner) =>
  idsOf(await walk(by.launcher, `${path}?parentTaskId=${parent}&limit=2`))

test('LCH-01 LCH-02 LCH-03 a start is kept, changed and cleared, and the developer surface shows the same', async () => {
  const startDate = '2026-02-01T10:00:00.000Z'
  const created = await create({ title: 'Dig', startDate: '2026-02-01T12:00:00+02:00' })
  expect(launcherTask.parse(created.body.data)).toMatchObject({ startDate, parentTaskId: null })
  const { id } = created.body.data
  expect((await team.owner.api.get(`/v1/tasks/${id}`)).body.data.start_date).toBe(startDate)
  expect((await patch(id, { title: 'Dig deeper' })).body.data.startDate).toBe(startDate)
  expect((await patch(id, { startDate: null })).body.data.startDate).toBe(null)
})

test('LCH-01 LCH-02 the start is not later than the due date, also against the stored other one', async () => {
  const dates = { startDate: '2026-02-02T10:00:00Z', dueDate: '2026-02-02T09:00:00Z' }
  expect(refusal(await create({ title: 'Back to front', ...dates }))).toEqual([400, 'invalid_value'])
  const id = await made({ title: 'Dated', dueDate: dates.dueDate })
  const late = await patch(id, { startDate: dates.startDate })
  expect(refusal(late)).toEqual([400, 'invalid_value'])
  expect(late.body.error.details[0].path).toEqual(['startDate'])
  expect((await patch(id, { startDate: dates.dueDate })).status).toBe(200)
})

test('LCH-11 a task names its parent to those who see it, and lists its subtasks newest first', async () => {
  const parent = await made({ title: 'Garden', assignees: [team.bob.personId] })
  const children: string[] = []
  for (const title of ['Dig', 'Sow', 'Water']) {
    team.clock.at += 1000
    children.unshift(await made({ title, parentTaskId: parent.toUpperCase() }))
  }
  const [last = '', middle = '', first = ''] = children
  expect(await below(parent)).toEqual(children)
  expect(await below(parent.toUpperCase())).toEqual(children)
  const full = await detail(last)
  expect(launcherTaskDetail.parse(full)).toEqual(full)
  expect(full).toMatchObject({ parentTaskId: parent, parentTask: { id: parent, title: 'Garden' } })
  expect((await detail(parent)).parentTask).toBe(null)

  await team.owner.launcher.delete(`${path}/${middle}`)
  await patch(first, { parentTaskId: null })
  expect(await below(parent)).toEqual([last])
})

test('LCH-11 AUT-09 AUT-10 subtasks are listed only to those who see them', async () => {
  const assignees = [team.bob.personId]
  const parent = await team.addTask({ title: 'Shared', assignees: [...assignees, team.ada.personId] })
  const his = await team.addTask({ title: 'His', assignees, parentId: parent, createdAt: morning })
  const hers = await team.addTask({
    title: 'Hers',
    createdBy: team.ada.personId,
    parentId: parent,
    createdAt: morning + 1,
  })
  expect(await below(parent, team.bob)).toEqual([his])
  expect(await below(parent, team.ada)).toEqual([hers])
  for (const boss of [team.owner, team.admin]) expect(await below(parent, boss)).toEqual([hers, his])
  expect(await below(parent, team.stranger)).toEqual([])

  const secret = await team.addTask({ title: 'Secret' })
  const open = await team.addTask({ title: 'Open', assignees, parentId: secret })
  const seen = await detail(open, team.bob)
  expect([seen.parentTaskId, seen.parentTask]).toEqual([secret, null])
})

test('LCH-01 LCH-02 AUT-09 a parent that the person does not see, or that is archived, is refused by name', async () => {
  const secret = await team.addTask({ title: 'Secret' })
  const archived = await team.addTask({ title: 'Archived' })
  await team.owner.launcher.delete(`${path}/${archived}`)
  const foreign = await team.addTask({ title: 'Elsewhere' }, team.otherWorkspace)
  for (const [by, parentTaskId] of [
    [team.ada, secret],
    [team.owner, archived],
    [team.owner, foreign],
  ] as const) {
    const answer = await create({ title: 'Refused', parentTaskId }, by)
    expect(refusal(answer)).toEqual([400, 'invalid_target'])
    expect(answer.body.error.details[0].path).toEqual(['parentTaskId'])
  }
})

test('LCH-02 TSK-07 a task is never below itself, also when two changes meet', async () => {
  const top = await made({ title: 'Top' })
  const bottom = await made({ title: 'Bottom', parentTaskId: top })
  for (const parentTaskId of [top, bottom])
    expect(refusal(await patch(top, { parentTaskId }))).toEqual([400, 'invalid_target'])
  const [one, two] = [await made({ title: 'One' }), await made({ title: 'Two' })]
  const answers = await Promise.all([patch(one, { parentTaskId: two }), patch(two, { parentTaskId: one })])
  expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 400])
})

test('LCH-11 GEN-06 a cursor of the subtasks belongs to their parent', async () => {
  const [parent, other] = [await made({ title: 'Parent' }), await made({ title: 'Other' })]
  for (const title of ['One', 'Two']) await made({ title, parentTaskId: parent })
  const { nextCursor } = (await team.owner.launcher.get(`${path}?parentTaskId=${parent}&limit=1`)).body
  const asked = `cursor=${encodeURIComponent(nextCursor)}`
  expect((await team.owner.launcher.get(`${path}?parentTaskId=${parent}&${asked}`)).body.data).toHaveLength(1)
  for (const query of [asked, `${asked}&parentTaskId=${other}`])
    expect(refusal(await team.owner.launcher.get(`${path}?${query}`))).toEqual([400, 'invalid_cursor'])
})

test('LCH-11 APP-11 task-options says that this service has start dates and subtasks', async () => {
  const { data } = (await team.ada.launcher.get('/v1/launcher/task-options')).body
  expect(data.capabilities).toEqual(expect.arrayContaining(['startDates', 'subtasks']))
})
