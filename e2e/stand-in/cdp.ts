// Chromium's DevTools protocol over --remote-debugging-pipe: JSON messages, each ended by a zero byte.
// https://chromedevtools.github.io/devtools-protocol/
import { EventEmitter } from 'node:events'
import type { Readable, Writable } from 'node:stream'
import type { Protocol } from '../../node_modules/playwright-core/types/protocol.d.ts'

export type { Protocol }
type Command = keyof Protocol.CommandParameters
type CdpEvent = keyof Protocol.Events

/** Commands in flight when Chromium goes away, or sent after that. */
class CdpClosed extends Error {}

interface Message {
  id?: number
  method?: string
  params?: unknown
  result?: unknown
  error?: { message: string }
  sessionId?: string
}

/** One target's (or the browser's) side of the connection. Commands of a session are executed in the order sent. */
export interface CdpSession {
  send<C extends Command>(
    command: C,
    parameters?: Protocol.CommandParameters[C],
  ): Promise<Protocol.CommandReturnValues[C]>
  on<E extends CdpEvent>(event: E, listener: (parameters: Protocol.Events[E]) => void): void
  /** Sends what nobody waits for; that Chromium has gone, or the target, is no error then. */
  post<C extends Command>(command: C, parameters?: Protocol.CommandParameters[C]): void
}

export interface CdpConnection {
  browser: CdpSession
  session(sessionId: string): CdpSession
}

export function connectCdp(write: Writable, read: Readable): CdpConnection {
  const waiting = new Map<number, { resolve: (result: unknown) => void; reject: (error: Error) => void }>()
  const sessions = new Map<string, { api: CdpSession; events: EventEmitter }>()
  let lastId = 0
  let closed = false

  const close = (): void => {
    closed = true
    for (const { reject } of waiting.values()) reject(new CdpClosed('Chromium has gone'))
    waiting.clear()
  }

  const dispatch = (message: Message): void => {
    if (message.id === undefined) {
      sessions.get(message.sessionId ?? '')?.events.emit(message.method ?? '', message.params)
      return
    }
    const waiter = waiting.get(message.id)
    waiting.delete(message.id)
    if (message.error) waiter?.reject(new Error(message.error.message))
    else waiter?.resolve(message.result)
  }

  // Chunks are kept apart until a message is complete: a screenshot comes in hundreds of them.
  let chunks: Buffer[] = []
  read.on('data', (data: Buffer) => {
    let start = 0
    for (let end = data.indexOf(0); end !== -1; end = data.indexOf(0, start)) {
      chunks.push(data.subarray(start, end))
      const text = Buffer.concat(chunks).toString()
      chunks = []
      start = end + 1
      dispatch(JSON.parse(text) as Message)
    }
    if (start < data.length) chunks.push(data.subarray(start))
  })
  read.on('close', close)
  write.on('error', close)
  read.on('error', close)

  const session = (sessionId: string): CdpSession => {
    const known = sessions.get(sessionId)
    if (known) return known.api
    const events = new EventEmitter()
    const send: CdpSession['send'] = (command, parameters) => {
      if (closed) return Promise.reject(new CdpClosed(command))
      const id = ++lastId
      const route = sessionId === '' ? {} : { sessionId }
      write.write(`${JSON.stringify({ id, method: command, params: parameters, ...route })}\0`)
      return new Promise((resolve, reject) => {
        waiting.set(id, { resolve: (result) => resolve(result as never), reject })
      })
    }
    const api: CdpSession = {
      send,
      on: (event, listener) => void events.on(event, listener),
      post: (command, parameters) => void send(command, parameters).catch(() => undefined),
    }
    sessions.set(sessionId, { api, events })
    return api
  }
  return { browser: session(''), session }
}
