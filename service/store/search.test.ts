import { DatabaseSync } from 'node:sqlite'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { editsAllowed, matchClasses, matchOf, withinEdits } from '../../shared/text-match.ts'
import { openStore, type OpenedStore } from './open-store.ts'
import { everyone, type SearchKind, type Shelf } from './search-shelf.ts'

const workspace = 'wsp_search'
const all: Shelf[] = (['task', 'record', 'meeting'] as const).map((kind) => ({ kind, audience: everyone }))

let directory: string
let stores = 0
const open = async (): Promise<OpenedStore & { path: string }> => {
  const path = join(directory, `${(stores += 1)}.db`)
  return { ...(await openStore(`file:${path}`)), path }
}
beforeAll(() => {
  directory = mkdtempSync(join(tmpdir(), 'svc-search-'))
})
afterAll(() => rmSync(directory, { recursive: true }))

const find = (store: OpenedStore, query: string, limit = 50, shelves = all, workspaceId = workspace) =>
  store.read(async (tx) =>
    (await tx.search.find(workspaceId, query, shelves, limit)).map((found) => found.ref),
  )

const word = fc.constantFrom(
  'alpha',
  'alphabet',
  'beta',
  'betamax',
  'gamma',
  'gärtner',
  'al',
  'b',
  '2026',
  '会議',
)
const title = fc.array(word, { minLength: 1, maxLength: 4 }).map((words) => words.join(' '))
const step = fc.record({
  ref: fc.constantFrom('r1', 'r2', 'r3', 'r4', 'r5'),
  kind: fc.constantFrom<SearchKind>('task', 'record'),
  title: fc.option(title),
  rankedAt: fc.nat(5),
  audiences: fc.constantFrom([everyone], [everyone, 'ada'], ['bob'], [everyone, 'ada', 'bob']),
})

describe('the index', () => {
  test('LCH-07 is after any changes what it would be if only the last had happened', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 25 }), async (steps) => {
        const [walked, fresh] = [await open(), await open()]
        const last = new Map<string, (typeof steps)[number]>()
        for (const each of steps) {
          const { kind, ref, rankedAt, audiences } = each
          const name = each.title
          await walked.write((tx) =>
            name === null
              ? tx.search.remove(workspace, kind, ref)
              : tx.search.put(workspace, kind, ref, name, rankedAt, audiences),
          )
          last.set(`${kind} ${ref}`, each)
        }
        await fresh.write(async (tx) => {
          for (const each of last.values())
            if (each.title !== null)
              await tx.search.put(workspace, each.kind, each.ref, each.title, each.rankedAt, each.audiences)
        })
        const contentsOf = (path: string) => {
          const database = new DatabaseSync(path, { readOnly: true })
          // Numbers of things are random; what they stand for is not.
          const words = database
            .prepare(
              `select shelf, word, search_word.ranked_at, kind, ref from search_word join search_title using (thing)
               order by 1, 2, 3, 4, 5`,
            )
            .all()
          const count = database.prepare('select count(*) as rows from search_word').get()
          const vocabulary = database.prepare('select * from search_vocabulary order by word').all()
          const titles = database
            .prepare('select kind, ref, title, ranked_at, audiences from search_title order by 1, 2')
            .all()
          database.close()
          return { words, count, vocabulary, titles }
        }
        expect(contentsOf(walked.path)).toEqual(contentsOf(fresh.path))
        await Promise.all([walked.close(), fresh.close()])
      }),
      { numRuns: 15 },
    )
  })

  test('LCH-07 the same again writes nothing', async () => {
    const store = await open()
    const put = () => store.write((tx) => tx.search.put(workspace, 'record', 'r1', 'Alpha beta', 1))
    await put()
    const database = new DatabaseSync(store.path)
    const version = () => database.prepare('pragma data_version').get()
    const before = version()
    await put()
    expect(version()).toEqual(before)
    await store.write((tx) => tx.search.put(workspace, 'record', 'r1', 'Alpha beta gamma', 1))
    expect(version()).not.toEqual(before)
    database.close()
    await store.close()
  })

  test('LCH-07 a write that is rolled back leaves nothing to find', async () => {
    const store = await open()
    await expect(
      store.write(async (tx) => {
        await tx.search.put(workspace, 'record', 'r1', 'Ghost', 1)
        throw new Error('changed my mind')
      }),
    ).rejects.toThrow('changed my mind')
    expect(await find(store, 'ghost')).toEqual([])
    await store.close()
  })
})

