// For tests: a host of calendars whose behaviour tests choose, and the files that it serves.
import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib'
import { event, feed } from './reading/feed-testing.ts'

export type Behaviour = (request: IncomingMessage, response: ServerResponse) => void

export const hour = 3_600_000

/** `20260105T090000Z` */
export const utc = (at: number): string => new Date(at).toISOString().replaceAll(/[-:]|\.\d+/g, '')

/** An event of one hour; its title is its UID. */
export const anHour = (title: string, at: number, ...more: readonly string[]): string[] =>
  event(
    `UID:${title}@feeds.test`,
    `SUMMARY:${title}`,
    `DTSTART:${utc(at)}`,
    `DTEND:${utc(at + hour)}`,
    ...more,
  )

export const guest = (email: string, answer = 'ACCEPTED'): string =>
  `ATTENDEE;CN=${email.split('@', 1)[0] ?? ''};PARTSTAT=${answer}:mailto:${email}`

export const ics = (...events: readonly string[][]): string => feed(...events.flat()).toString()

export const answering =
  (status: number, body: string | Buffer = '', headers: Record<string, string> = {}): Behaviour =>
  (_request, response) => {
    response.writeHead(status, headers)
    response.end(body)
  }

export const serving = (body: string | Buffer, headers: Record<string, string> = {}): Behaviour =>
  answering(200, body, { 'content-type': 'text/calendar', ...headers })

/** Answers 304 to who has this version. */
export const versioned =
  (body: string, validator: { etag: string } | { 'last-modified': string }): Behaviour =>
  (request, response) => {
    const { 'if-none-match': tag, 'if-modified-since': time } = request.headers
    const isKnown = 'etag' in validator ? tag === validator.etag : time === validator['last-modified']
    answering(isKnown ? 304 : 200, isKnown ? '' : body, validator)(request, response)
  }

/** @param location of what is asked next */
export const redirecting = (location: string): Behaviour => answering(302, '', { location })

/** A body as hosts compress it. */
export const packed = (body: string, encoding: 'gzip' | 'deflate' | 'br'): Buffer =>
  ({ gzip: gzipSync, deflate: deflateSync, br: brotliCompressSync })[encoding](body)

/** 100 MB of spaces in 100 kB. */
export const bomb = (): Behaviour => {
  const packed = gzipSync(Buffer.alloc(100_000_000, ' '))
  return serving(packed, { 'content-encoding': 'gzip' })
}

/** Sends for as long as anybody reads. */
export const endless: Behaviour = (_request, response) => {
  response.writeHead(200, { 'content-type': 'text/calendar' })
  const send = () => {
    while (!response.destroyed && response.write('X-MORE:'.padEnd(65_536, 'x')));
  }
  response.on('drain', send)
  response.write('BEGIN:VCALENDAR\r\n')
  send()
}

/** Announces more than it sends, and hangs up. */
export const brokenOff: Behaviour = (_request, response) => {
  response.writeHead(200, { 'content-length': '1000' })
  response.write('BEGIN:VCALENDAR\r\n', () => response.destroy())
}

export const hangingUp: Behaviour = (request) => request.socket.destroy()

export const silent: Behaviour = () => {}

/** Sends one byte now and then. */
export const dripping: Behaviour = (_request, response) => {
  response.writeHead(200, { 'content-type': 'text/calendar' })
  const timer = setInterval(() => response.write('B'), 20)
  response.on('close', () => clearInterval(timer))
}

export type FeedServer = {
  /** Its path holds `secret`, as that of a real host does. */
  url: string
  secret: string
  /** Every request, in order. */
  asked: { path: string; headers: IncomingHttpHeaders }[]
  behave(behaviour: Behaviour): void
  close(): Promise<void>
}

/** Answers 404 until it is told otherwise. */
export async function startFeedServer(): Promise<FeedServer> {
  const asked: FeedServer['asked'] = []
  const secret = 'private-0123456789abcdef'
  let behaviour = answering(404)
  const server = createServer((request, response) => {
    asked.push({ path: request.url ?? '', headers: request.headers })
    response.on('error', () => {})
    behaviour(request, response)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}/ical/${secret}/basic.ics`,
    secret,
    asked,
    behave(next) {
      behaviour = next
    },
    close() {
      server.closeAllConnections()
      return new Promise((resolve) => server.close(() => resolve()))
    },
  }
}
