// Search over the titles of a workspace (LCH-06, LCH-07). The word table answers "the newest things under this word,
// for this audience" from its key alone, so every question here costs what it returns, not what the workspace holds.
import { sql, type Kysely } from 'kysely'
import { foldedOf, matchOf, type FoldedText } from '../../shared/text-match.ts'
import { holdsEveryWord, rankCandidates, type Candidate } from '../rules/search-ranking.ts'
import { lookedUpWords, titleKey } from '../rules/search-words.ts'
import { compiled, given, padded } from './compiled.ts'
import type { Database } from './schema.ts'
import { searchIndexIn, type SearchKind } from './search-index.ts'
import { searchWordsIn, type WordSource } from './search-words.ts'

/** What one search looks through: a kind, as an audience sees it. */
export type Shelf = { kind: SearchKind; audience: string }

export type Found = Candidate<SearchKind>
type Hit = { kind: SearchKind; ref: string; ranked_at: number }

/** Newest things taken from under one word. */
const newestTaken = 100
/** Things of one title beginning. */
const beginningsTaken = 100
/** Things looked at, for one shelf, where the other words of the query have to be in the title too. */
const mostLookedAt = 1_500
const lookedAtOnce = 250
/** Fewer finds than this, and endings and typos are looked up. */
const fewFinds = 5

export const searchIn = (db: Kysely<Database>) => {
  const newestUnder = compiled<{ ref: string; ranked_at: number }>(
    db,
    () => sql`select ref, ranked_at from search_word
      where workspace_id = ${given} and kind = ${given} and audience = ${given} and word = ${given}
        and (ranked_at, ref) < (${given}, ${given})
      order by ranked_at desc, ref desc limit ${given}`,
  )
  // Capped: a short beginning can match half the table.
  const beginningWith = compiled<{ ref: string; ranked_at: number }>(
    db,
    () => sql`select ref, ranked_at from search_word
      where workspace_id = ${given} and kind = ${given} and audience = ${given} and word >= ${given} and word < ${given}
      order by word limit ${given}`,
  )
  const words = searchWordsIn(db)

  /** The newest things under one key that are older than `before`. */
  const newest = async (
    workspaceId: string,
    { kind, audience }: Shelf,
    key: string,
    limit: number,
    before?: Hit,
  ): Promise<Hit[]> => {
    const position = before ? [before.ranked_at, before.ref] : [Number.MAX_SAFE_INTEGER, '']
    const rows = await newestUnder(workspaceId, kind, audience, key, ...position, limit)
    return rows.map((row) => ({ kind, ...row }))
  }

  const beginning = async (workspaceId: string, { kind, audience }: Shelf, key: string): Promise<Hit[]> => {
    const rows = await beginningWith(workspaceId, kind, audience, key, `${key}\u{10ffff}`, beginningsTaken)
    return rows.map((row) => ({ kind, ...row }))
  }

  const withTitles = async (workspaceId: string, hits: readonly Hit[]): Promise<Found[]> => {
    const found: Found[] = []
    for (const [kind, some] of Map.groupBy(hits, (hit) => hit.kind)) {
      const rankedAt = new Map(some.map((hit) => [hit.ref, hit.ranked_at]))
      const rows = await db
        .selectFrom('search_title')
        .select(['ref', 'title'])
        .where('workspace_id', '=', workspaceId)
        .where('kind', '=', kind)
        .where('ref', 'in', padded([...rankedAt.keys()]))
        .execute()
      for (const { ref, title } of rows) found.push({ kind, ref, title, rankedAt: rankedAt.get(ref) ?? 0 })
    }
    return found
  }

  /** Walks one shelf from the newest under each key, until enough titles are accepted or enough were looked at. */
  const walk = async (
    workspaceId: string,
    shelf: Shelf,
    keys: readonly string[],
    accepts: (title: string) => boolean,
  ): Promise<Found[]> => {
    const accepted: Found[] = []
    let budget = mostLookedAt
    for (const key of keys) {
      let before: Hit | undefined
      let acceptedHere = 0
      while (budget > 0 && acceptedHere < newestTaken / 2) {
        const hits = await newest(workspaceId, shelf, key, Math.min(lookedAtOnce, budget), before)
        budget -= hits.length
        if (hits.length > 0) {
          const fitting = (await withTitles(workspaceId, hits)).filter((found) => accepts(found.title))
          accepted.push(...fitting)
          acceptedHere += fitting.length
        }
        if (hits.length < lookedAtOnce) break
        before = hits.at(-1)
      }
    }
    return accepted
  }

  const titlesBeginning = async (workspaceId: string, query: FoldedText, shelves: readonly Shelf[]) => {
    const hits: Hit[] = []
    for (const shelf of shelves) {
      const key = titleKey(query.text)
      hits.push(...(await newest(workspaceId, shelf, key, newestTaken)))
      hits.push(...(await beginning(workspaceId, shelf, key)))
    }
    return withTitles(workspaceId, hits)
  }

  /** Everything under one beginning of a word: no title has to be read to know that it matches. */
  const underOneWord = async (workspaceId: string, keys: readonly string[], shelves: readonly Shelf[]) => {
    const hits: Hit[] = []
    for (const shelf of shelves) {
      const some: Hit[] = []
      for (const key of keys) some.push(...(await newest(workspaceId, shelf, key, newestTaken)))
      hits.push(...some.toSorted((a, b) => b.ranked_at - a.ranked_at).slice(0, newestTaken))
    }
    return withTitles(workspaceId, hits)
  }

  const titlesHolding = async (
    workspaceId: string,
    query: FoldedText,
    sources: readonly WordSource[],
    shelves: readonly Shelf[],
    accepts: (title: string) => boolean,
  ): Promise<Found[]> => {
    // The rarest word leads; the others are looked for in the titles that it leads to.
    const leading = sources.toSorted((a, b) => a.uses - b.uses)[0]
    if (!leading || sources.some((source) => source.keys.length === 0)) return []
    if (query.words.length === 1 && leading.exact) return underOneWord(workspaceId, leading.keys, shelves)
    const found: Found[] = []
    for (const shelf of shelves) found.push(...(await walk(workspaceId, shelf, leading.keys, accepts)))
    return found
  }

  return {
    ...searchIndexIn(db),

    /**
     * What a typed text finds on some shelves, best first, at most `limit` (LCH-07). Bounded: of very many equal
     * matches the most recent are found, and words inside a word are looked for only at its end.
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
      const found = await titlesBeginning(workspaceId, query, shelves)
      const sources: WordSource[] = []
      for (const word of typed) sources.push(await words.beginning(workspaceId, word))
      const holdsAll = (title: string) => holdsEveryWord(query, title)
      found.push(...(await titlesHolding(workspaceId, query, sources, shelves, holdsAll)))
      const ranked = rankCandidates(query, found)
      if (ranked.length >= fewFinds || typed.length === 0) return ranked.slice(0, limit)
      const wider: WordSource[] = []
      for (const [index, source] of sources.entries()) {
        const word = typed[index] ?? ''
        const position = query.words.at(-1) === word ? 'last' : 'inner'
        wider.push(await words.likely(workspaceId, word, position, source))
      }
      const matches = (title: string) => matchOf(query, foldedOf(title)) !== null
      found.push(...(await titlesHolding(workspaceId, query, wider, shelves, matches)))
      return rankCandidates(query, found).slice(0, limit)
    },
  }
}

export type Search = ReturnType<typeof searchIn>
