import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { launcherTaskDetail } from '../../shared/api/launcher-tasks.ts'
import { refusal, startTeam, type Team } from './team.ts'

let team: Team
let company: string
let person: string
let section: string
let bareSection: string
let meeting: string
beforeAll(async () => {
  team = await startTeam()
  company = await team.addRecord('companies', { name: 'Alder Works' })
  person = await team.addRecord('people', { name: 'Nora Lind' })
  section = 'sec_alder'
  bareSection = 'sec_bare'
  await team.service.store.write(async (tx) => {
    const { id } = team.workspace
    await tx.tasks.createSection(id, { id: section, name: 'Alder', recordId: company, position: 0 })
    await tx.tasks.createSection(id, { id: bareSection, name: 'Bare', recordId: null, position: 1 })
  })
  meeting = await team.addMeeting({ title: 'Kick-off' })
})
afterAll(() => team.service.close())

const create = (body: unknown) => team.owner.launcher.post('/v1/launcher/tasks', body)
const detail = async (id: string) => (await team.owner.launcher.get(`/v1/launcher/tasks/${id}`)).body.data
const linked = async (id: string) =>
  (await detail(id)).linkedRecords.map((record: { id: string }) => record.id)

describe('create', () => {
  test('LCH-01 LCH-03 a title is enough; the rest takes the workspace’s defaults', async () => {
    const answer = await create({ title: '  Call Nora  ' })
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
        createdBy: team.owner.personId,
        createdAt: new Date(team.clock.at).toISOString(),
        updatedAt: new Date(team.clock.at).toISOString(),
        linkedMeetingIds: [],
        fileCount: 0,
        linkedRecordCount: 0,
        timerState: null,
        webUrl: `${team.service.baseUrl}/w/acme/tasks/${id}`,
      },
    })
    expect((await team.owner.api.get(`/v1/tasks/${id}`)).body.data).toMatchObject({ id, title: 'Call Nora' })
  })

  test('LCH-01 takes every field, in the order given and each once', async () => {
    const answer = await create({
      title: 'Everything',
      description: 'All of it',
      status: 'in-review',
      priority: 'urgent',
      dueDate: '2026-02-01T12:00:00+02:00',
      assignees: [team.bob.personId, team.ada.personId, team.bob.personId],
      estimatedTime: 525_600,
      linkedRecordIds: [person, company, person],
      linkedMeetingIds: [meeting, meeting],
      sectionId: section,
    })
    expect(answer.status).toBe(201)
    expect(answer.body.data).toMatchObject({
      description: 'All of it',
      status: 'in-review',
      priority: 'urgent',
      dueDate: '2026-02-01T10:00:00.000Z',
      assignees: [team.bob.personId, team.ada.personId],
      estimatedTime: 525_600,
      linkedMeetingIds: [meeting],
      linkedRecordCount: 2,
    })
    const full = await detail(answer.body.data.id)
    expect(launcherTaskDetail.parse(full)).toEqual(full)
    expect(full).toMatchObject({
      sectionId: section,
      linkedRecords: [
        { id: person, title: 'Nora Lind', objectSlug: 'people' },
        { id: company, title: 'Alder Works', objectSlug: 'companies' },
      ],
      linkedMeetings: [{ id: meeting, title: 'Kick-off', startAt: '2026-01-05T10:00:00.000Z' }],
    })
  })

  test('LCH-01 a section chosen together with records brings its own record; alone it does not', async () => {
    const both = await create({ title: 'Both', sectionId: section, linkedRecordIds: [person] })
    expect(await linked(both.body.data.id)).toEqual([person, company])
    const alone = await create({ title: 'Alone', sectionId: section })
    expect(await linked(alone.body.data.id)).toEqual([])
    const bare = await create({ title: 'Bare', sectionId: bareSection, linkedRecordIds: [person] })
    expect(await linked(bare.body.data.id)).toEqual([person])
  })

  const many = (count: number) => Array.from({ length: count }, () => randomUUID())
  test.each([
    ['title', 'absent', undefined, 'validation_error'],
    ['title', 'of blanks', '   ', 'validation_error'],
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
    const answer = await create({ title, [field]: value })
    expect(refusal(answer)).toEqual([400, code])
    expect(answer.body.error.details[0].path[0]).toBe(field)
    expect(answer.body.error.requestId).toEqual(expect.any(String))
    const found = await team.owner.launcher.get(`/v1/launcher/search?q=${encodeURIComponent(title)}`)
    expect(found.body.data.filter((each: { title: string }) => each.title === title)).toEqual([])
  })

  test('LCH-01 every wrong target is named, with its place', async () => {
    const answer = await create({
      title: 'Targets',
      assignees: [team.ada.personId, 'usr_nobody'],
      linkedRecordIds: ['nothing', company],
    })
    expect(answer.body.error.details.map(({ path }: { path: unknown }) => path)).toEqual([
      ['assignees', 1],
      ['linkedRecordIds', 0],
    ])
  })

  test('LCH-01 GEN-08 people, records, meetings and sections of another workspace are 400', async () => {
    const foreignRecord = await team.addRecord('companies', { name: 'Theirs' }, team.stranger)
    const foreignMeeting = await team.addMeeting({ title: 'Theirs' }, team.otherWorkspace)
    await team.service.store.write((tx) =>
      tx.tasks.createSection(team.otherWorkspace.id, { id: 'sec_x', name: 'X', recordId: null, position: 0 }),
    )
    for (const body of [
      { assignees: [team.stranger.personId] },
      { linkedRecordIds: [foreignRecord] },
      { linkedMeetingIds: [foreignMeeting] },
      { sectionId: 'sec_x' },
    ])
      expect(refusal(await create({ title: 'Foreign', ...body }))).toEqual([400, 'invalid_target'])
  })

  test('LCH-01 archived records and private meetings of others cannot be linked', async () => {
    const archived = await team.addRecord('companies', { name: 'Closed' })
    await team.owner.api.delete(`/v1/records/${archived}`)
    const secret = await team.addMeeting({
      title: 'Secret',
      isPrivate: true,
      attendeeIds: [team.ada.personId],
    })
    expect(refusal(await create({ title: 'No', linkedRecordIds: [archived] }))).toEqual([
      400,
      'invalid_target',
    ])
    expect(refusal(await create({ title: 'No', linkedMeetingIds: [secret] }))).toEqual([
      400,
      'invalid_target',
    ])
    const own = await team.ada.launcher.post('/v1/launcher/tasks', {
      title: 'Yes',
      linkedMeetingIds: [secret],
    })
    expect(own.status).toBe(201)
  })
})
