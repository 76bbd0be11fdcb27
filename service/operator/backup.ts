// `svc backup`: the whole database as one file, read from one snapshot while the service goes on.
import { createHash } from 'node:crypto'
import type { FileHandle } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import type { Cell, Table } from '../db/tables.ts'
import type { Store, Tx } from '../db/store.ts'
import { headerLine, line, longestLine } from './backup-file.ts'
import { operatorError } from '../base/operator-error.ts'
import { rowsOfTable, beginSnapshot, migrationsOfDatabase, tablesOfDatabase } from '../db/tables.ts'

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
