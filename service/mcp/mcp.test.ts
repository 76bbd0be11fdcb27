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
