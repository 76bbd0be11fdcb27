// Lists for PostgreSQL, each as one parameter: one text for any number of values, so that the server plans it once a
// connection, where a text of its own for every number costs more than what it does with them.
import { sql, type CompiledQuery, type RawBuilder } from 'kysely'

/** The most rows of one statement. */
export const rowsOfLists = 1_000

const textsOf = (insert: CompiledQuery, select: string, order: string): CompiledQuery => {
  const values = insert.parameters.map((_, place) => `$${place + 1}`).join(', ')
  const lists = insert.parameters.map((value, place) => `cast($${place + 1} as ${typeOf(value)})`)
  const rows = `select ${select} from unnest(${lists.join(', ')}) as given (${columnsOf(insert).join(', ')})`
  const sql = insert.sql.replace(`values (${values})`, () => `${rows}${order}`)
  if (sql === insert.sql) throw new Error(`This statement does not insert one row: ${insert.sql}`)
  return { ...insert, sql }
}

const columnsOf = (insert: CompiledQuery): string[] => insert.parameters.map((_, at) => `c${at}`)

/** @param insert of one row; its values say what the columns hold, a 64-bit integer where it is a number, else text */
export const listedRows = (insert: CompiledQuery): CompiledQuery => textsOf(insert, '*', '')

const typeOf = (value: unknown): string => (typeof value === 'number' ? 'bigint[]' : 'text[]')

/**
 * Rows for a statement that changes others by them: `given`, with the columns `c0`, `c1` and so on.
 * @param sample of a row: numbers for 64-bit integers, else texts; its first value is never null
 */
export const givenRows = (sample: readonly (string | number)[]): RawBuilder<unknown> => {
  const lists = sample.map((value) => sql`cast(${null} as ${sql.raw(typeOf(value))})`)
  const columns = sql.join(sample.map((_, at) => sql.ref(`c${at}`)))
  // Always so, and the server takes it for rare: any number of rows then looks like one, and is planned once. Else each is
  // planned anew, at a multiple of its price, because a list of three looks cheaper than a list of unknown length.
  return sql`(select * from unnest(${sql.join(lists)}) as list (${columns}) where c0 = least(c0, c0)) as given`
}

/** Between the texts of one value that stands for several rows; none of them holds it. */
const separator = '\u001f'

/**
 * An insert of many rows that differ from one another in one column: what they share is sent once, and they are written in
 * the order of their columns, so that neighbours share pages.
 * @param insert of one row, as for `listedRows`
 * @param place of the column that differs, of text; its parameters are made by `spread`
 */
export const spreadRows = (insert: CompiledQuery, place: number): CompiledQuery => {
  const columns = columnsOf(insert)
  const values = columns.map((column, at) =>
    at === place ? `unnest(string_to_array(${column}, chr(${separator.charCodeAt(0)})))` : column,
  )
  return textsOf(insert, values.join(', '), ` order by ${columns.map((_, at) => at + 1).join(', ')}`)
}

/** Several texts as one value of `spreadRows`. @param texts without control characters, a line's end apart */
export const spread = (texts: readonly string[]): string => texts.join(separator)

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
