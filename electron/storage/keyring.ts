// Encrypts one small text, the data key of the vault, with the desktop's keyring.
import type { SafeStorage } from 'electron'

/** The asynchronous side of Electron's safeStorage; the synchronous one is deprecated. */
export type SystemKeyring = Pick<
  SafeStorage,
  'isAsyncEncryptionAvailable' | 'encryptStringAsync' | 'decryptStringAsync'
>

export type Keyring = {
  /** Throws if the keyring protects nothing, or does not decrypt its own result to the same text. */
  seal: (text: string) => Promise<Buffer>
  /** Throws if the keyring cannot decrypt it. `isStale`: the key changed, so the text must be sealed again. */
  open: (sealed: Buffer) => Promise<{ text: string; isStale: boolean }>
}

/**
 * Chromium's ciphertexts begin with the provider of their key. On Linux `v10` is a constant from Chromium's source, which
 * protects nothing; it is used where no keyring answers. `getSelectedStorageBackend` guesses from the name of the desktop and
 * does not tell. macOS and Windows use the same tag for real keys.
 */
const constantKeyTag = Buffer.from('v10')

/** Must be used after `ready` only. */
export const createKeyring = (system: SystemKeyring, platform: NodeJS.Platform): Keyring => {
  const isProtected = (sealed: Buffer): boolean =>
    platform !== 'linux' || !sealed.subarray(0, constantKeyTag.length).equals(constantKeyTag)

  const mustBeAvailable = async (): Promise<void> => {
    if (!(await system.isAsyncEncryptionAvailable())) throw new Error('This desktop has no keyring')
  }

  const seal = async (text: string): Promise<Buffer> => {
    await mustBeAvailable()
    const sealed = await system.encryptStringAsync(text)
    if (!isProtected(sealed)) throw new Error('This desktop has no keyring that protects anything')
    const { result } = await system.decryptStringAsync(sealed)
    if (result !== text) throw new Error('The keyring does not give back what it took')
    return sealed
  }

  return {
    seal,
    open: async (sealed) => {
      await mustBeAvailable()
      const { result, shouldReEncrypt } = await system.decryptStringAsync(sealed)
      if (isProtected(sealed)) return { text: result, isStale: shouldReEncrypt }
      // Throws unless a keyring has appeared since.
      await seal(result)
      return { text: result, isStale: true }
    },
  }
}
