import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { taskOptions } from '../../../shared/api/launcher-tasks.ts'
import { taskLimits } from '../../../shared/api/limits.ts'
import { stageLauncherTasks } from './launcher-task-stage.ts'
import { morning, refusal } from './team.ts'

const on = stageLauncherTasks()
const minute = 60_000

describe('change', () => {
  test('LCH-02 keeps what is not sent, replaces lists, clears with null and []', async () => {
    const { id } = (
      await on.create({
        title: 'Before',
        description: 'kept',
        dueDate: '2026-02-01T10:00:00Z',
        estimatedTime: 30,
        assignees: [on.team.ada.personId],
        linkedRecordIds: [on.company],
        linkedMeetingIds: [on.meeting],
        sectionId: on.section,
      })
    ).body.data
    on.team.clock.at += minute
    const titled = await on.patch(id, { title: ' After ' })
    expect(titled.body.data).toMatchObject({
      title: 'After',
      description: 'kept',
      dueDate: '2026-02-01T10:00:00.000Z',
      estimatedTime: 30,
      assignees: [on.team.ada.personId],
      linkedMeetingIds: [on.meeting],
      linkedRecordCount: 1,
      updatedAt: new Date(on.team.clock.at).toISOString(),
    })
    const replaced = await on.patch(id, { assignees: [on.team.bob.personId], linkedRecordIds: [on.person] })
    expect(replaced.body.data).toMatchObject({ assignees: [on.team.bob.personId], linkedRecordCount: 1 })
    expect(await on.linked(id)).toEqual([on.person])
    const cleared = await on.patch(id, {
      dueDate: null,
      estimatedTime: null,
      sectionId: null,
      assignees: [],
      linkedRecordIds: [],
      linkedMeetingIds: [],
    })
    expect(cleared.body.data).toMatchObject({
      dueDate: null,
      estimatedTime: null,
      assignees: [],
      linkedMeetingIds: [],
      linkedRecordCount: 0,
    })
    expect((await on.detail(id)).sectionId).toBe(null)
  })

  test('LCH-01 LCH-02 the section’s record is one of the ten that a task links', async () => {
    const names = Array.from({ length: taskLimits.linkedRecords }, (_, index) => `Company ${index}`)
    const ten = await Promise.all(names.map((name) => on.team.addRecord('companies', { name })))
    const tooMany = { linkedRecordIds: ten, sectionId: on.section }
    const created = await on.create({ title: 'Eleven', ...tooMany })
    expect(refusal(created)).toEqual([400, 'invalid_value'])
    expect(created.body.error.details).toMatchObject([{ path: ['linkedRecordIds'] }])
    expect(created.body.error.message).toContain('the section’s record is one of them')
    const { id } = (await on.create({ title: 'Ten', linkedRecordIds: ten })).body.data
    expect(refusal(await on.patch(id, tooMany))).toEqual([400, 'invalid_value'])
    const named = [on.company, ...ten.slice(1)]
    expect((await on.patch(id, { linkedRecordIds: named, sectionId: on.section })).status).toBe(200)
    expect((await on.linked(id)).toSorted()).toEqual(named.toSorted())
    // Written before this was refused.
    const links = [...ten, on.company]
    const { id: workspaceId } = on.team.workspace
    await on.team.service.store.write(async (tx) => {
      const task = await tx.tasks.get(workspaceId, id)
      if (task) await tx.tasks.change(workspaceId, task, { linkedRecordIds: links }, on.team.clock.at)
    })
    expect((await on.patch(id, { title: 'Still Eleven', ...tooMany })).status).toBe(200)
  })

  test('LCH-02 a section sent together with records includes the section’s record', async () => {
    const { id } = (await on.create({ title: 'Sections' })).body.data
    await on.patch(id, { sectionId: on.section, linkedRecordIds: [] })
    expect(await on.linked(id)).toEqual([on.company])
    await on.patch(id, { sectionId: on.section, linkedRecordIds: [on.company, on.person] })
    expect(await on.linked(id)).toEqual([on.company, on.person])
    await on.patch(id, { sectionId: on.bareSection })
    expect(await on.linked(id)).toEqual([on.company, on.person])
    await on.patch(id, { sectionId: null, linkedRecordIds: [on.person] })
    expect(await on.linked(id)).toEqual([on.person])
  })

  test('LCH-02 a link stays when its record is archived, and the form that sends it back is saved', async () => {
    const closing = await on.team.addRecord('companies', { name: 'Closing' })
    const { id } = (await on.create({ title: 'Linked', linkedRecordIds: [closing] })).body.data
    await on.team.owner.api.delete(`/v1/records/${closing}`)
    const saved = await on.patch(id, { title: 'Still linked', linkedRecordIds: [closing, on.company] })
    expect([saved.status, saved.body.data.linkedRecordCount]).toEqual([200, 2])
  })

  test.each([
    [{}, 'validation_error'],
    [{ nothing: 'known' }, 'unknown_field'],
    [{ start_date: 1, due_date: 2 }, 'unknown_field'],
    [{ title: '' }, 'validation_error'],
    [{ title: null }, 'validation_error'],
    [{ assignees: null }, 'validation_error'],
    [{ status: 'nowhere' }, 'invalid_value'],
    [{ sectionId: 'sec_nowhere' }, 'invalid_target'],
    [{ linkedRecordIds: ['nothing'] }, 'invalid_target'],
  ])('LCH-02 %j is refused and changes nothing', async (body, code) => {
    const { id } = (await on.create({ title: 'Unchanged' })).body.data
    const before = await on.detail(id)
    expect(refusal(await on.patch(id, { ...body }))).toEqual([400, code])
    expect(await on.detail(id)).toEqual(before)
  })

  test('LCH-02 the due date is not earlier than a start date that the developer surface set', async () => {
    const id = await on.team.addTask({ title: 'Started', startDate: morning })
    expect(refusal(await on.patch(id, { dueDate: '2026-01-05T08:59:59Z' }))).toEqual([400, 'invalid_value'])
    expect((await on.patch(id, { dueDate: '2026-01-05T09:00:00Z' })).status).toBe(200)
  })

  test('LCH-02 GEN-08 AUT-09 archived, invisible, foreign and absent tasks are 404', async () => {
    const invisible = await on.team.addTask({ title: 'Bob’s', assignees: [on.team.bob.personId] })
    const foreign = await on.team.addTask({ title: 'Theirs' }, on.team.otherWorkspace)
    const answers = []
    for (const id of [invisible, foreign, randomUUID()]) {
      const change = await on.team.ada.launcher.patch(`/v1/launcher/tasks/${id}`, { title: 'Mine' })
      const read = await on.team.ada.launcher.get(`/v1/launcher/tasks/${id}`)
      answers.push(refusal(change), refusal(read))
    }
    expect(new Set(answers.map(String))).toEqual(new Set(['404,not_found']))
    expect((await on.team.bob.launcher.get(`/v1/launcher/tasks/${invisible}`)).body.data.title).toBe('Bob’s')
  })
})

