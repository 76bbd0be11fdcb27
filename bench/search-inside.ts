// `npm run -s bench -- search-inside [--records N] [--engine sqlite|postgres] [--beside DIR]`: search among N tasks with
// descriptions of 100 words, the size of their index, and creates without and with such a description, by turns with those of
// another checkout (its dependencies are installed).
import { resolve } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { Client } from 'pg'
import { newUuid } from '../service/base/ids.ts'
import { openStore } from '../service/db/open.ts'
import { workspaceBySlug } from '../service/access/workspaces.store.ts'
import { indexDueTexts } from '../service/search/text-index.store.ts'
import { insertTasks } from '../service/tasks/tasks.store.ts'
import type { NewTask } from '../service/tasks/stored-task.ts'
import type { Ask } from './connection.ts'
import { launcherToken } from './launcher-token.ts'
import { type Figures, measure, measurePaced } from './load.ts'
import { settle, startDurablePostgres } from './postgres.ts'
import { ownerOf, type RunningService, runService } from './running-service.ts'
import { createKeys } from './service-programs.ts'

const clients = 8
const requests = 200
const rounds = 5
const warmUps = 1
const demoRecords = 1_000
const searchesPerSecond = 100
const typists = 4
const pacedRounds = 5
const searches = [
  'pro',
  'verla',
  'konder',
  'tionqui',
  'an',
  'lame prore',
  'zest',
  'stanko xy',
  'schaftin',
  'nothere',
]

/** Words of which a few are in most texts and most in few, as in a language. */
const writer = () => {
  let seed = 7
  const random = () => (seed = (seed * 1_664_525 + 1_013_904_223) % 2 ** 32) / 2 ** 32
  const parts =
    'an be con der er for ge ha in ko la me no or pro qui re st ta un ver wa xy ze schaft tion'.split(' ')
  const wordOf = (place: number): string => {
    const syllables = Array.from(
      { length: 2 + (place % 3) },
      () => parts[Math.floor(random() * parts.length)],
    )
    return syllables.join('') + (place > 5_000 ? place.toString(36).replaceAll(/\d/g, '') : '')
  }
  const vocabulary = Array.from({ length: 30_000 }, (_, place) => wordOf(place))
  const word = () => vocabulary[Math.floor(vocabulary.length ** random()) - 1] ?? 'word'
  return (words: number): string => Array.from({ length: words }, word).join(' ')
}

const rowsOf = async <Row>(database: string, text: string): Promise<Row[]> => {
  if (database.startsWith('file:')) {
    const opened = new DatabaseSync(database.slice('file:'.length))
    const rows = opened.prepare(text).all() as Row[]
    opened.close()
    return rows
  }
  const client = new Client({ connectionString: database })
  await client.connect()
  const { rows } = await client.query(text)
  await client.end()
  return rows as Row[]
}

/** Milliseconds until no text is due. */
const indexed = async (database: string): Promise<number> => {
  const begun = performance.now()
  while ((await rowsOf(database, 'select 1 from search_text_due limit 1')).length > 0) await sleep(100)
  return Math.round(performance.now() - begun)
}

const indexMegabytes = async (database: string): Promise<number> => {
  const [row] = await rowsOf<{ bytes: number | string }>(
    database,
    database.startsWith('file:')
      ? `select sum(pgsize) as bytes from dbstat where name like 'search_text%'
          or name like 'sqlite_autoindex_search_text%'`
      : `select sum(pg_total_relation_size(oid)) as bytes from pg_class
          where relkind = 'r' and relname like 'search_text%'`,
  )
  return Math.round(Number(row?.bytes) / 2 ** 20)
}

const loadTasks = async (database: string, count: number): Promise<void> => {
  const store = await openStore(database)
  const write = writer()
  const workspace = await store.read((tx) => workspaceBySlug(tx, 'acme'))
  if (!workspace) throw new Error('The demo has no acme.')
  for (let made = 0; made < count; made += 500) {
    const tasks = Array.from({ length: Math.min(500, count - made) }, (_, place): NewTask => {
      const at = Date.now() - (count - made - place) * 1_000
      return {
        id: newUuid(),
        title: write(3),
        description: write(100),
        status: 'todo',
        priority: 'no_priority',
        startDate: null,
        dueDate: null,
        parentId: null,
        sectionId: null,
        estimatedTime: null,
        createdBy: `usr_${place % 20}`,
        createdAt: at,
        updatedAt: at,
        assignees: [],
        linkedRecordIds: [],
        linkedMeetingIds: [],
      }
    })
    await store.write((tx) => insertTasks(tx, workspace.id, tasks), workspace.id)
    // Without the pauses that the service leaves to writers.
    let areLeft = true
    while (areLeft)
      ({ areLeft } = await store.write((tx) => indexDueTexts(tx, workspace.id, tasks.length), workspace.id))
  }
  await store.optimize?.(count)
  await store.close()
}

const middle = <F extends Figures>(figures: readonly F[], by: 'perSecond' | 'p99Ms'): F | undefined =>
  figures.toSorted((a, b) => a[by] - b[by])[Math.floor(figures.length / 2)]

