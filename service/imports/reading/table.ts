// The rows of a CSV file with their lines, one after the other. The header is found by its content, below a preamble; text
// under the rows is left out.
import { CsvError, parse, type Options } from 'csv-parse/sync'
import { reason, type KnownReason } from '../../../shared/api/import-reasons.ts'
import { done, refuseFor, type Outcome } from '../../base/operator-error.ts'
import { footerAt, isBlank, isTotals } from './footer.ts'
import { faultOf, type ImportFault } from './plan.ts'

/** `line` is where the row begins; the first line of the file is 1. There is a cell for each column of the header. */
export type Row = {
  line: number
  cells: readonly string[]
  /** The line of text above a header that is repeated for each group of rows, as monday.com writes it. */
  group?: string | undefined
}
export type Table = {
  delimiter: string
  /** The line of the header. */
  line: number
  names: readonly string[]
  notes: readonly KnownReason[]
  /** Reads the rows in their order. They are not kept, because a large file would fill the memory: each call reads again. */
  read: (each: (row: Row) => void) => Outcome<Read>
}
export type Read = {
  /** Rows with more cells than columns. They are left out. */
  ragged: readonly ImportFault[]
  /** The line on which text or totals under the rows begin, which are left out. */
  footer: number | undefined
}

export const footerNotes = ({ footer }: Read): KnownReason[] =>
  footer === undefined ? [] : [reason('text_below', { line: footer })]

/** @returns how many columns of a header are known */
export type Score = (names: readonly string[]) => number

const delimiters = [',', ';', '\t', '|']
/** Records among which the header is searched, and the bytes by which the separator is found. */
const headerWithin = 40
const sampleLength = 64 * 1024

const quote = 0x22
const lineFeed = 0x0a
/** A cell without the ends of lines of Windows. The parser takes quotation marks for text where blanks stand around them. */
function cleaned(cell: string): string {
  const text = cell.includes('\r\n') ? cell.replaceAll('\r\n', '\n') : cell
  // A formula keeps a spreadsheet from making a number of a text.
  if (text.startsWith('="') && text.endsWith('"') && text.length > 2) return text.slice(2, -1)
  // Printable characters above the quotation mark begin most cells.
  if (text.charCodeAt(0) > quote || text.length > 10_000 || !text.includes('"')) return text
  return /^(?=\s|.*\s$)\s*"([^\n]*)"\s*$/.exec(text)?.[1] ?? text
}

const filled = (cells: readonly string[]): number => cells.filter((cell) => cell.trim() !== '').length
const hasSeveral = (cells: readonly string[]): boolean => {
  const first = cells.findIndex((cell) => cell.trim() !== '')
  return first !== -1 && cells.some((cell, index) => index > first && cell.trim() !== '')
}

const newlinesIn = (cell: string): number => {
  let count = 0
  for (let at = cell.indexOf('\n'); at !== -1; at = cell.indexOf('\n', at + 1)) count += 1
  return count
}

/**
 * A quotation mark that is not closed before the next row. The parser keeps it in the cell, with the rows that it has
 * swallowed; in a cell that really begins so it would be written twice.
 */
const swallowed = (cells: readonly string[], rawOf: () => string): number =>
  cells.findIndex(
    (cell) =>
      cell.charCodeAt(0) === quote &&
      cell.includes('\n') &&
      !rawOf().includes(`"${cell.replaceAll('"', '""')}"`),
  )

/** A record, its line, and the byte after it. */
type Entry = { cells: readonly string[]; line: number; end: number }

type Parsed = {
  /** The line after the last record. */
  line: number
  /** An unclosed quotation mark that took rows into its cell. */
  open?: { line: number; column: number }
  error?: CsvError
}

/**
 * Reads lines before the first that holds a quotation mark or a bare CR. The parser looks at each byte, which costs five times
 * as much.
 * @returns how many were read, and the byte after them
 */
