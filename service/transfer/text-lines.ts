// The lines of a text file, one at a time. Not `readline`: that one also ends a line at U+2028, which JSON text holds
// as it is.
import { createReadStream } from 'node:fs'
import { basename, dirname } from 'node:path'
import { operatorError } from '../operator/error.ts'

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

/** What cannot be read or written, in a sentence; other errors as they are. */
export function asFileError(error: unknown, path: string, use: 'read' | 'written' = 'read'): unknown {
  const code = error instanceof Error && 'code' in error ? error.code : undefined
  switch (code) {
    case 'ENOENT':
      // A file that is to be written is missing only where its folder is.
      return use === 'read'
        ? operatorError('not_found', `There is no file ${path}.`)
        : operatorError(
            'not_found',
            `There is no folder ${dirname(path)} for ${basename(path)}. Make it, or name another file.`,
          )
    case 'ENOTDIR':
      return operatorError(
        'invalid_file',
        `${path} leads through a file as if it were a folder. Name another path.`,
      )
    case 'EISDIR':
      return operatorError('invalid_file', `${path} is a directory.`)
    case 'EACCES':
    case 'EPERM':
      return operatorError('invalid_file', `${path} may not be read or written by you.`)
    case 'ENOSPC':
      return operatorError('invalid_file', `There is no space left for ${path}.`)
    case 'ERR_ENCODING_INVALID_ENCODED_DATA':
      return operatorError('invalid_file', `${path} is not text, or is cut off.`)
    default:
      return error
  }
}
