// What leads from words to titles: a posting for every word of a title on every shelf where it is found, and the count of
// titles under each word of the vocabulary. Only rows that differ are written.
import { sql, type Kysely } from 'kysely'
import { indexedTitle, reversed, type IndexedTitle } from '../rules/search-words.ts'
import { compiled, compiledChunks, given } from './compiled.ts'
import type { Database } from './schema.ts'
import { shelfNumber, type SearchKind } from './search-shelf.ts'
import { sentTogether } from './sent-together.ts'

/** A title with its postings, or as it would have them. */
export type Posted = {
  thing: number
  kind: SearchKind
  title: string
  rankedAt: number
  audiences: readonly string[]
}
/** A thing whose postings were written for `before`, and are to be those of `after`. */
export type Change = { before: Posted | undefined; after: Posted | undefined }

type Key = { shelf: number; word: string }
/** What is indexed of a title, looked at once. */
type Indexed = (posted: Posted) => IndexedTitle

const remembering = (): Indexed => {
  const known = new Map<string, IndexedTitle>()
  return ({ title }) => {
    const indexed = known.get(title) ?? indexedTitle(title)
    known.set(title, indexed)
    return indexed
  }
}

const inKeyOrder = (a: Key, b: Key): number => a.shelf - b.shelf || (a.word < b.word ? -1 : 1)

export const searchPostingsIn = (db: Kysely<Database>) => {
  // A process of a version that lets no title wait writes the postings of one that does, when it is changed there.
  const insertWords = compiledChunks(db, (rows) =>
    db
      .insertInto('search_word')
      .values(
        Array.from({ length: rows }, () => ({
          shelf: 0,
          word: '',
          ranked_at: 0,
          thing: 0,
          workspace_id: '',
        })),
      )
      .onConflict((conflict) => conflict.doNothing()),
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

  const writeWords = async (workspaceId: string, changes: readonly Change[], indexed: Indexed) => {
    const keysOf = (posted: Posted | undefined): Map<string, Key> => {
      const keys = new Map<string, Key>()
      if (!posted) return keys
      const { kind } = posted
      const found = indexed(posted).keys
      for (const audience of posted.audiences) {
        const shelf = shelfNumber(workspaceId, { kind, audience })
        for (const word of found) keys.set(`${shelf} ${word}`, { shelf, word })
      }
      return keys
    }
    const added: (Key & { posted: Posted })[] = []
    for (const { before, after } of changes) {
      const [old, wanted] = [keysOf(before), keysOf(after)]
      if (after) for (const [name, key] of wanted) if (!old.has(name)) added.push({ ...key, posted: after })
      if (!before) continue
      for (const [name, { shelf, word }] of old) {
        const row = [shelf, word, before.rankedAt, before.thing, workspaceId]
        if (!after || !wanted.has(name)) await deleteWord(...row)
        else if (before.rankedAt !== after.rankedAt) await moveWord(after.rankedAt, ...row)
      }
    }
    // In the order of the table: neighbours share pages, which is what makes a bulk load fast.
    if (changes.length > 1) added.sort(inKeyOrder)
    await insertWords(
      added.map(({ shelf, word, posted }) => [shelf, word, posted.rankedAt, posted.thing, workspaceId]),
    )
  }

  const writeVocabulary = async (workspaceId: string, changes: readonly Change[], indexed: Indexed) => {
    const uses = new Map<string, number>()
    const count = (posted: Posted | undefined, by: 1 | -1) => {
      for (const word of posted ? indexed(posted).words : []) uses.set(word, (uses.get(word) ?? 0) + by)
    }
    for (const { before, after } of changes) {
      if (before?.title === after?.title) continue
      count(before, -1)
      count(after, 1)
    }
    const changed = [...uses].filter(([, by]) => by !== 0)
    await countWords(changed.map(([word, by]) => [workspaceId, word, reversed(word), by]))
    for (const [word, by] of changed) if (by < 0) await forgetWord(workspaceId, word)
  }

  return {
    /** Writes the postings of titles as they are now. */
    async change(workspaceId: string, changes: readonly Change[]): Promise<void> {
      const indexed = remembering()
      await sentTogether([
        writeWords(workspaceId, changes, indexed),
        writeVocabulary(workspaceId, changes, indexed),
      ])
    },
  }
}
