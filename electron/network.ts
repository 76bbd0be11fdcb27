// HTTP requests to a service, and why they fail. Chromium resends any request when a kept-alive connection dies before the
// response headers (HttpNetworkTransaction::ShouldResendRequest), which would create a task twice. It does not do so on a fresh
// connection, so each write gets one. Reads share connections.

/** Limit of a decompressed response. A hundred tasks with the longest descriptions take ten megabytes. */
export const mostAnswerBytes = 16 * 1024 * 1024

/** @returns null if the body is longer than `mostBytes`; the rest is not read. Throws network errors. */
export const answerText = async ({ body }: Response, mostBytes = mostAnswerBytes): Promise<string | null> => {
  if (body === null) return ''
  const decoder = new TextDecoder()
  const reader = body.getReader()
  let text = ''
  let length = 0
  for (;;) {
    const { done, value } = await reader.read()
    if (done) return text + decoder.decode()
    length += value.byteLength
    if (length > mostBytes) {
      await reader.cancel()
      return null
    }
    text += decoder.decode(value, { stream: true })
  }
}

export type Fetch = (input: string, init: RequestInit) => Promise<Response>

/** An Electron session of its own, with the system's proxy settings and certificates. */
type Connections = {
  fetch: Fetch
  /** Closes idle connections and fails running requests. */
  closeAllConnections: () => Promise<void>
}

const reads: ReadonlySet<string> = new Set(['GET', 'HEAD'])

/**
 * A fetch that sends a write at most once (APP-12). Token and revocation requests are writes too. The response of a write is
 * read completely before its connection is reused.
 * @param openConnections called when all earlier ones are busy.
 */
export const createFetch = ({
  read,
  openConnections,
}: {
  read: Fetch
  openConnections: (count: number) => Connections
}): Fetch => {
  const free: Connections[] = []
  let count = 0

  const write: Fetch = async (input, init) => {
    const connections = free.pop() ?? openConnections((count += 1))
    try {
      await connections.closeAllConnections()
      const answer = await connections.fetch(input, init)
      const text = await answerText(answer)
      // A response over the limit is replaced by a body that is not JSON.
      return new Response(text === '' ? null : (text ?? 'too long'), {
        status: answer.status,
        headers: answer.headers,
      })
    } finally {
      free.push(connections)
    }
  }

  return (input, init) => (reads.has(init.method ?? 'GET') ? read(input, init) : write(input, init))
}

/** For errors of Node's fetch and of Chromium's. `notSent`: the service did not receive the request. `cut`: it may have. */
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

/** Only an error of a connection that was never established proves that the service received nothing (APP-07). */
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
