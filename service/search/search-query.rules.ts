// A typed text as it is looked up (LCH-06).
import { foldedOf, partedOf, type FoldedText } from '../../shared/search/text-fold.ts'
import { foldedOf1, partedOf1, typedContact1 } from './derivation-1.rules.ts'
import { typedContact } from './search-contacts.rules.ts'
import { pairKey } from './search-words.rules.ts'

/** A typed text, and how stored titles are parted, by one derivation. */
export type Query = FoldedText & { parted: (folded: string) => FoldedText; contact: string | null }

export const queryOf = (text: string): Query => ({
  ...foldedOf(text),
  parted: partedOf,
  contact: typedContact(text),
})

/** By the previous derivation; null where nothing else would be looked up. */
export const previousQueryOf = (text: string, now: Query): Query | null => {
  const query: Query = { ...foldedOf1(text), parted: partedOf1, contact: typedContact1(text) }
  return lookedUp(query) === lookedUp(now) ? null : query
}

const lookedUp = ({ text, words, contact }: Query): string => JSON.stringify([text, words, contact])

/** Keys of a typed word, and two-letter keys that lead to all of them. */
type Source = { keys: readonly string[]; twoLetters: readonly string[] }

/** Pairs that are asked for where words may mean several. */
const mostPairs = 32

/** Keys of pairs that the rarest word of a query makes with another one, and keys that sift what is under them. */
export type Pairs = { keys: readonly string[]; sieve: readonly string[] }

export const pairsAmong = (sources: readonly [Source, ...Source[]]): Pairs | null => {
  const [rarest, ...others] = sources
  for (const other of others) {
    const beginnings = [...rarest.twoLetters, ...other.twoLetters]
    const keys = rarest.twoLetters.flatMap((one) =>
      other.twoLetters.flatMap((another) => pairKey(one, another) ?? []),
    )
    const known = sources.flatMap((source) => (source.keys.length === 1 ? source.keys : []))
    const sieve = known.filter((key) => !beginnings.includes(key))
    if (keys.length > 0) return { keys: keys.slice(0, mostPairs), sieve }
  }
  return null
}
