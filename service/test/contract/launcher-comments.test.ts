// Comments on tasks and records in the launcher, mentions, and what they tell others (NOT-01, NOT-03).
import { beforeEach, describe, expect, test } from 'vitest'
import { sql } from 'kysely'
import { type LauncherComment, launcherCommentPageResponse } from '../../../shared/api/comments.ts'
import { endMembership } from '../../access/members.store.ts'
import { listNotifications } from '../../notifications/notifications.store.ts'
import { createClient, idsOf, walk, type Client } from './client.ts'
import { refusal, stageTeam, type Colleague } from './team.ts'

const team = stageTeam()
const minute = 60_000

const launcherOf = async (who: Colleague): Promise<Client> =>
  createClient(
    team.service.baseUrl,
    await team.service.signIn(who === team.stranger ? team.otherWorkspace : team.workspace, who),
  )

/** Kind, title and body of what a person was told, newest first. */
const told = async (who: Colleague) =>
  (
    await team.service.store.read((tx) =>
      listNotifications(tx, team.workspace.id, who.personId, { unread: true, limit: 100 }),
    )
  ).map(({ kind, title, body }) => [kind, title, body])

beforeEach(async () => {
  team.clock.at += 60 * minute
  await team.service.store.write((tx) => sql`update notification set read_at = 1`.execute(tx))
})

/** A task of ada and bob, made by the owner. */
const aTask = async (title = 'Call Initech') =>
  `/v1/launcher/tasks/${await team.addTask({ title, assignees: [team.ada.personId, team.bob.personId] })}`

const aRecord = async () => {
  const id = await team.addRecord('companies', { name: 'Initech' })
  return `/v1/launcher/records/${id}`
}

const say = async (by: Client, item: string, content: string, mentions?: string[]) => {
  const answer = await by.post(`${item}/comments`, { content, ...(mentions && { mentions }) })
  expect(answer.status, JSON.stringify(answer.body)).toBe(201)
  const { data } = answer.body as { data: LauncherComment }
  return data
}

