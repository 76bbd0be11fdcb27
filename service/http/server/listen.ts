// Where a server listens.
import type { Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { listenError } from '../../operator/error.ts'

/** @param option what chooses the port, for whoever reads that it is taken */
export type ListenOptions = { host: string; port: number; option: string }

function urlOf(address: AddressInfo, host: string): string {
  const wildcard = address.address === '0.0.0.0' || address.address === '::'
  const name = wildcard ? 'localhost' : host
  return `http://${name.includes(':') ? `[${name}]` : name}:${address.port}`
}

/** @returns its port, and a URL that leads there from this machine. @throws OperatorError */
export function listen(server: Server, options: ListenOptions): Promise<{ port: number; url: string }> {
  return new Promise((resolve, reject) => {
    server.once('error', (error) => reject(listenError(error, options)))
    server.listen({ host: options.host, port: options.port }, () => {
      const address = server.address()
      if (address === null || typeof address === 'string') reject(new Error('The server has no port.'))
      else resolve({ port: address.port, url: urlOf(address, options.host) })
    })
  })
}
