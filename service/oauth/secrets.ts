// The server's own keys. They are in the database, so that its processes share them.
import { randomBytes, subtle } from 'node:crypto'
import type { JWKS } from 'oidc-provider'
import type { Store } from '../db/store.ts'
import { findOauthSecret, keepOauthSecret } from './oauth.store.ts'

/** Made once a database; racing processes agree on one. */
const kept = async (store: Store, name: string, make: () => string | Promise<string>): Promise<string> => {
  const found = await store.read((tx) => findOauthSecret(tx, name))
  if (found !== undefined) return found
  const made = await make()
  return await store.write((tx) => keepOauthSecret(tx, name, made))
}

/** The key that signs cookies, base64url. */
export const cookieKey = (store: Store): Promise<string> =>
  kept(store, 'cookie-key', () => randomBytes(32).toString('base64url'))

/** The key that signs id tokens (ES256). */
export const signingKeys = async (store: Store): Promise<JWKS> =>
  JSON.parse(
    await kept(store, 'jwks', async () => {
      const pair = await subtle.generateKey({ name: 'ECDSA', namedCurve: 'P-256' }, true, ['sign', 'verify'])
      const { kty, crv, x, y, d } = await subtle.exportKey('jwk', pair.privateKey)
      const kid = randomBytes(8).toString('hex')
      return JSON.stringify({ keys: [{ kty, crv, x, y, d, kid, use: 'sig', alg: 'ES256' }] })
    }),
  ) as JWKS
