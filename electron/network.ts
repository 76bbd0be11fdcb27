// HTTP requests to a service. Chromium resends any request when a kept-alive connection dies before the response headers
// (HttpNetworkTransaction::ShouldResendRequest), which would create a task twice. It does not do so on a fresh connection,
// so each write gets one. Reads share connections.

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
