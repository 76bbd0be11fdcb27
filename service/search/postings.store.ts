// Postings, which lead from words and contacts to entries: one for every key of an entry in every scope where it is found, and the
// count of titles under each word of the vocabulary. Only rows that differ are written.
import { sql, type Kysely } from 'kysely'
import { batchedByWorkspace } from '../db/batched.ts'
import { derivation } from '../db/derivation.ts'
import { contactKey1, indexedTitle1 } from './derivation-1.rules.ts'
import { contactKey, indexedTitle, reversed, type IndexedTitle } from './search-words.rules.ts'
import {
  compiled,
  compiledChunks,
  compiledRows,
  compiledSpread,
  param,
  type SpreadRow,
} from '../db/compiled.ts'
import type { Database } from '../db/schema.ts'
import { scopeNumber, type SearchKind } from './scope.ts'
import { inPipeline } from '../db/pipeline.ts'
import { storeOf } from '../db/store.ts'

/** A title with its postings, or as it would have them. */
export type Posted = {
  entry: number
  kind: SearchKind
  title: string
  rankedAt: number
  audiences: readonly string[]
  contacts: readonly string[]
  derivation: number
}
/** An entry whose postings were written for `before`, and are to be those of `after`. */
export type Change = { before: Posted | undefined; after: Posted | undefined }

/** The keys that lead to an entry in each of its scopes, by their numbers. */
type Scopes = ReadonlyMap<number, ReadonlySet<string>>
/** Index entries of a title, computed once. */
type Indexed = (posted: Posted) => IndexedTitle

/** Among the columns of the word table. */
const placeOfWord = 1

const remembering = (): Indexed => {
  const known = new Map<string, IndexedTitle>()
  return ({ title, ...posted }) => {
    const name = `${posted.derivation} ${title}`
    const indexed =
      known.get(name) ?? (posted.derivation === derivation ? indexedTitle : indexedTitle1)(title)
    known.set(name, indexed)
    return indexed
  }
}

export const searchPostingsIn = storeOf((db: Kysely<Database>) => {
  const wordRows = (rows: number) =>
    db.insertInto('search_word').values(
      Array.from({ length: rows }, () => ({
        shelf: 0,
        word: '',
        ranked_at: 0,
        thing: 0,
        workspace_id: '',
      })),
    )
  const insertWords = compiledSpread(db, wordRows, placeOfWord)
  const moveWords = compiledRows(
    db,
    [0, 0, '', 0, 0],
    ([to, scope, word, rankedAt, entry], rows) =>
      sql`update search_word set ranked_at = ${to} ${rows('from')} where shelf = ${scope} and word = ${word}
        and ranked_at = ${rankedAt} and thing = ${entry} and workspace_id = ${param}`,
  )
  const deleteWords = compiledRows(
    db,
    [0, '', 0, 0],
    ([scope, word, rankedAt, entry], rows) =>
      sql`delete from search_word ${rows('using')} where shelf = ${scope} and word = ${word}
        and ranked_at = ${rankedAt} and thing = ${entry} and workspace_id = ${param}`,
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
    () => sql`delete from search_vocabulary where workspace_id = ${param} and word = ${param} and uses <= 0`,
  )

  const writeWords = async (workspaceId: string, changes: readonly Change[], indexed: Indexed) => {
    const numbers = new Map<string, number>()
    const numberOf = (kind: SearchKind, audience: string): number => {
      const name = `${kind} ${audience}`
      const number = numbers.get(name) ?? scopeNumber(workspaceId, { kind, audience })
      numbers.set(name, number)
      return number
    }
    const scopesOf = (posted: Posted | undefined): Scopes => {
      if (!posted) return new Map()
      const { kind, contacts } = posted
      const keyOf = posted.derivation === derivation ? contactKey : contactKey1
      const words = new Set([...indexed(posted).keys, ...contacts.map(keyOf)])
      return new Map(posted.audiences.map((audience) => [numberOf(kind, audience), words]))
    }
    const added: SpreadRow[] = []
    const moved: unknown[][] = []
    const removed: unknown[][] = []
    for (const { before, after } of changes) {
      const [old, wanted] = [scopesOf(before), scopesOf(after)]
      if (after)
        for (const [scope, words] of wanted) {
          const known = old.get(scope)
          const fresh = known ? [...words].filter((word) => !known.has(word)) : [...words]
          if (fresh.length > 0) added.push([scope, fresh, after.rankedAt, after.entry, workspaceId])
        }
      if (!before) continue
      for (const [scope, words] of old)
        for (const word of words) {
          const row = [scope, word, before.rankedAt, before.entry]
          if (!after || !wanted.get(scope)?.has(word)) removed.push(row)
          else if (before.rankedAt !== after.rankedAt) moved.push([after.rankedAt, ...row])
        }
    }
    await inPipeline([moveWords(workspaceId, moved), deleteWords(workspaceId, removed), insertWords(added)])
  }

  const writeVocabulary = async (workspaceId: string, changes: readonly Change[], indexed: Indexed) => {
    const uses = new Map<string, number>()
    const count = (posted: Posted | undefined, by: 1 | -1) => {
      for (const word of posted ? indexed(posted).words : []) uses.set(word, (uses.get(word) ?? 0) + by)
    }
    for (const { before, after } of changes) {
      if (before?.title === after?.title && before?.derivation === after?.derivation) continue
      count(before, -1)
      count(after, 1)
    }
    const changed = [...uses].filter(([, by]) => by !== 0)
    await countWords(changed.map(([word, by]) => [workspaceId, word, reversed(word), by]))
    await inPipeline(changed.filter(([, by]) => by < 0).map(([word]) => forgetWord(workspaceId, word)))
  }

  return {
    /** Writes the postings of titles as they are now. */
    change: batchedByWorkspace(async (workspaceId: string, changes: readonly Change[]): Promise<void> => {
      const indexed = remembering()
      await inPipeline([
        writeWords(workspaceId, changes, indexed),
        writeVocabulary(workspaceId, changes, indexed),
      ])
    }),
  }
})
