// The stored form of the words inside texts, and the part of a text that a result shows (LCH-06).
import { begins, tokensOf, wordsInside } from '../../shared/search/text-inside.ts'

/** The number of texts of one part of the index: two characters name a text of it. */
export const partSize = 4096
const letters = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz-_'
const bits = 6

const places = new Int8Array(128).fill(-1)
for (const [place, letter] of Array.from(letters).entries()) places[letter.charCodeAt(0)] = place

/** The two characters of a text in the lists of its part. */
export const listed = (place: number): string =>
  letters.charAt(place >> bits) + letters.charAt(place & (letters.length - 1))

/** Notes the texts of a list. @param found a byte for each text of the part */
export function noteListed(list: string, found: Uint8Array): void {
  for (let at = 0; at + 1 < list.length; at += 2) {
    const high = places[list.charCodeAt(at)] ?? -1
    const low = places[list.charCodeAt(at + 1)] ?? -1
    if (high >= 0 && low >= 0) found[(high << bits) | low] = 1
  }
}

/** The key of what a person sees. Words hold neither sign; the space ends the id. */
export const personKey = (personId: string): string => `@${personId} `

const mostWords = 1000

/** The keys of a text: its words and those of the title above it. None where the text has no words. */
export function keysInside(title: string, text: string): readonly string[] {
  const words = wordsInside(text, mostWords)
  return words.size === 0 ? [] : [...new Set([...words, ...wordsInside(title, mostWords)])]
}

const longestSnippet = 120
const before = 32
/** A rough part of the text, before its gaps are closed. */
const read = 400
const gap = /[\s\p{Cc}]+/gu
const ellipsis = '…'

/** From the match on, with some words before it. */
function partAround(text: string, at: number): string {
  const from = Math.max(0, at - read)
  const whole = text.slice(from, at).replace(gap, ' ').trimStart()
  const kept = whole.length <= before && from === 0 ? whole : whole.slice(-before).replace(/^\S* /, '')
  const isCut = from > 0 || kept.length < whole.length
  const beginning = (isCut ? ellipsis : '') + kept
  const left = longestSnippet - beginning.length
  const rest = text.slice(at, at + read)
  const following = rest.replace(gap, ' ').trimEnd()
  if (following.length <= left && at + rest.length >= text.length) return beginning + following
  const cut = following.slice(0, left - ellipsis.length)
  return beginning + (cut.includes(' ') ? cut.replace(/ \S*$/, '') : cut) + ellipsis
}

/**
 * The part of a text in which the longest of the words stands. Null unless each word begins one of the text or of the title, and
 * one of them is in the text.
 * @param words folded, the longest first
 */
export function snippetOf(text: string, title: string, words: readonly string[]): string | null {
  const places = new Map<string, number>()
  for (const token of tokensOf(text)) {
    for (const word of words) if (!places.has(word) && begins(token, word)) places.set(word, token.at)
    if (places.size === words.length) break
  }
  const missing = words.filter((word) => !places.has(word))
  const place = places.get(words.find((word) => places.has(word)) ?? '')
  if (place === undefined) return null
  const above = missing.length === 0 ? [] : [...tokensOf(title)]
  if (!missing.every((word) => above.some((token) => begins(token, word)))) return null
  return partAround(text, place).toWellFormed()
}
