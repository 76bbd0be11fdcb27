// oidc-provider's storage on our store. Secrets of clients (tokens, codes, session and interaction ids) are stored as
// hashes only, and are removed from the documents, which would repeat them (AUT-02).
import type { Adapter, AdapterFactory, AdapterPayload, KoaContextWithOIDC } from 'oidc-provider'
import { hashToken } from '../workspaces/access-token.ts'
import type { OauthPayload } from './oauth.store.ts'
import type { Store, Tx } from '../db/store.ts'
import { createRotations, type Row } from './rotation.ts'
import { isLive } from './sessions.ts'

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
  const rotations = createRotations(store, now, request)
  // A grant id opens nothing by itself, and our own table of grants refers to it.
  const keyOf = (model: string, id: string) => (model === 'Grant' ? id : hashToken(id))

  /** @returns undefined for a session that was ended */
  const live = async (tx: Tx, row: OauthPayload | undefined): Promise<OauthPayload | undefined> =>
    row?.model === 'Session' && !(await isLive(tx, row)) ? undefined : row

  const endGrantOf = async ({ grantId }: Row): Promise<void> => {
    if (grantId !== null) await store.write((tx) => tx.oauth.endGrant(grantId))
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
      if (model === 'RefreshToken' && rotations.hold(row)) return
      if (model !== 'AccessToken') await store.write((tx) => tx.oauth.savePayload(row))
      else if (!(await rotations.finish(row))) {
        // Two requests with one refresh token: both read it as fresh before either used it. That is a replay like any
        // other, so the whole family ends, as it does when the second one comes later (RFC 9700, 4.14.2).
        await endGrantOf(row)
        throw alreadyUsed()
      }
    },

    async find(id) {
      const row = await store.read(async (tx) =>
        live(tx, await tx.oauth.findPayload(model, keyOf(model, id), now())),
      )
      // A used refresh token is looked up to be used again or revoked. Either ends its sign-in, unless it may be repeated.
      if (row?.model === 'RefreshToken' && row.consumedAt !== null) {
        const repeated = await rotations.repeated(row)
        return repeated ? withSecrets(id, repeated) : await endGrantOf(row)
      }
      return row && withSecrets(id, row)
    },

    async findByUid(uid) {
      // Only the hash of the id is stored, and callers that look a session up by `uid` do not need the id.
      const row = await store.read(async (tx) => live(tx, await tx.oauth.findPayloadByUid(model, uid, now())))
      return row && withSecrets(row.id, row)
    },

    // Only the device flow has user codes, and it is off.
    async findByUserCode() {
      return undefined
    },

    async consume(id) {
      const key = keyOf(model, id)
      if (model === 'RefreshToken') return rotations.begin(key)
      const first = await store.write((tx) => tx.oauth.consumePayload(model, key, now()))
      if (first) return
      // The second use of a code revokes the tokens of the first one (RFC 6749, 4.1.2).
      const row = await store.read((tx) => tx.oauth.findPayload(model, key, now()))
      if (row) await endGrantOf(row)
      throw alreadyUsed()
    },

    async destroy(id) {
      await store.write(async (tx) => {
        if (model === 'Grant') await tx.oauth.endGrant(id)
        // Not deleted: another request of that browser that is under way would save it anew.
        else if (model === 'Session') await tx.oauth.consumePayload(model, keyOf(model, id), now())
        else await tx.oauth.deletePayload(model, keyOf(model, id))
      })
    },

    async revokeByGrantId(grantId) {
      await store.write((tx) => tx.oauth.deletePayloadsOfGrant(model, grantId))
    },
  })
}

/** The document without its own id: an interaction's address ends in it, and it names the session's id too. */
const withoutSecrets = (id: string, payload: AdapterPayload): Record<string, unknown> => {
  const { jti: _id, returnTo, session, ...kept } = payload
  const { cookie: _cookie, ...knownSession } = session ?? {}
  return {
    ...kept,
    ...(returnTo === undefined
      ? {}
      : { returnTo: returnTo.endsWith(id) ? returnTo.slice(0, -id.length) : returnTo }),
    ...(session === undefined ? {} : { session: knownSession }),
  }
}

const withSecrets = (id: string, row: OauthPayload): AdapterPayload => {
  const payload = row.payload as AdapterPayload
  return {
    ...payload,
    jti: id,
    ...(row.model === 'Interaction' ? { returnTo: `${payload.returnTo}${id}` } : {}),
    // oidc-provider wants epoch seconds.
    ...(row.consumedAt === null ? {} : { consumed: Math.floor(row.consumedAt / 1000) }),
  }
}
