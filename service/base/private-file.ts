// Writes files that hold secrets: readable only by their owner, complete or absent, also after a power cut.
import { randomBytes } from 'node:crypto'
import { linkSync, realpathSync, renameSync, rmSync, statSync } from 'node:fs'
import { open, type FileHandle } from 'node:fs/promises'
import { basename, dirname, join, sep } from 'node:path'
import { operatorError } from './operator-error.ts'
import { asFileError } from './file-error.ts'

const codeOf = (error: unknown) => (error instanceof Error && 'code' in error ? error.code : undefined)

/** Makes a rename durable, if the system can sync directories. */
async function syncDirectory(path: string): Promise<void> {
  const directory = await open(dirname(path)).catch(() => undefined)
  await directory?.sync().catch(() => undefined)
  await directory?.close()
}

/** The path with its symbolic links resolved. The file need not exist. */
export function placeOf(path: string): string {
  try {
    return realpathSync(path)
  } catch (error) {
    if (codeOf(error) !== 'ENOENT') throw error
    return join(realpathSync(dirname(path)), basename(path))
  }
}

/** Fails if the name is taken. */
function putNew(draft: string, place: string): void {
  try {
    linkSync(draft, place)
  } catch (error) {
    if (codeOf(error) === 'EEXIST') throw error
    // FAT file systems have no hard links. The name was free a moment ago.
    renameSync(draft, place)
  }
}

const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const

/**
 * Removes the draft if a signal ends the process.
 * @returns stops that
 */
function removeWhenInterrupted(path: string): () => void {
  const release = () => {
    for (const signal of signals) process.off(signal, end)
  }
  const end = (signal: NodeJS.Signals) => {
    release()
    rmSync(path, { force: true })
    // Another listener decides how the process ends.
    if (process.listenerCount(signal) === 0) process.kill(process.pid, signal)
  }
  for (const signal of signals) process.on(signal, end)
  return release
}

/** Writes a draft beside the place and renames it when it is complete. */
async function writeByDraft<T>(
  place: string,
  existing: 'keep' | 'replace',
  write: (file: FileHandle) => Promise<T>,
): Promise<T> {
  const draft = `${place}.${randomBytes(6).toString('hex')}.part`
  const release = removeWhenInterrupted(draft)
  try {
    const file = await open(draft, 'wx', 0o600)
    let value
    try {
      value = await write(file)
      await file.sync()
    } finally {
      await file.close()
    }
    if (existing === 'replace') renameSync(draft, place)
    else putNew(draft, place)
    await syncDirectory(place)
    return value
  } finally {
    rmSync(draft, { force: true })
    release()
  }
}

/** Refuses devices and pipes, because a rename would replace them. */
function checkReplaceable(path: string, existing: 'keep' | 'replace'): void {
  const there = statSync(path, { throwIfNoEntry: false })
  if (there?.isDirectory()) throw operatorError('invalid_file', `${path} is a directory. Name a file.`)
  if (!there && ['/', sep].some((end) => path.endsWith(end)))
    throw operatorError(
      'invalid_file',
      `${path} is the path of a folder that does not exist. Name a file in an existing folder.`,
    )
  if (there && !there.isFile())
    throw operatorError('file_unusable', `${path} is not a file on disk. Name another file.`)
  if (there && existing === 'keep') throw taken(path)
}

const taken = (path: string) =>
  operatorError('already_exists', `The file ${path} exists already. Name another, or use --force.`)

/**
 * The file appears when it is complete; after an interruption the previous content stays. A link is followed.
 * @param existing `keep` fails if the file exists, also if it was created meanwhile
 * @throws OperatorError `already_exists`, or what asFileError makes of it
 */
export async function writePrivateFile<T>(
  path: string,
  existing: 'keep' | 'replace',
  write: (file: FileHandle) => Promise<T>,
): Promise<T> {
  try {
    checkReplaceable(path, existing)
    return await writeByDraft(placeOf(path), existing, write)
  } catch (error) {
    throw codeOf(error) === 'EEXIST' ? taken(path) : asFileError(error, path, 'written')
  }
}
