// The keys under which titles are indexed and looked up (LCH-06).
import {
  foldKeepingUmlauts,
  titleOfFolded,
  wordsOf,
  type FoldedText,
  savedPhone,
  typedPhone,
  umlautSpellings,
} from '../../shared/search/text-fold.ts'
import { isUnspaced } from '../../shared/search/text-match.ts'
import { domainToASCII, domainToUnicode } from 'node:url'
import type { FieldKind } from '../../shared/api/objects.ts'
import type { FieldValue } from '../objects/field-types.rules.ts'

// A title can be a whole page; the indexed part is bounded.
const longestTitle = 500
const longestBeginning = 80
const longestWord = 40
const mostWords = 40
// Pairs grow with the square of the words. Long titles are found by their first words.
const mostPaired = 8

const cut = (text: string, length: number): string => text.slice(0, length).toWellFormed()

const firstTwo = (text: string): string =>
  surrogate.test(text.slice(0, 2)) ? Array.from(text.slice(0, 4)).slice(0, 2).join('') : text.slice(0, 2)
const surrogate = /[\ud800-\udfff]/

// Words contain none of these marks, and folded text no line feed, so keys of all kinds share one table.
const pairMark = '+'
const titleMark = '^'
const titleEnd = '\n'
const contactMark = '@'

/** The key of titles that begin with this word, or with these two letters. */
export const firstWordKey = (word: string): string => `~${word}`

/** The beginning of the keys of titles that begin with this folded text. */
export const beginningOfTitleKey = (folded: string): string => titleMark + cut(folded, longestBeginning)

/** The key of titles that equal this folded text. */
export const titleKey = (folded: string): string => beginningOfTitleKey(folded) + titleEnd

/** The folded title of such a key, or its beginning. */
export const titleOfKey = (key: string): string => key.slice(titleMark.length, -titleEnd.length)

/** The key of a contact, and the beginning of the keys of contacts that begin with it. */
export const contactKey = (contact: string): string => contactMark + cut(contact, longestBeginning)

/** The key of words that begin with these two letters, which would match half a table. Null for a shorter word. */
export const twoLetterKey = (word: string): string | null => {
  const key = firstTwo(word)
  return Array.from(key).length === 2 ? key : null
}

/**
 * The key of titles with words of both beginnings, in either order: two common words together lead to few titles. Null for
 * equal beginnings, which one word can have.
 */
export const pairKey = (one: string, other: string): string | null =>
  one === other ? null : pairMark + (one < other ? `${one} ${other}` : `${other} ${one}`)

const pairKeys = (beginnings: readonly string[]): string[] => {
  const paired = [...new Set(beginnings)].slice(0, mostPaired)
  return paired.flatMap((one, place) => paired.slice(place + 1).flatMap((other) => pairKey(one, other) ?? []))
}

export type IndexedTitle = {
  /** The distinct words, for the vocabulary. */
  words: readonly string[]
  /** The keys of the title. */
  keys: readonly string[]
}

/** A title as it is indexed: folded and cut, but with its umlauts, which have two spellings. Idempotent. */
export const foldedTitle = (text: string): string =>
  // Folding can lengthen a text, so it is cut on both sides of it.
  foldKeepingUmlauts(cut(foldKeepingUmlauts(cut(text, longestTitle)), longestTitle))

const mark = /\p{M}/u
/** A fast test: most words are in scripts that come before those without spaces. */
const beyondThai = /[\u0e00-\uffff]/

/** A word, and where it is written without spaces also what follows each of its letters. */
const endingsOf = (word: string): readonly string[] => {
  if (!beyondThai.test(word)) return [word]
  const letters = Array.from(word)
  const isStart = (letter: string, place: number): boolean =>
    place === 0 || (isUnspaced(letter.charCodeAt(0)) && !mark.test(letter))
  return letters.flatMap((letter, place) => (isStart(letter, place) ? [letters.slice(place).join('')] : []))
}

/**
 * The words and keys of a title, in both its spellings.
 * @param title by `foldedTitle`, as stored
 */
