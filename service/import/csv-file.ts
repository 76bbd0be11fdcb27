// The rows of a CSV file with their line numbers, read as a stream.
import { createReadStream } from 'node:fs'
import { pipeline, Readable } from 'node:stream'
import { CsvError, parse, type InfoRecord } from 'csv-parse'
import { operatorError } from '../operator/error.ts'
import { asFileError } from '../operator/file-error.ts'

/** `line` is where the row begins; the header is on line 1. */
export type CsvRow = { line: number; cells: string[] }

/** A longer row is most often a quotation mark that is never closed. */
const longestRow = 2 * 1024 * 1024

const lineBreaks = (text: string): number => text.split('\n').length - 1

/**
 * The text with a line feed at the end of each line: csv-parse counts a CRLF inside quotation marks as two lines.
 * @throws OperatorError `invalid_file` with the line of the first bytes that are not UTF-8
 */
async function* textOf(path: string): AsyncGenerator<string> {
  const decoder = new TextDecoder()
  let line = 1
  let held = ''
  const take = (decoded: string): string => {
    const whole = held + decoded
    // Its line feed may begin the next chunk.
    held = whole.endsWith('\r') ? '\r' : ''
    const text = whole.slice(0, whole.length - held.length).replaceAll(/\r\n?/g, '\n')
    const at = text.indexOf('\uFFFD')
    line += lineBreaks(at === -1 ? text : text.slice(0, at))
    if (at === -1) return text
    const message = `${path}, line ${line}: a character is not valid UTF-8. Save the file as UTF-8.`
    throw operatorError('invalid_file', message)
  }
  for await (const chunk of createReadStream(path))
    yield take(decoder.decode(chunk as Buffer, { stream: true }))
  yield take(`${decoder.decode()}\n`)
}

const reasonOf = ({ code }: CsvError): string =>
  code === 'CSV_MAX_RECORD_SIZE'
    ? 'the row is longer than 2 MiB. Shorten it, or close its quotation mark.'
    : 'a quotation mark is not closed.'

/**
 * Rows without any text are skipped.
 * @throws OperatorError `invalid_file` where a quotation mark is not closed, a row is too long, or the text is not UTF-8
 */
export async function* csvRows(path: string, delimiter: string): AsyncGenerator<CsvRow> {
  const parser = parse({
    delimiter,
    record_delimiter: '\n',
    info: true,
    relax_column_count: true,
    relax_quotes: true,
    skip_empty_lines: true,
    max_record_size: longestRow,
  })
  let next = 1
  try {
    // Errors reach the loop below.
    const rows = pipeline(Readable.from(textOf(path)), parser, () => {})
    for await (const { record, info } of rows as AsyncIterable<{ record: string[]; info: InfoRecord }>) {
      const line = info.lines - record.reduce((sum, cell) => sum + lineBreaks(cell), 0)
      next = info.lines + 1
      if (record.some((cell) => cell.trim() !== '')) yield { line, cells: record }
    }
  } catch (error) {
    if (error instanceof CsvError)
      throw operatorError('invalid_file', `${path}, line ${next}: ${reasonOf(error)}`)
    throw asFileError(error, path)
  }
}
