// The write side of search inside texts (decision 022). A write only notes which texts are due; the indexer gives each of them a new
// number, and adds the number to the lists of its words. Lists only grow: a number that no row of `search_text` has is dead, and a
// part whose numbers are mostly dead is emptied by indexing the rest of it anew.
import { sql } from 'kysely'
import { inPipeline, insertRows, listStatement, param, replacing, statement } from '../db/sql.ts'
import type { SearchTextDueTable, SearchTextPartTable, SearchTextTable } from '../db/schema.ts'
import type { Tx } from '../db/store.ts'
import { keysInside, listed, partSize, personKey } from './inside.rules.ts'
import {
  itemKindOf,
  peopleOfTasks,
  textKinds,
  textsAmong,
  type ItemKind,
  type Text,
  type TextKind,
} from './texts.store.ts'

type Part = Pick<SearchTextPartTable, 'part' | 'kind' | 'used' | 'live'>

const insertDue = insertRows(
  'search_text_due',
  { text: ['workspace_id', 'kind', 'ref'] },
  sql`on conflict (workspace_id, kind, ref) do nothing`,
)
const dueRows = statement<Pick<SearchTextDueTable, 'kind' | 'ref'>>(
  () =>
    sql`select kind, ref from search_text_due where workspace_id = ${param} order by kind, ref limit ${param}`,
)
const forgetDue = listStatement<never>(
  (refs) =>
    sql`delete from search_text_due where ref ${refs} and workspace_id = ${param} and kind = ${param}`,
)
const dueComments = statement<never>(
  () => sql`insert into search_text_due (workspace_id, kind, ref)
    select workspace_id, 'task_comment', id from task_comment where workspace_id = ${param} and task_id = ${param}
    on conflict (workspace_id, kind, ref) do nothing`,
)
const dueOfPart = statement<never>(
  () => sql`insert into search_text_due (workspace_id, kind, ref)
    select workspace_id, kind, ref from search_text
    where workspace_id = ${param} and number >= ${param} and number < ${param}
    on conflict (workspace_id, kind, ref) do nothing`,
)
const partRows = statement<Part>(
  () => sql`select part, kind, used, live from search_text_part where workspace_id = ${param}
    order by part desc`,
)
const putParts = insertRows(
  'search_text_part',
  { text: ['workspace_id', 'kind'], number: ['part', 'used', 'live'] },
  replacing(['workspace_id', 'part'], ['used', 'live']),
)
const removePart = statement<never>(
  () => sql`delete from search_text_part where workspace_id = ${param} and part = ${param}`,
)
const removeWords = statement<never>(
  () => sql`delete from search_text_word where workspace_id = ${param} and part = ${param}`,
)
const numbersOf = listStatement<Pick<SearchTextTable, 'number' | 'ref'>>(
  (refs) =>
    sql`select number, ref from search_text where ref ${refs} and workspace_id = ${param} and kind = ${param}`,
)
const addNumbers = insertRows('search_text', { text: ['workspace_id', 'kind', 'ref'], number: ['number'] })
const removeNumbers = listStatement<never>(
  (numbers) => sql`delete from search_text where number ${numbers} and workspace_id = ${param}`,
  'bigint',
)
const addToLists = insertRows(
  'search_text_word',
  { text: ['workspace_id', 'word', 'texts'], number: ['part'] },
  sql`on conflict (workspace_id, part, word) do update set texts = search_text_word.texts || excluded.texts`,
)

/** Notes that texts are to be indexed, or to be forgotten, in the transaction that wrote them. */
export const noteTexts = async (
  tx: Tx,
  workspaceId: string,
  kind: TextKind,
  refs: readonly string[],
): Promise<void> => {
  await insertDue(
    tx,
    refs.map((ref) => ({ workspace_id: workspaceId, kind, ref })),
  )
}

/** Notes the comments on a task, which other people see from now on. */
export const noteCommentsOfTask = async (tx: Tx, workspaceId: string, taskId: string): Promise<void> => {
  await dueComments(tx, workspaceId, taskId)
}

/** The parts of a workspace, the newest first. */
export const partsOf = (tx: Tx, workspaceId: string): Promise<Part[]> => partRows(tx, workspaceId)

/** Numbers new texts. @param parts the newest first; changed as numbers are given away */
function numbersFrom(parts: Part[], kind: ItemKind): () => number {
  let open = parts.find((part) => part.kind === kind)
  return () => {
    if (open === undefined || open.used >= partSize) {
      open = { part: (parts[0]?.part ?? 0) + 1, kind, used: 0, live: 0 }
      parts.unshift(open)
    }
    open.used += 1
    open.live += 1
    return open.part * partSize + open.used - 1
  }
}

const isFull = ({ used }: Part): boolean => used >= partSize
const isSparse = (part: Part): boolean => isFull(part) && part.live < partSize / 2

/** Stores the parts that have changed, empties those without a text, and notes the texts of those that have become sparse. */
async function settleParts(
  tx: Tx,
  workspaceId: string,
  before: ReadonlyMap<number, Part>,
  parts: readonly Part[],
): Promise<void> {
  const changed = parts.filter(({ part, used, live }) => {
    const old = before.get(part)
    return old?.used !== used || old.live !== live
  })
  const isEmpty = (part: Part): boolean => isFull(part) && part.live === 0
  await putParts(
    tx,
    changed.filter((part) => !isEmpty(part)).map((part) => ({ ...part, workspace_id: workspaceId })),
  )
  for (const part of changed) {
    const old = before.get(part.part)
    if (isEmpty(part)) {
      await removeWords(tx, workspaceId, part.part)
      await removePart(tx, workspaceId, part.part)
    } else if (old && isSparse(part) && !isSparse(old))
      await dueOfPart(tx, workspaceId, part.part * partSize, (part.part + 1) * partSize)
  }
}