describe.each([
  ['a task', aTask, 'task'],
  ['a record', aRecord, 'record'],
] as const)('comments on %s', (_name, make, kind) => {
  test('NOT-03 are answered and read as they were written, with their author and whom they mention', async () => {
    const item = await make()
    const ada = await launcherOf(team.ada)
    const comment = await say(ada, item, '  @Bob, call.\nToday. ', [team.bob.personId, team.bob.personId])
    const at = new Date(team.clock.at).toISOString()
    expect(comment).toEqual({
      id: expect.stringMatching(/^cmt_/),
      target: { kind, id: item.split('/').at(-1) },
      content: '  @Bob, call.\nToday. ',
      author: { id: team.ada.personId, name: 'ada', avatarUrl: null },
      mentions: [{ id: team.bob.personId, name: 'bob' }],
      createdAt: at,
      updatedAt: at,
      editableUntil: new Date(team.clock.at + 15 * minute).toISOString(),
      canDelete: true,
    })
    const read = async (who: Colleague) => {
      const { body } = await (await launcherOf(who)).get(`${item}/comments`)
      expect(launcherCommentPageResponse.parse(body)).toEqual(body)
      return body.data
    }
    expect(await read(team.ada)).toEqual([comment])
    expect(await read(team.bob)).toEqual([{ ...comment, editableUntil: null, canDelete: false }])
    expect(await read(team.admin)).toEqual([{ ...comment, editableUntil: null, canDelete: true }])
  })

  test('NOT-03 GEN-07 are read newest first, each once, page by page', async () => {
    const item = await make()
    const ada = await launcherOf(team.ada)
    const written = []
    for (const content of ['same moment', 'same moment', 'later']) {
      if (content === 'later') team.clock.at += 1000
      written.push(await say(ada, item, content))
    }
    const read: LauncherComment[] = await walk(ada, `${item}/comments?limit=1`)
    expect(read[0]?.content).toBe('later')
    expect(idsOf(read).toSorted()).toEqual(idsOf(written).toSorted())
    const { nextCursor } = (await ada.get(`${item}/comments?limit=1`)).body
    const other = await ada.get(`${await make()}/comments?cursor=${nextCursor}`)
    expect(refusal(other)).toEqual([400, 'invalid_cursor'])
  })

  test('NOT-03 are not there for another workspace, nor for an archived item to write', async () => {
    const item = await make()
    const comment = await say(await launcherOf(team.ada), item, 'One')
    const stranger = await launcherOf(team.stranger)
    expect(refusal(await stranger.get(`${item}/comments`))).toEqual([404, 'not_found'])
    expect(refusal(await stranger.post(`${item}/comments`, { content: 'Two' }))).toEqual([404, 'not_found'])
    expect(refusal(await stranger.delete(`/v1/launcher/comments/${comment.id}`))).toEqual([404, 'not_found'])
    const owner = await launcherOf(team.owner)
    await owner.delete(item)
    const archived = [404, `${kind}_archived`]
    expect(refusal(await owner.post(`${item}/comments`, { content: 'Two' }))).toEqual(archived)
    const ada = await launcherOf(team.ada)
    const edited = await ada.patch(`/v1/launcher/comments/${comment.id}`, { content: 'Two' })
    expect(refusal(edited)).toEqual(archived)
    expect((await ada.get(`${item}/comments`)).body.data).toHaveLength(1)
    expect((await ada.delete(`/v1/launcher/comments/${comment.id}`)).body).toEqual({
      data: { id: comment.id },
    })
    expect((await ada.get(`${item}/comments`)).body.data).toEqual([])
  })

  test('NOT-03 of one Idempotency-Key are one, also when both arrive at the same moment', async () => {
    const item = await make()
    const ada = (await launcherOf(team.ada)).with({ 'idempotency-key': `key of ${item}` })
    const both = await Promise.all(
      [1, 2].map(() => ada.post(`${item}/comments`, { content: 'One', mentions: [team.bob.personId] })),
    )
    expect(both.map(({ status }) => status)).toEqual([201, 201])
    expect(both[0]?.body).toEqual(both[1]?.body)
    expect((await ada.get(`${item}/comments`)).body.data).toHaveLength(1)
    expect(await told(team.bob)).toHaveLength(1)
  })

  test('NOT-03 mention members only: a stranger and a removed member are refused, and nothing is stored', async () => {
    const item = await make()
    const ada = await launcherOf(team.ada)
    const left = await team.service.addMember(team.workspace, { email: `left-${kind}@acme.test` })
    await team.service.store.write((tx) => endMembership(tx, team.workspace.id, left.personId, 1))
    for (const id of [team.stranger.personId, left.personId, 'usr_none']) {
      const refused = await ada.post(`${item}/comments`, {
        content: 'One',
        mentions: [team.bob.personId, id],
      })
      expect(refusal(refused)).toEqual([400, 'invalid_target'])
      expect(refused.body.error.details).toMatchObject([{ path: ['mentions', 1], code: 'invalid_target' }])
    }
    const many = Array.from({ length: 21 }, () => team.bob.personId)
    expect((await ada.post(`${item}/comments`, { content: 'One', mentions: many })).status).toBe(400)
    expect((await ada.get(`${item}/comments`)).body.data).toEqual([])
    expect(await told(team.bob)).toEqual([])
  })

  test('NOT-03 may be changed by their author for 15 minutes, who are told only what is new', async () => {
    const item = await make()
    const ada = await launcherOf(team.ada)
    const { id } = await say(ada, item, 'One', [team.bob.personId])
    const path = `/v1/launcher/comments/${id}`
    team.clock.at += 14 * minute
    const mentions = [team.bob.personId, team.owner.personId]
    const { body } = await (await launcherOf(team.ada)).patch(path, { content: 'Two', mentions })
    expect(body.data).toMatchObject({
      content: 'Two',
      createdAt: new Date(team.clock.at - 14 * minute).toISOString(),
      updatedAt: new Date(team.clock.at).toISOString(),
    })
    const title = kind === 'task' ? 'Call Initech' : 'Initech'
    const mention = ['mention', `ada mentioned you on “${title}”`, 'Two']
    expect(await told(team.bob)).toEqual([mention])
    expect(await told(team.owner)).toContainEqual(mention)
    for (const who of [team.bob, team.owner])
      expect(refusal(await (await launcherOf(who)).patch(path, { content: 'Mine' }))).toEqual([
        403,
        'forbidden',
      ])
    team.clock.at += 2 * minute
    const late = await (await launcherOf(team.ada)).patch(path, { content: 'Three' })
    expect(refusal(late)).toEqual([403, 'forbidden'])
  })

  test('NOT-03 are deleted by their author, an owner or admin, and their text with them', async () => {
    const item = await make()
    const ada = await launcherOf(team.ada)
    const { id } = await say(ada, item, 'A secret', [team.bob.personId])
    const path = `/v1/launcher/comments/${id}`
    expect(refusal(await (await launcherOf(team.bob)).delete(path))).toEqual([403, 'forbidden'])
    expect((await (await launcherOf(team.admin)).delete(path)).status).toBe(200)
    expect(refusal(await ada.delete(path))).toEqual([404, 'not_found'])
    expect(refusal(await ada.patch(path, { content: 'Again' }))).toEqual([404, 'not_found'])
    expect(JSON.stringify([await told(team.bob), await told(team.owner)])).not.toContain('secret')
    const own = await say(ada, item, 'Mine')
    expect((await ada.delete(`/v1/launcher/comments/${own.id}`)).status).toBe(200)
  })
})

