// `npm run -s bench -- service`: search and brief end to end over HTTP at 100,000 records, start and memory.
// The rate limit is on, as for everyone: the load is spread over as many tokens as it takes.
import { once } from 'node:events'
import { connect } from 'node:net'
import { launcherToken } from './launcher-token.ts'
import { percentile } from './percentile.ts'
import { runService } from './running-service.ts'

const records = 100_000
const requestsPerToken = 250
const clients = 4
/** Search and brief, each once to warm up and once to count. */
const measurements = 4

const queries = ['ac', 'no', 'gre', 'sol', 'alpha', 'north', 'acme co', 'green la', 'nrothern', 'solutoins']

type Client = { status: (path: string, token: string) => Promise<number>; close: () => void }

/**
 * One connection that asks and reads each answer to its end. Not `fetch` or `node:http`: their buffers make this process
 * collect garbage for 20 ms at a time, which would be counted as the service's.
 */
const connectTo = async (baseUrl: string): Promise<Client> => {
  const { hostname, port, host } = new URL(baseUrl)
  let head = ''
  let missing = 0
  let done: (status: number) => void = () => {}
  let fail: (error: Error) => void = () => {}
  const take = (bytes: number, buffer: Uint8Array): boolean => {
    if (head === '') {
      const text = Buffer.from(buffer.buffer, buffer.byteOffset, bytes).toString('latin1')
      const end = text.indexOf('\r\n\r\n') + 4
      head = text.slice(0, end)
      const length = /\r\ncontent-length: (\d+)\r\n/i.exec(head)?.[1]
      if (end < 4 || length === undefined) fail(new Error(`An answer without its length: ${head}`))
      missing = Number(length) - (bytes - end)
    } else {
      missing -= bytes
    }
    if (missing > 0) return true
    const status = Number(head.slice(9, 12))
    head = ''
    done(status)
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
    status: (path, token) =>
      new Promise((resolve, reject) => {
        done = resolve
        fail = reject
        socket.write(`GET ${path} HTTP/1.1\r\nHost: ${host}\r\nAuthorization: Bearer ${token}\r\n\r\n`)
      }),
    close: () => socket.destroy(),
  }
}

export const benchService = async (): Promise<Record<string, unknown>> => {
  const service = await runService(records)
  try {
    const idleMb = service.residentMb()
    const owner = service.workspaces.find(({ slug }) => slug === 'acme')?.members[0]
    if (owner === undefined) throw new Error('The demo has no acme owner.')

    // Before the load: a sign-in costs as much as many searches, and nobody signs in that often.
    const allTokens: string[] = []
    for (let signIn = 0; signIn < clients * measurements; signIn += 1)
      allTokens.push(await launcherToken(service.baseUrl, owner))

    /** Milliseconds of each answer, from `clients` clients that each wait for their answer. */
    const measure = async (path: (index: number) => string): Promise<number[]> => {
      const samples: number[] = []
      const tokens = allTokens.splice(0, clients)
      const client = async (token: string, place: number): Promise<void> => {
        const connection = await connectTo(service.baseUrl)
        // Not all at the same place of the list: four people do not type the same letters at the same moment.
        const start = place * 3
        for (let index = start; index < start + requestsPerToken; index += 1) {
          const sent = performance.now()
          const status = await connection.status(path(index), token)
          if (status !== 200) throw new Error(`${path(index)} answered ${status}`)
          samples.push(performance.now() - sent)
        }
        connection.close()
      }
      await Promise.all(tokens.map(client))
      return samples
    }

    const searchPath = (index: number): string =>
      `/v1/launcher/search?q=${encodeURIComponent(queries[index % queries.length] ?? 'ac')}`
    await measure(searchPath)
    const search = await measure(searchPath)
    const briefPath = (): string => '/v1/launcher/brief'
    await measure(briefPath)
    const brief = await measure(briefPath)
    return {
      bench: 'service',
      engine: 'sqlite',
      records,
      clients,
      searchP50Ms: percentile(search, 0.5),
      searchP99Ms: percentile(search, 0.99),
      briefP50Ms: percentile(brief, 0.5),
      briefP99Ms: percentile(brief, 0.99),
      firstAnswerMs: Math.round(service.firstAnswerMs),
      idleMb: Math.round(idleMb),
      loadedMb: Math.round(service.residentMb()),
    }
  } finally {
    await service.stop()
  }
}
