// Finds tasks and records by the words of their texts and comments, where titles and contacts leave room (LCH-06). Each find is
// verified by the text as it is, so nothing is found by what was deleted, and the index may be a little late.
import { sql } from 'kysely'
import { insideQueries } from '../../shared/search/text-inside.ts'
import { askedTogether, inPipeline, listStatement, param } from '../db/sql.ts'
import type { SearchTextTable, SearchTextWordTable } from '../db/schema.ts'
import type { Tx } from '../db/store.ts'
import { noteListed, partSize, personKey, snippetOf } from './inside.rules.ts'
import { everyone, type SearchScope } from './lookup.store.ts'
import { partsOf } from './text-index.store.ts'
import { itemKindOf, textsAmong, type ItemKind, type TextKind } from './texts.store.ts'

/** `entry` is that of the item among the titles. */
export type FoundInside = { entry: number; rankedAt: number; snippet: string }

/** Most words that are read for one beginning in one part, the first in their order. */
const wordsRead = 800
/** Parts that are asked one after the other: most searches end in the first. */
const partsAtOnce = [1, 3, 12, 32]
/** The newest parts are searched, which is two million texts. */
const mostParts = 512
/** Most texts that a search reads and verifies for one spelling. */
const mostRead = 200

const listsBeginning = askedTogether(
  sql<Pick<SearchTextWordTable, 'texts'>>`select texts from search_text_word
    where workspace_id = ${param} and part = ${param} and word >= ${param} and word < ${param}
    order by word limit ${param}`,
)
const textRows = listStatement<Pick<SearchTextTable, 'number' | 'kind' | 'ref'>>(
  (numbers) =>
    sql`select number, kind, ref from search_text where number ${numbers} and workspace_id = ${param}`,
  'bigint',
)
const entryRows = listStatement<{ thing: number; ref: string; ranked_at: number }>(
  (refs) => sql`select thing, ref, ranked_at from search_title
    where ref ${refs} and workspace_id = ${param} and kind = ${param}`,
)

/** The audience whose texts are searched, for each kind of item: a person, or everyone. */
type Audiences = ReadonlyMap<ItemKind, string>

const audiencesOf = (from: readonly SearchScope[]): Audiences =>
  new Map(from.flatMap(({ kind, audience }) => (kind === 'meeting' ? [] : [[kind, audience]])))

/** The texts of a part that hold words with all beginnings so far: a byte for each. */
type Candidates = { part: number; found: Uint8Array }

/** Keeps of each part the texts that a key leads to. Parts without any are left out. */
async function heldBy(
  tx: Tx,
  workspaceId: string,
  key: string,
  candidates: readonly Candidates[],
): Promise<Candidates[]> {
  // A multiple of four, so that few statements are prepared.
  const filling = Array.from({ length: -candidates.length & 3 }, () => [workspaceId, -1, '', '', 0])
  const asked = candidates.map(({ part }) => [workspaceId, part, key, `${key}\u{10ffff}`, wordsRead])
  const lists = await listsBeginning(tx, [...asked, ...filling])
  return candidates.flatMap(({ part, found }, place) => {
    const held = new Uint8Array(partSize)
    for (const { texts } of lists[place] ?? []) noteListed(texts, held)
    for (let index = 0; index < partSize; index += 1) held[index] = (held[index] ?? 0) & (found[index] ?? 0)
    return held.includes(1) ? [{ part, found: held }] : []
  })
}

