// Files that hold secrets: for their owner only, and whole or not at all, whenever the power goes.
import { randomBytes } from 'node:crypto'
import { existsSync, linkSync, lstatSync, readlinkSync, realpathSync, renameSync, rmSync } from 'node:fs'
import { open, type FileHandle } from 'node:fs/promises'
import { dirname, resolve } from 'node:path'
import { operatorError } from '../operator/error.ts'
import { removeWhenInterrupted } from '../operator/unfinished-file.ts'

const codeOf = (error: unknown) => (error instanceof Error && 'code' in error ? error.code : undefined)

/** Makes a rename or a link outlive a power cut, where directories can be opened. */
async function syncDirectory(path: string): Promise<void> {
  const directory = await open(dirname(path)).catch(() => undefined)
  await directory?.sync().catch(() => undefined)
  await directory?.close()
}

/** Where a write to the path arrives: a link stays one, and may point to what is not there yet. */
function placeOf(path: string): string {
  try {
    return realpathSync(path)
  } catch (error) {
    if (codeOf(error) !== 'ENOENT') throw error
  }
  if (!lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink()) return path
  return placeOf(resolve(realpathSync(dirname(path)), readlinkSync(path)))
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
    else linkSync(draft, place)
    await syncDirectory(place)
    return value
  } finally {
    rmSync(draft, { force: true })
    release()
  }
}

/**
 * The file is there when it is whole; an interruption leaves what was there before. Where the path is a link, what it
 * points to is written.
 * @param existing `keep` fails when the file is there, also when it came meanwhile
 * @throws OperatorError `already_exists` or `file_unusable`
 */
export async function writePrivateFile<T>(
  path: string,
  existing: 'keep' | 'replace',
  write: (file: FileHandle) => Promise<T>,
): Promise<T> {
  const taken = () =>
    operatorError('already_exists', `The file ${path} is there already. Name another, or use --force.`)
  if (existing === 'keep' && existsSync(path)) throw taken()
  try {
    return await writeByDraft(placeOf(path), existing, write)
  } catch (error) {
    const code = codeOf(error)
    if (code === 'EEXIST') throw taken()
    if (code === 'ENOSPC')
      throw operatorError('file_unusable', `There is no space left for the file ${path}.`)
    if (typeof code === 'string' && /^E[A-Z]+$/.test(code))
      throw operatorError('file_unusable', `The file ${path} cannot be written (${code}).`)
    throw error
  }
}
