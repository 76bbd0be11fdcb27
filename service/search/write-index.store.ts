// The write side of search: a title and its words go into the same transaction as what it is the title of, so that a change
// can be found when its write has been answered (LCH-07).
import { sql, type Kysely } from 'kysely'
import { derivation } from '../db/derivation.ts'
import { foldedTitle } from './search-words.rules.ts'
import { chunksOf, compiledChunks, compiledList, param } from '../db/compiled.ts'
import type { Database, SearchTitleTable } from '../db/schema.ts'
import { searchPostingsIn, type Change, type Posted } from './postings.store.ts'
import { everyone, type SearchKind } from './scope.ts'
import { inPipeline } from '../db/pipeline.ts'
import { storeOf } from '../db/store.ts'

export type SearchEntry = {
  kind: SearchKind
  ref: string
  title: string
  /** Epoch milliseconds of the last change: the more recent of two equal matches comes first. */
  rankedAt: number
  /** `everyone` or person ids. Left out means everyone. */
  audiences?: readonly string[]
  /** Contacts that find it beside its title, by `contactsOf`. Left out means none. */
  contacts?: readonly string[]
  /** Whether the caller knows that nothing was found under this ref before: then nothing is asked. */
  isNew?: boolean
}

type Wanted = Pick<Posted, 'title' | 'rankedAt' | 'audiences' | 'contacts'> & { isNew: boolean }
type StateRow = Omit<SearchTitleTable, 'workspace_id' | 'kind'>

let lastNumber = 0

/**
 * A number for a new entry: microseconds since 1970, and none twice in this process. A counter would make every writer of
 * a workspace wait for the others; numbers at random would each be written to another page. One that another process
 * has taken fails the statement, and the transaction is run again, with another one.
 */
const nextNumber = (): number => {
  lastNumber = Math.max(lastNumber + 1, Math.floor((performance.timeOrigin + performance.now()) * 1000))
  return lastNumber
}

/** How many titles are looked at together. */
const batch = 20_000
const lookedUpAtOnce = 500
export const searchIndexIn = storeOf((db: Kysely<Database>) => {
  const postings = searchPostingsIn(db)
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
        contacts: '',
        derivation: 0,
      })),
    )
  const addTitles = compiledChunks(db, titleRows)
  const putTitles = compiledChunks(db, (rows) =>
    titleRows(rows).onConflict((conflict) =>
      conflict.columns(['thing', 'workspace_id']).doUpdateSet((each) => ({
        title: each.ref('excluded.title'),
        ranked_at: each.ref('excluded.ranked_at'),
        audiences: each.ref('excluded.audiences'),
        contacts: each.ref('excluded.contacts'),
        derivation: each.ref('excluded.derivation'),
      })),
    ),
  )
  const statesOf = compiledList<StateRow>(
    db,
    (refs) => sql`select ref, thing, title, ranked_at, audiences, contacts, derivation from search_title
      where ref in (${refs}) and workspace_id = ${param} and kind = ${param}`,
  )

  const storedStates = async (workspaceId: string, kind: SearchKind, refs: readonly string[]) => {
    const states = new Map<string, Posted>()
    for (let from = 0; from < refs.length; from += lookedUpAtOnce)
      for (const row of await statesOf(refs.slice(from, from + lookedUpAtOnce), [workspaceId, kind]))
        states.set(row.ref, {
          entry: row.thing,
          kind,
          title: row.title,
          rankedAt: row.ranked_at,
          // Written by this file only.
          audiences: JSON.parse(row.audiences) as string[],
          contacts: JSON.parse(row.contacts) as string[],
          derivation: row.derivation,
        })
    return states
  }

  const putAll = async (
    workspaceId: string,
    kind: SearchKind,
    entries: ReadonlyMap<string, Wanted>,
  ): Promise<void> => {
    const asked = [...entries].filter(([, { isNew }]) => !isNew).map(([ref]) => ref)
    const stored = await storedStates(workspaceId, kind, asked)
    const changes: Change[] = []
    const added: unknown[][] = []
    const moved: unknown[][] = []
    for (const [ref, { title, rankedAt, audiences, contacts }] of entries) {
      const before = stored.get(ref)
      const lists = [audiences, contacts].map((list) => JSON.stringify(list))
      if (
        before?.title === title &&
        before.derivation === derivation &&
        before.rankedAt === rankedAt &&
        JSON.stringify(before.audiences) === lists[0] &&
        JSON.stringify(before.contacts) === lists[1]
      )
        continue
      const entry = before?.entry ?? nextNumber()
      const after = { entry, kind, title, rankedAt, audiences, contacts, derivation }
      changes.push({ before, after })
      const row = [entry, workspaceId, kind, ref, title, rankedAt, ...lists, derivation]
      if (before) moved.push(row)
      else added.push(row)
    }
    await inPipeline([addTitles(added), putTitles(moved), postings.change(workspaceId, changes)])
  }

  /** Makes many entries findable, or findable as they are now, whatever was there before. */
  const putMany = async (workspaceId: string, entries: readonly SearchEntry[]): Promise<void> => {
    for (let from = 0; from < entries.length; from += batch) {
      const byKind = Map.groupBy(entries.slice(from, from + batch), (entry) => entry.kind)
      for (const [kind, some] of byKind) {
        const wanted = new Map<string, Wanted>()
        for (const { ref, title, rankedAt, audiences = [everyone], contacts = [], isNew = false } of some)
          wanted.set(ref, {
            title: foldedTitle(title),
            rankedAt,
            audiences: [...new Set(audiences)].toSorted(),
            contacts,
            // A new entry of this batch is not written yet.
            isNew: isNew || wanted.get(ref)?.isNew === true,
          })
        await putAll(workspaceId, kind, wanted)
      }
    }
  }

  /** Makes entries unfindable, if they were findable. */
  const removeMany = async (
    workspaceId: string,
    kind: SearchKind,
    refs: readonly string[],
  ): Promise<void> => {
    const stored = await storedStates(workspaceId, kind, refs)
    if (stored.size === 0) return
    await postings.change(
      workspaceId,
      [...stored.values()].map((before) => ({ before, after: undefined })),
    )
    for (const some of chunksOf([...stored.keys()], lookedUpAtOnce))
      await db
        .deleteFrom('search_title')
        .where('workspace_id', '=', workspaceId)
        .where('kind', '=', kind)
        .where('ref', 'in', some)
        .execute()
  }

  return {
    putMany,

    removeMany,

    /** Makes an entry unfindable; nothing happens when it was not findable. */
    remove: (workspaceId: string, kind: SearchKind, ref: string): Promise<void> =>
      removeMany(workspaceId, kind, [ref]),
  }
})
