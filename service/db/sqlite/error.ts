// node:sqlite's failures as sentences a person can act on.
import { isStoreError, storeError } from '../../base/store-error.ts'

/** SQLite's primary result code (sqlite.org/rescode.html); 0 when the error is not SQLite's. */
const primaryCode = (error: unknown): number =>
  error instanceof Error && 'errcode' in error && typeof error.errcode === 'number' ? error.errcode & 0xff : 0

/** SQLITE_BUSY or SQLITE_LOCKED: another connection is in the way for now. */
export const isBusy = (error: unknown): boolean => [5, 6].includes(primaryCode(error))

/** The store error for what the engine says, or the error itself when it says nothing about the database. */
export function asStoreError(error: unknown, name: string): unknown {
  if (isStoreError(error)) return error
  switch (primaryCode(error)) {
    case 5:
    case 6:
      return storeError(
        'database_locked',
        `The database ${name} is locked by another process. Stop that process or try again.`,
        error,
      )
    case 11:
    case 26:
      return storeError('database_corrupt', `The file ${name} is damaged or not a database.`, error)
    case 3:
    case 8:
    case 10:
    case 14:
    case 23:
      return storeError('database_unreadable', `The database ${name} cannot be opened or written.`, error)
    case 13:
      return storeError('database_full', `There is no space left for the database ${name}.`, error)
    default:
      return error
  }
}
