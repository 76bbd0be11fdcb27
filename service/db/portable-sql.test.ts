// Our SQL runs on SQLite and on PostgreSQL, and keeps to what engines that only speak PostgreSQL's protocol have too
// (docs/operating/scaling.md). Read from the sources and, for what builders make of them, from the statements that are sent.
import { globSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { Kysely } from 'kysely'
import { Client } from 'pg'
import { expect, test } from 'vitest'
import { loadDemo } from '../demo/load.ts'
import { postgresDialect, valueTypes } from './postgres/dialect.ts'
import { createTestDatabase, dropTestDatabase } from './postgres/testing.ts'
import type { Database } from './schema.ts'
import { everyone } from '../search/lookup.store.ts'
import type { Store } from './store.ts'
import { allWorkspaces } from '../access/workspaces.store.ts'
import { findBestMatches } from '../search/search.store.ts'

/** Each with the reason in a word. */
const avoided: [string, RegExp][] = [
  ['no LISTEN and NOTIFY', /\b(un)?listen\s+[a-z_]+\s*[`;']|\bnotify\s+[a-z_]+\s*[`;',]|pg_notify/i],
  ['no advisory locks', /advisory_(xact_)?(un)?lock/i],
  ['no locks of whole tables', /\block\s+table\b/i],
  ['no system columns', /\b(xmax|xmin|ctid|tableoid)\b/i],
  ['no triggers and stored code', /\bcreate\s+(or\s+replace\s+)?(trigger|function|procedure|rule)\b/i],
  ['no SKIP LOCKED', /skip\s*locked/i],
  [
    'no sequences',
    /\b(small|big)?serial\b|\bnextval\b|create\s+sequence|generated\s+(always|by\s+default)\s+as\s+identity|autoincrement/i,
  ],
  ['no trigrams', /<%|%>|<<->|\b(word_|strict_word_)?similarity\s*\(/i],
  ['no rowid', /(?<!without )\browid\b/i],
  [
    'no functions of SQLite alone',
    /\b(json_(extract|each|object|array|set)|strftime|julianday|unixepoch|ifnull|group_concat|last_insert_rowid|changes)\s*\(|\bglob\b|insert\s+or\s+\w+|\breplace\s+into\b/i,
  ],
  [
    'no functions of PostgreSQL alone',
    /jsonb|->>|#>|\bto_tsvector\b|\bdistinct\s*on\b|\bilike\b|\barray\s*\[|::\s*(text|bigint|int|json|numeric)|\bnow\(\)\s+(at|-|\+)/i,
  ],
]
/** Sent to PostgreSQL alone, and known to all that speak its protocol: the rows of a statement as lists. */
const lists = /\b(unnest|any)\s*\(/i

const folder = fileURLToPath(new URL('..', import.meta.url))
const sources = globSync('**/*.ts', { cwd: folder })
  .filter((file) => !/(\.test|-testing|\/testing|\/setup)\.ts$/.test(file))
  .map((file) => ({
    file: file.replaceAll('\\', '/'),
    text: readFileSync(folder + file, 'utf8').replaceAll(/\/\*[\s\S]*?\*\/|(?<!:)\/\/.*$/gm, ''),
  }))
const isOfStore = (file: string): boolean => file.startsWith('db/') || file.endsWith('.store.ts')
const ofStore = sources.filter(({ file }) => isOfStore(file))
/** Files that know the engines: how each is opened, how its writers wait, and how it takes lists. */
const ofOneEngine = /^db\/(sqlite|postgres|sql\.ts)/

test('GEN-08 SQL is in stores and nowhere else', () => {
  const outside = sources.filter(
    ({ file, text }) =>
      !isOfStore(file) &&
      /\bfrom 'kysely'|\bsql`|\.(selectFrom|insertInto|updateTable|deleteFrom)\(/.test(text),
  )
  expect(outside.map(({ file }) => file)).toEqual([])
})

test.each(avoided)('GEN-07 the sources of the store have %s', (_what, pattern) => {
  expect(ofStore.length).toBeGreaterThan(20)
  const found = ofStore.filter(({ text }) => pattern.test(text)).map(({ file }) => file)
  expect(found.filter((file) => !ofOneEngine.test(file))).toEqual([])
})

test('GEN-07 only the engine sends lists', () => {
  const sending = ofStore.filter(({ text }) => lists.test(text)).map(({ file }) => file)
  expect(sending).not.toEqual([])
  expect(sending.filter((file) => !ofOneEngine.test(file))).toEqual([])
})

test('GEN-07 only the engine locks rows', () => {
  const locking = ofStore.filter(({ text }) => /for\s+(update|share|no key)|forUpdate|forShare/i.test(text))
  expect(locking.map(({ file }) => file).filter((file) => !ofOneEngine.test(file))).toEqual([])
})

test('GEN-07 the statements that are sent keep to the same', async () => {
  const url = await createTestDatabase()
  const client = new Client({ connectionString: url, types: valueTypes, pipeline: true })
  await client.connect()
  const sent = new Set<string>()
  const db = new Kysely<Database>({
    dialect: postgresDialect(client),
    log: ({ query }) => void sent.add(query.sql),
  })
  const tx = db
  const atOnce: Store['ask'] = (run) => run(tx)
  const nothing = async () => {}
  const store: Store = { read: atOnce, ask: atOnce, write: atOnce, probe: nothing, close: nothing }
  await loadDemo(store, { tasks: 20, records: 20, meetings: 5 }, 1_767_603_600_000)
  const [acme] = await allWorkspaces(tx)
  await findBestMatches(tx, acme?.id ?? '', 'alder wroks', [{ kind: 'record', audience: everyone }], 24)
  await client.end()
  await dropTestDatabase(url)
  expect(sent.size).toBeGreaterThan(30)
  for (const [what, pattern] of avoided)
    expect(
      [...sent].filter((text) => pattern.test(text)),
      what,
    ).toEqual([])
})
