// Databases of version 1 are brought to the words and keys of this version while the service serves.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pino } from 'pino'
import { afterAll, describe, expect, onTestFinished, test } from 'vitest'
import { svcJson } from './cli/svc-testing.ts'
import { ownDatabases } from './db/postgres/databases-testing.ts'
import { openStore } from './db/open.ts'
import type { Store } from './db/store.ts'
import { createRebuilding } from './rebuilding.ts'
import { derivedRows, freshRows, makeVersion1, recordId, workspaceId } from './rebuilding-testing.ts'
import { everyone } from './search/lookup.store.ts'
import { textKey } from './records/query/record-keys.rules.ts'
import { patchRecord, setRecordArchived, type RecordAuthor } from './records/record-write.ts'
import { createLog } from './base/service-log.ts'
import { createClient, titlesOf } from './test/contract/client.ts'
import { startTestService } from './test/testing.ts'
import { createKey } from './operator/keys.ts'
import { rebuildOf, insertWorkspace, workspacesToRebuild } from './access/workspaces.store.ts'
import { recordIdsUnderKeys } from './records/query/record-fields.store.ts'
import { findBestMatches } from './search/search.store.ts'
import { getRecord } from './records/records.store.ts'

const directory = mkdtempSync(join(tmpdir(), 'svc-rebuilding-'))
afterAll(() => rmSync(directory, { recursive: true }))
let files = 0
const postgres = ownDatabases()

const log = createLog('silent')
/** Many batches. */
const records = 300
const author: RecordAuthor = {
  workspaceId,
  personId: 'usr_0',
  actor: { type: 'user', id: 'usr_0' },
  at: 9_000,
}

const progress = (store: Store) => store.read((tx) => rebuildOf(tx, workspaceId))

/** A store whose writes are announced before they run. */
const watched = (store: Store, before: (batch: number) => Promise<unknown>): Store => {
  let batch = 0
  return {
    ...store,
    write: async (run, workspace) => {
      await before((batch += 1))
      return store.write(run, workspace)
    },
  }
}

