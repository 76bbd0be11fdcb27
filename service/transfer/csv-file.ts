// A CSV file as rows of text with their line numbers, whatever program wrote it: its encoding and its delimiter are found
// out, and no more than a piece of it is in memory.
import { createReadStream } from 'node:fs'
import { open, stat } from 'node:fs/promises'
import { pipeline, Readable } from 'node:stream'
import { parse, CsvError, type InfoRecord } from 'csv-parse'
import { operatorError } from '../operator/error.ts'
import { asFileError } from '../operator/file-error.ts'
import { guarded, withoutGuard } from './formula-cells.ts'

export type Encoding = 'utf-8' | 'utf-16le' | 'utf-16be' | 'windows-1252'
export type CsvFormat = { encoding: Encoding; delimiter: string }
/** `line` is where the row begins; the header is on line 1. */
export type CsvRow = { line: number; cells: string[] }

const sampleSize = 64 * 1024
/** A longer row is most often a quotation mark that nothing closes. */
const longestRow = 2 * 1024 * 1024

/** What a byte order mark says or, without one, where the zero bytes of plain letters are. */
function unicodeOf(sample: Uint8Array): Encoding | undefined {
  const [first, second, third] = sample
  if (first === 0xef && second === 0xbb && third === 0xbf) return 'utf-8'
  if (first === 0xff && second === 0xfe) return 'utf-16le'
  if (first === 0xfe && second === 0xff) return 'utf-16be'
  const zeros = [0, 0]
  for (const [index, byte] of sample.entries()) if (byte === 0) zeros[index % 2] = (zeros[index % 2] ?? 0) + 1
  const [even = 0, odd = 0] = zeros
  const many = sample.length / 8
  if (odd > many && even < odd / 4) return 'utf-16le'
  if (even > many && odd < even / 4) return 'utf-16be'
  return undefined
}

const delimiters = [',', ';', '\t', '|'] as const
const rowsCompared = 20

/** How many cells each of the first rows has under a delimiter; the last row of a sample may be cut. */
function widths(sample: string, delimiter: string): number[] {
  const counts: number[] = []
  let cells = 1
  let quoted = false
  for (const letter of sample) {
    if (letter === '"') quoted = !quoted
    else if (quoted) continue
    else if (letter === delimiter) cells += 1
    else if (letter === '\n') {
      counts.push(cells)
      cells = 1
      if (counts.length === rowsCompared) return counts
    }
  }
  return counts.length === 0 ? [cells] : counts
}

/** The delimiter under which most rows are as wide as the header, and the widest of those; a comma for one column. */
function guessDelimiter(sample: string): string {
  let best = { delimiter: ',', share: 0, width: 1 }
  for (const delimiter of delimiters) {
    const [width = 1, ...rows] = widths(sample, delimiter)
    if (width < 2) continue
    const share = rows.length === 0 ? 1 : rows.filter((row) => row === width).length / rows.length
    if (share > best.share || (share === best.share && width > best.width)) best = { delimiter, share, width }
  }
  return best.delimiter
}

/** @param faults what is not text in this encoding is refused, or becomes replacement characters */
async function* decoded(
  path: string,
  encoding: Encoding,
  faults: 'refused' | 'replaced' = 'refused',
): AsyncGenerator<string> {
  // Drops the byte order mark.
  const decoder = new TextDecoder(encoding, { fatal: faults === 'refused' })
  for await (const chunk of createReadStream(path, { highWaterMark: 256 * 1024 })) {
    yield decoder.decode(chunk as Buffer, { stream: true })
  }
  yield decoder.decode()
}

/** Every end of a line as a line feed: one file can hold those of several systems. */
async function* withLineFeeds(text: AsyncIterable<string>): AsyncGenerator<string> {
  let rest = ''
  for await (const part of text) {
    const whole = rest + part
    // What follows a last carriage return may be its line feed.
    rest = whole.endsWith('\r') ? '\r' : ''
    yield whole.slice(0, whole.length - rest.length).replaceAll(/\r\n?/g, '\n')
  }
  if (rest !== '') yield '\n'
}

async function isUtf8(path: string): Promise<boolean> {
  try {
    for await (const _text of decoded(path, 'utf-8'));
    return true
  } catch (error) {
    if (error instanceof TypeError) return false
    throw error
  }
}

