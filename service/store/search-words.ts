// Which words of a workspace a typed word may mean: those that it begins, and where those find little, those that it
// ends or mistypes.
import { sql, type Kysely } from 'kysely'
import { editsAllowed, isTypoOf } from '../../shared/text-match.ts'
import { reversed, twoLetterKey } from '../rules/search-words.ts'
import { compiled, given } from './compiled.ts'
import type { Database } from './schema.ts'

/** Keys of the word table that lead to a typed word. */
export type WordSource = {
  typed: string
  keys: readonly string[]
  /** How many titles they lead to, at most. */
  uses: number
  /** Whether the keys are all words that begin as typed, and no others. */
  complete: boolean
  /** Keys that together lead to everything that the word may mean, and to more; none where a word is too short. */
  twoLetters: readonly string[]
}

/** `endings` are those of the keys that end as typed; the others are mistyped. */
export type LikelySource = WordSource & { endings: readonly string[] }

type Row = { word: string; uses: number }

const wordsListed = 32
const wordsRead = 120
const likelyListed = 16
/** Words of one beginning or ending that are looked at for typos. */
const rangeRead = 600
const wideRangeRead = 2_000
/** Words of a workspace in which the middle of a mistyped word is looked for. */
const vocabularyRead = 20_000
const anyLength = 1_000

const twoLettersOf = (words: readonly string[]): string[] => [
  ...new Set(words.flatMap((word) => twoLetterKey(word) ?? [])),
]

export const searchWordsIn = (db: Kysely<Database>) => {
  const between = compiled<Row>(
    db,
    () => sql`select word, uses from search_vocabulary
      where workspace_id = ${given} and word >= ${given} and word < ${given} order by word limit ${given}`,
  )
  // Capped inside: the length only spares words that are read from being handed over.
  const betweenOfLength = compiled<Row>(
    db,
    () => sql`select word, uses from (
        select word, uses from search_vocabulary
        where workspace_id = ${given} and word >= ${given} and word < ${given} order by word limit ${given}) as ranged
      where length(word) between ${given} and ${given}`,
  )
  const reversedBetweenOfLength = compiled<Row>(
    db,
    () => sql`select word, uses from (
        select word, uses from search_vocabulary
        where workspace_id = ${given} and reversed >= ${given} and reversed < ${given}
        order by reversed limit ${given}) as ranged
      where length(word) between ${given} and ${given}`,
  )
  const holdingOfLength = compiled<Row>(
    db,
    () => sql`select word, uses from (
        select word, uses from search_vocabulary where workspace_id = ${given} limit ${given}) as read
      where length(word) between ${given} and ${given} and word like ${given}`,
  )
  const beginningWith = (workspaceId: string, part: string, limit: number) =>
    between(workspaceId, part, `${part}\u{10ffff}`, limit)

  /**
   * Vocabulary that is worth counting edits against. One edit leaves a half of the word whole, two leave a third; a swap
   * across the border of two parts leaves neither, and is looked for by itself. The widest questions come last, for
   * those whom the others did not help.
   */
  const near = async function* (workspaceId: string, word: string): AsyncGenerator<Row[]> {
    const max = editsAllowed(word)
    const first = max === 1 ? Math.ceil(word.length / 2) : Math.floor(word.length / 3)
    const last = max === 1 ? first : 2 * first
    const lengths = [word.length - max, word.length + max] as const
    const starting = (part: string, limit: number, longest: number) =>
      betweenOfLength(workspaceId, part, `${part}\u{10ffff}`, limit, lengths[0], longest)
    const ending = reversed(word.slice(last))
    const swapped = word.slice(0, first - 1) + word.charAt(first) + word.charAt(first - 1)
    // A word that is still being typed begins a longer one.
    yield starting(word.slice(0, first), rangeRead, anyLength)
    yield reversedBetweenOfLength(workspaceId, ending, `${ending}\u{10ffff}`, rangeRead, ...lengths)
    yield starting(swapped, rangeRead, lengths[1])
    if (max === 1) return
    yield starting(word.slice(0, 1), wideRangeRead, lengths[1])
    const inner = reversed(word.slice(last + 1))
    yield reversedBetweenOfLength(workspaceId, inner, `${inner}\u{10ffff}`, wideRangeRead, ...lengths)
    // No index leads to a middle, so this reads every word.
    yield holdingOfLength(workspaceId, vocabularyRead, ...lengths, `%${word.slice(first, last)}%`)
  }

  const mistyped = async (workspaceId: string, word: string, position: 'last' | 'inner'): Promise<Row[]> => {
    if (editsAllowed(word) === 0) return []
    const found = new Map<string, Row>()
    let questions = 0
    for await (const rows of near(workspaceId, word)) {
      for (const row of rows)
        if (!found.has(row.word) && isTypoOf(word, row.word, position)) found.set(row.word, row)
      questions += 1
      if (questions >= 3 && found.size > 0) break
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
      const key = twoLetterKey(typed)
      const twoLetters = key === null ? [] : [key]
      if (key === typed) {
        const [any] = await beginningWith(workspaceId, typed, 1)
        return {
          typed,
          keys: any ? [typed] : [],
          uses: any ? Number.MAX_SAFE_INTEGER : 0,
          complete: true,
          twoLetters,
        }
      }
      const rows = await beginningWith(workspaceId, typed, wordsRead)
      const listed = rows.toSorted((a, b) => b.uses - a.uses).slice(0, wordsListed)
      return { ...sourceOf(listed), complete: rows.length < wordsRead, twoLetters, typed }
    },

    /** The words that end as typed, and those that were probably meant. */
    async likely(workspaceId: string, typed: string, position: 'last' | 'inner'): Promise<LikelySource> {
      const end = reversed(typed)
      const ending =
        typed.length < 3
          ? []
          : await reversedBetweenOfLength(workspaceId, end, `${end}\u{10ffff}`, likelyListed, 0, anyLength)
      const found = sourceOf([...(await mistyped(workspaceId, typed, position)), ...ending])
      const endings = ending.map((row) => row.word)
      return { ...found, typed, complete: false, twoLetters: twoLettersOf(found.keys), endings }
    },
  }
}