const searchFigures = async (service: RunningService) => {
  const owner = ownerOf(service)
  // Before the load: a sign-in costs as much as many searches.
  const tokens: string[] = []
  for (let signIn = 0; signIn < typists * (pacedRounds + 1); signIn += 1)
    tokens.push(await launcherToken(service.baseUrl, owner))
  const found: (Figures & { processorMs: number })[] = []
  for (let round = 0; round <= pacedRounds; round += 1) {
    const mine = tokens.splice(0, typists)
    const ask = (client: number, turn: number): Ask => ({
      method: 'GET',
      path: `/v1/launcher/search?q=${encodeURIComponent(searches[(turn + client * 3) % searches.length] ?? '')}`,
      headers: { Authorization: `Bearer ${mine[client] ?? ''}` },
    })
    const before = service.processorMs()
    const figures = await measurePaced(service.baseUrl, searchesPerSecond, {
      clients: typists,
      requests,
      ask,
    })
    const processorMs = (service.processorMs() - before) / (typists * requests)
    // The first warms up.
    if (round > 0) found.push({ ...figures, processorMs })
  }
  return { ...middle(found, 'p99Ms'), p99OfRoundsMs: found.map(({ p99Ms }) => p99Ms) }
}

const contents = { plain: 0, text: 100 } as const
type Content = keyof typeof contents

/** `processorMs` is that of the service for each, with what the index takes afterwards. */
type Creates = Figures & { processorMs: number }

/** Creates of services by turns, so that a slow moment of the machine falls on all of them. */
const createFigures = async (services: readonly { service: RunningService; hasIndex: boolean }[]) => {
  const write = writer()
  const made = services.map(() => ({ plain: [] as Creates[], text: [] as Creates[] }))
  const keys: string[][] = []
  for (const { service } of services)
    keys.push(await createKeys(service.database, ownerOf(service).userId, 2 * clients * (rounds + warmUps)))
  let slowestIndexMs = 0
  for (const content of Object.keys(contents) as Content[])
    for (let round = -warmUps; round < rounds; round += 1) {
      const order = [...services.entries()]
      for (const [place, { service, hasIndex }] of round % 2 === 0 ? order : order.toReversed()) {
        const tokens = keys[place]?.splice(0, clients) ?? []
        const ask = (client: number): Ask => ({
          method: 'POST',
          path: '/v1/tasks',
          headers: { Authorization: `Bearer ${tokens[client] ?? ''}` },
          body: JSON.stringify({
            title: write(3),
            ...(contents[content] > 0 && { description: write(contents[content]) }),
          }),
        })
        const before = service.processorMs()
        const figures = await measure(service.baseUrl, { clients, requests, ask })
        // The next round begins when everything is indexed.
        if (hasIndex) slowestIndexMs = Math.max(slowestIndexMs, await indexed(service.database))
        const processorMs = (service.processorMs() - before) / (clients * requests)
        if (round >= 0) made[place]?.[content].push({ ...figures, processorMs })
      }
    }
  const figures = made.map(({ plain, text }) => ({
    plain: middle(plain, 'perSecond'),
    text: middle(text, 'perSecond'),
  }))
  return { figures, slowestIndexMs }
}

export const benchSearchInside = async (args: string[]): Promise<Record<string, unknown>> => {
  const { values } = parseArgs({
    args,
    options: {
      records: { type: 'string', default: '100000' },
      engine: { type: 'string', default: 'sqlite' },
      beside: { type: 'string' },
    },
  })
  const things = Number(values.records)
  const stops: (() => Promise<unknown>)[] = []
  const start = async <T extends { stop: () => Promise<unknown> }>(starting: Promise<T>): Promise<T> => {
    const started = await starting
    stops.push(() => started.stop())
    return started
  }
  try {
    const server =
      values.engine === 'postgres' ? await start(startDurablePostgres('svc', 'beside')) : undefined
    const service = await start(runService(demoRecords, server?.url('svc')))
    const services = [{ service, hasIndex: true }]
    if (values.beside !== undefined) {
      const tree = resolve(values.beside)
      const other = await start(runService(demoRecords, server?.url('beside'), [], tree))
      services.push({ service: other, hasIndex: false })
    }
    const { figures, slowestIndexMs } = await createFigures(services)
    const before = await indexMegabytes(service.database)
    const begun = performance.now()
    await loadTasks(service.database, things)
    const loadMs = performance.now() - begun
    const indexMb = (await indexMegabytes(service.database)) - before
    if (server) await settle(service.database)
    const search = await searchFigures(service)
    const [ours, theirs] = figures
    const ratio = (content: Content) =>
      ours?.[content] && theirs?.[content]
        ? Math.round((100 * ours[content].perSecond) / theirs[content].perSecond) / 100
        : undefined
    return {
      bench: 'search-inside',
      engine: values.engine,
      things,
      search,
      indexMb,
      loadSeconds: Math.round(loadMs / 1000),
      creates: ours,
      ...(theirs && { besideCreates: theirs, ratios: { plain: ratio('plain'), text: ratio('text') } }),
      untilIndexedAfterRoundMs: slowestIndexMs,
    }
  } finally {
    for (const stop of stops.toReversed()) await stop()
  }
}
