// Refuses output files that would replace the database or the input of a command.
import { existsSync, realpathSync, statSync } from 'node:fs'
import { operatorError } from '../operator/error.ts'
import { placeOf } from './env/private-file.ts'

/** Equal for all paths to one file, also through symbolic and hard links, and before the file exists. */
function identityOf(path: string): string | undefined {
  try {
    const there = statSync(path, { bigint: true, throwIfNoEntry: false })
    return there ? `${there.dev} ${there.ino}` : placeOf(path)
  } catch {
    // Opening the path reports the error.
    return undefined
  }
}

/** The file of a database, with symbolic links resolved, and the files beside it that belong to it. */
function databaseFiles(database: string): string[] {
  const path = database.slice('file:'.length)
  if (!database.startsWith('file:') || !existsSync(path)) return []
  const place = realpathSync(path)
  return [place, `${place}-wal`, `${place}-shm`, `${place}-journal`, `${place}.serving`]
}

/**
 * Refuses to write to the database or to the input of the command. Call it before either is opened.
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
