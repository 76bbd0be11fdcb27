// Timers and logged time of tasks, on both surfaces (TIM-01, TIM-02).
import { beforeEach, describe, expect, test } from 'vitest'
import { sql } from 'kysely'
import { launcherTask } from '../../../shared/api/launcher/tasks.ts'
import { changeRoleIn, removeMemberIn } from '../../operator/members.ts'
import { createClient, type Client } from './client.ts'
import { refusal, stageTeam, type Colleague } from './team.ts'

const team = stageTeam({ webhookNetwork: 'any host' })
const minute = 60_000
const iso = (at: number) => new Date(at).toISOString()
const pass = (ms: number) => (team.clock.at += ms)

/** Signs in again when the clock has moved: access tokens live for 10 minutes. */
const tokens = new Map<string, { at: number; token: Promise<string> }>()
const launcherOf = (who: Colleague): Client =>
  createClient(team.service.baseUrl, () => {
    const held = tokens.get(who.personId)
    if (held?.at === team.clock.at) return held.token
    const place = who === team.stranger ? team.otherWorkspace : team.workspace
    const token = team.service.signIn(place, who)
    tokens.set(who.personId, { at: team.clock.at, token })
    return token
  })

/** A task of ada and bob, made by the owner. */
const aTask = (title = 'Write the offer') =>
  team.addTask({ title, assignees: [team.ada.personId, team.bob.personId] })

const timer = (by: Client, id: string, body: unknown, surface = 'launcher/') =>
  by.post(`/v1/${surface}tasks/${id}/timer`, body)
const start = (by: Colleague, id: string, at?: number) =>
  timer(launcherOf(by), id, { action: 'start', ...(at !== undefined && { at: iso(at) }) })
const stop = (by: Colleague, id: string, at?: number) =>
  timer(launcherOf(by), id, { action: 'stop', ...(at !== undefined && { at: iso(at) }) })
const log = (by: Colleague, id: string, minutes: number, at?: number) =>
  launcherOf(by).post(`/v1/launcher/tasks/${id}/time`, { minutes, ...(at !== undefined && { at: iso(at) }) })

/** The person who runs a timer on a task since when, and the minutes that are logged. */
const time = async (id: string) => {
  const { timerState, timeLogged } = (await team.api.get(`/v1/tasks/${id}`)).body.data
  return [timerState?.personId ?? null, timeLogged]
}
const secondsOf = async (id: string) => {
  const { rows } = await team.service.store.read((tx) =>
    sql<{
      seconds: number
    }>`select time_logged * 60 + seconds_logged as seconds from task where id = ${id}`.execute(tx),
  )
  return Number(rows[0]?.seconds)
}
const runningOf = async (who: Colleague) => (await launcherOf(who).get('/v1/launcher/timer')).body.data

beforeEach(async () => {
  pass(24 * 60 * minute)
  await team.service.store.write((tx) =>
    sql`update task set timer_person_id = null, timer_started_at = null`.execute(tx),
  )
})

