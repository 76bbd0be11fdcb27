// Where a command may write: not over what it works with itself.
import { closeSync, existsSync, openSync, readSync, realpathSync, statSync } from 'node:fs'
import { operatorError } from '../operator/error.ts'
import { asFileError } from '../operator/file-error.ts'
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

/**
 * Refuses to replace a file that holds something of another kind.
 * @param beginning of every file of the kind
 * @throws OperatorError `already_exists`, or what asFileError makes of it
 */
export function checkSameKind(path: string, beginning: string): void {
  try {
    const there = statSync(path, { throwIfNoEntry: false })
    // What is no file on disk is refused where it is written.
    if (!there?.isFile() || there.size === 0) return
    const file = openSync(path, 'r')
    const found = Buffer.alloc(beginning.length)
    readSync(file, found)
    closeSync(file)
    if (found.toString() === beginning) return
  } catch (error) {
    throw asFileError(error, path, 'written')
  }
  throw operatorError(
    'already_exists',
    `The file ${path} is there already, and holds something else. Name another.`,
  )
}
