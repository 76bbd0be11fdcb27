// Errors of the file system as sentences that say what to do.
import { basename, dirname } from 'node:path'
import { operatorError } from './operator-error.ts'

/** The error for a file that cannot be read or written; other errors stay as they are. */
export function asFileError(error: unknown, path: string, use: 'read' | 'written' = 'read'): unknown {
  const code = error instanceof Error && 'code' in error ? error.code : undefined
  switch (code) {
    case 'ENOENT':
      // A file cannot be written if its folder is missing.
      return use === 'read'
        ? operatorError('not_found', `There is no file ${path}.`)
        : operatorError(
            'not_found',
            `There is no folder ${dirname(path)} for ${basename(path)}. Create it, or name another file.`,
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
      return operatorError('invalid_file', `You may not read or write ${path}.`)
    case 'ENOSPC':
    case 'EDQUOT':
      return operatorError('invalid_file', `There is no space left for ${path}.`)
    case 'ERR_ENCODING_INVALID_ENCODED_DATA':
      return operatorError('invalid_file', `${path} is not text, or is cut off.`)
    case 'EROFS':
      return operatorError('file_unusable', `${path} is on a read-only file system. Name another file.`)
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

/** Errors of connections have such codes too, but no path. */
const isOfFile = (error: unknown) =>
  error instanceof Error &&
  'code' in error &&
  /^E[A-Z]+$/.test(String(error.code)) &&
  ('path' in error || error.code === 'EIO' || error.code === 'EFBIG')
