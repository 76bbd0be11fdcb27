// What a restart finds of the session: the refresh token and its account, one sealed document. A save that fails is logged
// and tried again. Saves and wipes are in order, so a sign-out during a save leaves nothing behind.
import { isDeepStrictEqual } from 'node:util'
import { z } from 'zod'
import { createInOrder } from '../../shared/in-order.ts'
import { account, type Account } from '../../shared/ipc/launcher.ts'
import type { Log } from '../desktop/log.ts'
import type { Document, Vault } from '../storage/vault.ts'

const kept = z.object({
  account,
  refreshToken: z.string(),
  /** Of a refresh that may have been asked for and whose answer is not kept yet. */
  refreshKey: z.string().optional(),
})
export type Kept = z.infer<typeof kept>

export const createKeptSession = (
  { state, document }: { state: Vault['state']; document: Document },
  log: Log,
) => {
  const inOrder = createInOrder()
  /** What could not be saved, while it is what there is. */
  let missed: Kept | null = null
  let saved: Kept | null = null

  const save = (what: Kept): Promise<boolean> =>
    inOrder(async () => {
      missed = null
      try {
        // While the network is away the same refresh is asked for again and again.
        if (!isDeepStrictEqual(what, saved)) await document.write(what)
        saved = what
        return (await state()) === 'open'
      } catch (error) {
        log.bug('session.saveFailed', error)
        missed = what
        return false
      }
    })

  return {
    /** @returns null when there is none, or none that can be read: signed out, never a crash. */
    load: async (): Promise<Kept | null> => {
      try {
        return kept.safeParse(await document.read()).data ?? null
      } catch (error) {
        log.bug('session.unreadable', error)
        return null
      }
    },
    /**
     * @param refreshKey of the refresh that is about to be asked for
     * @returns whether the session will be there after a restart
     */
    save: async (who: Account, refreshToken: string | null, refreshKey?: string): Promise<boolean> =>
      refreshToken !== null &&
      (await save({ account: who, refreshToken, ...(refreshKey === undefined ? {} : { refreshKey }) })),
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
          await document.remove()
        } catch (error) {
          log.bug('session.wipeFailed', error)
        }
      }),
  }
}
