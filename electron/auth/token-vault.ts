// What is kept at rest for a session, encrypted by the desktop's keyring: the refresh token, whom it stands for, and the
// key of the other sealed files. Where no keyring protects anything, nothing is written at all.
import { randomBytes } from 'node:crypto'
import { rename, rm } from 'node:fs/promises'
import { basename, join } from 'node:path'
import type { SafeStorage } from 'electron'
import { z } from 'zod'
import { account } from '../../shared/launcher.ts'
import { readIfThere, writeAtomically } from '../atomic-file.ts'
import type { Log } from '../log.ts'

/** The asynchronous side of Electron's safeStorage; the synchronous one is deprecated. */
export type Keyring = Pick<
  SafeStorage,
  'isAsyncEncryptionAvailable' | 'encryptStringAsync' | 'decryptStringAsync' | 'getSelectedStorageBackend'
>

const kept = z.object({ account, refreshToken: z.string() })
export type Kept = z.infer<typeof kept>

export type TokenVault = {
  /** Whether what is saved will be there after a restart. */
  remembers: boolean
  /** Key of the sealed files, or null where nothing may be written. */
  dataKey: Uint8Array | null
  /** @returns null when there is nothing, or nothing that can be opened: signed out, never a crash. */
  load: () => Promise<Kept | null>
  /** Resolves when it is on disk, before which a rotated token must not be used. Throws the file system's error. */
  save: (what: Kept) => Promise<void>
  wipe: () => Promise<void>
}

const protects = async (keyring: Keyring, platform: NodeJS.Platform): Promise<boolean> => {
  // `basic_text` encrypts with a constant of Chromium's source, which protects nothing.
  if (platform === 'linux' && ['basic_text', 'unknown'].includes(keyring.getSelectedStorageBackend()))
    return false
  return keyring.isAsyncEncryptionAvailable()
}

/** Opens the vault in `folder`; must run after `ready`. Never throws: a vault that cannot be opened remembers nothing. */
export const openTokenVault = async ({
  folder,
  keyring,
  platform,
  log,
  pause,
}: {
  folder: string
  keyring: Keyring
  platform: NodeJS.Platform
  log: Log
  /** A moment between two attempts to decrypt. */
  pause: () => Promise<void>
}): Promise<TokenVault> => {
  const sessionFile = join(folder, 'session.bin')
  const keyFile = join(folder, 'data-key.bin')

  const write = async (file: string, text: string): Promise<void> => {
    await writeAtomically(file, await keyring.encryptStringAsync(text))
  }

  const decrypt = async (file: string, bytes: Buffer): Promise<string> => {
    const { result, shouldReEncrypt } = await keyring.decryptStringAsync(bytes)
    if (shouldReEncrypt) await write(file, result)
    return result
  }

  /** @returns null when the file is missing or cannot be decrypted; then it is set aside, for its keyring may come back. */
  const read = async (file: string): Promise<string | null> => {
    const bytes = await readIfThere(file)
    if (bytes === null) return null
    try {
      // A keyring that is just being unlocked fails once.
      return await decrypt(file, bytes).catch(() => pause().then(() => decrypt(file, bytes)))
    } catch {
      log.warn('vault.undecryptable', { file: basename(file) })
      await rename(file, `${file}.undecryptable`)
      return null
    }
  }

  const openKey = async (): Promise<Uint8Array> => {
    const stored = await read(keyFile)
    const key = stored === null ? Buffer.alloc(0) : Buffer.from(stored, 'base64')
    if (key.length === 32) return key
    const fresh = randomBytes(32)
    await write(keyFile, fresh.toString('base64'))
    return fresh
  }

  let dataKey: Uint8Array | null = null
  try {
    if (await protects(keyring, platform)) dataKey = await openKey()
    else log.warn('vault.memoryOnly')
  } catch (error) {
    log.bug('vault.unavailable', error)
  }
  const remembers = dataKey !== null

  return {
    remembers,
    dataKey,
    load: async () => {
      if (!remembers) return null
      try {
        const text = await read(sessionFile)
        if (text === null) return null
        const parsed = kept.safeParse(JSON.parse(text))
        return parsed.success ? parsed.data : null
      } catch (error) {
        log.bug('vault.unreadable', error)
        return null
      }
    },
    save: async (what) => {
      if (remembers) await write(sessionFile, JSON.stringify(what))
    },
    wipe: () => rm(sessionFile, { force: true }),
  }
}
