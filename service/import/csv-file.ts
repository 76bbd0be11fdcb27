// The rows of a CSV file with their line numbers, read as a stream.
import { pipeline, Readable } from 'node:stream'
import { CsvError, parse, type InfoRecord } from 'csv-parse'
import { operatorError } from '../base/operator-error.ts'
import { createReadStream } from 'node:fs'
import { asFileError } from '../base/file-error.ts'

/** `line` is where the row begins; the first line of the file is 1. */
export type CsvRow = { line: number; cells: string[] }

/** A longer row is most often a quotation mark that is never closed. */
const longestRow = 2 * 1024 * 1024

/** Lines that end with a line feed alone: csv-parse counts a CRLF inside quotation marks as two lines. */
async function* linesOf(path: string): AsyncGenerator<string> {
  for await (const line of textLines(path, 'any')) yield `${line}\n`
}

/** A first line that tells Excel what separates the cells. */
const separatorLine = /^"?sep=([^"\w\n])"?\n$/i

/** @returns the mark of a first line `sep=;`, and the lines with that line left blank */
async function splitSeparator(lines: AsyncGenerator<string>) {
  const first = await lines.next()
  const mark = first.done === true ? undefined : separatorLine.exec(first.value)?.[1]
  async function* all() {
    if (first.done !== true) yield mark === undefined ? first.value : '\n'
    yield* lines
  }
  return { mark, lines: all() }
}

const lineBreaks = (text: string): number => text.split('\n').length - 1

/**
 * Rows without any text are skipped. A line ends with LF, CRLF or CR.
 * @param delimiter by default the one of a first line `sep=;`, else a comma
 * @throws OperatorError `invalid_file` where a quotation mark is not closed, a row is too long, or the text is not UTF-8
 */
export async function* csvRows(path: string, delimiter: string | undefined): AsyncGenerator<CsvRow> {
  let next = 1
  const { mark, lines: text } = await splitSeparator(linesOf(path))
  const parser = parse({
    delimiter: delimiter ?? mark ?? ',',
    record_delimiter: '\n',
    relax_column_count: true,
    relax_quotes: true,
    skip_empty_lines: true,
    max_record_size: longestRow,
    info: true,
    // The rows that wait to be taken are lost with an error.
    on_record(cells: string[], { lines }) {
      next = lines + 1
      return cells
    },
  })
  try {
    // Errors reach the loop below.
    const rows = pipeline(Readable.from(text), parser, () => {})
    for await (const { record, info } of rows as AsyncIterable<{ record: string[]; info: InfoRecord }>) {
      const line = info.lines - record.reduce((sum, cell) => sum + lineBreaks(cell), 0)
      if (record.some((cell) => cell.trim() !== '')) yield { line, cells: record }
    }
  } catch (error) {
    if (!(error instanceof CsvError)) throw error
    const isLong = error.code === 'CSV_MAX_RECORD_SIZE'
    const reason = isLong ? 'the row is longer than 2 MiB, or its' : 'a'
    throw operatorError('invalid_file', `${path}, line ${next}: ${reason} quotation mark is not closed.`)
  }
}

// Reads a UTF-8 file line by line. `readline` would also end a line at U+2028, which JSON and cells may hold.

/** A longer line would fill the memory, and no export has one. */
const longestLine = 8 * 1024 * 1024
const lineFeed = 10
const carriageReturn = 13

/** `any`: LF, CRLF or CR. */
type LineEnds = 'LF' | 'any'

/** Replaces CRLF and CR by LF. */
async function* withLineFeeds(chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let wasReturn = false
  for await (const chunk of chunks) {
    // A CRLF that is cut between two chunks.
    const bytes = wasReturn && chunk[0] === lineFeed ? chunk.subarray(1) : chunk
    wasReturn = chunk.at(-1) === carriageReturn
    // Latin-1 keeps every byte.
    yield bytes.includes(carriageReturn)
      ? Buffer.from(bytes.toString('latin1').replaceAll(/\r\n?/g, '\n'), 'latin1')
      : bytes
  }
}

async function* lineBytes(path: string, ends: LineEnds): AsyncGenerator<Buffer> {
  let rest: Buffer = Buffer.alloc(0)
  const file: AsyncIterable<Buffer> = createReadStream(path, { highWaterMark: 256 * 1024 })
  for await (const chunk of ends === 'any' ? withLineFeeds(file) : file) {
    const bytes = Buffer.concat([rest, chunk])
    let start = 0
    for (let end = bytes.indexOf(lineFeed); end !== -1; end = bytes.indexOf(lineFeed, start)) {
      yield bytes.subarray(start, end)
      start = end + 1
    }
    rest = bytes.subarray(start)
    if (rest.length > longestLine)
      throw operatorError('invalid_file', `${path} has a line that is longer than 8 MiB.`)
  }
  if (rest.length > 0) yield rest
}

/** @throws OperatorError `invalid_file` with the number of the line that is not UTF-8 */
export async function* textLines(path: string, ends: LineEnds = 'LF'): AsyncGenerator<string> {
  const decoder = new TextDecoder('utf-8', { fatal: true })
  let number = 0
  try {
    for await (const bytes of lineBytes(path, ends)) {
      number += 1
      yield decoder.decode(bytes)
    }
  } catch (error) {
    if (error instanceof TypeError)
      throw operatorError('invalid_file', `${path}, line ${number}: not valid UTF-8. Save the file as UTF-8.`)
    throw asFileError(error, path)
  }
}