describe('one timer a person and one a task', () => {
  test('TIM-01 TSK-01 LCH-03 a start shows since when and for whom on both surfaces; a stop logs whole minutes of it', async () => {
    const id = await aTask()
    const started = await start(team.ada, id)
    const state = { startedAt: iso(team.clock.at), personId: team.ada.personId }
    expect([started.status, started.headers.get('etag')]).toEqual([200, '"2"'])
    expect(launcherTask.parse(started.body.data)).toMatchObject({ id, timerState: state, timeLogged: 0 })
    expect((await team.api.get(`/v1/tasks/${id}`)).body.data).toMatchObject({ timerState: state })
    expect(await runningOf(team.ada)).toEqual(started.body.data)
    expect(await runningOf(team.bob)).toBeNull()
    pass(90_000)
    expect((await stop(team.ada, id)).body.data).toMatchObject({ timerState: null, timeLogged: 1 })
    expect(await secondsOf(id)).toBe(90)
    await start(team.ada, id)
    pass(30_000)
    await stop(team.ada, id)
    expect([await secondsOf(id), await time(id)]).toEqual([120, [null, 2]])
    expect(await runningOf(team.ada)).toBeNull()
  })

  test('TIM-01 a start elsewhere ends the one before and logs it; a start by another on the task does so too', async () => {
    const [first, second] = [await aTask('First'), await aTask('Second')]
    await start(team.ada, first)
    pass(10 * minute)
    await start(team.ada, second)
    expect([await time(first), await time(second)]).toEqual([
      [null, 10],
      [team.ada.personId, 0],
    ])
    await start(team.bob, first)
    pass(5 * minute)
    // Ends that of ada here and that of bob elsewhere.
    await start(team.bob, second)
    expect([await time(first), await time(second)]).toEqual([
      [null, 15],
      [team.bob.personId, 5],
    ])
    expect(await runningOf(team.ada)).toBeNull()
  })

  test('TIM-01 a start of what runs and a stop of what does not change nothing, not even the version', async () => {
    const id = await aTask()
    const started = await start(team.ada, id)
    pass(3 * minute)
    const again = await start(team.ada, id)
    expect(again.body).toEqual(started.body)
    const stopped = await stop(team.ada, id)
    pass(3 * minute)
    const twice = await stop(team.ada, id)
    expect([twice.status, twice.body, twice.headers.get('etag')]).toEqual([
      200,
      stopped.body,
      stopped.headers.get('etag'),
    ])
    expect(await time(id)).toEqual([null, 3])
  })

  test('TIM-01 two starts at the same moment leave one timer, whoever wins', async () => {
    const [first, second] = [await aTask('First'), await aTask('Second')]
    const mine = await Promise.all([start(team.ada, first), start(team.ada, second), start(team.ada, first)])
    expect(mine.map(({ status }) => status)).toEqual([200, 200, 200])
    const owners = [(await time(first))[0], (await time(second))[0]]
    expect(owners.filter(Boolean)).toEqual([team.ada.personId])
    const ours = await Promise.all([start(team.ada, second), start(team.bob, second), start(team.bob, first)])
    expect(ours.map(({ status }) => status)).toEqual([200, 200, 200])
    const { rows } = await team.service.store.read((tx) =>
      sql<{ person: string }>`select timer_person_id as person from task
        where workspace_id = ${team.workspace.id} and timer_person_id is not null`.execute(tx),
    )
    const people = rows.map(({ person }) => person)
    expect(new Set(people).size).toBe(people.length)
    expect(people).toContain(team.bob.personId)
  })

  test('TIM-01 GEN-12 an Idempotency-Key keeps the answer: sent again after a stop it starts nothing', async () => {
    const id = await aTask()
    const keyed = launcherOf(team.ada).with({ 'idempotency-key': `start ${id}` })
    const started = await timer(keyed, id, { action: 'start' })
    pass(2 * minute)
    await stop(team.ada, id)
    expect((await timer(keyed, id, { action: 'start' })).body).toEqual(started.body)
    expect(await time(id)).toEqual([null, 2])
  })

  test('TIM-01 the database itself holds one timer a person', async () => {
    const [first, second] = [await aTask(), await aTask()]
    await start(team.ada, first)
    const forced = team.service.store.write((tx) =>
      sql`update task set timer_person_id = ${team.ada.personId}, timer_started_at = 1
        where workspace_id = ${team.workspace.id} and id = ${second}`.execute(tx),
    )
    await expect(forced).rejects.toThrow(/unique/i)
  })

  test('TIM-01 a key acts for its owner', async () => {
    const id = await aTask()
    const started = await timer(team.api, id, { action: 'start' }, '')
    expect(started.body.data).toMatchObject({ timerState: { personId: team.owner.personId } })
    expect((await runningOf(team.owner)).id).toBe(id)
    expect(refusal(await timer(team.ada.api, id, { action: 'start' }, ''))).toEqual([
      403,
      'insufficient_scope',
    ])
  })
})

