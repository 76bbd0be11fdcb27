// A proxy on loopback in front of the real service that can be told to misbehave: for one method and path, for the next n
// requests. Everything else passes untouched, and all of it is written down, so that tests count requests.
import { once } from 'node:events'
import {
  type ClientRequest,
  createServer,
  type IncomingMessage,
  request as ask,
  type ServerResponse,
} from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { pipeline } from 'node:stream/promises'

export type Trouble =
  /** Answers instead of the service, which never hears of the request; once the promise is settled, where there is one. */
  | {
      kind: 'answer'
      status: number
      retryAfterSeconds?: number
      body?: string
      until?: Promise<unknown>
    }
  /** Passes the request on after some milliseconds, or once the promise is settled. */
  | { kind: 'slow'; until: number | Promise<unknown> }
  /** Closes the connection: the service never heard of it. */
  | { kind: 'cutBefore' }
  /** Closes the connection at once; the service hears of the request once the promise is settled. */
  | { kind: 'late'; until: Promise<unknown> }
  /** The service has done its work; its answer ends in the middle of the body. */
  | { kind: 'cutBody' }
  /** The service has done its work, a write is stored; not a byte of the answer arrives. Cut once the promise is settled. */
  | { kind: 'cutAnswer'; until?: Promise<unknown> }
  /** The service's status and headers with another body. */
  | { kind: 'wrongJson'; body?: string }

export type Match = {
  method?: string
  /** The whole path without its query, or a pattern of it. */
  path?: string | RegExp
}

export type Passed = {
  method: string
  path: string
  query: URLSearchParams
  /** The client's `Authorization`. */
  authorization: string | null
  /** Epoch milliseconds. */
  startedAt: number
  endedAt: number | null
  /** The status that the client got; `null` if it got none, or none yet. */
  status: number | null
  trouble: Trouble['kind'] | null
  /** The client closed the connection before the answer ended. */
  aborted: boolean
}

export type MisbehavingProxy = {
  /** The address for clients; the service must know it as its own `--base-url`. */
  url: string
  /** Sets the address of the service. It starts after the proxy, because it has to know the proxy's address. */
  pointAt: (target: string) => void
  /** The next `times` matching requests go wrong in this way; later rules wait for earlier ones. Returns its own undoing. */
  misbehave: (match: Match, trouble: Trouble, times?: number) => () => void
  /** The next `times` matching requests wait until the returned function is called. */
  hold: (match: Match, times?: number) => () => void
  /** Behaves again, and lets every header pass. What is held stays held. */
  behave: () => void
  /** From now on the service sees no `Idempotency-Key`, as behind a proxy that lets only known headers pass. */
  dropIdempotencyKeys: () => void
  /** Closes the connections on which nothing is under way. */
  closeWarmConnections: () => void
  /** Refuses connections, and closes those that there are. */
  goOffline: () => Promise<void>
  goOnline: () => Promise<void>
  /** The requests that passed, oldest first. */
  passed: (match?: Match) => Passed[]
  /** Forgets what passed. */
  forget: () => void
  close: () => Promise<void>
}

const matches = ({ method, path }: Match, one: { method: string; path: string }): boolean =>
  (method === undefined || method === one.method) &&
  (path === undefined || (typeof path === 'string' ? path === one.path : path.test(one.path)))

const sayings: Readonly<Record<number, { code: string; message: string }>> = {
  401: { code: 'unauthorized', message: 'The access token is not valid.' },
  403: { code: 'forbidden', message: 'You may not do this.' },
  404: { code: 'not_found', message: 'There is no such thing.' },
  423: { code: 'workspace_locked', message: 'The workspace is over its member limit.' },
  429: { code: 'rate_limited', message: 'Too many requests.' },
}

const bodyOf = (status: number): string =>
  JSON.stringify({ error: sayings[status] ?? { code: 'internal', message: 'The service failed.' } })

