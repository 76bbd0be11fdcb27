// How a typed text finds a title (LCH-07): the same rules rank the service's search and the launcher's own rows, so
// that a row does not jump when the live answer replaces the remembered one.

/** Best first. */
export const matchClasses = ['exact', 'prefix', 'wordPrefix', 'other', 'typo'] as const
export type MatchClass = (typeof matchClasses)[number]

/** `score` orders inside a class: the share of the title that was typed, above 0 and at most 1. */
export type Match = { class: MatchClass; score: number }

/** A text with the work of folding done: prepare each title once, not at every keystroke. */
export type FoldedText = {
  text: string
  words: readonly string[]
  /** The first letter of each word. */
  initials: string
  /** For each word, a bit for each letter in it: what a typo cannot explain is passed over without counting edits. */
  letters: readonly number[]
}

// Letters that NFKD leaves whole, and that a keyboard without them spells otherwise. The final sigma is here because
// lower-casing chooses it by what follows, so a title's beginning would not fold to the beginning of the title.
const spelledOut: Readonly<Record<string, string>> = {
  ß: 'ss',
  ς: 'σ',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  ł: 'l',
  đ: 'd',
  ð: 'd',
  þ: 'th',
  ı: 'i',
}
const spelledOutLetters = new RegExp(`[${Object.keys(spelledOut).join('')}]`, 'g')
const plainText = /^[a-z0-9]+(?: [a-z0-9]+)*$/
const printableAscii = /^[\x20-\x7e]*$/
/** What stands in titles of Latin letters, once they are folded: dashes, bullets and quotation marks end words. */
const latinText = /^[\x20-\x7e\u00b7\u2010-\u2027]*$/
const marks = /\p{M}+/gu
const spaces = / {2,}/g
// oxlint-disable-next-line no-control-regex -- control characters separate words as spaces do
const gaps = /[\s\u0000-\u001f\u007f]+/gu
const apostrophes = /['’ʼ`]/g
const asciiWord = /[a-z0-9]+/g
// Scripts without spaces: every character is a word, so that a name inside a title can be found.
const word =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]|[[\p{L}\p{N}]--[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]]+/gv

/** Case, accents, widths and runs of space do not tell two texts apart. Folding twice changes nothing. */
export const fold = (text: string): string =>
  printableAscii.test(text)
    ? text.toLowerCase().replace(spaces, ' ').trim()
    : text
        .normalize('NFKD')
        .replace(marks, '')
        .toLowerCase()
        .replace(spelledOutLetters, (letter) => spelledOut[letter] ?? letter)
        .replace(gaps, ' ')
        .trim()

const wordsOfFolded = (folded: string): readonly string[] =>
  folded === ''
    ? []
    : plainText.test(folded)
      ? folded.split(' ')
      : (folded.replace(apostrophes, '').match(latinText.test(folded) ? asciiWord : word) ?? [])

/** The folded words of a text in its order: runs of letters and digits; an apostrophe does not end a word. */
export const wordsOf = (text: string): readonly string[] => wordsOfFolded(fold(text))

export const foldedOf = (text: string): FoldedText => partedOf(fold(text))

/** As `foldedOf`, of a text that is folded already: folding costs more than parting. */
export const partedOf = (folded: string): FoldedText => {
  const words = wordsOfFolded(folded)
  return {
    text: folded,
    words,
    initials: words.map((named) => named.charAt(0)).join(''),
    letters: words.map(lettersOf),
  }
}

// `a` to `z` get a bit each; other letters share them, which only lets more through to the exact count.
const lettersOf = (named: string): number => {
  let bits = 0
  for (let index = 0; index < named.length; index += 1) bits |= 1 << (named.charCodeAt(index) & 31)
  return bits
}

const bitsIn = (bits: number, max: number): number => {
  let count = 0
  for (let left = bits; left !== 0 && count <= max; left &= left - 1) count += 1
  return count
}

const digit = /\p{N}/u

/** How many edits a word of this many letters forgives: one from 4, two from 8. A word with a digit forgives none. */
export const editsAllowed = (queryWord: string): 0 | 1 | 2 =>
  queryWord.length < 4 || digit.test(queryWord) ? 0 : queryWord.length < 8 ? 1 : 2

/**
 * Whether at most `max` edits turn `a` into `b`: an insertion, a deletion, a substitution, or a swap of two
 * neighbours (optimal string alignment, in UTF-16 units). Stops as soon as the answer is known.
 */
export const withinEdits = (a: string, b: string, max: number): boolean => {
  if (Math.abs(a.length - b.length) > max) return false
  if (a === b) return true
  let start = 0
  while (start < a.length && start < b.length && a.charCodeAt(start) === b.charCodeAt(start)) start += 1
  let [endOfA, endOfB] = [a.length, b.length]
  while (endOfA > start && endOfB > start && a.charCodeAt(endOfA - 1) === b.charCodeAt(endOfB - 1)) {
    endOfA -= 1
    endOfB -= 1
  }
  return distanceOf(a.slice(start, endOfA), b.slice(start, endOfB), max) <= max
}