describe('when a timer begins and ends', () => {
  test('TIM-01 a stop with an instant logs only the time until it; one at the start logs nothing', async () => {
    const id = await aTask()
    const began = team.clock.at
    await start(team.ada, id)
    pass(16 * 60 * minute)
    await stop(team.ada, id, began + 42 * minute)
    expect(await time(id)).toEqual([null, 42])
    const again = pass(minute)
    await start(team.ada, id)
    pass(60 * minute)
    await stop(team.ada, id, again)
    expect(await time(id)).toEqual([null, 42])
  })

  test('TIM-01 a start that waited begins when it was pressed, and ends the one before then', async () => {
    const [first, second] = [await aTask('First'), await aTask('Second')]
    await start(team.ada, first)
    const pressed = pass(20 * minute)
    pass(30 * minute)
    const { body } = await start(team.ada, second, pressed)
    expect(body.data.timerState.startedAt).toBe(iso(pressed))
    expect(await time(first)).toEqual([null, 20])
  })

  test.each([
    ['in the future', 5 * minute],
    ['before the start', -5 * minute],
  ])('TIM-01 an instant %s is refused, and nothing changes', async (_, off) => {
    const [id, other] = [await aTask(), await aTask()]
    await start(team.ada, id)
    const refused = [
      await stop(team.ada, id, team.clock.at + off),
      await start(team.ada, other, team.clock.at + off),
    ]
    for (const answer of refused) {
      expect(refusal(answer)).toEqual([400, 'invalid_value'])
      expect(answer.body.error.details).toMatchObject([{ path: ['at'] }])
    }
    expect(await time(id)).toEqual([team.ada.personId, 0])
  })

  test('TIM-01 clocks that are a little off are taken as now and as the start', async () => {
    const id = await aTask()
    await start(team.ada, id, team.clock.at + minute)
    expect((await runningOf(team.ada)).timerState.startedAt).toBe(iso(team.clock.at))
    await stop(team.ada, id, team.clock.at - minute)
    expect(await secondsOf(id)).toBe(0)
  })

  test('TIM-01 a timer begins within the last 7 days', async () => {
    const id = await aTask()
    expect(refusal(await start(team.ada, id, team.clock.at - 8 * 24 * 60 * minute))).toEqual([
      400,
      'invalid_value',
    ])
  })

  test('TIM-01 a clock that was set back while it ran logs no negative time, and stops it', async () => {
    const id = await aTask()
    await start(team.ada, id)
    // The clock of the service never goes back while it runs: the start is moved instead.
    await team.service.store.write((tx) =>
      sql`update task set timer_started_at = ${team.clock.at + 60 * minute} where id = ${id}`.execute(tx),
    )
    await log(team.ada, id, 10)
    expect((await stop(team.ada, id, team.clock.at)).body.data).toMatchObject({
      timerState: null,
      timeLogged: 10,
    })
  })
})

describe('what ends a timer', () => {
  test('TIM-01 TSK-05 archiving logs it, and an archived task starts none; a stop is still answered', async () => {
    const id = await aTask()
    await start(team.ada, id)
    pass(7 * minute)
    await launcherOf(team.owner).delete(`/v1/launcher/tasks/${id}`)
    expect(await time(id)).toEqual([null, 7])
    expect(refusal(await start(team.ada, id))).toEqual([404, 'task_archived'])
    expect(refusal(await log(team.ada, id, 5))).toEqual([404, 'task_archived'])
    expect((await stop(team.ada, id)).body.data).toMatchObject({ timerState: null, timeLogged: 7 })
  })

  test('TIM-01 completing logs it, another change does not end it, and a complete task may be worked on', async () => {
    const id = await aTask()
    await start(team.ada, id)
    pass(7 * minute)
    const path = `/v1/launcher/tasks/${id}`
    await launcherOf(team.bob).patch(path, { status: 'in-progress', title: 'Other' })
    expect(await time(id)).toEqual([team.ada.personId, 0])
    const { body } = await launcherOf(team.bob).patch(path, { status: 'done' })
    expect(body.data).toMatchObject({ status: 'done', timerState: null, timeLogged: 7 })
    await start(team.ada, id)
    await launcherOf(team.bob).patch(path, { description: 'More' })
    expect(await time(id)).toEqual([team.ada.personId, 7])
  })

  test('TIM-01 AUT-09 a person who loses sight of the task, or leaves the workspace', async () => {
    const [lost, left] = [await aTask('Lost'), await team.addTask({ title: 'Left' })]
    await start(team.bob, lost)
    pass(4 * minute)
    const path = `/v1/launcher/tasks/${lost}`
    await launcherOf(team.owner).patch(path, { assignees: [team.bob.personId] })
    expect(await time(lost)).toEqual([team.bob.personId, 0])
    await launcherOf(team.owner).patch(path, { assignees: [] })
    expect(await time(lost)).toEqual([null, 4])
    const leaver = await team.service.addMember(team.workspace, { role: 'admin', email: 'leaver@acme.test' })
    const { token } = await team.service.createKey(team.workspace, leaver)
    await timer(createClient(team.service.baseUrl, token), left, { action: 'start' }, '')
    pass(6 * minute)
    await team.service.store.write((tx) =>
      removeMemberIn(tx, team.workspace, 'operator', { personId: leaver.personId, at: team.clock.at }),
    )
    expect(await time(left)).toEqual([null, 6])
  })

  test('TIM-01 AUT-09 a person whose role is lowered, on a task that they do not see any more', async () => {
    const admin = await team.service.addMember(team.workspace, { role: 'admin', email: 'was@acme.test' })
    const { personId } = admin
    const was = createClient(
      team.service.baseUrl,
      (await team.service.createKey(team.workspace, admin)).token,
    )
    const become = (role: 'admin' | 'member') =>
      team.service.store.write((tx) =>
        changeRoleIn(tx, team.workspace, 'operator', { personId, role, at: team.clock.at }),
      )
    const [others, own] = [
      await team.addTask({ title: 'Theirs' }),
      await team.addTask({ title: 'Own', assignees: [personId] }),
    ]
    await timer(was, others, { action: 'start' }, '')
    pass(5 * minute)
    await become('member')
    expect(await time(others)).toEqual([null, 5])
    await become('admin')
    await timer(was, own, { action: 'start' }, '')
    await become('member')
    expect(await time(own)).toEqual([personId, 0])
  })
})

