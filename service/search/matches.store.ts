// Finds entries by the keys of typed words, with how they match (LCH-07). Titles are read only where keys do not say it. Answers
// are bounded: of very many matches, the newest.
import { titleOfFolded, type FoldedText } from '../../shared/search/text-fold.ts'
import { bestFit, matchClasses, matchOf, type MatchClass } from '../../shared/search/text-match.ts'
import {
  beginningOfTitleKey,
  contactKey,
  firstWordKey,
  pairKey,
  titleKey,
  titleOfKey,
} from './search-words.rules.ts'
import {
  hitsBeginning,
  hitsBeginningOfBoth,
  newestHits,
  newestUnderAll,
  titlesOfEntries,
  type Hit,
  type Place,
} from './lookup.store.ts'
import type { Tx } from '../db/store.ts'
import type { LikelySource, WordSource } from './words.store.ts'

/** An entry that was found, and how. */
export type Ranked = {
  entry: number
  class: MatchClass | 'contact' | 'inside'
  /** By `fitOf`: the better one of a class comes first. */
  fit: number
  /** Epoch milliseconds of the last change. */
  rankedAt: number
}

const classes: readonly Ranked['class'][] = [...matchClasses, 'contact', 'inside']
const place = (found: Ranked): number => classes.indexOf(found.class)

const bestFirst = (a: Ranked, b: Ranked): number =>
  place(a) - place(b) || b.fit - a.fit || b.rankedAt - a.rankedAt || b.entry - a.entry

/**
 * The order of results (LCH-07): how well the title matches, then whether it has the words as they were typed, then how recent the
 * item is. Items that only a contact found come after them, and those that only a text found last. An item that was found in several
 * ways is listed once, with its best match.
 */
export const rankFound = <Each extends Ranked>(found: readonly Each[]): Each[] => {
  const once = new Map<number, Each>()
  for (const each of found.toSorted(bestFirst)) if (!once.has(each.entry)) once.set(each.entry, each)
  return [...once.values()]
}

/** The number of distinct items. */
export const countFound = (found: readonly Ranked[]): number => new Set(found.map(({ entry }) => entry)).size

/** Fewer entries than this in a scope are taken as they come; of more, the newest under each word. */
const fewEntries = 32
/** So few keys of a word are asked in every scope at once. */
const fewKeys = 8
/** Titles of one beginning. */
const beginningsTaken = 60
/** Titles that are read, where keys alone do not say how they match: more where no other key has sifted them. */
const titlesRead = { sifted: 72, unsifted: 160 }
/** A word in so few titles leads to all of them. */
const fewUses = 400
/** Newest titles with a pair of words that are checked by word. */
const pairDepth = 600
/** Pairs that are asked for where words may mean several. */
const mostPairs = 32
/** Fewer finds than this, and endings and typos are looked up. */
export const fewFinds = 5

/** Keys under which titles match alike. `beginning` begins all of them, and no others. */
type Stage = { beginning: string; keys: readonly string[]; as: MatchClass }

const candidate = (hit: Hit, as: Ranked['class'], fit = 0): Ranked => ({
  entry: hit.thing,
  rankedAt: hit.ranked_at,
  class: as,
  fit,
})

/** The fit of a word of a title, by its key. Two letters are the key of longer words too. */
const fitUnder = (key: string, { beginning, as }: Pick<Stage, 'beginning' | 'as'>): number =>
  as === 'exact' ? bestFit : Number(key === beginning)

/** Keys of pairs that the rarest word of a query makes with another one, and keys that sift what is under them. */
type Pairs = { keys: readonly string[]; sieve: readonly string[] }

