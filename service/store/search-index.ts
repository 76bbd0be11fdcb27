// The write side of search: a title's words follow the title inside the same transaction, so that a change can be
// found when its write has been answered (LCH-07). Only rows that differ are written.
import { sql, type Kysely } from 'kysely'
import { indexedTitle, reversed } from '../rules/search-words.ts'
import { sentTogether } from './sent-together.ts'
import { compiled, compiledChunks, compiledList, given } from './compiled.ts'
import type { Database } from './schema.ts'
import { everyone, shelfNumber, type SearchKind } from './search-shelf.ts'

export type SearchEntry = {
  kind: SearchKind
  ref: string
  title: string
  /** Epoch milliseconds of the last change: the more recent of two equal matches comes first. */
  rankedAt: number
  /** Who finds it: `everyone`, and person ids. Left out means everyone. */
  audiences?: readonly string[]
  /** Whether the caller knows that nothing was found under this ref before: then nothing is asked. */
  isNew?: boolean
}

type Wanted = Omit<State, 'thing'> & { isNew: boolean }
type State = { thing: number; title: string; rankedAt: number; audiences: readonly string[] }
type Change = { before: State | undefined; after: State | undefined }
type Key = { shelf: number; word: string }
type StateRow = { ref: string; thing: number; title: string; ranked_at: number; audiences: string }

let lastThing = 0

/**
 * A number for a new thing: microseconds since 1970, and none twice in this process. A counter would make every writer of
 * a workspace wait for the others; numbers at random would each be written to another page. One that another process
 * has taken fails the statement, and the transaction is run again, with another one.
 */
const nextThing = (): number => {
  lastThing = Math.max(lastThing + 1, Math.floor((performance.timeOrigin + performance.now()) * 1000))
  return lastThing
}

/** How many titles are looked at together. */
const batch = 20_000
const lookedUpAtOnce = 500

const inKeyOrder = (a: Key, b: Key): number => a.shelf - b.shelf || (a.word < b.word ? -1 : 1)

