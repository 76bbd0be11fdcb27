// Turns failures of a sign-in into messages that name the address and the problem. Pure.
import type { AppError } from '../../shared/errors.ts'
import { say } from '../../shared/language.ts'
import { isLoopbackHost } from '../security/external-address.ts'
import { classifyFailure } from '../network.ts'

type Metadata = {
  authorization_endpoint?: string | undefined
  token_endpoint?: string | undefined
  revocation_endpoint?: string | undefined
  jwks_uri?: string | undefined
  code_challenge_methods_supported?: string[] | undefined
}

export const answersWrong = (base: URL): AppError => ({
  kind: 'unexpectedAnswer',
  message: say('signInError.notService', { host: base.host }),
})

const isWrongIssuer = (error: unknown): boolean =>
  error instanceof Error &&
  'code' in error &&
  error.code === 'OAUTH_JSON_ATTRIBUTE_COMPARISON_FAILED' &&
  JSON.stringify(error.cause ?? null).includes('"issuer"')

/** Explains why a request of the sign-in failed. */
export const couldNotAsk = (error: unknown, base: URL): AppError => {
  if (isWrongIssuer(error))
    return {
      kind: 'unexpectedAnswer',
      message: say('signInError.otherIssuer', { host: base.host }),
    }
  const code = error instanceof Error && 'code' in error ? error.code : undefined
  switch (classifyFailure(error)) {
    case 'notSent':
      return {
        kind: 'offline',
        message: say('signInError.unreachable', { host: base.host }),
      }
    case 'timedOut':
      return { kind: 'unavailable', message: say('signInError.slow', { host: base.host }) }
    case 'aborted':
      return { kind: 'cancelled', message: say('signInError.cancelled') }
    case 'cut':
      // openid-client errors have a code. An error without one is a broken connection.
      return typeof code === 'string' && code.startsWith('OAUTH_')
        ? answersWrong(base)
        : {
            kind: 'offline',
            message: say('signInError.cut', { host: base.host }),
          }
  }
}

/** Endpoints receive codes and tokens: https only, or plain http on this machine if the service is on it. */
const isSafeEndpoint = (address: string, base: URL): boolean => {
  if (!URL.canParse(address)) return false
  const { protocol, hostname } = new URL(address)
  return (
    protocol === 'https:' || (base.protocol === 'http:' && protocol === 'http:' && isLoopbackHost(hostname))
  )
}

/** Explains why a service's metadata does not allow a safe sign-in. Null if it does. */
export const explainDiscovery = (metadata: Metadata, base: URL): AppError | null => {
  const { authorization_endpoint: authorization, token_endpoint: token } = metadata
  if (authorization === undefined || token === undefined) return answersWrong(base)
  for (const endpoint of [authorization, token, metadata.revocation_endpoint, metadata.jwks_uri])
    if (endpoint !== undefined && !isSafeEndpoint(endpoint, base)) return answersWrong(base)
  if (metadata.code_challenge_methods_supported?.includes('S256') !== true)
    return {
      kind: 'unexpectedAnswer',
      message: say('signInError.noPkce', { host: base.host }),
    }
  return null
}