describe('archive', () => {
  test('LCH-11 GEN-12 DELETE takes a task back at the version that is named, and twice is once', async () => {
    const made = await on.create({ title: 'A slip' })
    const { id } = made.body.data
    const path = `/v1/launcher/tasks/${id}`
    const { launcher } = on.team.owner
    await on.patch(id, { title: 'Somebody went on with it' })
    const stale = await launcher.with({ 'if-match': made.headers.get('etag') ?? '' }).delete(path)
    expect(refusal(stale)).toEqual([412, 'precondition_failed'])
    expect((await launcher.delete(path)).status).toBe(200)
    expect((await launcher.delete(path)).status).toBe(200)
    expect(refusal(await launcher.get(path))).toEqual([404, 'not_found'])
    expect(refusal(await launcher.delete(`/v1/launcher/tasks/${randomUUID()}`))).toEqual([404, 'not_found'])
  })
})

describe('lists and options', () => {
  test('LCH-11 GET /tasks walks what the person created or is assigned to, newest first, also for an owner', async () => {
    const mine: string[] = []
    for (let index = 0; index < 7; index += 1)
      mine.unshift(
        await on.team.addTask({
          title: `Admin’s ${index}`,
          createdAt: morning + index,
          ...(index % 2 === 0
            ? { createdBy: on.team.admin.personId }
            : { assignees: [on.team.admin.personId] }),
        }),
      )
    await on.team.addTask({ title: 'Of nobody' })
    const archived = await on.team.addTask({ title: 'Archived', createdBy: on.team.admin.personId })
    await on.team.owner.api.delete(`/v1/tasks/${archived}`)
    const walked: string[] = []
    let cursor: string | null = null
    do {
      const from: string = cursor === null ? '' : `&cursor=${encodeURIComponent(cursor)}`
      const { body } = await on.team.admin.launcher.get(`/v1/launcher/tasks?limit=3${from}`)
      expect(body.hasMore).toBe(body.nextCursor !== null)
      walked.push(...body.data.map((task: { id: string }) => task.id))
      cursor = body.nextCursor
    } while (cursor !== null)
    expect(walked).toEqual(mine)
  })

  test.each(['limit=0', 'limit=101', 'limit=1.5', 'limit=abc', 'limit='])(
    'LCH-11 %s is 400 on the launcher surface',
    async (query) => {
      expect(refusal(await on.team.owner.launcher.get(`/v1/launcher/tasks?${query}`))).toEqual([
        400,
        'validation_error',
      ])
    },
  )

  test('LCH-11 GEN-06 developer cursors are invalid here', async () => {
    await on.team.addTask({ title: 'One' })
    await on.team.addTask({ title: 'Two' })
    const { next_cursor: cursor } = (await on.team.owner.api.get('/v1/tasks?limit=1')).body
    for (const bad of [cursor, 'abc', ''])
      expect(
        refusal(await on.team.owner.launcher.get(`/v1/launcher/tasks?cursor=${encodeURIComponent(bad)}`)),
      ).toEqual([400, 'invalid_cursor'])
  })

  test('LCH-09 GET /task-statuses says name, colour, order and meaning', async () => {
    const { status, body } = await on.team.owner.launcher.get('/v1/launcher/task-statuses')
    expect(status).toBe(200)
    expect(body.data.length).toBeGreaterThan(1)
    expect(body.data.map((each: { position: number }) => each.position)).toEqual(
      body.data.map((_: unknown, index: number) => index),
    )
    for (const each of body.data)
      expect(each).toEqual({
        id: expect.any(String),
        name: expect.any(String),
        slug: expect.any(String),
        color: expect.stringMatching(/^#[0-9a-f]{6}$/i),
        icon: expect.toSatisfy((icon) => icon === null || typeof icon === 'string'),
        position: expect.any(Number),
        isComplete: expect.any(Boolean),
        isDefault: expect.any(Boolean),
      })
    expect(body.data.filter((each: { isDefault: boolean }) => each.isDefault)).toHaveLength(1)
  })

  test('LCH-11 GET /task-options has what a form offers, members of this workspace only', async () => {
    const { data } = (await on.team.ada.launcher.get('/v1/launcher/task-options')).body
    expect(taskOptions.parse(data)).toEqual(data)
    expect(data.me).toBe(on.team.ada.personId)
    expect(data.statuses).toEqual((await on.team.ada.launcher.get('/v1/launcher/task-statuses')).body.data)
    expect(data.priorities.map((each: { slug: string }) => each.slug)).toEqual([
      'no_priority',
      'low',
      'medium',
      'high',
      'urgent',
    ])
    const members = data.members.map((each: { id: string }) => each.id)
    expect(members).toEqual(expect.arrayContaining([on.team.owner.personId, on.team.ada.personId]))
    expect(members).not.toContain(on.team.stranger.personId)
    expect(data.sections).toEqual([
      { id: on.section, name: 'Alder', recordId: on.company },
      { id: on.bareSection, name: 'Bare', recordId: null },
    ])
  })
})
