// Lists of a team's tasks on the launcher surface: by person, section, status, priority and due date.
import { expect, test } from 'vitest'
import { taskOptions } from '../../../shared/api/launcher/tasks.ts'
import { newUuid } from '../../base/ids.ts'
import { insertSection } from '../../tasks/task-settings.store.ts'
import { idsOf, walk } from './client.ts'
import { morning, refusal, stageTeam, type Colleague } from './team.ts'

const team = stageTeam()
const path = '/v1/launcher/tasks'
const day = 86_400_000
const list = async (query: string, by: Colleague = team.owner): Promise<string[]> =>
  idsOf(await walk(by.launcher, `${path}?limit=2&${query}`))
const iso = (at: number): string => new Date(at).toISOString()

let staged: ReturnType<typeof stageTasks> | undefined
/** Staged once, by the first test that asks. */
const stage = () => (staged ??= stageTasks())

/** Tasks that differ in one thing each. */
const stageTasks = async () => {
  const { ada, bob } = team
  const section = 'sec_launch'
  const foreign = 'sec_elsewhere'
  await team.service.store.write(async (tx) => {
    await insertSection(tx, team.workspace.id, { id: section, name: 'Launch', recordId: null, position: 0 })
    await insertSection(tx, team.otherWorkspace.id, {
      id: foreign,
      name: 'Launch',
      recordId: null,
      position: 0,
    })
  })
  await team.addTask({ title: 'Elsewhere', sectionId: foreign, dueDate: morning }, team.otherWorkspace)
  const both = [ada.personId, bob.personId]
  const ofAda = [ada.personId]
  return {
    section,
    foreign,
    undated: await team.addTask({ title: 'Undated', assignees: ofAda }),
    late: await team.addTask({ title: 'Late', assignees: ofAda, dueDate: morning + 2 * day }),
    soon: await team.addTask({
      title: 'Soon',
      assignees: both,
      sectionId: section,
      priority: 'high',
      dueDate: morning + day,
    }),
    done: await team.addTask({ title: 'Done', assignees: ofAda, status: 'done', dueDate: morning }),
    bobs: await team.addTask({
      title: 'Of Bob',
      assignees: [bob.personId],
      sectionId: section,
      dueDate: morning - day,
    }),
    nobodys: await team.addTask({ title: 'Of nobody', sectionId: section, dueDate: morning + 3 * day }),
  }
}

test('LCH-11 the filters of GET /tasks combine, and the answer is by due date with undated tasks last', async () => {
  const { section, undated, late, soon, done, bobs, nobodys } = await stage()
  const ada = `assignee=${team.ada.personId}`
  expect(await list(ada)).toEqual([done, soon, late, undated])
  expect(await list(`${ada}&isComplete=false`)).toEqual([soon, late, undated])
  expect(await list(`${ada}&status=done`)).toEqual([done])
  expect(await list(`${ada}&priority=high`)).toEqual([soon])
  expect(await list(`sectionId=${section}`)).toEqual([bobs, soon, nobodys])
  expect(await list(`sectionId=${section}&assignee=none`)).toEqual([nobodys])
  expect(await list(`${ada}&sectionId=none&isComplete=false`)).toEqual([late, undated])
  expect(await list(`sectionId=${section}&dueBefore=${iso(morning + day)}`)).toEqual([bobs])
  const until = `dueAfter=${iso(morning)}&dueBefore=${iso(morning + 2 * day)}`
  expect(await list(until)).toEqual([soon])
  expect(await list(`${ada}&isComplete=false&dueBefore=${iso(morning)}`)).toEqual([])
  const archived = await team.addTask({ title: 'Archived', assignees: [team.ada.personId] })
  await team.owner.launcher.delete(`${path}/${archived}`)
  expect(await list(`${ada}&isComplete=false`)).toEqual([soon, late, undated])
})

test('LCH-11 AUT-09 a list has no task that the member does not see, whoever it asks for', async () => {
  const { section, soon, bobs, nobodys } = await stage()
  const { ada, bob, owner, admin } = team
  for (const [by, seen] of [
    [ada, [soon]],
    [bob, [bobs, soon]],
    [owner, [bobs, soon, nobodys]],
    [admin, [bobs, soon, nobodys]],
  ] as const)
    expect(await list(`sectionId=${section}`, by), by.email).toEqual(seen)
  expect(await list(`sectionId=${section}&assignee=${bob.personId}`, ada)).toEqual([soon])
  expect(await list(`sectionId=${section}&assignee=me`, bob)).toEqual([bobs, soon])
  expect(await list('assignee=none', ada)).toEqual([])
})

test('LCH-11 AUT-10 an unknown or foreign person, section or status lists nothing', async () => {
  const { foreign } = await stage()
  for (const query of [
    'assignee=usr_nobody',
    `assignee=${team.stranger.personId}`,
    'sectionId=sec_nothing',
    `sectionId=${foreign}`,
    'status=nothing',
  ]) {
    expect((await team.owner.launcher.get(`${path}?${query}`)).body, query).toEqual({
      data: [],
      hasMore: false,
      nextCursor: null,
    })
  }
})

test('LCH-11 GEN-06 a cursor belongs to its filters', async () => {
  const { section } = await stage()
  const asked = `sectionId=${section}&limit=1`
  const { nextCursor } = (await team.owner.launcher.get(`${path}?${asked}`)).body
  const cursor = `cursor=${encodeURIComponent(nextCursor)}`
  expect((await team.owner.launcher.get(`${path}?${asked}&${cursor}`)).body.data).toHaveLength(1)
  for (const query of [cursor, `${cursor}&${asked}&priority=high`, `${cursor}&parentTaskId=x`])
    expect(refusal(await team.owner.launcher.get(`${path}?${query}`)), query).toEqual([400, 'invalid_cursor'])
})

test.each(['assignee=', 'sectionId=', 'isComplete=yes', 'priority=huge', 'dueBefore=tomorrow', 'dueAfter=5'])(
  'LCH-11 %s is 400',
  async (query) => {
    expect(refusal(await team.owner.launcher.get(`${path}?${query}`))).toEqual([400, 'validation_error'])
  },
)

test('LCH-11 more tasks than are sorted come newest first, page by page', async () => {
  const section = 'sec_crowded'
  const most = 2_000
  await team.service.store.write((tx) =>
    insertSection(tx, team.workspace.id, { id: section, name: 'Crowded', recordId: null, position: 0 }),
  )
  const first = await team.addTask({ title: 'Crowd', sectionId: section, dueDate: morning })
  const ids: string[] = [first]
  await team.service.store.write(async (tx) => {
    const row = await tx.selectFrom('task').selectAll().where('id', '=', first).executeTakeFirstOrThrow()
    const copies = Array.from({ length: most }, (_, at) => {
      const id = newUuid()
      ids.unshift(id)
      return { ...row, id, created_at: morning + at + 1, due_date: morning - at }
    })
    for (let at = 0; at < most; at += 100)
      await tx
        .insertInto('task')
        .values(copies.slice(at, at + 100))
        .execute()
  })
  const found = await walk(team.owner.launcher, `${path}?sectionId=${section}&limit=100`)
  expect(idsOf(found)).toEqual(ids)
})

test('LCH-11 APP-11 task-options says that this service lists tasks by filters', async () => {
  const { data } = (await team.ada.launcher.get('/v1/launcher/task-options')).body
  expect(taskOptions.parse(data).capabilities).toContain('lists')
})