const pairsAmong = (sources: readonly [WordSource, ...WordSource[]]): Pairs | null => {
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

/** The newest entries under keys that begin as a stage says, of several stages at once. */
const under = async (
  tx: Tx,
  workspaceId: string,
  scopes: readonly number[],
  stages: readonly Stage[],
  limit: number,
): Promise<Ranked[]> => {
  const found: Ranked[] = []
  const places: (Place & Pick<Stage, 'beginning' | 'as'>)[] = []
  for (const stage of stages) {
    const { beginning, keys, as } = stage
    // Few keys are asked at once; before many, it is asked whether there is much under them.
    const all =
      keys.length <= fewKeys ? null : await hitsBeginning(tx, workspaceId, scopes, beginning, fewEntries)
    for (const [index, scope] of scopes.entries()) {
      const hits = all?.[index]
      if (hits && hits.length < fewEntries)
        found.push(...hits.map((hit) => candidate(hit, as, fitUnder(hit.word, stage))))
      else places.push(...keys.map((key) => ({ scope, key, beginning, as })))
    }
  }
  const newest = await newestHits(tx, workspaceId, places, limit)
  for (const [index, { key, beginning, as }] of places.entries())
    for (const hit of newest[index] ?? []) found.push(candidate(hit, as, fitUnder(key, { beginning, as })))
  return found
}

/** Some of the titles that begin as typed. The keys hold the titles, so that none has to be read. */
export const titlesBeginning = async (
  tx: Tx,
  workspaceId: string,
  query: FoldedText,
  scopes: readonly number[],
) => {
  const key = beginningOfTitleKey(query.text)
  const hits = await hitsBeginning(tx, workspaceId, scopes, key, beginningsTaken)
  return hits.flat().flatMap((hit) => {
    const match = matchOf(query, titleOfFolded(titleOfKey(hit.word)))
    return match ? [candidate(hit, match.class, match.fit)] : []
  })
}

/** Things under a rare word and another one, or the newest under a pair, or under one word where nothing pairs. */
const led = async (
  tx: Tx,
  workspaceId: string,
  scopes: readonly number[],
  [rarest, other]: readonly [WordSource, ...WordSource[]],
  pairs: Pairs | null,
  most: number,
): Promise<Hit[]> => {
  const newestOf = async (keys: readonly string[]): Promise<Hit[]> => {
    const places = scopes.flatMap((scope) => keys.map((key) => ({ scope, key })))
    const each = Math.ceil(most / Math.min(keys.length, 4))
    return (await newestHits(tx, workspaceId, places, each)).flat()
  }
  const otherKey = other?.keys.length === 1 ? other.keys[0] : other?.twoLetters[0]
  if (rarest.complete && rarest.uses <= fewUses && otherKey !== undefined)
    return hitsBeginningOfBoth(tx, workspaceId, scopes, rarest.typed, otherKey, rarest.uses)
  if (!pairs) return newestOf(rarest.keys)
  const [key, ...moreKeys] = pairs.keys
  return key === undefined || moreKeys.length > 0 || pairs.sieve.length === 0
    ? newestOf(pairs.keys)
    : newestUnderAll(tx, workspaceId, scopes, key, pairs.sieve, { depth: pairDepth, limit: most })
}

/**
 * Reads the newest titles that may hold every word, and keeps those that do.
 * @param reach `wide` reads on beyond the pairs where they find few: a word may be in the middle of another one
 */
export const titlesHolding = async (
  tx: Tx,
  workspaceId: string,
  query: FoldedText,
  sources: readonly WordSource[],
  scopes: readonly number[],
  reach: 'near' | 'wide' = 'near',
): Promise<Ranked[]> => {
  const [rarest, ...others] = sources.toSorted((a, b) => a.uses - b.uses)
  if (!rarest || sources.some((source) => source.keys.length === 0)) return []
  const through = async (pairs: Pairs | null): Promise<Ranked[]> => {
    const most = pairs || others.length === 0 ? titlesRead.sifted : titlesRead.unsifted
    const hits = await led(tx, workspaceId, scopes, [rarest, ...others], pairs, most)
    const newest = hits.toSorted((a, b) => b.ranked_at - a.ranked_at).slice(0, most)
    const rankedAt = new Map(newest.map((hit) => [hit.thing, hit.ranked_at]))
    const titles = await titlesOfEntries(tx, workspaceId, [...rankedAt.keys()])
    return titles.flatMap(({ thing, title }) => {
      const match = matchOf(query, titleOfFolded(title))
      return match ? [candidate({ thing, ranked_at: rankedAt.get(thing) ?? 0 }, match.class, match.fit)] : []
    })
  }
  const pairs = pairsAmong([rarest, ...others])
  const found = await through(pairs)
  return pairs && reach === 'wide' && found.length < fewFinds ? [...found, ...(await through(null))] : found
}

/** A query of one word: the keys say how it matches, so no title is read. Worse matches only where better are few. */
export const matchesOfOneWord = async (
  tx: Tx,
  workspaceId: string,
  query: FoldedText,
  source: WordSource,
  scopes: readonly number[],
  limit: number,
): Promise<Ranked[]> => {
  if (source.keys.length === 0) return []
  const { text } = query
  const title = titleKey(text)
  const firstKeys = source.keys.map(firstWordKey)
  const best: Stage[] = [
    { beginning: title, keys: [title], as: 'exact' },
    { beginning: firstWordKey(text), keys: firstKeys, as: 'prefix' },
  ]
  const found = await under(tx, workspaceId, scopes, best, limit)
  if (countFound(found) < limit) {
    const inner: Stage = { beginning: text, keys: source.keys, as: 'wordPrefix' }
    found.push(...(await under(tx, workspaceId, scopes, [inner], limit)))
  }
  if (source.complete) return found
  const broad = { ...source, keys: source.twoLetters }
  return [...found, ...(await titlesHolding(tx, workspaceId, query, [broad], scopes))]
}

/** Likely meanings of a query of one word: here too the keys say how they match. */
export const likelyMatchesOfOneWord = async (
  tx: Tx,
  workspaceId: string,
  { keys, endings }: LikelySource,
  scopes: readonly number[],
  limit: number,
): Promise<Ranked[]> => {
  const places = scopes.flatMap((scope) => keys.map((key) => ({ scope, key })))
  const newest = await newestHits(tx, workspaceId, places, limit)
  return places.flatMap(({ key }, index) =>
    (newest[index] ?? []).map((hit) => candidate(hit, endings.includes(key) ? 'other' : 'typo')),
  )
}

/** Things with a contact that begins as typed: where they are many, the newest under each of the first contacts. */
export const matchesByContact = async (
  tx: Tx,
  workspaceId: string,
  contact: string,
  scopes: readonly number[],
  limit: number,
): Promise<Ranked[]> => {
  const begun = await hitsBeginning(tx, workspaceId, scopes, contactKey(contact), fewEntries)
  const places = begun.flatMap((hits, index) => {
    const scope = scopes[index]
    if (scope === undefined || hits.length < fewEntries) return []
    const keys = [...new Set(hits.map(({ word }) => word))].slice(0, fewKeys)
    return keys.map((key) => ({ scope, key }))
  })
  const newest = await newestHits(tx, workspaceId, places, limit)
  return [...begun.flat(), ...newest.flat()].map((hit) => candidate(hit, 'contact'))
}
