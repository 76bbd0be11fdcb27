// The keys of the sealed files, each in a folder with what it seals, and each encrypted by the desktop's keyring.
//
// A keyring may be away at a start (locked, another desktop) or be another one for good, and nobody can tell which. So
// nothing is replaced: a folder whose key does not open stays as it is, and where none opens a new folder is begun
// beside it. At each start all are tried. The oldest that opens is in use, and what a newer open one holds is taken over
// into it (take-over.ts): an accident is a detour that leads back, and a new keyring goes on in its own folder. Where the
// keyring is a new one at each login, older folders keep what a person wrote, and no more.
// Where the keyring does not even give back what it just took, this run keeps everything in memory only.
import { randomBytes } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import type { Keyring } from './keyring.ts'
import type { Log } from '../desktop/log.ts'

/** A folder, and the 32 bytes that open the sealed files in it. */
export type OpenFolder = { folder: string; key: Uint8Array }

export type DataKeys = {
  /** Null where nothing may be written. */
  inUse: OpenFolder | null
  /** Newer ones that open too, oldest first. */
  others: readonly OpenFolder[]
  /** All folders, oldest first, also those that do not open. */
  folders: readonly [profile: string, ...newer: string[]]
}

const keyFile = 'data-key.bin'
const keyBytes = 32
/** What a person wrote; what was merely seen is fetched again. */
const written = ['outbox.bin', 'drafts.bin']
/** Besides the profile's own and the one in use: a desktop that comes back finds all that it had seen. */
const foldersLeftWhole = 2

const hasKey = (folder: string): boolean => existsSync(join(folder, keyFile))

/** The first key is in the profile itself; the others are in `vault-2`, `vault-3` and so on. */
const folderOf = (profile: string, number: number): string => join(profile, `vault-${number}`)

/** Of the folders beside the profile's own, in their order. */
const numbersOf = (profile: string): number[] =>
  readdirSync(profile)
    .map((name) => Number(/^vault-(\d{1,6})$/.exec(name)?.[1] ?? 0))
    .filter((number) => number > 1)
    .sort((a, b) => a - b)

const isListed = (profile: string): boolean => {
  try {
    readdirSync(profile)
    return true
  } catch {
    return false
  }
}

const foldersOf = (profile: string): [string, ...string[]] => [
  profile,
  ...numbersOf(profile).map((number) => folderOf(profile, number)),
]

/** The first without a key, or a new one. */
const freeFolder = (profile: string): string =>
  foldersOf(profile).find((folder) => !hasKey(folder)) ??
  folderOf(profile, (numbersOf(profile).at(-1) ?? 1) + 1)

/** Also what was set aside of it; what a crash left half written was never said to be kept. */
const isWritten = (file: string): boolean =>
  written.some((name) => file.startsWith(name)) && !file.endsWith('.tmp')

const tidy = (profile: string, inUse: string): void => {
  const folders = numbersOf(profile)
    .map((number) => folderOf(profile, number))
    .filter((folder) => folder !== inUse)
  for (const folder of folders.slice(0, -foldersLeftWhole)) {
    const files = readdirSync(folder)
    if (!files.some(isWritten)) rmSync(folder, { recursive: true })
    else
      for (const file of files.filter((name) => name !== keyFile && !isWritten(name)))
        rmSync(join(folder, file), { recursive: true })
  }
}

/** @param profile the folder of the whole profile. @param pause a moment between two attempts. The profile's folder must be one. */
export const openDataKeys = async ({
  profile,
  keyring,
  log,
  pause,
}: {
  profile: string
  keyring: Keyring
  log: Log
  pause: () => Promise<void>
}): Promise<DataKeys> => {
  const openAll = async (): Promise<OpenFolder[]> => {
    const opened: OpenFolder[] = []
    for (const folder of foldersOf(profile)) {
      const text = await keyring.read(join(folder, keyFile))
      const key = Buffer.from(text ?? '', 'base64')
      if (key.length === keyBytes) opened.push({ folder, key })
    }
    return opened
  }

  const begin = async (): Promise<OpenFolder> => {
    const folder = freeFolder(profile)
    const key = randomBytes(keyBytes)
    await keyring.write(join(folder, keyFile), key.toString('base64'))
    try {
      tidy(profile, folder)
    } catch (error) {
      log.bug('vault.notTidied', error)
    }
    return { folder, key }
  }

  const open = async (): Promise<OpenFolder[]> => {
    mkdirSync(profile, { recursive: true, mode: 0o700 })
    if (!(await keyring.protects())) {
      log.warn('vault.memoryOnly')
      return []
    }
    const opened = await openAll()
    if (opened.length > 0) return opened
    // A keyring that is just being unlocked fails once.
    if (foldersOf(profile).some(hasKey)) await pause()
    const later = await openAll()
    return later.length > 0 ? later : [await begin()]
  }

  const opened = await open().catch((error: unknown) => {
    log.bug('vault.unavailable', error)
    return []
  })
  const [inUse = null, ...others] = opened
  return { inUse, others, folders: isListed(profile) ? foldersOf(profile) : [profile] }
}
