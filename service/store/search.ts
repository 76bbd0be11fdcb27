// Search over the titles of a workspace (LCH-06, LCH-07). The word table answers "the newest things under this key,
// for this audience" from its own key alone, so every question here costs what it returns, not what there is.
import { sql, type Kysely } from 'kysely'
import { foldedOf, matchOf, type FoldedText, type MatchClass } from '../../shared/text-match.ts'
import { rankFound, type Ranked } from '../rules/search-ranking.ts'
import {
  beginningOfTitleKey,
  firstWordKey,
  lookedUpWords,
  titleKey,
  titleOfKey,
} from '../rules/search-words.ts'
import { browseIn } from './browse.ts'
import { compiled, compiledList, given } from './compiled.ts'
import type { Database } from './schema.ts'
import { searchIndexIn, type SearchKind } from './search-index.ts'
import { searchWordsIn, type WordSource } from './search-words.ts'

/** What one search looks through: a kind, as an audience sees it. */
export type Shelf = { kind: SearchKind; audience: string }
export type Found = Ranked & { kind: SearchKind }

type Hit = { ref: string; ranked_at: number }

/** Titles of one beginning, in their alphabetical order. */
const beginningsTaken = 60
/** Fewer things than this on a shelf are taken as they come. */
const fewThings = 64
/** Of a word in so few titles all are taken; a title is on a shelf under a word's key, its beginning and its own. */
const fewUses = 150
/** Titles of a kind that are read, where keys alone do not say how they match: more where no key has sifted them. */
const titlesRead = { sifted: 100, unsifted: 250 }
/** Things under one key among which those with another key are looked for; shared by the keys of one word. */
const depth = 2_000
/** Fewer finds than this, and endings and typos are looked up. */
const fewFinds = 5

