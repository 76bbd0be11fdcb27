// `svc backup` and `svc restore`. A backup is the whole database as one file, read from one snapshot while the service goes on.
import { createHash } from 'node:crypto'
import type { FileHandle } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import {
  type Cell,
  type Table,
  rowsOfTable,
  beginSnapshot,
  migrationsOfDatabase,
  tablesOfDatabase,
  insertIntoTable,
} from '../db/tables.ts'
import type { Store, Tx } from '../db/store.ts'
import { headerLine, line, longestLine, newer, readBackup, type Header } from './backup-file.ts'
import { operatorError } from '../base/operator-error.ts'
import { openStore } from '../db/open.ts'

export type Written = { tables: number; rows: number; migrations: string[] }

/** Rows can be large, so a read is limited by characters. */
const charactersAtOnce = 4_000_000
const mostRowsAtOnce = 2000

const isCell = (value: unknown): value is Cell =>
  value === null || typeof value === 'string' || (typeof value === 'number' && Number.isSafeInteger(value))

function cellsOf(table: Table, row: Record<string, Cell>): Cell[] {
  return table.columns.map((column) => {
    const value: unknown = row[column]
    if (isCell(value)) return value
    throw new Error(`A backup cannot hold ${table.name}.${column}: it is neither text nor an integer.`)
  })
}

/** The rows of a table as text, in parts. */
async function* rowsOf(tx: Tx, table: Table): AsyncGenerator<{ text: string; rows: number }> {
  let after: Cell[] | undefined
  let limit = 100
  for (;;) {
    const rows = await rowsOfTable(tx, table, after, limit)
    const last = rows.at(-1)
    if (!last) return
    after = table.key.map((name) => last[name] ?? null)
    const lines = rows.map((row) => line(cellsOf(table, row)))
    if (lines.some((each) => each.length > longestLine))
      throw operatorError('conflict', `A row of ${table.name} is too large for a backup.`)
    const text = lines.join('')
    yield { text, rows: rows.length }
    if (rows.length < limit) return
    limit = Math.max(1, Math.min(mostRowsAtOnce, Math.floor((limit * charactersAtOnce) / text.length)))
  }
}

/**
 * Writes the backup to an open file.
 * @param input.at epoch milliseconds
 * @param input.consistent keeps writers away where the engine reads no single snapshot
 * @param input.passed called with the number of rows so far
 */
export const writeBackup = (
  store: Store,
  file: FileHandle,
  input: { at: number; consistent: boolean; passed: (rows: number) => void },
): Promise<Written> =>
  store.read(async (tx) => {
    await beginSnapshot(tx, input.consistent ? 'wait' : 'go on')
    const migrations = await migrationsOfDatabase(tx)
    const tables = await tablesOfDatabase(tx)
    const hash = createHash('sha256')
    let rows = 0

    const hashed = (text: string) => {
      hash.update(text)
      return text
    }
    async function* text() {
      yield hashed(headerLine(migrations, input.at))
      for (const table of tables) {
        if (table.key.length === 0) throw new Error(`The table ${table.name} has no key to read it by.`)
        yield hashed(line({ table: table.name, columns: table.columns }))
        for await (const piece of rowsOf(tx, table)) {
          rows += piece.rows
          input.passed(rows)
          yield hashed(piece.text)
        }
      }
      yield line({ end: true, rows, sha256: hash.digest('hex') })
    }

    await pipeline(Readable.from(text()), createGzip({ level: 4 }), async (compressed) => {
      for await (const chunk of compressed) await file.appendFile(chunk)
    })
    return { tables: tables.length, rows, migrations }
  })

// `svc restore`: loads a backup into an empty database, in one transaction.

export type Restored = {
  tables: number
  rows: number
  /** When the backup was made. */
  createdAt: string
  /** Migrations that were applied after the rows were loaded. */
  applied: string[]
}

/** Both engines limit the parameters of a statement. */
const cellsAtOnce = 8000

/** Reads the whole file, so that nothing is loaded from a damaged one. */
async function checkFile(path: string, known: readonly string[]): Promise<Header> {
  let header: Header | undefined
  for await (const part of readBackup(path)) {
    if (part.kind !== 'header') continue
    ;({ header } = part)
    if (!header.migrations.every((name) => known.includes(name))) throw newer(path)
  }
  if (!header) throw new Error('A backup without a header was read.')
  return header
}

async function checkEmpty(tx: Tx, tables: readonly Table[]): Promise<void> {
  for (const table of tables) {
    const [row] = await rowsOfTable(tx, table, undefined, 1)
    if (row)
      throw operatorError(
        'conflict',
        `The database is not empty (${table.name}). Restore to a new one: name another --database.`,
      )
  }
}

const sameNames = (one: readonly string[], other: readonly string[]) =>
  JSON.stringify(one.toSorted()) === JSON.stringify(other.toSorted())

async function load(
  tx: Tx,
  path: string,
  tables: readonly Table[],
  passed: (rows: number) => void,
): Promise<{ tables: number; rows: number }> {
  let into: Pick<Table, 'name' | 'columns'> | undefined
  let waiting: Cell[][] = []
  let [found, rows] = [0, 0]
  const flush = async () => {
    if (into && waiting.length > 0) await insertIntoTable(tx, into, waiting)
    rows += waiting.length
    waiting = []
    passed(rows)
  }
  const unfit = (name: string) =>
    operatorError(
      'invalid_file',
      `The backup ${path} does not fit this program at table ${name}. Nothing was restored.`,
    )

  for await (const part of readBackup(path)) {
    if (part.kind === 'table') {
      await flush()
      const { name, columns } = part
      const table = tables.find((one) => one.name === name)
      if (!table || !sameNames(table.columns, columns)) throw unfit(name)
      into = { name, columns }
      found += 1
    } else if (part.kind === 'row') {
      if (!into || part.cells.length !== into.columns.length) throw unfit(into?.name ?? '')
      waiting.push(part.cells)
      if ((waiting.length + 1) * into.columns.length > cellsAtOnce) await flush()
    }
  }
  await flush()
  return { tables: found, rows }
}

/** Loads the backup into an open database with the same migrations. */
const loadInto = (store: Store, path: string, { migrations }: Header, passed: (rows: number) => void) =>
  store.write(async (tx) => {
    if (!sameNames(await migrationsOfDatabase(tx), migrations))
      throw operatorError(
        'conflict',
        'The database has other migrations than the backup. Restore to a new one: name another --database.',
      )
    const tables = await tablesOfDatabase(tx)
    await checkEmpty(tx, tables)
    return load(tx, path, tables, passed)
  })

/**
 * Restores a backup to a new database and brings it to this version.
 * @param known names of the migrations of this program
 * @throws OperatorError or StoreError with one sentence for the operator
 */
export async function restoreBackup(input: {
  path: string
  database: string
  known: readonly string[]
  passed: (rows: number) => void
}): Promise<Restored> {
  const { path, database, known, passed } = input
  const header = await checkFile(path, known)
  // Migrated as far as the backup, because later migrations may change its rows.
  const older = await openStore(database, { upTo: header.migrations.at(-1) })
  let loaded
  try {
    loaded = await loadInto(older, path, header, passed)
  } finally {
    await older.close()
  }
  const store = await openStore(database)
  await store.optimize?.(loaded.rows)
  await store.close()
  return { ...loaded, createdAt: header.createdAt, applied: store.applied }
}