const distanceOf = (a: string, b: string, max: number): number => {
  let twoBack: number[] = []
  let back = Array.from({ length: b.length + 1 }, (_, column) => column)
  for (let row = 1; row <= a.length; row += 1) {
    const current = [row]
    let smallest = row
    for (let column = 1; column <= b.length; column += 1) {
      const same = a.charCodeAt(row - 1) === b.charCodeAt(column - 1)
      let distance = Math.min(
        at(back, column) + 1,
        at(current, column - 1) + 1,
        at(back, column - 1) + (same ? 0 : 1),
      )
      if (
        row > 1 &&
        column > 1 &&
        a.charCodeAt(row - 1) === b.charCodeAt(column - 2) &&
        a.charCodeAt(row - 2) === b.charCodeAt(column - 1)
      )
        distance = Math.min(distance, at(twoBack, column - 2) + 1)
      current.push(distance)
      smallest = Math.min(smallest, distance)
    }
    // A swap reaches two rows back, so one bad row is not yet the end.
    if (smallest > max && Math.min(...back) > max) return max + 1
    twoBack = back
    back = current
  }
  return at(back, b.length)
}

const at = (row: readonly number[], column: number): number => row[column] ?? Number.POSITIVE_INFINITY

// From this length on, a word that is still being typed may hold its typo already.
const unfinishedLetters = 5

/** Whether a typed word is a mistyped title word or, for the last word typed, a mistyped beginning of one. */
export const isTypoOf = (queryWord: string, titleWord: string, position: 'last' | 'inner'): boolean => {
  const max = editsAllowed(queryWord)
  if (max === 0) return false
  if (withinEdits(queryWord, titleWord, max)) return true
  if (position === 'inner' || queryWord.length < unfinishedLetters) return false
  if (titleWord.length <= queryWord.length) return false
  for (let length = queryWord.length + max; length >= queryWord.length - max; length -= 1)
    if (length < titleWord.length && withinEdits(queryWord, titleWord.slice(0, length), max)) return true
  return false
}

/**
 * How `query` finds `title`, or null. Classes, best first (LCH-07):
 * exact — the whole title; prefix — its beginning; wordPrefix — each typed word begins a word of the title, in any
 * order; other — each typed word stands somewhere inside the title, or the query is the initials of neighbouring
 * words; typo — each typed word begins a word of the title or is a typo of one.
 * Both sides may be prepared with `foldedOf`.
 */
export const matchOf = (query: string | FoldedText, title: string | FoldedText): Match | null => {
  const typed = typeof query === 'string' ? foldedOf(query) : query
  const named = typeof title === 'string' ? foldedOf(title) : title
  const matched = classOf(typed, named)
  if (matched === null) return null
  const longest = Math.max(named.text.length, typed.text.length)
  return { class: matched, score: Math.min(typed.text.length, named.text.length) / longest }
}

const classOf = (query: FoldedText, title: FoldedText): MatchClass | null => {
  if (query.text === '' || title.text === '') return null
  if (title.text.startsWith(query.text)) return title.text.length === query.text.length ? 'exact' : 'prefix'
  if (query.words.length === 0) return title.text.includes(query.text) ? 'other' : null
  if (everyWord(query, title, beginsWord)) return 'wordPrefix'
  if (everyWord(query, title, isInsideWord) || isInitials(query, title)) return 'other'
  return everyWord(
    query,
    title,
    (typed, named, index) => beginsWord(typed, named) || isMistyped(query, index, named),
  )
    ? 'typo'
    : null
}

type WordTest = (typed: string, title: FoldedText, index: number) => boolean

// Loops, not closures over every word: this runs over every title that the launcher remembers at each keystroke.
const everyWord = (query: FoldedText, title: FoldedText, test: WordTest): boolean => {
  for (let index = 0; index < query.words.length; index += 1)
    if (!test(query.words[index] ?? '', title, index)) return false
  return true
}

const beginsWord = (typed: string, title: FoldedText): boolean => {
  for (const named of title.words) if (named.startsWith(typed)) return true
  return false
}

const isInsideWord = (typed: string, title: FoldedText): boolean => {
  for (const named of title.words) if (named.includes(typed)) return true
  return false
}

const isInitials = (query: FoldedText, title: FoldedText): boolean =>
  query.words.length === 1 && query.text.length > 1 && title.initials.includes(query.words[0] ?? '')

const isMistyped = (query: FoldedText, index: number, title: FoldedText): boolean => {
  const typed = query.words[index] ?? ''
  const max = editsAllowed(typed)
  if (max === 0) return false
  const position = index === query.words.length - 1 ? 'last' : 'inner'
  for (let at = 0; at < title.words.length; at += 1) {
    const missing = (query.letters[index] ?? 0) & ~(title.letters[at] ?? 0)
    if (bitsIn(missing, max) <= max && isTypoOf(typed, title.words[at] ?? '', position)) return true
  }
  return false
}