export const searchIn = (db: Kysely<Database>) => {
  const newestUnder = compiled<Hit>(
    db,
    () => sql`select ref, ranked_at from search_word
      where workspace_id = ${given} and kind = ${given} and audience = ${given} and word = ${given}
      order by ranked_at desc, ref desc limit ${given}`,
  )
  // Capped inside: of two common words, the newest things of one are asked for the other.
  const newestUnderBoth = compiled<Hit>(
    db,
    () => sql`select ref, ranked_at from (
        select workspace_id, kind, audience, ranked_at, ref from search_word
        where workspace_id = ${given} and kind = ${given} and audience = ${given} and word = ${given}
        order by ranked_at desc, ref desc limit ${given}) as led
      where exists (select 1 from search_word as other
        where other.workspace_id = led.workspace_id and other.kind = led.kind and other.audience = led.audience
          and other.word = ${given} and other.ranked_at = led.ranked_at and other.ref = led.ref)
      limit ${given}`,
  )
  const titlesBetween = compiled<Hit & { word: string }>(
    db,
    () => sql`select ref, ranked_at, word from search_word
      where workspace_id = ${given} and kind = ${given} and audience = ${given} and word >= ${given} and word < ${given}
      order by word limit ${given}`,
  )
  const anyUnder = compiled<Hit>(
    db,
    () => sql`select ref, ranked_at from search_word
      where workspace_id = ${given} and kind = ${given} and audience = ${given} and word >= ${given} and word < ${given}
      limit ${given}`,
  )
  const anyUnderBoth = compiled<Hit>(
    db,
    () => sql`select ref, ranked_at from (
        select workspace_id, kind, audience, ranked_at, ref from search_word
        where workspace_id = ${given} and kind = ${given} and audience = ${given}
          and word >= ${given} and word < ${given} limit ${given}) as led
      where exists (select 1 from search_word as other
        where other.workspace_id = led.workspace_id and other.kind = led.kind and other.audience = led.audience
          and other.word = ${given} and other.ranked_at = led.ranked_at and other.ref = led.ref)`,
  )
  const titlesOf = compiledList<{ ref: string; title: string }>(
    db,
    (refs) => sql`select ref, title from search_title
      where workspace_id = ${given} and kind = ${given} and ref in (${refs})`,
  )
  const words = searchWordsIn(db)

  /** The newest things under words that begin so; `keys` are those words, for when there are many things. */
  const under = async (
    workspaceId: string,
    shelves: readonly Shelf[],
    beginning: string,
    keys: readonly string[],
    as: MatchClass,
    limit: number,
  ): Promise<Found[]> => {
    const found: Found[] = []
    for (const { kind, audience } of shelves) {
      const place = [workspaceId, kind, audience]
      let hits = await anyUnder(...place, beginning, `${beginning}\u{10ffff}`, fewThings)
      if (hits.length === fewThings) {
        hits = []
        for (const key of keys) hits.push(...(await newestUnder(...place, key, limit)))
      }
      for (const hit of hits) found.push({ kind, ref: hit.ref, rankedAt: hit.ranked_at, class: as })
    }
    return found
  }

  /** Titles that begin as typed: the whole of `limit` where the query is their first word, some of them otherwise. */
  const beginnings = async (workspaceId: string, query: FoldedText, shelves: readonly Shelf[]) => {
    const found: Found[] = []
    const key = beginningOfTitleKey(query.text)
    for (const { kind, audience } of shelves) {
      const hits = await titlesBetween(workspaceId, kind, audience, key, `${key}\u{10ffff}`, beginningsTaken)
      for (const hit of hits) {
        const match = matchOf(query, foldedOf(titleOfKey(hit.word)))
        if (match) found.push({ kind, ref: hit.ref, rankedAt: hit.ranked_at, class: match.class })
      }
    }
    return found
  }

  const matching = async (
    workspaceId: string,
    kind: SearchKind,
    hits: readonly Hit[],
    query: FoldedText,
  ): Promise<Found[]> => {
    const rankedAt = new Map(hits.map((hit) => [hit.ref, hit.ranked_at]))
    const rows = await titlesOf([workspaceId, kind], [...rankedAt.keys()])
    return rows.flatMap(({ ref, title }) => {
      const match = matchOf(query, foldedOf(title))
      return match ? [{ kind, ref, rankedAt: rankedAt.get(ref) ?? 0, class: match.class }] : []
    })
  }

  /** The newest things on a shelf under a word and, where there is one, under a key of another word. */
  const ledBy = async (
    workspaceId: string,
    { kind, audience }: Shelf,
    leading: WordSource,
    sieve: string | null,
    most: number,
  ): Promise<Hit[]> => {
    const place = [workspaceId, kind, audience]
    const beginsSo = [leading.typed, `${leading.typed}\u{10ffff}`]
    if (sieve !== null && leading.complete && leading.uses <= fewUses)
      return anyUnderBoth(...place, ...beginsSo, fewUses * 4, sieve)
    const hits: Hit[] = []
    for (const key of leading.keys)
      hits.push(
        ...(sieve === null
          ? await newestUnder(...place, key, most)
          : await newestUnderBoth(...place, key, Math.ceil(depth / leading.keys.length), sieve, most)),
      )
    return hits
  }

  /**
   * Reads the newest titles under the rarest word and keeps those that match. Where every word leads by its beginning,
   * another word's key sifts them first.
   */
  const holding = async (
    workspaceId: string,
    query: FoldedText,
    sources: readonly WordSource[],
    shelves: readonly Shelf[],
    by: 'beginnings' | 'likeness',
  ): Promise<Found[]> => {
    const [leading, other] = sources.toSorted((a, b) => a.uses - b.uses)
    if (!leading || sources.some((source) => source.keys.length === 0)) return []
    const key = by === 'likeness' ? undefined : other?.keys.length === 1 ? other.keys[0] : other?.twoLetters
    const sieve = key ?? null
    const most = sieve !== null || sources.length === 1 ? titlesRead.sifted : titlesRead.unsifted
    const hits: (Hit & { kind: SearchKind })[] = []
    for (const shelf of shelves)
      for (const hit of await ledBy(workspaceId, shelf, leading, sieve, most))
        hits.push({ kind: shelf.kind, ...hit })
    const found: Found[] = []
    for (const [kind, some] of Map.groupBy(hits, (hit) => hit.kind)) {
      const newest = some.toSorted((a, b) => b.ranked_at - a.ranked_at).slice(0, most)
      found.push(...(await matching(workspaceId, kind, newest, query)))
    }
    return found
  }

  /** A query of one word: the keys say how it matches, so no title is read. Worse matches only where better are few. */
  const ofOneWord = async (
    workspaceId: string,
    query: FoldedText,
    source: WordSource,
    shelves: readonly Shelf[],
    limit: number,
  ): Promise<Found[]> => {
    const title = titleKey(query.text)
    const found = await under(workspaceId, shelves, title, [title], 'exact', limit)
    const first = firstWordKey(query.text)
    if (found.length < limit)
      found.push(
        ...(await under(workspaceId, shelves, first, source.keys.map(firstWordKey), 'prefix', limit)),
      )
    if (found.length < limit)
      found.push(...(await under(workspaceId, shelves, query.text, source.keys, 'wordPrefix', limit)))
    if (source.complete || source.twoLetters === null) return found
    const broad = { ...source, keys: [source.twoLetters] }
    return [...found, ...(await holding(workspaceId, query, [broad], shelves, 'beginnings'))]
  }

  return {
    ...searchIndexIn(db),
    ...browseIn(db),

    /**
     * What a typed text finds on some shelves, best first, at most `limit` (LCH-07). Bounded: of very many equally
     * good matches the most recent are found, and a part of a word is found where the word begins or ends with it.
     */
    async find(
      workspaceId: string,
      text: string,
      shelves: readonly Shelf[],
      limit: number,
    ): Promise<Found[]> {
      const query = foldedOf(text)
      if (query.text === '' || shelves.length === 0) return []
      const typed = lookedUpWords(query)
      const sources: WordSource[] = []
      for (const word of typed) sources.push(await words.beginning(workspaceId, word))
      const [only] = sources
      const found =
        only && query.text === typed[0]
          ? await ofOneWord(workspaceId, query, only, shelves, limit)
          : [
              ...(await beginnings(workspaceId, query, shelves)),
              ...(await holding(workspaceId, query, sources, shelves, 'beginnings')),
            ]
      const ranked = rankFound(found)
      if (ranked.length >= Math.min(fewFinds, limit)) return ranked.slice(0, limit)
      const likely: WordSource[] = []
      for (const [index, source] of sources.entries()) {
        const word = typed[index] ?? ''
        const meant = await words.likely(workspaceId, word, query.words.at(-1) === word ? 'last' : 'inner')
        // What begins as typed has been asked for already, unless another word is mistyped.
        likely.push(sources.length === 1 ? meant : joined(source, meant))
      }
      return rankFound([...found, ...(await holding(workspaceId, query, likely, shelves, 'likeness'))]).slice(
        0,
        limit,
      )
    },
  }
}

const joined = (beginning: WordSource, meant: WordSource): WordSource => ({
  ...meant,
  keys: [...new Set([...meant.keys, ...beginning.keys])],
  uses: beginning.uses + meant.uses,
})

export type Search = ReturnType<typeof searchIn>
