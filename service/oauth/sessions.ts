// Browser sessions. They are oidc-provider's, so one sign-in serves the launcher and the pages behind `webUrl`.
//
// A session carries a mark of its person's password and ends when the password changes. This includes a session whose
// password was being checked at that moment, and one that a request under way saves again afterwards.
import { randomBytes } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type Provider from 'oidc-provider'
import { hashToken } from '../base/ids.ts'
import type { OauthPayload } from './oauth.store.ts'
import type { Person } from '../access/people.store.ts'
import type { Store, Tx } from '../db/store.ts'
import { readCookie, setCookie } from '../http/server/browser-request.ts'
import { getPerson } from '../access/people.store.ts'
import { consumePayload, findPayload, addSignInCode, takeSignInCode } from './oauth.store.ts'

/** `mark` is that of the person's password at sign-in, also when a code signed them in. */
export type SignedIn = { personId: string; mark: string; byCode?: true }

/** A browser session; `id` is a hash. */
export type BrowserSession = { id: string; person: Person; byCode: boolean }

/** A hash of the stored hash, which only tells passwords apart. @param passwordHash null for a person without one */
export const passwordMark = (passwordHash: string | null): string => hashToken(passwordHash ?? '')

const codeMethod = 'page_code'

/**
 * Whether a page code began the session. A person without a password has no other way in.
 * @param amr the methods of the sign-in, which hold the mark
 */
export const isByCode = (amr: unknown): boolean =>
  Array.isArray(amr) && (amr.includes(codeMethod) || amr.includes(passwordMark(null)))

const hourSeconds = 3600
/** Short, because the launcher makes a code for each page that it opens. */
const codeSessionSeconds = 12 * hourSeconds

/** In seconds, from the last use. */
export const sessionLifetime = (amr: unknown): number =>
  isByCode(amr) ? codeSessionSeconds : 14 * 24 * hourSeconds

/**
 * Whether neither a sign-out nor another password has ended a session. One that a code began also ends 12 hours after that:
 * oidc-provider prolongs a session with each authorization request.
 * @param now epoch milliseconds
 */
export async function isLive(tx: Tx, { payload, consumedAt }: OauthPayload, now: number): Promise<boolean> {
  if (consumedAt !== null) return false
  const { accountId, amr, loginTs } = payload
  if (accountId === undefined) return true
  if (isByCode(amr) && now >= (Number(loginTs) + codeSessionSeconds) * 1000) return false
  const person = typeof accountId === 'string' ? await getPerson(tx, accountId) : undefined
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
  const endIn = (tx: Tx, key: string) => consumePayload(tx, model, key, now())

  const endOf = async (req: IncomingMessage): Promise<void> => {
    const key = await keyOf(req)
    if (key !== undefined) await store.write((tx) => endIn(tx, key))
  }

  const open = async (req: IncomingMessage): Promise<BrowserSession | undefined> => {
    const id = await keyOf(req)
    if (id === undefined) return undefined
    return await store.read(async (tx) => {
      const session = await findPayload(tx, model, id, now())
      if (!session || !(await isLive(tx, session, now()))) return undefined
      const { accountId, amr } = session.payload
      const person = typeof accountId === 'string' ? await getPerson(tx, accountId) : undefined
      return person && { id, person, byCode: isByCode(amr) }
    })
  }

  return {
    /** The session of this browser, or undefined. */
    open,

    /** The person whose browser this is, or undefined. */
    find: async (req: IncomingMessage): Promise<Person | undefined> => (await open(req))?.person,

    /** Signs a person in: a new session with a new id, and its cookie. The one before ends. */
    async start(
      req: IncomingMessage,
      res: ServerResponse,
      { personId, mark, byCode }: SignedIn,
    ): Promise<void> {
      await endOf(req)
      const provider = await loadProvider(req)
      const session = new provider.Session()
      const amr = byCode ? [mark, codeMethod] : [mark]
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
        const holder = (await findPayload(tx, model, key, now()))?.payload['accountId']
        if (holder !== undefined && holder !== personId) await endIn(tx, key)
      })
    },

    /**
     * A code that signs a person in once, within five minutes (APP-08): 256 random bits, stored as a hash. The launcher of a
     * local workspace, whose owner has no password, adds it to the address of a page. Other programs of the computer may
     * read that address first. Such a session gives no secrets, changes no password, role or member, and allows no
     * authorization request.
     */
    issueCode: async (personId: string): Promise<string> => {
      const code = randomBytes(32).toString('base64url')
      const expiresAt = now() + codeLifetimeMs
      await store.write((tx) => addSignInCode(tx, { hash: hashToken(code), personId, expiresAt }))
      return code
    },

    /** Uses a code. Undefined when it is unknown, expired or used. */
    takeCode: (code: string): Promise<SignedIn | undefined> =>
      store.write(async (tx) => {
        const personId = await takeSignInCode(tx, hashToken(code), now())
        const person = personId === undefined ? undefined : await getPerson(tx, personId)
        return person && { personId: person.id, mark: passwordMark(person.passwordHash), byCode: true }
      }),
  }
}