describe('the text of a deleted comment', () => {
  test('NOT-03 is in no notification of those whom a later change mentioned, or mentions no more', async () => {
    const item = await aTask()
    const ada = await launcherOf(team.ada)
    const { id } = await say(ada, item, 'One', [team.admin.personId])
    const path = `/v1/launcher/comments/${id}`
    for (const [content, mentioned] of [
      ['A secret', team.bob],
      ['Another secret', team.owner],
    ] as const) {
      team.clock.at += minute
      await ada.patch(path, { content, mentions: [mentioned.personId] })
    }
    for (const who of [team.admin, team.bob, team.owner])
      expect(await told(who)).toContainEqual([
        'mention',
        'ada mentioned you on “Call Initech”',
        'Another secret',
      ])
    await ada.delete(path)
    for (const who of [team.admin, team.bob, team.owner])
      expect(JSON.stringify(await told(who))).not.toContain('secret')
  })

  test('NOT-03 is in no notification of those who do not have the task any more, and another comment keeps its own', async () => {
    const item = await aTask()
    const ada = await launcherOf(team.ada)
    const { id } = await say(ada, item, 'A secret')
    await (await launcherOf(team.owner)).patch(item, { assignees: [team.ada.personId] })
    team.clock.at += minute
    await say(ada, item, 'Also said')
    await ada.delete(`/v1/launcher/comments/${id}`)
    expect(JSON.stringify(await told(team.bob))).not.toContain('secret')
    expect(await told(team.owner)).toContainEqual([
      'task_commented',
      'ada commented on “Call Initech”',
      'Also said',
    ])
  })
})

