// Search over the titles and contacts of a workspace (LCH-06, LCH-07): which questions are asked of the word table for a typed
// text, so that the best and newest matches are among the answers without any of them being long.
import type { Kysely } from 'kysely'
import { matchOf, type MatchClass } from '../../shared/search/text-match.ts'
import { countFound, rankFound, type Ranked } from './search-ranking.rules.ts'
import { pairsAmong, previousQueryOf, queryOf, type Pairs, type Query } from './search-query.rules.ts'
import {
  beginningOfTitleKey,
  contactKey,
  firstWordKey,
  lookedUpWords,
  titleKey,
  titleOfKey,
} from './search-words.rules.ts'
import { browseIn } from '../records/browse.store.ts'
import { previewedOf, previewsIn, type PreviewedRecord } from '../records/previews.store.ts'
import type { Database } from '../db/schema.ts'
import { searchIndexIn } from './write-index.store.ts'
import { searchLookupIn, type Hit, type Place } from './lookup.store.ts'
import { shelfNumber, type SearchKind, type Shelf } from './shelf.ts'
import { sentTogether } from '../db/sent-together.ts'
import { rebuildingIn } from '../workspaces/workspaces.store.ts'
import { searchWordsIn, type LikelySource, type WordSource } from './words.store.ts'

/** `record` where it is an active record. */
export type Found = { kind: SearchKind; ref: string; record: PreviewedRecord | null }

/** Fewer things than this on a shelf are taken as they come; of more, the newest under each word. */
const fewThings = 32
/** So few keys of a word are asked on every shelf at once. */
const fewKeys = 8
/** Titles of one beginning. */
const beginningsTaken = 60
/** Titles that are read, where keys alone do not say how they match: more where no other key has sifted them. */
const titlesRead = { sifted: 72, unsifted: 160 }
/** A word in so few titles leads to all of them. */
const fewUses = 400
/** Of a pair of words, so many of the newest titles are sifted by the words themselves. */
const pairDepth = 600
/** Fewer finds than this, and endings and typos are looked up. */
const fewFinds = 5

/** Keys under which titles match alike. `beginning` begins all of them, and no others. */
type Stage = { beginning: string; keys: readonly string[]; as: MatchClass }

const candidate = (hit: Hit, as: Ranked['class']): Ranked => ({
  thing: hit.thing,
  rankedAt: hit.ranked_at,
  class: as,
})

