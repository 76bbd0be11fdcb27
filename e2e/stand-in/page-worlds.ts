// The two halves that run inside a page, injected as source text before any script of its own: `isolatedWorld` with the
// preload, and `mainWorld` with what the preload exposes. The worlds share the DOM only, and dispatchEvent is synchronous:
// that carries calls between them. Neither function may use anything from outside itself.
import type { Codec, CodecParts } from './codec.ts'

type CreateCodec = (parts?: CodecParts) => Codec

/** A message from one world to the other. */
type BridgeMessage =
  | { type: 'call'; id: number; input: string }
  | { type: 'returned'; ok: boolean; output: string }
  | { type: 'settled'; id: number; ok: boolean; output: string }

interface Bridge {
  /** Calls one of the other world's well-known functions: 'expose' there, 'open', 'close' here. */
  call(id: number, input: unknown[]): unknown
}

/** Both ends of the bridge are the same: functions and promises get numbers, the other end gets stand-ins. */
export function createBridge(
  token: string,
  own: string,
  createCodec: CreateCodec,
  wellKnown: ((...input: never[]) => unknown)[],
): Bridge {
  const other = own === 'main' ? 'isolated' : 'main'
  const functions: ((...input: never[]) => unknown)[] = [...wellKnown]
  const waiting = new Map<number, { resolve: (value: unknown) => void; reject: (error: unknown) => void }>()
  let lastPromise = own === 'main' ? 1 : 0
  let returned: Extract<BridgeMessage, { type: 'returned' }> | undefined

  const post = (message: BridgeMessage): void => {
    window.dispatchEvent(new CustomEvent(`${token}-${other}`, { detail: JSON.stringify(message) }))
  }
  const attempt = (work: () => unknown): { ok: boolean; output: string } => {
    try {
      return { ok: true, output: codec.encode(work()) }
    } catch (error) {
      return { ok: false, output: codec.encode(error instanceof Error ? error : new Error(String(error))) }
    }
  }
  const codec = createCodec({
    reference: (value, kind) => {
      if (kind === 'function') return functions.push(value as () => unknown) - 1
      lastPromise += 2
      const id = lastPromise
      ;(value as Promise<unknown>).then(
        (result) => post({ type: 'settled', id, ...attempt(() => result) }),
        (error: unknown) => post({ type: 'settled', id, ok: false, output: attempt(() => error).output }),
      )
      return id
    },
    revive: (id, kind) =>
      kind === 'function'
        ? (...input: unknown[]) => call(id, input)
        : new Promise((resolve, reject) => waiting.set(id, { resolve, reject })),
  })
  const call = (id: number, input: unknown[]): unknown => {
    returned = undefined
    post({ type: 'call', id, input: codec.encode(input) })
    const answer = returned as Extract<BridgeMessage, { type: 'returned' }> | undefined
    if (!answer) throw new Error('the other world did not answer')
    const output = codec.decode(answer.output)
    if (!answer.ok) throw output
    return output
  }
  window.addEventListener(`${token}-${own}`, (event) => {
    const message = JSON.parse((event as CustomEvent<string>).detail) as BridgeMessage
    if (message.type === 'call') {
      const work = functions[message.id]
      const answer = attempt(() => work?.(...(codec.decode(message.input) as never[])))
      post({ type: 'returned', ...answer })
    } else if (message.type === 'returned') returned = message
    else {
      const waiter = waiting.get(message.id)
      waiting.delete(message.id)
      const output = codec.decode(message.output)
      if (message.ok) waiter?.resolve(output)
      else waiter?.reject(output)
    }
  })
  return { call }
}

/** Only the functions 0, 1, 2 of the isolated world can be named without having been handed over. */
export function mainWorld(token: string, createCodec: CreateCodec, bridge: typeof createBridge): void {
  if (window.top !== window || location.href === 'about:blank') return
  const freeze = (value: unknown): unknown => {
    if (value === null || typeof value !== 'object' || Object.isFrozen(value) || ArrayBuffer.isView(value))
      return value
    Object.values(Object.freeze(value)).forEach(freeze)
    return value
  }
  const expose = (key: string, api: unknown): void => {
    if (key in window)
      throw new Error('Cannot bind an API on top of an existing property on the window object')
    Object.defineProperty(window, key, { value: freeze(api), enumerable: true })
  }
  const isolated = bridge(token, 'main', createCodec, [expose])
  // A popup that waits for its debugger can hang the page that opened it, and Chromium ignores close() of windows that no
  // script opened: both are asked of the main process instead.
  window.open = (url, target, features) => {
    const absolute = url === undefined || url === '' ? 'about:blank' : new URL(url, document.baseURI).href
    isolated.call(0, [absolute, target ?? '', features ?? ''])
    return null
  }
  window.close = () => void isolated.call(1, [])
}

interface IsolatedGlobals {
  /** CDP's binding: only this world has it. */
  __standinSend(message: string): void
  __standinReceive(message: string): void
  __standinPreload(run: (...parameters: unknown[]) => void): void
}

export type ToMain =
  | { type: 'invoke'; id: number; channel: string; args: string }
  | { type: 'send'; channel: string; args: string }
  | { type: 'open'; url: string; target: string; features: string; disposition: string }
  | { type: 'link'; url: string }
  | { type: 'close' }
  | { type: 'focus'; focused: boolean }
  | { type: 'preload-error'; message: string; stack: string }

export type ToPage =
  | { type: 'event'; channel: string; args: string }
  | { type: 'answer'; id: number; ok: true; value: string }
  | { type: 'answer'; id: number; ok: false; message: string }

