// Two services on one database behind one address, which gives each of them every other request: what one does, the
// other must know at once. They share nothing but the database.
import { createServer, request, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { once } from 'node:events'
import { startService, type Service, type ServiceConfig } from '../serve.ts'

function forward(target: string, incoming: IncomingMessage, outgoing: ServerResponse): void {
  const { hostname, port } = new URL(target)
  const { method, url, headers } = incoming
  // The host that the client named stays, as balancers do it.
  const passed = request({ hostname, port, method, path: url, headers }, (answer) => {
    outgoing.writeHead(answer.statusCode ?? 502, answer.headers)
    answer.pipe(outgoing)
  })
  passed.on('error', () => outgoing.destroy())
  incoming.pipe(passed)
}

/** @returns the first service, at the address that both answer */
export async function startBalanced(config: ServiceConfig): Promise<Service> {
  const targets: string[] = []
  let turn = 0
  const balancer = createServer((incoming, outgoing) => {
    turn += 1
    const target = targets[turn % targets.length]
    if (target === undefined) outgoing.writeHead(503).end()
    else forward(target, incoming, outgoing)
  })
  balancer.listen(0, '127.0.0.1')
  await once(balancer, 'listening')
  // A listening TCP server has an address of this kind.
  const baseUrl = `http://127.0.0.1:${(balancer.address() as AddressInfo).port}`
  const started: Service[] = []
  for (const _each of [1, 2]) {
    const service = await startService({ ...config, baseUrl })
    started.push(service)
    targets.push(service.localUrl)
  }
  const [first] = started
  if (!first) throw new Error('No service was started.')
  return {
    ...first,
    async close() {
      balancer.closeAllConnections()
      balancer.close()
      await Promise.all(started.map((service) => service.close()))
    },
  }
}
