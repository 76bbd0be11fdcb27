// The write side of search: a title and its words go into the same transaction as what it is the title of, so that a change
// can be found when its write has been answered (LCH-07). Postings lead from words and contacts to entries: one for every key of an
// entry in every scope where it is found, and the count of titles under each word of the vocabulary. Only rows that differ are
// written.
import { sql } from 'kysely'
import { derivation } from '../db/derivation.ts'
import { contactKey1, indexedTitle1 } from './derivation-1.rules.ts'
import { contactKey, foldedTitle, indexedTitle, reversed, type IndexedTitle } from './search-words.rules.ts'
import {
  changeRows,
  chunksOf,
  inPipeline,
  insertRows,
  listStatement,
  param,
  replacing,
  statement,
} from '../db/sql.ts'
import { batched } from '../db/loader.ts'
import type { SearchTitleTable, SearchWordTable } from '../db/schema.ts'
import { everyone, scopeNumber, type SearchKind } from './lookup.store.ts'
import { noteTexts } from './text-index.store.ts'
import type { Tx } from '../db/store.ts'

export type SearchEntry = {
  kind: SearchKind
  ref: string
  title: string
  /** Epoch milliseconds of the last change: the more recent of two equal matches comes first. */
  rankedAt: number
  /** `everyone` or person ids. Left out means everyone. */
  audiences?: readonly string[]
  /** Contacts that find it beside its title, by `contactsOf`. Left out means none. */
  contacts?: readonly string[]
  /** Whether the caller knows that nothing was found under this ref before: then nothing is asked. */
  isNew?: boolean
  /** Whether its text is to be indexed: it is new, changed or gone, or others see it. */
  isTextDue?: boolean
}

/** A title with its postings, or as it would have them. */
type Posted = {
  entry: number
  kind: SearchKind
  title: string
  rankedAt: number
  audiences: readonly string[]
  contacts: readonly string[]
  derivation: number
}
/** An entry whose postings were written for `before`, and are to be those of `after`. */
type Change = { before: Posted | undefined; after: Posted | undefined }

/** The keys that lead to an entry in each of its scopes, by their numbers. */
type Scopes = ReadonlyMap<number, ReadonlySet<string>>
/** Index entries of a title, computed once. */
type Indexed = (posted: Posted) => IndexedTitle

/** In the order of the table: neighbours share pages, which is what makes a bulk load fast. */
const inOrder = (rows: readonly SearchWordTable[]): SearchWordTable[] => {
  const ordered: SearchWordTable[] = []
  const byShelf = Map.groupBy(rows, (row) => row.shelf)
  for (const shelf of [...byShelf.keys()].toSorted((one, other) => one - other)) {
    // Many rows share their words, so there are far fewer words to sort than rows.
    const byWord = Map.groupBy(byShelf.get(shelf) ?? [], (row) => row.word)
    for (const word of [...byWord.keys()].toSorted())
      for (const row of byWord.get(word) ?? []) ordered.push(row)
  }
  return ordered
}

const remembering = (): Indexed => {
  const known = new Map<string, IndexedTitle>()
  return ({ title, ...posted }) => {
    const name = `${posted.derivation} ${title}`
    const indexed =
      known.get(name) ?? (posted.derivation === derivation ? indexedTitle : indexedTitle1)(title)
    known.set(name, indexed)
    return indexed
  }
}

const insertWords = insertRows('search_word', {
  text: ['word', 'workspace_id'],
  number: ['shelf', 'ranked_at', 'thing'],
})
const moveWords = changeRows(
  { text: ['word'], number: ['shelf', 'ranked_at', 'thing', 'moved_to'] },
  ({ word, shelf, ranked_at, thing, moved_to, workspaceId }, rows) =>
    sql`update search_word set ranked_at = ${moved_to} ${rows('from')} where search_word.shelf = ${shelf}
      and search_word.word = ${word} and search_word.ranked_at = ${ranked_at} and search_word.thing = ${thing}
      and search_word.workspace_id = ${workspaceId}`,
)
const deleteWords = changeRows(
  { text: ['word'], number: ['shelf', 'ranked_at', 'thing'] },
  ({ word, shelf, ranked_at, thing, workspaceId }, rows) =>
    sql`delete from search_word ${rows('using')} where search_word.shelf = ${shelf}
      and search_word.word = ${word} and search_word.ranked_at = ${ranked_at} and search_word.thing = ${thing}
      and search_word.workspace_id = ${workspaceId}`,
)
const countWords = insertRows(
  'search_vocabulary',
  { text: ['workspace_id', 'word', 'reversed'], number: ['uses'] },
  sql`on conflict (workspace_id, word) do update set uses = search_vocabulary.uses + excluded.uses`,
)
const forgetWord = statement(
  () => sql`delete from search_vocabulary where workspace_id = ${param} and word = ${param} and uses <= 0`,
)

