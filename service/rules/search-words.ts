// Under which words a title is kept and looked up (LCH-06). Both sides of the index use these, so that they cannot
// disagree.
import { fold, foldedOf, type FoldedText } from '../../shared/text-match.ts'

// A record's title can be a whole page; what is indexed of it is bounded.
const longestTitle = 500
const longestBeginning = 80
const longestWord = 40
const mostWords = 40

/** Stands before a title's beginning. No word holds it, so beginnings and words share one table. */
const titleMark = '^'

const cut = (text: string, length: number): string => text.slice(0, length).toWellFormed()

/** The first two characters: short prefixes match half a table, so they are kept as words of their own. */
const firstTwo = (text: string): string => Array.from(text.slice(0, 4)).slice(0, 2).join('')

export type IndexedTitle = {
  /** Folded and cut. */
  title: string
  /** The distinct words, for the vocabulary. */
  words: readonly string[]
  /** Everything that the title is kept under: words, their beginnings, the title's own beginning. */
  keys: readonly string[]
}

/** What the index holds of a title. Indexing an indexed title again gives the same. */
export const indexedTitle = (text: string): IndexedTitle => {
  // Folding can lengthen a text, so it is cut on both sides of it.
  const folded = foldedOf(cut(fold(cut(text, longestTitle)), longestTitle))
  const words = [...new Set(folded.words.slice(0, mostWords).map((word) => cut(word, longestWord)))]
  const keys = new Set(words)
  for (const word of words) keys.add(firstTwo(word))
  if (folded.text !== '') keys.add(titleKey(folded.text)).add(titleMark + firstTwo(folded.text))
  return { title: folded.text, words, keys: [...keys] }
}

/** The key that begins the keys of every title that begins with this folded text. */
export const titleKey = (folded: string): string => titleMark + cut(folded, longestBeginning)

/** The distinct words to look up, the longest first: they are the rarest. */
export const lookedUpWords = (query: FoldedText): readonly string[] =>
  [...new Set(query.words.map((word) => cut(word, longestWord)))]
    .toSorted((a, b) => b.length - a.length)
    .slice(0, 6)

/** The key that holds every title with a word that begins so, when the word is long enough to have one. */
export const beginningKey = (word: string): string | null => {
  const key = firstTwo(word)
  return Array.from(key).length === 2 ? key : null
}

/** For looking words up by their end. */
export const reversed = (text: string): string => Array.from(text).toReversed().join('')
