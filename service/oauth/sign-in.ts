// Checks email and password, and slows down guessers (OAU-03). Both sign-in forms use it.
//
// Strangers cannot lock a person out (OAU-04). A browser that has signed in to an account keeps a device token for it, and
// only its own wrong passwords slow it down. All other browsers count together, by account and by address.
// https://owasp.org/www-community/Slow_Down_Online_Guessing_Attacks_with_Device_Cookies
import { createHmac, randomBytes } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { isSameSecret } from '../base/ids.ts'
import { createRateLimiter } from '../http/rate-limit.ts'
import { say } from '../language/say.ts'
import { personByEmail, foldEmail, type Person } from '../access/people.store.ts'
import type { Store } from '../db/store.ts'
import { readCookie, setCookie } from '../http/server/browser-request.ts'
import { clientAddress } from '../http/server/host-check.ts'
import { verifyPassword } from './password.ts'
import { passwordMark, type SignedIn } from './sessions.ts'

export type SignInOutcome =
  | ({ kind: 'signedIn' } & SignedIn)
  /** The form again, with a notice. The same for an unknown email, a wrong password and a person without one. */
  | { kind: 'refused'; email: string; notice: string; retryAfterSeconds?: number }

/** Checks a posted form. A browser that signs in gets its device token. */
export type PasswordSignIn = (
  req: IncomingMessage,
  res: ServerResponse,
  form: ReadonlyMap<string, string>,
) => Promise<SignInOutcome>

const windowSeconds = 15 * 60
/** Wrong passwords for one account in a window: from one known browser, and from all others together. */
const accountLimit = 5
/** Wrong passwords from one address, which may be an office. */
const addressLimit = 30

/** The longest that browsers keep a cookie. */
const cookieSeconds = 400 * 86_400
/** A browser has one for each account, newest first. */
const mostTokens = 8
/** The device's id and its keyed hash with the account. */
const tokenForm = /^[\w-]{12}\.[\w-]{43}$/

export const createPasswordSignIn = (deps: {
  store: Store
  now: () => number
  baseUrl: () => string
  proxy: 'none' | 'trusted'
  cookieKey: () => Promise<string>
  /** The name of the cookie with the device tokens. */
  cookieName: () => Promise<string>
}): PasswordSignIn => {
  const { store, now, baseUrl, proxy, cookieKey, cookieName } = deps
  const limiter = (name: string, limit: number) =>
    createRateLimiter({ now, limit, windowSeconds, shared: store.shared, name: `sign-in ${name}` })
  const addresses = limiter('address', addressLimit)
  const accounts = limiter('account', accountLimit)
  const devices = limiter('device', accountLimit)

  /** A new password makes the token invalid. */
  const tokenOf = async (device: string, { id, passwordHash }: Person): Promise<string> => {
    const text = `device ${device} ${id} ${passwordMark(passwordHash)}`
    return `${device}.${createHmac('sha256', await cookieKey())
      .update(text)
      .digest('base64url')}`
  }

  const tokensOf = async (req: IncomingMessage): Promise<string[]> =>
    (readCookie(req, await cookieName()) ?? '')
      .split('~')
      .filter((token) => tokenForm.test(token))
      .slice(0, mostTokens)

  const findToken = async (tokens: readonly string[], person: Person): Promise<string | undefined> => {
    for (const token of tokens) {
      const [device = ''] = token.split('.', 1)
      if (isSameSecret(token, await tokenOf(device, person))) return token
    }
    return undefined
  }

  return async (req, res, form) => {
    const email = form.get('email') ?? ''
    const account = foldEmail(email)
    const person = await store.read((tx) => personByEmail(tx, account))
    const tokens = await tokensOf(req)
    const known = person && (await findToken(tokens, person))

    // Counted before the outcome is known, so that a hundred parallel guesses are a hundred attempts. The account counts only
    // attempts that their address was let through, so that one address cannot fill the counts with invented accounts.
    const counted =
      known === undefined
        ? [
            { by: addresses, key: clientAddress(req, proxy) },
            { by: accounts, key: account },
          ]
        : [{ by: devices, key: known }]
    for (const { by, key } of counted) {
      const { admitted, retryAfterSeconds } = await by.take(key)
      if (admitted) continue
      return { kind: 'refused', email, notice: tooMany(retryAfterSeconds), retryAfterSeconds }
    }

    const isRight = await verifyPassword(form.get('password') ?? '', person?.passwordHash ?? null)
    if (!isRight || !person) {
      return { kind: 'refused', email, notice: say('signIn.wrong') }
    }

    await Promise.all(counted.map(({ by, key }) => by.giveBack(key)))
    const token = known ?? (await tokenOf(randomBytes(9).toString('base64url'), person))
    const kept = [token, ...tokens.filter((other) => other !== token)].slice(0, mostTokens)
    setCookie(res, baseUrl(), {
      name: await cookieName(),
      value: kept.join('~'),
      maxAgeSeconds: cookieSeconds,
    })
    return { kind: 'signedIn', personId: person.id, mark: passwordMark(person.passwordHash) }
  }
}

const tooMany = (seconds: number): string =>
  seconds < 90
    ? say('signIn.tooMany.seconds', { seconds })
    : say('signIn.tooMany.minutes', { minutes: Math.ceil(seconds / 60) })