/** Numbers of texts that hold words with each of the beginnings, the newest part first. */
async function* numbersHolding(
  tx: Tx,
  workspaceId: string,
  words: readonly string[],
  audiences: Audiences,
): AsyncGenerator<number[]> {
  const parts = (await partsOf(tx, workspaceId)).filter(({ kind }) => audiences.has(kind)).slice(0, mostParts)
  const person = audiences.get('task') ?? everyone
  const ofTasks = new Set(parts.filter(({ kind }) => kind === 'task').map(({ part }) => part))
  let at = 0
  for (let turn = 0; at < parts.length; turn += 1) {
    const some = parts.slice(at, at + (partsAtOnce[turn] ?? partsAtOnce.at(-1) ?? 1))
    at += some.length
    let left: Candidates[] = some.map(({ part }) => ({ part, found: new Uint8Array(partSize).fill(1) }))
    // One word after the other: the longest leads to few parts, and common ones are only read there.
    for (const word of words) if (left.length > 0) left = await heldBy(tx, workspaceId, word, left)
    if (person !== everyone) {
      const seen = left.filter(({ part }) => ofTasks.has(part))
      const held = seen.length > 0 ? await heldBy(tx, workspaceId, personKey(person), seen) : []
      left = [...left.filter(({ part }) => !ofTasks.has(part)), ...held].toSorted((a, b) => b.part - a.part)
    }
    yield left.flatMap(({ part, found }) =>
      Array.from(found.keys())
        .filter((index) => found[index] === 1)
        .toReversed()
        .map((index) => part * partSize + index),
    )
  }
}

type Hit = { kind: ItemKind; item: string; snippet: string }

/** The hits among texts, in the order of their numbers. */
async function verified(
  tx: Tx,
  workspaceId: string,
  words: readonly string[],
  numbers: readonly number[],
): Promise<Hit[]> {
  const rows = await textRows(tx, numbers, workspaceId)
  const byKind = Map.groupBy(rows, ({ kind }) => kind)
  const hits = new Map<string, Hit>()
  await inPipeline(
    Array.from(byKind, async ([kind, some]: [TextKind, typeof rows]) => {
      const texts = await textsAmong(
        tx,
        workspaceId,
        kind,
        some.map(({ ref }) => ref),
      )
      for (const { ref, item, title, text } of texts) {
        const snippet = snippetOf(text, title, words)
        if (snippet !== null) hits.set(`${kind} ${ref}`, { kind: itemKindOf(kind), item, snippet })
      }
    }),
  )
  return rows
    .toSorted((a, b) => b.number - a.number)
    .flatMap(({ kind, ref }) => hits.get(`${kind} ${ref}`) ?? [])
}

/** The entries of active items with these hits, the newest text of each. */
async function entriesOf(tx: Tx, workspaceId: string, hits: readonly Hit[]): Promise<FoundInside[]> {
  const byKind = Map.groupBy(hits, ({ kind }) => kind)
  const found = await inPipeline(
    Array.from(byKind, async ([kind, some]) => {
      const refs = [...new Set(some.map(({ item }) => item))]
      const entries = new Map((await entryRows(tx, refs, workspaceId, kind)).map((row) => [row.ref, row]))
      return refs.flatMap((ref) => {
        const entry = entries.get(ref)
        const snippet = some.find(({ item }) => item === ref)?.snippet
        if (!entry || snippet === undefined) return []
        return [{ entry: entry.thing, rankedAt: entry.ranked_at, snippet }]
      })
    }),
  )
  return found.flat()
}

/**
 * @param known entries that the titles found
 * @param limit how many more are wanted
 */
export async function findInside(
  tx: Tx,
  workspaceId: string,
  text: string,
  from: readonly SearchScope[],
  known: ReadonlySet<number>,
  limit: number,
): Promise<FoundInside[]> {
  const audiences = audiencesOf(from)
  const found = new Map<number, FoundInside>()
  if (audiences.size === 0) return []
  for (const words of insideQueries(text)) {
    let left = mostRead
    for await (const numbers of numbersHolding(tx, workspaceId, words, audiences)) {
      while (numbers.length > 0 && left > 0 && found.size < limit) {
        const some = numbers.splice(0, Math.min(limit - found.size + 8, left))
        left -= some.length
        for (const each of await entriesOf(tx, workspaceId, await verified(tx, workspaceId, words, some)))
          if (!known.has(each.entry) && !found.has(each.entry)) found.set(each.entry, each)
      }
      if (left <= 0 || found.size >= limit) break
    }
  }
  return [...found.values()].slice(0, limit)
}