function readPlain(
  utf8: Buffer,
  delimiter: string,
  most: number,
  each: (cells: readonly string[], end: number) => void,
): { count: number; end: number } {
  let [count, from] = [0, 0]
  while (from < utf8.length && count !== most) {
    const at = utf8.indexOf(lineFeed, from)
    const text = utf8.toString('utf8', from, at === -1 ? utf8.length : at)
    const line = text.endsWith('\r') ? text.slice(0, -1) : text
    if (line.includes('"') || line.includes('\r')) break
    from = at === -1 ? utf8.length : at + 1
    count += 1
    each(line.split(delimiter), from)
  }
  return { count, end: from }
}

/** Reads the records before the first fault, at most `most`. */
function parseEach(
  utf8: Buffer,
  delimiter: string,
  { line = 1, most = -1 }: { line?: number; most?: number },
  each: (entry: Entry) => void,
): Parsed {
  const result: Parsed = { line }
  const plain = readPlain(utf8, delimiter, most, (cells, end) => {
    each({ cells, line: result.line, end })
    result.line += 1
  })
  if (plain.end === utf8.length || plain.count === most) return result
  const rest = utf8.subarray(plain.end)
  let from = 0
  const options: Options = {
    delimiter,
    // A bare CR inside quotation marks is text.
    record_delimiter: ['\r\n', '\n', '\r'],
    relax_column_count: true,
    relax_quotes: true,
    to: most === -1 ? -1 : most - plain.count,
    on_record: (cells: string[], { bytes }) => {
      let lines = 1
      for (const [index, cell] of cells.entries()) {
        const text = cleaned(cell)
        if (text !== cell) cells[index] = text
        lines += newlinesIn(text)
      }
      const start = from
      const rawOf = () => rest.toString('utf8', start, bytes).replaceAll('\r\n', '\n')
      if (lines > 1 && !result.open) {
        const column = swallowed(cells, rawOf)
        if (column !== -1) result.open = { line: result.line, column }
      }
      each({ cells, line: result.line, end: plain.end + bytes })
      result.line += lines
      from = bytes
      return null
    },
  }
  try {
    parse(rest, options)
  } catch (error) {
    if (!(error instanceof CsvError)) throw error
    result.error = error
  }
  return result
}

function firstOf(utf8: Buffer, delimiter: string, most: number): Entry[] {
  const entries: Entry[] = []
  parseEach(utf8, delimiter, { most }, (entry) => void entries.push(entry))
  return entries
}

/** The index of the header: the record that holds most known columns, else the first that is not blank. */
function headerAt(records: readonly Entry[], score: Score): number {
  let best = records.findIndex(({ cells }) => !isBlank(cells))
  let most = 0
  for (const [index, { cells }] of records.slice(0, headerWithin).entries()) {
    const known = score(cells)
    if (known > most) [best, most] = [index, known]
  }
  return best
}

/** How well a separator explains the text: by known columns, then by rows of equal length. */
function fitOf(records: readonly Entry[], score: Score): number {
  const at = headerAt(records, score)
  const header = records[at]?.cells ?? []
  const rows = records.slice(at + 1).filter(({ cells }) => !isBlank(cells))
  const equal = rows.filter(({ cells }) => cells.length === header.length).length
  return score(header) * 1_000 + Math.min(header.length, 900) * (rows.length === 0 ? 1 : equal / rows.length)
}

function delimiterOf(utf8: Buffer, score: Score): string {
  const sample = utf8.subarray(0, sampleLength)
  const fits = delimiters.map((delimiter) => ({
    delimiter,
    fit: fitOf(firstOf(sample, delimiter, headerWithin * 4), score),
  }))
  return fits.reduce((best, one) => (one.fit > best.fit ? one : best)).delimiter
}

const quoteOpen = (line: number, name: string | undefined) =>
  refuseFor(
    'invalid_file',
    name ? reason('open_quote_in', { line, column: name }) : reason('open_quote', { line }),
  )

