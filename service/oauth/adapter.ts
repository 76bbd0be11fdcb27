// oidc-provider's storage on our store. Secrets of clients (tokens, codes, session and interaction ids) are stored as
// hashes only, and are removed from the documents, which would repeat them (AUT-02).
//
// A refresh changes three documents in one transaction: the used token, the next one and the access token. A database that
// goes away in between leaves the used one good. oidc-provider writes them one after the other, so the first two wait for
// the third.
//
// A client that lost the answer and a thief present the same used token. A client that sends an `Idempotency-Key` with
// its refresh can repeat it under that key until the next token is used, and its last answer counts. Without the key a used
// token ends its sign-in (RFC 9700, 4.14.2).
//
// Assistants send no such key, and run as several processes that share one file of tokens. For ten seconds after its first use, their
// refresh token gives another follower beside the first.
import type { Adapter, AdapterFactory, AdapterPayload, KoaContextWithOIDC } from 'oidc-provider'
import { z } from 'zod'
import { launcherClientId } from '../../shared/api/primitives.ts'
import { hashToken } from '../base/ids.ts'
import type { OauthPayload } from './oauth.store.ts'
import type { Store, Tx } from '../db/store.ts'
import { isLive } from './sessions.ts'
import {
  findPayload,
  consumePayload,
  savePayload,
  findPayloadByUid,
  deletePayload,
  deletePayloadsOfGrant,
} from './oauth.store.ts'
import { endGrant, noteGrantUse } from './grants.store.ts'

type Row = Omit<OauthPayload, 'consumedAt'>
type Rotation = { used: string; next?: Row }

/**
 * The payload of a used refresh token: the key that may repeat its use, or the time until which anybody may, in epoch milliseconds,
 * and the id of the next token.
 */
const usedPayload = z.object({
  repeat: z.union([
    z.object({ key: z.string(), next: z.string() }),
    z.object({ until: z.number(), next: z.string() }),
  ]),
})

/** How long an assistant may send a refresh again, in milliseconds. */
const assistantRepeats = 10_000

/**
 * @param now epoch milliseconds; it decides what has expired.
 * @param alreadyUsed makes the error for a code or refresh token that two requests use at the same moment.
 * @param request the one that is being answered
 */
