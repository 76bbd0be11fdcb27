// Notifications as a launcher gets them, and what makes them (NOT-01, NOT-02).
import { beforeEach, describe, expect, test } from 'vitest'
import { type Notification, notificationPageResponse } from '../../../shared/api/launcher/notifications.ts'
import { sql } from 'kysely'
import { newUuid } from '../../base/ids.ts'
import { endMembership } from '../../access/members.store.ts'
import { insertSection } from '../../tasks/task-settings.store.ts'
import { putNotification } from '../../notifications/notifications-testing.ts'
import { createClient, walk } from './client.ts'
import { refusal, stageTeam, type Colleague } from './team.ts'

const team = stageTeam()
const minute = 60_000
const path = '/v1/launcher/notifications'

/** Signs in anew, because the clock moves on. */
const launcherOf = async (who: Colleague) =>
  createClient(team.service.baseUrl, await team.service.signIn(team.workspace, who))

const unreadOf = async (who: Colleague): Promise<Notification[]> => {
  const { status, body } = await (await launcherOf(who)).get(`${path}?unread=true`)
  expect(status).toBe(200)
  expect(notificationPageResponse.parse(body)).toEqual(body)
  return body.data
}
const told = async (who: Colleague): Promise<string[]> => (await unreadOf(who)).map(({ title }) => title)

/** Reads everything of everybody, an hour later. */
const afresh = async () => {
  team.clock.at += 60 * minute
  await team.service.store.write((tx) => sql`update notification set read_at = 1`.execute(tx))
}
beforeEach(afresh)

const due = () => new Date(team.clock.at + 60 * minute).toISOString()

describe('who is told', () => {
  test('NOT-01 a task that another assigns to me, at its creation and later, but not one of my own', async () => {
    const ada = await launcherOf(team.ada)
    const { body } = await ada.post('/v1/launcher/tasks', {
      title: 'Call Initech',
      assignees: [team.bob.personId, team.ada.personId],
    })
    expect(await told(team.ada)).toEqual([])
    expect(await unreadOf(team.bob)).toEqual([
      {
        id: expect.stringMatching(/^ntf_/),
        kind: 'task_assigned',
        title: 'ada assigned “Call Initech” to you',
        body: null,
        target: { kind: 'task', id: body.data.id },
        actor: { id: team.ada.personId, name: 'ada' },
        subject: 'Call Initech',
        count: 1,
        change: null,
        createdAt: new Date(team.clock.at).toISOString(),
        readAt: null,
      },
    ])
    await ada.patch(`/v1/launcher/tasks/${body.data.id}`, {
      assignees: [team.bob.personId, team.admin.personId],
    })
    expect(await told(team.admin)).toEqual(['ada assigned “Call Initech” to you'])
    expect(await unreadOf(team.bob)).toHaveLength(1)
  })

  test.each([
    ['done', { status: 'done' }, 'ada completed “A task”', 'done'],
    ['another status', { status: 'in-progress' }, 'ada changed the status of “A task”', 'status'],
    ['another due date', { dueDate: '2026-06-01T10:00:00Z' }, 'ada changed the due date of “A task”', 'due'],
    [
      'several at once',
      { status: 'in-progress', dueDate: '2026-06-01T10:00:00Z' },
      'ada changed “A task”',
      null,
    ],
  ])('NOT-01 a task that I made and another moves: %s', async (_name, patch, title, change) => {
    const task = await team.addTask({ title: 'A task', assignees: [team.ada.personId, team.bob.personId] })
    await (await launcherOf(team.ada)).patch(`/v1/launcher/tasks/${task}`, patch)
    for (const who of [team.owner, team.bob])
      expect(await unreadOf(who)).toMatchObject([
        { kind: 'task_changed', title, change, target: { id: task } },
      ])
    expect(await told(team.ada)).toEqual([])
  })

  test('NOT-01 a task that another archives, or moves to a section, by a key of theirs as well', async () => {
    const section = { id: `sec_${newUuid()}`, name: 'Later', recordId: null, position: 1 }
    await team.service.store.write((tx) => insertSection(tx, team.workspace.id, section))
    const task = await team.addTask({ title: 'A task', assignees: [team.bob.personId] })
    await (await launcherOf(team.bob)).patch(`/v1/launcher/tasks/${task}`, { sectionId: section.id })
    expect(await told(team.owner)).toEqual(['bob moved “A task” to another section'])
    await team.admin.api.delete(`/v1/tasks/${task}`)
    expect(await told(team.bob)).toEqual(['admin archived “A task”'])
  })

  test('NOT-01 the words of a task, its priority, estimate and links are nobody’s news', async () => {
    const task = await team.addTask({ title: 'A task', assignees: [team.ada.personId] })
    const words = { title: 'Another', description: 'Words', priority: 'high', estimatedTime: 5 }
    await (await launcherOf(team.ada)).patch(`/v1/launcher/tasks/${task}`, words)
    expect(await told(team.owner)).toEqual([])
  })

  test('NOT-01 nobody who has left the workspace', async () => {
    const left = await team.service.addMember(team.workspace, { email: 'left@acme.test' })
    const task = await team.addTask({ title: 'A task', assignees: [left.personId, team.ada.personId] })
    await team.service.store.write((tx) => endMembership(tx, team.workspace.id, left.personId, 1))
    await (await launcherOf(team.ada)).patch(`/v1/launcher/tasks/${task}`, { status: 'done' })
    const { rows } = await team.service.store.read((tx) =>
      sql`select id from notification where person_id = ${left.personId}`.execute(tx),
    )
    expect(rows).toEqual([])
  })
})