const writeWords = async (tx: Tx, workspaceId: string, changes: readonly Change[], indexed: Indexed) => {
  const numbers = new Map<string, number>()
  const numberOf = (kind: SearchKind, audience: string): number => {
    const name = `${kind} ${audience}`
    const number = numbers.get(name) ?? scopeNumber(workspaceId, { kind, audience })
    numbers.set(name, number)
    return number
  }
  const scopesOf = (posted: Posted | undefined): Scopes => {
    if (!posted) return new Map()
    const { kind, contacts } = posted
    const keyOf = posted.derivation === derivation ? contactKey : contactKey1
    const words = new Set([...indexed(posted).keys, ...contacts.map(keyOf)])
    return new Map(posted.audiences.map((audience) => [numberOf(kind, audience), words]))
  }
  const rowOf = (shelf: number, word: string, { rankedAt, entry }: Posted): SearchWordTable => ({
    shelf,
    word,
    ranked_at: rankedAt,
    thing: entry,
    workspace_id: workspaceId,
  })
  const added: SearchWordTable[] = []
  const moved: (SearchWordTable & { moved_to: number })[] = []
  const removed: SearchWordTable[] = []
  for (const { before, after } of changes) {
    const [old, wanted] = [scopesOf(before), scopesOf(after)]
    if (after)
      for (const [scope, words] of wanted) {
        const known = old.get(scope)
        for (const word of words) if (!known?.has(word)) added.push(rowOf(scope, word, after))
      }
    if (!before) continue
    for (const [scope, words] of old)
      for (const word of words) {
        const row = rowOf(scope, word, before)
        if (!after || !wanted.get(scope)?.has(word)) removed.push(row)
        else if (before.rankedAt !== after.rankedAt) moved.push({ ...row, moved_to: after.rankedAt })
      }
  }
  await inPipeline([
    moveWords(tx, workspaceId, moved),
    deleteWords(tx, workspaceId, removed),
    insertWords(tx, inOrder(added)),
  ])
}

const writeVocabulary = async (tx: Tx, workspaceId: string, changes: readonly Change[], indexed: Indexed) => {
  const uses = new Map<string, number>()
  const count = (posted: Posted | undefined, by: 1 | -1) => {
    for (const word of posted ? indexed(posted).words : []) uses.set(word, (uses.get(word) ?? 0) + by)
  }
  for (const { before, after } of changes) {
    if (before?.title === after?.title && before?.derivation === after?.derivation) continue
    count(before, -1)
    count(after, 1)
  }
  const changed = [...uses].filter(([, by]) => by !== 0)
  await countWords(
    tx,
    changed.map(([word, by]) => ({ workspace_id: workspaceId, word, reversed: reversed(word), uses: by })),
  )
  await inPipeline(changed.filter(([, by]) => by < 0).map(([word]) => forgetWord(tx, workspaceId, word)))
}

/** Writes the postings of titles as they are now. */
const changePostings = batched(
  async (tx: Tx, workspaceId: string, changes: readonly Change[]): Promise<void> => {
    const indexed = remembering()
    await inPipeline([
      writeWords(tx, workspaceId, changes, indexed),
      writeVocabulary(tx, workspaceId, changes, indexed),
    ])
  },
)

type Wanted = Pick<Posted, 'title' | 'rankedAt' | 'audiences' | 'contacts'> & { isNew: boolean }
type StateRow = Omit<SearchTitleTable, 'workspace_id' | 'kind'>

let lastNumber = 0

/**
 * A number for a new entry: microseconds since 1970, and none twice in this process. A counter would make every writer of
 * a workspace wait for the others; numbers at random would each be written to another page. One that another process
 * has taken fails the statement, and the transaction is run again, with another one.
 */
const nextNumber = (): number => {
  lastNumber = Math.max(lastNumber + 1, Math.floor((performance.timeOrigin + performance.now()) * 1000))
  return lastNumber
}

/** How many titles are looked at together. */
const batch = 20_000
const lookedUpAtOnce = 500

const columns = {
  text: ['workspace_id', 'kind', 'ref', 'title', 'audiences', 'contacts'],
  number: ['thing', 'ranked_at', 'derivation'],
} as const
const addTitles = insertRows('search_title', columns)
const putTitles = insertRows(
  'search_title',
  columns,
  replacing(['thing', 'workspace_id'], ['title', 'ranked_at', 'audiences', 'contacts', 'derivation']),
)
const statesOf = listStatement<StateRow>(
  (refs) => sql`select ref, thing, title, ranked_at, audiences, contacts, derivation from search_title
    where ref ${refs} and workspace_id = ${param} and kind = ${param}`,
)

