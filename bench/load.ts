// Several clients at once: those that each wait for their answer before they ask again, which shows how much a service
// can do, and those that ask at their times, which shows how long people wait.
import { setTimeout as sleep } from 'node:timers/promises'
import { type Ask, type Connection, connectTo } from './connection.ts'
import { percentile } from './percentile.ts'

export type Figures = { perSecond: number; p50Ms: number; p99Ms: number }

/** `requests` of each client; `ask` makes the request of a client's turn. */
type Load = { clients: number; requests: number; ask: (client: number, turn: number) => Ask }

/** @throws when the answer is not 2xx */
const answered = async (connection: Connection, ask: Ask): Promise<void> => {
  const { status, text } = await connection.ask(ask)
  if (status >= 300) throw new Error(`${ask.method} ${ask.path} answered ${status}: ${text.slice(0, 300)}`)
}

/** @param turn of a client; returns since when the answer was waited for */
const measured = async (
  baseUrl: string,
  load: Load,
  turn: (connection: Connection, ask: Ask, place: number) => Promise<number>,
): Promise<Figures> => {
  const samples: number[] = []
  const connections = await Promise.all(
    Array.from({ length: load.clients }, () => connectTo(baseUrl, 'beginning')),
  )
  const begun = performance.now()
  await Promise.all(
    connections.map(async (connection, client) => {
      for (let round = 0; round < load.requests; round += 1) {
        const since = await turn(connection, load.ask(client, round), round * load.clients + client)
        samples.push(performance.now() - since)
      }
    }),
  )
  const seconds = (performance.now() - begun) / 1000
  for (const connection of connections) connection.close()
  return {
    perSecond: Math.round(samples.length / seconds),
    p50Ms: percentile(samples, 0.5),
    p99Ms: percentile(samples, 0.99),
  }
}

/** Each client asks again as soon as it has its answer. @throws when an answer is not 2xx */
export const measure = (baseUrl: string, load: Load): Promise<Figures> =>
  measured(baseUrl, load, async (connection, ask) => {
    const sent = performance.now()
    await answered(connection, ask)
    return sent
  })

/**
 * Requests at equal distances, whether or not those before are answered. A wait begins when its request was to be sent.
 * @throws when an answer is not 2xx
 */
export const measurePaced = (baseUrl: string, perSecond: number, load: Load): Promise<Figures> => {
  let started: number | undefined
  return measured(baseUrl, load, async (connection, ask, place) => {
    started ??= performance.now()
    const planned = started + (place * 1000) / perSecond
    const early = planned - performance.now()
    if (early > 0) await sleep(Math.ceil(early))
    // That a timer of ours is late is not the service's doing; that the answer before came too late is.
    const since = early > 0 ? performance.now() : planned
    await answered(connection, ask)
    return since
  })
}
