import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { morning, refusal, startTeam, type Team } from './team.ts'

let team: Team
let company: string
beforeAll(async () => {
  team = await startTeam()
  company = await team.addRecord('companies', { name: 'Alder Works' })
})
afterAll(() => team.service.close())

const minute = 60_000
const create = (body: unknown) => team.owner.api.post('/v1/tasks', body)
const listed = async (query: string) => {
  const { body } = await team.owner.api.get(`/v1/tasks?limit=100&${query}`)
  return body.data.map((task: { title: string }) => task.title)
}

describe('create', () => {
  test('TSK-06 a title is enough; the rest takes the workspace’s defaults', async () => {
    const answer = await create({ title: 'Call Nora' })
    expect(answer.status).toBe(201)
    expect(answer.body.data).toEqual({
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
      estimatedTime: null,
      archived: false,
      createdBy: team.owner.personId,
      createdAt: new Date(team.clock.at).toISOString(),
      updatedAt: new Date(team.clock.at).toISOString(),
    })
    const { body } = await team.owner.api.get(`/v1/tasks/${answer.body.data.id}`)
    expect(body).toEqual(answer.body)
  })

  test('TSK-06 takes every field of a patch, and links records', async () => {
    const parent = (await create({ title: 'Parent' })).body.data.id
    const { status, body } = await create({
      title: 'Everything',
      description: 'All of it',
      status: 'in-review',
      priority: 'urgent',
      start_date: morning,
      due_date: morning + minute,
      parent_task_id: parent,
      assignees: [team.bob.personId, team.ada.personId],
      estimated_time: 90,
      linked_record_ids: [company, company],
    })
    expect([status, body.data.parent_task_id, body.data.estimatedTime]).toEqual([201, parent, 90])
    const { data } = (await team.owner.launcher.get(`/v1/launcher/tasks/${body.data.id}`)).body
    expect(data.linkedRecords).toEqual([{ id: company, title: 'Alder Works', objectSlug: 'companies' }])
  })

  test.each([
    ['title', 'absent', undefined, 'validation_error'],
    ['title', 'of blanks', '   ', 'validation_error'],
    ['title', 'of nothing visible', '\u200b\u0007', 'validation_error'],
    ['status', 'unknown', 'nowhere', 'invalid_value'],
    ['due_date', 'before the start', 0, 'invalid_value'],
    ['parent_task_id', 'of no task', 'nobody', 'invalid_target'],
    ['assignees', 'of nobody', ['nobody'], 'invalid_target'],
    ['linked_record_ids', 'of nothing', ['nothing'], 'invalid_target'],
    ['linked_record_ids', 'of 11', Array.from({ length: 11 }, String), 'validation_error'],
    ['linked_record_ids', 'null', null, 'validation_error'],
  ])('TSK-06 %s %s is refused by name and creates nothing', async (field, _what, value, code) => {
    const before = await listed('')
    const answer = await create({ title: 'Refused', start_date: morning, [field]: value })
    expect(refusal(answer)).toEqual([400, code])
    expect(answer.body.error.details[0].path[0]).toBe(field)
    expect(await listed('')).toEqual(before)
  })

  test('TSK-06 AUT-05 a key that only reads is refused', async () => {
    expect(refusal(await team.ada.api.post('/v1/tasks', { title: 'No' }))).toEqual([
      403,
      'insufficient_scope',
    ])
  })
})

describe('filters', () => {
  test('TSK-02 keep what they say, alone and together', async () => {
    const { statuses } = (await team.owner.launcher.get('/v1/launcher/task-options')).body.data
    const complete = statuses.find((each: { isComplete: boolean }) => each.isComplete).slug
    const parent = (await create({ title: 'P' })).body.data.id
    const base = { parent_task_id: parent }
    await create({ ...base, title: 'a', priority: 'urgent', due_date: morning, linked_record_ids: [company] })
    await create({ ...base, title: 'b', priority: 'urgent', due_date: morning + 1, status: complete })
    await create({ ...base, title: 'c', priority: 'low', assignees: [team.owner.personId] })
    await create({ ...base, title: 'd', due_date: morning + 2, linked_record_ids: [company] })
    const children = async (query: string) => (await listed(`parent_task_id=${parent}&${query}`)).toSorted()
    expect(await children('')).toEqual(['a', 'b', 'c', 'd'])
    expect(await children('priority=urgent')).toEqual(['a', 'b'])
    expect(await children('is_complete=true')).toEqual(['b'])
    expect(await children('is_complete=false')).toEqual(['a', 'c', 'd'])
    expect(await children(`is_complete=true&status=todo`)).toEqual([])
    expect(await children('assignee=me')).toEqual(['c'])
    expect(await children(`linked_record_id=${company}`)).toEqual(['a', 'd'])
    expect(await children(`due_after=${morning}`)).toEqual(['b', 'd'])
    expect(await children(`due_after=${morning - 1}&due_before=${morning + 1}`)).toEqual(['a'])
    expect(await children(`priority=urgent&is_complete=false&due_before=${morning + 9}`)).toEqual(['a'])
    // The same, led by each of the other indexes.
    expect(await listed(`linked_record_id=${company}&priority=urgent`)).toEqual(['a', 'Everything'])
    expect(await listed('priority=low')).toEqual(['c'])
    expect(await listed('is_complete=true')).toEqual(['b'])
    expect(await listed('is_complete=false&priority=low')).toEqual(['c'])
    expect((await listed(`due_after=${morning}`)).toSorted()).toEqual(['Everything', 'b', 'd'])
  })

  test('TSK-02 AUT-09 no filter widens what a member sees', async () => {
    const parent = (await create({ title: 'Q', assignees: [team.bob.personId] })).body.data.id
    const body = { priority: 'medium', parent_task_id: parent, linked_record_ids: [company] }
    await create({ ...body, title: 'theirs', due_date: morning + 5 * minute })
    await create({ ...body, title: 'his', due_date: morning + 5 * minute, assignees: [team.bob.personId] })
    for (const query of [
      `parent_task_id=${parent}`,
      `linked_record_id=${company}&priority=medium`,
      'priority=medium',
      'is_complete=false&priority=medium',
      `due_after=${morning + 4 * minute}`,
      `updated_after=${morning - 1}&priority=medium`,
      `assignee=me&priority=medium`,
    ]) {
      const { data } = (await team.bob.api.get(`/v1/tasks?${query}`)).body
      expect([query, data.map((task: { title: string }) => task.title)]).toEqual([query, ['his']])
    }
  })

  test.each(['priority=highest', 'is_complete=yes', 'due_before=soon', 'due_after=1.5', 'updated_after='])(
    'TSK-02 %s is 400',
    async (query) => {
      expect(refusal(await team.owner.api.get(`/v1/tasks?${query}`))).toEqual([400, 'validation_error'])
    },
  )
})