const storedStates = async (tx: Tx, workspaceId: string, kind: SearchKind, refs: readonly string[]) => {
  const states = new Map<string, Posted>()
  for (let from = 0; from < refs.length; from += lookedUpAtOnce)
    for (const row of await statesOf(tx, refs.slice(from, from + lookedUpAtOnce), workspaceId, kind))
      states.set(row.ref, {
        entry: row.thing,
        kind,
        title: row.title,
        rankedAt: row.ranked_at,
        // Written by this file only.
        audiences: JSON.parse(row.audiences) as string[],
        contacts: JSON.parse(row.contacts) as string[],
        derivation: row.derivation,
      })
  return states
}

const putAll = async (
  tx: Tx,
  workspaceId: string,
  kind: SearchKind,
  entries: ReadonlyMap<string, Wanted>,
): Promise<void> => {
  const asked = [...entries].filter(([, { isNew }]) => !isNew).map(([ref]) => ref)
  const stored = await storedStates(tx, workspaceId, kind, asked)
  const changes: Change[] = []
  const added: SearchTitleTable[] = []
  const moved: SearchTitleTable[] = []
  for (const [ref, { title, rankedAt, audiences, contacts }] of entries) {
    const before = stored.get(ref)
    const texts = { audiences: JSON.stringify(audiences), contacts: JSON.stringify(contacts) }
    if (
      before?.title === title &&
      before.derivation === derivation &&
      before.rankedAt === rankedAt &&
      JSON.stringify(before.audiences) === texts.audiences &&
      JSON.stringify(before.contacts) === texts.contacts
    )
      continue
    const entry = before?.entry ?? nextNumber()
    const after = { entry, kind, title, rankedAt, audiences, contacts, derivation }
    changes.push({ before, after })
    const row: SearchTitleTable = {
      thing: entry,
      workspace_id: workspaceId,
      kind,
      ref,
      title,
      ranked_at: rankedAt,
      ...texts,
      derivation,
    }
    if (before) moved.push(row)
    else added.push(row)
  }
  await inPipeline([addTitles(tx, added), putTitles(tx, moved), changePostings(tx, workspaceId, changes)])
}

/** Makes many entries findable, or findable as they are now, whatever was there before. */
export const putSearchEntries = async (
  tx: Tx,
  workspaceId: string,
  entries: readonly SearchEntry[],
): Promise<void> => {
  for (let from = 0; from < entries.length; from += batch) {
    const byKind = Map.groupBy(entries.slice(from, from + batch), (entry) => entry.kind)
    for (const [kind, some] of byKind) {
      const wanted = new Map<string, Wanted>()
      for (const { ref, title, rankedAt, audiences = [everyone], contacts = [], isNew = false } of some)
        wanted.set(ref, {
          title: foldedTitle(title),
          rankedAt,
          audiences: [...new Set(audiences)].toSorted(),
          contacts,
          // A new entry of this batch is not written yet.
          isNew: isNew || wanted.get(ref)?.isNew === true,
        })
      const due = some.filter(({ isTextDue = false }) => isTextDue).map(({ ref }) => ref)
      await inPipeline([
        putAll(tx, workspaceId, kind, wanted),
        due.length === 0 || kind === 'meeting' ? Promise.resolve() : noteTexts(tx, workspaceId, kind, due),
      ])
    }
  }
}

/** Makes entries unfindable, if they were findable. */
export const removeSearchEntries = async (
  tx: Tx,
  workspaceId: string,
  kind: SearchKind,
  refs: readonly string[],
): Promise<void> => {
  const stored = await storedStates(tx, workspaceId, kind, refs)
  if (stored.size === 0) return
  await changePostings(
    tx,
    workspaceId,
    [...stored.values()].map((before) => ({ before, after: undefined })),
  )
  for (const some of chunksOf([...stored.keys()], lookedUpAtOnce))
    await tx
      .deleteFrom('search_title')
      .where('workspace_id', '=', workspaceId)
      .where('kind', '=', kind)
      .where('ref', 'in', some)
      .execute()
}

/** Makes an entry unfindable; nothing happens when it was not findable. */
export const removeSearchEntry = (
  tx: Tx,
  workspaceId: string,
  kind: SearchKind,
  ref: string,
): Promise<void> => removeSearchEntries(tx, workspaceId, kind, [ref])
