// Imports that are interrupted: no record is missing, and none is there twice (IMP-04).
import { spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, afterEach, beforeEach, describe, expect, test } from 'vitest'
import { openStore, type OpenedStore } from '../../db/open.ts'
import { ownDatabases } from '../../db/postgres/databases-testing.ts'
import { storeError } from '../../base/store-error.ts'
import { importSchema } from '../../import/import-schema.ts'
import { personIn } from '../../operator/members.ts'
import { workspaceOf } from '../../operator/workspaces.ts'
import { createLog } from '../../base/service-log.ts'
import { createImports } from './imports.ts'
import type { StoredImport } from '../stored-import.ts'
import { linesOf } from '../imports-testing.ts'
import { lookAt } from '../reading/look.ts'
import { importHere } from './run-here.ts'
import { leaseMilliseconds } from './claim.ts'
import { starterSchema } from '../starter.ts'
import { readTarget } from '../target.ts'
import { putMembership } from '../../access/members.store.ts'
import { idsAfter } from '../../import/transfer.store.ts'
import { recordsAmong } from '../../records/records.store.ts'
import { personByEmail } from '../../access/people.store.ts'
import { importsOfPerson } from '../imports.store.ts'

const directory = mkdtempSync(join(tmpdir(), 'svc-resume-'))
afterAll(() => rmSync(directory, { recursive: true }))
const postgres = ownDatabases()
const program = fileURLToPath(new URL('../../main.ts', import.meta.url))

let database: string
let store: OpenedStore
let workspaceId: string
afterEach(() => store.close())

async function openWorkspace(url: string): Promise<void> {
  database = url
  store = await openStore(url)
  const at = Date.now()
  const schema = { ...starterSchema(), workspace: { slug: 'acme' } }
  await importSchema(store, { slug: 'acme', schema, mode: 'write', at })
  await store.write(async (tx) => {
    workspaceId = (await workspaceOf(tx, 'acme')).id
    const person = await personIn(tx, { email: 'o@acme.test', name: 'Olivia', passwordHash: null, at })
    await putMembership(tx, workspaceId, person.id, 'owner', at)
  })
}

/** People with a company in common, and rows of which nothing can be stored. */
const fileOf = (rows: number): string => {
  const path = join(directory, `${randomUUID()}.csv`)
  const lines = Array.from({ length: rows }, (_, row) =>
    row % 50 === 49 ? `,not an address,` : `Person ${row},p${row}@many.test,Company ${row % 7}`,
  )
  writeFileSync(path, linesOf('Name,Email,Company', ...lines))
  return path
}

const titles = () =>
  store.read(async (tx) => {
    const found: string[] = []
    for (let after = ''; ;) {
      const ids = await idsAfter(tx, workspaceId, 'record', after, 500)
      found.push(
        ...(await recordsAmong(tx, workspaceId, ids)).filter((one) => !one.archived).map((one) => one.title),
      )
      const last = ids.at(-1)
      if (last === undefined || ids.length < 500) return found.toSorted()
      after = last
    }
  })
const expected = (rows: number): string[] =>
  [
    ...Array.from({ length: rows }, (_, row) => row)
      .filter((row) => row % 50 !== 49)
      .map((row) => `Person ${row}`),
    ...Array.from({ length: Math.min(rows, 7) }, (_, company) => `Company ${company}`),
  ].toSorted()

const theImport = async (): Promise<StoredImport | undefined> => {
  const found = await store.read(async (tx) => {
    const person = await personByEmail(tx, 'o@acme.test')
    return importsOfPerson(tx, workspaceId, person?.id ?? '', 0)
  })
  return found[0]
}

/** A service that comes when the time of the killed process has run out. */
const service = () =>
  createImports({
    store,
    database,
    now: () => Date.now() + leaseMilliseconds + 1,
    log: createLog('silent'),
    webhooks: { wake: () => {} },
    pollMilliseconds: null,
  })

const spawned = (...words: string[]) =>
  spawn(process.execPath, [program, ...words, '--workspace', 'acme', '--database', database], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })

/** As the command does without a key. */
async function importAgain(path: string, into: OpenedStore = store) {
  const bytes = readFileSync(path)
  const choices = { key: null }
  const target = await store.read((tx) => readTarget(tx, workspaceId))
  const person = await store.read((tx) => personByEmail(tx, 'o@acme.test'))
  const plan = lookAt(bytes, { target, zone: 'UTC', choices })
  if (!plan.ok) throw new Error(plan.message)
  const file = { name: basename(path), bytes, plan: plan.value, choices, zone: 'UTC' }
  return importHere(into, { workspaceId, personId: person?.id ?? '' }, file)
}

describe.each([
  ['SQLite', async () => `file:${join(directory, `${randomUUID()}.db`)}`],
  ['PostgreSQL', () => postgres()],
])('an import on %s', (_engine, databaseUrl) => {
  beforeEach(async () => openWorkspace(await databaseUrl()))

  test(
    'IMP-04 is gone on with by a service when its process was killed, and so is its undo',
    { timeout: 120_000 },
    async () => {
      const rows = 600
      const path = fileOf(rows)
      const killed = spawned('import', path, '--yes', '--zone', 'UTC')
      await expect
        .poll(async () => (await theImport())?.done ?? 0, { timeout: 40_000, interval: 5 })
        .toBeGreaterThan(0)
      killed.kill('SIGKILL')
      await once(killed, 'exit')
      const before = await theImport()
      expect(before).toMatchObject({ state: 'running' })
      expect(before?.done).toBeLessThan(rows)
      await expect(importAgain(path)).rejects.toThrow(/repeat the command in half a minute/)
      const first = service()
      first.wake(workspaceId)
      await first.idle()
      await first.close()
      const after = await theImport()
      expect(after).toMatchObject({
        state: 'done',
        counts: { created: 588, leftOut: 12, alsoCreated: { companies: 7 } },
      })
      expect(await titles()).toEqual(expected(rows))

      const undoing = spawned('import', 'undo', after?.id ?? '')
      await expect
        .poll(async () => (await theImport())?.undone ?? 0, { timeout: 40_000, interval: 5 })
        .toBeGreaterThan(0)
      undoing.kill('SIGKILL')
      await once(undoing, 'exit')
      const second = service()
      second.wake(workspaceId)
      await second.idle()
      await second.close()
      expect(await theImport()).toMatchObject({ state: 'undone', undone: 595, spared: 0 })
      expect(await titles()).toEqual([])
    },
  )

  test('IMP-04 a batch whose transaction fails leaves nothing, and the same command goes on behind the last one', async () => {
    const rows = 400
    const path = fileOf(rows)
    const real = store.write.bind(store)
    let batches = 0
    const failing = { ...store }
    failing.write = async (run, workspace) =>
      real(async (tx) => {
        const value = await run(tx)
        const isBatch = typeof value === 'object' && value !== null && 'done' in value && value.done !== 0
        if (isBatch && (batches += 1) === 2) throw storeError('database_full', 'The disk is full.')
        return value
      }, workspace)
    await expect(importAgain(path, failing)).rejects.toThrow('The disk is full.')
    const failed = await theImport()
    expect(failed).toMatchObject({ state: 'failed', problem: 'The disk is full.', done: 100 })
    expect((await titles()).length).toBe((failed?.counts.created ?? 0) + 7)
    const { id, ...answer } = await importAgain(path)
    expect(id).toBe(failed?.id)
    expect(answer).toMatchObject({ rows, created: 392, leftOut: 8, alsoCreated: { companies: 7 } })
    expect(await titles()).toEqual(expected(rows))
  })
})
