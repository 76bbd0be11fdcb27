// Classifies failed requests. Only a connection that was never established proves that the service received nothing
// (APP-07). Handles the errors of Node's fetch and of Chromium's.

/** `notSent`: the service did not receive the request. `cut`: it may have. */
export type NetworkFailure = 'notSent' | 'timedOut' | 'aborted' | 'cut'

const neverConnected: ReadonlySet<string> = new Set([
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENETDOWN',
  'EADDRNOTAVAIL',
  'UND_ERR_CONNECT_TIMEOUT',
  // TLS handshakes fail before the request is sent.
  'CERT_HAS_EXPIRED',
  'DEPTH_ZERO_SELF_SIGNED_CERT',
  'SELF_SIGNED_CERT_IN_CHAIN',
  'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
  'UNABLE_TO_GET_ISSUER_CERT_LOCALLY',
  'ERR_TLS_CERT_ALTNAME_INVALID',
])

/** Only TLS errors of the handshake: others, such as ERR_SSL_PROTOCOL_ERROR, can occur after the request was sent. */
const neverConnectedInChromium =
  /net::ERR_(CONNECTION_REFUSED|NAME_NOT_RESOLVED|NAME_RESOLUTION_FAILED|INTERNET_DISCONNECTED|ADDRESS_UNREACHABLE|ADDRESS_INVALID|CONNECTION_TIMED_OUT|PROXY_CONNECTION_FAILED|TUNNEL_CONNECTION_FAILED|CERT_\w+|SSL_(VERSION_OR_CIPHER_MISMATCH|CLIENT_AUTH_CERT_NEEDED|UNRECOGNIZED_NAME_ALERT))$/

const codeOf = (error: unknown): string =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : ''

/** The error with its causes. An attempt at several addresses has one error for each. */
const chainOf = (error: unknown, depth = 0): readonly unknown[] => {
  if (!(error instanceof Error) || depth > 5) return [error]
  const parts = error instanceof AggregateError ? (error.errors as unknown[]) : []
  return [error, ...[error.cause, ...parts].flatMap((cause) => chainOf(cause, depth + 1))]
}

export const classifyFailure = (error: unknown): NetworkFailure => {
  const chain = chainOf(error)
  const named = (name: string): boolean => chain.some((one) => one instanceof Error && one.name === name)
  if (named('TimeoutError') || chain.some((one) => codeOf(one) === 'OAUTH_TIMEOUT')) return 'timedOut'
  if (named('AbortError') || chain.some((one) => codeOf(one) === 'OAUTH_ABORT')) return 'aborted'
  const notSent = chain.some(
    (one) =>
      neverConnected.has(codeOf(one)) || (one instanceof Error && neverConnectedInChromium.test(one.message)),
  )
  return notSent ? 'notSent' : 'cut'
}
