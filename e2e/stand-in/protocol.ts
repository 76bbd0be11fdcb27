// protocol.handle: custom schemes are answered by the app, in this process.
import { isRegisteredScheme, registerScheme } from './app-scheme.ts'
import { notSupported, strict } from './strict.ts'

type Handler = Parameters<Electron.Protocol['handle']>[1]

const handlers = new Map<string, Handler>()
export const schemeOf = (url: string): string => url.slice(0, Math.max(0, url.indexOf(':'))).toLowerCase()

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
