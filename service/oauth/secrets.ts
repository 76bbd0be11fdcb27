// The server's own keys: made once, kept in the database, the same for every process on it.
import { randomBytes, subtle } from 'node:crypto'
import type { JWKS } from 'oidc-provider'
import type { Store } from '../db/store.ts'

const jwksName = 'jwks'
const cookieKeyName = 'cookie-key'

/** The key that signs id tokens (ES256). Made at the first call on a database; racing processes agree on one. */
export const signingKeys = async (store: Store): Promise<JWKS> => {
  const kept =
    (await store.read((tx) => tx.oauth.findSecret(jwksName))) ??
    (await keep(store, jwksName, await makeSigningKeys()))
  return JSON.parse(kept) as JWKS
}

/** The key that signs cookies, base64url. Made like the signing key. */
export const cookieKey = async (store: Store): Promise<string> =>
  (await store.read((tx) => tx.oauth.findSecret(cookieKeyName))) ??
  (await keep(store, cookieKeyName, randomBytes(32).toString('base64url')))

const keep = (store: Store, name: string, value: string) =>
  store.write((tx) => tx.oauth.keepSecret(name, value))

const makeSigningKeys = async (): Promise<string> => {
  const pair = await subtle.generateKey({ name: 'ECDSA', namedCurve: 'P-256' }, true, ['sign', 'verify'])
  const { kty, crv, x, y, d } = await subtle.exportKey('jwk', pair.privateKey)
  const kid = randomBytes(8).toString('hex')
  return JSON.stringify({ keys: [{ kty, crv, x, y, d, kid, use: 'sig', alg: 'ES256' }] })
}
