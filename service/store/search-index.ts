// The write side of search: a title's words follow the title inside the same transaction, so that a change can be
// found when its write has been answered (LCH-07). Only rows that differ are written.
import { sql, type Kysely } from 'kysely'
import { indexedTitle, reversed } from '../rules/search-words.ts'
import { compiled, compiledChunks, given, padded } from './compiled.ts'
import type { Database, SearchTitleTable } from './schema.ts'

export type SearchKind = SearchTitleTable['kind']

/** The audience of those who see everything of a kind. */
export const everyone = '*'

export type SearchEntry = {
  kind: SearchKind
  ref: string
  title: string
  /** Epoch milliseconds of the last change: the more recent of two equal matches comes first. */
  rankedAt: number
  /** Who finds it: `everyone`, and person ids. Left out means everyone. */
  audiences?: readonly string[]
}

type State = { title: string; rankedAt: number; audiences: readonly string[] }
type Key = { audience: string; word: string }

const keysOf = (state: State | undefined): Map<string, Key> => {
  const keys = new Map<string, Key>()
  if (!state) return keys
  for (const word of indexedTitle(state.title).keys)
    for (const audience of state.audiences) keys.set(`${audience} ${word}`, { audience, word })
  return keys
}

export const searchIndexIn = (db: Kysely<Database>) => {
  const insertWords = compiledChunks(db, (rows) =>
    db.insertInto('search_word').values(
      Array.from({ length: rows }, () => ({
        workspace_id: '',
        kind: 'task' as const,
        audience: '',
        word: '',
        ranked_at: 0,
        ref: '',
      })),
    ),
  )
  const moveWord = compiled(
    db,
    () => sql`update search_word set ranked_at = ${given} where workspace_id = ${given} and kind = ${given}
      and audience = ${given} and word = ${given} and ranked_at = ${given} and ref = ${given}`,
  )
  const deleteWord = compiled(
    db,
    () => sql`delete from search_word where workspace_id = ${given} and kind = ${given} and audience = ${given}
      and word = ${given} and ranked_at = ${given} and ref = ${given}`,
  )
  const putTitle = compiledChunks(db, (rows) =>
    db
      .insertInto('search_title')
      .values(
        Array.from({ length: rows }, () => ({
          workspace_id: '',
          kind: 'task' as const,
          ref: '',
          title: '',
          ranked_at: 0,
          audiences: '',
        })),
      )
      .onConflict((conflict) =>
        conflict.columns(['workspace_id', 'kind', 'ref']).doUpdateSet((each) => ({
          title: each.ref('excluded.title'),
          ranked_at: each.ref('excluded.ranked_at'),
          audiences: each.ref('excluded.audiences'),
        })),
      ),
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
    const rows = await db
      .selectFrom('search_title')
      .select(['ref', 'title', 'ranked_at', 'audiences'])
      .where('workspace_id', '=', workspaceId)
      .where('kind', '=', kind)
      .where('ref', 'in', padded(refs))
      .execute()
    return new Map<string, State>(
      rows.map((row) => [
        row.ref,
        // Written by this file only.
        { title: row.title, rankedAt: row.ranked_at, audiences: JSON.parse(row.audiences) as string[] },
      ]),
    )
  }

  const writeWords = async (
    workspaceId: string,
    kind: SearchKind,
    changes: ReadonlyMap<string, { before: State | undefined; after: State | undefined }>,
  ) => {
    const added: { key: string; row: unknown[] }[] = []
    for (const [ref, { before, after }] of changes) {
      const [old, wanted] = [keysOf(before), keysOf(after)]
      for (const [key, { audience, word }] of wanted)
        if (!old.has(key)) added.push({ key, row: [workspaceId, kind, audience, word, after?.rankedAt, ref] })
      for (const [key, { audience, word }] of old) {
        const row = [workspaceId, kind, audience, word, before?.rankedAt, ref]
        if (!wanted.has(key)) await deleteWord(...row)
        else if (before?.rankedAt !== after?.rankedAt) await moveWord(after?.rankedAt, ...row)
      }
    }
    // In the order of the table: neighbours share pages, which is what makes a bulk load fast.
    if (changes.size > 1) added.sort((a, b) => (a.key < b.key ? -1 : 1))
    await insertWords(added.map((each) => each.row))
  }

  const writeVocabulary = async (
    workspaceId: string,
    changes: ReadonlyMap<string, { before: State | undefined; after: State | undefined }>,
  ) => {
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

  const putAll = async (workspaceId: string, kind: SearchKind, entries: ReadonlyMap<string, State>) => {
    const stored = await storedStates(workspaceId, kind, [...entries.keys()])
    const changes = new Map<string, { before: State | undefined; after: State | undefined }>()
    for (const [ref, after] of entries) {
      const before = stored.get(ref)
      const same =
        before !== undefined &&
        before.title === after.title &&
        before.rankedAt === after.rankedAt &&
        before.audiences.join(' ') === after.audiences.join(' ')
      if (!same) changes.set(ref, { before, after })
    }
    await putTitle(
      [...changes].map(([ref, { after }]) => [
        workspaceId,
        kind,
        ref,
        after?.title,
        after?.rankedAt,
        JSON.stringify(after?.audiences),
      ]),
    )
    await writeWords(workspaceId, kind, changes)
    await writeVocabulary(workspaceId, changes)
  }

  /** Makes many things findable, or findable as they are now: 5,000 at a time, whatever was there before. */
  const putMany = async (workspaceId: string, entries: readonly SearchEntry[]): Promise<void> => {
    for (let from = 0; from < entries.length; from += 5_000) {
      const byKind = Map.groupBy(entries.slice(from, from + 5_000), (entry) => entry.kind)
      for (const [kind, some] of byKind) {
        const states = some.map(({ ref, title, rankedAt, audiences = [everyone] }): [string, State] => [
          ref,
          { title: indexedTitle(title).title, rankedAt, audiences: [...new Set(audiences)].toSorted() },
        ])
        await putAll(workspaceId, kind, new Map(states))
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
