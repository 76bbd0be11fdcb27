// Reads a UTF-8 file line by line. `readline` would also end a line at U+2028, which JSON and cells may hold.
import { createReadStream } from 'node:fs'
import { operatorError } from '../base/operator-error.ts'
import { asFileError } from '../base/file-error.ts'

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