export const searchIn = (db: Kysely<Database>) => {
  const lookup = searchLookupIn(db)
  const words = searchWordsIn(db)
  const isRebuilding = rebuildingIn(db)

  /** The newest things under keys that begin as a stage says, of several stages at once. */
  const under = async (
    workspaceId: string,
    shelves: readonly number[],
    stages: readonly Stage[],
    limit: number,
  ): Promise<Ranked[]> => {
    const found: Ranked[] = []
    const places: (Place & Pick<Stage, 'as'>)[] = []
    for (const { beginning, keys, as } of stages) {
      // Few keys are asked at once; before many, it is asked whether there is much under them.
      const all =
        keys.length <= fewKeys ? null : await lookup.beginning(workspaceId, shelves, beginning, fewThings)
      for (const [index, shelf] of shelves.entries()) {
        const hits = all?.[index]
        if (hits && hits.length < fewThings) found.push(...hits.map((hit) => candidate(hit, as)))
        else places.push(...keys.map((key) => ({ shelf, key, as })))
      }
    }
    for (const hit of await lookup.newest(workspaceId, places, limit)) {
      const place = places[hit.place]
      if (place) found.push(candidate(hit, place.as))
    }
    return found
  }

  /** Some of the titles that begin as typed. The keys hold the titles, so that none has to be read. */
  const beginnings = async (workspaceId: string, query: Query, shelves: readonly number[]) => {
    const key = beginningOfTitleKey(query.text)
    const hits = await lookup.beginning(workspaceId, shelves, key, beginningsTaken)
    return hits.flat().flatMap((hit) => {
      const match = matchOf(query, query.parted(titleOfKey(hit.word)))
      return match ? [candidate(hit, match.class)] : []
    })
  }

  /** Things under a rare word and another one, or the newest under a pair, or under one word where nothing pairs. */
  const led = async (
    workspaceId: string,
    shelves: readonly number[],
    [rarest, other]: readonly [WordSource, ...WordSource[]],
    pairs: Pairs | null,
    most: number,
  ): Promise<Hit[]> => {
    const newestOf = (keys: readonly string[]) => {
      const places = shelves.flatMap((shelf) => keys.map((key) => ({ shelf, key })))
      return lookup.newest(workspaceId, places, Math.ceil(most / Math.min(keys.length, 4)))
    }
    const otherKey = other?.keys.length === 1 ? other.keys[0] : other?.twoLetters[0]
    if (rarest.complete && rarest.uses <= fewUses && otherKey !== undefined)
      return lookup.beginningOfBoth(workspaceId, shelves, rarest.typed, otherKey, rarest.uses)
    if (!pairs) return newestOf(rarest.keys)
    const [key, ...moreKeys] = pairs.keys
    return key === undefined || moreKeys.length > 0 || pairs.sieve.length === 0
      ? newestOf(pairs.keys)
      : lookup.newestUnderAll(workspaceId, shelves, key, pairs.sieve, { depth: pairDepth, limit: most })
  }

  /**
   * Reads the newest titles that may hold every word, and keeps those that do.
   * @param reach `wide` reads on beyond the pairs where they find few: a word may be in the middle of another one
   */
  const holding = async (
    workspaceId: string,
    query: Query,
    sources: readonly WordSource[],
    shelves: readonly number[],
    reach: 'near' | 'wide' = 'near',
  ): Promise<Ranked[]> => {
    const [rarest, ...others] = sources.toSorted((a, b) => a.uses - b.uses)
    if (!rarest || sources.some((source) => source.keys.length === 0)) return []
    const through = async (pairs: Pairs | null): Promise<Ranked[]> => {
      const most = pairs || others.length === 0 ? titlesRead.sifted : titlesRead.unsifted
      const hits = await led(workspaceId, shelves, [rarest, ...others], pairs, most)
      const newest = hits.toSorted((a, b) => b.ranked_at - a.ranked_at).slice(0, most)
      const rankedAt = new Map(newest.map((hit) => [hit.thing, hit.ranked_at]))
      const titles = await lookup.titles(workspaceId, [...rankedAt.keys()])
      return titles.flatMap(({ thing, title }) => {
        const match = matchOf(query, query.parted(title))
        return match ? [{ thing, rankedAt: rankedAt.get(thing) ?? 0, class: match.class }] : []
      })
    }
    const pairs = pairsAmong([rarest, ...others])
    const found = await through(pairs)
    return pairs && reach === 'wide' && found.length < fewFinds ? [...found, ...(await through(null))] : found
  }

  /** A query of one word: the keys say how it matches, so no title is read. Worse matches only where better are few. */
  const ofOneWord = async (
    workspaceId: string,
    query: Query,
    source: WordSource,
    shelves: readonly number[],
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
    const found = await under(workspaceId, shelves, best, limit)
    if (countFound(found) < limit) {
      const inner: Stage = { beginning: text, keys: source.keys, as: 'wordPrefix' }
      found.push(...(await under(workspaceId, shelves, [inner], limit)))
    }
    if (source.complete) return found
    const broad = { ...source, keys: source.twoLetters }
    return [...found, ...(await holding(workspaceId, query, [broad], shelves))]
  }

  /** What a query of one word may have meant: here too the keys say how they match. */
  const likelyOfOneWord = async (
    workspaceId: string,
    { keys, endings }: LikelySource,
    shelves: readonly number[],
    limit: number,
  ): Promise<Ranked[]> => {
    const places = shelves.flatMap((shelf) => keys.map((key) => ({ shelf, key })))
    const hits = await lookup.newest(workspaceId, places, limit)
    return hits.map((hit) =>
      candidate(hit, endings.includes(places[hit.place]?.key ?? '') ? 'other' : 'typo'),
    )
  }

  /** Things with a contact that begins as typed: where they are many, the newest under each of the first contacts. */
  const byContact = async (
    workspaceId: string,
    contact: string,
    shelves: readonly number[],
    limit: number,
  ): Promise<Ranked[]> => {
    const begun = await lookup.beginning(workspaceId, shelves, contactKey(contact), fewThings)
    const places = begun.flatMap((hits, index) => {
      const shelf = shelves[index]
      if (shelf === undefined || hits.length < fewThings) return []
      const keys = [...new Set(hits.map(({ word }) => word))].slice(0, fewKeys)
      return keys.map((key) => ({ shelf, key }))
    })
    const newest = await lookup.newest(workspaceId, places, limit)
    return [...begun.flat(), ...newest].map((hit) => candidate(hit, 'contact'))
  }

  const meant = async (workspaceId: string, query: Query, sources: readonly WordSource[]) => {
    const likelyOf = async (source: WordSource): Promise<LikelySource> => {
      const position = query.words.at(-1) === source.typed ? 'last' : 'inner'
      const found = await words.likely(workspaceId, source.typed, position)
      // What begins as typed has been asked for already, unless another word is mistyped.
      const keys = sources.length === 1 ? found.keys : [...new Set([...found.keys, ...source.keys])]
      // So that a common word beside a mistyped one still leads to the pairs of both.
      const begun = source.keys.length === 0 ? [] : source.twoLetters
      const twoLetters = [...new Set([...found.twoLetters, ...begun])]
      return { ...found, keys, twoLetters, uses: found.uses + source.uses }
    }
    return sentTogether(sources.map(likelyOf))
  }

  const known = async (workspaceId: string, found: readonly Ranked[]): Promise<Found[]> => {
    const things = found.map(({ thing }) => thing)
    const rows = new Map((await lookup.known(workspaceId, things)).map((row) => [row.thing, row]))
    return things.flatMap((thing) => {
      const row = rows.get(thing)
      if (!row) return []
      const { kind, ref, object_id } = row
      return { kind, ref, record: object_id === null ? null : previewedOf({ ...row, id: ref, object_id }) }
    })
  }

  return {
    ...searchIndexIn(db),
    ...browseIn(db),
    ...previewsIn(db),

    /**
     * What a typed text finds on some shelves, best first, at most `limit` (LCH-07). Bounded: of very many equally
     * good matches the most recent are found, and a part of a word is found where the word begins or ends with it.
     */
    async find(workspaceId: string, text: string, from: readonly Shelf[], limit: number): Promise<Found[]> {
      const query = queryOf(text)
      const found = await this.ranked(workspaceId, query, from, limit)
      const previous = previousQueryOf(text, query)
      // Some titles are found only by the previous derivation until the workspace is rebuilt.
      if (previous && (await isRebuilding(workspaceId)))
        found.push(...(await this.ranked(workspaceId, previous, from, limit)))
      return known(workspaceId, rankFound(found).slice(0, limit))
    },

    /** What a query finds, in no particular order. */
    async ranked(
      workspaceId: string,
      query: Query,
      from: readonly Shelf[],
      limit: number,
    ): Promise<Ranked[]> {
      if (query.text === '') return []
      const shelvesOf = (some: readonly Shelf[]) => some.map((shelf) => shelfNumber(workspaceId, shelf))
      const shelves = shelvesOf(from)
      const sources = await sentTogether(
        lookedUpWords(query).map((word) =>
          words.beginning(workspaceId, word, word === query.text ? 'alone' : 'with others'),
        ),
      )
      const [only] = sources
      const found =
        only?.typed === query.text
          ? await ofOneWord(workspaceId, query, only, shelves, limit)
          : (
              await sentTogether([
                holding(workspaceId, query, sources, shelves),
                beginnings(workspaceId, query, shelves),
              ])
            ).flat()
      const { contact } = query
      const contacts =
        contact !== null && countFound(found) < limit
          ? await byContact(
              workspaceId,
              contact,
              shelvesOf(from.filter(({ kind }) => kind === 'record')),
              limit,
            )
          : []
      if (countFound(found) < Math.min(fewFinds, limit) && sources.length > 0) {
        const likely = await meant(workspaceId, query, sources)
        const [word] = likely
        found.push(
          ...(word?.typed === query.text
            ? await likelyOfOneWord(workspaceId, word, shelves, limit)
            : await holding(workspaceId, query, likely, shelves, 'wide')),
        )
      }
      return [...found, ...contacts]
    },
  }
}

export type Search = ReturnType<typeof searchIn>
