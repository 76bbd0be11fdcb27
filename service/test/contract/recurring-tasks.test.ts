// Tasks that repeat, on both surfaces: their rules, the next instance, and undo.
import { describe, expect, test } from 'vitest'
import { launcherTask, launcherTaskDetail } from '../../../shared/api/launcher/tasks.ts'
import { setPersonZone } from '../../access/people.store.ts'
import { endMembership } from '../../access/members.store.ts'
import { insertSection } from '../../tasks/task-settings.store.ts'
import { idsOf } from './client.ts'
import { morning, refusal, stageTeam } from './team.ts'

const team = stageTeam()
const path = '/v1/launcher/tasks'
const daily = { rule: 'FREQ=DAILY', after: 'due' } as const
const due = '2026-01-05T10:00:00.000Z'
const tomorrow = '2026-01-06T10:00:00.000Z'

const create = (body: object, by = team.owner) => by.launcher.post(path, { title: 'Water', ...body })
const made = async (body: object, by = team.owner): Promise<string> => (await create(body, by)).body.data.id
const patch = (id: string, body: object, by = team.owner) => by.launcher.patch(`${path}/${id}`, body)
const detail = async (id: string) => (await team.owner.launcher.get(`${path}/${id}`)).body.data
/** As the developer surface shows it, archived or not. */
const shown = async (id: string) => (await team.owner.api.get(`/v1/tasks/${id}`)).body.data
/** @returns the next instance's id */
const complete = async (id: string, by = team.owner): Promise<string> => {
  const { status, body } = await patch(id, { status: 'done' }, by)
  expect(status).toBe(200)
  return body.data.nextTaskId
}
const reopen = (id: string) => patch(id, { status: 'todo' })
const titled = async (title: string) => {
  const { data } = (await team.owner.api.get('/v1/tasks?include_archived=true&limit=100')).body
  return data.filter((task: { title: string }) => task.title === title)
}

describe('rules', () => {
  test('LCH-01 LCH-02 TSK-03 TSK-06 a rule is kept in one spelling, changed and ended on both surfaces', async () => {
    const created = await create({ recurrence: { rule: 'rrule:byday=fr,mo;freq=weekly', after: 'due' } })
    const kept = { rule: 'FREQ=WEEKLY;BYDAY=MO,FR', after: 'due' }
    expect(launcherTask.parse(created.body.data)).toMatchObject({ recurrence: kept })
    const { id } = created.body.data
    expect((await shown(id)).recurrence).toEqual(kept)
    expect((await patch(id, { title: 'Water again' })).body.data.recurrence).toEqual(kept)
    const later = { rule: 'FREQ=DAILY;INTERVAL=3', after: 'completion' }
    expect((await patch(id, { recurrence: later })).body.data.recurrence).toEqual(later)
    const ended = await team.owner.api.patch(`/v1/tasks/${id}`, { recurrence: null })
    expect(ended.body.data.recurrence).toBe(null)
    const own = await team.owner.api.post('/v1/tasks', { title: 'By a key', recurrence: daily })
    expect(own.body.data.recurrence).toEqual(daily)
    expect((await detail(own.body.data.id)).recurrence).toEqual(daily)
  })

  test.each([
    ['every monday', 'invalid_value', /RRULE of RFC 5545 alone, without DTSTART, such as FREQ=/],
    ['DTSTART:20260101T000000Z\nRRULE:FREQ=DAILY', 'invalid_value', /without DTSTART/],
    ['FREQ=HOURLY', 'invalid_value', /at most daily/],
    ['FREQ=DAILY;BYHOUR=9,18', 'invalid_value', /leave out BYHOUR/],
    ['FREQ=DAILY;COUNT=2;UNTIL=20270101', 'invalid_value', /COUNT or with UNTIL/],
    ['FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=30', 'invalid_value', /no day matches/],
    ['', 'validation_error', /./],
    ['F'.repeat(501), 'validation_error', /./],
  ])('LCH-01 LCH-02 TSK-03 TSK-06 the rule %j is refused: %s', async (rule, code, words) => {
    const recurrence = { rule, after: 'due' }
    const task = await team.addTask({ title: 'Plain' })
    const answers = [
      await create({ recurrence }),
      await patch(task, { recurrence }),
      await team.owner.api.post('/v1/tasks', { title: 'Plain', recurrence }),
      await team.owner.api.patch(`/v1/tasks/${task}`, { recurrence }),
    ]
    for (const answer of answers) {
      expect(refusal(answer)).toEqual([400, code])
      expect(JSON.stringify(answer.body)).toMatch(words)
    }
    expect(answers[0]?.body.error.details[0].path).toEqual(['recurrence', 'rule'])
  })

  test('LCH-01 a rule without a day after the due date is refused, and another way to count is not known', async () => {
    const mondays = { rule: 'FREQ=DAILY;INTERVAL=7;BYDAY=MO', after: 'due' }
    expect(refusal(await create({ dueDate: '2026-01-07T10:00:00Z', recurrence: mondays }))).toEqual([
      400,
      'invalid_value',
    ])
    expect((await create({ dueDate: due, recurrence: mondays })).status).toBe(201)
    const never = { ...daily, after: 'never' }
    expect(refusal(await create({ recurrence: never }))).toEqual([400, 'validation_error'])
  })

  test('LCH-11 the service says that its tasks can repeat', async () => {
    const { data } = (await team.owner.launcher.get('/v1/launcher/task-options')).body
    expect(data.capabilities).toContain('recurrence')
  })
})

