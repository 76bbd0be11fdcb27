// A refresh: the used token, the one that follows it and the access token change in one transaction, so that a database
// that goes away in between leaves the used one good. oidc-provider writes the three one after the other; the first two
// wait here for the third.
//
// A client that lost the answer and a thief present the same used token. A client that sends an `Idempotency-Key` with
// its refresh can repeat it under that key until the token that follows is used, and its last answer counts. Without the
// key a used token ends its sign-in (RFC 9700, 4.14.2).
import { z } from 'zod'
import { hashToken } from '../workspaces/access-token.ts'
import type { OauthPayload } from './oauth.store.ts'
import type { Store, Tx } from '../db/store.ts'

export type Row = Omit<OauthPayload, 'consumedAt'>

/** The part of a Koa context that is used here. */
type Request = { get: (header: string) => string }

const model = 'RefreshToken'

/** The payload of a used token: the key that may repeat its use, and the id of the next token. */
const usedPayload = z.object({ repeat: z.object({ key: z.string(), next: z.string() }) })

/**
 * @param now epoch milliseconds
 * @param request the one that is being answered
 */
export const createRotations = (store: Store, now: () => number, request: () => Request | undefined) => {
  const begun = new WeakMap<Request, { used: string; next?: Row }>()

  const current = () => {
    const asked = request()
    return asked && begun.get(asked)
  }

  /** Hashed, as everything is that opens something. */
  const key = (): string | undefined => {
    const sent = request()?.get('Idempotency-Key') ?? ''
    return sent === '' ? undefined : hashToken(sent)
  }

  /** The id of the token that was given for this one, where this request may ask for another. */
  const followerOf = ({ payload }: OauthPayload): string | undefined => {
    const { repeat } = usedPayload.safeParse(payload).data ?? {}
    return repeat !== undefined && repeat.key === key() ? repeat.next : undefined
  }

  const use = async (tx: Tx, used: string, next: string): Promise<boolean> => {
    const sent = key()
    const kept = sent === undefined ? {} : { repeat: { key: sent, next } }
    if (await tx.oauth.consumePayload(model, used, now(), kept)) return true
    const before = await tx.oauth.findPayload(model, used, now())
    const follower = before && followerOf(before)
    if (before === undefined || follower === undefined) return false
    // Only one request can use the follower up: a parallel repeat, or a refresh with the follower itself.
    if (!(await tx.oauth.consumePayload(model, follower, now(), {}))) return false
    await tx.oauth.savePayload({ ...before, payload: kept })
    return true
  }

  return {
    /** This request uses the token up; its next refresh token waits for its access token. */
    begin(used: string): void {
      const asked = request()
      if (asked) begun.set(asked, { used })
    },

    /** @returns whether that waits. */
    hold(next: Row): boolean {
      const rotation = current()
      if (rotation) rotation.next = next
      return rotation !== undefined
    },

    /** Writes a rotation that is held, with its access token. False when its token was used by another. */
    async finish(access: Row): Promise<boolean> {
      const rotation = current()
      const next = rotation?.next
      return await store.write(async (tx) => {
        if (next) {
          if (!(await use(tx, rotation.used, next.id))) return false
          await tx.oauth.savePayload(next)
        }
        await tx.oauth.savePayload(access)
        return true
      })
    },

    /** The payload for a used token, if this request may use the token again. */
    async repeated(used: OauthPayload): Promise<OauthPayload | undefined> {
      const follower = followerOf(used)
      if (follower === undefined) return undefined
      const next = await store.read((tx) => tx.oauth.findPayload(model, follower, now()))
      return next?.consumedAt === null ? next : undefined
    },
  }
}
