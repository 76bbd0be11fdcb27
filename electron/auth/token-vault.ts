// What is kept at rest for a session, encrypted by the desktop's keyring: the refresh token, and whom it stands for.
// There is one session and one file of it. One that the keyring does not open now is left as it is, and may be opened at
// the next start; the next sign-in replaces it, and a sign-out removes it. Where no keyring protects anything, nothing is
// written at all.
import { existsSync } from 'node:fs'
import { readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import { account } from '../../shared/ipc/launcher.ts'
import type { Keyring } from '../storage/keyring.ts'
import type { Log } from '../desktop/log.ts'

const kept = z.object({
  account,
  refreshToken: z.string(),
  /** Of a refresh that may have been asked for and whose answer is not kept yet. */
  refreshKey: z.string().optional(),
})
export type Kept = z.infer<typeof kept>

export type TokenVault = {
  /** Whether what is saved will be there after a restart. */
  remembers: boolean
  /** @returns null when there is nothing, or nothing that can be opened: signed out, never a crash. */
  load: () => Promise<Kept | null>
  /** Resolves when it is on disk, before which a rotated token must not be used. Throws the file system's error. */
  save: (what: Kept) => Promise<void>
  /** Removes the session, also one that does not open, or that an earlier version or a crash left beside it. */
  wipe: () => Promise<void>
}

const sessionFile = 'session.bin'

/** @param remembers whether a keyring protects what is written. @param pause a moment between two attempts to open. */
export const createTokenVault = ({
  folder,
  keyring,
  remembers,
  log,
  pause,
}: {
  folder: string
  keyring: Keyring
  remembers: boolean
  log: Log
  pause: () => Promise<void>
}): TokenVault => ({
  remembers,
  load: async () => {
    const file = join(folder, sessionFile)
    if (!remembers || !existsSync(file)) return null
    try {
      // A keyring that is just being unlocked fails once.
      const text = (await keyring.read(file)) ?? (await pause().then(() => keyring.read(file)))
      if (text === null) return null
      const parsed = kept.safeParse(JSON.parse(text))
      return parsed.success ? parsed.data : null
    } catch (error) {
      log.bug('vault.unreadable', error)
      return null
    }
  },
  save: async (what) => {
    if (remembers) await keyring.write(join(folder, sessionFile), JSON.stringify(what))
  },
  wipe: async () => {
    const names = await readdir(folder)
    await Promise.all(
      names
        .filter((name) => name.startsWith(sessionFile))
        .map((name) => rm(join(folder, name), { recursive: true, force: true })),
    )
  },
})
