// Folds queries and titles before they are compared (LCH-07): removes case, accents and widths. Databases store folded texts,
// so a change here needs a migration that folds them again. Phone numbers are compared by their digits, in national and
// international spelling.

/** The character between two words of a folded text. */
export const space = 32

/** A folded title, computed once and small enough to keep for thousands of titles. */
export type FoldedTitle = {
  text: string
  /** Its second spelling, as `respell` writes it. It is the same string as `text` if there is none. */
  respelled: string
  /** Its words, then those of its second spelling, separated by one space. It is the same string as `text` if possible. */
  spoken: string
  /** One bit for each letter that begins a word. */
  initials: number
}
/** A folded query. `letters` has one number for each word, with one bit for each of its letters. */
export type FoldedText = {
  text: string
  spoken: string
  words: readonly string[]
  letters: readonly number[]
}

/** The digits of scripts that have their own, from zero on: Arabic, Persian, Devanagari, Bengali, Thai, Lao, Myanmar, Khmer. */
const zeros = '\u0660\u06f0\u0966\u09e6\u0e50\u0ed0\u1040\u17e0'
const digits = Array.from(zeros, (zero) =>
  Array.from({ length: 10 }, (_, digit) => [String.fromCharCode(zero.charCodeAt(0) + digit), `${digit}`]),
).flat()

// Letters that NFKD does not decompose, with their usual respelling. The final sigma is included, because lower-casing depends
// on the letters after it. Otherwise a prefix of a title would fold differently than the title. Arabic and Persian keyboards
// write some letters in two ways. The tatweel only lengthens a word.
const spelledOut: Readonly<Record<string, string>> = {
  ß: 'ss',
  ς: 'σ',
  æ: 'ae',
  œ: 'oe',
  ł: 'l',
  đ: 'd',
  ð: 'd',
  þ: 'th',
  ı: 'i',
  '’': "'",
  '‘': "'",
  ʼ: "'",
  '\u0640': '',
  '\u0671': '\u0627',
  '\u0649': '\u064a',
  '\u06cc': '\u064a',
  '\u06a9': '\u0643',
  '\u0629': '\u0647',
  '\u06c1': '\u0647',
  '\u06c3': '\u0647',
  '\u06d5': '\u0647',
  ...Object.fromEntries(digits),
}
const spelledOutLetters = new RegExp(`[${Object.keys(spelledOut).join('')}]`, 'g')
const plainText = /^[a-z0-9]+(?: [a-z0-9]+)*$/
const printableAscii = /^[\x20-\x7e]*$/
/** Folded Latin titles contain only these characters. Dashes, bullets and quotation marks end words. */
const latinText = /^[\x20-\x7e\u00b7\u2010-\u2027]*$/
/**
 * Accents, Hebrew and Arabic points, and invisible characters: soft hyphens, joiners, direction marks. Marks of other scripts
 * are vowels, tones or parts of other letters. They distinguish names, so they stay. So do those of ä, ö, ü and å.
 */
const ignored =
  /(?:(?!(?<=[aou])\u0308|(?<=a)\u030a)[\p{Cf}[[\p{M}&&[\p{Script=Inherited}\p{Script=Cyrillic}\p{Script=Hebrew}\p{Script=Arabic}]]--[\u3099\u309a]]])+/gv
const mark = /\p{M}/u
/** A fast test for scripts whose marks stay. After NFKD no Latin, Greek or Cyrillic letter is in this range. */
const beyondArabic = /[\u0700-\uffff]/
/** Voiced kana are separate letters: か does not begin が. */
const soundedKana = /[\u3041-\u30ff][\u3099\u309a]/g
const spaces = / {2,}/g
// oxlint-disable-next-line no-control-regex -- control characters separate words as spaces do
const gaps = /[\s\u0000-\u001f\u007f]+/gu
const ampersands = /&/g
const apostrophes = /['`]/g
const asciiWord = /[a-z0-9]+/g
// In Han and kana every character is a word, so that a name inside a title can be found.
const word =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]\p{M}*|[[\p{L}\p{N}\p{M}]--[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]]+/gv

/** The letters that have a second spelling, as `foldKeepingUmlauts` leaves them, with both spellings. */
const umlauts: Readonly<Record<string, readonly [plain: string, respelled: string]>> = {
  'a\u0308': ['a', 'ae'],
  'o\u0308': ['o', 'oe'],
  'u\u0308': ['u', 'ue'],
  'a\u030a': ['a', 'aa'],
  ø: ['o', 'oe'],
}
const umlautLetters = new RegExp(Object.keys(umlauts).join('|'), 'g')
const hyphensInWords = /(?<=[\p{L}\p{N}\p{M}])[-\u2010](?=[\p{L}\p{N}])/gu
/** "j.p.", "j. p.", "u.s" */
const dottedInitials = /(?<![\p{L}\p{N}\p{M}])\p{L}(?:\. ?\p{L}(?![\p{L}\p{N}\p{M}]))+\.?/gu
const dots = /[. ]/g
const respellable = /[-.\u2010ø]|\u0308|\u030a/

/**
 * Folds a text, but leaves the letters that have a second spelling: ä, ö, ü, å (decomposed) and ø. Databases store titles in
 * this form. Folding is idempotent.
 */
