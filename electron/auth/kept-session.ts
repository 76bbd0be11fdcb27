// What a restart finds of the session. A save that fails stops nobody: it is said, and tried again.
import type { Account } from '../../shared/launcher.ts'
import type { Log } from '../log.ts'
import type { Kept, TokenVault } from './token-vault.ts'

export const createKeptSession = (openVault: Promise<TokenVault>, log: Log) => {
  /** What could not be saved, while it is what there is. */
  let missed: Kept | null = null

  const save = async (what: Kept): Promise<boolean> => {
    missed = null
    const vault = await openVault
    if (!vault.remembers) return false
    try {
      await vault.save(what)
      return true
    } catch (error) {
      log.bug('vault.saveFailed', error)
      missed = what
      return false
    }
  }

  return {
    /** @returns whether the session will be there after a restart. */
    save: async (account: Account, refreshToken: string | null): Promise<boolean> =>
      refreshToken !== null && (await save({ account, refreshToken })),
    /** Tries once more what could not be saved. */
    settle: async (): Promise<void> => {
      if (missed !== null) await save(missed)
    },
    wipe: async (): Promise<void> => {
      missed = null
      try {
        await (await openVault).wipe()
      } catch (error) {
        log.bug('vault.wipeFailed', error)
      }
    },
  }
}
