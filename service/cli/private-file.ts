// Files that hold secrets: for their owner only, and whole or not at all, whenever the power goes.
import { randomBytes } from 'node:crypto'
import { existsSync, linkSync, renameSync, rmSync } from 'node:fs'
import { open, type FileHandle } from 'node:fs/promises'
import { dirname } from 'node:path'
import { operatorError } from '../operator/error.ts'

const codeOf = (error: unknown) => (error instanceof Error && 'code' in error ? error.code : undefined)

/** Makes a rename or a link outlive a power cut, where directories can be opened. */
async function syncDirectory(path: string): Promise<void> {
  const directory = await open(dirname(path)).catch(() => undefined)
  await directory?.sync().catch(() => undefined)
  await directory?.close()
}

/**
 * Writes the file beside its place and then puts it there.
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
  const draft = `${path}.${randomBytes(6).toString('hex')}.part`
  try {
    const file = await open(draft, 'wx', 0o600)
    let value
    try {
      value = await write(file)
      await file.sync()
    } finally {
      await file.close()
    }
    if (existing === 'replace') renameSync(draft, path)
    else linkSync(draft, path)
    await syncDirectory(path)
    return value
  } catch (error) {
    const code = codeOf(error)
    if (code === 'EEXIST') throw taken()
    if (code === 'ENOSPC')
      throw operatorError('file_unusable', `There is no space left for the file ${path}.`)
    if (typeof code === 'string' && /^E[A-Z]+$/.test(code))
      throw operatorError('file_unusable', `The file ${path} cannot be written (${code}).`)
    throw error
  } finally {
    rmSync(draft, { force: true })
  }
}
