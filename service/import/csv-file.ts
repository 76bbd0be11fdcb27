// The rows of a CSV file with their line numbers, read as a stream.
import { pipeline, Readable } from 'node:stream'
import { CsvError, parse, type InfoRecord } from 'csv-parse'
import { operatorError } from '../base/operator-error.ts'
import { textLines } from './text-lines.ts'

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
