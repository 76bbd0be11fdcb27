// Who is signed in in this browser. There is one session, oidc-provider's: signing in for the launcher counts for the
// pages behind `webUrl` as well, and the other way round.
import type { IncomingMessage, ServerResponse } from 'node:http'
import type Provider from 'oidc-provider'
import { hashToken } from '../workspaces/access-token.ts'
import type { Person } from '../workspaces/people.store.ts'
import type { Store, Tx } from '../db/store.ts'
import { readCookie } from './browser-request.ts'
import { sessionLifetime } from './configuration.ts'
import { isLive, type SignedIn } from './signed-in.ts'

export type Sessions = ReturnType<typeof createSessions>

/**
 * @param loadProvider loads oidc-provider; only starting a session needs it.
 * @param cookieName of the session.
 */
export const createSessions = ({
  store,
  now,
  cookieName,
  loadProvider,
}: {
  store: Store
  now: () => number
  cookieName: () => Promise<string>
  loadProvider: (req: IncomingMessage) => Promise<Provider>
}) => {
  const model = 'Session'

  const keyOf = async (req: IncomingMessage): Promise<string | undefined> => {
    const id = readCookie(req, await cookieName())
    return id === undefined ? undefined : hashToken(id)
  }

  // Marked as used, not deleted: a request that is under way would save the session anew when it is answered.
  const end = (tx: Tx, key: string) => tx.oauth.consumePayload(model, key, now())

  return {
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
      const before = await keyOf(req)
      if (before !== undefined) await store.write((tx) => end(tx, before))
      const provider = await loadProvider(req)
      const session = new provider.Session()
      const amr = [mark]
      session.loginAccount({ accountId: personId, loginTs: Math.floor(now() / 1000), amr })
      const lifetime = sessionLifetime(amr)
      await session.save(lifetime)
      provider.createContext(req, res).cookies.set(await cookieName(), session.jti, {
        httpOnly: true,
        sameSite: 'lax',
        maxAge: lifetime * 1000,
      })
    },

    /** Signs the browser out. The launcher's own sign-ins stay. */
    async end(req: IncomingMessage, res: ServerResponse): Promise<void> {
      const key = await keyOf(req)
      if (key !== undefined) await store.write((tx) => end(tx, key))
      const name = await cookieName()
      res.setHeader(
        'Set-Cookie',
        [name, `${name}.sig`].map((each) => `${each}=; Path=/; Max-Age=0; HttpOnly; SameSite=Lax`),
      )
    },

    /** Signs the browser out when somebody else than this person is signed in. */
    async endUnless(req: IncomingMessage, personId: string): Promise<void> {
      const key = await keyOf(req)
      if (key === undefined) return
      await store.write(async (tx) => {
        const holder = (await tx.oauth.findPayload(model, key, now()))?.payload['accountId']
        if (holder !== undefined && holder !== personId) await end(tx, key)
      })
    },

    /** Ends a session by its inner name, which is what an interaction knows of it. */
    async endByUid(uid: string): Promise<void> {
      await store.write(async (tx) => {
        const session = await tx.oauth.findPayloadByUid(model, uid, now())
        if (session) await end(tx, session.id)
      })
    },
  }
}
