// Small texts at rest, each a file that the desktop's keyring encrypts. What it does not open now it may open at another
// start: it is left as it is.
import type { SafeStorage } from 'electron'
import { basename } from 'node:path'
import { readIfThere, writeAtomically } from './atomic-file.ts'
import type { Log } from '../desktop/log.ts'

/** The asynchronous side of Electron's safeStorage; the synchronous one is deprecated. */
export type SystemKeyring = Pick<
  SafeStorage,
  'isAsyncEncryptionAvailable' | 'encryptStringAsync' | 'decryptStringAsync' | 'getSelectedStorageBackend'
>

export type Keyring = {
  /** Whether it protects anything. */
  protects: () => Promise<boolean>
  /** @returns null when there is no such file, or it cannot be read or opened now. */
  read: (file: string) => Promise<string | null>
  /** Throws the file system's error, or that of a keyring that does not give back what it took; the old file stays then. */
  write: (file: string, text: string) => Promise<void>
}

/** Must be used after `ready` only. */
export const createKeyring = ({
  system,
  platform,
  log,
}: {
  system: SystemKeyring
  platform: NodeJS.Platform
  log: Log
}): Keyring => {
  const write = async (file: string, text: string): Promise<void> => {
    const sealed = await system.encryptStringAsync(text)
    const { result } = await system.decryptStringAsync(sealed)
    if (result !== text) throw new Error('The keyring does not give back what it took')
    await writeAtomically(file, sealed)
  }

  return {
    protects: async () => {
      // `basic_text` encrypts with a constant of Chromium's source, which protects nothing.
      if (platform === 'linux' && ['basic_text', 'unknown'].includes(system.getSelectedStorageBackend()))
        return false
      return system.isAsyncEncryptionAvailable()
    },
    read: async (file) => {
      try {
        const bytes = await readIfThere(file)
        if (bytes === null) return null
        const { result, shouldReEncrypt } = await system.decryptStringAsync(bytes)
        // It is readable as it is: what could not be written anew is tried at the next start.
        if (shouldReEncrypt)
          await write(file, result).catch((error: unknown) => log.bug('keyring.notRewritten', error))
        return result
      } catch {
        log.warn('keyring.notOpened', { file: basename(file) })
        return null
      }
    },
    write,
  }
}
