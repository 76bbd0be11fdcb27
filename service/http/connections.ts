// What one connection can cost, whoever is at its other end. Without this a stranger who asks for something long a
// thousand times on one connection, and reads nothing, fills the memory with answers.
import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'

/** No client of ours pipelines, and those that do ask for some tens at once. */
const mostWaiting = 100

/** Longer than anything that a request waits for in here. */
const stalledMilliseconds = 120_000

type Waiting = { response: ServerResponse; start: () => void }

/** The requests of one connection: whether one is being answered, and those behind it. */
type Pipeline = { isBusy: boolean; waiting: Waiting[] }

/** Ends connections on which nothing moves although there is something to send or to answer. */
export const endStalled = (server: Server, milliseconds = stalledMilliseconds): void => {
  server.setTimeout(milliseconds)
}

/**
 * Starts the requests of one connection one after the other, each when the answer before it has left: they leave in that
 * order anyway (RFC 9112, 9.3.2), so only one of them is in memory. A connection on which more than `most` wait is ended.
 */
export const createPipelines = (
  most = mostWaiting,
): ((request: IncomingMessage, response: ServerResponse, start: () => void) => void) => {
  const pipelines = new WeakMap<Socket, Pipeline>()

  const begin = (socket: Socket, pipeline: Pipeline, { response, start }: Waiting): void => {
    pipeline.isBusy = true
    response.once('close', () => {
      // What comes behind an answer that ends the connection is not begun (9.6).
      const next = socket.writable ? pipeline.waiting.shift() : undefined
      if (next) begin(socket, pipeline, next)
      else pipeline.isBusy = false
    })
    start()
  }

  return ({ socket }, response, start) => {
    const pipeline = pipelines.get(socket) ?? { isBusy: false, waiting: [] }
    pipelines.set(socket, pipeline)
    if (!pipeline.isBusy) begin(socket, pipeline, { response, start })
    else if (pipeline.waiting.length < most) pipeline.waiting.push({ response, start })
    else socket.destroy()
  }
}
