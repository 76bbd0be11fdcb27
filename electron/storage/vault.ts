// Stores the launcher's documents as sealed files in the folder `vault` of the profile. They share one data key, which the
// desktop's keyring encrypts (`vault/key`). A key that cannot be decrypted may work at the next start. So the folder stays
// unchanged and this run is in memory only, until the user restarts the launcher or starts over.
import { randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { readdir, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { createInOrder, type InOrder } from '../../shared/in-order.ts'
import type { Log } from '../log.ts'
import { createKeyring, type SystemKeyring } from './keyring.ts'
import {
  readIfThere,
  readSealed,
  removeSealed,
  setAside,
  syncFolder,
  writeAtomically,
  writeSealed,
} from './files.ts'

/** `locked`: the key file cannot be decrypted. `memoryOnly`: there is no key file, and none can be created. */
export type VaultState = 'open' | 'locked' | 'memoryOnly'
type Opened = { state: 'open'; key: Uint8Array } | { state: 'locked' | 'memoryOnly'; key: null }

/** One document on disk. Reads, writes and removals run in the order of the calls. */
export type Document = {
  /** @returns null if there is none or it is damaged. A damaged file is set aside. Throws the file system's error. */
  read: () => Promise<unknown>
  /**
   * Resolves when it is on disk. A locked vault holds it in memory, and a `memoryOnly` vault drops it. Throws the file system's
   * error.
   */
  write: (document: unknown) => Promise<void>
  /** Removes the document, its copies that were set aside, and its temporary files. In a locked vault the files stay. */
  remove: () => Promise<void>
}

export type Vault = {
  /** Resolves once the keyring has answered. */
  state: () => Promise<VaultState>
  document: (name: string) => Document
  /**
   * Sets a locked vault aside as `vault.unreadable`, and stores this run's documents in a new one.
   * @returns whether the vault is open. If it is not, nothing has changed.
   */
  startOver: () => Promise<boolean>
  /** Removes documents without a usable key, here and in vaults that were set aside. @param except names of those to keep */
  removeUnopened: (except: readonly string[]) => Promise<void>
  /** Resolves when every earlier call is done or has failed. */
  settled: () => Promise<void>
}

const keyName = 'key'
const keyBytes = 32
const fileOf = (name: string): string => `${name}.bin`

/** Must be used after `ready` only. @param pause waits before the second attempt to decrypt the key */
export const openVault = ({
  profile,
  system,
  platform,
  log,
  pause,
}: {
  profile: string
  system: SystemKeyring
  platform: NodeJS.Platform
  log: Log
  pause: () => Promise<void>
}): Vault => {
  const folder = join(profile, 'vault')
  /** The folder of a new vault until it is complete. */
  const fresh = join(profile, 'vault.new')
  const keyring = createKeyring(system, platform)
  /** The documents of a locked run, as JSON by name. */
  const held = new Map<string, string>()
  const orders: InOrder[] = []

  const writeKey = async (into: string, key: Uint8Array): Promise<void> => {
    const sealed = await keyring.seal(Buffer.from(key).toString('base64'))
    await writeAtomically(join(into, keyName), sealed)
  }

  const openKey = async (sealed: Buffer): Promise<Uint8Array> => {
    const { text, isStale } = await keyring.open(sealed).catch(async () => {
      // A keyring fails once while it is being unlocked.
      await pause()
      return keyring.open(sealed)
    })
    const key = Buffer.from(text, 'base64')
    if (key.length !== keyBytes) throw new Error('The key file does not hold a key')
    if (isStale)
      await writeKey(folder, key).catch((error: unknown) => log.bug('vault.keyNotRewritten', error))
    return key
  }

  const open = async (): Promise<Opened> => {
    let hasKey = true
    try {
      // Completes a start over that was interrupted between its two renames.
      if (!existsSync(folder) && existsSync(fresh)) await rename(fresh, folder)
      const sealed = await readIfThere(join(folder, keyName))
      hasKey = sealed !== null
      if (sealed !== null) return { state: 'open', key: await openKey(sealed) }
      const key = randomBytes(keyBytes)
      await writeKey(folder, key)
      return { state: 'open', key }
    } catch (error) {
      const state = hasKey ? 'locked' : 'memoryOnly'
      log.warn(`vault.${state}`, { why: error instanceof Error ? error.message : String(error) })
      return { state, key: null }
    }
  }

  const replace = async (): Promise<Opened> => {
    const key = randomBytes(keyBytes)
    await rm(fresh, { recursive: true, force: true })
    await writeKey(fresh, key)
    for (const [name, text] of held) await writeSealed(join(fresh, fileOf(name)), key, text)
    await setAside(folder)
    await rename(fresh, folder)
    await syncFolder(profile)
    held.clear()
    return { state: 'open', key }
  }

  let opened = open()

  return {
    state: async () => (await opened).state,

    document: (name) => {
      const path = join(folder, fileOf(name))
      const inOrder = createInOrder()
      orders.push(inOrder)
      return {
        read: () =>
          inOrder(async () => {
            const { key } = await opened
            if (key === null) return JSON.parse(held.get(name) ?? 'null') as unknown
            return readSealed(path, key, (file) => {
              log.warn('file.unreadable', { file })
            })
          }),
        write: (document) =>
          inOrder(async () => {
            const text = JSON.stringify(document)
            const { state, key } = await opened
            if (key !== null) await writeSealed(path, key, text)
            else if (state === 'locked') held.set(name, text)
          }),
        remove: () =>
          inOrder(async () => {
            held.delete(name)
            const { key } = await opened
            if (key !== null) await removeSealed(path)
          }),
      }
    },

    startOver: async () => {
      const before = opened
      // Later reads and writes wait for the new key.
      opened = before.then((was) =>
        was.state === 'locked'
          ? replace().catch((error: unknown) => {
              log.bug('vault.notReplaced', error)
              return was
            })
          : was,
      )
      return (await opened).state === 'open'
    },

    removeUnopened: async (except) => {
      const { state } = await opened
      const isUnopened = (name: string): boolean =>
        name === 'vault' ? state !== 'open' : /^vault\.(?:new|unreadable(?:-\d+)?)$/.test(name)
      try {
        for (const name of (await readdir(profile)).filter(isUnopened))
          for (const file of await readdir(join(profile, name)))
            if (file !== keyName && !except.some((one) => file.startsWith(fileOf(one))))
              await rm(join(profile, name, file), { recursive: true, force: true })
      } catch (error) {
        log.bug('vault.notRemoved', error)
      }
    },

    settled: async () => {
      await Promise.all(orders.map((inOrder) => inOrder(() => Promise.resolve())))
    },
  }
}
