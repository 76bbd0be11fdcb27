// What the system says of a file, as one sentence that says what to do.
import { basename, dirname } from 'node:path'
import { operatorError } from './error.ts'

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
    case 'EDQUOT':
      return operatorError('invalid_file', `There is no space left for ${path}.`)
    case 'ERR_ENCODING_INVALID_ENCODED_DATA':
      return operatorError('invalid_file', `${path} is not text, or is cut off.`)
    case 'EROFS':
      return operatorError(
        'file_unusable',
        `${path} is where nothing can be written: the file system is read-only. Name another file.`,
      )
    case 'ENAMETOOLONG':
      return operatorError(
        'file_unusable',
        `The name ${path} is too long for this system. Name a shorter one.`,
      )
    case 'ELOOP':
      return operatorError('file_unusable', `${path} is a link that leads back to itself. Name another file.`)
    default:
      return isOfFile(error)
        ? operatorError('file_unusable', `${path} cannot be ${use} (${String(code)}). Name another file.`)
        : error
  }
}

/** Not of a connection, whose errors have codes like these and no path. */
const isOfFile = (error: unknown) =>
  error instanceof Error &&
  'code' in error &&
  /^E[A-Z]+$/.test(String(error.code)) &&
  ('path' in error || error.code === 'EIO' || error.code === 'EFBIG')
