// AGT-01 over HTTP, with a real client of the SDK, in both revisions.
import { afterAll, describe, expect, test } from 'vitest'
import { startTeam } from '../test/contract/team.ts'
import { call, connect, revisions, rowsOf } from './mcp-testing.ts'

const team = await startTeam()
afterAll(() => team.service.close())
const { service, owner } = team

describe.each(revisions)('AGT-01 revision %s', (revision) => {
  test('captures, lists, reads, changes and finds a task in the name of its person', async () => {
    const client = await connect(service.baseUrl, owner.token, revision)
    const created = await call(client, 'capture_task', {
      title: `Call Nordwind ${revision}`,
      due: '2026-01-09',
      assignees: ['me', 'ada'],
      priority: 'high',
    })
    const [task] = rowsOf(created)
    expect(task).toMatchObject({
      title: `Call Nordwind ${revision}`,
      due: '2026-01-09',
      priority: 'high',
      assignees: ['owner', 'ada'],
    })
    const { id } = task ?? {}
    expect(rowsOf(await call(client, 'list_tasks', { assignee: 'me' })).map((row) => row['id'])).toContain(id)
    expect(await call(client, 'change_tasks', { changes: [{ id, status: 'Done', due: null }] })).toMatch(
      /^1 of 1 changed/,
    )
    const [read] = rowsOf(await call(client, 'read', { items: [{ kind: 'task', id }] }))
    expect(read).toMatchObject({ id, status: 'done', created_by: 'owner' })
    expect(read).not.toHaveProperty('due')
    expect(rowsOf(await call(client, 'find', { text: `nordwind ${revision}` }))[0]).toMatchObject({
      kind: 'task',
      id,
    })
    await client.close()
  })
})

describe('tasks that repeat', () => {
  test('AGT-01 are captured and shown with their rule and time, and completing one names the next', async () => {
    const client = await connect(service.baseUrl, owner.token)
    const rule = 'FREQ=WEEKLY;BYDAY=MO'
    const capture = { title: 'Water the ficus', due: '2026-01-05', repeat: { rule } }
    const { id } = rowsOf(await call(client, 'capture_task', capture))[0] ?? {}
    const items = [{ kind: 'task', id }]
    await owner.launcher.post(`/v1/launcher/tasks/${String(id)}/time`, { minutes: 90 })
    await owner.launcher.post(`/v1/launcher/tasks/${String(id)}/timer`, { action: 'start' })
    expect(rowsOf(await call(client, 'read', { items }))[0]).toMatchObject({
      repeat: { rule, after: 'due' },
      logged: 90,
      timer: { by: 'owner', since: expect.any(String) },
    })
    const done = rowsOf(await call(client, 'change_tasks', { changes: [{ id, status: 'done' }] }))[0]
    const next = [{ kind: 'task', id: done?.['next'] }]
    const made = rowsOf(await call(client, 'read', { items: next }))[0]
    expect(made).toMatchObject({ due: '2026-01-12', repeat: { rule, after: 'due' } })
    expect(made).not.toHaveProperty('timer')
    expect(rowsOf(await call(client, 'read', { items }))[0]).not.toHaveProperty('timer')
    const ended = await call(client, 'change_tasks', { changes: [{ id: done?.['next'], repeat: null }] })
    expect(ended).toMatch(/^1 of 1 changed/)
    expect(rowsOf(await call(client, 'read', { items: next }))[0]).not.toHaveProperty('repeat')
    const wrong = { title: 'No', repeat: { rule: 'every monday' } }
    expect(await call(client, 'capture_task', wrong)).toMatch(
      /^refused: Nothing was saved. repeat: send the RRULE/,
    )
    await client.close()
  })

  test('AGT-01 LCH-06 a find in a description shows the place', async () => {
    const client = await connect(service.baseUrl, owner.token)
    await call(client, 'capture_task', { title: 'Plain', description: 'The water has no marmalade in it.' })
    await expect
      .poll(async () => rowsOf(await call(client, 'find', { text: 'marmalade' }))[0], { timeout: 5_000 })
      .toMatchObject({ title: 'Plain', inside: expect.stringContaining('marmalade') })
    await client.close()
  })
})
