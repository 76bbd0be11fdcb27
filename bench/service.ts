// `npm run -s bench -- service [--records N] [--engine sqlite|postgres|both] [--database file:PATH] [--peer parse-server]
// [--beside DIR]`: the service under load, engine beside engine, and beside a peer; beside another checkout only
// what programs ask. The figures at the top are SQLite's, on a database of its own or on one that a demo of that size was
// loaded into before.
import { rmSync } from 'node:fs'
import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { byTurns, type Kind } from './by-turns.ts'
import type { Figures } from './load.ts'
import { installParseServer, type Peer, type RunningPeer, runParseServer } from './parse-server.ts'
import { startDurablePostgres } from './postgres.ts'
import { runService } from './running-service.ts'
import { programsOf } from './service-programs.ts'
import { workOfPeople } from './service-people.ts'

const readOptions = (args: string[]) => {
  const { values } = parseArgs({
    args,
    options: {
      records: { type: 'string', default: '100000' },
      engine: { type: 'string', default: 'both' },
      peer: { type: 'string' },
      database: { type: 'string' },
      beside: { type: 'string' },
    },
  })
  if (values.peer !== undefined && values.peer !== 'parse-server')
    throw new Error('The peer is `parse-server`.')
  const { records, engine, database } = values
  const other = values.beside === undefined ? undefined : resolve(values.beside)
  return { records: Number(records), engine, database, other, withPeer: values.peer !== undefined }
}

type ProgramFigures = Partial<Record<Kind, Figures>>

const peerDatabases = { bare: 'parse_server', equipped: 'parse_server_equipped' } satisfies Record<
  Peer,
  string
>

const byName = <T extends { name: string }, V>(some: readonly T[], valueOf: (one: T) => V) =>
  Object.fromEntries(some.map((one) => [one.name, valueOf(one)]))

/** Requests a second of ours to one of theirs, for every kind that both have. */
const ratiosOf = (ours: ProgramFigures, theirs: ProgramFigures) =>
  Object.fromEntries(
    Object.entries(ours).flatMap(([kind, { perSecond }]) => {
      const their = theirs[kind as Kind]
      return their ? [[kind, Math.round((100 * perSecond) / their.perSecond) / 100]] : []
    }),
  )

export const benchService = async (args: string[]): Promise<Record<string, unknown>> => {
  const { records, engine, database, other, withPeer } = readOptions(args)
  const stops: (() => Promise<unknown>)[] = []
  try {
    const needsServer = engine !== 'sqlite' || withPeer
    const server = needsServer
      ? await startDurablePostgres('svc', 'other', ...Object.values(peerDatabases))
      : undefined
    if (server) stops.push(() => server.stop())
    const run = async (name: 'sqlite' | 'postgres', url?: string, tree?: string) => {
      const service = await runService(records, url, [], tree)
      stops.push(() => service.stop())
      return { name, service }
    }
    const services = [
      ...(engine === 'postgres' ? [] : [await run('sqlite', database)]),
      ...(server && engine !== 'sqlite' ? [await run('postgres', server.url('svc'))] : []),
    ]
    const others = [
      ...(other === undefined || engine === 'postgres' ? [] : [await run('sqlite', undefined, other)]),
      ...(other !== undefined && server && engine !== 'sqlite'
        ? [await run('postgres', server.url('other'), other)]
        : []),
    ]
    const peers: { name: Peer; server: RunningPeer }[] = []
    if (server && withPeer) {
      const dir = installParseServer()
      stops.push(async () => rmSync(dir, { recursive: true, force: true }))
      for (const [name, peerDatabase] of Object.entries(peerDatabases) as [Peer, string][]) {
        const peer = await runParseServer(name, dir, server.url(peerDatabase), records)
        stops.push(() => peer.stop())
        peers.push({ name, server: peer })
      }
    }
    const contenders = await Promise.all([...services, ...others].map(({ service }) => programsOf(service)))
    const figures = await byTurns([...contenders, ...peers.map((peer) => peer.server.contender)])
    const ofPeers = peers.map(({ name, server: peer }, place) => ({
      name,
      figures: { ...figures[contenders.length + place], loadedMb: peer.residentMb() },
    }))
    if (other !== undefined)
      return {
        bench: 'service',
        records,
        ...byName(
          services.map(({ name }, place) => ({ name, figures: figures[place] ?? {} })),
          (ours) => ours.figures,
        ),
        ratiosBeside: byName(
          others.map(({ name }, place) => ({ name, theirs: figures[services.length + place] ?? {}, place })),
          ({ theirs, place }) => ratiosOf(figures[place] ?? {}, theirs),
        ),
      }
    const ofServices = new Map<string, Awaited<ReturnType<typeof workOfPeople>> & ProgramFigures>()
    for (const [place, { name, service }] of services.entries())
      ofServices.set(name, { ...figures[place], ...(await workOfPeople(service)) })
    const sqlite = ofServices.get('sqlite')
    return {
      bench: 'service',
      records,
      ...(sqlite && {
        searchP50Ms: sqlite.search.p50Ms,
        searchP99Ms: sqlite.search.p99Ms,
        briefP50Ms: sqlite.brief.p50Ms,
        briefP99Ms: sqlite.brief.p99Ms,
        firstAnswerMs: sqlite.firstAnswerMs,
        idleMb: sqlite.idleMb,
      }),
      ...Object.fromEntries(ofServices),
      ...(ofPeers.length > 0 && {
        parseServer: byName(ofPeers, (peer) => peer.figures),
        ratios: byName(ofPeers, (peer) =>
          byName(
            services.map(({ name }, place) => ({ name, figures: figures[place] ?? {} })),
            (ours) => ratiosOf(ours.figures, peer.figures),
          ),
        ),
      }),
    }
  } finally {
    for (const stop of stops.toReversed()) await stop()
  }
}
