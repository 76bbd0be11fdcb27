// Which words of a workspace a typed word may mean: those that it begins, and where those find little, those that it
// ends or mistypes.
import { sql } from 'kysely'
import { editsAllowed, isTypoOf } from '../../shared/search/text-match.ts'
import { reversed, twoLetterKey } from './search-words.rules.ts'
import { listStatement, param, statement, together } from '../db/sql.ts'
import type { Tx } from '../db/store.ts'

/** Keys of the word table that lead to a typed word. */
export type WordSource = {
  typed: string
  /** The whole word first, if there is one. */
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
/** Words of a workspace, read in order or from their ends: those that begin so and are so long. */
type Range = { part: string; limit: number; lengths: readonly [shortest: number, longest: number] }

const wordsListed = 32
const wordsRead = 120
const likelyListed = 16
/** Words of one beginning or ending that are looked at for typos. */
const rangeRead = 600
const wideRangeRead = 2_000
const afterEveryWord = '\u{10ffff}'
const anyLength = 1_000

const twoLettersOf = (words: readonly string[]): string[] => [
  ...new Set(words.flatMap((word) => twoLetterKey(word) ?? [])),
]

const between = statement<Row>(
  () => sql`select word, uses from search_vocabulary
    where workspace_id = ${param} and word >= ${param} and word < ${param} order by word limit ${param}`,
)
// Capped inside: the length only spares words that are read from being handed over. Without the uses, so that the
// index alone is read.
const ranged = (by: 'word' | 'reversed') => sql<Pick<Row, 'word'>>`select word from (
    select word from search_vocabulary
    where workspace_id = ${param} and ${sql.ref(by)} >= ${param} and ${sql.ref(by)} < ${param}
    order by ${sql.ref(by)} limit ${param}) as ranged
  where length(word) between ${param} and ${param}`
const inRanges = (...columns: ('word' | 'reversed')[]) => {
  const run = together(columns.map(ranged))
  return async (tx: Tx, workspaceId: string, ...ranges: readonly Range[]): Promise<string[][]> => {
    const asked = ranges.flatMap(({ part, limit, lengths }) => [
      workspaceId,
      part,
      part + afterEveryWord,
      limit,
      ...lengths,
    ])
    return (await run(tx, asked)).map((answer) => answer.map(({ word }) => word))
  }
}
const ending = inRanges('reversed')
const widest = inRanges('word', 'reversed')
const nearest = inRanges('reversed', 'word', 'reversed', 'word')
const usesOf = listStatement<Row>(
  (words) => sql`select word, uses from search_vocabulary where word ${words} and workspace_id = ${param}`,
)
const beginningWith = (tx: Tx, workspaceId: string, part: string, limit: number) =>
  between(tx, workspaceId, part, part + afterEveryWord, limit)

/**
 * Words that end as typed, and vocabulary that is worth counting edits against. One edit leaves a half of the word
 * whole, two leave a third; a swap across the border of two parts leaves neither, and is looked for by itself. The
 * widest questions come last, for those whom the others did not help. No index leads to a third in the middle, so 18 of
 * 512 words with two random edits are not found.
 */
const near = async function* (
  tx: Tx,
  workspaceId: string,
  word: string,
): AsyncGenerator<{ endings?: string[]; words: string[] }> {
  const max = editsAllowed(word)
  const whole: Range = { part: reversed(word), limit: likelyListed, lengths: [0, anyLength] }
  if (max === 0) {
    const [endings = []] = word.length < 3 ? [] : await ending(tx, workspaceId, whole)
    return yield { endings, words: [] }
  }
  const first = max === 1 ? Math.ceil(word.length / 2) : Math.floor(word.length / 3)
  const last = max === 1 ? first : 2 * first
  const [shortest, longest] = [word.length - max, word.length + max]
  const lengths = [shortest, longest] as const
  const swapped = word.slice(0, first - 1) + word.charAt(first) + word.charAt(first - 1)
  const [endings, ...words] = await nearest(
    tx,
    workspaceId,
    whole,
    // A word that is still being typed begins a longer one.
    { part: word.slice(0, first), limit: rangeRead, lengths: [shortest, anyLength] },
    { part: reversed(word.slice(last)), limit: rangeRead, lengths },
    { part: swapped, limit: rangeRead, lengths },
  )
  yield { ...(endings && { endings }), words: words.flat() }
  if (max === 1) return
  const wide = { limit: wideRangeRead, lengths }
  const [begun = [], ended = []] = await widest(
    tx,
    workspaceId,
    { ...wide, part: word.slice(0, 1) },
    { ...wide, part: reversed(word.slice(last + 1)) },
  )
  yield { words: begun }
  yield { words: ended }
}

/**
 * The words that begin as typed; of very many, those that the most titles hold.
 * @param asked `alone` where nothing else was typed: two letters are a key then, whether anything is under it or not
 */
export async function wordsBeginning(
  tx: Tx,
  workspaceId: string,
  typed: string,
  asked: 'alone' | 'with others',
): Promise<WordSource> {
  const key = twoLetterKey(typed)
  const twoLetters = key === null ? [] : [key]
  if (key === typed) {
    const isKnown = asked === 'alone' || (await beginningWith(tx, workspaceId, typed, 1)).length > 0
    return {
      typed,
      keys: isKnown ? [typed] : [],
      uses: isKnown ? Number.MAX_SAFE_INTEGER : 0,
      complete: true,
      twoLetters,
    }
  }
  const rows = await beginningWith(tx, workspaceId, typed, wordsRead)
  const rank = ({ word, uses }: Row): number => (word === typed ? Infinity : uses)
  const listed = rows.toSorted((a, b) => rank(b) - rank(a)).slice(0, wordsListed)
  return {
    typed,
    keys: listed.map((row) => row.word),
    uses: listed.reduce((sum, row) => sum + row.uses, 0),
    complete: rows.length < wordsRead,
    twoLetters,
  }
}

/** The words that end as typed, and those that were probably meant. */
export async function likelyWords(
  tx: Tx,
  workspaceId: string,
  typed: string,
  position: 'last' | 'inner',
): Promise<LikelySource> {
  const mistyped = new Set<string>()
  const ending: string[] = []
  for await (const { endings = [], words } of near(tx, workspaceId, typed)) {
    ending.push(...endings)
    for (const word of words) if (isTypoOf(typed, word, position)) mistyped.add(word)
    if (mistyped.size > 0) break
  }
  const rows = await usesOf(tx, [...new Set([...mistyped, ...ending])], workspaceId)
  const uses = new Map(rows.map((row) => [row.word, row.uses]))
  const usesOfWord = (word: string): number => uses.get(word) ?? 0
  const meant = [...mistyped].toSorted((a, b) => usesOfWord(b) - usesOfWord(a)).slice(0, likelyListed)
  const keys = [...meant, ...ending]
  return {
    typed,
    keys,
    uses: keys.reduce((sum, word) => sum + usesOfWord(word), 0),
    complete: false,
    twoLetters: twoLettersOf(keys),
    endings: ending,
  }
}
