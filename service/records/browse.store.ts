// Records of one object as people browse them (LCH-04): newest first, with a search over titles and contacts that stays
// bounded whether its words are in every title or in none.
import { sql } from 'kysely'
import { readingsOf, titleOf, type FoldedText } from '../../shared/search/text-fold.ts'
import { literalClassOf } from '../../shared/search/text-match.ts'
import { typedContacts, contactKey, lookedUpWords } from '../search/search-words.rules.ts'
import { isReadOtherwise } from '../search/derivation-1.rules.ts'
import { everyone, scopeNumber } from '../search/lookup.store.ts'
import { isRebuilding } from '../access/workspaces.store.ts'
import type { Tx } from '../db/store.ts'

/** Creation time in epoch milliseconds, then id. */
type Position = readonly [createdAt: number, id: string]
type Row = { id: string; created_at: number; title: string }
export type BrowsePage = {
  ids: string[]
  /** The start of the next page; null at the end. */
  next: Position | null
}

/** Keys that lead to no more entries than this are looked up; titles of commoner words are met while walking. */
const rare = 500
/** Records that one page looks at, at most: a few first, which is enough where most titles match. */
const stretches = [250, 750, 750]

const newestFirst = (a: Omit<Row, 'title'>, b: Omit<Row, 'title'>): number =>
  b.created_at - a.created_at || (a.id < b.id ? 1 : -1)

const isFound = (readings: readonly FoldedText[], title: string): boolean => {
  const folded = titleOf(title)
  return readings.some((query) => {
    const matched = literalClassOf(query, folded)
    return matched !== null && matched !== 'other'
  })
}

/** Tells whether a title has, for each word of the query, a word that begins so. */
export const titleMatcher = (query: string): ((title: string) => boolean) => {
  const readings = readingsOf(query)
  return (title) => isFound(readings, title)
}

const older = (after: Position | undefined) =>
  after ? sql`and (record.created_at, record.id) < (${after[0]}, ${after[1]})` : sql``

const newest = async (
  tx: Tx,
  workspaceId: string,
  objectId: string,
  after: Position | undefined,
  limit: number,
) => {
  const { rows } = await sql<Row>`
    select id, created_at, title from record
    where workspace_id = ${workspaceId} and object_id = ${objectId} and archived = 0 ${older(after)}
    order by created_at desc, id desc limit ${limit}`.execute(tx)
  return rows
}

/** Everything under keys that begin so that is left of the walk; null when that is too much. */
const underRareKey = async (
  tx: Tx,
  workspaceId: string,
  objectId: string,
  key: string,
  after: Position | undefined,
): Promise<Row[] | null> => {
  const scope = scopeNumber(workspaceId, { kind: 'record', audience: everyone })
  const entries = sql`select thing from search_word
    where shelf = ${scope} and word >= ${key} and word < ${`${key}\u{10ffff}`}
      and workspace_id = ${workspaceId} limit ${rare + 1}`
  const { rows: counted } = await sql<{
    count: number
  }>`select count(*) as count from (${entries}) as found`.execute(tx)
  if (Number(counted[0]?.count) > rare) return null
  const { rows } = await sql<Row>`
    select distinct record.id, record.created_at, search_title.title
    from (${entries}) as found cross join search_title cross join record
    where search_title.thing = found.thing and search_title.workspace_id = ${workspaceId}
      and record.workspace_id = ${workspaceId} and record.id = search_title.ref
      and record.object_id = ${objectId} and record.archived = 0 ${older(after)}`.execute(tx)
  return rows
}

/** Everything under the first rare word of a query; null where all words are common. */
const underRareWord = async (
  tx: Tx,
  workspaceId: string,
  objectId: string,
  query: FoldedText,
  after: Position | undefined,
): Promise<Row[] | null> => {
  for (const word of lookedUpWords(query)) {
    const rows = await underRareKey(tx, workspaceId, objectId, word, after)
    if (rows) return rows
  }
  return null
}

const pageOf = (rows: readonly Row[], limit: number, walkedTo: Position | null): BrowsePage => {
  const shown = rows.toSorted(newestFirst).slice(0, limit)
  const last = shown.at(-1)
  const next: Position | null = rows.length > limit && last ? [last.created_at, last.id] : walkedTo
  return { ids: shown.map((row) => row.id), next }
}

/**
 * A page of active records, newest first. With a query, those in whose title every word of it begins a word, and those
 * with a contact that begins so, where these are not very many. A page may then be short, even empty, before the end:
 * each page walks a bounded way.
 */
export async function browseRecords(
  tx: Tx,
  workspaceId: string,
  objectId: string,
  { query, after, limit }: { query: string; after: Position | undefined; limit: number },
): Promise<BrowsePage> {
  const readings = readingsOf(query)
  if (readings[0].text === '')
    return pageOf(await newest(tx, workspaceId, objectId, after, limit + 1), limit, null)
  const reached: Row[] = []
  for (const contact of typedContacts(query))
    reached.push(...((await underRareKey(tx, workspaceId, objectId, contactKey(contact), after)) ?? []))
  const foundIn = (rows: readonly Row[]) => rows.filter((row) => isFound(readings, row.title))
  /** A page of the titles found, and of what contacts lead to from there to where the walk has come. */
  const pageWithContacts = (found: readonly Row[], walkedTo: Position | null) => {
    const [created_at, id] = walkedTo ?? []
    const passed = reached.filter(
      (row) => created_at === undefined || id === undefined || newestFirst(row, { created_at, id }) <= 0,
    )
    const rows = new Map([...found, ...passed].map((row) => [row.id, row]))
    return pageOf([...rows.values()], limit, walkedTo)
  }
  // Until a workspace is rebuilt, titles that are read otherwise are met while walking only.
  const hasKeys = !isReadOtherwise(query, readings) || !(await isRebuilding(tx, workspaceId))
  const rare: (Row[] | null)[] = []
  for (const reading of hasKeys ? readings : [])
    rare.push(await underRareWord(tx, workspaceId, objectId, reading, after))
  if (hasKeys && rare.every((rows) => rows !== null)) return pageWithContacts(foundIn(rare.flat()), null)
  const found: Row[] = []
  let from = after
  for (const length of stretches) {
    const walked = await newest(tx, workspaceId, objectId, from, length)
    found.push(...foundIn(walked))
    const last = walked.at(-1)
    if (!last || walked.length < length) return pageWithContacts(found, null)
    from = [last.created_at, last.id]
    if (found.length > limit) break
  }
  return pageWithContacts(found, from ?? null)
}

/** Ids of active records that the person created, those that changed last first (LCH-11). */
export async function lastChangedRecordIds(
  tx: Tx,
  workspaceId: string,
  personId: string,
  limit: number,
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from record where workspace_id = ${workspaceId} and created_by = ${personId} and archived = 0
    order by updated_at desc, id desc limit ${limit}`.execute(tx)
  return rows.map((row) => row.id)
}
