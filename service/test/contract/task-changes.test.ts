// Tasks of the developer surface: create, change and archive.
import { beforeAll, expect, test } from 'vitest'
import { morning, refusal, stageTeam } from './team.ts'
import { endMembership } from '../../access/members.store.ts'

const team = stageTeam()
let company: string
beforeAll(async () => {
  company = await team.addRecord('companies', { name: 'Alder Works' })
})

const minute = 60_000
const create = (body: unknown) => team.owner.api.post('/v1/tasks', body)
const read = async (id: string) => (await team.owner.api.get(`/v1/tasks/${id}`)).body
const patch = (id: string, body: unknown) => team.owner.api.patch(`/v1/tasks/${id}`, body)

const everyField = (parent: string) => ({
  title: 'Everything',
  status: 'in-progress',
  priority: 'high',
  start_date: morning,
  due_date: morning + minute,
  parent_task_id: parent,
  assignees: [team.bob.personId, team.ada.personId, team.bob.personId],
  estimated_time: 45,
})
const everyFieldShown = (parent: string) => ({
  title: 'Everything',
  status: 'in-progress',
  priority: 'high',
  start_date: '2026-01-05T09:00:00.000Z',
  dueDate: '2026-01-05T09:01:00.000Z',
  parent_task_id: parent,
  assignees: [team.bob.personId, team.ada.personId],
  estimatedTime: 45,
})

test('TSK-01 TSK-06 a title is enough; the rest takes the workspace’s defaults', async () => {
  const { status, body } = await create({ title: 'Call Nora' })
  expect(status).toBe(201)
  const at = new Date(team.clock.at).toISOString()
  expect(body.data).toEqual({
    id: expect.stringMatching(/^[0-9a-f-]{36}$/),
    title: 'Call Nora',
    description: null,
    status: 'todo',
    priority: 'no_priority',
    assignees: [],
    start_date: null,
    dueDate: null,
    parent_task_id: null,
    timeLogged: 0,
    timerState: null,
    estimatedTime: null,
    recurrence: null,
    archived: false,
    createdBy: team.owner.personId,
    createdAt: at,
    updatedAt: at,
  })
  expect(await read(body.data.id)).toEqual(body)
})

test('TSK-06 a new task takes every field of a patch, and links records', async () => {
  const parent = await team.addTask({ title: 'Parent' })
  const { status, body } = await create({ ...everyField(parent), linked_record_ids: [company, company] })
  expect(status).toBe(201)
  expect(body.data).toMatchObject(everyFieldShown(parent))
  const { data } = (await team.owner.launcher.get(`/v1/launcher/tasks/${body.data.id}`)).body
  expect(data.linkedRecords).toEqual([{ id: company, title: 'Alder Works', objectSlug: 'companies' }])
})

test('TSK-03 a change takes every field, keeps what is not sent and clears with null', async () => {
  const id = await team.addTask({ title: 'Before', description: 'kept' })
  const parent = await team.addTask({ title: 'Parent' })
  team.clock.at += minute
  const changed = await patch(id, everyField(parent))
  expect(changed.status).toBe(200)
  expect(changed.body.data).toMatchObject({
    ...everyFieldShown(parent),
    description: 'kept',
    createdAt: '2026-01-05T09:00:00.000Z',
    updatedAt: new Date(team.clock.at).toISOString(),
  })
  const none = { start_date: null, due_date: null, parent_task_id: null, assignees: [], estimated_time: null }
  const cleared = await patch(id, none)
  const shown = { start_date: null, dueDate: null, parent_task_id: null, assignees: [], estimatedTime: null }
  expect(cleared.body.data).toMatchObject({ title: 'Everything', ...shown })
  expect(await read(id)).toEqual(cleared.body)
})

test('TSK-03 a body without a field changes nothing, not even the time', async () => {
  const id = await team.addTask({ title: 'As it was' })
  const before = await read(id)
  team.clock.at += minute
  expect((await patch(id, {})).body).toEqual(before)
})

test('TSK-04 linked_record_ids has no effect on a change', async () => {
  const id = await team.addTask({ title: 'Links nothing' })
  expect((await patch(id, { linked_record_ids: [company], priority: 'low' })).status).toBe(200)
  expect((await team.owner.launcher.get(`/v1/launcher/tasks/${id}`)).body.data.linkedRecordCount).toBe(0)
})

test.each([
  ['due_date', 1_790_000_000_123.456, 'dueDate', '2026-09-21T14:13:20.123Z'],
  ['start_date', -0.5, 'start_date', '1969-12-31T23:59:59.999Z'],
])('TSK-03 TSK-06 a %s of %d milliseconds is rounded down', async (field, sent, member, read) => {
  const created = (await team.owner.api.post('/v1/tasks', { title: 'Exact', [field]: sent })).body.data
  const id = await team.addTask({ title: 'Changed' })
  const changed = (await team.owner.api.patch(`/v1/tasks/${id}`, { [field]: sent })).body.data
  expect([created[member], changed[member]]).toEqual([read, read])
})

const many = (count: number) => Array.from({ length: count }, (_, index) => `usr_${index}`)