describe('logged time', () => {
  test('TIM-02 grows by hand, is corrected by anyone who may edit, and is never below 0', async () => {
    const id = await aTask()
    expect((await log(team.ada, id, 90)).body.data.timeLogged).toBe(90)
    expect((await log(team.bob, id, -15)).body.data.timeLogged).toBe(75)
    const answer = await team.api.post(`/v1/tasks/${id}/time`, {
      minutes: -500,
      at: iso(team.clock.at - minute),
    })
    expect(answer.body.data.timeLogged).toBe(0)
    await start(team.ada, id)
    pass(2 * minute)
    expect((await log(team.bob, id, 1)).body.data).toMatchObject({ timeLogged: 1, timerState: {} })
    expect((await stop(team.ada, id)).body.data.timeLogged).toBe(3)
  })

  test('TIM-02 GEN-12 of one Idempotency-Key is added once, also when both arrive at the same moment', async () => {
    const id = await aTask()
    const ada = launcherOf(team.ada).with({ 'idempotency-key': `time ${id}` })
    await Promise.all([1, 2].map(() => ada.post(`/v1/launcher/tasks/${id}/time`, { minutes: 30 })))
    expect(await time(id)).toEqual([null, 30])
    await Promise.all([1, 2, 3].map(() => log(team.bob, id, 10)))
    expect(await time(id)).toEqual([null, 60])
  })

  test.each([{ minutes: 1.5 }, { minutes: '5' }, { minutes: 600_000 }, {}, { minutes: 5, at: 'today' }])(
    'TIM-02 %j is refused',
    async (body) => {
      const id = await aTask()
      const answer = await launcherOf(team.ada).post(`/v1/launcher/tasks/${id}/time`, body)
      expect(answer.status).toBe(400)
    },
  )

  test('TIM-02 the future is refused', async () => {
    expect(refusal(await log(team.ada, await aTask(), 5, team.clock.at + 5 * minute))).toEqual([
      400,
      'invalid_value',
    ])
  })
})

test('TIM-01 TIM-02 AUT-09 a task that the person does not see is not there', async () => {
  const id = await team.addTask({ title: 'Not theirs' })
  for (const answer of [await start(team.ada, id), await stop(team.ada, id), await log(team.ada, id, 5)])
    expect(refusal(answer)).toEqual([404, 'not_found'])
  expect(refusal(await start(team.stranger, id))).toEqual([404, 'not_found'])
  // Admins see every task.
  expect((await start(team.admin, id)).status).toBe(200)
})

test('TIM-01 WHK-04 FED-01 each change of a timer is told, with the time before, also on the task that a start leaves', async () => {
  const [first, second] = [await aTask('First'), await aTask('Second')]
  await team.api.post('/v1/webhooks', { url: 'https://127.0.0.1:9/hook', events: ['task.updated'] })
  await start(team.ada, first)
  pass(2 * minute)
  await start(team.ada, second)
  const { rows } = await team.service.store.read((tx) =>
    sql<{ body: string }>`select body from webhook_event where workspace_id = ${team.workspace.id}`.execute(
      tx,
    ),
  )
  const state = { startedAt: expect.any(String), personId: team.ada.personId }
  const events = rows.map(({ body }) => JSON.parse(body)).map(({ data, previous }) => [data.title, previous])
  expect(events).toHaveLength(3)
  expect(events).toEqual(
    expect.arrayContaining([
      ['First', { timerState: null }],
      ['First', { timerState: state, timeLogged: 0 }],
      ['Second', { timerState: null }],
    ]),
  )
  const { data } = (await launcherOf(team.owner).get('/v1/launcher/changes?kinds=task&limit=100')).body
  expect(data.filter((each: { id: string }) => [first, second].includes(each.id))).toHaveLength(3)
})

test('APP-11 TIM-01 the options of a task name the capability', async () => {
  const { body } = await launcherOf(team.ada).get('/v1/launcher/task-options')
  expect(body.data.capabilities).toContain('timers')
})