type Keyed = { ref: string; keys: readonly string[] }

async function keyed(
  tx: Tx,
  workspaceId: string,
  kind: TextKind,
  texts: readonly Text[],
): Promise<readonly Keyed[]> {
  const found = texts.flatMap(({ ref, item, title, text }) => {
    const keys = keysInside(title, text)
    return keys.length === 0 ? [] : [{ ref, item, keys }]
  })
  if (itemKindOf(kind) === 'record' || found.length === 0) return found
  const people = await peopleOfTasks(tx, workspaceId, [...new Set(found.map(({ item }) => item))])
  return found.map(({ ref, item, keys }) => ({
    ref,
    keys: [...keys, ...Array.from(people.get(item) ?? [], personKey)],
  }))
}

/** The rows that add numbers to the lists of their words, in the order of the table. */
function listRows(workspaceId: string, numbered: readonly (Keyed & { number: number })[]) {
  const lists = new Map<number, Map<string, string>>()
  for (const { number, keys } of numbered) {
    const part = Math.floor(number / partSize)
    const ofPart = lists.get(part) ?? new Map<string, string>()
    lists.set(part, ofPart)
    const name = listed(number % partSize)
    for (const key of keys) ofPart.set(key, (ofPart.get(key) ?? '') + name)
  }
  return [...lists].flatMap(([part, ofPart]) =>
    [...ofPart]
      .toSorted(([one], [other]) => (one < other ? -1 : 1))
      .map(([word, texts]) => ({ workspace_id: workspaceId, part, word, texts })),
  )
}

/** Indexes texts as they are. Those that are gone or empty are forgotten. */
async function putTexts(tx: Tx, workspaceId: string, kind: TextKind, refs: readonly string[]): Promise<void> {
  const [texts, old, parts] = await inPipeline([
    textsAmong(tx, workspaceId, kind, refs),
    numbersOf(tx, refs, workspaceId, kind),
    partsOf(tx, workspaceId),
  ])
  const before = new Map(parts.map((part) => [part.part, { ...part }]))
  const byNumber = new Map(parts.map((part) => [part.part, part]))
  for (const { number } of old) {
    const part = byNumber.get(Math.floor(number / partSize))
    if (part) part.live -= 1
  }
  const next = numbersFrom(parts, itemKindOf(kind))
  const numbered = (await keyed(tx, workspaceId, kind, texts)).map((each) => ({ ...each, number: next() }))
  await removeNumbers(
    tx,
    old.map(({ number }) => number),
    workspaceId,
  )
  await inPipeline([
    addNumbers(
      tx,
      numbered.map(({ ref, number }) => ({ workspace_id: workspaceId, kind, ref, number })),
    ),
    addToLists(tx, listRows(workspaceId, numbered)),
  ])
  await settleParts(tx, workspaceId, before, parts)
}

const idsAfter = (tx: Tx, workspaceId: string, kind: TextKind, after: string, limit: number) =>
  sql<{ id: string }>`select id from ${sql.table(kind)}
    where workspace_id = ${workspaceId} and id > ${after} order by id limit ${limit}`.execute(tx)

/**
 * Indexes some texts of a workspace that was there before the index.
 * @param place the kind and the id of the last one; empty begins
 * @returns how many were looked at, and the next place; null at the end
 */
async function putFrom(
  tx: Tx,
  workspaceId: string,
  place: string,
  limit: number,
): Promise<{ rows: number; next: string | null }> {
  const [named = '', after = ''] = place.split(' ')
  const at = Math.max(
    0,
    textKinds.findIndex((kind) => kind === named),
  )
  const kind = textKinds[at] ?? 'task'
  const ids = (await idsAfter(tx, workspaceId, kind, after, limit)).rows.map(({ id }) => id)
  const known = new Set((await numbersOf(tx, ids, workspaceId, kind)).map(({ ref }) => ref))
  const left = ids.filter((id) => !known.has(id))
  if (left.length > 0) await putTexts(tx, workspaceId, kind, left)
  const last = ids.at(-1)
  const following = ids.length === limit ? kind : textKinds[at + 1]
  const next = following === undefined ? null : `${following} ${following === kind ? last : ''}`
  return { rows: ids.length, next }
}

/**
 * Indexes some of the texts that are due, in a transaction that nobody else in the workspace writes beside.
 * @returns how many, and whether some are left
 */
export async function indexDueTexts(
  tx: Tx,
  workspaceId: string,
  limit: number,
): Promise<{ rows: number; areLeft: boolean }> {
  const due = await dueRows(tx, workspaceId, limit)
  const kind = due[0]?.kind
  if (kind === undefined) return { rows: 0, areLeft: false }
  const refs = due.filter((row) => row.kind === kind).map(({ ref }) => ref)
  // First: those of a sparse part are noted again.
  await forgetDue(tx, refs, workspaceId, kind)
  if (kind !== 'workspace') {
    await putTexts(tx, workspaceId, kind, refs)
    return { rows: refs.length, areLeft: due.length === limit || refs.length < due.length }
  }
  let looked = 0
  for (const place of refs) {
    const { rows, next } = await putFrom(tx, workspaceId, place, limit)
    looked += rows
    if (next !== null) await insertDue(tx, [{ workspace_id: workspaceId, kind, ref: next }])
  }
  return { rows: looked, areLeft: true }
}

/** The first workspace after another one in which texts are due. */
export async function workspaceWithDueTexts(tx: Tx, after: string): Promise<string | undefined> {
  const { rows } = await sql<{ workspace_id: string }>`select workspace_id from search_text_due
    where workspace_id > ${after} order by workspace_id limit 1`.execute(tx)
  return rows[0]?.workspace_id
}