export function isolatedWorld(
  token: string,
  schemes: string[],
  createCodec: CreateCodec,
  bridge: typeof createBridge,
  versions: Record<string, string>,
): void {
  if (window.top !== window || location.href === 'about:blank') return
  const world = globalThis as unknown as IsolatedGlobals
  const send = (message: ToMain): void => world.__standinSend(JSON.stringify(message))
  const codec = createCodec()
  type Listener = (event: unknown, ...args: unknown[]) => void
  const listeners = new Map<string, { call: Listener; original: Listener }[]>()
  const waiting = new Map<number, { resolve: (value: unknown) => void; reject: (error: Error) => void }>()
  let lastId = 0

  const open = (url: string, target: string, features: string, disposition = 'new-window'): void =>
    send({ type: 'open', url, target, features, disposition })
  const main = bridge(token, 'isolated', createCodec, [open, () => send({ type: 'close' })])

  const on = (channel: string, call: Listener, original = call): unknown => {
    listeners.set(channel, [...(listeners.get(channel) ?? []), { call, original }])
    return ipcRenderer
  }
  const off = (channel: string, listener: Listener): unknown => {
    const kept = listeners.get(channel) ?? []
    const at = kept.findLastIndex(({ original }) => original === listener)
    listeners.set(channel, kept.toSpliced(at === -1 ? kept.length : at, 1))
    return ipcRenderer
  }
  const strict = <T extends object>(name: string, members: T): T =>
    new Proxy(members, {
      get: (target, key) => {
        if (typeof key === 'symbol' || key in target || key === 'then' || key === 'toJSON')
          return Reflect.get(target, key)
        throw new Error(`not supported by the stand-in: ${name}.${key}`)
      },
    })
  const ipcRenderer = strict('ipcRenderer', {
    invoke: (channel: string, ...args: unknown[]) =>
      new Promise((resolve, reject) => {
        lastId += 1
        waiting.set(lastId, { resolve, reject })
        send({ type: 'invoke', id: lastId, channel, args: codec.encode(args) })
      }),
    send: (channel: string, ...args: unknown[]) => send({ type: 'send', channel, args: codec.encode(args) }),
    on: (channel: string, listener: Listener) => on(channel, listener),
    addListener: (channel: string, listener: Listener) => on(channel, listener),
    once: (channel: string, listener: Listener) =>
      on(
        channel,
        (...input) => {
          off(channel, listener)
          listener(...input)
        },
        listener,
      ),
    off,
    removeListener: off,
    removeAllListeners: (channel: string) => {
      listeners.delete(channel)
      return ipcRenderer
    },
  })
  const contextBridge = strict('contextBridge', {
    exposeInMainWorld: (key: string, api: unknown) => void main.call(0, [key, api]),
  })

  const receive = (text: string): void => {
    const message = JSON.parse(text) as ToPage
    if (message.type === 'event') {
      const event = { sender: ipcRenderer, ports: [] }
      const args = codec.decode(message.args) as unknown[]
      for (const { call } of listeners.get(message.channel) ?? []) call(event, ...args)
      return
    }
    const waiter = waiting.get(message.id)
    waiting.delete(message.id)
    if (message.ok) waiter?.resolve(codec.decode(message.value))
    else waiter?.reject(new Error(message.message))
  }
  const preload = (run: (...parameters: unknown[]) => void): void => {
    const module = { exports: {} }
    const require = (name: string): unknown => {
      if (name === 'electron' || name === 'electron/renderer')
        return strict('electron (preload)', { contextBridge, ipcRenderer })
      throw new Error(`module not found: ${name}`)
    }
    const process = strict('process (preload)', {
      versions,
      platform: versions['platform'],
      type: 'renderer',
      sandboxed: true,
      contextIsolated: true,
      env: {},
      argv: [],
    })
    try {
      run(require, module, module.exports, process)
    } catch (error) {
      const { message, stack = '' } = error instanceof Error ? error : new Error(String(error))
      send({ type: 'preload-error', message, stack })
    }
  }
  Object.defineProperty(globalThis, '__standinReceive', { value: receive })
  Object.defineProperty(globalThis, '__standinPreload', { value: preload })

  let pointer: { x: number; y: number } | null = null
  const follow = ({ clientX: x, clientY: y }: MouseEvent): void => void (pointer = { x, y })
  window.addEventListener('pointermove', follow, { capture: true })
  Object.defineProperty(globalThis, '__standinPointer', { value: () => pointer })

  // Links that would open another window, or lead to a custom scheme, which Chromium itself cannot load.
  const followLink = (event: MouseEvent): void => {
    const link = event
      .composedPath()
      .find((node): node is HTMLAnchorElement => node instanceof HTMLAnchorElement && node.href !== '')
    if (!link || event.defaultPrevented || event.button > 1) return
    const besides = event.button === 1 || event.ctrlKey || event.metaKey
    if (besides || event.shiftKey || link.target === '_blank') {
      event.preventDefault()
      open(
        link.href,
        link.target,
        '',
        besides ? 'background-tab' : event.shiftKey ? 'new-window' : 'foreground-tab',
      )
    } else if (schemes.includes(link.protocol.slice(0, -1))) {
      event.preventDefault()
      send({ type: 'link', url: link.href })
    }
  }
  window.addEventListener('click', followLink)
  window.addEventListener('auxclick', followLink)
  window.addEventListener('focus', () => send({ type: 'focus', focused: true }))
  window.addEventListener('blur', () => {
    if (!document.hasFocus()) send({ type: 'focus', focused: false })
  })
}
