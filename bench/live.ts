// `npm run -s bench -- live [--records N] [--streams N] [--engine sqlite|postgres|both]`: what open streams cost a process, in
// memory and in requests a second, and how soon they say that something has changed.
import { get } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { openStore } from '../service/db/open.ts'
import { addMember } from '../service/operator/add-member.ts'
import { connectTo } from './connection.ts'
import { launcherToken } from './launcher-token.ts'
import { measure } from './load.ts'
import { percentile } from './percentile.ts'
import { startDurablePostgres } from './postgres.ts'
import { ownerOf, type RunningService, runService } from './running-service.ts'
import { createKeys, programsOf } from './service-programs.ts'

/** Below what one person may have. */
const streamsOfPerson = 20
const clients = 8
/** Below the limit of a key. */
const requests = 250
/** A round without streams and one with them, so often. The first of each warms up. */
const rounds = 6
const heardWrites = 20
const kinds = ['list', 'create'] as const

/** Everybody opens their streams. @returns how many events came, and a way to end all */
const openStreams = async (baseUrl: string, tokens: readonly string[], count: number) => {
  let heard = 0
  let at = 0
  const open = Array.from({ length: count }, (_, place) => {
    const headers = { Authorization: `Bearer ${tokens[Math.floor(place / streamsOfPerson)] ?? ''}` }
    const { promise, resolve, reject } = Promise.withResolvers<void>()
    const request = get(`${baseUrl}/v1/launcher/changes/stream`, { headers, agent: false }, (response) => {
      if (response.statusCode !== 200) reject(new Error(`A stream was answered ${response.statusCode}.`))
      response.on('error', () => {})
      response.setEncoding('utf8').on('data', (text: string) => {
        if (!text.includes('event: changed')) return
        heard += 1
        at = performance.now()
        resolve()
      })
    })
    request.on('error', reject)
    return { promise, request }
  })
  await Promise.all(open.map(({ promise }) => promise))
  return {
    heard: () => heard,
    lastAt: () => at,
    close: async () => {
      for (const { request } of open) request.destroy()
      await sleep(500)
    },
  }
}

const tokensOf = async ({ baseUrl, database }: RunningService, people: number): Promise<string[]> => {
  const store = await openStore(database)
  const members = []
  for (let place = 0; place < people; place += 1) {
    const email = `live-${place}@acme.test`
    const password = `a long password ${place}`
    await addMember(store, { workspace: 'acme', email, password, at: Date.now() })
    members.push({ email, password })
  }
  await store.close()
  const tokens: string[] = []
  for (const member of members) tokens.push(await launcherToken(baseUrl, member))
  return tokens
}

const middle = (figures: readonly number[]): number =>
  figures.toSorted((a, b) => a - b)[Math.floor(figures.length / 2)] ?? Number.NaN

const figuresOf = async (service: RunningService, streams: number): Promise<Record<string, unknown>> => {
  const { baseUrl } = service
  const tokens = await tokensOf(service, Math.ceil(streams / streamsOfPerson))
  const keys = await createKeys(service.database, ownerOf(service).userId, clients * rounds * 4 + 1)
  const { asks } = await programsOf(service)
  const nextKey = () => ({ Authorization: `Bearer ${keys.pop() ?? ''}` })
  const rateOf = async (kind: (typeof kinds)[number]) => {
    const headers = Array.from({ length: clients }, nextKey)
    const ask = asks[kind]
    if (ask === undefined) throw new Error(`The service has no ${kind}.`)
    const load = {
      clients,
      requests,
      ask: (client: number) => ({ ...ask(), headers: headers[client] ?? {} }),
    }
    const before = service.processorMs()
    const { perSecond } = await measure(baseUrl, load)
    return { perSecond, processorMs: (service.processorMs() - before) / (clients * requests) }
  }
  type Round = Awaited<ReturnType<typeof rateOf>>
  type Rounds = Record<(typeof kinds)[number], Round[]>
  const rates: Record<'without' | 'with', Rounds> = {
    without: { list: [], create: [] },
    with: { list: [], create: [] },
  }
  const megabytes: number[] = []
  for (let round = 0; round < rounds; round += 1) {
    for (const kind of kinds) rates.without[kind].push(await rateOf(kind))
    await sleep(2_000)
    const before = service.residentMb()
    const open = await openStreams(baseUrl, tokens, streams)
    await sleep(2_000)
    megabytes.push(service.residentMb() - before)
    for (const kind of kinds) rates.with[kind].push(await rateOf(kind))
    await open.close()
  }
  // How long until the last of them has heard of a write.
  const open = await openStreams(baseUrl, tokens, streams)
  const connection = await connectTo(baseUrl, 'beginning')
  const waits: number[] = []
  const headers = nextKey()
  for (let write = 0; write < heardWrites; write += 1) {
    await sleep(700)
    const [before, began] = [open.heard(), performance.now()]
    const ask = asks.create?.()
    if (ask) await connection.ask({ ...ask, headers })
    while (open.heard() < before + streams) await sleep(5)
    waits.push(open.lastAt() - began)
  }
  connection.close()
  await open.close()
  const rounded = (figure: number) => Math.round(figure * 100) / 100
  const middleOf = (part: keyof typeof rates, kind: (typeof kinds)[number], name: keyof Round) =>
    middle(rates[part][kind].slice(1).map((round) => round[name]))
  const ratio = (kind: (typeof kinds)[number], name: keyof Round) =>
    rounded(middleOf('with', kind, name) / middleOf('without', kind, name))
  return {
    megabytes: Math.max(...megabytes),
    ...Object.fromEntries(
      kinds.map((kind) => [
        kind,
        {
          perSecond: middleOf('without', kind, 'perSecond'),
          rateRatio: ratio(kind, 'perSecond'),
          // Steadier where others share the machine.
          processorRatio: ratio(kind, 'processorMs'),
        },
      ]),
    ),
    allHeardP50Ms: percentile(waits, 0.5),
    allHeardP99Ms: percentile(waits, 0.99),
  }
}

export const benchLive = async (args: string[]): Promise<Record<string, unknown>> => {
  const { values } = parseArgs({
    args,
    options: {
      records: { type: 'string', default: '20000' },
      streams: { type: 'string', default: '500' },
      engine: { type: 'string', default: 'both' },
    },
  })
  const figures: Record<string, unknown> = {}
  const onService = async (name: string, url?: string) => {
    const service = await runService(Number(values.records), url)
    try {
      figures[name] = await figuresOf(service, Number(values.streams))
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
  return { bench: 'live', records: Number(values.records), streams: Number(values.streams), ...figures }
}