/** How a file that is not UTF-8 throughout reads as that: letters beyond ASCII, and faults with the line of the first. */
async function utf8Survey(path: string): Promise<{ letters: number; faults: number; line: number }> {
  let [letters, faults, line] = [0, 0, 1]
  for await (const text of withLineFeeds(decoded(path, 'utf-8', 'replaced'))) {
    for (const letter of text) {
      if (letter === '\uFFFD') faults += 1
      else if (letter > '\u007F') letters += 1
      else if (letter === '\n' && faults === 0) line += 1
    }
  }
  return { letters, faults, line }
}

/**
 * A file that is not UTF-8 is taken for Windows-1252, as older programs write it, if hardly any of its letters look like UTF-8.
 * Else it is UTF-8 with some faults, which is refused: read as Windows-1252, each of its other letters would be wrong.
 * @param marked whether the file says itself that it is UTF-8
 */
async function encodingOf(path: string, marked: boolean): Promise<Encoding> {
  if (await isUtf8(path)) return 'utf-8'
  const { letters, faults, line } = await utf8Survey(path)
  if (!marked && letters * 10 < faults) return 'windows-1252'
  throw operatorError(
    'invalid_file',
    `${path}, line ${line}: here the file is not UTF-8, as it is elsewhere (${faults === 1 ? 'one such place' : `the first of ${faults} such places`}). Mend it, or save it anew as UTF-8.`,
  )
}

/** @throws OperatorError where the file cannot be read, or is UTF-8 with faults */
export async function csvFormatOf(path: string): Promise<CsvFormat> {
  try {
    const kind = await stat(path)
    if (!kind.isFile() && !kind.isDirectory())
      throw operatorError(
        'invalid_file',
        `${path} is not a file on disk, and rows are read several times. Write them to one first.`,
      )
    const file = await open(path)
    const { buffer, bytesRead } = await file.read(Buffer.alloc(sampleSize))
    await file.close()
    const sample = buffer.subarray(0, bytesRead)
    const found = unicodeOf(sample)
    const encoding =
      found === undefined || found === 'utf-8' ? await encodingOf(path, found === 'utf-8') : found
    return { encoding, delimiter: guessDelimiter(new TextDecoder(encoding).decode(sample)) }
  } catch (error) {
    throw asFileError(error, path)
  }
}

const lineBreaks = (cells: readonly string[]) =>
  cells.reduce((sum, cell) => sum + (cell.includes('\n') ? cell.split('\n').length - 1 : 0), 0)

type Parsed = { record: string[]; info: InfoRecord }

const sentenceOf = ({ code }: CsvError): string =>
  code === 'CSV_MAX_RECORD_SIZE'
    ? 'the row is longer than 2 MiB. Shorten it or, if a quotation mark opens in it, close that.'
    : 'a quotation mark opens there and none closes it.'

/**
 * The rows that say anything; those of blanks are passed over.
 * @throws OperatorError `invalid_file` where a quotation mark is never closed, or a row is too long
 */
export async function* csvRows(path: string, { encoding, delimiter }: CsvFormat): AsyncGenerator<CsvRow> {
  const parser = parse({
    delimiter,
    record_delimiter: '\n',
    info: true,
    relax_column_count: true,
    relax_quotes: true,
    skip_empty_lines: true,
    max_record_size: longestRow,
  })
  let last = 1
  try {
    // Its errors arrive in the loop below.
    const rows = pipeline(Readable.from(withLineFeeds(decoded(path, encoding))), parser, () => {})
    for await (const { record, info } of rows as AsyncIterable<Parsed>) {
      const line = info.lines - lineBreaks(record)
      last = info.lines + 1
      if (record.some((cell) => cell.trim() !== '')) yield { line, cells: record.map(withoutGuard) }
    }
  } catch (error) {
    if (error instanceof CsvError)
      throw operatorError('invalid_file', `${path}, line ${last}: ${sentenceOf(error)}`)
    throw asFileError(error, path)
  }
}

const quoted = (text: string) => (/[",;\t\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text)

/** One line of CSV, for what is written: quotation marks where they are needed, and no formulas. */
export const csvLine = (cells: readonly (string | number)[]): string =>
  `${cells.map((cell) => (typeof cell === 'number' ? cell : quoted(guarded(cell)))).join(',')}\n`
