// The write side of search: a title goes into the same transaction as what it is the title of, so that a change can be
// found when its write has been answered (LCH-07). On SQLite the postings of a new title are written later, together with
// those of others, because bringing them to their pages costs more than all else that a create writes; until then the
// title is on a list that every search looks through (pending.ts).
import { sql, type Kysely } from 'kysely'
import { foldedTitle } from '../../rules/search-words.ts'
import { compiledChunks, compiledList, given, isPostgres } from '../compiled.ts'
import { createRecent } from '../recent.ts'
import type { Database, SearchTitleTable } from '../schema.ts'
import { audiencesOf, searchPendingIn } from './pending.ts'
import { searchPostingsIn, type Change, type Posted } from './postings.ts'
import { everyone, type SearchKind } from './shelf.ts'
import { sentTogether } from '../transactions/sent-together.ts'

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

type Wanted = Pick<Posted, 'title' | 'rankedAt' | 'audiences'> & { isNew: boolean }
type State = Posted & { isPending: boolean }
type StateRow = Pick<SearchTitleTable, 'ref' | 'thing' | 'title' | 'ranked_at' | 'audiences' | 'pending'>

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
/**
 * So many new titles of a workspace may wait for their postings; of as many that come at once, none waits. On PostgreSQL none
 * ever does: there, a title costs the same by itself as among others, because a commit only appends to a log.
 */
const mostPendingIn = (db: Kysely<Database>): number => (isPostgres(db) ? 0 : 64)

const rememberedWorkspaces = 1_000
/** How many titles of each workspace wait because of this process, roughly: those that were rolled back are counted too. */
const pendingOf = createRecent<string, number>(rememberedWorkspaces)

export const searchIndexIn = (db: Kysely<Database>) => {
  const mostPending = mostPendingIn(db)
  /** Whether so many more are too many to wait. */
  const areTooMany = (workspaceId: string, more: number): boolean => {
    const waiting = (pendingOf.get(workspaceId) ?? 0) + more
    pendingOf.set(workspaceId, waiting < mostPending ? waiting : 0)
    return waiting >= mostPending
  }
  const postings = searchPostingsIn(db)
  const pending = searchPendingIn(db)
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
        pending: 0 as const,
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
    (refs) => sql`select ref, thing, title, ranked_at, audiences, pending from search_title
      where ref in (${refs}) and workspace_id = ${given} and kind = ${given}`,
  )

  const storedStates = async (workspaceId: string, kind: SearchKind, refs: readonly string[]) => {
    const states = new Map<string, State>()
    for (let from = 0; from < refs.length; from += lookedUpAtOnce)
      for (const row of await statesOf(refs.slice(from, from + lookedUpAtOnce), [workspaceId, kind]))
        states.set(row.ref, {
          thing: row.thing,
          kind,
          title: row.title,
          rankedAt: row.ranked_at,
          audiences: audiencesOf(row.audiences),
          isPending: row.pending === 1,
        })
    return states
  }

  const postPending = async (workspaceId: string): Promise<void> => {
    const titles = await pending.titles(workspaceId)
    if (titles.length === 0) return
    const changes = titles.map((after) => ({ before: undefined, after }))
    await sentTogether([postings.change(workspaceId, changes), pending.posted(workspaceId)])
  }

  const putAll = async (
    workspaceId: string,
    kind: SearchKind,
    entries: ReadonlyMap<string, Wanted>,
  ): Promise<void> => {
    const asked = [...entries].filter(([, { isNew }]) => !isNew).map(([ref]) => ref)
    const stored = await storedStates(workspaceId, kind, asked)
    const mayWait = entries.size < mostPending
    const changes: Change[] = []
    const added: unknown[][] = []
    const moved: unknown[][] = []
    for (const [ref, { title, rankedAt, audiences }] of entries) {
      const before = stored.get(ref)
      const people = JSON.stringify(audiences)
      if (
        before?.title === title &&
        before.rankedAt === rankedAt &&
        JSON.stringify(before.audiences) === people
      )
        continue
      const after = { thing: before?.thing ?? nextThing(), kind, title, rankedAt, audiences }
      const isPending = before ? before.isPending : mayWait
      if (!isPending) changes.push({ before, after })
      const row = [after.thing, workspaceId, kind, ref, title, rankedAt, people, isPending ? 1 : 0]
      if (before) moved.push(row)
      else added.push(row)
    }
    await sentTogether([addTitles(added), putTitles(moved), postings.change(workspaceId, changes)])
    if (mayWait && added.length > 0 && areTooMany(workspaceId, added.length)) await postPending(workspaceId)
  }

  /** Makes many things findable, or findable as they are now, whatever was there before. */
  const putMany = async (workspaceId: string, entries: readonly SearchEntry[]): Promise<void> => {
    for (let from = 0; from < entries.length; from += batch) {
      const byKind = Map.groupBy(entries.slice(from, from + batch), (entry) => entry.kind)
      for (const [kind, some] of byKind) {
        const wanted = new Map<string, Wanted>()
        for (const { ref, title, rankedAt, audiences = [everyone], isNew = false } of some)
          wanted.set(ref, {
            title: foldedTitle(title),
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

    /** Writes the postings of every title of a workspace that waits for them. */
    postPending,

    /** At most so many workspaces with titles that wait for their postings. */
    pendingWorkspaces: (limit: number): Promise<string[]> => pending.workspaces(limit),

    /** Makes a thing unfindable; nothing happens when it was not findable. */
    async remove(workspaceId: string, kind: SearchKind, ref: string): Promise<void> {
      const before = (await storedStates(workspaceId, kind, [ref])).get(ref)
      if (!before) return
      if (!before.isPending) await postings.change(workspaceId, [{ before, after: undefined }])
      await db
        .deleteFrom('search_title')
        .where('workspace_id', '=', workspaceId)
        .where('kind', '=', kind)
        .where('ref', '=', ref)
        .execute()
    },
  }
}
