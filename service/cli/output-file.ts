// Where a command may write: not over what it works with itself.
import { existsSync, realpathSync, statSync } from 'node:fs'
import { operatorError } from '../operator/error.ts'
import { placeOf } from './private-file.ts'

/** Equal for all paths to one file, also through symbolic and hard links, and before the file is there. */
function identityOf(path: string): string | undefined {
  try {
    const there = statSync(path, { bigint: true, throwIfNoEntry: false })
    return there ? `${there.dev} ${there.ino}` : placeOf(path)
  } catch {
    // Opening the path will say what is wrong with it.
    return undefined
  }
}

/** The file of a database, whatever link leads to it, and the files beside it that belong to it. */
function databaseFiles(database: string): string[] {
  const path = database.slice('file:'.length)
  if (!database.startsWith('file:') || !existsSync(path)) return []
  const place = realpathSync(path)
  return [place, `${place}-wal`, `${place}-shm`, `${place}-journal`, `${place}.serving`]
}

/**
 * Refuses a file to write that is the database or what the same command reads; to be asked before either is opened.
 * @throws OperatorError `file_unusable`
 */
export function checkOutput(path: string, { database, input }: { database: string; input?: string }): void {
  const identity = identityOf(path)
  if (identity === undefined) return
  const refuse = (files: string[], what: string) => {
    if (files.some((file) => identityOf(file) === identity))
      throw operatorError('file_unusable', `${path} is ${what}. Name another file.`)
  }
  refuse(databaseFiles(database), 'the database itself, or belongs to it')
  if (input !== undefined) refuse([input], 'the file that is read')
}
