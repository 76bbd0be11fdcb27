// Client for the changes of the workspace (FED-01): reads pages, and follows the stream that announces new ones.
import { type Change, changedEvent, changeStream, launcherChangePage } from '../../../shared/api/changes.ts'
import { type Reply, succeeded } from '../../../shared/errors.ts'
import type { Fetch } from '../../network.ts'
import { retryAfterSeconds } from './errors.ts'
import type { Access, Ask } from './request.ts'

const path = '/v1/launcher/changes'
/** Changes in one page. */
const changesInPage = 100

export type ChangePage = { changes: readonly Change[]; cursor: string }

/** `unsupported`: this service, or a proxy in front of it, has no stream. `waitMs`: it asked for this pause. */
export type StreamEnd = { kind: 'ended' | 'failed'; waitMs: number | null } | { kind: 'unsupported' }

export type StreamListener = {
  opened: () => void
  /** A line has arrived, if only to say that the stream is alive. */
  heard: () => void
  changed: (cursor: string) => void
  /** The person has a new notification. */
  notified: () => void
}

export type ChangeClient = {
  /** @param after the cursor of the last page, or `now` */
  page: (after: string) => Promise<Reply<ChangePage>>
  /** Listens until the stream ends or the signal aborts it. */
  listen: (on: StreamListener, signal: AbortSignal) => Promise<StreamEnd>
}

/** Longer lines are not those of this stream. */
const longestLine = 64 * 1024
const connectMs = 20_000

/** Reads lines of server-sent events. @returns false if they cannot be such */
export const createEventReader = ({ heard, changed, notified }: Omit<StreamListener, 'opened'>) => {
  let rest = ''
  let name = ''
  let data: string[] = []
  const dispatch = (): void => {
    const [event, text] = [name, data.join('\n')]
    name = ''
    data = []
    if (event === changeStream.notified) notified()
    if (event !== changeStream.event) return
    try {
      const parsed = changedEvent.safeParse(JSON.parse(text))
      if (parsed.success) changed(parsed.data.cursor)
    } catch {
      // The next read finds what it was about.
    }
  }
  return (text: string): boolean => {
    if (text !== '') heard()
    // A lone carriage return at the end may be the first half of a line end.
    const lines = (rest + text).split(/\r\n|\n|\r(?!$)/)
    rest = lines.pop() ?? ''
    for (const line of lines) {
      if (line === '') dispatch()
      else if (line.startsWith('event:')) name = line.slice('event:'.length).trim()
      else if (line.startsWith('data:')) data.push(line.slice('data:'.length).trim())
    }
    return rest.length <= longestLine
  }
}

export const createChangeClient = ({
  ask,
  fetch,
  access,
  owner,
  onRefused,
  now,
}: {
  ask: Ask
  fetch: Fetch
  access: (rejected?: string) => Promise<Reply<Access>>
  owner: () => string | null
  onRefused: (token: string) => void
  /** Epoch milliseconds. */
  now: () => number
}): ChangeClient => {
  const open = ({ baseUrl, token }: Access, signal: AbortSignal): Promise<Response> =>
    fetch(`${baseUrl.href.replace(/\/$/, '')}${path}/stream`, {
      method: 'GET',
      headers: { Accept: 'text/event-stream', Authorization: `Bearer ${token}` },
      redirect: 'manual',
      credentials: 'omit',
      cache: 'no-store',
      signal,
    })

  const follow = async (response: Response, on: StreamListener): Promise<StreamEnd> => {
    on.opened()
    const read = createEventReader(on)
    const decoder = new TextDecoder()
    const reader = response.body?.getReader()
    for (;;) {
      const chunk = await reader?.read()
      if (chunk === undefined || chunk.done) return { kind: 'ended', waitMs: null }
      if (read(decoder.decode(chunk.value, { stream: true }))) continue
      await reader?.cancel()
      return { kind: 'failed', waitMs: null }
    }
  }

  const refusal = (response: Response): StreamEnd => {
    const { status, headers } = response
    void response.body?.cancel().catch(() => undefined)
    if ([403, 404, 405, 501].includes(status)) return { kind: 'unsupported' }
    const wait = headers.get('retry-after')
    return { kind: 'failed', waitMs: wait === null ? null : retryAfterSeconds(wait, now()) * 1_000 }
  }

  return {
    page: async (after) => {
      const reply = await ask({
        effect: 'read',
        behind: true,
        path,
        query: { after, limit: String(changesInPage) },
        answer: launcherChangePage,
      })
      return reply.ok ? succeeded({ changes: reply.value.data, cursor: reply.value.nextCursor }) : reply
    },

    listen: async (on, signal) => {
      const who = owner()
      const failed: StreamEnd = { kind: 'failed', waitMs: null }
      const limit = new AbortController()
      const timer = setTimeout(() => limit.abort(), connectMs)
      try {
        let rejected: string | undefined
        for (let attempt = 1; attempt <= 2; attempt += 1) {
          const granted = await access(rejected)
          if (!granted.ok || owner() !== who || signal.aborted) return failed
          const response = await open(granted.value, AbortSignal.any([signal, limit.signal]))
          if (response.status === 401) {
            rejected = granted.value.token
            void response.body?.cancel().catch(() => undefined)
            continue
          }
          const type = response.headers.get('content-type') ?? ''
          if (response.status !== 200) return refusal(response)
          // A page of a proxy, for example to sign in to a network.
          if (!type.startsWith('text/event-stream')) {
            void response.body?.cancel().catch(() => undefined)
            return failed
          }
          clearTimeout(timer)
          return await follow(response, on)
        }
        if (rejected !== undefined) onRefused(rejected)
        return failed
      } catch {
        // The connection was cut, or the stream was aborted.
        return failed
      } finally {
        clearTimeout(timer)
      }
    },
  }
}
