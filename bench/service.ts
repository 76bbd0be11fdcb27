// `npm run -s bench -- service`: search and brief end to end over HTTP at 100,000 records, start and memory.
// The rate limit is on, as for everyone: the load is spread over as many tokens as it takes.
import { Agent, get } from 'node:http'
import { launcherToken } from './launcher-token.ts'
import { percentile } from './percentile.ts'
import { runService } from './running-service.ts'

const records = 100_000
const requestsPerToken = 250
const clients = 4

const queries = ['ac', 'no', 'gre', 'sol', 'alpha', 'north', 'acme co', 'green la', 'nrothern', 'solutoins']

/** One GET, read to its end. Not `fetch`: it costs more than the service does, on the processor that both share. */
const read = (agent: Agent, url: string, token: string): Promise<number | undefined> =>
  new Promise((resolve, reject) => {
    get(url, { agent, headers: { authorization: `Bearer ${token}` } }, (response) => {
      response.on('data', () => {})
      response.on('end', () => resolve(response.statusCode))
      response.on('error', reject)
    }).on('error', reject)
  })

export const benchService = async (): Promise<Record<string, unknown>> => {
  const service = await runService(records)
  try {
    const idleMb = service.residentMb()
    const owner = service.workspaces.find(({ slug }) => slug === 'acme')?.members[0]
    if (owner === undefined) throw new Error('The demo has no acme owner.')

    /** Milliseconds of each answer, from `clients` clients that each wait for their answer. */
    const measure = async (path: (index: number) => string): Promise<number[]> => {
      const samples: number[] = []
      const tokens = await Promise.all(
        Array.from({ length: clients }, () => launcherToken(service.baseUrl, owner)),
      )
      const client = async (token: string, place: number): Promise<void> => {
        const agent = new Agent({ keepAlive: true, maxSockets: 1 })
        // Not all at the same place of the list: four people do not type the same letters at the same moment.
        const start = place * 3
        for (let index = start; index < start + requestsPerToken; index += 1) {
          const sent = performance.now()
          const status = await read(agent, service.baseUrl + path(index), token)
          if (status !== 200) throw new Error(`${path(index)} answered ${status}`)
          samples.push(performance.now() - sent)
        }
        agent.destroy()
      }
      await Promise.all(tokens.map(client))
      return samples
    }

    const searchPath = (index: number): string =>
      `/v1/launcher/search?q=${encodeURIComponent(queries[index % queries.length] ?? 'ac')}`
    await measure(searchPath)
    const search = await measure(searchPath)
    const brief = await measure(() => '/v1/launcher/brief')
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