describe('completion', () => {
  test('LCH-02 TSK-03 makes the next instance with everything that the task has', async () => {
    const { id: workspaceId } = team.workspace
    const section = { id: 'sec_garden', name: 'Garden', recordId: null, position: 0 }
    await team.service.store.write((tx) => insertSection(tx, workspaceId, section))
    const company = await team.addRecord('companies', { name: 'Alder Works' })
    const meeting = await team.addMeeting({ title: 'Kick-off' })
    const parent = await made({ title: 'Garden' })
    const fields = {
      title: 'Water the beds',
      description: 'With rain',
      priority: 'high',
      startDate: '2026-01-04T08:00:00.000Z',
      dueDate: due,
      parentTaskId: parent,
      assignees: [team.bob.personId, team.ada.personId],
      estimatedTime: 20,
      linkedRecordIds: [company],
      linkedMeetingIds: [meeting],
      sectionId: section.id,
      recurrence: { rule: 'FREQ=DAILY;COUNT=2', after: 'due' },
    }
    const id = await made({ ...fields, status: 'in-review' })
    const before = await detail(id)
    const answer = await patch(id, { status: 'done' }, team.bob)
    expect(launcherTask.parse(answer.body.data)).toEqual(answer.body.data)
    expect(answer.body.data).toMatchObject({ id, status: 'done', dueDate: due })
    const { nextTaskId } = answer.body.data
    const next = await detail(nextTaskId)
    expect(launcherTaskDetail.parse(next)).toEqual(next)
    expect(next).toEqual({
      ...before,
      id: nextTaskId,
      status: 'todo',
      startDate: '2026-01-05T08:00:00.000Z',
      dueDate: tomorrow,
      createdBy: team.owner.personId,
      recurrence: { rule: 'FREQ=DAILY;COUNT=1', after: 'due' },
      webUrl: before.webUrl.replace(id, nextTaskId),
    })
    // The last one.
    expect((await patch(nextTaskId, { status: 'done' })).body.data).not.toHaveProperty('nextTaskId')
    expect(await titled('Water the beds')).toHaveLength(2)
  })

  test('TSK-03 GEN-11 answers with it once, and tells of it as of every task', async () => {
    const { api } = team.owner
    const { id } = (await api.post('/v1/tasks', { title: 'By key', due_date: morning, recurrence: daily }))
      .body.data
    const after = (await api.get('/v1/changes?after=now')).body.next_cursor
    const done = await api.patch(`/v1/tasks/${id}`, { status: 'done' })
    const next = done.body.data.next_task_id
    expect((await shown(next)).dueDate).toBe('2026-01-06T09:00:00.000Z')
    expect(await shown(id)).not.toHaveProperty('next_task_id')
    await api.patch(`/v1/tasks/${id}`, { status: 'todo' })
    const changes = (await api.get(`/v1/changes?after=${after}`)).body.data
    expect(changes.map((one: { id: string; action: string }) => [one.id, one.action])).toEqual([
      [id, 'updated'],
      [next, 'created'],
      [id, 'updated'],
      [next, 'archived'],
    ])
  })

  test('NOT-01 nobody is notified of the next instance: those who have the task hear that it is done', async () => {
    const id = await made({ title: 'Quiet', dueDate: due, recurrence: daily, assignees: [team.bob.personId] })
    const next = await complete(id, team.admin)
    await reopen(id)
    type Told = { kind: string; change: string | null; actor: { id: string } }
    const told: Told[] = (await team.bob.launcher.get('/v1/launcher/notifications')).body.data
    expect(JSON.stringify(told)).not.toContain(next)
    const byAdmin = told.filter(({ actor }) => actor.id === team.admin.personId)
    expect(byAdmin.map(({ kind, change }) => [kind, change])).toEqual([['task_changed', 'done']])
  })

  test('LCH-02 the time stays on the clock of the first assignee, else of the creator, else of UTC', async () => {
    const zoned = (id: string, zone: string | null) =>
      team.service.store.write((tx) => setPersonZone(tx, id, zone))
    const assignees = [team.bob.personId, team.ada.personId]
    // Clocks go forward in Berlin on 29 March, and in New York three weeks before.
    const next = async () => {
      const id = await made({ dueDate: '2026-03-28T08:00:00Z', recurrence: daily, assignees })
      return (await detail(await complete(id))).dueDate
    }
    expect(await next()).toBe('2026-03-29T08:00:00.000Z')
    await zoned(team.owner.personId, 'Europe/Berlin')
    expect(await next()).toBe('2026-03-29T07:00:00.000Z')
    await zoned(team.bob.personId, 'America/New_York')
    expect(await next()).toBe('2026-03-29T08:00:00.000Z')
    for (const { personId } of [team.owner, team.bob]) await zoned(personId, null)
  })

  test('LCH-02 while nobody has chosen a zone, the next one is on the clock of the launcher that completes it', async () => {
    // Monday, 17:00 in Los Angeles, is Tuesday in UTC.
    const weekly = { rule: 'FREQ=WEEKLY;BYDAY=MO', after: 'due' }
    const id = await made({ dueDate: '2026-01-06T01:00:00Z', recurrence: weekly })
    const Prefer = 'timezone="America/Los_Angeles"'
    const done = await team.owner.launcher.with({ Prefer }).patch(`${path}/${id}`, { status: 'done' })
    expect((await detail(done.body.data.nextTaskId)).dueDate).toBe('2026-01-13T01:00:00.000Z')
  })

  test('LCH-02 without a due date the next one is counted from the day of completion', async () => {
    const id = await made({ recurrence: { rule: 'FREQ=DAILY;INTERVAL=3', after: 'due' } })
    expect((await detail(await complete(id))).dueDate).toBe('2026-01-08T23:59:59.999Z')
  })

  test('LCH-02 what the task names and is there no more is left out', async () => {
    const { workspace, service } = team
    const left = await service.addMember(workspace, { email: 'left@acme.test' })
    const company = await team.addRecord('companies', { name: 'Closed' })
    const parent = await made({ title: 'Gone' })
    const assignees = [left.personId, team.bob.personId]
    const links = { assignees, linkedRecordIds: [company], parentTaskId: parent }
    const id = await made({ dueDate: due, recurrence: daily, ...links })
    await service.store.write((tx) => endMembership(tx, workspace.id, left.personId, 1))
    await team.owner.api.delete(`/v1/records/${company}`)
    await team.owner.launcher.delete(`${path}/${parent}`)
    const next = await detail(await complete(id))
    expect(next).toMatchObject({ assignees: [team.bob.personId], linkedRecords: [], parentTaskId: null })
  })

  test('LCH-02 the change that completes a task can change what comes, and end it', async () => {
    const moved = await made({ dueDate: due, recurrence: daily })
    const change = { status: 'done', dueDate: tomorrow, title: 'Moved' }
    const { nextTaskId } = (await patch(moved, change)).body.data
    expect(await detail(nextTaskId)).toMatchObject({ title: 'Moved', dueDate: '2026-01-07T10:00:00.000Z' })
    const ended = await made({ dueDate: due, recurrence: daily })
    const answer = await patch(ended, { status: 'done', recurrence: null })
    expect(answer.body.data).not.toHaveProperty('nextTaskId')
  })

  test('LCH-01 LCH-02 a task that is made completed, or archived, makes none', async () => {
    const id = await made({ title: 'Born done', status: 'done', dueDate: due, recurrence: daily })
    expect(await titled('Born done')).toHaveLength(1)
    await patch(id, { status: 'in-progress' })
    await team.owner.launcher.delete(`${path}/${id}`)
    expect(refusal(await patch(id, { status: 'done' }))).toEqual([404, 'task_archived'])
    expect(await titled('Born done')).toHaveLength(1)
  })

  test('LCH-02 TSK-03 happens once when several press at the same time, on either surface', async () => {
    for (const round of [1, 2, 3, 4, 5]) {
      const title = `Pressed ${round}`
      const id = await made({ title, dueDate: due, recurrence: daily, assignees: [team.bob.personId] })
      const answers = await Promise.all([
        patch(id, { status: 'done' }),
        patch(id, { status: 'done' }, team.bob),
        team.owner.api.patch(`/v1/tasks/${id}`, { status: 'done' }),
        patch(id, { status: 'done' }, team.admin),
      ])
      expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200])
      expect(JSON.stringify(answers.map(({ body }) => body)).match(/next_?task_?id/gi)).toHaveLength(1)
      expect(await titled(title)).toHaveLength(2)
    }
  })
})

