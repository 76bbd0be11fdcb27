// Reads and writes files of the profile. A file is replaced atomically: it has either the old content or the new content, and
// only its owner can read it. Sealed files are encrypted with the data key (AES-256-GCM).
import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'
import { existsSync, mkdirSync } from 'node:fs'
import { open, readdir, readFile, rename, rm } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'

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

const cipher = 'aes-256-gcm'
const version = 1
const ivBytes = 12
const tagBytes = 16

/** The additional data of the encryption. It has the file's name, so that one sealed file cannot replace another. */
const labelOf = (path: string): Buffer => Buffer.from(`${basename(path)}:${version}`)

const unseal = (path: string, key: Uint8Array, bytes: Buffer): unknown => {
  if (bytes[0] !== version) throw new Error('another version')
  const iv = bytes.subarray(1, 1 + ivBytes)
  const tag = bytes.subarray(1 + ivBytes, 1 + ivBytes + tagBytes)
  const opener = createDecipheriv(cipher, key, iv, { authTagLength: tagBytes })
    .setAAD(labelOf(path))
    .setAuthTag(tag)
  const text = Buffer.concat([opener.update(bytes.subarray(1 + ivBytes + tagBytes)), opener.final()])
  return JSON.parse(text.toString('utf8'))
}

/** Renames a file or folder to `<path>.unreadable`, or to `-2`, `-3` and so on if that exists. */
export const setAside = async (path: string): Promise<void> => {
  let aside = `${path}.unreadable`
  for (let number = 2; existsSync(aside); number += 1) aside = `${path}.unreadable-${number}`
  await rename(path, aside)
}

/**
 * @param key 32 bytes. @param onUnreadable receives the name of a file that was set aside
 * @returns the document, or null when there is none or it cannot be opened. Throws the file system's error.
 */
export const readSealed = async (
  path: string,
  key: Uint8Array,
  onUnreadable: (file: string) => void,
): Promise<unknown> => {
  const bytes = await readIfThere(path)
  if (bytes === null) return null
  try {
    return unseal(path, key, bytes)
  } catch {
    // The file is kept under another name, because it may contain the user's text.
    await setAside(path)
    onUnreadable(basename(path))
    return null
  }
}

/** @param text JSON. Resolves when it is on disk. Throws the file system's error; the old file stays then. */
export const writeSealed = async (path: string, key: Uint8Array, text: string): Promise<void> => {
  const iv = randomBytes(ivBytes)
  const sealer = createCipheriv(cipher, key, iv).setAAD(labelOf(path))
  const body = Buffer.concat([sealer.update(text, 'utf8'), sealer.final()])
  await writeAtomically(path, Buffer.concat([Buffer.from([version]), iv, sealer.getAuthTag(), body]))
}

/** Removes a sealed file, its copies that were set aside, and its temporary files. Throws the file system's error. */
export const removeSealed = async (path: string): Promise<void> => {
  const name = basename(path)
  const names = existsSync(dirname(path)) ? await readdir(dirname(path)) : []
  const gone = names.filter((one) => one === name || one.startsWith(`${name}.`))
  await Promise.all(gone.map((one) => rm(join(dirname(path), one), { recursive: true, force: true })))
}
