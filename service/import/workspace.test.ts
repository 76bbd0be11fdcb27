import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { svc, svcJson } from '../cli/svc-testing.ts'
import { loadDemo } from '../demo/load.ts'
import { newUuid } from '../base/ids.ts'
import { openStore, type OpenedStore } from '../db/open.ts'
import { createTestDatabase, dropTestDatabase } from '../db/postgres/testing.ts'
import { exportWorkspace } from './export-workspace.ts'
import { importWorkspace } from './import-workspace.ts'
import { textLines } from './csv-file.ts'
import { workspaceBySlug } from '../access/workspaces.store.ts'
import { membersOfWorkspace, endMembership } from '../access/members.store.ts'
import { recordsByCreation } from '../records/records.store.ts'
import { idsAfter } from './transfer.store.ts'
import { tasksAmong, updateTask } from '../tasks/tasks.store.ts'
import { fieldsOfWorkspace, updateField } from '../objects/objects.store.ts'
import { createComment } from '../comments/comments.store.ts'
import { personByEmail } from '../access/people.store.ts'

let directory: string
let demo: OpenedStore
let exported: string
const opened: OpenedStore[] = []

const databaseFile = (name: string) => join(directory, `${name}.db`)
async function open(name: string) {
  const store = await openStore(`file:${databaseFile(name)}`)
  opened.push(store)
  return store
}

async function textOf(store: OpenedStore, slug: string) {
  const parts: string[] = []
  await exportWorkspace(store, slug, async (text) => void parts.push(text))
  return parts.join('')
}

async function importText(store: OpenedStore, text: string, slug = 'acme', asOwner?: string) {
  const file = join(directory, `${newUuid()}.ndjson`)
  await writeFile(file, text)
  return importWorkspace(store, { slug, asOwner, at: Date.now(), lines: () => textLines(file) })
}

beforeAll(async () => {
  directory = mkdtempSync(join(tmpdir(), 'svc-transfer-'))
  demo = await open('demo')
  await loadDemo(demo, { records: 60, tasks: 40, meetings: 6 }, Date.now())
  // The demo lacks an archived task, a running timer, a comment, a removed member, a retired field, and text with the line separator of Unicode.
  await demo.write(async (tx) => {
    const workspace = await workspaceBySlug(tx, 'acme')
    const [owner] = await membersOfWorkspace(tx, workspace?.id ?? '')
    const [record] = await recordsByCreation(tx, workspace?.id ?? '', { archived: 'left out', limit: 1 })
    const taskIds = await idsAfter(tx, workspace?.id ?? '', 'task', '', 2)
    const [task, timed] = await tasksAmong(tx, workspace?.id ?? '', taskIds)
    if (!workspace || !owner || !record || !task || !timed) throw new Error('The demo is empty.')
    const at = Date.now()
    const recurrence = { rule: 'FREQ=DAILY;COUNT=2', after: 'completion' } as const
    const retired = (await fieldsOfWorkspace(tx, workspace.id)).find(({ slug }) => slug === 'employees')
    if (!retired) throw new Error('The demo has no employees.')
    await updateField(tx, workspace.id, { ...retired, retired: true })
    await updateTask(
      tx,
      workspace.id,
      task,
      { archived: true, title: 'Before\u2028after', recurrence, nextTaskId: task.id },
      at,
    )
    const timer = { personId: owner.id, startedAt: at }
    await updateTask(tx, workspace.id, timed, { secondsLogged: 135, timer }, at)
    await createComment(tx, workspace.id, {
      id: 'cmt_0',
      target: { kind: 'task', id: task.id },
      content: '@Olivia, “later”.',
      mentions: [owner.id],
      createdBy: owner.id,
      createdAt: at,
      updatedAt: at,
    })
    await createComment(tx, workspace.id, {
      id: 'cmt_1',
      target: { kind: 'record', id: record.id },
      content: 'Called; “later”.',
      mentions: [],
      createdBy: owner.id,
      createdAt: at,
      updatedAt: at,
    })
    await endMembership(tx, workspace.id, (await membersOfWorkspace(tx, workspace.id)).at(-1)?.id ?? '', at)
  })
  exported = await textOf(demo, 'acme')
})
afterAll(async () => {
  for (const store of opened) await store.close()
  rmSync(directory, { recursive: true })
})

