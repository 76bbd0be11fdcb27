// Derivation 1, frozen: how titles were folded, parted and indexed, and what typed texts were looked up by. Rows of databases
// that version 1 wrote are removed and, until their rebuild has reached them, found by it. Never changed.
import { lettersOf, type FoldedText } from '../../shared/search/text-fold.ts'
import type { IndexedTitle } from './search-words.rules.ts'

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

export const fold1 = (text: string): string => {
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

const partedOf1 = (folded: string): FoldedText => {
  const words = wordsOfFolded(folded)
  return { text: folded, spoken: words.join(' '), words, letters: words.map(lettersOf) }
}

const foldedOf1 = (text: string): FoldedText => partedOf1(fold1(text))

const longestBeginning = 80
const longestWord = 40
const mostWords = 40
const mostPaired = 8

const cut = (text: string, length: number): string => text.slice(0, length).toWellFormed()

const firstTwo = (text: string): string => Array.from(text.slice(0, 4)).slice(0, 2).join('')

const pairKeys = (beginnings: readonly string[]): string[] => {
  const paired = [...new Set(beginnings)].slice(0, mostPaired)
  return paired.flatMap((one, place) =>
    paired.slice(place + 1).map((other) => `+${[one, other].toSorted().join(' ')}`),
  )
}

/** @param title as it is stored */
export const indexedTitle1 = (title: string): IndexedTitle => {
  const folded = partedOf1(title)
  const words = [...new Set(folded.words.slice(0, mostWords).map((one) => cut(one, longestWord)))]
  const beginnings = words.map(firstTwo)
  const keys = new Set([...words, ...beginnings, ...pairKeys(beginnings)])
  const [first] = words
  if (first !== undefined && folded.text.startsWith(first)) keys.add(`~${first}`).add(`~${firstTwo(first)}`)
  if (folded.text !== '') keys.add(`^${cut(folded.text, longestBeginning)}\n`)
  return { words, keys: [...keys] }
}

export const contactKey1 = (contact: string): string => `@${cut(contact, longestBeginning)}`

const digitsOf = (text: string): string => text.replaceAll(/\D/g, '').replace(/^0+/, '')
const hostOf = (url: string): string => /^(?:https?:\/\/)?(?:www\.)?([^/?#:\s]+)/i.exec(url)?.[1] ?? ''

const typedContact1 = (text: string): string | null => {
  const typed = text.trim()
  if (/^\+?[\d\s()./-]+$/.test(typed)) {
    const digits = digitsOf(typed)
    return digits.length < 3 ? null : digits
  }
  return /\s/.test(typed) ? null : fold1(hostOf(typed.replace(/^@/, ''))) || null
}

// Look-ups of a typed text during a rebuild: some titles and contacts of the workspace are still stored as derivation 1 read
// them (service/rebuilding.ts).

type Lookups = { readings: readonly FoldedText[]; contacts: readonly string[] }

const wordsOf = ({ text, words }: FoldedText): string => JSON.stringify([text, words])

/** Whether derivation 1 reads the words of a text otherwise. */
export const isReadOtherwise = (text: string, readings: readonly FoldedText[]): boolean =>
  !readings.map(wordsOf).includes(wordsOf(foldedOf1(text)))

/** Further look-ups of derivation 1; empty lists where it is the same. */
export const previousLookups = (text: string, { readings, contacts }: Lookups): Lookups => {
  const contact = typedContact1(text)
  return {
    readings: isReadOtherwise(text, readings) ? [foldedOf1(text)] : [],
    contacts: contact === null || contacts.includes(contact) ? [] : [contact],
  }
}
