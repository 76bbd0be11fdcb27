// Fakes for tests of the vault: desktop keyrings with named keys, a vault on one of them, and its files.
import { mkdtempSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Log } from '../log.ts'
import type { SystemKeyring } from './keyring.ts'
import { openVault, type Vault } from './vault.ts'

const reversed = (text: string): string => text.split('').toReversed().join('')

/** Seals by reversing the text and adding the name of the key. Tests can then recognize the text on disk. */
const systemKeyring = ({
  seals,
  opens = seals === null ? [] : [seals],
  rewrites = [],
}: {
  /** The key that encrypts, or null if encryption fails. */
  seals: string | null
  opens?: readonly string[]
  /** Keys that still decrypt, but whose texts must be encrypted again. */
  rewrites?: readonly string[]
}): SystemKeyring => ({
  isAsyncEncryptionAvailable: () => Promise.resolve(true),
  encryptStringAsync: (text) =>
    seals === null
      ? Promise.reject(new Error('locked'))
      : Promise.resolve(Buffer.from(`${seals}:${reversed(text)}`)),
  decryptStringAsync: (bytes) => {
    const [by = '', text = ''] = bytes.toString().split(/:(.*)/s)
    return opens.includes(by)
      ? Promise.resolve({ result: reversed(text), shouldReEncrypt: rewrites.includes(by) })
      : Promise.reject(new Error('another key'))
  },
})

export const healthy = systemKeyring({ seals: 'a' })
export const keyrings = {
  healthy,
  away: systemKeyring({ seals: null }),
  another: systemKeyring({ seals: 'b' }),
  /** Chromium's fallback on Linux, whatever the desktop is called. */
  'a constant key': systemKeyring({ seals: 'v10' }),
  'started since': systemKeyring({ seals: 'a', opens: ['v10', 'a'] }),
  'without encryption': { ...healthy, isAsyncEncryptionAvailable: () => Promise.resolve(false) },
  /** Encrypts, but decrypts nothing. */
  deaf: systemKeyring({ seals: 'a', opens: [] }),
  /** Decrypts to another text. */
  garbling: {
    ...healthy,
    decryptStringAsync: () => Promise.resolve({ result: 'else', shouldReEncrypt: false }),
  },
  rotated: systemKeyring({ seals: 'b', opens: ['a', 'b'], rewrites: ['a'] }),
  'rotated, and cannot write': systemKeyring({ seals: null, opens: ['a'], rewrites: ['a'] }),
} satisfies Record<string, SystemKeyring>
export type KeyringName = keyof typeof keyrings

/** @param said collects the names of the log events */
export const vaultOn = (
  profile: string,
  system: SystemKeyring = healthy,
  { platform = 'linux', said = [] }: { platform?: NodeJS.Platform; said?: string[] } = {},
): Vault => {
  const log: Log = {
    info: () => undefined,
    warn: (event, details) => void said.push([event, details?.['file']].filter(Boolean).join(' ')),
    bug: (event) => String(said.push(event)),
  }
  return openVault({ profile, system, platform, log, pause: () => Promise.resolve() })
}

export const freshProfile = (): string => mkdtempSync(join(tmpdir(), 'svc-vault-'))
/** The profile after an earlier start. @param platform macOS tags the ciphertexts of real keys as `v10` */
export const usedProfile = async (
  system: SystemKeyring = healthy,
  platform: NodeJS.Platform = 'linux',
): Promise<string> => {
  const profile = freshProfile()
  const vault = vaultOn(profile, system, { platform })
  await vault.document('outbox').write({ tasks: ['old'] })
  await vault.document('session').write({ refreshToken: 'old-token' })
  return profile
}
export const read = (vault: Vault, name: string): Promise<unknown> => vault.document(name).read()
/** The bytes of every file under a folder, by name. */
export const bytesOf = (folder: string): Record<string, string> =>
  Object.fromEntries(
    readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .filter((name) => statSync(join(folder, name)).isFile())
      .toSorted()
      .map((name) => [name, readFileSync(join(folder, name), 'latin1')]),
  )