describe('several of a kind', () => {
  test('NOT-01 are one notification within five minutes, and another one after that', async () => {
    const ada = await launcherOf(team.ada)
    const tasks: string[] = []
    for (const name of ['One', 'Two', 'Three', 'Four'])
      tasks.push(await team.addTask({ title: name, assignees: [team.ada.personId] }))
    const finish = (task: string | undefined) => ada.patch(`/v1/launcher/tasks/${task}`, { status: 'done' })
    await finish(tasks[0])
    team.clock.at += 4 * minute
    await finish(tasks[1])
    await finish(tasks[2])
    const [one] = await unreadOf(team.owner)
    expect(one).toMatchObject({
      title: 'ada completed 3 tasks of yours',
      body: '“Three”, “Two”, “One”',
      count: 3,
      change: 'done',
      target: null,
      subject: null,
      createdAt: new Date(team.clock.at).toISOString(),
    })
    team.clock.at += 1 * minute + 1
    await finish(tasks[3])
    expect(await told(team.owner)).toEqual(['ada completed “Four”', 'ada completed 3 tasks of yours'])
  })

  test('NOT-01 of one task are not several tasks', async () => {
    const ada = await launcherOf(team.ada)
    const task = await team.addTask({ title: 'One', assignees: [team.ada.personId] })
    for (const status of ['in-progress', 'done', 'todo'])
      await ada.patch(`/v1/launcher/tasks/${task}`, { status })
    expect(await unreadOf(team.owner)).toMatchObject([
      { title: 'ada changed “One”', count: 1, target: { id: task } },
    ])
  })

  test('NOT-01 of two people are two, and a read one is not counted up', async () => {
    const tasks: string[] = []
    for (const title of ['One', 'Two', 'Three'])
      tasks.push(await team.addTask({ title, assignees: [team.ada.personId, team.bob.personId] }))
    const finish = async (who: Colleague, at: number) =>
      (await launcherOf(who)).patch(`/v1/launcher/tasks/${tasks[at]}`, { status: 'done' })
    await finish(team.ada, 0)
    await finish(team.bob, 1)
    expect((await told(team.owner)).toSorted()).toEqual(['ada completed “One”', 'bob completed “Two”'])
    const owner = await launcherOf(team.owner)
    const [first] = (await unreadOf(team.owner)).filter(({ subject }) => subject === 'One')
    await owner.post(`${path}/read`, { ids: [first?.id] })
    await finish(team.ada, 2)
    expect((await told(team.owner)).toSorted()).toEqual(['ada completed “Three”', 'bob completed “Two”'])
  })

  test('NOT-01 that are written at the same moment are one', async () => {
    const titles = ['One', 'Two', 'Three', 'Four', 'Five', 'Six', 'Seven', 'Eight']
    const tasks = await Promise.all(
      titles.map((title) => team.addTask({ title, assignees: [team.ada.personId] })),
    )
    const ada = await launcherOf(team.ada)
    await Promise.all(tasks.map((task) => ada.patch(`/v1/launcher/tasks/${task}`, { status: 'done' })))
    expect(await told(team.owner)).toEqual(['ada completed 8 tasks of yours'])
  })
})

describe('cause and notice', () => {
  test('NOT-01 are stored together: a write whose notice fails is not stored', async () => {
    const task = await team.addTask({ title: 'A task', assignees: [team.ada.personId] })
    const { store } = team.service
    await store.write((tx) => sql`alter table notification rename to hidden_notification`.execute(tx))
    const ada = await launcherOf(team.ada)
    const failed = await ada.patch(`/v1/launcher/tasks/${task}`, { status: 'done' })
    await store.write((tx) => sql`alter table hidden_notification rename to notification`.execute(tx))
    expect(failed.status).toBeGreaterThanOrEqual(500)
    expect((await ada.get(`/v1/launcher/tasks/${task}`)).body.data.status).toBe('todo')
    expect(await told(team.owner)).toEqual([])
  })

  test('NOT-01 a refused write tells nobody', async () => {
    const task = await team.addTask({ title: 'A task', assignees: [team.ada.personId] })
    const ada = await launcherOf(team.ada)
    const refused = await ada
      .with({ 'if-match': '"9"' })
      .patch(`/v1/launcher/tasks/${task}`, { status: 'done' })
    expect(refusal(refused)).toEqual([412, 'precondition_failed'])
    expect(await told(team.owner)).toEqual([])
  })
})