describe.each([
  ['SQLite', async () => `file:${join(directory, `${(files += 1)}.db`)}`],
  ['PostgreSQL', () => postgres('empty')],
])('on %s', (engine, databaseUrl) => {
  const open = async () => {
    const url = await databaseUrl()
    await makeVersion1(url, records)
    const store = await openStore(url)
    onTestFinished(() => store.close())
    return store
  }

  test('LCH-06 GEN-12 a service finds what the previous version stored as it did, and as this version does once it is rebuilt', async () => {
    const url = await databaseUrl()
    await makeVersion1(url, records)
    const service = await startTestService({ database: url })
    onTestFinished(() => service.close())
    const scopes = ['records:read' as const]
    const at = service.now()
    const key = { workspace: 'old', as: 'owner@old.test', name: 'test', scopes, expiresAt: null, at }
    const api = createClient(service.baseUrl, (await createKey(service.store, key)).token)
    const ask = async (filter: object) =>
      titlesOf((await api.post('/v1/records/query', { object: 'people', filter })).body.data)
    expect(await ask({ name: { $eq: 'Patrick O’Neill 0' } })).toEqual(['Patrick O’Neill 0'])
    await expect.poll(() => ask({ name: { $eq: "Patrick O'Neill 0" } })).toEqual(['Patrick O’Neill 0'])
    await expect.poll(() => progress(service.store), { timeout: 30_000 }).toBe('done')
    expect(await ask({ name: { $starts_with: 'wi-fi alliance 88' } })).toEqual(['Wi‑Fi Alliance 88'])
  })

  test('LCH-06 GEN-12 after the rebuild every word and key is as this version writes it', async () => {
    const store = await open()
    const found = () =>
      store.read((tx) => recordIdsUnderKeys(tx, workspaceId, 'fld_name', [textKey("Patrick O'Neill 0")]))
    const titlesFor = (text: string) =>
      store.read(async (tx) => {
        const finds = await findBestMatches(
          tx,
          workspaceId,
          text,
          [{ kind: 'record', audience: everyone }],
          3,
        )
        return finds.flatMap(({ record }) => record?.title.replace(/ \d+$/, '') ?? [])
      })
    expect(await found()).toEqual([])
    expect(await titlesFor('jp morgan')).toEqual([])
    await createRebuilding({ store, now: Date.now, log }).finished
    expect(await found()).toEqual([recordId(0)])
    for (const [typed, title] of [
      ['jp morgan', 'J.P. Morgan & Co'],
      ['zoe mueller', 'Zoe\u0308 Müller'],
      ['wifi', 'Wi‑Fi Alliance'],
    ] as const)
      expect(await titlesFor(typed), typed).toEqual(Array(3).fill(title))
    expect(await derivedRows(store)).toEqual(await freshRows(store))
  })

  test('LCH-06 GEN-12 a rebuild that was stopped is continued by another process, and nothing is rebuilt twice', async () => {
    const store = await open()
    const rebuilt: number[] = []
    const counting = pino({}, { write: (line) => rebuilt.push(JSON.parse(line).rebuilt) })
    const first = createRebuilding({
      store: watched(store, async (batch) => void (batch === 2 && first.close())),
      now: () => 1_000,
      log: counting,
    })
    await first.finished
    const stopped = await progress(store)
    expect(stopped).toMatchObject({ table: 'record', after: expect.stringMatching(/^rec-/) })
    expect(await derivedRows(store)).not.toEqual(await freshRows(store))
    const places: unknown[] = []
    const second = createRebuilding({
      store: watched(store, async () => places.push(await progress(store))),
      now: () => 1_000_000,
      log: counting,
    })
    await second.finished
    expect(places[0]).toEqual(stopped)
    const [before, after] = rebuilt
    expect([before, (before ?? 0) + (after ?? 0)]).toEqual([
      expect.toSatisfy((rows: number) => rows > 0),
      records + 4,
    ])
    expect(await progress(store)).toBe('done')
    expect(await derivedRows(store)).toEqual(await freshRows(store))
  })

  test('LCH-06 GEN-12 what is written during the rebuild is neither lost nor found twice', async () => {
    const store = await open()
    const write = (batch: number) =>
      store.write(async (tx) => {
        // One that the rebuild has passed, and some that it has not.
        for (const index of [batch, records - batch])
          await patchRecord(tx, author, recordId(index), {
            name: `Ruth O’Hara ${index}`,
            email: `R${index}@X.org`,
          })
        await setRecordArchived(tx, author, recordId(records - 20 - batch), true)
        await setRecordArchived(tx, author, recordId(records - 40 - batch), false)
      }, workspaceId)
    await createRebuilding({ store: watched(store, write), now: Date.now, log }).finished
    expect(await store.read((tx) => getRecord(tx, workspaceId, recordId(records - 1)))).toMatchObject({
      title: `Ruth O’Hara ${records - 1}`,
    })
    expect(await derivedRows(store)).toEqual(await freshRows(store))
  })

  test('CLI-03 LCH-06 a restored backup of the previous version is rebuilt', async () => {
    const url = await databaseUrl()
    await makeVersion1(url, 20)
    const [copy, file] = [await databaseUrl(), join(directory, `${(files += 1)}.backup`)]
    await svcJson('backup', file, '--database', url)
    await svcJson('restore', file, '--database', copy)
    const store = await openStore(copy)
    onTestFinished(() => store.close())
    await createRebuilding({ store, now: Date.now, log }).finished
    expect(await progress(store)).toBe('done')
    expect(await derivedRows(store)).toEqual(await freshRows(store))
  })

  test('LCH-06 a workspace of this version is not rebuilt', async () => {
    const store = await open()
    const workspace = {
      id: 'wsp_new',
      slug: 'new',
      name: 'New',
      plan: 'pro',
      memberLimit: null,
      createdAt: 1,
    } as const
    await store.write((tx) => insertWorkspace(tx, workspace))
    expect(await store.read((tx) => workspacesToRebuild(tx, '', 10))).toEqual([workspaceId])
  })

  if (engine === 'PostgreSQL')
    test('LCH-06 of several processes one rebuilds', async () => {
      const store = await open()
      const batches = { first: 0, second: 0 }
      const second = () =>
        createRebuilding({ store: watched(store, async () => (batches.second += 1)), now: () => 2_000, log })
      let beside: ReturnType<typeof second> | undefined
      const first = createRebuilding({
        store: watched(store, async (batch) => {
          batches.first = batch
          if (batch === 2) beside = second()
        }),
        now: () => 1_000,
        log,
      })
      await first.finished
      await beside?.close()
      expect(batches.first).toBeGreaterThan(2)
      // It looked once.
      expect(batches.second).toBe(1)
      expect(await derivedRows(store)).toEqual(await freshRows(store))
    })
})