/** Never moved: of one machine, one person's machine, or secret. A table that is added has to be put here or be moved. */
const notMoved = [
  'access_key',
  'account_link',
  // Readers of a new workspace begin with a full read.
  'change',
  'idempotency',
  'notification',
  'due_sweep',
  'record_view',
  'oauth_grant',
  'webhook',
  'webhook_delivery',
  'webhook_event',
  'workspace',
]

/** Every row of a workspace, without its id and without what is counted or drawn anew. */
function rowsOf(name: string) {
  const database = new DatabaseSync(databaseFile(name), { readOnly: true })
  const workspace = database.prepare("select id from workspace where slug = 'acme'").get()
  const tables = database.prepare("select name from sqlite_master where type = 'table'").all()
  const rows: Record<string, string[]> = {}
  for (const table of tables.map((row) => String(row['name']))) {
    const columns = database.prepare(`select name from pragma_table_info('${table}')`).all()
    if (!columns.some((column) => column['name'] === 'workspace_id')) continue
    const all = database.prepare(`select * from ${table} where workspace_id = ?`)
    rows[table] = all.all(workspace?.['id'] ?? '').map((row) => {
      const {
        workspace_id: _workspace,
        version: _version,
        thing: _thing,
        shelf: _shelf,
        options,
        ...rest
      } = row
      return JSON.stringify({
        ...rest,
        options: typeof options === 'string' ? sorted(JSON.parse(options)) : null,
      })
    })
    rows[table]?.sort()
  }
  database.close()
  return rows
}

const sorted = (value: object) =>
  Object.fromEntries(Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1)))