export const foldKeepingUmlauts = (text: string): string => {
  if (printableAscii.test(text)) return text.toLowerCase().replace(spaces, ' ').trim()
  const folded = text
    .normalize('NFKD')
    .toLowerCase()
    .replace(ignored, '')
    .replace(spelledOutLetters, (letter) => spelledOut[letter] ?? letter)
    .replace(gaps, ' ')
    .trim()
  if (!beyondArabic.test(folded) || !mark.test(folded)) return folded
  // Removing characters between marks can leave them in a non-canonical order.
  return folded
    .normalize('NFKD')
    .replace(ignored, '')
    .replace(soundedKana, (pair) => pair.normalize('NFC'))
}

const spelled = (kept: string, as: 0 | 1): string =>
  kept.replace(umlautLetters, (letter) => umlauts[letter]?.[as] ?? letter)

const plain = (kept: string): string => (printableAscii.test(kept) ? kept : spelled(kept, 0))

/**
 * Removes differences of case, accents, widths, repeated spaces and invisible characters. Hangul stays decomposed, so that an
 * incomplete syllable is a prefix of the whole one. Folding is idempotent.
 */
export const fold = (text: string): string => plain(foldKeepingUmlauts(text))

/** A text as people type it without umlauts: folded, and where it has umlauts also with ae, oe, ue. */
export const umlautSpellings = (text: string): readonly string[] => {
  const kept = foldKeepingUmlauts(text)
  return printableAscii.test(kept) ? [kept] : [...new Set([plain(kept), spelled(kept, 1)])]
}

/** The second spelling: "mueller" for Müller, "wifi" for Wi-Fi, "jp morgan" for J.P. Morgan. */
const respell = (kept: string): string =>
  respellable.test(kept)
    ? spelled(kept, 1)
        .replace(dottedInitials, (initials) => initials.replace(dots, ''))
        .replace(hyphensInWords, '')
    : kept

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

const partedOf = (folded: string): FoldedText => {
  const words = wordsOfFolded(folded)
  return { text: folded, spoken: words.join(' '), words, letters: words.map(lettersOf) }
}

/** A query in its first spelling. */
export const foldedOf = (text: string): FoldedText => partedOf(fold(text))

/** A query in each of its spellings: a title that one of them finds is found. Most queries have one. */
export const readingsOf = (text: string): readonly [FoldedText, ...FoldedText[]] => {
  const kept = foldKeepingUmlauts(text)
  const first = partedOf(plain(kept))
  const respelled = respell(kept)
  return respelled === first.text || respelled === '' ? [first] : [first, partedOf(respelled)]
}

/** Like `titleOf`, for a text of `foldKeepingUmlauts`, because folding is the expensive step. */
export const titleOfFolded = (kept: string): FoldedTitle => {
  if (plainText.test(kept)) return { text: kept, respelled: kept, spoken: kept, initials: initialsOf(kept) }
  const text = plain(kept)
  const respelled = respell(kept)
  const words = wordsOfFolded(text)
  const others = respelled === text ? [] : wordsOfFolded(respelled).filter((each) => !words.includes(each))
  const spoken = others.length === 0 ? words.join(' ') : [...words, ...others].join(' ')
  return {
    text,
    respelled: others.length === 0 ? text : respelled,
    spoken: spoken === text ? text : spoken,
    initials: initialsOf(spoken),
  }
}

export const titleOf = (title: string): FoldedTitle => titleOfFolded(foldKeepingUmlauts(title))

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

const phone = /^\+?[\d\s()./-]+$/
const extension = /\s*(?:x|ext\.?|#|;ext=)\s*\d+$/
const international = /^\s*(?:\+|00)/
/** The most digits of a national number. */
const longestNational = 10
/** The zero that is dialled only inside the country. */
const trunkZero = /\(\s*0\s*\)/
/** Country codes have one to three digits (E.164); their first ones say how many. */
const countryCode = /^(?:[17]|2[07]|3[0-469]|4[013-9]|5[1-8]|6[0-6]|8[1246]|9[0-58]|\d{3})/
const leadingZeros = /^0+/
const fewestNational = 6

type Digits = { whole: string; /** Without its country code; empty without one. */ national: string }

const digitsOf = (text: string): Digits => {
  const number = fold(text).replace(extension, '')
  const hasCode = international.test(number)
  const digits = (hasCode ? number.replace(trunkZero, '') : number).replace(/\D/g, '')
  const whole = digits.replace(leadingZeros, '')
  if (!hasCode && (digits !== whole || digits.length <= longestNational)) return { whole, national: '' }
  const national = whole.replace(countryCode, '').replace(leadingZeros, '')
  return { whole, national: national.length < fewestNational ? '' : national }
}

/** A saved number by its digits, and if it has a country code by a zero and those behind the code. None without digits. */
export const savedPhone = (text: string): string[] => {
  const { whole, national } = digitsOf(text)
  return [whole, national && `0${national}`].filter((each) => each !== '')
}

/**
 * The prefixes of saved numbers that a typed number matches: its digits, and its other spelling. A number with a country code
 * is not found by the national part of another country. Null for a text that is not a number.
 */
export const typedPhone = (text: string): { digits: string; other: string } | null => {
  if (!phone.test(fold(text).replace(extension, ''))) return null
  const { whole, national } = digitsOf(text)
  return { digits: whole, other: national || `0${whole}` }
}
