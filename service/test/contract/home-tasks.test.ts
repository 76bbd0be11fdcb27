// A day's work in the browser: tasks from their creation to their restoring, and lists that are kept as links.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { formOn, nextOf, rowsOf, startHome } from '../../home/home-testing.ts'
import { headingOf, type Arrival } from '../../oauth/oauth-testing.ts'
import { faultsOf } from '../../settings/settings-testing.ts'
import { putMembership } from '../../access/members.store.ts'
import { insertPerson } from '../../access/people.store.ts'
import { changeTrail } from '../../changes/changes.store.ts'
import { getTask, updateTask } from '../../tasks/tasks.store.ts'

let stage: Awaited<ReturnType<typeof startHome>>
let owner: Awaited<ReturnType<typeof startHome>>['browsers']['owner']
beforeAll(async () => {
  stage = await startHome()
  owner = stage.browsers.owner
})
afterAll(() => stage.service.close())

const factIn = ({ text }: Arrival, label: string): string =>
  (new RegExp(`<dt>${label}</dt>\\s*<dd>(.*?)</dd>`, 's').exec(text)?.[1] ?? '')
    .replaceAll(/<[^>]*>/g, '')
    .replaceAll(/\s+/g, ' ')
    .trim()
const task = (id: string) => stage.store.read((tx) => getTask(tx, stage.acme.id, id))

test('HOM-03 a task is created, changed, completed, archived and restored', async () => {
  const created = await stage.fill(owner, 'new-task', 'create-task', {
    title: ' Paint the door ',
    description: 'Two coats.\r\nBlue.',
    due: '2027-03-01',
    priority: 'high',
    section: 'sec_1',
    estimate: '1 h 30 min',
  })
  expect([created.status, headingOf(created)]).toEqual([200, 'Paint the door'])
  expect(created.text).toContain('The task was created.')
  const made = await stage.newestTask()
  expect(made).toMatchObject({
    title: 'Paint the door',
    description: 'Two coats.\nBlue.',
    dueDate: Date.parse('2027-03-01T23:59:59.999Z'),
    priority: 'high',
    sectionId: 'sec_1',
    estimatedTime: 90,
    assignees: [stage.owner.personId],
  })
  const saved = await stage.fill(owner, `edit-task?id=${made.id}`, 'save-task', {
    title: 'Paint the gate',
    estimate: '1.5h',
  })
  expect(headingOf(saved)).toBe('Paint the gate')
  expect(await task(made.id)).toMatchObject({
    ...made,
    title: 'Paint the gate',
    version: 2,
    updatedAt: expect.any(Number),
  })
  await owner.post('set-status', { complete: made.id, list: 'my-tasks' })
  expect(rowsOf(await owner.open('my-tasks'))).not.toContain('Paint the gate')
  expect(rowsOf(await owner.open('my-tasks?status=done'))).toContain('Paint the gate')
  const archived = await owner.post('archive-task', { task: made.id })
  expect(archived.text).toContain('Archived task')
  expect(rowsOf(await owner.open('tasks?status=archived'))).toContain('Paint the gate')
  const restored = await owner.post('restore-task', { task: made.id })
  expect(restored.text).toContain('The task was restored.')
  const trail = await stage.store.read((tx) => changeTrail(tx, stage.acme.id, { kind: 'task' }, 10))
  expect(trail.filter(({ id }) => id === made.id).map(({ action }) => action)).toEqual([
    'updated',
    'archived',
    'updated',
    'updated',
    'created',
  ])
})

test('HOM-03 a form that shows a task and changes nothing stores nothing, to the millisecond', async () => {
  const made = await stage.createTask(owner, {
    title: 'Kept',
    due: '2027-03-01',
    dueTime: '09:30',
    start: '2027-02-01',
  })
  await stage.fill(owner, `edit-task?id=${made.id}`, 'save-task')
  expect(await task(made.id)).toEqual(made)
})

test('HOM-03 a refused form is shown again with what was typed, and its faults at the fields', async () => {
  const refused = await stage.fill(owner, 'new-task', 'create-task', {
    title: '  ',
    due: '2027-02-31',
    estimate: 'soon',
    records: 'Nobody knows it',
    description: 'Kept text',
  })
  expect(refused.status).toBe(400)
  expect(faultsOf(refused)).toHaveLength(4)
  expect(refused.text).toContain('Kept text')
  expect(refused.text).toContain('Nobody knows it')
  const order = await stage.fill(owner, 'new-task', 'create-task', {
    title: 'Backwards',
    start: '2027-03-02',
    due: '2027-03-01',
  })
  expect(faultsOf(order).join()).toMatch(/start date must not be later/)
})

