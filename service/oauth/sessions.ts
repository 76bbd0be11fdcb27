// Browser sessions. They are oidc-provider's, so one sign-in serves the launcher and the pages behind `webUrl`.
//
// A session carries a mark of its person's password and ends when the password changes. This includes a session whose
// password was being checked at that moment, and one that a request under way saves again afterwards.
import { randomBytes } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type Provider from 'oidc-provider'
import { hashToken } from '../workspaces/access-token.ts'
import type { OauthPayload } from './oauth.store.ts'
import type { Person } from '../workspaces/people.store.ts'
import type { Store, Tx } from '../db/store.ts'
import { readCookie, setCookie } from './browser-request.ts'

/** `mark` is that of the person's password at sign-in, also when a code signed them in. */
export type SignedIn = { personId: string; mark: string }

/** A hash of the stored hash, which only tells passwords apart. @param passwordHash null for a person without one */
export const passwordMark = (passwordHash: string | null): string => hashToken(passwordHash ?? '')

/** Whether a one-time code of the embedded service began the session, because its person has no password. */
export const isPasswordless = (amr: readonly string[] | undefined): boolean =>
  amr?.includes(passwordMark(null)) ?? false

const daySeconds = 86_400

/**
 * In seconds. Short for a person without a password, because the launcher signs them in for each page that it opens.
 * @param amr the method of the sign-in, which holds the mark
 */
export const sessionLifetime = (amr: readonly string[] | undefined): number =>
  isPasswordless(amr) ? daySeconds : 14 * daySeconds

/** Whether neither a sign-out nor another password has ended a session. */
export async function isLive(tx: Tx, { payload, consumedAt }: OauthPayload): Promise<boolean> {
  if (consumedAt !== null) return false
  const { accountId, amr } = payload
  if (accountId === undefined) return true
  const person = typeof accountId === 'string' ? await tx.people.get(accountId) : undefined
  return person !== undefined && Array.isArray(amr) && amr.includes(passwordMark(person.passwordHash))
}

const model = 'Session'
const codeLifetimeMs = 5 * 60_000

export type Sessions = ReturnType<typeof createSessions>

/**
 * @param deps.cookieName of the session
 * @param deps.loadProvider loads oidc-provider; only starting a session needs it
 */
export const createSessions = (deps: {
  store: Store
  now: () => number
  baseUrl: () => string
  cookieName: () => Promise<string>
  loadProvider: (req: IncomingMessage) => Promise<Provider>
}) => {
  const { store, now, baseUrl, cookieName, loadProvider } = deps

  const keyOf = async (req: IncomingMessage): Promise<string | undefined> => {
    const id = readCookie(req, await cookieName())
    return id === undefined ? undefined : hashToken(id)
  }

  // Marked as used, not deleted: a request under way would save the session again.
  const endIn = (tx: Tx, key: string) => tx.oauth.consumePayload(model, key, now())

  const endOf = async (req: IncomingMessage): Promise<void> => {
    const key = await keyOf(req)
    if (key !== undefined) await store.write((tx) => endIn(tx, key))
  }

  return {
    /** The stored id of the browser's session, a hash. The session may have ended. */
    idOf: keyOf,

    /** The person whose browser this is, or undefined. */
    async find(req: IncomingMessage): Promise<Person | undefined> {
      const key = await keyOf(req)
      if (key === undefined) return undefined
      return await store.read(async (tx) => {
        const session = await tx.oauth.findPayload(model, key, now())
        if (!session || !(await isLive(tx, session))) return undefined
        const { accountId } = session.payload
        return typeof accountId === 'string' ? await tx.people.get(accountId) : undefined
      })
    },

    /** Signs a person in: a new session with a new id, and its cookie. The one before ends. */
    async start(req: IncomingMessage, res: ServerResponse, { personId, mark }: SignedIn): Promise<void> {
      await endOf(req)
      const provider = await loadProvider(req)
      const session = new provider.Session()
      const amr = [mark]
      session.loginAccount({ accountId: personId, loginTs: Math.floor(now() / 1000), amr })
      const lifetime = sessionLifetime(amr)
      await session.save(lifetime)
      // oidc-provider signs the cookie, and reads no other.
      provider.createContext(req, res).cookies.set(await cookieName(), session.jti, {
        httpOnly: true,
        sameSite: 'lax',
        maxAge: lifetime * 1000,
      })
    },

    /** Signs the browser out. The launcher's own sign-ins stay. */
    async end(req: IncomingMessage, res: ServerResponse): Promise<void> {
      await endOf(req)
      const name = await cookieName()
      for (const each of [name, `${name}.sig`])
        setCookie(res, baseUrl(), { name: each, value: '', maxAgeSeconds: 0 })
    },

    /** Signs the browser out unless this person is signed in. */
    async endUnless(req: IncomingMessage, personId: string | undefined): Promise<void> {
      const key = await keyOf(req)
      if (key === undefined) return
      await store.write(async (tx) => {
        const holder = (await tx.oauth.findPayload(model, key, now()))?.payload['accountId']
        if (holder !== undefined && holder !== personId) await endIn(tx, key)
      })
    },

    /**
     * A code that signs a person in once, within five minutes (APP-08): 256 random bits, stored as a hash. The launcher of a
     * local workspace, whose owner has no password, adds it to the address of a page. Other programs of the computer may
     * read that address first, so such a session opens pages only, creates no secret, and allows no authorization request.
     */
    issueCode: async (personId: string): Promise<string> => {
      const code = randomBytes(32).toString('base64url')
      const expiresAt = now() + codeLifetimeMs
      await store.write((tx) => tx.oauth.addSignInCode({ hash: hashToken(code), personId, expiresAt }))
      return code
    },

    /** Uses a code. Undefined when it is unknown, expired or used. */
    takeCode: (code: string): Promise<SignedIn | undefined> =>
      store.write(async (tx) => {
        const personId = await tx.oauth.takeSignInCode(hashToken(code), now())
        const person = personId === undefined ? undefined : await tx.people.get(personId)
        return person && { personId: person.id, mark: passwordMark(person.passwordHash) }
      }),
  }
}
