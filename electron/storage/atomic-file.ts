// Files that are either the old text or the new one, never half of each, and readable by their owner only.
import { randomBytes } from 'node:crypto'
import { mkdirSync } from 'node:fs'
import { open, readFile, rename, rm } from 'node:fs/promises'
import { dirname } from 'node:path'

const isMissing = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && (error.code === 'ENOENT' || error.code === 'ENOTDIR')

/**
 * The rename is on disk with it: without that, a power cut brings back the old file. A file system that cannot do so (Windows)
 * has the new one all the same, and nobody is told that it was not written.
 */
export const syncFolder = async (folder: string): Promise<void> => {
  try {
    const handle = await open(folder)
    try {
      await handle.sync()
    } finally {
      await handle.close()
    }
  } catch {
    // Whoever reads the file finds what was written.
  }
}

/** Replaces a file by temp, fsync and rename, with mode 0600. Throws the file system's error; the old file stays then. */
export const writeAtomically = async (path: string, content: string | Uint8Array): Promise<void> => {
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 })
  const temporary = `${path}.${randomBytes(6).toString('hex')}.tmp`
  try {
    const file = await open(temporary, 'wx', 0o600)
    try {
      await file.writeFile(content)
      await file.sync()
    } finally {
      await file.close()
    }
    await rename(temporary, path)
    await syncFolder(dirname(path))
  } catch (error) {
    await rm(temporary, { force: true })
    throw error
  }
}

/** @returns the file's bytes, or null when there is no such file. Throws on anything else. */
export const readIfThere = async (path: string): Promise<Buffer | null> => {
  try {
    return await readFile(path)
  } catch (error) {
    if (isMissing(error)) return null
    throw error
  }
}
