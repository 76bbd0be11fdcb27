// Output files: what they may not replace, and long texts in pieces.
import { once } from 'node:events'
import { existsSync, realpathSync, statSync } from 'node:fs'
import { operatorError } from './operator-error.ts'
import { placeOf, writePrivateFile } from './private-file.ts'

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

/** The file of a database and those beside it that belong to it. */
function databaseFiles(database: string): string[] {
  const path = database.slice('file:'.length)
  if (!database.startsWith('file:') || !existsSync(path)) return []
  return ['', '-wal', '-shm', '-journal', '.serving'].map((ending) => `${realpathSync(path)}${ending}`)
}

/**
 * Refuses to write to the database or to the input of the command. Call it before either is opened.
 * @throws OperatorError `file_unusable`
 */
export function checkOutput(path: string, { database, input }: { database: string; input?: string }): void {
  const identity = identityOf(path)
  const isOneOf = (files: string[]) => files.some((file) => identityOf(file) === identity)
  const refuse = (what: string) => operatorError('file_unusable', `${path} is ${what}. Name another file.`)
  if (identity === undefined) return
  if (isOneOf(databaseFiles(database))) throw refuse('the database itself, or belongs to it')
  if (input !== undefined && isOneOf([input])) throw refuse('the file that is read')
}

const chunkLength = 64 * 1024

type Write = (text: string) => Promise<void>

/** Joins short texts, because many small writes are slow. */
async function joining<T>(write: (text: string) => Promise<unknown>, run: (write: Write) => Promise<T>) {
  let waiting = ''
  const value = await run(async (text) => {
    waiting += text
    if (waiting.length < chunkLength) return
    const chunk = waiting
    waiting = ''
    await write(chunk)
  })
  if (waiting !== '') await write(waiting)
  return value
}

const toStandardOutput = async (text: string) => {
  if (!process.stdout.write(text)) await once(process.stdout, 'drain')
}

/**
 * Writes a file that only its owner can read, or standard output.
 * @param path `-` is standard output
 * @param existing `keep` fails if the file exists
 * @throws OperatorError if the file cannot be written
 */
export const writingTo = <T>(
  path: string,
  existing: 'keep' | 'replace',
  run: (write: Write) => Promise<T>,
): Promise<T> =>
  path === '-'
    ? joining(toStandardOutput, run)
    : writePrivateFile(path, existing, (file) => joining((text) => file.appendFile(text), run))
