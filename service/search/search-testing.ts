// For tests of search: a store with one workspace of its own, and what is found there.
import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import fc from 'fast-check'
import { Client } from 'pg'
import { openStore, type OpenedStore } from '../db/open.ts'
import { valueTypes } from '../db/postgres/dialect.ts'
import { createTestDatabase, dropTestDatabase } from '../db/postgres/testing.ts'
import { everyone, type SearchKind, type SearchScope } from './lookup.store.ts'
import { findBestMatches } from './search.store.ts'

const everyScope: SearchScope[] = (['task', 'record', 'meeting'] as const).map((kind) => ({
  kind,
  audience: everyone,
}))

type Row = Record<string, unknown>
/** `rows` runs a statement beside it. */
export type SearchStore = OpenedStore & {
  path: string
  workspace: string
  rows: (statement: string) => Promise<Row[]>
}

let stores = 0

/** A folder of stores, each with a workspace that no other one has; those on PostgreSQL share a database. */
export function searchStores() {
  const directory = mkdtempSync(join(tmpdir(), 'svc-search-'))
  const nextWorkspace = () => `wsp_search_${process.pid}_${(stores += 1)}`
  let server: Promise<string> | undefined
  return {
    open: async (): Promise<SearchStore> => {
      const workspace = nextWorkspace()
      const path = join(directory, `${workspace}.db`)
      const rows = async (statement: string) => {
        const database = new DatabaseSync(path)
        const found = database.prepare(statement).all()
        database.close()
        return found.map((row) => ({ ...row }))
      }
      return { ...(await openStore(`file:${path}`)), path, workspace, rows }
    },
    openPostgres: async (): Promise<SearchStore> => {
      const path = await (server ??= createTestDatabase())
      const rows = async (statement: string) => {
        const client = new Client({ connectionString: path, types: valueTypes })
        await client.connect()
        const found = await client.query<Row>(statement)
        await client.end()
        return found.rows
      }
      return { ...(await openStore(path)), path, workspace: nextWorkspace(), rows }
    },
    remove: async () => {
      if (server) await dropTestDatabase(await server)
    },
  }
}

export type TitleRow = {
  kind: SearchKind
  ref: string
  title: string
  ranked_at: number
  audiences: string
  contacts: string
  thing: number
}

/** The tables of search. */
export const contentsOf = async ({ rows, workspace }: SearchStore) => {
  const titles = (await rows(
    `select kind, ref, title, ranked_at, audiences, contacts, thing from search_title
     where workspace_id = '${workspace}' order by kind, ref`,
  )) as TitleRow[]
  const words = await rows(
    `select shelf, word, ranked_at, thing from search_word where workspace_id = '${workspace}'`,
  )
  const vocabulary = await rows(
    `select word, reversed, uses from search_vocabulary where workspace_id = '${workspace}' order by word`,
  )
  return { titles, words: words.map((row) => Object.values(row).join(' ')), vocabulary }
}

/** Refs, best first. */
export const find = (store: SearchStore, query: string, limit = 50): Promise<string[]> =>
  store.read(async (tx) =>
    (await findBestMatches(tx, store.workspace, query, everyScope, limit)).map((found) => found.ref),
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