export const createAdapter = (
  store: Store,
  now: () => number,
  alreadyUsed: () => Error,
  request: () => KoaContextWithOIDC | undefined,
): AdapterFactory => {
  const rotations = new WeakMap<KoaContextWithOIDC, Rotation>()

  const currentRotation = () => {
    const asked = request()
    return asked && rotations.get(asked)
  }

  // A grant id opens nothing by itself, and our own table of grants refers to it.
  const keyOf = (model: string, id: string) => (model === 'Grant' ? id : hashToken(id))

  const repeatKey = (): string | undefined => {
    const sent = request()?.get('Idempotency-Key') ?? ''
    return sent === '' ? undefined : hashToken(sent)
  }

  /** The token that was given for a used one, if this request may ask for another. @returns its id, and whether it stays good */
  const followerOf = ({ payload }: OauthPayload): { id: string; stays: boolean } | undefined => {
    const { repeat } = usedPayload.safeParse(payload).data ?? {}
    if (repeat === undefined) return undefined
    if ('until' in repeat) return now() <= repeat.until ? { id: repeat.next, stays: true } : undefined
    return repeat.key === repeatKey() ? { id: repeat.next, stays: false } : undefined
  }

  /** The follower of a used refresh token, if this request may use that token again. */
  const repeated = async (used: OauthPayload): Promise<OauthPayload | undefined> => {
    const follower = followerOf(used)
    if (follower === undefined) return undefined
    const next = await store.read((tx) => findPayload(tx, 'RefreshToken', follower.id, now()))
    return next?.consumedAt === null ? next : undefined
  }

  const rotate = async (tx: Tx, used: string, next: Row): Promise<boolean> => {
    const key = repeatKey()
    const isAssistant = next.payload['clientId'] !== launcherClientId
    const repeat = key !== undefined ? { key } : isAssistant ? { until: now() + assistantRepeats } : undefined
    const kept = repeat === undefined ? {} : { repeat: { ...repeat, next: next.id } }
    if (!(await consumePayload(tx, 'RefreshToken', used, now(), kept))) {
      const before = await findPayload(tx, 'RefreshToken', used, now())
      const follower = before && followerOf(before)
      if (before === undefined || follower === undefined) return false
      // Only one request can use the follower up: a parallel repeat, or a refresh with the follower itself.
      if (!follower.stays) {
        if (!(await consumePayload(tx, 'RefreshToken', follower.id, now(), {}))) return false
        await savePayload(tx, { ...before, payload: kept })
      }
    }
    await savePayload(tx, next)
    return true
  }

  /** @returns undefined for a session that was ended */
  const live = async (tx: Tx, row: OauthPayload | undefined): Promise<OauthPayload | undefined> =>
    row?.model === 'Session' && !(await isLive(tx, row, now())) ? undefined : row

  const endGrantOf = async ({ grantId }: Row): Promise<void> => {
    if (grantId !== null) await store.write((tx) => endGrant(tx, grantId))
  }

  return (model): Adapter => ({
    async upsert(id, payload, expiresInSeconds) {
      const row: Row = {
        model,
        id: keyOf(model, id),
        payload: withoutSecrets(id, payload),
        grantId: payload.grantId ?? null,
        uid: payload.uid ?? null,
        expiresAt: expiresInSeconds === undefined ? null : now() + expiresInSeconds * 1000,
      }
      const rotation = currentRotation()
      if (model === 'RefreshToken' && rotation) {
        rotation.next = row
        return
      }
      const next = model === 'AccessToken' ? rotation?.next : undefined
      const isSaved = await store.write(async (tx) => {
        // First, because the end of a grant locks both in this order.
        if (model === 'AccessToken' && row.grantId !== null) await noteGrantUse(tx, row.grantId, now())
        if (rotation && next && !(await rotate(tx, rotation.used, next))) return false
        await savePayload(tx, row)
        return true
      })
      if (isSaved) return
      // Two requests read one refresh token as fresh before either used it. That is a replay like any other, so the whole
      // family ends, as it does when the second one comes later (RFC 9700, 4.14.2).
      await endGrantOf(row)
      throw alreadyUsed()
    },

    async find(id) {
      const row = await store.read(async (tx) =>
        live(tx, await findPayload(tx, model, keyOf(model, id), now())),
      )
      // A used refresh token is looked up to be used again or revoked. Either ends its sign-in, unless it may be repeated.
      if (row?.model === 'RefreshToken' && row.consumedAt !== null) {
        const next = await repeated(row)
        return next ? withSecrets(id, next) : await endGrantOf(row)
      }
      return row && withSecrets(id, row)
    },

    async findByUid(uid) {
      // Only the hash of the id is stored, and callers that look a session up by `uid` do not need the id.
      const row = await store.read(async (tx) => live(tx, await findPayloadByUid(tx, model, uid, now())))
      return row && withSecrets(row.id, row)
    },

    // Only the device flow has user codes, and it is off.
    async findByUserCode() {
      return undefined
    },

    async consume(id) {
      const key = keyOf(model, id)
      const asked = request()
      if (model === 'RefreshToken' && asked) {
        rotations.set(asked, { used: key })
        return
      }
      const first = await store.write((tx) => consumePayload(tx, model, key, now()))
      if (first) return
      // The second use of a code revokes the tokens of the first one (RFC 6749, 4.1.2).
      const row = await store.read((tx) => findPayload(tx, model, key, now()))
      if (row) await endGrantOf(row)
      throw alreadyUsed()
    },

    async destroy(id) {
      await store.write(async (tx) => {
        if (model === 'Grant') await endGrant(tx, id)
        // Not deleted: another request of that browser that is under way would save it again.
        else if (model === 'Session') await consumePayload(tx, model, keyOf(model, id), now())
        else await deletePayload(tx, model, keyOf(model, id))
      })
    },

    async revokeByGrantId(grantId) {
      await store.write((tx) => deletePayloadsOfGrant(tx, model, grantId))
    },
  })
}

/** The document without its own id, which ends the address of an interaction, and without the id of its session. */
const withoutSecrets = (id: string, payload: AdapterPayload): Record<string, unknown> => {
  const { jti: _id, returnTo, session, ...kept } = payload
  const { cookie: _cookie, ...knownSession } = session ?? {}
  return {
    ...kept,
    ...(returnTo !== undefined && {
      returnTo: returnTo.endsWith(id) ? returnTo.slice(0, -id.length) : returnTo,
    }),
    ...(session !== undefined && { session: knownSession }),
  }
}

const withSecrets = (id: string, row: OauthPayload): AdapterPayload => {
  const payload = row.payload as AdapterPayload
  return {
    ...payload,
    jti: id,
    ...(row.model === 'Interaction' && { returnTo: `${payload.returnTo}${id}` }),
    // In epoch seconds.
    ...(row.consumedAt !== null && { consumed: Math.floor(row.consumedAt / 1000) }),
  }
}
