// Matches a query with a title (LCH-07). The service's search and the launcher's cached rows share the match classes. Inside a
// class, whole words and the typed phrase rank first. Then the service orders by last change, because it returns only the newest
// matches. The launcher orders by usage and by the share of the title that was typed. This order is the one on the screen, and
// edits by others do not change it.
import {
  bitsIn,
  type FoldedText,
  type FoldedTitle,
  readingsOf,
  space,
  titleOf,
  wordAfter,
} from './text-fold.ts'

/** Best first. */
export const matchClasses = ['exact', 'prefix', 'wordPrefix', 'other', 'typo'] as const
export type MatchClass = (typeof matchClasses)[number]

/**
 * `fit` and `score` rank inside a class. `score` includes the fit and the typed share of the title, and is above 0 and at most 1.
 */
export type Match = { class: MatchClass; fit: number; score: number }

const digit = /\p{N}/u

/** The number of edits allowed in a word: one from 4 letters, two from 8. A word with a digit allows none. */
export const editsAllowed = (queryWord: string): 0 | 1 | 2 =>
  queryWord.length < 4 || digit.test(queryWord) ? 0 : queryWord.length < 8 ? 1 : 2

/**
 * Whether at most `max` edits turn `a` into `b`. An edit is an insertion, a deletion, a substitution, or a swap of neighbours
 * (optimal string alignment, in UTF-16 units). Stops as soon as the answer is known.
 */
export const withinEdits = (a: string, b: string, max: number): boolean =>
  a === b || isNear(a, b, 0, b.length, max, 'whole')

// Rows of the distance table. They are reused, because this runs for thousands of words at each keystroke.
let [twoBack, back, current]: [number[], number[], number[]] = [[], [], []]

/**
 * Whether at most `max` edits turn `a` into a word, or into a prefix of it. The word is `text` from `start` to `end`. Computes
 * only the band of the table that `max` edits can reach.
 */
const isNear = (
  a: string,
  text: string,
  start: number,
  end: number,
  max: number,
  as: 'whole' | 'beginning',
): boolean => {
  const length = end - start
  if (a.length - length > max || (as === 'whole' && length - a.length > max)) return false
  const columns = Math.min(length, a.length + max)
  const far = max + 1
  for (let column = 0; column <= Math.min(columns, far); column += 1) back[column] = column
  let smallestBefore = 0
  for (let row = 1; row <= a.length; row += 1) {
    const first = Math.max(1, row - max)
    const last = Math.min(columns, row + max)
    current[first - 1] = first === 1 ? Math.min(row, far) : far
    let smallest = first === 1 ? row : far
    const letter = a.charCodeAt(row - 1)
    for (let column = first; column <= last; column += 1) {
      const other = text.charCodeAt(start + column - 1)
      let distance = Math.min(
        (back[column] ?? far) + 1,
        (current[column - 1] ?? far) + 1,
        (back[column - 1] ?? far) + (letter === other ? 0 : 1),
      )
      if (
        row > 1 &&
        column > 1 &&
        letter === text.charCodeAt(start + column - 2) &&
        a.charCodeAt(row - 2) === other
      )
        distance = Math.min(distance, (twoBack[column - 2] ?? far) + 1)
      current[column] = distance
      if (distance < smallest) smallest = distance
    }
    if (last < columns) current[last + 1] = far
    // A swap reaches two rows back, so both rows must exceed the limit.
    if (smallest > max && smallestBefore > max) return false
    smallestBefore = smallest
    ;[twoBack, back, current] = [back, current, twoBack]
  }
  if (as === 'whole') return (back[length] ?? far) <= max
  for (let column = Math.max(0, a.length - max); column <= columns; column += 1)
    if (column < length && (back[column] ?? far) <= max) return true
  return false
}

// From this length on, an incomplete word may already contain its typo.
const unfinishedLetters = 5

/** Whether a typed word is a typo of a title word. The last typed word may also be a typo of its prefix. */
export const isTypoOf = (queryWord: string, titleWord: string, position: 'last' | 'inner'): boolean =>
  isTypoIn(queryWord, titleWord, 0, titleWord.length, position)

const isTypoIn = (
  queryWord: string,
  text: string,
  start: number,
  end: number,
  position: 'last' | 'inner',
): boolean => {
  const max = editsAllowed(queryWord)
  if (max === 0) return false
  if (isNear(queryWord, text, start, end, max, 'whole')) return true
  const isUnfinished = position === 'last' && queryWord.length >= unfinishedLetters
  return (
    isUnfinished && end - start > queryWord.length && isNear(queryWord, text, start, end, max, 'beginning')
  )
}

/**
 * The match of `query` with `title`, or null. Classes, best first (LCH-07):
 * exact: the whole title.
 * prefix: its beginning.
 * wordPrefix: each typed word begins a word of the title, in any order.
 * other: each typed word is somewhere inside the title, or the query is the initials of neighbouring words.
 * typo: each typed word begins a word of the title or is a typo of one.
 * A typed text matches in each of its spellings. `foldedOf` and `titleOf` prepare one spelling and a title.
 */
export const matchOf = (query: string | FoldedText, title: string | FoldedTitle): Match | null => {
  const named = typeof title === 'string' ? titleOf(title) : title
  const readings = typeof query === 'string' ? readingsOf(query) : [query]
  return readings.map((typed) => matchOfReading(typed, named)).reduce(betterMatch)
}

const matchOfReading = (typed: FoldedText, named: FoldedTitle): Match | null => {
  const matched = literalClassOf(typed, named) ?? (isMistypedTitle(typed, named) ? 'typo' : null)
  if (matched === null) return null
  const fit = fitOf(typed, named, matched)
  return { class: matched, fit, score: (fit + shareOf(typed, named)) / (bestFit + 1) }
}