describe('the list', () => {
  const put = (who: Colleague, title: string, createdAt: number) =>
    team.service.store.write((tx) =>
      putNotification(tx, team.workspace.id, {
        id: `ntf_${newUuid()}`,
        personId: who.personId,
        kind: 'mention',
        title,
        createdAt,
      }),
    )

  test('NOT-02 has the person’s own, newest first, page by page, the read ones too', async () => {
    const at = team.clock.at
    for (let index = 0; index < 7; index += 1) await put(team.bob, `Nr ${index}`, at + (index >> 1))
    await put(team.ada, 'Of ada', at)
    const bob = await launcherOf(team.bob)
    const all: Notification[] = await walk(bob, `${path}?limit=3`)
    const mine = all.filter(({ title }) => title.startsWith('Nr'))
    expect(mine.map(({ createdAt }) => createdAt)).toEqual(
      mine
        .map(({ createdAt }) => createdAt)
        .toSorted()
        .toReversed(),
    )
    expect(new Set(mine.map(({ title }) => title)).size).toBe(7)
    expect(all.map(({ title }) => title)).not.toContain('Of ada')
    await bob.post(`${path}/read`, { before: new Date(at + 1).toISOString() })
    expect(await told(team.bob)).toHaveLength(3)
    const later: Notification[] = await walk(bob, `${path}?limit=100`)
    expect(later.filter(({ title, readAt }) => title.startsWith('Nr') && readAt !== null)).toHaveLength(4)
  })

  test('NOT-02 says how many were marked, and nobody marks another’s', async () => {
    for (const title of ['One', 'Two']) await put(team.bob, title, team.clock.at)
    const ids = (await unreadOf(team.bob)).map(({ id }) => id)
    const ada = await launcherOf(team.ada)
    expect((await ada.post(`${path}/read`, { ids })).body).toEqual({ data: { read: 0 } })
    const bob = await launcherOf(team.bob)
    expect((await bob.post(`${path}/read`, { ids: [...ids, 'ntf_none'] })).body).toEqual({
      data: { read: 2 },
    })
    expect((await bob.post(`${path}/read`, { ids })).body).toEqual({ data: { read: 0 } })
  })

  test('NOT-02 of those that are named, the ones that have happened again since they were shown stay unread', async () => {
    const bob = await launcherOf(team.bob)
    const owner = await launcherOf(team.owner)
    const assign = (title: string) =>
      owner.post('/v1/launcher/tasks', { title, assignees: [team.bob.personId] })
    await assign('One')
    await put(team.bob, 'Another', team.clock.at)
    const shown = await unreadOf(team.bob)
    const before = shown[0]?.createdAt
    const ids = shown.map(({ id }) => id)
    team.clock.at += 1_000
    await assign('Two')
    expect((await bob.post(`${path}/read`, { ids, before })).body).toEqual({ data: { read: 1 } })
    expect(await unreadOf(team.bob)).toMatchObject([{ count: 2 }])
    const again = (await unreadOf(team.bob))[0]?.createdAt
    const unnamed = { ids: ['ntf_none'], before: again }
    expect((await bob.post(`${path}/read`, unnamed)).body).toEqual({ data: { read: 0 } })
    expect((await bob.post(`${path}/read`, { ids, before: again })).body).toEqual({ data: { read: 1 } })
  })

  test('NOT-02 refuses neither ids nor before, a foreign cursor, and a token without the scope', async () => {
    const bob = await launcherOf(team.bob)
    for (const body of [
      {},
      { ids: [], before: due() },
      { ids: ['a'], before: 'yesterday' },
      { ids: [] },
      { before: 'yesterday' },
      { all: true },
    ])
      expect((await bob.post(`${path}/read`, body)).status, JSON.stringify(body)).toBe(400)
    for (let index = 0; index < 3; index += 1) await put(team.bob, `Nr ${index}`, team.clock.at)
    const { nextCursor } = (await bob.get(`${path}?limit=1`)).body
    const foreign = await bob.get(`${path}?limit=1&unread=true&cursor=${nextCursor}`)
    expect(refusal(foreign)).toEqual([400, 'invalid_cursor'])
    const older = createClient(
      team.service.baseUrl,
      await team.service.signIn(team.workspace, team.bob, ['notifications:read']),
    )
    expect((await older.get(path)).status).toBe(200)
    expect(refusal(await older.post(`${path}/read`, { before: due() }))).toEqual([403, 'insufficient_scope'])
  })
})
