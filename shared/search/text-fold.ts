// Folds queries and titles before they are compared (LCH-07): no case, accents or widths. Databases hold folded texts, so a
// change here needs a migration that folds them again (0013 is one).

/** The character between two words of a folded text. */
export const space = 32

/** A title with the work of folding done, small enough to keep for thousands: once a title, not at every keystroke. */
export type FoldedTitle = {
  text: string
  /** Its words with one space between them: the same string as `text` where nothing else separates them. */
  spoken: string
  /** A bit for each letter that begins a word. */
  initials: number
}
/** `letters`: for each word, a bit for each letter in it. */
export type FoldedText = FoldedTitle & { words: readonly string[]; letters: readonly number[] }

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
/**
 * Accents, the points of Hebrew and Arabic, and what nobody sees: soft hyphens, joiners, marks of direction. The marks of
 * other scripts are vowels, tones, or make another letter of one, and no two names are the same without them.
 */
const ignored =
  /[\p{Cf}[[\p{M}&&[\p{Script=Inherited}\p{Script=Cyrillic}\p{Script=Hebrew}\p{Script=Arabic}]]--[\u3099\u309a]]]+/gv
const mark = /\p{M}/u
/** Where marks that stay are, and what no letter of Latin, Greek or Cyrillic is: asked faster than for marks. */
const beyondArabic = /[\u0700-\uffff]/
/** Sounded kana are letters of their own: か does not begin が. */
const soundedKana = /[\u3041-\u30ff][\u3099\u309a]/g
const spaces = / {2,}/g
// oxlint-disable-next-line no-control-regex -- control characters separate words as spaces do
const gaps = /[\s\u0000-\u001f\u007f]+/gu
const ampersands = /&/g
const apostrophes = /['’ʼ`]/g
const asciiWord = /[a-z0-9]+/g
// Scripts without spaces: every character is a word, so that a name inside a title can be found.
const word =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]\p{M}*|[[\p{L}\p{N}\p{M}]--[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]]+/gv

/**
 * Case, accents, widths, runs of space and characters that nobody sees do not tell two texts apart. Hangul stays apart in
 * its letters, so that a syllable that is being typed begins the whole one. Folding twice changes nothing.
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
  // Without what stood between them, marks may be in another order.
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

/** The folded words of a text in its order: runs of letters and digits; an apostrophe does not end a word, and "&" is "and". */
export const wordsOf = (text: string): readonly string[] => wordsOfFolded(fold(text))

export const foldedOf = (text: string): FoldedText => partedOf(fold(text))

/** As `foldedOf`, of a text that is folded already: folding costs more than parting. */
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

/** As `foldedOf`, of a title that is kept to be found: its words are not taken apart. */
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

/** A bit for each letter from `a` to `z`; others share them, which only lets more through to the exact count. */
export const lettersOf = (spoken: string): number => {
  let bits = 0
  for (let index = 0; index < spoken.length; index += 1) {
    const code = spoken.charCodeAt(index)
    if (code !== space) bits |= 1 << (code & 31)
  }
  return bits
}

/** Counts bits, as far as one more than `max`. */
export const bitsIn = (bits: number, max: number): number => {
  let count = 0
  for (let left = bits; left !== 0 && count <= max; left &= left - 1) count += 1
  return count
}

/** Where the word after the one at `at` begins; the end of the text after the last. */
export const wordAfter = (spoken: string, at: number): number => {
  const gap = spoken.indexOf(' ', at)
  return gap === -1 ? spoken.length : gap + 1
}
