// One JSON document at rest, encrypted with the key that the keyring protects. Where no keyring protects anything there
// is no key, and the document lives in memory only: there is no plaintext path.
import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { readdir, rename, rm } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { createInOrder } from '../../shared/in-order.ts'
import { readIfThere, writeAtomically } from './atomic-file.ts'

const cipher = 'aes-256-gcm'
const version = 1
const ivBytes = 12
const tagBytes = 16

export type SealedFile = {
  /** @returns the document, or null when there is none or it cannot be opened (it is set aside then). */
  read: () => Promise<unknown>
  /** Resolves when the document is on disk. Throws the file system's error. Writes are in order. */
  write: (document: unknown) => Promise<void>
  /** Removes it, and what was set aside of it or left half written. */
  remove: () => Promise<void>
}

const setAside = async (path: string): Promise<void> => {
  let aside = `${path}.unreadable`
  for (let number = 2; existsSync(aside); number += 1) aside = `${path}.unreadable-${number}`
  await rename(path, aside)
}

/** Removes a sealed file, and what was set aside of it or left half written. Throws the file system's error. */
export const removeSealed = async (path: string): Promise<void> => {
  const name = basename(path)
  const names = existsSync(dirname(path)) ? await readdir(dirname(path)) : []
  const gone = names.filter((one) => one === name || one.startsWith(`${name}.`))
  await Promise.all(gone.map((one) => rm(join(dirname(path), one), { force: true })))
}

/** @param key 32 bytes, or null for a document that lives in memory only. */
export const createSealedFile = ({
  path,
  key,
  onUnreadable,
}: {
  path: string
  key: Uint8Array | null
  onUnreadable: (file: string) => void
}): SealedFile => {
  // Bound to the file's name, so that one sealed file cannot be put in another's place.
  const label = Buffer.from(`${basename(path)}:${version}`)
  const inOrder = createInOrder()

  const seal = (sealing: Uint8Array, text: string): Buffer => {
    const iv = randomBytes(ivBytes)
    const sealer = createCipheriv(cipher, sealing, iv).setAAD(label)
    const body = Buffer.concat([sealer.update(text, 'utf8'), sealer.final()])
    return Buffer.concat([Buffer.from([version]), iv, sealer.getAuthTag(), body])
  }

  const unseal = (sealing: Uint8Array, bytes: Buffer): unknown => {
    if (bytes[0] !== version) throw new Error('another version')
    const iv = bytes.subarray(1, 1 + ivBytes)
    const tag = bytes.subarray(1 + ivBytes, 1 + ivBytes + tagBytes)
    const opener = createDecipheriv(cipher, sealing, iv, { authTagLength: tagBytes })
      .setAAD(label)
      .setAuthTag(tag)
    const text = Buffer.concat([opener.update(bytes.subarray(1 + ivBytes + tagBytes)), opener.final()])
    return JSON.parse(text.toString('utf8'))
  }

  return {
    read: () =>
      inOrder(async () => {
        if (key === null) return null
        const bytes = await readIfThere(path)
        if (bytes === null) return null
        try {
          return unseal(key, bytes)
        } catch {
          // Damaged, or of another version: each is kept beside, because it may hold text that somebody wrote.
          await setAside(path)
          onUnreadable(basename(path))
          return null
        }
      }),
    write: (document) =>
      inOrder(async () => {
        if (key !== null) await writeAtomically(path, seal(key, JSON.stringify(document)))
      }),
    remove: () => inOrder(() => removeSealed(path)),
  }
}