export const searchIndexIn = (db: Kysely<Database>) => {
  const insertWords = compiledChunks(db, (rows) =>
    db.insertInto('search_word').values(
      Array.from({ length: rows }, () => ({
        shelf: 0,
        word: '',
        ranked_at: 0,
        thing: 0,
        workspace_id: '',
      })),
    ),
  )
  const moveWord = compiled(
    db,
    () => sql`update search_word set ranked_at = ${given} where shelf = ${given} and word = ${given}
      and ranked_at = ${given} and thing = ${given} and workspace_id = ${given}`,
  )
  const deleteWord = compiled(
    db,
    () => sql`delete from search_word where shelf = ${given} and word = ${given}
      and ranked_at = ${given} and thing = ${given} and workspace_id = ${given}`,
  )
  const titleRows = (rows: number) =>
    db.insertInto('search_title').values(
      Array.from({ length: rows }, () => ({
        thing: 0,
        workspace_id: '',
        kind: 'task' as const,
        ref: '',
        title: '',
        ranked_at: 0,
        audiences: '',
      })),
    )
  const addTitles = compiledChunks(db, titleRows)
  const putTitles = compiledChunks(db, (rows) =>
    titleRows(rows).onConflict((conflict) =>
      conflict.columns(['thing', 'workspace_id']).doUpdateSet((each) => ({
        title: each.ref('excluded.title'),
        ranked_at: each.ref('excluded.ranked_at'),
        audiences: each.ref('excluded.audiences'),
      })),
    ),
  )
  const statesOf = compiledList<StateRow>(
    db,
    (refs) => sql`select ref, thing, title, ranked_at, audiences from search_title
      where ref in (${refs}) and workspace_id = ${given} and kind = ${given}`,
  )
  const countWords = compiledChunks(db, (rows) =>
    db
      .insertInto('search_vocabulary')
      .values(Array.from({ length: rows }, () => ({ workspace_id: '', word: '', reversed: '', uses: 0 })))
      .onConflict((conflict) =>
        conflict.columns(['workspace_id', 'word']).doUpdateSet((each) => ({
          uses: each('search_vocabulary.uses', '+', each.ref('excluded.uses')),
        })),
      ),
  )
  const forgetWord = compiled(
    db,
    () => sql`delete from search_vocabulary where workspace_id = ${given} and word = ${given} and uses <= 0`,
  )

  const storedStates = async (workspaceId: string, kind: SearchKind, refs: readonly string[]) => {
    const states = new Map<string, State>()
    for (let from = 0; from < refs.length; from += lookedUpAtOnce)
      for (const row of await statesOf(refs.slice(from, from + lookedUpAtOnce), [workspaceId, kind]))
        states.set(row.ref, {
          thing: row.thing,
          title: row.title,
          rankedAt: row.ranked_at,
          // Written by this file only.
          audiences: JSON.parse(row.audiences) as string[],
        })
    return states
  }

  const writeWords = async (workspaceId: string, kind: SearchKind, changes: ReadonlyMap<string, Change>) => {
    const shelves = new Map<string, number>()
    const shelfOf = (audience: string): number => {
      const shelf = shelves.get(audience) ?? shelfNumber(workspaceId, { kind, audience })
      shelves.set(audience, shelf)
      return shelf
    }
    const keysOf = (state: State | undefined): Map<string, Key> => {
      const keys = new Map<string, Key>()
      if (!state) return keys
      const found = indexedTitle(state.title).keys
      for (const audience of state.audiences) {
        const shelf = shelfOf(audience)
        for (const word of found) keys.set(`${shelf} ${word}`, { shelf, word })
      }
      return keys
    }
    const added: (Key & { state: State })[] = []
    for (const { before, after } of changes.values()) {
      const [old, wanted] = [keysOf(before), keysOf(after)]
      if (after) for (const [name, key] of wanted) if (!old.has(name)) added.push({ ...key, state: after })
      if (!before) continue
      for (const [name, { shelf, word }] of old) {
        const row = [shelf, word, before.rankedAt, before.thing, workspaceId]
        if (!after || !wanted.has(name)) await deleteWord(...row)
        else if (before.rankedAt !== after.rankedAt) await moveWord(after.rankedAt, ...row)
      }
    }
    // In the order of the table: neighbours share pages, which is what makes a bulk load fast.
    if (changes.size > 1) added.sort(inKeyOrder)
    await insertWords(
      added.map(({ shelf, word, state }) => [shelf, word, state.rankedAt, state.thing, workspaceId]),
    )
  }

  const writeVocabulary = async (workspaceId: string, changes: ReadonlyMap<string, Change>) => {
    const uses = new Map<string, number>()
    const count = (state: State | undefined, by: 1 | -1) => {
      for (const word of state ? indexedTitle(state.title).words : [])
        uses.set(word, (uses.get(word) ?? 0) + by)
    }
    for (const { before, after } of changes.values()) {
      if (before?.title === after?.title) continue
      count(before, -1)
      count(after, 1)
    }
    const changed = [...uses].filter(([, by]) => by !== 0)
    await countWords(changed.map(([word, by]) => [workspaceId, word, reversed(word), by]))
    for (const [word, by] of changed) if (by < 0) await forgetWord(workspaceId, word)
  }

  const putAll = async (
    workspaceId: string,
    kind: SearchKind,
    entries: ReadonlyMap<string, Wanted>,
  ): Promise<void> => {
    const asked = [...entries].filter(([, { isNew }]) => !isNew).map(([ref]) => ref)
    const stored = await storedStates(workspaceId, kind, asked)
    const changes = new Map<string, Change>()
    const added: unknown[][] = []
    const moved: unknown[][] = []
    for (const [ref, { title, rankedAt, audiences }] of entries) {
      const before = stored.get(ref)
      const after = { title, rankedAt, audiences, thing: before?.thing ?? nextThing() }
      const people = JSON.stringify(audiences)
      if (
        before?.title === title &&
        before.rankedAt === rankedAt &&
        JSON.stringify(before.audiences) === people
      )
        continue
      changes.set(ref, { before, after })
      const titles = before ? moved : added
      titles.push([after.thing, workspaceId, kind, ref, title, rankedAt, people])
    }
    await sentTogether([
      addTitles(added),
      putTitles(moved),
      writeWords(workspaceId, kind, changes),
      writeVocabulary(workspaceId, changes),
    ])
  }

  /** Makes many things findable, or findable as they are now, whatever was there before. */
  const putMany = async (workspaceId: string, entries: readonly SearchEntry[]): Promise<void> => {
    for (let from = 0; from < entries.length; from += batch) {
      const byKind = Map.groupBy(entries.slice(from, from + batch), (entry) => entry.kind)
      for (const [kind, some] of byKind) {
        const wanted = new Map<string, Wanted>()
        for (const { ref, title, rankedAt, audiences = [everyone], isNew = false } of some)
          wanted.set(ref, {
            title: indexedTitle(title).title,
            rankedAt,
            audiences: [...new Set(audiences)].toSorted(),
            // What was new a moment ago has not been written yet.
            isNew: isNew || wanted.get(ref)?.isNew === true,
          })
        await putAll(workspaceId, kind, wanted)
      }
    }
  }

  return {
    putMany,

    /** Makes one thing findable under its title, or moves it to a new one; the same again writes nothing. */
    put: (
      workspaceId: string,
      kind: SearchKind,
      ref: string,
      title: string,
      rankedAt: number,
      audiences: readonly string[] = [everyone],
    ): Promise<void> => putMany(workspaceId, [{ kind, ref, title, rankedAt, audiences }]),

    /** Makes a new thing findable by everyone, under a ref that nothing was found under before. */
    add: (
      workspaceId: string,
      kind: SearchKind,
      ref: string,
      title: string,
      rankedAt: number,
    ): Promise<void> => putMany(workspaceId, [{ kind, ref, title, rankedAt, isNew: true }]),

    /** Makes a thing unfindable; nothing happens when it was not findable. */
    async remove(workspaceId: string, kind: SearchKind, ref: string): Promise<void> {
      const before = (await storedStates(workspaceId, kind, [ref])).get(ref)
      if (!before) return
      const changes = new Map([[ref, { before, after: undefined }]])
      await writeWords(workspaceId, kind, changes)
      await writeVocabulary(workspaceId, changes)
      await db
        .deleteFrom('search_title')
        .where('workspace_id', '=', workspaceId)
        .where('kind', '=', kind)
        .where('ref', '=', ref)
        .execute()
    },
  }
}
