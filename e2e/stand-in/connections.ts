// Requests of the main process as Chromium's network stack sends them: on connections that are kept alive, six a host. When
// a kept one dies before the headers of the answer, the request goes out again on the next, whatever its method.
import { Agent as HttpAgent, request as overHttp } from 'node:http'
import { Agent as HttpsAgent, request as overHttps } from 'node:https'
import { Readable } from 'node:stream'
import { notSupported } from './strict.ts'

const settings = { keepAlive: true, maxSockets: 6 }
const openAgents = () => ({ 'http:': new HttpAgent(settings), 'https:': new HttpsAgent(settings) })

const chromiumNames: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'CONNECTION_REFUSED',
  ENOTFOUND: 'NAME_NOT_RESOLVED',
  ECONNRESET: 'EMPTY_RESPONSE',
  EPIPE: 'CONNECTION_RESET',
}
const asChromium = (error: NodeJS.ErrnoException): Error => {
  const name = chromiumNames[error.code ?? '']
  return name === undefined ? error : new Error(`net::ERR_${name}`)
}

/** A connection from an earlier request died under this one. */
class StaleConnection extends Error {}

export class Connections {
  private agents = openAgents()

  /** Fails what is under way, too. */
  closeAll(): void {
    for (const agent of Object.values(this.agents)) agent.destroy()
    this.agents = openAgents()
  }

  async fetch(input: string | Request, init?: RequestInit): Promise<Response> {
    const request = new Request(input, init)
    const body = Buffer.from(await request.arrayBuffer())
    const { agents } = this
    for (;;)
      try {
        return await this.send(request, body, agents)
      } catch (error) {
        if (!(error instanceof StaleConnection)) throw error
        if (agents !== this.agents) throw new Error('net::ERR_ABORTED', { cause: error })
      }
  }

  private send(request: Request, body: Buffer, agents: typeof this.agents): Promise<Response> {
    const { url, method, signal, redirect } = request
    const { promise, resolve, reject } = Promise.withResolvers<Response>()
    const protocol = new URL(url).protocol === 'https:' ? 'https:' : 'http:'
    const headers = { ...Object.fromEntries(request.headers), 'content-length': String(body.length) }
    const outgoing = (protocol === 'https:' ? overHttps : overHttp)(url, {
      method,
      signal,
      agent: agents[protocol],
      headers:
        body.length > 0 || !/^(GET|HEAD)$/.test(method) ? headers : Object.fromEntries(request.headers),
    })
    outgoing.on('error', (error: NodeJS.ErrnoException) => {
      if (signal.aborted) reject(signal.reason as Error)
      else reject(outgoing.reusedSocket ? new StaleConnection() : asChromium(error))
    })
    outgoing.on('response', (incoming) => {
      const { statusCode: status = 0, statusMessage: statusText = '' } = incoming
      if (status >= 300 && status <= 399 && status !== 304) {
        outgoing.destroy()
        // A manual redirect that nobody follows is an error of Electron's request.
        reject(
          redirect === 'manual' ? new Error('Redirect was cancelled') : notSupported(`redirect: ${redirect}`),
        )
        return
      }
      if (incoming.headers['content-encoding'] !== undefined) {
        outgoing.destroy()
        reject(notSupported('an answer with a content encoding'))
        return
      }
      const answerHeaders = new Headers()
      for (let at = 0; at < incoming.rawHeaders.length; at += 2)
        answerHeaders.append(incoming.rawHeaders[at] ?? '', incoming.rawHeaders[at + 1] ?? '')
      const hasBody = method !== 'HEAD' && ![204, 205, 304].includes(status)
      if (!hasBody) incoming.resume()
      const answer = hasBody ? (Readable.toWeb(incoming) as ReadableStream) : null
      resolve(new Response(answer, { status, statusText, headers: answerHeaders }))
    })
    outgoing.end(body)
    return promise
  }
}
