// `npm run -s bench -- connections [--records N] [--engine sqlite|postgres|both]`: requests a second and waiting times with
// 500 and 1,000 connections at once. Every answer must be 2xx, or the benchmark fails.
import { parseArgs } from 'node:util'
import { launcherToken } from './launcher-token.ts'
import { type Figures, measure } from './load.ts'
import { startDurablePostgres } from './postgres.ts'
import { ownerOf, type RunningService, runService } from './running-service.ts'
import { createKeys, programsOf } from './service-programs.ts'
import { searchFor } from './service-people.ts'

const sizes = [500, 1_000]
const kinds = ['list', 'get', 'create', 'search'] as const
/** The first round warms up; the middle one of the rest counts. */
const rounds = 4
/** Of a connection in a round. */
const requests = 4
/** Below the limit of a key or token. */
const requestsOfToken = 250

type Table = Record<string, Record<(typeof kinds)[number], Figures>>

const middle = (figures: readonly Figures[]): Figures => {
  const figure = figures.toSorted((a, b) => a.perSecond - b.perSecond)[Math.floor(figures.length / 2)]
  if (figure === undefined) throw new Error('Nothing was measured.')
  return figure
}

const tableOf = async (service: RunningService): Promise<Table> => {
  const owner = ownerOf(service)
  const largest = Math.max(...sizes)
  const programs = (await programsOf(service)).asks
  const keys = await createKeys(service.database, owner.userId, largest)
  const tokens: string[] = []
  const searches = sizes.reduce((sum, size) => sum + size, 0) * rounds * requests
  for (let made = 0; made < Math.ceil(searches / requestsOfToken); made += 1)
    tokens.push(await launcherToken(service.baseUrl, owner))
  let searched = 0
  const search = () => {
    searched += 1
    const token = tokens[Math.floor(searched / requestsOfToken)] ?? tokens.at(-1)
    const headers = { Authorization: `Bearer ${token}` }
    return { method: 'GET', path: searchFor(searched), headers }
  }
  const program = (kind: 'list' | 'get' | 'create', client: number) => {
    const ask = programs[kind]?.()
    if (ask === undefined) throw new Error(`The service has no ${kind}.`)
    return { ...ask, headers: { Authorization: `Bearer ${keys[client]}` } }
  }
  const table: Table = {}
  for (const clients of sizes) {
    const row: Partial<Table[string]> = {}
    for (const kind of kinds) {
      const figures: Figures[] = []
      for (let round = 0; round < rounds; round += 1)
        figures.push(
          await measure(service.baseUrl, {
            clients,
            requests,
            ask: (client) => (kind === 'search' ? search() : program(kind, client)),
          }),
        )
      row[kind] = middle(figures.slice(1))
    }
    table[clients] = row as Table[string]
  }
  return table
}

export const benchConnections = async (args: string[]): Promise<Record<string, unknown>> => {
  const { values } = parseArgs({
    args,
    options: {
      records: { type: 'string', default: '100000' },
      engine: { type: 'string', default: 'both' },
    },
  })
  const figures: Record<string, Table> = {}
  const onService = async (name: string, url?: string) => {
    const service = await runService(Number(values.records), url)
    try {
      figures[name] = await tableOf(service)
    } finally {
      await service.stop()
    }
  }
  if (values.engine !== 'postgres') await onService('sqlite')
  if (values.engine !== 'sqlite') {
    const server = await startDurablePostgres('svc')
    try {
      await onService('postgres', server.url('svc'))
    } finally {
      await server.stop()
    }
  }
  return { bench: 'connections', records: Number(values.records), ...figures }
}