describe('a workspace in a file', () => {
  test('CLI-03 export, import and export again give the same bytes', async () => {
    const store = await open('again')
    expect((await importText(store, exported)).newPeople).toBe(4)
    expect(await textOf(store, 'acme')).toBe(exported)
  })

  test('CLI-03 svc export writes a file or standard output, and svc import takes the file', async () => {
    const file = join(directory, 'acme.ndjson')
    const on = (name: string) => ['--workspace', 'acme', '--database', `file:${databaseFile(name)}`]
    const answer = await svcJson('export', file, ...on('demo'))
    expect(answer).toMatchObject({
      workspace: 'acme',
      file,
      lines: { header: 1, comment: 7, taskComment: 7, end: 1 },
    })
    expect(await svcJson('import', file, ...on('cli'))).toMatchObject({ newPeople: 4 })
    expect(await svc('export', ...on('cli'))).toEqual({ exitCode: 0, stdout: exported, stderr: '' })
    expect(readdirSync(directory).filter((name) => name.endsWith('.part'))).toEqual([])
  })

  test('CLI-03 PostgreSQL gives the same bytes as SQLite, and takes them', async () => {
    const url = await createTestDatabase()
    const store = await openStore(url)
    await importText(store, exported)
    const text = await textOf(store, 'acme')
    await store.close()
    await dropTestDatabase(url)
    expect(text).toBe(exported)
    const back = await open('back')
    await importText(back, text)
    expect(await textOf(back, 'acme')).toBe(exported)
  })

  test('CLI-03 RCL-03 an import restores every row of every table, retired fields, its search index and field index too', async () => {
    const store = await open('whole')
    await importText(store, exported)
    const [before, after] = [rowsOf('demo'), rowsOf('whole')]
    for (const table of notMoved) delete before[table]
    for (const [table, rows] of Object.entries(before)) expect(after[table], table).toEqual(rows)
    expect(Object.values(before).filter((rows) => rows.length > 0).length).toBeGreaterThan(15)
  })

  test('AUT-02 an export holds no password, no key and no token', async () => {
    const text = exported + JSON.stringify(exported)
    expect(text).not.toMatch(/scrypt|password|token|secret|svc_|hash/i)
  })

  test('CLI-03 a copy beside its original is refused', async () => {
    await expect(importText(demo, exported, 'copy')).rejects.toThrow(/is in another workspace/)
  })

  test('AUT-10 AUT-12 people keep their ids where the database knows them by address, and join by an invitation', async () => {
    const store = await open('known')
    await loadDemo(store, { records: 0, tasks: 0, meetings: 0 }, Date.now())
    const other = exported.replaceAll(/usr_/g, 'usr_other')
    const { toInvite } = await importText(store, other, 'second')
    expect(toInvite.toSorted((a, b) => (a.email < b.email ? -1 : 1))).toEqual([
      { email: 'admin@acme.test', role: 'admin' },
      { email: 'mira@acme.test', role: 'member' },
      { email: 'noah@acme.test', role: 'member' },
    ])
    const second = await store.read((tx) => workspaceBySlug(tx, 'second'))
    expect(await store.read((tx) => membersOfWorkspace(tx, second?.id ?? ''))).toEqual([])
    const text = await textOf(store, 'second')
    const known = await store.read((tx) => personByEmail(tx, 'owner@acme.test'))
    expect(text).toContain(`"createdBy":"${known?.id}"`)
    expect(text).not.toContain('usr_other')
    // They are not members yet, so their timers end.
    expect(text).not.toContain('"timer"')
  })

  test('CLI-03 blank lines may follow the end of a file', async () => {
    const store = await open('blank')
    await importText(store, `${exported}\n\r\n  `)
    expect(await textOf(store, 'acme')).toBe(exported)
  })

  const lines = () => exported.trimEnd().split('\n')
  const broken: [string, (all: string[]) => string[], RegExp][] = [
    ['is cut off', (all) => all.slice(0, -1), /ends before its end/],
    ['lacks a line', (all) => all.toSpliced(-5, 1), /Line \d+: There should be \d+ lines/],
    ['has an id twice', (all) => all.toSpliced(-2, 1, all.at(-3) ?? ''), /^The id \S+ appears twice/],
    ['has a blank line', (all) => all.toSpliced(1, 0, ''), /^Line 2: This is not JSON/],
    [
      'goes on after its end',
      (all) => [...all, '', all.at(-1) ?? ''],
      /Line \d+: Nothing may follow the end/,
    ],
    ['is no export', () => ['{"hello":1}'], /^Line 1: /],
    ['is not JSON', () => ['name,city'], /^Line 1: This is not JSON/],
    [
      'has a name twice',
      (all) => all.with(1, (all[1] ?? '').replace('{', '{"type":"header",')),
      /^Line 2: type: `type` is supplied twice/,
    ],
    ['names a stranger', (all) => all.toSpliced(1, 1), /not a member in the file/],
    [
      'has a value of another kind',
      (all) => all.map((line) => line.replace(/"(fld_\w+)":true/, '"$1":"perhaps"')),
      /^Line \d+: values\.fld_\w+: .*true or false/,
    ],
    [
      'has two primary fields of one object',
      (all) => all.map((line) => line.replace(/("type":"field".*"primary":)false/, '$1true')),
      /^Line \d+: The object of fld_\w+ has a primary field already/,
    ],
    [
      'has two timers of one person',
      (all) => {
        const timer = /"timer":\{.*?\}/.exec(all.join())?.[0] ?? ''
        return all.map((line) =>
          line.includes('"timer"') ? line : line.replace('"timeLogged"', `${timer},"timeLogged"`),
        )
      },
      /^Line \d+: usr_\w+ has two timers in the file/,
    ],
  ]
  test.each(broken)('CLI-03 a file that %s changes nothing', async (_what, change, sentence) => {
    const store = await open(newUuid())
    await expect(importText(store, `${change(lines()).join('\n')}\n`)).rejects.toThrow(sentence)
    expect(await store.read((tx) => workspaceBySlug(tx, 'acme'))).toBeUndefined()
    expect(await store.read((tx) => personByEmail(tx, 'owner@acme.test'))).toBeUndefined()
  })

  test('CLI-03 a workspace that exists is not overwritten', async () => {
    await expect(importText(demo, exported)).rejects.toThrow(/exists/)
  })
})
