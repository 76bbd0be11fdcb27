// Files that hold secrets: for their owner only, and whole or not at all, whenever the power goes.
import { randomBytes } from 'node:crypto'
import { linkSync, lstatSync, readlinkSync, realpathSync, renameSync, rmSync, statSync } from 'node:fs'
import { open, type FileHandle } from 'node:fs/promises'
import { basename, dirname, join, resolve, sep } from 'node:path'
import { operatorError } from '../operator/error.ts'
import { asFileError } from '../operator/file-error.ts'
import { removeWhenInterrupted } from '../operator/unfinished-file.ts'

const codeOf = (error: unknown) => (error instanceof Error && 'code' in error ? error.code : undefined)

/** Makes a rename or a link outlive a power cut, where directories can be opened. */
async function syncDirectory(path: string): Promise<void> {
  const directory = await open(dirname(path)).catch(() => undefined)
  await directory?.sync().catch(() => undefined)
  await directory?.close()
}

/** Where a write to the path arrives: a link stays one, and may point to what is not there yet. */
export function placeOf(path: string): string {
  try {
    return realpathSync(path)
  } catch (error) {
    if (codeOf(error) !== 'ENOENT') throw error
  }
  if (!lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink())
    return join(realpathSync(dirname(path)), basename(path))
  return placeOf(resolve(realpathSync(dirname(path)), readlinkSync(path)))
}

/** Puts the file there unless the name is taken. */
function putNew(draft: string, place: string): void {
  try {
    linkSync(draft, place)
  } catch (error) {
    if (codeOf(error) === 'EEXIST') throw error
    // The file systems of most memory sticks have no links. The name was free a moment ago.
    renameSync(draft, place)
  }
}

/** Writes the file beside its place and then puts it there, or leaves nothing. */
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

/** Refuses what is no plain file, such as a device or a pipe: a rename would put a file in its place. */
function checkReplaceable(path: string, existing: 'keep' | 'replace'): void {
  const there = statSync(path, { throwIfNoEntry: false })
  if (there?.isDirectory()) throw operatorError('invalid_file', `${path} is a directory. Name a file.`)
  // The last part of such a path would become the name of a file.
  if (!there && ['/', sep].some((end) => path.endsWith(end)))
    throw operatorError('invalid_file', `${path} is the path of a folder. Name a file in one that is there.`)
  if (there && !there.isFile())
    throw operatorError('file_unusable', `${path} is not a file on disk. Name another file.`)
  if (there && existing === 'keep') throw taken(path)
}

const taken = (path: string) =>
  operatorError('already_exists', `The file ${path} is there already. Name another, or use --force.`)

/**
 * The file is there when it is whole; an interruption leaves what was there before. Where the path is a link, what it
 * points to is written.
 * @param existing `keep` fails when the file is there, also when it came meanwhile
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
