// Loaded into the main process of a real Electron before the app. The stand-in has both of these built in.
const { globalShortcut, safeStorage } = require('electron')
const { createCipheriv, createDecipheriv, randomBytes } = require('node:crypto')
const { existsSync, readFileSync, writeFileSync } = require('node:fs')

// The times at which the app hears each hotkey: x11.ts waits for a press, and sees how a held key repeats.
const heardAt = {}
Object.assign(globalThis, { heardAt })
const { now } = Date
const register = globalShortcut.register.bind(globalShortcut)
globalShortcut.register = (accelerator, listener) =>
  register(accelerator, () => {
    const at = now()
    listener()
    ;(heardAt[accelerator] ??= []).push(at)
  })

// Playwright starts Electron with --password-store=basic, and then the app keeps no session. This keyring has its key in a
// file, so that a profile can be copied together with it.
const keyFile = process.env.STANDIN_KEYRING_FILE
if (keyFile !== undefined) {
  const key = () => {
    if (!existsSync(keyFile)) writeFileSync(keyFile, randomBytes(32))
    return readFileSync(keyFile)
  }
  Object.assign(safeStorage, {
    isAsyncEncryptionAvailable: () => Promise.resolve(true),
    encryptStringAsync: async (text) => {
      const iv = randomBytes(12)
      const cipher = createCipheriv('aes-256-gcm', key(), iv)
      const body = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
      return Buffer.concat([iv, cipher.getAuthTag(), body])
    },
    decryptStringAsync: async (sealed) => {
      const decipher = createDecipheriv('aes-256-gcm', key(), sealed.subarray(0, 12))
      decipher.setAuthTag(sealed.subarray(12, 28))
      const result = Buffer.concat([decipher.update(sealed.subarray(28)), decipher.final()]).toString('utf8')
      return { result, shouldReEncrypt: false }
    },
  })
}
