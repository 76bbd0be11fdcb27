import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { launcherTaskDetail } from '../../../shared/api/launcher-tasks.ts'
import { stageLauncherTasks } from './launcher-task-stage.ts'
import { refusal } from './team.ts'

const on = stageLauncherTasks()

describe('create', () => {
  test('LCH-01 LCH-03 a title is enough; the rest takes the workspace’s defaults', async () => {
    const answer = await on.create({ title: '  Call Nora  ' })
    expect(answer.status).toBe(201)
    const { id } = answer.body.data
    expect(answer.body).toEqual({
      data: {
        id: expect.stringMatching(/^[0-9a-f-]{36}$/),
        title: 'Call Nora',
        description: null,
        status: 'todo',
        priority: 'no_priority',
        assignees: [],
        dueDate: null,
        timeLogged: 0,
        estimatedTime: null,
        createdBy: on.team.owner.personId,
        createdAt: new Date(on.team.clock.at).toISOString(),
        updatedAt: new Date(on.team.clock.at).toISOString(),
        linkedMeetingIds: [],
        fileCount: 0,
        linkedRecordCount: 0,
        timerState: null,
        webUrl: `${on.team.service.baseUrl}/w/acme/tasks/${id}`,
      },
    })
    expect((await on.team.owner.api.get(`/v1/tasks/${id}`)).body.data).toMatchObject({
      id,
      title: 'Call Nora',
    })
  })

  test('LCH-01 takes every field, in the order given and each once', async () => {
    const answer = await on.create({
      title: 'Everything',
      description: 'All of it',
      status: 'in-review',
      priority: 'urgent',
      dueDate: '2026-02-01T12:00:00+02:00',
      assignees: [on.team.bob.personId, on.team.ada.personId, on.team.bob.personId],
      estimatedTime: 525_600,
      linkedRecordIds: [on.person, on.company, on.person],
      linkedMeetingIds: [on.meeting, on.meeting],
      sectionId: on.section,
    })
    expect(answer.status).toBe(201)
    expect(answer.body.data).toMatchObject({
      description: 'All of it',
      status: 'in-review',
      priority: 'urgent',
      dueDate: '2026-02-01T10:00:00.000Z',
      assignees: [on.team.bob.personId, on.team.ada.personId],
      estimatedTime: 525_600,
      linkedMeetingIds: [on.meeting],
      linkedRecordCount: 2,
    })
    const full = await on.detail(answer.body.data.id)
    expect(launcherTaskDetail.parse(full)).toEqual(full)
    expect(full).toMatchObject({
      sectionId: on.section,
      linkedRecords: [
        { id: on.person, title: 'Nora Lind', objectSlug: 'people' },
        { id: on.company, title: 'Alder Works', objectSlug: 'companies' },
      ],
      linkedMeetings: [{ id: on.meeting, title: 'Kick-off', startAt: '2026-01-05T10:00:00.000Z' }],
    })
  })

  test('LCH-01 a section chosen together with records brings its own record; alone it does not', async () => {
    const both = await on.create({ title: 'Both', sectionId: on.section, linkedRecordIds: [on.person] })
    expect(await on.linked(both.body.data.id)).toEqual([on.person, on.company])
    const alone = await on.create({ title: 'Alone', sectionId: on.section })
    expect(await on.linked(alone.body.data.id)).toEqual([])
    const bare = await on.create({ title: 'Bare', sectionId: on.bareSection, linkedRecordIds: [on.person] })
    expect(await on.linked(bare.body.data.id)).toEqual([on.person])
  })

  const many = (count: number) => Array.from({ length: count }, () => randomUUID())
  test.each([
    ['title', 'absent', undefined, 'validation_error'],
    ['title', 'of blanks', '   ', 'validation_error'],
    ['title', 'of nothing visible', '\u200b\u0007', 'validation_error'],
    ['title', 'of 501 characters', 'x'.repeat(501), 'validation_error'],
    ['title', 'as a number', 7, 'validation_error'],
    ['description', 'of 100,001 characters', 'x'.repeat(100_001), 'validation_error'],
    ['status', 'unknown', 'nowhere', 'invalid_value'],
    ['priority', 'unknown', 'asap', 'validation_error'],
    ['dueDate', 'without a time', '2026-02-01', 'validation_error'],
    ['dueDate', 'as milliseconds', 1_767_603_600_000, 'validation_error'],
    ['dueDate', 'that is no day', '2026-02-30T00:00:00Z', 'validation_error'],
    ['assignees', 'of 51', many(51), 'validation_error'],
    ['assignees', 'with an empty id', [''], 'validation_error'],
    ['assignees', 'with an id of 201 characters', ['x'.repeat(201)], 'validation_error'],
    ['assignees', 'of nobody', ['usr_nobody'], 'invalid_target'],
    ['estimatedTime', 'of zero', 0, 'validation_error'],
    ['estimatedTime', 'above a year', 525_601, 'validation_error'],
    ['estimatedTime', 'of half minutes', 1.5, 'validation_error'],
    ['estimatedTime', 'null', null, 'validation_error'],
    ['linkedRecordIds', 'of 11', many(11), 'validation_error'],
    ['linkedRecordIds', 'of nothing', many(1), 'invalid_target'],
    ['linkedMeetingIds', 'of 11', many(11), 'validation_error'],
    ['linkedMeetingIds', 'of nothing', many(1), 'invalid_target'],
    ['sectionId', 'empty', '', 'validation_error'],
    ['sectionId', 'of 201 characters', 'x'.repeat(201), 'validation_error'],
    ['sectionId', 'unknown', 'sec_nowhere', 'invalid_target'],
    ['sectionId', 'null', null, 'validation_error'],
  ])('LCH-01 %s %s is refused by name and creates nothing', async (field, _what, value, code) => {
    const title = `Refused ${field}`
    const answer = await on.create({ title, [field]: value })
    expect(refusal(answer)).toEqual([400, code])
    expect(answer.body.error.details[0].path[0]).toBe(field)
    expect(answer.body.error.requestId).toEqual(expect.any(String))
    const found = await on.team.owner.launcher.get(`/v1/launcher/search?q=${encodeURIComponent(title)}`)
    expect(found.body.data.filter((each: { title: string }) => each.title === title)).toEqual([])
  })

  test('LCH-01 every wrong target is named, with its place', async () => {
    const answer = await on.create({
      title: 'Targets',
      assignees: [on.team.ada.personId, 'usr_nobody'],
      linkedRecordIds: ['nothing', on.company],
    })
    expect(answer.body.error.details.map(({ path }: { path: unknown }) => path)).toEqual([
      ['assignees', 1],
      ['linkedRecordIds', 0],
    ])
  })

  test('LCH-01 archived records and private meetings of others cannot be linked', async () => {
    const archived = await on.team.addRecord('companies', { name: 'Closed' })
    await on.team.owner.api.delete(`/v1/records/${archived}`)
    const secret = await on.team.addMeeting({
      title: 'Secret',
      isPrivate: true,
      attendeeIds: [on.team.ada.personId],
    })
    expect(refusal(await on.create({ title: 'No', linkedRecordIds: [archived] }))).toEqual([
      400,
      'invalid_target',
    ])
    expect(refusal(await on.create({ title: 'No', linkedMeetingIds: [secret] }))).toEqual([
      400,
      'invalid_target',
    ])
    const own = await on.team.ada.launcher.post('/v1/launcher/tasks', {
      title: 'Yes',
      linkedMeetingIds: [secret],
    })
    expect(own.status).toBe(201)
  })
})
