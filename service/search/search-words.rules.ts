// Under which keys a title is kept and looked up (LCH-06). Both sides of the index use these, so that they cannot
// disagree.
import { fold, partedOf, type FoldedText } from '../../shared/search/text-fold.ts'

// A record's title can be a whole page; what is indexed of it is bounded.
const longestTitle = 500
const longestBeginning = 80
const longestWord = 40
const mostWords = 40
// Pairs grow with the square of the words; titles are short, and a longer one is found by its first words.
const mostPaired = 8

const cut = (text: string, length: number): string => text.slice(0, length).toWellFormed()

const firstTwo = (text: string): string => Array.from(text.slice(0, 4)).slice(0, 2).join('')

// Words hold neither of these marks, and folded text holds no line feed: keys of different kinds share one table.
const pairMark = '+'
const titleMark = '^'
const titleEnd = '\n'
const contactMark = '@'

/** Where titles are found whose very beginning is this word, or the two letters that stand for many words. */
export const firstWordKey = (word: string): string => `~${word}`

/** Begins the keys of every title that begins with this folded text. */
export const beginningOfTitleKey = (folded: string): string => titleMark + cut(folded, longestBeginning)

/** Where titles are found that are this folded text. */
export const titleKey = (folded: string): string => beginningOfTitleKey(folded) + titleEnd

/** The folded title, or its beginning, that such a key was made of. */
export const titleOfKey = (key: string): string => key.slice(titleMark.length, -titleEnd.length)

/** Where things are found that have this contact; it begins the keys of contacts that begin so. */
export const contactKey = (contact: string): string => contactMark + cut(contact, longestBeginning)

/** Two letters match half a table, so they are kept as a key of their own. Null where a word is shorter. */
export const twoLetterKey = (word: string): string | null => {
  const key = firstTwo(word)
  return Array.from(key).length === 2 ? key : null
}

/**
 * Where titles are found that hold words with both of these beginnings, the newest first: two common words lead to few
 * titles together. The order of the two does not matter. Null for two that are the same, which one word can hold.
 */
export const pairKey = (one: string, other: string): string | null =>
  one === other ? null : `${pairMark}${[one, other].toSorted().join(' ')}`

const pairKeys = (beginnings: readonly string[]): string[] => {
  const paired = [...new Set(beginnings)].slice(0, mostPaired)
  return paired.flatMap((one, place) => paired.slice(place + 1).flatMap((other) => pairKey(one, other) ?? []))
}

export type IndexedTitle = {
  /** The distinct words, for the vocabulary. */
  words: readonly string[]
  /** Everything that the title is kept under. */
  keys: readonly string[]
}

/** A title as the index holds it: folded and cut. Of one that is, it is the same. */
export const foldedTitle = (text: string): string =>
  // Folding can lengthen a text, so it is cut on both sides of it.
  fold(cut(fold(cut(text, longestTitle)), longestTitle))

/**
 * What leads to a title. @param title by `foldedTitle`, or by that of an earlier version: what was indexed of it then is
 * told by the title that was stored then, and by nothing else.
 */
export const indexedTitle = (title: string): IndexedTitle => {
  const folded = partedOf(title)
  const words = [...new Set(folded.words.slice(0, mostWords).map((word) => cut(word, longestWord)))]
  const keys = new Set(words)
  const beginnings = words.map(firstTwo)
  for (const key of [...beginnings, ...pairKeys(beginnings)]) keys.add(key)
  const [first] = words
  if (first !== undefined && folded.text.startsWith(first))
    keys.add(firstWordKey(first)).add(firstWordKey(firstTwo(first)))
  if (folded.text !== '') keys.add(titleKey(folded.text))
  return { words, keys: [...keys] }
}

/** The distinct words to look up, the longest first: they are the rarest. */
export const lookedUpWords = (query: FoldedText): readonly string[] =>
  [...new Set(query.words.map((word) => cut(word, longestWord)))]
    .toSorted((a, b) => b.length - a.length)
    .slice(0, 6)

/** For looking words up by their end. */
export const reversed = (text: string): string => Array.from(text).toReversed().join('')
