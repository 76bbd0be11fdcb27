import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeEach, describe, expect, test } from 'vitest'
import { openStore, type OpenedStore } from '../../db/open.ts'
import { ownDatabases } from '../../db/postgres/databases-testing.ts'
import { importSchema } from '../../import/import-schema.ts'
import { personIn } from '../../operator/members.ts'
import { workspaceOf } from '../../operator/workspaces.ts'
import { everyone } from '../../search/lookup.store.ts'
import { linesOf } from '../imports-testing.ts'
import { lookAt } from '../reading/look.ts'
import { importHere, undoHere, type ImportAnswer } from './run-here.ts'
import { starterSchema } from '../starter.ts'
import { readTarget } from '../target.ts'
import { putMembership } from '../../access/members.store.ts'
import { personByEmail } from '../../access/people.store.ts'
import { findObject, fieldsOfWorkspace, insertField } from '../../objects/objects.store.ts'
import { recordsByCreation } from '../../records/records.store.ts'
import { insertWebhook } from '../../webhooks/webhooks.store.ts'
import { deliveriesOfWebhook } from '../../webhooks/deliveries.store.ts'
import { findBestMatches } from '../../search/search.store.ts'
import { listNotifications } from '../../notifications/notifications.store.ts'
import { tasksAmong } from '../../tasks/tasks.store.ts'
import { idsAfter } from '../../import/transfer.store.ts'

const directory = mkdtempSync(join(tmpdir(), 'svc-imports-'))
afterAll(() => rmSync(directory, { recursive: true }))
const postgres = ownDatabases()

let store: OpenedStore
let workspaceId: string
afterEach(() => store.close())

async function openWorkspace(database: string): Promise<void> {
  store = await openStore(database)
  const at = Date.now()
  const schema = { ...starterSchema(), workspace: { slug: 'acme' } }
  await importSchema(store, { slug: 'acme', schema, mode: 'write', at })
  await store.write(async (tx) => {
    workspaceId = (await workspaceOf(tx, 'acme')).id
    for (const [email, name, role] of [
      ['owner@acme.test', 'Olivia Hart', 'owner'],
      ['mira@acme.test', 'Mira Solano', 'member'],
    ] as const) {
      const person = await personIn(tx, { email, name, passwordHash: null, at })
      await putMembership(tx, workspaceId, person.id, role, at)
    }
  })
}

async function importText(
  text: string,
  options: { key?: string; as?: string; progress?: number[] } = {},
): Promise<ImportAnswer> {
  const { target, person } = await store.read(async (tx) => ({
    target: await readTarget(tx, workspaceId),
    person: await personByEmail(tx, options.as ?? 'owner@acme.test'),
  }))
  const [bytes, zone] = [Buffer.from(text), 'UTC']
  const choices = { key: options.key ?? null }
  const plan = lookAt(bytes, { target, zone, choices })
  if (!plan.ok) throw new Error(plan.message)
  const owner = { workspaceId, personId: person?.id ?? '' }
  const file = { name: 'a.csv', bytes, plan: plan.value, choices, zone }
  return importHere(store, owner, file, { onProgress: (rows) => options.progress?.push(rows) })
}

/** Records of an object by slug: title, and values by slug with titles of references. */
const recordsOf = (slug: string) =>
  store.read(async (tx) => {
    const object = await findObject(tx, workspaceId, slug)
    const slugs = new Map((await fieldsOfWorkspace(tx, workspaceId)).map((field) => [field.id, field.slug]))
    const all = await recordsByCreation(tx, workspaceId, { archived: 'included', limit: 2_000 })
    const titles = new Map(all.map(({ id, title }) => [id, title]))
    return all
      .filter(({ objectId }) => objectId === object?.id)
      .map(({ valuesText, title, updatedAt, version }) => {
        const values = Object.entries(JSON.parse(valuesText) as Record<string, string>)
        const named = values.map(([id, value]) => [slugs.get(id), titles.get(value) ?? value] as const)
        return { title, updatedAt, version, values: Object.fromEntries(named) as Record<string, unknown> }
      })
      .toSorted((a, b) => (a.title < b.title ? -1 : 1))
  })