describe('who is told of a comment', () => {
  test('NOT-01 on a task: who made it and who has it, but not its author, and a mentioned person once', async () => {
    const item = await aTask()
    await say(await launcherOf(team.ada), item, 'Done soon.', [team.bob.personId])
    expect(await told(team.ada)).toEqual([])
    expect(await told(team.owner)).toEqual([
      ['task_commented', 'ada commented on “Call Initech”', 'Done soon.'],
    ])
    expect(await told(team.bob)).toEqual([['mention', 'ada mentioned you on “Call Initech”', 'Done soon.']])
    expect(await told(team.admin)).toEqual([])
  })

  test('NOT-01 several comments are one notification, of one task or of several', async () => {
    const ada = await launcherOf(team.ada)
    const item = await aTask()
    for (const content of ['One', 'Two']) await say(ada, item, content)
    expect(await told(team.owner)).toEqual([['task_commented', 'ada commented on “Call Initech”', 'Two']])
    await say(ada, await aTask('Write'), 'Three')
    expect(await told(team.owner)).toEqual([
      ['task_commented', 'ada commented on 2 tasks of yours', '“Write”, “Call Initech”'],
    ])
  })

  test.each([
    ['x'.repeat(10_000), `${'x'.repeat(299)}…`],
    [`${'x'.repeat(298)}🎈 and more`, `${'x'.repeat(298)}…`],
  ])('NOT-01 a long comment is cut in the notification, between characters', async (content, cut) => {
    await say(await launcherOf(team.ada), await aTask(), content)
    const [[, , body] = []] = await told(team.owner)
    expect(body).toBe(cut)
  })
})

describe('what a member does not see', () => {
  test('NOT-03 AUT-09 a task of others has no comments for a member, who cannot be mentioned on it', async () => {
    const task = await team.addTask({ title: 'Of the owner', assignees: [team.ada.personId] })
    const item = `/v1/launcher/tasks/${task}`
    const owner = await launcherOf(team.owner)
    const { id } = await say(owner, item, 'One', [team.admin.personId, team.ada.personId])
    const refused = await owner.post(`${item}/comments`, { content: 'Two', mentions: [team.bob.personId] })
    expect(refusal(refused)).toEqual([400, 'invalid_target'])
    const bob = await launcherOf(team.bob)
    expect(refusal(await bob.get(`${item}/comments`))).toEqual([404, 'not_found'])
    expect(refusal(await bob.post(`${item}/comments`, { content: 'Two' }))).toEqual([404, 'not_found'])
    expect(refusal(await bob.delete(`/v1/launcher/comments/${id}`))).toEqual([404, 'not_found'])
    expect(refusal(await team.bob.api.get(`/v1/tasks/${task}/comments`))).toEqual([404, 'not_found'])
    expect((await team.ada.api.get(`/v1/tasks/${task}/comments`)).body.data).toHaveLength(1)
  })
})

describe('for programs', () => {
  test('NOT-03 a comment on a task is written with comments:write and read with tasks:read, and notifies as its key’s owner', async () => {
    const task = await team.addTask({ title: 'Call Initech', assignees: [team.ada.personId] })
    const path = `/v1/tasks/${task}/comments`
    const { status, body } = await team.admin.api.post(path, {
      content: 'Called.',
      mentions: [team.ada.personId],
    })
    expect(status).toBe(201)
    expect(body.data).toEqual({
      id: expect.stringMatching(/^cmt_/),
      taskId: task,
      content: 'Called.',
      mentions: [team.ada.personId],
      createdBy: team.admin.personId,
      createdAt: new Date(team.clock.at).toISOString(),
      updatedAt: new Date(team.clock.at).toISOString(),
    })
    expect((await team.owner.api.get(path)).body).toEqual({
      data: [body.data],
      has_more: false,
      next_cursor: null,
    })
    expect(await told(team.ada)).toEqual([['mention', 'admin mentioned you on “Call Initech”', 'Called.']])
    // A member's keys only read (AUT-04).
    expect(refusal(await team.ada.api.post(path, { content: 'One' }))).toEqual([403, 'insufficient_scope'])
    expect((await team.ada.api.get(path)).body.data).toHaveLength(1)
    await team.admin.api.delete(`/v1/tasks/${task}`)
    expect(refusal(await team.admin.api.post(path, { content: 'One' }))).toEqual([404, 'task_archived'])
  })

  test('NOT-03 the options of a task form say what the service can', async () => {
    const { body } = await (await launcherOf(team.ada)).get('/v1/launcher/task-options')
    expect(body.data.capabilities).toEqual(expect.arrayContaining(['comments', 'mentions', 'notifications']))
  })
})
