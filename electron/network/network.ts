// How the launcher asks a service. Chromium sends a request again by itself, whatever its method, when a kept-alive
// connection dies before the headers of the answer (HttpNetworkTransaction::ShouldResendRequest): one save made two tasks,
// one refresh used its token twice. It never does so on a fresh connection, so each write has one. Reads share theirs.

/**
 * The longest that an answer may be once it is unpacked: a hundred tasks with the longest descriptions have ten megabytes,
 * and the main process holds an answer several times over while it understands it.
 */
export const mostAnswerBytes = 16 * 1024 * 1024

/** @returns null where there is more than an answer may have; the rest is not read. Throws the network's error. */
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

/** Connections that nobody else uses: an Electron session, with the system's proxy settings and certificates. */
type Connections = {
  fetch: Fetch
  /** Ends what is kept alive, and fails what is under way. */
  closeAllConnections: () => Promise<void>
}

const reads: ReadonlySet<string> = new Set(['GET', 'HEAD'])

/**
 * A fetch that puts a write on the wire at most once (APP-12). Token, revocation and registration requests are writes too.
 * The answer of a write is read whole, because its connections are free again only then.
 * @param openConnections called when all earlier ones are busy, so at most once for each write under way at one time.
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
      // An answer that is too long is not understood, like any other that is not JSON.
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
