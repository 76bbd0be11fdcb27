// safeStorage, asynchronous side. Without a keyring the key is a constant of Chromium's source, which only the tag `v10` of the
// ciphertext shows, and an app must not take that for encryption. STANDIN_KEYRING=1 gives a real key, kept
// outside userData as a desktop's keyring is.
import { createCipheriv, createDecipheriv, randomBytes, scryptSync } from 'node:crypto'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir, userInfo } from 'node:os'
import { dirname, join } from 'node:path'
import { app } from './app.ts'
import { notSupported, strict } from './strict.ts'

const hasKeyring = process.env['STANDIN_KEYRING'] === '1'
const keyringFile = process.env['STANDIN_KEYRING_FILE'] ?? join(tmpdir(), `standin-keyring-${userInfo().uid}`)
const version = Buffer.from(hasKeyring ? 'v11' : 'v10')
let key: Buffer | undefined

function loadKey(): Buffer {
  if (!app.isReady()) throw new Error('safeStorage cannot be used before app is ready')
  if (!hasKeyring) return scryptSync('peanuts', 'saltysalt', 32)
  mkdirSync(dirname(keyringFile), { recursive: true, mode: 0o700 })
  try {
    // Never overwrites: of two instances that start at once, the slower reads what the faster wrote.
    writeFileSync(keyringFile, randomBytes(32), { flag: 'wx', mode: 0o600 })
  } catch {
    // It is there already.
  }
  return readFileSync(keyringFile)
}

const refuse = (name: string) => (): never => {
  throw notSupported(`safeStorage.${name} (synchronous)`)
}

export const safeStorage = strict('safeStorage', {
  isAsyncEncryptionAvailable: async () => app.isReady(),
  // A guess from the name of the desktop, as on GNOME: it does not tell what encrypts.
  getSelectedStorageBackend: () => (app.isReady() ? 'gnome_libsecret' : 'unknown'),
  encryptStringAsync: async (text) => {
    key ??= loadKey()
    const nonce = randomBytes(12)
    const cipher = createCipheriv('aes-256-gcm', key, nonce)
    const body = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
    return Buffer.concat([version, nonce, cipher.getAuthTag(), body])
  },
  decryptStringAsync: async (encrypted) => {
    key ??= loadKey()
    if (!encrypted.subarray(0, 3).equals(version))
      throw new Error('Error while decrypting the ciphertext provided to safeStorage.decryptStringAsync.')
    const decipher = createDecipheriv('aes-256-gcm', key, encrypted.subarray(3, 15))
    decipher.setAuthTag(encrypted.subarray(15, 31))
    const result = Buffer.concat([decipher.update(encrypted.subarray(31)), decipher.final()]).toString('utf8')
    return { shouldReEncrypt: false, result }
  },
  setUsePlainTextEncryption: () => undefined,
  encryptString: refuse('encryptString'),
  decryptString: refuse('decryptString'),
  isEncryptionAvailable: refuse('isEncryptionAvailable'),
} satisfies Electron.SafeStorage)
