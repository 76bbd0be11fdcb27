// A host of invented calendars in a thread of its own, so that its work does not count as the service's.
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { parentPort, Worker } from 'node:worker_threads'

type Hosted = {
  path: string
  text: string
  /** Whether it answers conditional requests; else it sends the whole file each time. */
  hasEtag: boolean
  /** Every nth request gets a calendar with one changed event: the number after `Version` grows. */
  changesEvery?: number
}

export type CalendarHost = {
  url: (path: string) => string
  put: (file: Hosted) => Promise<void>
  stop: () => Promise<unknown>
}

const serveFiles = (port: NonNullable<typeof parentPort>): void => {
  const files = new Map<string, Hosted & { version: number; asked: number }>()
  port.on('message', (file: Hosted) => {
    const version = (files.get(file.path)?.version ?? 0) + 1
    // Not all change at the same time.
    files.set(file.path, { ...file, version, asked: files.size })
    port.postMessage('there')
  })
  const server = createServer((request, response) => {
    const file = files.get(request.url ?? '')
    if (file === undefined) return response.writeHead(404).end()
    file.asked += 1
    if (file.changesEvery !== undefined && file.asked % file.changesEvery === 0) {
      file.version += 1
      file.text = file.text.replace(/Version \d+/, `Version ${file.version}`)
    }
    const etag = `"${file.version}"`
    if (file.hasEtag && request.headers['if-none-match'] === etag) return response.writeHead(304).end()
    response.writeHead(200, { 'content-type': 'text/calendar', ...(file.hasEtag && { etag }) })
    return response.end(file.text)
  })
  server.listen(0, '127.0.0.1', () => port.postMessage((server.address() as AddressInfo).port))
}

if (parentPort !== null) serveFiles(parentPort)

export async function startCalendarHost(): Promise<CalendarHost> {
  const thread = new Worker(new URL(import.meta.url))
  const said = async (): Promise<unknown> => {
    const [message] = (await once(thread, 'message')) as unknown[]
    return message
  }
  const port = String(await said())
  return {
    url: (path) => `http://127.0.0.1:${port}${path}`,
    async put(file) {
      const there = said()
      thread.postMessage(file)
      await there
    },
    stop: () => thread.terminate(),
  }
}
