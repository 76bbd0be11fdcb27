// The index of texts: numbers, parts, and what is indexed after the fact.
import { afterAll, describe, expect, onTestFinished, test } from 'vitest'
import { insertWorkspace } from '../access/workspaces.store.ts'
import { createLog } from '../base/service-log.ts'
import { partSize } from './inside.rules.ts'
import { findInside } from './inside.store.ts'
import { everyone } from './lookup.store.ts'
import { searchStores, type SearchStore } from './search-testing.ts'
import { indexDueTexts, noteTexts } from './text-index.store.ts'
import { createTextIndexing } from './text-indexing.ts'
import { putSearchEntries } from './write-index.store.ts'

const stores = searchStores()
afterAll(stores.remove)

/** Writes tasks with these descriptions, found by their titles, as a program before the index did. */
const addTasks = (store: SearchStore, texts: readonly string[], from = 0) =>
  store.write(async (tx) => {
    const workspace_id = store.workspace
    const rows = texts.map((description, place) => ({
      workspace_id,
      id: `t${String(from + place).padStart(5, '0')}`,
      title: `Task ${from + place}`,
      description,
    }))
    const none = {
      start_date: null,
      due_date: null,
      parent_id: null,
      section_id: null,
      estimated_time: null,
      timer_person_id: null,
      timer_started_at: null,
      recurrence_rule: null,
      recurrence_after: null,
      next_task_id: null,
    }
    const made = {
      created_by: 'usr_1',
      created_at: 1,
      updated_at: 1,
      version: 1,
      time_logged: 0,
      seconds_logged: 0,
    } as const
    for (let at = 0; at < rows.length; at += 500)
      await tx
        .insertInto('task')
        .values(
          rows.slice(at, at + 500).map((row) => ({
            ...row,
            ...none,
            ...made,
            status: 'todo',
            priority: 'low',
            archived: 0 as const,
          })),
        )
        .execute()
    const entries = rows.map(({ id: ref, title }) => ({ kind: 'task' as const, ref, title, rankedAt: 1 }))
    await putSearchEntries(tx, workspace_id, entries)
    return rows.map(({ id }) => id)
  }, store.workspace)

const indexed = async (store: SearchStore, limit = 500): Promise<number> => {
  let steps = 0
  const step = () => store.write((tx) => indexDueTexts(tx, store.workspace, limit), store.workspace)
  // Texts of a sparse part are noted by the step that found it.
  for (let done = await step(); done.rows > 0 || done.areLeft; done = await step()) steps += 1
  return steps
}

const note = (store: SearchStore, refs: readonly string[]) =>
  store.write((tx) => noteTexts(tx, store.workspace, 'task', refs), store.workspace)

const snippets = (store: SearchStore, query: string, audience = everyone) =>
  store.read(async (tx) => {
    const from = [{ kind: 'task', audience } as const]
    return (await findInside(tx, store.workspace, query, from, new Set(), 50)).map(({ snippet }) => snippet)
  })

const tableOf = (store: SearchStore, name: string) =>
  store.rows(`select * from ${name} where workspace_id = '${store.workspace}'`)

