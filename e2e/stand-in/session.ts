// Sessions: the default one with its pages, and partitions with nothing but connections of their own. `net` uses the default.
import { readFile } from 'node:fs/promises'
import { extname } from 'node:path'
import { fileURLToPath } from 'node:url'
import { Connections } from './connections.ts'
import { record } from './hooks.ts'
import { handlerFor, protocol, schemeOf } from './protocol.ts'
import { type Emulates, strict, StrictEmitter } from './strict.ts'

type PermissionCheck = Parameters<Electron.Session['setPermissionCheckHandler']>[0]

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

/** Requests of a session use its own connections. */
class Partition extends StrictEmitter implements Emulates<Electron.Session, 'protocol'> {
  /** @internal */
  readonly connections = new Connections()

  async fetch(
    input: string | Request,
    init?: RequestInit & { bypassCustomProtocolHandlers?: boolean },
  ): Promise<Response> {
    const url = typeof input === 'string' ? input : input.url
    if (schemeOf(url) === 'file') return fetchFile(url)
    const handler = init?.bypassCustomProtocolHandlers ? undefined : handlerFor(url)
    return handler ? handler(new Request(input, init)) : this.connections.fetch(input, init)
  }
  async closeAllConnections(): Promise<void> {
    this.connections.closeAll()
  }
}

class DefaultSession extends Partition implements Emulates<Electron.Session, 'protocol'> {
  readonly protocol = protocol
  /** @internal */
  permissionCheck: PermissionCheck = null
  /** @internal Chromium has to be told. */
  permissionsChanged = (): void => undefined

  setPermissionCheckHandler(handler: PermissionCheck): void {
    this.permissionCheck = handler
    this.permissionsChanged()
  }
  // Chromium is told beforehand what the check handler allows, and there are no devices or screens: nobody is ever asked.
  setPermissionRequestHandler(): void {}
  setSpellCheckerEnabled(): void {}
  setDevicePermissionHandler(): void {}
  setDisplayMediaRequestHandler(): void {}
  // The profile is new at every start: there is nothing old to clear.
  async clearStorageData(options?: Electron.ClearStorageDataOptions): Promise<void> {
    record('session.clearStorageData', options)
  }
}

export const defaultSession = new DefaultSession()

const partitions = new Map<string, Partition>()
/** The same one for the same name. */
export const fromPartition = (name: string): Partition => {
  const known = partitions.get(name) ?? new Partition()
  partitions.set(name, known)
  return known
}

export const net = strict('net', {
  fetch: (input, init) => defaultSession.fetch(input, init),
  isOnline: () => true,
} satisfies Partial<Electron.Net>)