describe('reopening', () => {
  test('LCH-02 archives an untouched next instance, and completing again makes another', async () => {
    const id = await made({ dueDate: due, recurrence: daily })
    const first = await complete(id)
    const again = await patch(id, { status: 'done' })
    expect(again.body.data).not.toHaveProperty('nextTaskId')
    await reopen(id)
    expect((await shown(first)).archived).toBe(true)
    const second = await complete(id)
    expect(second).not.toBe(first)
    expect(await detail(second)).toMatchObject({ dueDate: tomorrow, recurrence: daily })
  })

  const touches: [string, (next: string) => Promise<unknown>][] = [
    ['changed', (next) => patch(next, { priority: 'high' })],
    ['completed', (next) => complete(next)],
    ['commented', (next) => team.bob.launcher.post(`${path}/${next}/comments`, { content: 'Rain' })],
    ['archived', (next) => team.owner.launcher.delete(`${path}/${next}`)],
    ['given a subtask', (next) => made({ title: 'Fill the can', parentTaskId: next })],
  ]
  test.each(touches)(
    'LCH-02 leaves a next instance that was %s, and completing again makes none',
    async (_how, touch) => {
      const id = await made({ dueDate: due, recurrence: daily, assignees: [team.bob.personId] })
      const next = await complete(id)
      await touch(next)
      const before = await shown(next)
      await reopen(id)
      expect(await shown(next)).toEqual(before)
      expect(await complete(id)).toBe(undefined)
    },
  )

  test('LCH-02 never loses what somebody does to the next instance at the same time', async () => {
    for (const round of [1, 2, 3, 4, 5, 6]) {
      const id = await made({ title: `Race ${round}`, dueDate: due, recurrence: daily })
      const next = await complete(id)
      const touch = () => patch(next, { priority: 'urgent' })
      // Writers that wait for another one's commit share the next transaction.
      const others = ['One', 'Two'].map((title) => create({ title }))
      const both = round % 2 === 0 ? [reopen(id), touch()] : [touch(), reopen(id)]
      const touched = (await Promise.all(both))[round % 2 === 0 ? 1 : 0]
      await Promise.all(others)
      const { archived, priority } = await shown(next)
      expect([touched?.status, archived, priority]).toEqual(
        touched?.status === 200 ? [200, false, 'urgent'] : [404, true, 'no_priority'],
      )
      const again = await complete(id)
      expect(again === undefined).toBe(touched?.status === 200)
    }
  })

  test('LCH-11 archived next instances are in no list', async () => {
    const parent = await made({ title: 'List' })
    const id = await made({ dueDate: due, recurrence: daily, parentTaskId: parent })
    await complete(id)
    await reopen(id)
    expect(idsOf((await team.owner.launcher.get(`${path}?parentTaskId=${parent}`)).body.data)).toEqual([id])
  })
})
