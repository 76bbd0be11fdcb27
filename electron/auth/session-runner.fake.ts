// Test doubles of the vault, the service and the browser. They answer when the test says so.
import { vi } from 'vitest'
import { failed, type Reply, succeeded } from '../../shared/errors.ts'
import { ada } from '../../shared/fixtures-testing.ts'
import type { Session } from '../../shared/ipc/launcher.ts'
import type { Log } from '../log.ts'
import { createSessionRunner } from './session-runner.ts'
import type { Granted, Refreshed, SignIn, Tokens } from './sign-in.ts'
import type { SavedSession } from './saved-session.ts'
import type { VaultState } from '../storage/vault.ts'

const quiet: Log = { info: () => undefined, warn: () => undefined, bug: () => 'bug' }
export const base = new URL('https://acme.example')
export const address = 'https://acme.example/authorize?state=s'
export const tokens = (n: number): Tokens => ({
  accessToken: `access-${n}`,
  expiresAt: 1_000,
  refreshToken: `refresh-${n}`,
  scopes: ['tasks:read'],
})
export const renewed = (
  n: number,
  workspaceId: string | null = 'wsp_1',
  userId = ada.user.id,
): Refreshed => ({
  type: 'refreshed',
  tokens: tokens(n),
  identity: { user: { ...ada.user, id: userId }, workspaceId, workspaceName: null },
})
export const granted: Granted = {
  identity: { user: ada.user, workspaceId: 'wsp_1', workspaceName: 'Acme' },
  tokens: tokens(1),
}

/** A session whose saved state is read. */
export const start = async (
  options: {
    kept?: SavedSession | null
    /** The document of the sessions that wait. */
    parked?: { sessions: readonly Record<string, unknown>[] }
    vault?: VaultState
    save?: () => Promise<void>
    read?: () => Promise<unknown>
  } = {},
) => {
  const order: string[] = []
  let stored: SavedSession | null = options.kept ?? null
  let vaultState = options.vault ?? 'open'
  const document = {
    read: options.read ?? (() => Promise.resolve(stored)),
    write: async (what: unknown) => {
      await options.save?.()
      stored = what as SavedSession
      order.push(`${stored.refreshKey === undefined ? 'saved' : 'keyed'} ${stored.refreshToken}`)
    },
    remove: () => {
      stored = null
      order.push('wiped')
      return Promise.resolve()
    },
  }
  let parked: unknown = options.parked ?? null
  const list = {
    read: () => Promise.resolve(parked),
    write: (what: unknown) => {
      parked = what
      order.push('listed')
      return Promise.resolve()
    },
    remove: () => {
      parked = null
      return Promise.resolve()
    },
  }
  const browser = Promise.withResolvers<Reply<Granted>>()
  const cancel = vi.fn(() => {
    browser.resolve(failed({ kind: 'cancelled', message: 'cancelled' }))
  })
  const answers: Refreshed[] = []
  const waiting: ((answer: Refreshed) => void)[] = []
  const signIn: SignIn = {
    furtherScopes: vi.fn(() => Promise.resolve(succeeded(['meetings:write']))),
    begin: vi.fn(() => Promise.resolve(succeeded({ address, outcome: browser.promise, cancel }))),
    redeem: vi.fn(() => browser.promise),
    refresh: vi.fn((_base: URL, token: string) => {
      order.push(`refresh ${token}`)
      return new Promise<Refreshed>((resolve) => {
        const answer = answers.shift()
        if (answer === undefined) waiting.push(resolve)
        else resolve(answer)
      })
    }),
    revoke: vi.fn((_base: URL, token: string) => {
      order.push(`revoked ${token}`)
      return Promise.resolve()
    }),
  }
  const changes: Session[] = []
  const onWipe = vi.fn<() => void>()
  let id = 0
  let now = 0
  const runner = createSessionRunner({
    vault: {
      state: () => Promise.resolve(vaultState),
      document: (name) => (name === 'session' ? document : list),
      removeUnopened: (except) => Promise.resolve(void order.push(`removed all but ${except.join()}`)),
    },
    signIn,
    localBase: () => Promise.resolve(succeeded(new URL('http://127.0.0.1:4'))),
    now: () => now,
    newId: () => String((id += 1)),
    log: quiet,
    onChange: (session) => changes.push(session),
    onWipe,
  })
  await runner.restored
  const answerRefresh = (answer: Refreshed): void => {
    const waits = waiting.shift()
    if (waits === undefined) answers.push(answer)
    else waits(answer)
  }
  return {
    runner,
    signIn,
    browser,
    cancel,
    order,
    changes,
    onWipe,
    stored: () => stored,
    parked: () => parked,
    setVault: (state: VaultState) => (vaultState = state),
    setNow: (at: number) => (now = at),
    answerRefresh,
    /** Asks for access, and answers the refresh that this needs. */
    accessAfter: (answer: Refreshed, rejected?: string) => {
      const access = runner.access(rejected)
      answerRefresh(answer)
      return access
    },
  }
}
