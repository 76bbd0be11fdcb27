// Which words of a workspace a typed word may mean: those that it begins, and where those find little, those that it
// ends or mistypes.
import { sql, type Kysely } from 'kysely'
import { editsAllowed, isTypoOf } from '../../shared/text-match.ts'
import { reversed, twoLetterKey } from '../rules/search-words.ts'
import { compiled, given } from './compiled.ts'
import type { Database } from './schema.ts'

/** Keys of the word table that lead to a typed word. */
export type WordSource = {
  keys: readonly string[]
  /** How many titles they lead to, at most. */
  uses: number
  /** Whether nothing that begins as typed is left out. */
  complete: boolean
  /** The key that leads to everything that begins as typed, and to more. */
  twoLetters: string | null
}

type Row = { word: string; uses: number }

const wordsListed = 32
const wordsRead = 300
const likelyListed = 16
const narrowRange = 600
const wideRange = 2_000

export const searchWordsIn = (db: Kysely<Database>) => {
  const between = compiled<Row>(
    db,
    () => sql`select word, uses from search_vocabulary
      where workspace_id = ${given} and word >= ${given} and word < ${given} order by word limit ${given}`,
  )
  const reversedBetween = compiled<Row>(
    db,
    () => sql`select word, uses from search_vocabulary
      where workspace_id = ${given} and reversed >= ${given} and reversed < ${given} order by reversed limit ${given}`,
  )
  const beginningWith = (workspaceId: string, part: string, limit: number) =>
    between(workspaceId, part, `${part}\u{10ffff}`, limit)
  const endingWith = (workspaceId: string, part: string, limit: number) =>
    reversedBetween(workspaceId, reversed(part), `${reversed(part)}\u{10ffff}`, limit)

  /**
   * Vocabulary that is worth counting edits against. An edit leaves one half of a word whole (a swap across the middle
   * is tried by itself), two edits leave one third whole; two in the outer thirds leave an end letter.
   */
  const near = async function* (workspaceId: string, word: string): AsyncGenerator<Row[]> {
    const max = editsAllowed(word)
    const half = Math.ceil(word.length / 2)
    const swapped = word.slice(0, half - 1) + word.charAt(half) + word.charAt(half - 1)
    const first = max === 1 ? half : Math.floor(word.length / 3)
    const last = max === 1 ? half : 2 * first
    yield beginningWith(workspaceId, word.slice(0, first), narrowRange)
    yield endingWith(workspaceId, word.slice(last), narrowRange)
    yield beginningWith(workspaceId, swapped, narrowRange)
    if (max === 1) return
    yield beginningWith(workspaceId, word.slice(0, 1), wideRange)
    yield endingWith(workspaceId, word.slice(-1), wideRange)
  }

  const mistyped = async (workspaceId: string, word: string, position: 'last' | 'inner'): Promise<Row[]> => {
    if (editsAllowed(word) === 0) return []
    const found = new Map<string, Row>()
    let step = 0
    for await (const rows of near(workspaceId, word)) {
      for (const row of rows)
        if (!found.has(row.word) && isTypoOf(word, row.word, position)) found.set(row.word, row)
      step += 1
      // The wide ranges are for those whom the narrow ones did not help.
      if (step === 3 && found.size > 0) break
    }
    return [...found.values()].toSorted((a, b) => b.uses - a.uses).slice(0, likelyListed)
  }

  const sourceOf = (rows: readonly Row[]): Pick<WordSource, 'keys' | 'uses'> => ({
    keys: rows.map((row) => row.word),
    uses: rows.reduce((sum, row) => sum + row.uses, 0),
  })

  return {
    /** The words that begin as typed; of very many, those that the most titles hold. */
    async beginning(workspaceId: string, typed: string): Promise<WordSource> {
      const twoLetters = twoLetterKey(typed)
      if (twoLetters === typed) {
        const [any] = await beginningWith(workspaceId, typed, 1)
        return {
          keys: any ? [typed] : [],
          uses: any ? Number.MAX_SAFE_INTEGER : 0,
          complete: true,
          twoLetters,
        }
      }
      const rows = await beginningWith(workspaceId, typed, wordsRead)
      const listed =
        rows.length <= wordsListed ? rows : rows.toSorted((a, b) => b.uses - a.uses).slice(0, wordsListed)
      return { ...sourceOf(listed), complete: rows.length < wordsRead, twoLetters }
    },

    /** The words that begin as typed, that end so, and that were probably meant. */
    async likely(
      workspaceId: string,
      typed: string,
      position: 'last' | 'inner',
      beginning: WordSource,
    ): Promise<WordSource> {
      const ending = typed.length < 3 ? [] : await endingWith(workspaceId, typed, likelyListed)
      const added = sourceOf([...(await mistyped(workspaceId, typed, position)), ...ending])
      return {
        keys: [...new Set([...added.keys, ...beginning.keys])],
        uses: beginning.uses + added.uses,
        complete: true,
        twoLetters: beginning.twoLetters,
      }
    },
  }
}
