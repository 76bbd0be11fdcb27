// That requests are resent as Chromium resends them: seen on Electron 25 as two hits with one warm connection and four with
// three.
import type { RequestListener } from 'node:http'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { serveEachTest } from '../loopback-server.ts'
import { Connections } from './connections.ts'

let answer: RequestListener
let hits: string[]
const server = serveEachTest((request, response) => {
  hits.push(`${request.method} ${request.url}`)
  answer(request, response)
})
let connections: Connections

const greet: RequestListener = (request, response) => {
  request.resume().once('end', () => response.end('hello'))
}
const cut: RequestListener = (request) => {
  request.resume().once('end', () => request.socket.destroy())
}
/** So many connections that are kept alive from now on. */
const warm = async (count: number): Promise<void> => {
  const waiting: (() => void)[] = []
  answer = (request, response) => {
    waiting.push(() => greet(request, response))
    if (waiting.length === count) for (const go of waiting) go()
  }
  const hit = async () => (await connections.fetch(`${server.url()}/warm`)).text()
  await Promise.all(Array.from({ length: count }, hit))
  hits = []
}
const post = (): Promise<Response> =>
  connections.fetch(`${server.url()}/save`, { method: 'POST', body: 'one' })

beforeEach(() => {
  connections = new Connections()
  hits = []
})
afterEach(() => connections.closeAll())

describe('APP-12 the stand-in', () => {
  test.each([0, 1, 3])(
    'sends a write that is cut once more for each of %i warm connections',
    async (count) => {
      if (count > 0) await warm(count)
      answer = cut
      await expect(post()).rejects.toThrow('net::ERR_EMPTY_RESPONSE')
      expect(hits).toEqual(Array.from({ length: count + 1 }, () => 'POST /save'))
    },
  )

  test('sends a write once when the warm connections were closed before it', async () => {
    await warm(3)
    connections.closeAll()
    answer = cut
    await expect(post()).rejects.toThrow('net::ERR_EMPTY_RESPONSE')
    expect(hits).toEqual(['POST /save'])
  })

  test('does not send again what was cut in the body of its answer', async () => {
    await warm(1)
    answer = (_request, response) => {
      response.writeHead(200, { 'Content-Length': '9' })
      response.write('four', () => response.destroy())
    }
    await expect(post().then((cutShort) => cutShort.text())).rejects.toThrow()
    expect(hits).toEqual(['POST /save'])
  })

  test('fails what is under way when its connections are closed', async () => {
    await warm(1)
    answer = () => {
      connections.closeAll()
    }
    await expect(post()).rejects.toThrow('net::ERR_ABORTED')
    expect(hits).toEqual(['POST /save'])
  })

  test('gives the reason of an abort, and the answer as it came', async () => {
    answer = greet
    expect(await (await post()).text()).toBe('hello')
    answer = () => undefined
    await expect(connections.fetch(server.url(), { signal: AbortSignal.timeout(50) })).rejects.toThrow(
      expect.objectContaining({ name: 'TimeoutError' }),
    )
    answer = (_request, response) => {
      response.writeHead(307, { Location: '/elsewhere' }).end()
    }
    await expect(connections.fetch(server.url(), { redirect: 'manual' })).rejects.toThrow(
      'Redirect was cancelled',
    )
  })
})
