// Replaces files atomically: a file has either the old content or the new content. Only its owner can read it.
import { randomBytes } from 'node:crypto'
import { mkdirSync } from 'node:fs'
import { open, readFile, rename, rm } from 'node:fs/promises'
import { dirname } from 'node:path'

const isMissing = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && (error.code === 'ENOENT' || error.code === 'ENOTDIR')

/**
 * Syncs a folder after a rename in it. Without this, a power cut may bring back the old file. Windows cannot sync a folder;
 * the error is ignored, because the file itself was written.
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
    // Readers see the new file even if the folder is not synced.
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

/** @returns the file's bytes, or null if the file does not exist. Throws any other error. */
export const readIfThere = async (path: string): Promise<Buffer | null> => {
  try {
    return await readFile(path)
  } catch (error) {
    if (isMissing(error)) return null
    throw error
  }
}
