// One refresh of the session's tokens. Where the session has changed meanwhile, its answer is revoked.
import { failed, type Reply, succeeded } from '../../shared/errors.ts'
import type { Account } from '../../shared/ipc/launcher.ts'
import { say } from '../../shared/language.ts'
import type { Log } from '../log.ts'
import { type Identity, renamedBy, standsFor } from './identity.ts'
import type { CurrentTokens } from './parked-sessions.ts'
import type { createSavedSession } from './saved-session.ts'
import type { SignIn, Tokens } from './sign-in.ts'

/** Address and token of a request to the workspace. Never sent to the renderer. */
export type Access = { baseUrl: URL; token: string }

export const createSessionRefresh =
  ({
    signIn,
    saved,
    settled,
    current,
    baseOf,
    revoke,
    accept,
    end,
    log,
  }: {
    signIn: Pick<SignIn, 'refresh'>
    saved: Pick<ReturnType<typeof createSavedSession>, 'save'>
    /** Resolves when the last switch is on disk. */
    settled: () => Promise<void>
    /** A sign-out, a switch or a new sign-in replaces them. */
    current: () => CurrentTokens | null
    baseOf: (account: Account) => Promise<Reply<URL>>
    revoke: (account: Account, gone: Tokens) => Promise<void>
    accept: (tokens: Tokens, identity: Identity | null, remembered: boolean) => void
    /** Ends the session. @param why for the log */
    end: (why: string) => Reply<never>
    log: Log
  }) =>
  async (account: Account, old: CurrentTokens, refreshToken: string): Promise<Reply<Access>> => {
    const isStillCurrent = (): boolean => current() === old
    const discarded = async (tokens: Tokens | null): Promise<Reply<Access>> => {
      if (tokens !== null) await revoke(account, tokens)
      return failed({ kind: 'signedOut', message: say('main.signInAgain') })
    }
    const base = await baseOf(account)
    if (!base.ok) return base
    await settled()
    // Saved first: if the program ends before the answer is saved, the next run repeats the refresh with this key.
    if (isStillCurrent()) await saved.save(account, refreshToken, old.refreshKey)
    if (!isStillCurrent()) return discarded(null)
    const refreshed = await signIn.refresh(base.value, refreshToken, old.refreshKey)
    if (!isStillCurrent()) return discarded(refreshed.type === 'refreshed' ? refreshed.tokens : null)
    switch (refreshed.type) {
      case 'refused':
        return end('session.expired')
      case 'failed':
        log.info('session.refreshFailed', { kind: refreshed.error.kind })
        return failed(refreshed.error)
      case 'refreshed': {
        const { identity, tokens } = refreshed
        if (!standsFor(account, identity)) {
          void revoke(account, tokens)
          return end('session.otherIdentity')
        }
        // The service has replaced the old token. A crash before this save would end the session.
        const remembered = await saved.save(renamedBy(account, identity), tokens.refreshToken)
        if (!isStillCurrent()) return discarded(tokens)
        accept({ ...tokens, scopes: tokens.scopes ?? old.scopes }, identity, remembered)
        return succeeded({ baseUrl: base.value, token: tokens.accessToken })
      }
    }
  }