export const indexedTitle = (title: string): IndexedTitle => {
  const { text, respelled, spoken } = titleOfFolded(title)
  const said = spoken === '' ? [] : spoken.split(' ')
  const words = [...new Set(said.flatMap(endingsOf).map((word) => cut(word, longestWord)))].slice(
    0,
    mostWords,
  )
  const keys = new Set(words)
  const beginnings = words.map(firstTwo)
  for (const key of [...beginnings, ...pairKeys(beginnings)]) keys.add(key)
  for (const spelling of new Set([text, respelled])) {
    const first = cut((spelling === text ? said : wordsOf(spelling))[0] ?? '', longestWord)
    if (first !== '' && spelling.startsWith(first))
      keys.add(firstWordKey(first)).add(firstWordKey(firstTwo(first)))
    if (spelling !== '') keys.add(titleKey(spelling))
  }
  return { words, keys: [...keys] }
}

/** The distinct words to look up. The longest come first, because they are rarest. */
export const lookedUpWords = (query: FoldedText): readonly string[] =>
  [...new Set(query.words.map((word) => cut(word, longestWord)))]
    .toSorted((a, b) => b.length - a.length)
    .slice(0, 6)

/** For looking words up by their end. */
export const reversed = (text: string): string => Array.from(text).toReversed().join('')

// The contacts that records are found by (LCH-06), and how a typed text is compared with them.

export type ContactField = { id: string; kind: FieldKind; proOnly: boolean }

const host = /^(?:https?:\/\/)?(?:www\.)?([^/?#:\s]+)/i
const fewestDigits = 3
const mostContacts = 40
/** Per address. */
const mostDomains = 8

const hostOf = (url: string): string => (host.exec(url)?.[1] ?? '').replace(/\.$/, '')

/** A domain in letters and in ASCII ("xn--…"), where it has both. Both functions return "" for an invalid domain. */
const spellingsOf = (domain: string): string[] =>
  /^(?!.*xn--)[\x20-\x7e]*$/i.test(domain)
    ? [domain]
    : [domainToUnicode(domain) || domain, domainToASCII(domain) || domain]

/** A domain and those above it, but not the top-level one. */
const domainsOf = (domain: string): string[] => {
  const labels = domain.split('.')
  const most = Math.min(mostDomains, Math.max(1, labels.length - 1))
  return labels.slice(0, most).map((_, above) => labels.slice(above).join('.'))
}

const contactsIn = (kind: FieldKind, value: string): string[] => {
  if (kind === 'phone') return savedPhone(value)
  if (kind === 'url') return spellingsOf(hostOf(value)).flatMap(domainsOf)
  if (kind !== 'email') return []
  const at = value.lastIndexOf('@') + 1
  const domains = spellingsOf(value.slice(at))
  return [...domains.map((domain) => value.slice(0, at) + domain), ...domains.flatMap(domainsOf)]
}

/**
 * The email addresses of a record with their domains, the domains of its URLs, and its phone numbers.
 * Values that only some plans show are left out, because their rows may not show them.
 * @param fields in the order of their object
 */
export const contactsOf = (
  fields: readonly ContactField[],
  values: Readonly<Record<string, FieldValue>>,
): string[] => {
  const contacts = fields.flatMap(({ id, kind, proOnly }) => {
    const value = values[id]
    return proOnly || typeof value !== 'string' ? [] : contactsIn(kind, value).flatMap(umlautSpellings)
  })
  return [...new Set(contacts)].filter((contact) => contact !== '').slice(0, mostContacts)
}

/** The beginnings of matching contacts for a typed text; none where none can match. */
export const typedContacts = (text: string): readonly string[] => {
  const typed = text.trim()
  const phone = typedPhone(typed)
  if (phone) return phone.digits.length < fewestDigits ? [] : [phone.digits, phone.other]
  return /\s/.test(typed) ? [] : umlautSpellings(hostOf(typed.replace(/^@/, ''))).filter(Boolean)
}
