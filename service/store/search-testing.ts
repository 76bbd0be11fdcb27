// For tests of search: a store with one workspace of its own, and what is found there.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { openStore, type OpenedStore } from './open-store.ts'
import { everyone, type SearchKind, type Shelf } from './search-shelf.ts'

export const everyShelf: Shelf[] = (['task', 'record', 'meeting'] as const).map((kind) => ({
  kind,
  audience: everyone,
}))

export type SearchStore = OpenedStore & { path: string; workspace: string }

let stores = 0

/** A folder of stores, each with a workspace that no other one has. */
export function searchStores() {
  const directory = mkdtempSync(join(tmpdir(), 'svc-search-'))
  return {
    directory,
    open: async (): Promise<SearchStore> => {
      const workspace = `wsp_search_${process.pid}_${(stores += 1)}`
      const path = join(directory, `${workspace}.db`)
      return { ...(await openStore(`file:${path}`)), path, workspace }
    },
    remove: () => rmSync(directory, { recursive: true }),
  }
}

/** Refs, best first. */
export const find = (
  store: SearchStore,
  query: string,
  limit = 50,
  shelves = everyShelf,
  workspaceId = store.workspace,
): Promise<string[]> =>
  store.read(async (tx) =>
    (await tx.search.find(workspaceId, query, shelves, limit)).map((found) => found.ref),
  )

/** Records with these titles, the last one the newest; each's ref is its place. */
export const entriesOf = (titles: readonly string[]) =>
  titles.map((title, index) => ({
    kind: 'record' as const satisfies SearchKind,
    ref: `${index}`,
    title,
    rankedAt: index,
  }))

export const arbitraryWord = fc.constantFrom(
  'alpha',
  'alphabet',
  'beta',
  'betamax',
  'gamma',
  'gärtner',
  'al',
  'b',
  '2026',
  '会議',
)
export const arbitraryTitle = fc
  .array(arbitraryWord, { minLength: 1, maxLength: 4 })
  .map((words) => words.join(' '))
