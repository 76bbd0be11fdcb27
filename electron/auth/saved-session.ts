// Saves the session for the next start: the refresh token and its account, in one sealed document. A failed save is logged
// and retried. Saves and wipes run in order, so a sign-out during a save leaves nothing on disk.
import { isDeepStrictEqual } from 'node:util'
import { z } from 'zod'
import { createInOrder } from '../../shared/in-order.ts'
import { account, type Account } from '../../shared/ipc/launcher.ts'
import type { Log } from '../log.ts'
import type { Document, Vault } from '../storage/vault.ts'

export const savedSession = z.object({
  account,
  refreshToken: z.string(),
  /** Key of a refresh that may have been sent and whose answer is not saved yet. */
  refreshKey: z.string().optional(),
})
export type SavedSession = z.infer<typeof savedSession>

export const createSavedSession = (
  { state, document }: { state: Vault['state']; document: Document },
  log: Log,
) => {
  const inOrder = createInOrder()
  /** The current session, if saving it failed. */
  let missed: SavedSession | null = null
  let saved: SavedSession | null = null

  const save = (what: SavedSession): Promise<boolean> =>
    inOrder(async () => {
      missed = null
      try {
        // Repeated attempts at the same refresh change nothing.
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
    /** @returns null if there is no session, or none that can be read. Never throws. */
    load: async (): Promise<SavedSession | null> => {
      try {
        return savedSession.safeParse(await document.read()).data ?? null
      } catch (error) {
        log.bug('session.unreadable', error)
        return null
      }
    },
    /**
     * @param refreshKey key of the refresh about to start
     * @returns whether the session survives a restart
     */
    save: async (who: Account, refreshToken: string | null, refreshKey?: string): Promise<boolean> =>
      refreshToken !== null &&
      (await save({ account: who, refreshToken, ...(refreshKey === undefined ? {} : { refreshKey }) })),
    /** Waits for running saves. A save that failed is retried once. */
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