const counts = ({ created, updated, unchanged, leftOut }: ImportAnswer) => [
  created,
  updated,
  unchanged,
  leftOut,
]

const people = linesOf(
  'Name,Email,Phone,Company,Notes',
  'Ada Vale,ada@vale.test,,Möwe,one',
  'Bo Lind,bo@lind.test,,  MOWE ,',
  'Cy Ray,bad,,Ray Ltd,',
  ',,555 0101,,who?',
  ',,555 0102,Ray Ltd,',
)

describe.each([
  ['SQLite', async () => `file:${join(directory, `${randomUUID()}.db`)}`],
  ['PostgreSQL', () => postgres()],
])('an import on %s', (_engine, databaseUrl) => {
  beforeEach(async () => openWorkspace(await databaseUrl()))

  test('IMP-03 companies are made once by folded name, existing ones are matched, and bad rows are left out', async () => {
    await importText('Company name,Domain\nRay Ltd,ray.test')
    const answer = await importText(people)
    expect(counts(answer)).toEqual([3, 1, 0, 1])
    expect(answer).toMatchObject({
      id: expect.stringMatching(/^imp_/),
      rows: 5,
      alsoCreated: { companies: 1 },
    })
    expect(answer.faults.map(({ line, column }) => [line, column])).toEqual([
      [4, 'Email'],
      [5, 'Name'],
    ])
    expect((await recordsOf('companies')).map(({ values }) => values)).toEqual([
      { name: 'Möwe' },
      { name: 'Ray Ltd', domain: 'https://ray.test', phone: '555 0102' },
    ])
    expect((await recordsOf('people')).map(({ values }) => values)).toEqual([
      { name: 'Ada Vale', email: 'ada@vale.test', company: 'Möwe', notes: 'one' },
      { name: 'Bo Lind', email: 'bo@lind.test', company: 'Möwe' },
      { name: 'Cy Ray', company: 'Ray Ltd' },
    ])
  })

  test('IMP-03 a key updates what differs, leaves the rest as it is, and makes only rows without a value of it', async () => {
    await importText(people)
    const before = await recordsOf('people')
    const again = await importText(people.replace(',one', ',two').replace('ada@', 'ADA@'), { key: 'email' })
    expect(counts(again)).toEqual([1, 1, 2, 1])
    expect(again.alsoCreated).toEqual({})
    const after = await recordsOf('people')
    expect(after.map(({ title, version }) => [title, version])).toEqual([
      ['Ada Vale', 2],
      ['Bo Lind', 1],
      ['Cy Ray', 1],
      ['Cy Ray', 1],
    ])
    expect(after[0]?.values).toMatchObject({ notes: 'two', company: 'Möwe' })
    expect(after[1]).toEqual(before[1])
  })

  test('IMP-03 a file names records by their title, their email address or their id', async () => {
    await importText('Name,Email\nAda Vale,ada@vale.test\nBo Lind,bo@lind.test')
    const ada = (
      await store.read((tx) => recordsByCreation(tx, workspaceId, { archived: 'left out', limit: 9 }))
    ).find(({ title }) => title === 'Ada Vale')
    await store.write(async (tx) => {
      const flags = {
        required: false,
        primary: false,
        readOnly: false,
        proOnly: false,
        inPreview: false,
        retired: false,
      }
      await insertField(tx, workspaceId, {
        ...flags,
        id: 'fld_mentors',
        objectId: ada?.objectId ?? '',
        slug: 'mentors',
        name: 'Mentors',
        kind: 'record_reference',
        options: { objects: ['people'], multiple: true },
        position: 9,
      })
    })
    const answer = await importText(
      `Name,Mentors\nCy Ray,${ada?.id.toUpperCase()}; BO@lind.test;bo lind; Di Fox`,
    )
    expect(answer.alsoCreated).toEqual({ people: 1 })
    const all = await store.read((tx) =>
      recordsByCreation(tx, workspaceId, { archived: 'left out', limit: 9 }),
    )
    const titles = new Map(all.map(({ id, title }) => [id, title]))
    const mentors = JSON.parse(all.find(({ title }) => title === 'Cy Ray')?.valuesText ?? '{}') as Record<
      string,
      string[]
    >
    expect(mentors['fld_mentors']?.map((id) => titles.get(id))).toEqual(['Ada Vale', 'Bo Lind', 'Di Fox'])
  })

  test('IMP-03 two rows of one key make one record, and the later one is listed', async () => {
    const answer = await importText('Name,E-mail\nAda,a@b.test\nAda Vale,A@b.test', { key: 'email' })
    expect(counts(answer)).toEqual([1, 1, 0, 0])
    expect((await recordsOf('people')).map(({ title }) => title)).toEqual(['Ada Vale'])
    const why = 'the same as in an earlier row of this file, which it changed'
    const text: unknown = expect.stringMatching(/^a@b/i)
    expect(answer.faults).toEqual([{ line: 3, column: 'E-mail', text, why, code: 'earlier_row' }])
    // Equal rows overwrite nothing.
    const equal = await importText('Name,Email\nAda Vale,A@b.test\nAda Vale,A@b.test', { key: 'email' })
    expect([counts(equal), equal.faults]).toEqual([[0, 0, 2, 0], []])
    const rows = Array.from({ length: 120 }, (_, row) => `Person ${row},p${row}@b.test`)
    const far = await importText(linesOf('Name,Email', 'Ada,a@b.test', ...rows, 'Bea,a@b.test'), {
      key: 'email',
    })
    expect(far.faults.map(({ line }) => line)).toEqual([123])
  })

  test('IMP-03 of several records with the same key the oldest is updated, and the row is listed', async () => {
    await importText('Name,Email\nAda,a@b.test\nAdam,a@b.test')
    const answer = await importText('Name,Email,Phone\nAda,a@b.test,555 0101', { key: 'email' })
    expect(counts(answer)).toEqual([0, 1, 0, 0])
    const why = 'several records have this value; the oldest was updated'
    const code = 'several_records'
    expect(answer.faults).toEqual([{ line: 2, column: 'Email', text: 'a@b.test', why, code }])
  })

  test('IMP-04 undo spares a company that a record outside the import names', async () => {
    const { id } = await importText(people)
    await importText('Name,Company\nDi Fox,Möwe')
    const undone = await undoHere(store, workspaceId, id)
    // Three people and the other company go.
    expect(undone).toMatchObject({ undone: 4, spared: 1 })
    const active = await store.read((tx) =>
      recordsByCreation(tx, workspaceId, { archived: 'left out', limit: 9 }),
    )
    expect(active.map(({ title }) => title).toSorted()).toEqual(['Di Fox', 'Möwe'])
  })

  test('IMP-04 undo spares the company of a person that it spares', async () => {
    const { id } = await importText('Name,Email,Company\nAda,a@b.test,Möwe\nBo,b@b.test,Ray Ltd')
    await importText('Name,Email\nAda Vale,a@b.test', { key: 'email' })
    expect(await undoHere(store, workspaceId, id)).toMatchObject({ undone: 2, spared: 2 })
    const active = await store.read((tx) =>
      recordsByCreation(tx, workspaceId, { archived: 'left out', limit: 9 }),
    )
    expect(active.map(({ title }) => title).toSorted()).toEqual(['Ada Vale', 'Möwe'])
  })

  test('IMP-04 undo takes back a company that a later row of the same import gave a person or an older record', async () => {
    await importText('Name,Email\nOld,old@b.test')
    const rows = ['Ada,a@b.test,', 'Bo,b@b.test,', 'Ada,a@b.test,Möwe', 'Old,old@b.test,Ray Ltd']
    const { id } = await importText(linesOf('Name,Email,Company', ...rows), { key: 'email' })
    expect(await undoHere(store, workspaceId, id)).toMatchObject({ undone: 5, spared: 0 })
    const active = await store.read((tx) =>
      recordsByCreation(tx, workspaceId, { archived: 'left out', limit: 9 }),
    )
    expect(active.map(({ title }) => title)).toEqual(['Old'])
  })

  test('IMP-03 what is imported is found by search and sent to webhooks, like any other write', async () => {
    await store.write(async (tx) => {
      const owner = await personByEmail(tx, 'owner@acme.test')
      const [url, at] = ['https://hooks.acme.test', Date.now()]
      const webhook = {
        id: 'whk_1',
        url,
        events: ['record.created', 'record.updated'] as const,
        description: null,
      }
      await insertWebhook(tx, workspaceId, {
        ...webhook,
        secret: 'whsec_x',
        createdBy: owner?.id ?? '',
        createdAt: at,
      })
    })
    await importText(people)
    await importText(people.replace(',one', ',two'), { key: 'email' })
    const { sent, found } = await store.read(async (tx) => ({
      sent: await deliveriesOfWebhook(tx, workspaceId, 'whk_1', { after: undefined, limit: 100 }),
      found: await findBestMatches(tx, workspaceId, 'bo@lind', [{ kind: 'record', audience: everyone }], 5),
    }))
    expect(Object.groupBy(sent, ({ event }) => event)).toMatchObject({
      'record.created': { length: 6 },
      'record.updated': { length: 1 },
    })
    expect(found).toMatchObject([{ record: { title: 'Bo Lind' } }])
  })

  test('IMP-04 progress is told after each batch, and a batch holds a part of the rows', async () => {
    const rows = Array.from(
      { length: 190 },
      (_, index) => `Person ${index},p${index}@many.test,Company ${index % 7}`,
    )
    const progress: number[] = []
    const answer = await importText(linesOf('Name,Email,Company', ...rows), { progress })
    expect(counts(answer)).toEqual([190, 0, 0, 0])
    expect(answer.alsoCreated).toEqual({ companies: 7 })
    expect(progress.length).toBeGreaterThan(1)
    expect(progress.at(-1)).toBe(190)
    expect(await recordsOf('companies')).toHaveLength(7)
  })

  test('IMP-04 beside a service, a batch of a command is small, so that others can write', async () => {
    const rows = Array.from({ length: 1_200 }, (_, index) => `Person ${index},p${index}@many.test,`)
    const progress: number[] = []
    const served = store
    store = { ...served, isServed: () => true }
    await importText(linesOf('Name,Email,Company', ...rows), { progress })
    store = served
    const sizes = progress.map((done, index) => done - (progress[index - 1] ?? 0))
    expect(Math.max(...sizes)).toBeLessThanOrEqual(500)
    expect(progress.at(-1)).toBe(1_200)
  })

  test('IMP-03 members import tasks, and only owners and admins records', async () => {
    const tasks = linesOf(
      'ID,Team,Title,Status,Priority,Assignee,Due Date,Parent issue,Cycle Number',
      'A-1,T,Below,Todo,High,mira@acme.test,2027-03-05,A-2,',
      'A-2,T,Above,Done,,,,,',
    )
    expect(counts(await importText(tasks, { as: 'mira@acme.test' }))).toEqual([2, 0, 0, 0])
    const stored = await store.read(async (tx) =>
      tasksAmong(tx, workspaceId, await idsAfter(tx, workspaceId, 'task', '', 9)),
    )
    const above = stored.find(({ title }) => title === 'Above')
    const mira = await store.read((tx) => personByEmail(tx, 'mira@acme.test'))
    expect(above).toMatchObject({ status: 'done', parentId: null, createdBy: mira?.id, assignees: [] })
    expect(stored.find(({ title }) => title === 'Below')).toMatchObject({
      status: 'todo',
      priority: 'high',
      parentId: above?.id,
      assignees: [mira?.id],
      dueDate: Date.parse('2027-03-05T23:59:59.999Z'),
    })
    await expect(importText(people, { as: 'mira@acme.test' })).rejects.toThrow(/Only owners and admins/)
    expect(await recordsOf('people')).toEqual([])
  })

  test('NOT-01 the end of an import is told to its person, and its tasks as one to those who got them', async () => {
    const owner = 'owner@acme.test'
    const lines = Array.from(
      { length: 120 },
      (_, at) => `A-${at},T,Task ${at},Todo,,${at < 2 ? '' : owner},,,`,
    )
    const head = 'ID,Team,Title,Status,Priority,Assignee,Due Date,Parent issue,Cycle Number'
    await importText(linesOf(head, ...lines), { as: 'mira@acme.test' })
    const told = (email: string) =>
      store.read(async (tx) => {
        const person = await personByEmail(tx, email)
        const found = await listNotifications(tx, workspaceId, person?.id ?? '', { unread: true, limit: 9 })
        return found.map(({ kind, title, count }) => [kind, title, count])
      })
    expect(await told('mira@acme.test')).toEqual([['import_done', '“a.csv” was imported', 1]])
    expect(await told(owner)).toEqual([
      ['task_assigned', expect.stringMatching(/ assigned 118 tasks to you$/), 118],
    ])
  })

  test('IMP-05 a task repeats by the words of its file, which stay, and is due on its first day; a completed one does not', async () => {
    const todoist = linesOf(
      'TYPE,CONTENT,PRIORITY,INDENT,DESCRIPTION,AUTHOR,RESPONSIBLE,DATE,DATE_LANG,TIMEZONE',
      'task,Fence,4,1,,Ada (1),,every friday at 9am,en,Europe/Berlin',
      'task,Plants,4,1,,Ada (1),,alle! 3 Tage,de,Europe/Berlin',
      'task,Rent,4,1,,Ada (1),,every 3rd friday,en,Europe/Berlin',
    )
    const tickTick = linesOf(
      '"List Name","Title","Kind","Content","Is Check list","Due Date","Repeat","Priority","Status","Timezone","Is All Day","taskId","parentId"',
      '"","Wash","TEXT","","N","2027-03-02T08:30:00+0000","RRULE:FREQ=DAILY;INTERVAL=2","0","0","Europe/Berlin","false","7",""',
      '"","Dried","TEXT","","N","2027-03-02T08:30:00+0000","RRULE:FREQ=DAILY","0","2","Europe/Berlin","false","8",""',
    )
    await importText(todoist)
    await importText(tickTick)
    const ids = await store.read((tx) => idsAfter(tx, workspaceId, 'task', '', 9))
    const found = await store.read((tx) => tasksAmong(tx, workspaceId, ids))
    const task = (title: string) => found.find((one) => one.title === title)
    const fence = task('Fence')
    expect(fence).toMatchObject({
      description: 'Due: every friday at 9am',
      recurrence: { rule: 'FREQ=WEEKLY;BYDAY=FR', after: 'due' },
    })
    const on = { timeZone: 'Europe/Berlin', weekday: 'short', hour: '2-digit', hourCycle: 'h23' } as const
    expect(new Intl.DateTimeFormat('en', on).format(fence?.dueDate ?? 0)).toBe('Fri, 09')
    const endOfToday = new Date().setUTCHours(23, 59, 59, 999)
    expect(Math.abs((task('Plants')?.dueDate ?? 0) - endOfToday)).toBeLessThan(26 * 3_600_000)
    expect(task('Plants')?.recurrence).toEqual({ rule: 'FREQ=DAILY;INTERVAL=3', after: 'completion' })
    expect(task('Rent')).toMatchObject({
      description: 'Due: every 3rd friday',
      dueDate: null,
      recurrence: null,
    })
    expect(task('Wash')).toMatchObject({
      description: 'Repeats: every 2 days (FREQ=DAILY;INTERVAL=2)',
      dueDate: Date.UTC(2027, 2, 2, 8, 30),
      recurrence: { rule: 'FREQ=DAILY;INTERVAL=2', after: 'due' },
    })
    expect(task('Dried')?.recurrence).toBe(null)
  })

  test('APP-13 IMP-05 tasks of a file that names nobody are assigned to the person who imports it', async () => {
    const tasks = linesOf(
      'ID,Team,Title,Status,Priority,Assignee,Due Date,Parent issue,Cycle Number',
      'A-1,T,Alone,Todo,,,,,',
    )
    await importText(tasks, { as: 'mira@acme.test' })
    const [task] = await store.read(async (tx) =>
      tasksAmong(tx, workspaceId, await idsAfter(tx, workspaceId, 'task', '', 9)),
    )
    const mira = await store.read((tx) => personByEmail(tx, 'mira@acme.test'))
    expect(task?.assignees).toEqual([mira?.id])
  })
})
