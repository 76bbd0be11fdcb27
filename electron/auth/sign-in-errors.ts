// What a sign-in that cannot go on says to the person: which address, and what is wrong with it. Pure.
import type { AppError } from '../../shared/errors.ts'
import { classifyFailure } from '../network-failure.ts'

type Metadata = {
  authorization_endpoint?: string | undefined
  token_endpoint?: string | undefined
  code_challenge_methods_supported?: string[] | undefined
}

export const answersWrong = (base: URL): AppError => ({
  kind: 'unexpectedAnswer',
  message: `${base.host} answers, but not as a workspace service. Check the address.`,
})

const isWrongIssuer = (error: unknown): boolean =>
  error instanceof Error &&
  'code' in error &&
  error.code === 'OAUTH_JSON_ATTRIBUTE_COMPARISON_FAILED' &&
  JSON.stringify(error.cause ?? null).includes('"issuer"')

/** Why a request of the sign-in came to nothing. */
export const couldNotAsk = (error: unknown, base: URL): AppError => {
  if (isWrongIssuer(error))
    return {
      kind: 'unexpectedAnswer',
      message: `${base.host} answers in the name of another service. For your safety the sign-in stops here.`,
    }
  const code = error instanceof Error && 'code' in error ? error.code : undefined
  switch (classifyFailure(error)) {
    case 'notSent':
      return {
        kind: 'offline',
        message: `${base.host} cannot be reached. Check the address and your connection.`,
      }
    case 'timedOut':
      return { kind: 'unavailable', message: `${base.host} takes too long to answer. Try again in a moment.` }
    case 'aborted':
      return { kind: 'cancelled', message: 'The sign-in was cancelled.' }
    case 'cut':
      // openid-client gives its own errors a code; without one, the connection broke.
      return typeof code === 'string' && code.startsWith('OAUTH_')
        ? answersWrong(base)
        : {
            kind: 'offline',
            message: `The connection to ${base.host} broke. Check the address and your connection.`,
          }
  }
}

/** What is missing in a service's metadata for a safe sign-in, or null. */
export const explainDiscovery = (metadata: Metadata, base: URL): AppError | null => {
  const { authorization_endpoint: authorization, token_endpoint: token } = metadata
  if (authorization === undefined || token === undefined) return answersWrong(base)
  const isPlain = (address: string): boolean =>
    !URL.canParse(address) || new URL(address).protocol === 'http:'
  if (base.protocol === 'https:' && (isPlain(authorization) || isPlain(token))) return answersWrong(base)
  if (metadata.code_challenge_methods_supported?.includes('S256') !== true)
    return {
      kind: 'unexpectedAnswer',
      message: `${base.host} does not offer the protected sign-in that the launcher needs (PKCE).`,
    }
  return null
}