describe('finding', () => {
  test('LCH-07 finds exactly what begins so, in the order of the rules, as a look at every title would', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(title, { minLength: 1, maxLength: 30 }),
        fc.array(fc.oneof(word, fc.constantFrom('a', 'alp', 'be', 'g')), { minLength: 1, maxLength: 3 }),
        async (titles, queryWords) => {
          const query = queryWords.join(' ')
          fc.pre(query.length >= 2)
          const store = await open()
          await store.write((tx) =>
            tx.search.putMany(
              workspace,
              titles.map((name, index) => ({
                kind: 'record',
                ref: `${index}`,
                title: name,
                rankedAt: index,
              })),
            ),
          )
          const expected = titles
            .flatMap((name, index) => {
              const match = matchOf(query, name)
              const place = match ? matchClasses.indexOf(match.class) : -1
              return place >= 0 && place <= 2 ? [{ ref: `${index}`, place, index }] : []
            })
            .toSorted((a, b) => a.place - b.place || b.index - a.index)
            .map((each) => each.ref)
          const found = await find(store, query)
          expect(found.slice(0, expected.length)).toEqual(expected)
          // What comes behind matches in another way.
          for (const ref of found.slice(expected.length))
            expect(matchOf(query, titles[Number(ref)] ?? '')).not.toBe(null)
          await store.close()
        },
      ),
      { numRuns: 40 },
    )
  })

  test('LCH-07 one or two edits, anywhere in a word, still find it among a thousand others', async () => {
    const store = await open()
    const letters = 'abcdefghijklmnopqrstuvwxyz'
    const random = (seed: number) => () => {
      seed = (seed * 1_664_525 + 1_013_904_223) % 2 ** 32
      return seed / 2 ** 32
    }
    const next = random(7)
    const letter = () => letters.charAt(Math.floor(next() * 26))
    const words = Array.from({ length: 1_000 }, (_, index) =>
      Array.from({ length: 4 + (index % 9) }, letter).join(''),
    )
    await store.write((tx) =>
      tx.search.putMany(
        workspace,
        words.map((name, index) => ({ kind: 'record', ref: name, title: name, rankedAt: index })),
      ),
    )
    const mistype = (text: string): string => {
      const at = Math.floor(next() * text.length)
      const kind = Math.floor(next() * 4)
      if (kind === 0) return text.slice(0, at) + text.slice(at + 1)
      if (kind === 1) return text.slice(0, at) + letter() + text.slice(at)
      if (kind === 2) return text.slice(0, at) + letter() + text.slice(at + 1)
      return text.slice(0, at) + text.charAt(at + 1) + text.charAt(at) + text.slice(at + 2)
    }
    let tried = 0
    const missed: string[] = []
    for (const name of words) {
      const once = mistype(name)
      const typed = name.length >= 8 ? mistype(once) : once
      if (!withinEdits(typed, name, editsAllowed(typed))) continue
      tried += 1
      if (!(await find(store, typed)).includes(name)) missed.push(`${name} as ${typed}`)
    }
    expect(tried).toBeGreaterThan(800)
    expect(missed).toEqual([])
    await store.close()
  })

  test('LCH-07 two common words find the newest of the few titles that hold both', async () => {
    const store = await open()
    const starts = ['green', 'granite', 'grove', 'alder', 'amber']
    const ends = ['labs', 'lanterns', 'larch', 'foods', 'freight']
    const titles = Array.from({ length: 5_000 }, (_, index) => {
      const [start, end] = [starts[index % 5], ends[Math.floor(index / 5) % 5]]
      return index % 7 === 0 ? `${end} by ${start}` : `${start} ${index} ${end}`
    })
    await store.write((tx) =>
      tx.search.putMany(
        workspace,
        titles.map((name, index) => ({ kind: 'record', ref: `${index}`, title: name, rankedAt: index })),
      ),
    )
    for (const query of ['green la', 'labs green', 'am fre', 'gr labs', 'green labs by']) {
      const newest = titles
        .flatMap((name, index) => (matchOf(query, name)?.class === 'wordPrefix' ? [`${index}`] : []))
        .toReversed()
        .slice(0, 8)
      expect(await find(store, query, 8), query).toEqual(newest)
    }
    await store.close()
  })

  test('LCH-07 a mistyped or partial word beside a common beginning finds what is older than many others', async () => {
    const store = await open()
    const entry = (name: string, index: number) => ({
      kind: 'record' as const,
      ref: name,
      title: name,
      rankedAt: index,
    })
    await store.write((tx) =>
      tx.search.putMany(workspace, [
        entry('About', 0),
        entry('Evergreen Labs', 1),
        ...Array.from({ length: 500 }, (_, index) => entry(`Evergreen Foods ${index}`, 2 + index)),
        ...Array.from({ length: 500 }, (_, index) => entry(`Cedar Labs ${index}`, 2 + index)),
      ]),
    )
    for (const query of ['evergren la', 'la evergren', 'green la'])
      expect(await find(store, query, 8), query).toEqual(['Evergreen Labs'])
    // A part in the middle of a word is found among the newest.
    expect(await find(store, 'cedar ab', 1)).toEqual(['Cedar Labs 499'])
    await store.close()
  })

  test('LCH-07 titles that were indexed before pairs were kept are found by them too', async () => {
    const url = `file:${join(directory, 'before-pairs.db')}`
    const before = await openStore(url, { upTo: '0005-environments' })
    await before.write((tx) =>
      tx.search.putMany(workspace, [
        { kind: 'record', ref: 'r1', title: 'Alpha beta', rankedAt: 1 },
        { kind: 'task', ref: 't1', title: 'Gamma beta alpha', rankedAt: 2, audiences: [everyone, 'ada'] },
      ]),
    )
    await before.close()
    const database = new DatabaseSync(url.slice('file:'.length))
    const words = () => database.prepare('select * from search_word order by 1, 2, 3, 4, 5').all()
    const wanted = words()
    database.exec("delete from search_word where word like '+%'")
    expect(words().length).toBeLessThan(wanted.length)
    const after = await openStore(url)
    expect(words()).toEqual(wanted)
    database.close()
    await after.close()
  })

  test('LCH-10 GEN-08 a shelf holds what its audience finds, in its own workspace', async () => {
    const store = await open()
    await store.write(async (tx) => {
      await tx.search.put(workspace, 'task', 'shared', 'Alpha shared', 1, [everyone, 'ada'])
      await tx.search.put(workspace, 'task', 'others', 'Alpha others', 2, [everyone, 'bob'])
      await tx.search.put(workspace, 'meeting', 'private', 'Alpha private', 3, ['ada'])
      await tx.search.put('wsp_other', 'task', 'foreign', 'Alpha foreign', 4)
    })
    const shelf = (kind: SearchKind, audience: string): Shelf[] => [{ kind, audience }]
    expect(await find(store, 'alpha', 9, shelf('task', everyone))).toEqual(['others', 'shared'])
    expect(await find(store, 'alpha', 9, shelf('task', 'ada'))).toEqual(['shared'])
    expect(await find(store, 'alpha', 9, shelf('task', 'carol'))).toEqual([])
    expect(await find(store, 'alpha', 9, shelf('meeting', everyone))).toEqual([])
    expect(await find(store, 'alpha', 9, shelf('meeting', 'ada'))).toEqual(['private'])
    expect(await find(store, 'alpha', 9, [])).toEqual([])
    expect(await find(store, 'alpha', 9, all, 'wsp_other')).toEqual(['foreign'])
    await store.close()
  })
})
