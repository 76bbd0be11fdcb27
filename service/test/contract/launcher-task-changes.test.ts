// Tasks of the launcher: create, change and archive.
import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, test } from 'vitest'
import { launcherTaskDetail } from '../../../shared/api/launcher/tasks.ts'
import { taskLimits } from '../../../shared/api/limits.ts'
import { idsOf } from './client.ts'
import { morning, refusal, stageTeam } from './team.ts'
import { insertSection } from '../../tasks/task-settings.store.ts'

const team = stageTeam()
let company: string
let person: string
let meeting: string
/** Its record is the company. */
const section = 'sec_alder'
const bareSection = 'sec_bare'
beforeAll(async () => {
  company = await team.addRecord('companies', { name: 'Alder Works' })
  person = await team.addRecord('people', { name: 'Nora Lind' })
  meeting = await team.addMeeting({ title: 'Kick-off' })
  const { id } = team.workspace
  await team.service.store.write(async (tx) => {
    await insertSection(tx, id, { id: section, name: 'Alder', recordId: company, position: 0 })
    await insertSection(tx, id, { id: bareSection, name: 'Bare', recordId: null, position: 1 })
  })
})

const path = '/v1/launcher/tasks'
const create = (body: unknown, by = team.owner) => by.launcher.post(path, body)
const made = async (body: unknown): Promise<string> => (await create(body)).body.data.id
const patch = (id: string, body: unknown) => team.owner.launcher.patch(`${path}/${id}`, body)
const detail = async (id: string) => (await team.owner.launcher.get(`${path}/${id}`)).body.data
const linked = async (id: string) => idsOf((await detail(id)).linkedRecords)