test('HOM-03 a task is made to repeat, a rule that the form does not offer is kept, and the repetition ends', async () => {
  await stage.fill(owner, 'new-task', 'create-task', {
    title: 'Wind the clock',
    due: '2027-03-05',
    repeat: 'FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR',
  })
  const made = await stage.newestTask()
  expect(made.recurrence).toEqual({ rule: 'FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR', after: 'due' })
  const edit = `edit-task?id=${made.id}`
  const change = async (fields: Record<string, string>) => {
    const answer = await stage.fill(owner, edit, 'save-task', fields)
    return { answer, stored: await task(made.id) }
  }
  expect((await change({ title: 'Wind the clocks' })).stored?.recurrence).toEqual(made.recurrence)
  expect((await change({ repeat: 'FREQ=MONTHLY' })).stored?.recurrence).toEqual({
    rule: 'FREQ=MONTHLY',
    after: 'due',
  })

  const recurrence = { rule: 'FREQ=DAILY;INTERVAL=3', after: 'completion' } as const
  const held = await task(made.id)
  if (held === undefined) throw new Error('The task is gone.')
  await stage.store.write((tx) => updateTask(tx, stage.acme.id, held, { recurrence }, held.updatedAt))
  expect((await owner.open(edit)).text).toMatch(
    /<option value="kept"\s+selected>every 3 days, counted from the completion</,
  )
  expect((await change({ title: 'Wind all clocks' })).stored).toMatchObject({
    title: 'Wind all clocks',
    recurrence,
  })
  // A page that was opened before the form had the field.
  const { repeat: _, ...without } = formOn(await owner.open(edit), 'save-task')
  await owner.post('save-task', { ...without, title: 'Wind some clocks' })
  expect(await task(made.id)).toMatchObject({ title: 'Wind some clocks', recurrence })

  for (const repeat of ['FREQ=HOURLY', 'FREQ=DAILY;COUNT=2']) {
    const { answer, stored } = await change({ repeat })
    expect([answer.status, faultsOf(answer).join(), stored?.recurrence]).toEqual([
      400,
      expect.stringContaining('Choose how the task repeats.'),
      recurrence,
    ])
  }
  expect((await change({ repeat: '' })).stored?.recurrence).toBe(null)

  await change({ repeat: 'FREQ=DAILY' })
  await owner.post('set-status', { complete: made.id, list: '' })
  const next = (await task(made.id))?.nextTaskId ?? ''
  expect((await task(next))?.dueDate).toBe(Date.parse('2027-03-06T23:59:59.999Z'))
})

test('HOM-03 a task that somebody changed meanwhile is a conflict; what was typed is kept, and a second save replaces', async () => {
  const made = await stage.createTask(owner, { title: 'First' })
  const admin = stage.browsers.admin
  const shown = formOn(await owner.open(`edit-task?id=${made.id}`), 'save-task')
  await stage.fill(admin, `edit-task?id=${made.id}`, 'save-task', { title: 'Second' })
  const conflict = await owner.post('save-task', { ...shown, title: 'Third' })
  expect(conflict.status).toBe(409)
  expect(conflict.text).toContain('stored: “Second”')
  const again = formOn(conflict, 'save-task')
  expect([again['title'], again['version']]).toEqual(['Third', '2'])
  expect((await owner.post('save-task', again)).status).toBe(200)
  expect((await task(made.id))?.title).toBe('Third')
})

test('HOM-03 a validation fault does not hide that somebody changed the task meanwhile', async () => {
  const made = await stage.createTask(owner, { title: 'One' })
  const shown = formOn(await owner.open(`edit-task?id=${made.id}`), 'save-task')
  const refused = await owner.post('save-task', { ...shown, estimate: '0' })
  await stage.fill(stage.browsers.admin, `edit-task?id=${made.id}`, 'save-task', { title: 'Two' })
  expect((await owner.post('save-task', { ...formOn(refused, 'save-task'), estimate: '5' })).status).toBe(409)
})

test('HOM-03 an archived task is not changed: its pages offer to restore it', async () => {
  const made = await stage.createTask(owner)
  await owner.post('archive-task', { task: made.id })
  const page = await owner.open(`edit-task?id=${made.id}`)
  expect(page.text).toContain('Restore it to change it')
  const pressed = await owner.post('set-status', { complete: made.id, list: `tasks/${made.id}` })
  expect([pressed.status, headingOf(pressed)]).toEqual([409, 'Not done'])
  expect(pressed.text).toContain(`href="/w/acme/tasks/${made.id}"`)
})

