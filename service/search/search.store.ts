// Search over the titles, contacts and texts of a workspace (LCH-06, LCH-07): which questions are asked of the word table for a typed
// text, so that the best and newest matches are among the answers without any of them being long.
import { readingsOf, type FoldedText } from '../../shared/search/text-fold.ts'
import { typedContacts, lookedUpWords } from './search-words.rules.ts'
import { previousLookups } from './derivation-1.rules.ts'
import {
  knownEntries,
  previewedOf,
  type PreviewedRecord,
  scopeNumber,
  type SearchKind,
  type SearchScope,
} from './lookup.store.ts'
import {
  countFound,
  rankFound,
  type Ranked,
  fewFinds,
  likelyMatchesOfOneWord,
  matchesByContact,
  matchesOfOneWord,
  titlesBeginning,
  titlesHolding,
} from './matches.store.ts'
import { findInside } from './inside.store.ts'
import { inPipeline } from '../db/sql.ts'
import { isRebuilding } from '../access/workspaces.store.ts'
import { likelyWords, wordsBeginning, type LikelySource, type WordSource } from './words.store.ts'
import type { Tx } from '../db/store.ts'

/** `record` where it is an active record; `snippet` where only its text or a comment matches. */
export type Found = {
  kind: SearchKind
  ref: string
  record: PreviewedRecord | null
  snippet?: string | undefined
}

const meant = async (tx: Tx, workspaceId: string, query: FoldedText, sources: readonly WordSource[]) => {
  const likelyOf = async (source: WordSource): Promise<LikelySource> => {
    const position = query.words.at(-1) === source.typed ? 'last' : 'inner'
    const found = await likelyWords(tx, workspaceId, source.typed, position)
    // Words that begin as typed were already asked for, unless another is mistyped.
    const keys = sources.length === 1 ? found.keys : [...new Set([...found.keys, ...source.keys])]
    // So that a common word beside a mistyped one still leads to the pairs of both.
    const begun = source.keys.length === 0 ? [] : source.twoLetters
    const twoLetters = [...new Set([...found.twoLetters, ...begun])]
    return { ...found, keys, twoLetters, uses: found.uses + source.uses }
  }
  return inPipeline(sources.map(likelyOf))
}

/** The words of a query in the vocabulary, and what they find as they were typed. */
const literal = async (
  tx: Tx,
  workspaceId: string,
  query: FoldedText,
  scopes: readonly number[],
  limit: number,
): Promise<{ sources: readonly WordSource[]; found: readonly Ranked[] }> => {
  const sources = await inPipeline(
    lookedUpWords(query).map((word) =>
      wordsBeginning(tx, workspaceId, word, word === query.text ? 'alone' : 'with others'),
    ),
  )
  const [only] = sources
  if (only?.typed === query.text)
    return { sources, found: await matchesOfOneWord(tx, workspaceId, query, only, scopes, limit) }
  const found = await inPipeline([
    titlesHolding(tx, workspaceId, query, sources, scopes),
    titlesBeginning(tx, workspaceId, query, scopes),
  ])
  return { sources, found: found.flat() }
}

/** Matches of mistyped words, and of words that end a longer one. */
const likely = async (
  tx: Tx,
  workspaceId: string,
  query: FoldedText,
  sources: readonly WordSource[],
  scopes: readonly number[],
  limit: number,
): Promise<Ranked[]> => {
  if (sources.length === 0) return []
  const wanted = await meant(tx, workspaceId, query, sources)
  const [word] = wanted
  return word?.typed === query.text
    ? likelyMatchesOfOneWord(tx, workspaceId, word, scopes, limit)
    : titlesHolding(tx, workspaceId, query, wanted, scopes, 'wide')
}

const known = async (
  tx: Tx,
  workspaceId: string,
  found: readonly Ranked[],
  snippets: ReadonlyMap<number, string> = new Map(),
): Promise<Found[]> => {
  const entries = found.map(({ entry }) => entry)
  const rows = new Map((await knownEntries(tx, workspaceId, entries)).map((row) => [row.thing, row]))
  return entries.flatMap((entry) => {
    const row = rows.get(entry)
    if (!row) return []
    const { kind, ref, object_id } = row
    const record = object_id === null ? null : previewedOf({ ...row, id: ref, object_id })
    return { kind, ref, record, snippet: snippets.get(entry) }
  })
}

/**
 * The best matches of a typed text in some scopes, at most `limit` (LCH-07). Bounded: of very many equally good
 * matches the most recent are found, and a part of a word only where the word begins or ends with it.
 */
export async function findBestMatches(
  tx: Tx,
  workspaceId: string,
  text: string,
  from: readonly SearchScope[],
  limit: number,
): Promise<Found[]> {
  const [query, ...others] = readingsOf(text)
  if (query.text === '') return []
  const readings = [query, ...others]
  const contacts = [...typedContacts(text)]
  const previous = previousLookups(text, { readings, contacts })
  if (previous.readings.length + previous.contacts.length > 0 && (await isRebuilding(tx, workspaceId))) {
    readings.push(...previous.readings)
    contacts.push(...previous.contacts)
  }
  const scopesOf = (some: readonly SearchScope[]) => some.map((scope) => scopeNumber(workspaceId, scope))
  const scopes = scopesOf(from)
  const read = await inPipeline(readings.map((reading) => literal(tx, workspaceId, reading, scopes, limit)))
  const found = read.flatMap((each) => each.found)
  const records = scopesOf(from.filter(({ kind }) => kind === 'record'))
  const foundByContact =
    countFound(found) < limit
      ? await inPipeline(
          contacts.map((contact) => matchesByContact(tx, workspaceId, contact, records, limit)),
        )
      : []
  if (countFound(found) < Math.min(fewFinds, limit))
    found.push(...(await likely(tx, workspaceId, query, read[0]?.sources ?? [], scopes, limit)))
  const named = rankFound([...found, ...foundByContact.flat()])
  const left = limit - named.length
  if (left <= 0) return known(tx, workspaceId, named.slice(0, limit))
  const inside = await findInside(tx, workspaceId, text, from, new Set(named.map(({ entry }) => entry)), left)
  const ranked = inside.map(({ entry, rankedAt }): Ranked => ({ entry, rankedAt, class: 'inside', fit: 0 }))
  const snippets = new Map(inside.map(({ entry, snippet }) => [entry, snippet]))
  return known(tx, workspaceId, rankFound([...named, ...ranked]), snippets)
}