test.each([
  ['title', 'empty', '', 'validation_error'],
  ['title', 'blank', ' ', 'validation_error'],
  ['title', 'of invisible characters', '\u200b\u0007', 'validation_error'],
  ['title', 'of 501 characters', 'x'.repeat(501), 'validation_error'],
  ['title', 'null', null, 'validation_error'],
  ['description', 'of 100,001 characters', 'x'.repeat(100_001), 'validation_error'],
  ['description', 'null', null, 'validation_error'],
  ['status', 'unknown', 'nowhere', 'invalid_value'],
  ['priority', 'unknown', 'highest', 'validation_error'],
  ['start_date', 'as text', '2026-01-05', 'validation_error'],
  ['start_date', 'before the year 0000', -62_167_219_200_001, 'validation_error'],
  ['due_date', 'beyond dates', 1e20, 'validation_error'],
  ['due_date', 'after the year 9999', 253_402_300_800_000, 'validation_error'],
  ['due_date', 'before the start', 0, 'invalid_value'],
  ['parent_task_id', 'of no task', 'nobody', 'invalid_target'],
  ['parent_task_id', 'as a number', 7, 'validation_error'],
  ['assignees', 'of nobody', ['nobody'], 'invalid_target'],
  ['assignees', 'of 51', many(51), 'validation_error'],
  ['assignees', 'null', null, 'validation_error'],
  ['estimated_time', 'of zero', 0, 'validation_error'],
  ['estimated_time', 'below zero', -5, 'validation_error'],
  ['estimated_time', 'of half minutes', 1.5, 'validation_error'],
])('TSK-03 TSK-06 %s %s is refused by name and changes nothing', async (field, _what, value, code) => {
  const id = await team.addTask({ title: 'Unchanged', startDate: morning })
  const list = async () => (await team.owner.api.get('/v1/tasks?limit=100')).body
  const before = await list()
  for (const answer of [
    await create({ title: 'Refused', start_date: morning, [field]: value }),
    await patch(id, { priority: 'urgent', [field]: value }),
  ]) {
    expect(refusal(answer)).toEqual([400, code])
    expect(answer.body.error.details[0].path[0]).toBe(field)
  }
  expect(await list()).toEqual(before)
})

test.each([
  [['nothing'], 'invalid_target'],
  [many(11), 'validation_error'],
  [null, 'validation_error'],
])('TSK-06 linked_record_ids %j is refused', async (linked_record_ids, code) => {
  expect(refusal(await create({ title: 'Refused', linked_record_ids }))).toEqual([400, code])
})

test('TSK-03 the start is not later than the due date, also against the stored other one', async () => {
  const id = await team.addTask({ title: 'Dated', startDate: morning, dueDate: morning + minute })
  for (const body of [{ start_date: morning + 2 * minute }, { due_date: morning - minute }])
    expect(refusal(await patch(id, body))).toEqual([400, 'invalid_value'])
  for (const body of [
    { start_date: morning + minute },
    { due_date: null },
    { start_date: morning + 20 * minute },
  ])
    expect((await patch(id, body)).status).toBe(200)
})

test('TSK-03 an archived parent is refused', async () => {
  const id = await team.addTask({ title: 'Mine' })
  const archived = await team.addTask({ title: 'Archived' })
  await team.owner.api.delete(`/v1/tasks/${archived}`)
  expect(refusal(await patch(id, { parent_task_id: archived }))).toEqual([400, 'invalid_target'])
})

test('TSK-03 people who have left stay on a task that holds them, and are added to no other', async () => {
  const dan = await team.service.addMember(team.workspace, { role: 'member' })
  const held = await team.addTask({ title: 'Held', assignees: [dan.personId] })
  const other = await team.addTask({ title: 'Other' })
  await team.service.store.write((tx) => endMembership(tx, team.workspace.id, dan.personId, morning))
  const assignees = [dan.personId, team.ada.personId]
  expect((await patch(held, { assignees })).body.data.assignees).toEqual(assignees)
  expect(refusal(await patch(other, { assignees }))).toEqual([400, 'invalid_target'])
})

test('TSK-07 a chain of parents never meets itself', async () => {
  const top = await team.addTask({ title: 'Top' })
  const middle = await team.addTask({ title: 'Middle', parentId: top })
  const bottom = await team.addTask({ title: 'Bottom', parentId: middle })
  for (const parent of [top, middle, bottom])
    expect(refusal(await patch(top, { parent_task_id: parent }))).toEqual([400, 'invalid_target'])
  expect((await patch(bottom, { parent_task_id: top })).status).toBe(200)
  expect((await patch(middle, { parent_task_id: bottom })).status).toBe(200)
  expect(refusal(await patch(bottom, { parent_task_id: middle }))).toEqual([400, 'invalid_target'])
})

test('TSK-05 archives with 200, again and again, and what is archived is not changed', async () => {
  const id = await team.addTask({ title: 'To archive' })
  team.clock.at += minute
  const first = await team.owner.api.delete(`/v1/tasks/${id}`)
  expect([first.status, first.body.data.archived]).toEqual([200, true])
  team.clock.at += minute
  const second = await team.owner.api.delete(`/v1/tasks/${id}`)
  expect([second.status, second.body]).toEqual([200, first.body])
  expect(await read(id)).toEqual(first.body)
})

test('TSK-06 LCH-01 an id in a body may be written in capitals, as in a path', async () => {
  const { api, launcher } = team.owner
  const parent = await team.addTask({ title: 'Parent' })
  const capitals = { parent_task_id: parent.toUpperCase(), linked_record_ids: [company.toUpperCase()] }
  const created = await create({ title: 'Child', ...capitals })
  expect([created.status, created.body.data.parent_task_id]).toEqual([201, parent])
  const own = { parent_task_id: created.body.data.id.toUpperCase() }
  expect(refusal(await patch(parent, own))).toEqual([400, 'invalid_target'])
  const linked = (await api.get(`/v1/tasks?linked_record_id=${company}&parent_task_id=${parent}`)).body.data
  expect(linked).toHaveLength(1)
  const linkedRecordIds = [company, company.toUpperCase()]
  const captured = await launcher.post('/v1/launcher/tasks', { title: 'L', linkedRecordIds })
  expect([captured.status, captured.body.data.linkedRecordCount]).toEqual([201, 1])
})