test('HOM-02 lists filter by person, section, status and priority, sort, and page without a loss', async () => {
  const person = stage.admin.personId
  const due = (index: number) => `2027-05-${String((index % 28) + 1).padStart(2, '0')}`
  for (let index = 0; index < 60; index += 1)
    await stage.fill(owner, 'new-task', 'create-task', (shown) => {
      const { [`assignees.${stage.owner.personId}`]: _me, ...rest } = shown
      return {
        ...rest,
        title: `Numbered ${index}`,
        due: due(index),
        section: index % 2 === 0 ? 'sec_1' : 'sec_2',
        priority: index % 3 === 0 ? 'urgent' : 'low',
        [`assignees.${person}`]: 'on',
      }
    })
  const walk = async (path: string) => {
    const titles: string[] = []
    for (let next: string | undefined = path; next !== undefined;) {
      const page: Arrival = await owner.open(next)
      expect(page.status).toBe(200)
      titles.push(...rowsOf(page))
      next = nextOf(page)
    }
    return titles
  }
  const numbers = Array.from({ length: 60 }, (_, index) => index)
  const byDue = await walk(`tasks?person=${person}`)
  expect(byDue.toSorted()).toEqual(numbers.map((index) => `Numbered ${index}`).toSorted())
  const days = byDue.map((title) => due(Number(title.slice(9))))
  expect(days).toEqual(days.toSorted())
  expect((await walk(`tasks?person=${person}&section=sec_1&priority=urgent`)).length).toBe(10)
  expect((await walk(`tasks?person=${person}&order=newest`))[0]).toBe('Numbered 59')
  expect((await walk(`tasks?person=${person}&section=none`)).length).toBe(0)
  const filtered = await owner.open(`tasks?person=${person}&section=sec_2&order=priority&status=`)
  expect(filtered.text).toContain(
    `href="/w/acme/tasks?person=${person}&amp;section=sec_2&amp;order=priority"`,
  )
  // A cursor of another list begins again.
  const cursor =
    new URLSearchParams(nextOf(await owner.open(`tasks?person=${person}`))?.split('?')[1]).get('cursor') ?? ''
  expect(rowsOf(await owner.open(`tasks?person=${person}&section=sec_1&cursor=${cursor}`))).toHaveLength(30)
})

test('HOM-03 where there are many members, a form takes their addresses', async () => {
  const big = await startHome()
  try {
    const browser = big.browsers.owner
    await big.store.write(async (tx) => {
      for (let index = 0; index < 60; index += 1) {
        const person = {
          id: `usr_many_${index}`,
          email: `many${index}@acme.test`,
          name: 'Many',
          avatarUrl: null,
          passwordHash: null,
        }
        await insertPerson(tx, { ...person, createdAt: 1 })
        await putMembership(tx, big.acme.id, person.id, 'member', 1)
      }
    })
    await big.fill(browser, 'new-task', 'create-task', {
      title: 'For two',
      assignees: ' Many7@acme.test\r\nmember@acme.test\r\n',
    })
    const made = await big.newestTask()
    expect(made.assignees).toEqual(['usr_many_7', big.member.personId])
    const page = await browser.open(`edit-task?id=${made.id}`)
    expect(page.text).toMatch(/many7@acme\.test\nmember@acme\.test/)
    const refused = await big.fill(browser, `edit-task?id=${made.id}`, 'save-task', {
      assignees: 'nobody@acme.test',
    })
    expect([refused.status, faultsOf(refused)]).toEqual([400, ['Somebody of these is not a member.']])
    expect(refused.text).toContain('nobody@acme.test')
  } finally {
    await big.service.close()
  }
})

test('HOM-01 an empty workspace says on each page what to do first', async () => {
  const empty = await startHome()
  try {
    const browser = empty.browsers.owner
    const home = await browser.open('')
    expect(home.text).toContain('No open task is assigned to you.')
    expect(home.text).toContain('Add your calendar')
    expect((await browser.open('records?object=deals')).text).toContain('Create the first one')
    expect((await empty.browsers.member.open('records?object=deals')).text).toContain('Owners and admins')
    expect((await browser.open('tasks?status=done')).text).toContain('Show all open tasks')
  } finally {
    await empty.service.close()
  }
})

test('HOM-03 TIM-01 the page of a task tells whose timer runs; completing a repeating one there logs it and links the next', async () => {
  await stage.fill(owner, 'new-task', 'create-task', { title: 'Oil the hinges', due: '2027-03-01' })
  const made = await stage.newestTask()
  const timer = { personId: stage.owner.personId, startedAt: made.createdAt - 600_000 }
  const recurrence = { rule: 'FREQ=WEEKLY;BYDAY=MO', after: 'due' } as const
  await stage.store.write((tx) => updateTask(tx, stage.acme.id, made, { timer, recurrence }, made.updatedAt))
  const shown = await owner.open(`tasks/${made.id}`)
  expect(factIn(shown, 'Timer')).toMatch(/^owner.* since .* UTC$/)
  expect(factIn(shown, 'Repeats')).toBe('every week on Monday')
  await owner.post('set-status', { complete: made.id, list: 'my-tasks' })
  const done = await owner.open(`tasks/${made.id}`)
  expect([factIn(done, 'Timer'), factIn(done, 'Time logged')]).toEqual(['', '10 min'])
  const next = await stage.newestTask()
  expect(done.text).toContain(`<dt>Next</dt>`)
  expect(done.text).toContain(`href="/w/acme/tasks/${next.id}"`)
  const dueDate = Date.parse('2027-03-08T23:59:59.999Z')
  expect(next).toMatchObject({ title: 'Oil the hinges', dueDate, timer: null, secondsLogged: 0, recurrence })
})
