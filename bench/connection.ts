// One keep-alive connection that asks and reads each answer to its end. Not `fetch` or `node:http`: their buffers make
// this process collect garbage for 20 ms at a time, which would be counted as the service's.
import { once } from 'node:events'
import { connect } from 'node:net'

const longestHead = 8_192

export type Ask = { method: string; path: string; headers: Record<string, string>; body?: string }
type Answer = { status: number; text: string }

export type Connection = { ask: (ask: Ask) => Promise<Answer>; close: () => void }

/** @param keeps of an answer's text: all of it, or its beginning, which costs this process nothing */
export const connectTo = async (baseUrl: string, keeps: 'all' | 'beginning' = 'all'): Promise<Connection> => {
  const { hostname, port, host } = new URL(baseUrl)
  let parts: Buffer[] = []
  let head = ''
  let missing = 0
  let done: (answer: Answer) => void = () => {}
  let fail: (error: Error) => void = () => {}
  const take = (bytes: number, shared: Uint8Array): boolean => {
    let part = shared.subarray(0, bytes)
    if (head === '') {
      const text = Buffer.from(part.buffer, part.byteOffset, Math.min(bytes, longestHead)).toString('latin1')
      const end = text.indexOf('\r\n\r\n') + 4
      head = text.slice(0, end)
      const length = /\r\ncontent-length: (\d+)\r\n/i.exec(head)?.[1]
      if (end < 4 || length === undefined) fail(new Error(`An answer without its length: ${head}`))
      missing = Number(length)
      part = part.subarray(end)
    }
    missing -= part.length
    if (keeps === 'all') parts.push(Buffer.from(part))
    else if (parts.length === 0) parts.push(Buffer.from(part.subarray(0, 300)))
    if (missing > 0) return true
    const answer = { status: Number(head.slice(9, 12)), text: Buffer.concat(parts).toString('utf8') }
    head = ''
    parts = []
    done(answer)
    return true
  }
  const socket = connect({
    host: hostname,
    port: Number(port),
    noDelay: true,
    onread: { buffer: Buffer.alloc(65_536), callback: take },
  })
  socket.on('error', (error) => fail(error))
  socket.on('close', () => fail(new Error('The service closed the connection.')))
  await once(socket, 'connect')
  return {
    ask: ({ method, path, headers, body }) =>
      new Promise((resolve, reject) => {
        done = resolve
        fail = reject
        const lines = Object.entries({
          Host: host,
          ...headers,
          ...(body !== undefined && {
            'Content-Type': 'application/json',
            'Content-Length': String(Buffer.byteLength(body)),
          }),
        }).map(([name, value]) => `${name}: ${value}\r\n`)
        socket.write(`${method} ${path} HTTP/1.1\r\n${lines.join('')}\r\n${body ?? ''}`)
      }),
    close: () => socket.destroy(),
  }
}
