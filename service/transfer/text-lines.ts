// The lines of a text file, one at a time. Not `readline`: that one also ends a line at U+2028, which JSON text holds
// as it is.
import { createReadStream } from 'node:fs'
import { operatorError } from '../operator/error.ts'
import { asFileError } from '../operator/file-error.ts'

/** A line that is longer is no line of ours, and would fill the memory. */
const longestLine = 8 * 1024 * 1024

/**
 * @param path a file of UTF-8 text
 * @throws OperatorError `invalid_file`
 */
export async function* textLines(path: string): AsyncGenerator<string> {
  const decoder = new TextDecoder('utf-8', { fatal: true })
  let rest = ''
  try {
    for await (const chunk of createReadStream(path, { highWaterMark: 256 * 1024 })) {
      const lines = (rest + decoder.decode(chunk as Buffer, { stream: true })).split('\n')
      rest = lines.pop() ?? ''
      if (rest.length > longestLine) throw operatorError('invalid_file', `${path} has a line without an end.`)
      yield* lines
    }
    rest += decoder.decode()
  } catch (error) {
    throw asFileError(error, path)
  }
  if (rest !== '') yield rest
}
