// Encrypts one small text, the data key of the vault, with the desktop's keyring.
import type { SafeStorage } from 'electron'

/** The asynchronous side of Electron's safeStorage; the synchronous one is deprecated. */
export type SystemKeyring = Pick<
  SafeStorage,
  'isAsyncEncryptionAvailable' | 'encryptStringAsync' | 'decryptStringAsync' | 'getSelectedStorageBackend'
>

export type Keyring = {
  /** Throws if the keyring protects nothing, or does not decrypt its own result to the same text. */
  seal: (text: string) => Promise<Buffer>
  /** Throws if the keyring cannot decrypt it. `isStale`: the desktop rotated its key, so the text must be sealed again. */
  open: (sealed: Buffer) => Promise<{ text: string; isStale: boolean }>
}

/** Must be used after `ready` only. */
export const createKeyring = (system: SystemKeyring, platform: NodeJS.Platform): Keyring => {
  const mustProtect = async (): Promise<void> => {
    // `basic_text` encrypts with a constant from Chromium's source, which protects nothing.
    const isPlain =
      platform === 'linux' && ['basic_text', 'unknown'].includes(system.getSelectedStorageBackend())
    if (isPlain || !(await system.isAsyncEncryptionAvailable()))
      throw new Error('This desktop has no keyring that protects anything')
  }

  return {
    seal: async (text) => {
      await mustProtect()
      const sealed = await system.encryptStringAsync(text)
      const { result } = await system.decryptStringAsync(sealed)
      if (result !== text) throw new Error('The keyring does not give back what it took')
      return sealed
    },
    open: async (sealed) => {
      await mustProtect()
      const { result, shouldReEncrypt } = await system.decryptStringAsync(sealed)
      return { text: result, isStale: shouldReEncrypt }
    },
  }
}
