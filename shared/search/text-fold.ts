// Folds queries and titles before they are compared (LCH-07): removes case, accents and widths. Databases store folded texts,
// so a change here needs a migration that folds them again (0013 is one).

/** The character between two words of a folded text. */
export const space = 32

/** A folded title, computed once and small enough to keep for thousands of titles. */
export type FoldedTitle = {
  text: string
  /** Its words, separated by one space. It is the same string as `text` if nothing else separates them. */
  spoken: string
  /** One bit for each letter that begins a word. */
  initials: number
}
/** `letters` has one number for each word, with one bit for each of its letters. */
export type FoldedText = FoldedTitle & { words: readonly string[]; letters: readonly number[] }

// Letters that NFKD does not decompose, with their usual respelling. The final sigma is included, because lower-casing depends
// on the letters after it. Otherwise a prefix of a title would fold differently than the title.
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
/** Folded Latin titles contain only these characters. Dashes, bullets and quotation marks end words. */
const latinText = /^[\x20-\x7e\u00b7\u2010-\u2027]*$/
/**
 * Accents, Hebrew and Arabic points, and invisible characters: soft hyphens, joiners, direction marks. Marks of other scripts
 * are vowels, tones or parts of other letters. They distinguish names, so they stay.
 */
const ignored =
  /[\p{Cf}[[\p{M}&&[\p{Script=Inherited}\p{Script=Cyrillic}\p{Script=Hebrew}\p{Script=Arabic}]]--[\u3099\u309a]]]+/gv
const mark = /\p{M}/u
/** A fast test for scripts whose marks stay. After NFKD no Latin, Greek or Cyrillic letter is in this range. */
const beyondArabic = /[\u0700-\uffff]/
/** Voiced kana are separate letters: か does not begin が. */
const soundedKana = /[\u3041-\u30ff][\u3099\u309a]/g
const spaces = / {2,}/g
// oxlint-disable-next-line no-control-regex -- control characters separate words as spaces do
const gaps = /[\s\u0000-\u001f\u007f]+/gu
const ampersands = /&/g
const apostrophes = /['’ʼ`]/g
const asciiWord = /[a-z0-9]+/g
// In scripts without spaces every character is a word, so that a name inside a title can be found.
const word =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]\p{M}*|[[\p{L}\p{N}\p{M}]--[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]]+/gv

/**
 * Removes differences of case, accents, widths, repeated spaces and invisible characters. Hangul stays decomposed, so that an
 * incomplete syllable is a prefix of the whole one. Folding is idempotent.
 */
export const fold = (text: string): string => {
  if (printableAscii.test(text)) return text.toLowerCase().replace(spaces, ' ').trim()
  const folded = text
    .normalize('NFKD')
    .replace(ignored, '')
    .toLowerCase()
    .replace(spelledOutLetters, (letter) => spelledOut[letter] ?? letter)
    .replace(gaps, ' ')
    .trim()
  if (!beyondArabic.test(folded) || !mark.test(folded)) return folded
  // Removing characters between marks can leave them in a non-canonical order.
  return folded.normalize('NFKD').replace(soundedKana, (pair) => pair.normalize('NFC'))
}

const wordsOfFolded = (folded: string): readonly string[] =>
  folded === ''
    ? []
    : plainText.test(folded)
      ? folded.split(' ')
      : (folded
          .replace(apostrophes, '')
          .replace(ampersands, ' and ')
          .match(latinText.test(folded) ? asciiWord : word) ?? [])

/** The folded words of a text, in order. An apostrophe does not end a word, and "&" is read as "and". */
export const wordsOf = (text: string): readonly string[] => wordsOfFolded(fold(text))

export const foldedOf = (text: string): FoldedText => partedOf(fold(text))

/** Like `foldedOf`, for text that is already folded, because folding is the expensive step. */
export const partedOf = (folded: string): FoldedText => {
  const words = wordsOfFolded(folded)
  const spoken = words.join(' ')
  return {
    text: folded,
    spoken: spoken === folded ? folded : spoken,
    words,
    initials: initialsOf(spoken),
    letters: words.map(lettersOf),
  }
}

/** Like `foldedOf`, for a title in the index: its words are not split into an array. */
export const titleOf = (title: string): FoldedTitle => {
  const text = fold(title)
  const spoken = plainText.test(text) ? text : wordsOfFolded(text).join(' ')
  return { text, spoken: spoken === text ? text : spoken, initials: initialsOf(spoken) }
}

const initialsOf = (spoken: string): number => {
  let bits = 0
  for (let at = 0; at < spoken.length; at = wordAfter(spoken, at)) bits |= 1 << (spoken.charCodeAt(at) & 31)
  return bits
}

/**
 * One bit for each letter from `a` to `z`. Other letters share these bits, so the filter may only let extra titles through to
 * the exact count.
 */
export const lettersOf = (spoken: string): number => {
  let bits = 0
  for (let index = 0; index < spoken.length; index += 1) {
    const code = spoken.charCodeAt(index)
    if (code !== space) bits |= 1 << (code & 31)
  }
  return bits
}

/** Counts set bits, but stops at `max` + 1. */
export const bitsIn = (bits: number, max: number): number => {
  let count = 0
  for (let left = bits; left !== 0 && count <= max; left &= left - 1) count += 1
  return count
}

/** The start of the word after the one at `at`, or the length of the text after the last word. */
export const wordAfter = (spoken: string, at: number): number => {
  const gap = spoken.indexOf(' ', at)
  return gap === -1 ? spoken.length : gap + 1
}
