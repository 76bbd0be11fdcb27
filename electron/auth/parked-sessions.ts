// Sessions that wait while another workspace is used, in one sealed document beside that of the present session. Changes are
// in memory at once and on disk in order.
import { z } from 'zod'
import { createInOrder } from '../../shared/in-order.ts'
import { ownerOf } from '../../shared/owner.ts'
import type { Account } from '../../shared/ipc/launcher.ts'
import type { Log } from '../log.ts'
import type { Document } from '../storage/vault.ts'
import { type createSavedSession, savedSession } from './saved-session.ts'
import type { Tokens } from './sign-in.ts'

/** `refreshKey` identifies all attempts at the next refresh. It is a secret like the token. */
export type CurrentTokens = Tokens & { refreshKey: string }

/** Without a token a sign-in is needed. Only the account and its address are kept then. */
const parkedSession = savedSession.extend({ refreshToken: z.string().nullable() })
type ParkedSession = z.infer<typeof parkedSession>
const stored = z.object({ sessions: z.array(parkedSession) })

/** A session that is taken up. Without tokens it needs a sign-in. */
export type Taken = { account: Account; tokens: CurrentTokens | null }

export const createParkedSessions = ({
  document,
  saved,
  log,
}: {
  document: Document
  /** That of the present session. */
  saved: Pick<ReturnType<typeof createSavedSession>, 'save' | 'wipe'>
  log: Log
}) => {
  const inOrder = createInOrder()
  let sessions: readonly ParkedSession[] = []

  const others = (owner: string): readonly ParkedSession[] =>
    sessions.filter(({ account }) => ownerOf(account) !== owner)

  const write = async (): Promise<void> => {
    try {
      if (sessions.length === 0) await document.remove()
      else await document.write({ sessions: [...sessions] } satisfies z.input<typeof stored>)
    } catch (error) {
      log.bug('parkedSessions.notKept', error)
    }
  }

  const drop = async (owner: string): Promise<void> => {
    if (others(owner).length === sessions.length) return
    sessions = others(owner)
    await write()
  }

  return {
    /** @param present the session that is in use. A switch that was cut off may have left it here, too. Never throws. */
    load: async (present: Account | null): Promise<void> => {
      try {
        sessions = stored.safeParse(await document.read()).data?.sessions ?? []
        if (present !== null) sessions = others(ownerOf(present))
      } catch (error) {
        log.bug('parkedSessions.unreadable', error)
      }
    },
    /** The one parked last comes first. */
    list: (): readonly Account[] => sessions.map(({ account }) => account),
    find: (owner: string): ParkedSession | null =>
      sessions.find(({ account }) => ownerOf(account) === owner) ?? null,
    /** Adds the session that is left. The list is written before its own document is overwritten. */
    leave: (account: Account, tokens: CurrentTokens | null): void => {
      const { refreshToken = null, refreshKey } = tokens ?? {}
      const session = { account, refreshToken, ...(refreshKey === undefined ? {} : { refreshKey }) }
      sessions = [session, ...others(ownerOf(account))]
      void inOrder(write)
    },
    /** Makes this the saved session, or none. @returns whether it survives a restart */
    take: (taken: Taken | null): Promise<boolean> =>
      inOrder(async () => {
        const { refreshToken = null, refreshKey } = taken?.tokens ?? {}
        const remembered = taken !== null && (await saved.save(taken.account, refreshToken, refreshKey))
        if (refreshToken === null) await saved.wipe()
        if (taken !== null) await drop(ownerOf(taken.account))
        return remembered
      }),
    drop: (owner: string): Promise<void> => inOrder(() => drop(owner)),
    /** Resolves when earlier changes are on disk. */
    settled: (): Promise<void> => inOrder(() => Promise.resolve()),
  }
}