describe('create', () => {
  test('LCH-01 LCH-03 a title is enough; the rest takes the workspace’s defaults', async () => {
    const answer = await create({ title: '  Call Nora  ' })
    expect(answer.status).toBe(201)
    const { id } = answer.body.data
    const at = new Date(team.clock.at).toISOString()
    expect(answer.body).toEqual({
      data: {
        id: expect.stringMatching(/^[0-9a-f-]{36}$/),
        title: 'Call Nora',
        description: null,
        status: 'todo',
        priority: 'no_priority',
        assignees: [],
        startDate: null,
        dueDate: null,
        parentTaskId: null,
        timeLogged: 0,
        estimatedTime: null,
        createdBy: team.owner.personId,
        createdAt: at,
        updatedAt: at,
        linkedMeetingIds: [],
        fileCount: 0,
        linkedRecordCount: 0,
        timerState: null,
        recurrence: null,
        webUrl: `${team.service.baseUrl}/w/acme/tasks/${id}`,
      },
    })
    expect((await team.owner.api.get(`/v1/tasks/${id}`)).body.data).toMatchObject({ id, title: 'Call Nora' })
  })

  test('LCH-01 takes every field, in the order given and each once', async () => {
    const fields = {
      description: 'All of it',
      status: 'in-review',
      priority: 'urgent',
      estimatedTime: 525_600,
    }
    const answer = await create({
      title: 'Everything',
      ...fields,
      dueDate: '2026-02-01T12:00:00+02:00',
      assignees: [team.bob.personId, team.ada.personId, team.bob.personId],
      linkedRecordIds: [person, company, person],
      linkedMeetingIds: [meeting, meeting],
      sectionId: section,
    })
    expect(answer.status).toBe(201)
    expect(answer.body.data).toMatchObject({
      ...fields,
      dueDate: '2026-02-01T10:00:00.000Z',
      assignees: [team.bob.personId, team.ada.personId],
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

  test('LCH-01 every wrong target is named, with its place', async () => {
    const assignees = [team.ada.personId, 'usr_nobody']
    const { body } = await create({ title: 'Targets', assignees, linkedRecordIds: ['nothing', company] })
    expect(body.error.details.map((one: { path: unknown }) => one.path)).toEqual([
      ['assignees', 1],
      ['linkedRecordIds', 0],
    ])
  })

  test('LCH-01 LCH-10 archived records and private meetings of others cannot be linked', async () => {
    const archived = await team.addRecord('companies', { name: 'Closed' })
    await team.owner.api.delete(`/v1/records/${archived}`)
    const attendeeIds = [team.ada.personId]
    const secret = await team.addMeeting({ title: 'Secret', isPrivate: true, attendeeIds })
    for (const links of [{ linkedRecordIds: [archived] }, { linkedMeetingIds: [secret] }])
      expect(refusal(await create({ title: 'No', ...links }))).toEqual([400, 'invalid_target'])
    expect((await create({ title: 'Yes', linkedMeetingIds: [secret] }, team.ada)).status).toBe(201)
  })
})

const many = (count: number) => Array.from({ length: count }, () => randomUUID())
test.each([
  ['title', 'of blanks', '   ', 'validation_error'],
  ['title', 'of invisible characters', '\u200b\u0007', 'validation_error'],
  ['title', 'of 501 characters', 'x'.repeat(501), 'validation_error'],
  ['title', 'as a number', 7, 'validation_error'],
  ['title', 'null', null, 'validation_error'],
  ['description', 'of 100,001 characters', 'x'.repeat(100_001), 'validation_error'],
  ['status', 'unknown', 'nowhere', 'invalid_value'],
  ['priority', 'unknown', 'asap', 'validation_error'],
  ['dueDate', 'without a time', '2026-02-01', 'validation_error'],
  ['dueDate', 'as milliseconds', 1_767_603_600_000, 'validation_error'],
  ['dueDate', 'that is not a day', '2026-02-30T00:00:00Z', 'validation_error'],
  ['startDate', 'without a time', '2026-02-01', 'validation_error'],
  ['startDate', 'that is not a day', '2026-02-30T00:00:00Z', 'validation_error'],
  ['parentTaskId', 'empty', '', 'validation_error'],
  ['parentTaskId', 'of 201 characters', 'x'.repeat(201), 'validation_error'],
  ['parentTaskId', 'of nothing', randomUUID(), 'invalid_target'],
  ['assignees', 'null', null, 'validation_error'],
  ['assignees', 'of 51', many(51), 'validation_error'],
  ['assignees', 'with an empty id', [''], 'validation_error'],
  ['assignees', 'with an id of 201 characters', ['x'.repeat(201)], 'validation_error'],
  ['assignees', 'of nobody', ['usr_nobody'], 'invalid_target'],
  ['estimatedTime', 'of zero', 0, 'validation_error'],
  ['estimatedTime', 'above a year', 525_601, 'validation_error'],
  ['estimatedTime', 'of half minutes', 1.5, 'validation_error'],
  ['linkedRecordIds', 'of 11', many(11), 'validation_error'],
  ['linkedRecordIds', 'of nothing', many(1), 'invalid_target'],
  ['linkedMeetingIds', 'of 11', many(11), 'validation_error'],
  ['linkedMeetingIds', 'of nothing', many(1), 'invalid_target'],
  ['sectionId', 'empty', '', 'validation_error'],
  ['sectionId', 'of 201 characters', 'x'.repeat(201), 'validation_error'],
  ['sectionId', 'unknown', 'sec_nowhere', 'invalid_target'],
])('LCH-01 LCH-02 %s %s is refused by name and changes nothing', async (field, _what, value, code) => {
  const id = await made({ title: 'Unchanged' })
  const list = async () => (await team.owner.launcher.get(`${path}?limit=100`)).body
  const before = await list()
  for (const answer of [
    await create({ title: 'Refused', [field]: value }),
    await patch(id, { [field]: value }),
  ]) {
    expect(refusal(answer)).toEqual([400, code])
    expect(answer.body.error.details[0].path[0]).toBe(field)
  }
  expect(await list()).toEqual(before)
})

test('LCH-02 a change of nothing is refused', async () => {
  expect(refusal(await patch(await made({ title: 'Unchanged' }), {}))).toEqual([400, 'validation_error'])
})

describe('change', () => {
  test('LCH-02 keeps what is not sent, replaces lists, clears with null and []', async () => {
    const fields = {
      description: 'kept',
      estimatedTime: 30,
      assignees: [team.ada.personId],
      linkedMeetingIds: [meeting],
    }
    const dueDate = '2026-02-01T10:00:00.000Z'
    const id = await made({
      title: 'Before',
      ...fields,
      dueDate,
      linkedRecordIds: [company],
      sectionId: section,
    })
    team.clock.at += 60_000
    expect((await patch(id, { title: ' After ' })).body.data).toMatchObject({
      ...fields,
      title: 'After',
      dueDate,
      linkedRecordCount: 1,
      updatedAt: new Date(team.clock.at).toISOString(),
    })
    const assignees = [team.bob.personId]
    const replaced = await patch(id, { assignees, linkedRecordIds: [person] })
    expect(replaced.body.data).toMatchObject({ assignees, linkedRecordCount: 1 })
    expect(await linked(id)).toEqual([person])
    const none = { dueDate: null, estimatedTime: null, assignees: [], linkedMeetingIds: [] }
    const cleared = await patch(id, { ...none, sectionId: null, linkedRecordIds: [] })
    expect(cleared.body.data).toMatchObject({ ...none, linkedRecordCount: 0 })
    expect((await detail(id)).sectionId).toBe(null)
  })

  test('LCH-01 LCH-02 the section’s record is one of the ten that a task links', async () => {
    const names = Array.from({ length: taskLimits.linkedRecords }, (_, index) => `Company ${index}`)
    const ten = await Promise.all(names.map((name) => team.addRecord('companies', { name })))
    const tooMany = { linkedRecordIds: ten, sectionId: section }
    const id = await made({ title: 'Ten', linkedRecordIds: ten })
    for (const answer of [await create({ title: 'Eleven', ...tooMany }), await patch(id, tooMany)]) {
      expect(refusal(answer)).toEqual([400, 'invalid_value'])
      expect(answer.body.error.details).toMatchObject([{ path: ['linkedRecordIds'] }])
      expect(answer.body.error.message).toContain('the section’s record is one of them')
    }
    const named = [company, ...ten.slice(1)]
    expect((await patch(id, { linkedRecordIds: named, sectionId: section })).status).toBe(200)
    expect((await linked(id)).toSorted()).toEqual(named.toSorted())
  })

  test('LCH-01 LCH-02 a section sent together with records includes the section’s record; alone it does not', async () => {
    const both = await made({ title: 'Both', sectionId: section, linkedRecordIds: [person] })
    const alone = await made({ title: 'Alone', sectionId: section })
    expect([await linked(both), await linked(alone)]).toEqual([[person, company], []])
    for (const [body, links] of [
      [{ sectionId: section, linkedRecordIds: [] }, [company]],
      [{ sectionId: section, linkedRecordIds: [company, person] }, [company, person]],
      [{ sectionId: bareSection }, [company, person]],
      [{ sectionId: null, linkedRecordIds: [person] }, [person]],
    ] as const) {
      await patch(alone, body)
      expect(await linked(alone)).toEqual(links)
    }
  })

  test('LCH-02 a link stays when its record is archived, and can be sent back', async () => {
    const closing = await team.addRecord('companies', { name: 'Closing' })
    const id = await made({ title: 'Linked', linkedRecordIds: [closing] })
    await team.owner.api.delete(`/v1/records/${closing}`)
    const saved = await patch(id, { title: 'Still linked', linkedRecordIds: [closing, company] })
    expect([saved.status, saved.body.data.linkedRecordCount]).toEqual([200, 2])
  })

  test('LCH-02 the due date is not earlier than a start date that the developer surface set', async () => {
    const id = await team.addTask({ title: 'Started', startDate: morning })
    expect(refusal(await patch(id, { dueDate: '2026-01-05T08:59:59Z' }))).toEqual([400, 'invalid_value'])
    expect((await patch(id, { dueDate: '2026-01-05T09:00:00Z' })).status).toBe(200)
  })

  test('LCH-02 AUT-09 a task that a member may not see is 404', async () => {
    const id = await team.addTask({ title: 'Bob’s', assignees: [team.bob.personId] })
    const { launcher } = team.ada
    for (const answer of [
      await launcher.patch(`${path}/${id}`, { title: 'Mine' }),
      await launcher.get(`${path}/${id}`),
      await launcher.delete(`${path}/${id}`),
    ])
      expect(refusal(answer)).toEqual([404, 'not_found'])
    expect((await team.bob.launcher.get(`${path}/${id}`)).body.data.title).toBe('Bob’s')
  })
})

test('LCH-11 DELETE archives a task, and twice is once', async () => {
  const one = `${path}/${await made({ title: 'A slip' })}`
  const { launcher } = team.owner
  for (const _time of [1, 2]) expect((await launcher.delete(one)).status).toBe(200)
  expect(refusal(await launcher.get(one))).toEqual([404, 'not_found'])
  expect(refusal(await launcher.delete(`${path}/${randomUUID()}`))).toEqual([404, 'not_found'])
})
