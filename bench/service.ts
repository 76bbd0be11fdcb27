// `npm run -s bench -- service [--records N] [--engine sqlite|postgres|both] [--database file:PATH] [--peer parse-server]`:
// the service under load, engine beside engine, and beside a peer. The figures at the top are SQLite's, on a database of
// its own or on one that a demo of that size was loaded into before.
import { parseArgs } from 'node:util'
import { benchParseServer } from './parse-server.ts'
import { startDurablePostgres } from './postgres.ts'
import { runService } from './running-service.ts'
import { type ServiceFigures, workOf } from './service-work.ts'

const readOptions = (args: string[]) => {
  const { values } = parseArgs({
    args,
    options: {
      records: { type: 'string', default: '100000' },
      engine: { type: 'string', default: 'both' },
      peer: { type: 'string' },
      database: { type: 'string' },
    },
  })
  if (values.peer !== undefined && values.peer !== 'parse-server')
    throw new Error('The peer is `parse-server`.')
  const { records, engine, database } = values
  return { records: Number(records), engine, database, withPeer: values.peer !== undefined }
}

const ratio = (ours: number, theirs: number): number => Math.round((100 * ours) / theirs) / 100

export const benchService = async (args: string[]): Promise<Record<string, unknown>> => {
  const { records, engine, database, withPeer } = readOptions(args)
  const run = async (url?: string): Promise<ServiceFigures> => {
    const service = await runService(records, url)
    try {
      return await workOf(service)
    } finally {
      await service.stop()
    }
  }
  const sqlite = engine === 'postgres' ? undefined : await run(database)
  const server =
    engine === 'sqlite' && !withPeer ? undefined : await startDurablePostgres('svc', 'parse_server')
  try {
    const postgres = server && engine !== 'sqlite' ? await run(server.url('svc')) : undefined
    const peer = server && withPeer ? await benchParseServer(server.url('parse_server'), records) : undefined
    const ratios =
      peer &&
      Object.fromEntries(
        Object.entries({ sqlite, postgres }).flatMap(([name, ours]) =>
          ours
            ? [
                [
                  name,
                  {
                    list: ratio(ours.list.perSecond, peer.list.perSecond),
                    get: ratio(ours.get.perSecond, peer.get.perSecond),
                    create: ratio(ours.create.perSecond, peer.create.perSecond),
                    createOfMany: ratio(ours.createOfMany.perSecond, peer.createOfMany.perSecond),
                  },
                ],
              ]
            : [],
        ),
      )
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
        sqlite,
      }),
      ...(postgres && { postgres }),
      ...(peer && { parseServer: peer, ratios }),
    }
  } finally {
    await server?.stop()
  }
}
