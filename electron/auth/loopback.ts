// The loopback listener of a sign-in (RFC 8252): on 127.0.0.1, on a free port, for one sign-in. Any page on this machine
// can reach it, so a request with a wrong `state` is refused and does not end the sign-in.
import { timingSafeEqual } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { languageNow, say } from '../../shared/language.ts'

type LoopbackOutcome = { type: 'arrived'; url: URL } | { type: 'timedOut' } | { type: 'cancelled' }

export type Loopback = {
  redirectUri: string
  outcome: Promise<LoopbackOutcome>
  /** Cancels the wait. The listener closes by itself after the last page was served. */
  close: () => void
}

const address = '127.0.0.1'
/** How long the last page stays available after the code has arrived. */
const doneGraceMs = 10_000

const headers = {
  'Content-Type': 'text/html; charset=utf-8',
  'Cache-Control': 'no-store',
  'Referrer-Policy': 'no-referrer',
  'X-Content-Type-Options': 'nosniff',
  'Content-Security-Policy':
    "default-src 'none'; style-src 'unsafe-inline'; form-action 'none'; base-uri 'none'; frame-ancestors 'none'",
  Connection: 'close',
} as const

// Constant: pages never contain text from the request.
const page = (title: string, text: string): string => `<!doctype html>
<html lang="${languageNow()}"><meta charset="utf-8"><meta name="viewport" content="width=device-width"><meta name="color-scheme" content="light dark">
<title>${title}</title>
<style>body{font:16px/1.5 system-ui,sans-serif;display:grid;place-content:center;min-height:90vh;text-align:center;margin:1rem}</style>
<main><h1>${title}</h1><p>${text}</p></main></html>
`
const donePage = (): string => page(say('browserPage.done'), say('browserPage.done.text'))
const wrongPage = (): string => page(say('browserPage.wrong'), say('browserPage.wrong.text'))

const isSame = (one: string, other: string): boolean => {
  const [a, b] = [Buffer.from(one), Buffer.from(other)]
  return a.length === b.length && timingSafeEqual(a, b)
}

/** Opens the listener. Throws if no port is free. @param timeoutMs how long to wait for the browser. */
export const openLoopback = async ({
  expectedState,
  timeoutMs,
}: {
  expectedState: string
  timeoutMs: number
}): Promise<Loopback> => {
  const { promise: outcome, resolve: settle } = Promise.withResolvers<LoopbackOutcome>()
  let arrived = false

  const answer = (response: ServerResponse, status: number, body: string, more = {}): void => {
    response.writeHead(status, { ...headers, ...more }).end(body)
  }

  const serve = (request: IncomingMessage, response: ServerResponse): void => {
    const host = `${address}:${(server.address() as AddressInfo | null)?.port ?? ''}`
    // Another host name indicates DNS rebinding.
    if (request.headers.host !== host) {
      answer(response, 400, wrongPage())
      return
    }
    if (request.method !== 'GET') {
      answer(response, 405, wrongPage(), { Allow: 'GET' })
      return
    }
    const url = URL.canParse(request.url ?? '', `http://${host}`)
      ? new URL(request.url ?? '', `http://${host}`)
      : null
    if (url?.pathname === '/done' && arrived) {
      answer(response, 200, donePage())
      response.once('close', closeServer)
      return
    }
    if (url?.pathname !== '/callback') {
      answer(response, 404, wrongPage())
      return
    }
    if (!isSame(url.searchParams.get('state') ?? '', expectedState)) {
      answer(response, 400, wrongPage())
      return
    }
    if (arrived) {
      answer(response, 410, wrongPage())
      return
    }
    arrived = true
    clearTimeout(waiting)
    // The redirect removes the code from the address bar and the history.
    answer(response, 303, '', { Location: '/done' })
    setTimeout(closeServer, doneGraceMs).unref()
    settle({ type: 'arrived', url })
  }

  const server = createServer({ requestTimeout: 10_000, maxHeaderSize: 16_384 }, serve)
  const closeServer = (): void => {
    server.close()
    server.closeIdleConnections()
  }
  server.listen(0, address)
  await once(server, 'listening')
  server.on('error', closeServer)

  const end = (how: LoopbackOutcome): void => {
    clearTimeout(waiting)
    settle(how)
    server.close()
    server.closeAllConnections()
  }
  const waiting = setTimeout(() => {
    end({ type: 'timedOut' })
  }, timeoutMs)

  return {
    redirectUri: `http://${address}:${(server.address() as AddressInfo).port}/callback`,
    outcome,
    close: () => {
      // After arrival the browser still fetches the last page, and that closes the listener.
      if (!arrived) end({ type: 'cancelled' })
    },
  }
}