export const startMisbehavingProxy = async (ownPort = 0): Promise<MisbehavingProxy> => {
  let target = ''
  const rules: { match: Match; trouble: Trouble; left: number }[] = []
  let passed: Passed[] = []
  let dropsKeys = false

  const troubleOf = (one: { method: string; path: string }): Trouble | null => {
    const rule = rules.find(({ match, left }) => left > 0 && matches(match, one))
    if (rule === undefined) return null
    rule.left -= 1
    return rule.trouble
  }

  /** The same request: method, path and headers (`Host` too) as they came. */
  const again = (incoming: IncomingMessage): ClientRequest => {
    const { hostname, port } = new URL(target)
    // A client that uses it as a proxy of the system names the whole address.
    const { pathname, search } = new URL(incoming.url ?? '/', target)
    if (dropsKeys) delete incoming.headers['idempotency-key']
    return ask({
      hostname,
      port,
      method: incoming.method ?? 'GET',
      path: `${pathname}${search}`,
      headers: incoming.headers,
      setHost: false,
      agent: false,
    })
  }

  /** The service's answer to the same request, with the body as it came. */
  const passOn = async (incoming: IncomingMessage, response: ServerResponse): Promise<IncomingMessage> => {
    const outgoing = again(incoming)
    response.once('close', () => outgoing.destroy())
    incoming.pipe(outgoing)
    const [answer] = (await once(outgoing, 'response')) as [IncomingMessage]
    return answer
  }

  const answerBy = async (
    trouble: Trouble | null,
    incoming: IncomingMessage,
    response: ServerResponse,
    cut: () => void,
  ): Promise<void> => {
    if (trouble?.kind === 'cutBefore') return cut()
    if (trouble?.kind === 'late') {
      const body = await buffer(incoming)
      cut()
      await trouble.until
      const outgoing = again(incoming).end(body)
      const [answer] = (await once(outgoing, 'response')) as [IncomingMessage]
      return void answer.resume()
    }
    if (trouble?.kind === 'answer') {
      const { status, retryAfterSeconds, body = bodyOf(status), until } = trouble
      // A body that nobody reads would hold the connection.
      incoming.resume()
      await until
      response.writeHead(status, {
        'Content-Type': 'application/json',
        ...(retryAfterSeconds === undefined ? {} : { 'Retry-After': String(retryAfterSeconds) }),
      })
      return void response.end(body)
    }
    if (trouble?.kind === 'slow') {
      const { until } = trouble
      await (typeof until === 'number' ? new Promise((resolve) => setTimeout(resolve, until)) : until)
      if (response.destroyed) return
    }

    const answer = await passOn(incoming, response)
    const status = answer.statusCode ?? 502
    if (trouble === null || trouble.kind === 'slow') {
      response.writeHead(status, answer.statusMessage, answer.rawHeaders)
      return pipeline(answer, response)
    }
    const body = await buffer(answer)
    if (trouble.kind === 'cutAnswer') {
      await trouble.until
      return cut()
    }
    if (trouble.kind === 'wrongJson') {
      const wrong = trouble.body ?? '{"data": [{"kind":'
      response.writeHead(status, { 'Content-Type': 'application/json' })
      return void response.end(wrong)
    }
    response.writeHead(status, answer.statusMessage, answer.rawHeaders)
    response.write(body.subarray(0, Math.ceil(body.length / 2)), cut)
  }

  const serve = (incoming: IncomingMessage, response: ServerResponse): void => {
    const { pathname: path, searchParams: query } = new URL(incoming.url ?? '/', 'http://proxy')
    const method = incoming.method ?? 'GET'
    const trouble = troubleOf({ method, path })
    const entry: Passed = {
      method,
      path,
      query,
      authorization: incoming.headers.authorization ?? null,
      startedAt: Date.now(),
      endedAt: null,
      status: null,
      trouble: trouble?.kind ?? null,
      aborted: false,
    }
    passed.push(entry)
    const cut = new AbortController()
    cut.signal.addEventListener('abort', () => response.destroy())
    response.once('close', () => {
      entry.endedAt = Date.now()
      entry.status = response.headersSent ? response.statusCode : null
      entry.aborted = !response.writableFinished && !cut.signal.aborted
    })
    // The service is gone, or the client is: either way there is nobody to tell but the connection.
    answerBy(trouble, incoming, response, () => cut.abort()).catch(() => cut.abort())
  }

  const server = createServer(serve)
  const listen = async (port: number): Promise<number> => {
    server.listen(port, '127.0.0.1')
    await once(server, 'listening')
    return (server.address() as AddressInfo).port
  }
  const stop = async (): Promise<void> => {
    if (!server.listening) return
    const closed = once(server, 'close')
    server.close()
    server.closeAllConnections()
    await closed
  }
  const port = await listen(ownPort)

  const misbehave: MisbehavingProxy['misbehave'] = (match, trouble, times = 1) => {
    const rule = { match, trouble, left: times }
    rules.push(rule)
    return () => {
      rule.left = 0
    }
  }

  return {
    url: `http://127.0.0.1:${port}`,
    pointAt: (url) => {
      target = url
    },
    misbehave,
    hold: (match, times = 1) => {
      const { promise, resolve } = Promise.withResolvers<void>()
      const undo = misbehave(match, { kind: 'slow', until: promise }, times)
      return () => {
        undo()
        resolve()
      }
    },
    behave: () => {
      rules.length = 0
      dropsKeys = false
    },
    dropIdempotencyKeys: () => {
      dropsKeys = true
    },
    closeWarmConnections: () => {
      server.closeIdleConnections()
    },
    goOffline: stop,
    goOnline: async () => {
      if (!server.listening) await listen(port)
    },
    passed: (match = {}) => passed.filter((one) => matches(match, one)),
    forget: () => {
      passed = []
    },
    close: stop,
  }
}