describe.each([
  ['SQLite', stores.open],
  ['PostgreSQL', stores.openPostgres],
])('on %s', (_engine, opened) => {
  const open = async () => {
    const store = await opened()
    onTestFinished(() => store.close())
    return store
  }

  test('LCH-06 what a workspace had before the index is indexed a few at a time, and nothing twice', async () => {
    const store = await open()
    await addTasks(store, ['the alder', 'the birch', '', 'the cedar', 'the alder again'])
    await store.write(
      (tx) =>
        tx
          .insertInto('search_text_due')
          .values({ workspace_id: store.workspace, kind: 'workspace', ref: '' })
          .execute(),
      store.workspace,
    )
    await note(store, ['t00003'])
    expect(await indexed(store, 2)).toBeGreaterThan(5)
    expect((await snippets(store, 'alder')).toSorted()).toEqual(['the alder', 'the alder again'])
    expect(await snippets(store, 'cedar', 'usr_1')).toEqual(['the cedar'])
    expect(await snippets(store, 'cedar', 'usr_2')).toEqual([])
    expect(await tableOf(store, 'search_text_due')).toEqual([])
    expect((await tableOf(store, 'search_text')).map(({ ref }) => String(ref)).toSorted()).toEqual([
      't00000',
      't00001',
      't00003',
      't00004',
    ])
    expect(await tableOf(store, 'search_text_part')).toEqual([expect.objectContaining({ used: 4, live: 4 })])
  })

  test('LCH-06 a part of which most texts were changed or removed is emptied', async () => {
    const store = await open()
    const ids = await addTasks(store, Array<string>(partSize).fill('heron'))
    await note(store, ids)
    await indexed(store)
    expect(await tableOf(store, 'search_text_part')).toEqual([
      expect.objectContaining({ used: partSize, live: partSize }),
    ])
    const gone = ids.slice(0, partSize / 2 + 1)
    await store.write(
      (tx) =>
        tx
          .deleteFrom('task')
          .where('workspace_id', '=', store.workspace)
          .where('id', '<=', gone.at(-1) ?? '')
          .execute(),
      store.workspace,
    )
    await note(store, gone)
    await indexed(store)
    const left = partSize - gone.length
    const parts = await tableOf(store, 'search_text_part')
    expect(parts).toEqual([expect.objectContaining({ used: left, live: left })])
    const words = await tableOf(store, 'search_text_word')
    expect(words.map(({ part }) => part)).toEqual(words.map(() => parts[0]?.['part']))
    expect(await snippets(store, 'heron')).toHaveLength(50)
  })

  test('LCH-06 services that index beside each other, one of which fails, give each text one number', async () => {
    const store = await open()
    // Its row is the lock.
    const named = { id: store.workspace, slug: store.workspace, name: 'W', plan: 'pro' } as const
    await store.write((tx) => insertWorkspace(tx, { ...named, memberLimit: null, createdAt: 1 }))
    const texts = Array.from({ length: 300 }, (_, place) => `number${place} of many`)
    await note(store, await addTasks(store, texts))
    let failures = 0
    const failing: Pick<SearchStore, 'ask' | 'write'> = {
      ask: (run) => store.ask(run),
      write: (run, ...more) =>
        store.write(
          async (tx) => {
            const value = await run(tx)
            failures += 1
            if (failures % 2 === 1) throw new Error('It was killed before the commit.')
            return value
          },
          ...more,
        ),
    }
    const log = createLog('silent')
    const services = [store, failing].map((one) => createTextIndexing({ store: one, log }))
    await expect.poll(() => tableOf(store, 'search_text_due'), { timeout: 20_000 }).toEqual([])
    await Promise.all(services.map((service) => service.close()))
    expect(failures).toBeGreaterThan(0)
    expect(await tableOf(store, 'search_text')).toHaveLength(300)
    expect(await tableOf(store, 'search_text_part')).toEqual([
      expect.objectContaining({ used: 300, live: 300 }),
    ])
    for (const place of [0, 150, 299])
      expect(await snippets(store, `number${place}`)).toContain(`number${place} of many`)
  })

  test('LCH-06 a workspace whose texts cannot be indexed keeps none of another waiting', async () => {
    const store = await open()
    await note(store, await addTasks(store, ['gravel for the drive']))
    // Its name comes first.
    const broken = `a_${store.workspace}`
    await store.write((tx) => noteTexts(tx, broken, 'task', ['gone']), broken)
    const refusing: Pick<SearchStore, 'ask' | 'write'> = {
      ask: (run) => store.ask(run),
      write: (run, workspaceId, ...more) => {
        if (workspaceId === broken) throw new Error('Its worker is lost.')
        return store.write(run, workspaceId, ...more)
      },
    }
    const indexing = createTextIndexing({ store: refusing, log: createLog('silent') })
    await expect.poll(() => tableOf(store, 'search_text'), { timeout: 20_000 }).toHaveLength(1)
    await indexing.close()
    await store.write((tx) => indexDueTexts(tx, broken, 10), broken)
  })
})