/** A row has a cell for each column of the header. */
const sized = (cells: readonly string[], columns: number): readonly string[] =>
  cells.length === columns ? cells : Array.from({ length: columns }, (_cell, index) => cells[index] ?? '')

/** Fewer columns have no text under them that could be told from rows. */
const fewestForFooter = 3

/**
 * Finds the separator and the header of a table.
 * @param utf8 the text of the file
 * @param score how many columns of a header are known
 */
export function openTable(utf8: Buffer, score: Score): Table {
  const [first = '', mark] = /^"?sep=([^"\w\r\n])"?(?:\r?\n|$)/i.exec(utf8.toString('utf8', 0, 16)) ?? []
  const body = utf8.subarray(Buffer.byteLength(first))
  const delimiter = mark ?? delimiterOf(body, score)
  const top = firstOf(body, delimiter, headerWithin)
  const headerIndex = headerAt(top, score)
  const [above, header] = [top[headerIndex - 1], top[headerIndex]]
  const names = (header?.cells ?? []).map((name) => name.trim())
  const firstLine = first === '' ? 0 : 1
  const line = (header?.line ?? 1) + firstLine
  const twice = new Set(names.filter((name, index) => name !== '' && names.indexOf(name) < index))

  const isHeader = (cells: readonly string[]): boolean =>
    sized(cells, names.length).join('\n').trim() === names.join('\n').trim()
  const headerBytes = body.subarray(above?.end ?? 0, header?.end)
  const isRepeated = header !== undefined && body.includes(headerBytes, header.end)
  const firstGroup =
    isRepeated && above && filled(above.cells) === 1 ? above.cells.join('').trim() : undefined

  const notes = [...twice].map((column) => reason('same_columns', { line, column }))

  const read: Table['read'] = (each) => {
    const ragged: ImportFault[] = []
    let group = firstGroup
    const keep = ({ cells, line: begins }: Entry): void => {
      if (isBlank(cells)) return
      const more = cells.length > names.length ? cells.slice(names.length) : []
      if (filled(more) === 0)
        return each({
          line: begins,
          cells: sized(cells, names.length),
          ...(group !== undefined && { group }),
        })
      const why = reason('many_cells', { cells: cells.length, columns: names.length })
      ragged.push(faultOf(begins, '', more.join(delimiter), why))
    }
    /** Records with one cell or none, which are rows if one with several follows. */
    let tail: Entry[] = []
    const start = { line: header ? line + 1 + newlinesIn(header.cells.join('')) : line }
    const end = parseEach(body.subarray(header?.end ?? 0), delimiter, start, (entry) => {
      const { cells } = entry
      const canBeText = names.length >= fewestForFooter && !hasSeveral(cells)
      if (canBeText || isTotals(cells) || (tail.length > 0 && isBlank(cells))) return void tail.push(entry)
      const isNext = isRepeated && isHeader(cells)
      const title =
        isNext && firstGroup !== undefined ? tail.findLast((before) => !isBlank(before.cells)) : undefined
      for (const before of tail) if (before !== title) keep(before)
      tail = []
      if (title) group = title.cells.join('').trim()
      if (!isNext) keep(entry)
    })
    if (end.error?.code === 'CSV_QUOTE_NOT_CLOSED') {
      const column = end.error['column']
      return quoteOpen(end.line, typeof column === 'number' ? names[column] : undefined)
    }
    if (end.error)
      return refuseFor('invalid_file', reason('bad_row', { line: end.line, problem: end.error.message }))
    if (end.open) return quoteOpen(end.open.line, names[end.open.column])
    const at = footerAt(tail)
    for (const entry of at === -1 ? tail : tail.slice(0, at)) keep(entry)
    const footer = at === -1 ? undefined : tail[at]
    return done({ ragged, footer: footer?.line })
  }
  return { delimiter, line, names, notes, read }
}
