// protocol.handle and net.fetch: custom schemes are answered by the app, in this process.
import { readFile } from 'node:fs/promises'
import { extname } from 'node:path'
import { fileURLToPath } from 'node:url'
import { isRegisteredScheme, registerScheme } from './app-scheme.ts'
import { notSupported, strict } from './strict.ts'

type Handler = Parameters<Electron.Protocol['handle']>[1]

const handlers = new Map<string, Handler>()
const schemeOf = (url: string): string => url.slice(0, Math.max(0, url.indexOf(':'))).toLowerCase()

export const handlerFor = (url: string): Handler | undefined => handlers.get(schemeOf(url))

export const protocol = strict('protocol', {
  registerSchemesAsPrivileged: (schemes) => {
    for (const { scheme, privileges } of schemes) {
      if (!privileges?.standard || !privileges.secure)
        throw notSupported(`scheme ${scheme}: neither standard nor secure`)
      registerScheme(scheme)
    }
  },
  handle: (scheme, handler) => {
    if (!isRegisteredScheme(scheme))
      throw notSupported(`protocol.handle of the unregistered scheme ${scheme}`)
    if (handlers.has(scheme)) throw new Error(`Failed to register protocol: ${scheme}`)
    handlers.set(scheme, handler)
  },
  unhandle: (scheme) => void handlers.delete(scheme),
  isProtocolHandled: (scheme) => handlers.has(scheme),
} satisfies Partial<Electron.Protocol>)

const mimeTypes: Record<string, string> = {
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.mjs': 'text/javascript',
  '.css': 'text/css',
  '.json': 'application/json',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.ico': 'image/x-icon',
  '.woff2': 'font/woff2',
  '.wasm': 'application/wasm',
  '.txt': 'text/plain',
}

async function fetchFile(url: string): Promise<Response> {
  const path = fileURLToPath(url)
  try {
    const type = mimeTypes[extname(path)] ?? 'application/octet-stream'
    return new Response(await readFile(path), { headers: { 'content-type': type } })
  } catch {
    throw new Error('net::ERR_FILE_NOT_FOUND')
  }
}

export const net = strict('net', {
  fetch: async (input, options) => {
    const url = typeof input === 'string' ? input : input instanceof URL ? String(input) : input.url
    if (schemeOf(url) === 'file') return fetchFile(url)
    const handler = options?.bypassCustomProtocolHandlers ? undefined : handlerFor(url)
    return handler ? handler(new Request(input, options)) : fetch(input, options)
  },
  isOnline: () => true,
} satisfies Partial<Electron.Net>)
