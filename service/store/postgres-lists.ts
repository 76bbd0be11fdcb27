// Lists for PostgreSQL, each as one parameter: one text for any number of values, so that the server plans it once a
// connection, where a text of its own for every number costs more than what it does with them.
import type { CompiledQuery } from 'kysely'

/** A statement whose answer tells nothing but that it succeeded. */
export type Insert = CompiledQuery & { tellsNothing: true }

export const tellsNothing = (query: CompiledQuery): boolean => 'tellsNothing' in query

/** The most rows of one statement. */
export const rowsOfLists = 1_000

/** @param insert of one row; its values say what the columns hold, a 64-bit integer where it is a number, else text */
export const listedRows = (insert: CompiledQuery): Insert => {
  const values = insert.parameters.map((_, place) => `$${place + 1}`).join(', ')
  const lists = insert.parameters.map((value, place) => `cast($${place + 1} as ${typeOf(value)})`)
  const sql = insert.sql.replace(`values (${values})`, () => `select * from unnest(${lists.join(', ')})`)
  if (sql === insert.sql) throw new Error(`This is no insert of one row: ${insert.sql}`)
  return { ...insert, sql, tellsNothing: true }
}

const typeOf = (value: unknown): string => (typeof value === 'number' ? 'bigint[]' : 'text[]')

/** @param select with `in (…)` around its first place @param list values of the type that it is for */
export const listedValues = <Row>(
  select: CompiledQuery<Row>,
  list: readonly unknown[],
): CompiledQuery<Row> => {
  const sql = select.sql.replace('in ($1)', () => `= any(cast($1 as ${typeOf(list[0])}))`)
  if (sql === select.sql) throw new Error(`There is no list in this statement: ${select.sql}`)
  return { ...select, sql }
}

const item = (value: unknown): string => {
  if (typeof value === 'string') {
    // Most texts hold neither, and looking costs less than replacing.
    const isPlain = !value.includes('"') && !value.includes('\\')
    return `"${isPlain ? value : value.replaceAll(/["\\]/g, '\\$&')}"`
  }
  return typeof value === 'number' ? String(value) : 'null'
}

/** Values as the server reads a list. */
export const listOf = (values: readonly unknown[]): string => `{${values.map(item).join(',')}}`

/** The parameters of a statement of rows: a list for each column. */
export const listsOf = (rows: readonly (readonly unknown[])[]): string[] =>
  (rows[0] ?? []).map((_, column) => listOf(rows.map((row) => row[column])))