const betterMatch = (one: Match | null, other: Match | null): Match | null => {
  if (one === null || other === null) return one ?? other
  const behind = matchClasses.indexOf(one.class) - matchClasses.indexOf(other.class)
  return behind > 0 || (behind === 0 && other.score > one.score) ? other : one
}

export const bestFit = 2

/** How well a title of its class has the words as they were typed: the share of whole words, plus 1 for a phrase of several. */
export const fitOf = (query: FoldedText, { spoken }: FoldedTitle, matched: MatchClass): number => {
  const { words } = query
  if (matched === 'exact') return bestFit
  if (matched === 'typo' || words.length === 0) return 0
  let whole = 0
  for (const word of words) if (hasWord(word, spoken)) whole += 1
  return whole / words.length + (words.length > 1 && spoken.includes(query.spoken) ? 1 : 0)
}

/** The share of the title that was typed, above 0 and at most 1. */
export const shareOf = (query: FoldedText, title: FoldedTitle): number =>
  Math.min(query.text.length, title.text.length) / Math.max(query.text.length, title.text.length)

/** The class of `matchOf` without `typo`: every letter is as typed. */
export const literalClassOf = (query: FoldedText, title: FoldedTitle): Exclude<MatchClass, 'typo'> | null => {
  if (query.text === '' || title.text === '') return null
  const { respelled } = title
  const begun = title.text.startsWith(query.text)
    ? title.text
    : respelled !== title.text && respelled.startsWith(query.text)
      ? respelled
      : null
  if (begun !== null) return begun.length === query.text.length ? 'exact' : 'prefix'
  if (query.words.length === 0) return title.text.includes(query.text) ? 'other' : null
  if (everyWord(query, title, isBegun)) return 'wordPrefix'
  return everyWord(query, title, isInsideWord) || isInitials(query, title) ? 'other' : null
}

/** Whether each typed word begins a word of the title or is a typo of one. */
export const isMistypedTitle = (query: FoldedText, title: FoldedTitle): boolean =>
  query.words.length > 0 && everyWord(query, title, isBegunOrMistyped)

type WordTest = (typed: string, title: FoldedTitle, index: number, query: FoldedText) => boolean

// Loops instead of closures, because this runs over every cached title at each keystroke.
const everyWord = (query: FoldedText, title: FoldedTitle, test: WordTest): boolean => {
  for (let index = 0; index < query.words.length; index += 1)
    if (!test(query.words[index] ?? '', title, index, query)) return false
  return true
}

// Typed words do not contain spaces, so a match in the spoken title is inside one of its words.
const isInsideWord: WordTest = (typed, { spoken }) => spoken.includes(typed)

/** Thai, Lao, Myanmar and Khmer are written without spaces, so a word can begin at each letter. */
export const isUnspaced = (code: number): boolean =>
  code >= 0x0e00 &&
  (code <= 0x0eff || (code >= 0x1000 && code <= 0x109f) || (code >= 0x1780 && code <= 0x17ff))

/** Whether a word of the spoken text begins with the typed text. */
export const beginsWord = (typed: string, spoken: string): boolean => {
  let at = spoken.indexOf(typed)
  if (at <= 0) return at === 0
  if (isUnspaced(typed.charCodeAt(0))) return true
  while (at > 0 && spoken.charCodeAt(at - 1) !== space) at = spoken.indexOf(typed, at + 1)
  return at !== -1
}

const hasWord = (typed: string, spoken: string): boolean => {
  for (let at = spoken.indexOf(typed); at !== -1; at = spoken.indexOf(typed, at + 1)) {
    const end = at + typed.length
    const isBegin = at === 0 || spoken.charCodeAt(at - 1) === space
    if (isBegin && (end === spoken.length || spoken.charCodeAt(end) === space)) return true
  }
  return false
}

const isBegun: WordTest = (typed, { spoken }) => beginsWord(typed, spoken)

const isInitials = (query: FoldedText, { spoken, initials }: FoldedTitle): boolean => {
  const typed = query.words.length === 1 && query.text.length > 1 ? (query.words[0] ?? '') : ''
  if (typed === '' || ((query.letters[0] ?? 0) & ~initials) !== 0) return false
  for (let from = 0; from < spoken.length; from = wordAfter(spoken, from))
    if (begins(typed, spoken, from)) return true
  return false
}

/** Whether these letters are the initials of consecutive words, starting with the word at `from`. */
const begins = (letters: string, spoken: string, from: number): boolean => {
  let at = from
  for (let index = 0; index < letters.length; index += 1) {
    if (at >= spoken.length || spoken.charCodeAt(at) !== letters.charCodeAt(index)) return false
    at = wordAfter(spoken, at)
  }
  return true
}

const isBegunOrMistyped: WordTest = (typed, title, index, query) =>
  beginsWord(typed, title.spoken) || isMistyped(query, index, title)

const isMistyped = (query: FoldedText, index: number, title: FoldedTitle): boolean => {
  const typed = query.words[index] ?? ''
  const max = editsAllowed(typed)
  if (max === 0) return false
  const position = index === query.words.length - 1 ? 'last' : 'inner'
  const { spoken } = title
  const wanted = query.letters[index] ?? 0
  for (let start = 0; start < spoken.length;) {
    let missing = wanted
    let end = start
    for (let code = 0; end < spoken.length; end += 1) {
      code = spoken.charCodeAt(end)
      if (code === space) break
      missing &= ~(1 << (code & 31))
    }
    // Skips words that a typo cannot explain, without counting edits.
    if (bitsIn(missing, max) <= max && isTypoIn(typed, spoken, start, end, position)) return true
    start = end + 1
  }
  return false
}
