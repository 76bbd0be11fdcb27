// Several clients that each wait for their answer before they ask again.
import { type Ask, connectTo } from './connection.ts'
import { percentile } from './percentile.ts'

export type Figures = { perSecond: number; p50Ms: number; p99Ms: number }

/**
 * @param load.requests of each client
 * @param load.ask the request of a client's turn
 * @throws when an answer is not 2xx
 */
export const measure = async (
  baseUrl: string,
  load: { clients: number; requests: number; ask: (client: number, turn: number) => Ask },
): Promise<Figures> => {
  const samples: number[] = []
  const connections = await Promise.all(
    Array.from({ length: load.clients }, () => connectTo(baseUrl, 'beginning')),
  )
  const started = performance.now()
  await Promise.all(
    connections.map(async (connection, client) => {
      for (let turn = 0; turn < load.requests; turn += 1) {
        const ask = load.ask(client, turn)
        const sent = performance.now()
        const { status, text } = await connection.ask(ask)
        if (status >= 300)
          throw new Error(`${ask.method} ${ask.path} answered ${status}: ${text.slice(0, 300)}`)
        samples.push(performance.now() - sent)
      }
    }),
  )
  const seconds = (performance.now() - started) / 1000
  for (const connection of connections) connection.close()
  return {
    perSecond: Math.round(samples.length / seconds),
    p50Ms: percentile(samples, 0.5),
    p99Ms: percentile(samples, 0.99),
  }
}
