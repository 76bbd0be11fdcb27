import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { morning, refusal, startTeam, type Team } from './team.ts'

let team: Team
beforeAll(async () => {
  team = await startTeam()
})
afterAll(() => team.service.close())

const minute = 60_000

describe('change', () => {
  const patch = (id: string, body: unknown) => team.owner.api.patch(`/v1/tasks/${id}`, body)

  test('TSK-03 takes every field, keeps what is not sent and clears with null', async () => {
    const id = await team.addTask({ title: 'Before', description: 'kept' })
    const parent = await team.addTask({ title: 'Parent' })
    team.clock.at += minute
    const changed = await patch(id, {
      title: 'After',
      status: 'in-progress',
      priority: 'high',
      start_date: morning,
      due_date: morning + minute,
      parent_task_id: parent,
      assignees: [team.bob.personId, team.ada.personId, team.bob.personId],
      estimated_time: 45,
    })
    expect(changed.status).toBe(200)
    expect(changed.body.data).toMatchObject({
      title: 'After',
      description: 'kept',
      status: 'in-progress',
      priority: 'high',
      start_date: '2026-01-05T09:00:00.000Z',
      dueDate: '2026-01-05T09:01:00.000Z',
      parent_task_id: parent,
      assignees: [team.bob.personId, team.ada.personId],
      estimatedTime: 45,
      createdAt: '2026-01-05T09:00:00.000Z',
      updatedAt: new Date(team.clock.at).toISOString(),
    })
    const cleared = await patch(id, {
      start_date: null,
      due_date: null,
      parent_task_id: null,
      assignees: [],
      estimated_time: null,
    })
    expect(cleared.body.data).toMatchObject({
      title: 'After',
      start_date: null,
      dueDate: null,
      parent_task_id: null,
      assignees: [],
      estimatedTime: null,
    })
    expect((await team.owner.api.get(`/v1/tasks/${id}`)).body).toEqual(cleared.body)
  })

  test('TSK-03 a body without a field changes nothing, not even the time', async () => {
    const id = await team.addTask({ title: 'As it was' })
    const before = (await team.owner.api.get(`/v1/tasks/${id}`)).body
    team.clock.at += minute
    expect((await patch(id, {})).body).toEqual(before)
  })

  test('TSK-04 linked_record_ids has no effect', async () => {
    const record = await team.addRecord('companies', { name: 'Linked' })
    const id = await team.addTask({ title: 'Links nothing' })
    expect((await patch(id, { linked_record_ids: [record], priority: 'low' })).status).toBe(200)
    expect((await team.owner.launcher.get(`/v1/launcher/tasks/${id}`)).body.data.linkedRecordCount).toBe(0)
  })

  test.each([
    ['title', 'empty', '', 'validation_error'],
    ['title', 'blank', ' ', 'validation_error'],
    ['title', 'of nothing visible', '\u200b\u0007', 'validation_error'],
    ['title', 'of 501 characters', 'x'.repeat(501), 'validation_error'],
    ['title', 'null', null, 'validation_error'],
    ['description', 'of 100,001 characters', 'x'.repeat(100_001), 'validation_error'],
    ['description', 'null', null, 'validation_error'],
    ['status', 'unknown', 'nowhere', 'invalid_value'],
    ['priority', 'unknown', 'highest', 'validation_error'],
    ['start_date', 'as text', '2026-01-05', 'validation_error'],
    ['due_date', 'of half milliseconds', 1.5, 'validation_error'],
    ['due_date', 'beyond dates', 1e20, 'validation_error'],
    ['parent_task_id', 'of no task', 'nobody', 'invalid_target'],
    ['parent_task_id', 'as a number', 7, 'validation_error'],
    ['assignees', 'of nobody', ['nobody'], 'invalid_target'],
    ['assignees', 'of 51', Array.from({ length: 51 }, (_, index) => `usr_${index}`), 'validation_error'],
    ['assignees', 'null', null, 'validation_error'],
    ['estimated_time', 'of zero', 0, 'validation_error'],
    ['estimated_time', 'below zero', -5, 'validation_error'],
    ['estimated_time', 'of half minutes', 1.5, 'validation_error'],
  ])('TSK-03 %s %s is refused and changes nothing', async (field, _what, value, code) => {
    const id = await team.addTask({ title: 'Unchanged' })
    const before = (await team.owner.api.get(`/v1/tasks/${id}`)).body
    const answer = await patch(id, { priority: 'urgent', [field]: value })
    expect(refusal(answer)).toEqual([400, code])
    expect(answer.body.error.details[0].path[0]).toBe(field)
    expect((await team.owner.api.get(`/v1/tasks/${id}`)).body).toEqual(before)
  })

  test('TSK-03 the start is not later than the due date, also against the stored other one', async () => {
    const id = await team.addTask({ title: 'Dated', startDate: morning, dueDate: morning + minute })
    for (const body of [
      { start_date: morning + 2 * minute },
      { due_date: morning - minute },
      { start_date: 2, due_date: 1 },
    ])
      expect(refusal(await patch(id, body))).toEqual([400, 'invalid_value'])
    for (const body of [
      { start_date: morning + minute },
      { start_date: morning + 9 * minute, due_date: morning + 9 * minute },
      { due_date: null },
      { start_date: morning + 20 * minute },
    ])
      expect((await patch(id, body)).status).toBe(200)
  })

  test('TSK-03 people and parents of another workspace, and parents one does not see, are 400', async () => {
    const id = await team.addTask({ title: 'Mine', assignees: [team.owner.personId] })
    const foreignTask = await team.addTask({ title: 'Theirs' }, team.otherWorkspace)
    const archived = await team.addTask({ title: 'Archived' })
    await team.owner.api.delete(`/v1/tasks/${archived}`)
    for (const body of [
      { assignees: [team.ada.personId, team.stranger.personId] },
      { parent_task_id: foreignTask },
      { parent_task_id: archived },
    ])
      expect(refusal(await patch(id, body))).toEqual([400, 'invalid_target'])
  })

  test('TSK-03 people who have left stay on a task that holds them, and come to no other', async () => {
    const dan = await team.service.addMember(team.workspace, { role: 'member' })
    const held = await team.addTask({ title: 'Held', assignees: [dan.personId] })
    const other = await team.addTask({ title: 'Other' })
    await team.service.store.write((tx) => tx.members.remove(team.workspace.id, dan.personId, morning))
    const assignees = [dan.personId, team.ada.personId]
    expect((await patch(held, { assignees })).body.data.assignees).toEqual(assignees)
    expect(refusal(await patch(other, { assignees }))).toEqual([400, 'invalid_target'])
  })

  test('TSK-07 a chain of parents never meets itself', async () => {
    const top = await team.addTask({ title: 'Top' })
    const middle = await team.addTask({ title: 'Middle', parentId: top })
    const bottom = await team.addTask({ title: 'Bottom', parentId: middle })
    for (const [id, parent] of [
      [top, top],
      [top, middle],
      [top, bottom],
      [middle, bottom],
    ] as const)
      expect(refusal(await patch(id, { parent_task_id: parent }))).toEqual([400, 'invalid_target'])
    expect((await patch(bottom, { parent_task_id: top })).status).toBe(200)
    expect((await patch(middle, { parent_task_id: bottom })).status).toBe(200)
    expect(refusal(await patch(bottom, { parent_task_id: middle }))).toEqual([400, 'invalid_target'])
  })
})

describe('archive', () => {
  test('TSK-05 archives with 200, again and again, and what is archived is not changed', async () => {
    const id = await team.addTask({ title: 'To archive' })
    team.clock.at += minute
    const first = await team.owner.api.delete(`/v1/tasks/${id}`)
    expect([first.status, first.body.data.archived]).toEqual([200, true])
    team.clock.at += minute
    const second = await team.owner.api.delete(`/v1/tasks/${id}`)
    expect([second.status, second.body]).toEqual([200, first.body])
    expect((await team.owner.api.get(`/v1/tasks/${id}`)).body).toEqual(first.body)
    expect(refusal(await team.owner.api.patch(`/v1/tasks/${id}`, { title: 'Back' }))).toEqual([
      404,
      'task_archived',
    ])
    expect(refusal(await team.owner.launcher.patch(`/v1/launcher/tasks/${id}`, { title: 'Back' }))).toEqual([
      404,
      'task_archived',
    ])
  })
})
