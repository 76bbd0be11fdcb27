// What a restart finds of the session. A save that fails stops nobody: it is said, and tried again. Saves and wipes are in
// order, so that whoever signs out while one is under way leaves nothing behind.
import { isDeepStrictEqual } from 'node:util'
import { createInOrder } from '../../shared/in-order.ts'
import type { Account } from '../../shared/ipc/launcher.ts'
import type { Log } from '../desktop/log.ts'
import type { Kept, TokenVault } from './token-vault.ts'

export const createKeptSession = (openVault: Promise<TokenVault>, log: Log) => {
  const inOrder = createInOrder()
  /** What could not be saved, while it is what there is. */
  let missed: Kept | null = null
  let saved: Kept | null = null

  const save = (what: Kept): Promise<boolean> =>
    inOrder(async () => {
      missed = null
      const vault = await openVault
      if (!vault.remembers) return false
      // While the network is away the same refresh is asked for again and again.
      if (isDeepStrictEqual(what, saved)) return true
      try {
        await vault.save(what)
        saved = what
        return true
      } catch (error) {
        log.bug('vault.saveFailed', error)
        missed = what
        return false
      }
    })

  return {
    /**
     * @param refreshKey of the refresh that is about to be asked for
     * @returns whether the session will be there after a restart
     */
    save: async (account: Account, refreshToken: string | null, refreshKey?: string): Promise<boolean> =>
      refreshToken !== null &&
      (await save({ account, refreshToken, ...(refreshKey === undefined ? {} : { refreshKey }) })),
    /** Resolves when what is under way has ended; what could not be saved is tried once more. */
    settle: async (): Promise<void> => {
      await inOrder(() => Promise.resolve())
      if (missed !== null) await save(missed)
    },
    wipe: (): Promise<void> =>
      inOrder(async () => {
        missed = null
        saved = null
        try {
          await (await openVault).wipe()
        } catch (error) {
          log.bug('vault.wipeFailed', error)
        }
      }),
  }
}
