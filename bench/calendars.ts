// `npm run -s bench -- calendars [--engine sqlite|postgres|both] [--subscriptions N]`: an invented calendar of 12 MB from its bytes
// to meetings that are found, with searches beside it; the same calendar unchanged, and with one changed event; and many
// subscriptions that are read again and again, fifteen minutes of them in one.
import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { createCalendars, windowAt } from '../service/calendars/calendars.ts'
import type { Store } from '../service/db/store.ts'
import { openStore } from '../service/db/open.ts'
import { createSeal } from '../service/sealing/sealing.ts'
import { personIn } from '../service/operator/members.ts'
import { createWorkspaceIn } from '../service/operator/workspaces.ts'
import { createLog } from '../service/base/service-log.ts'
import { bytesOf, type Feed, inventedFeed } from './calendar-feed.ts'
import { type CalendarHost, startCalendarHost } from './calendar-host.ts'
import { readingBesidePeer } from './calendar-peer.ts'
import { launcherToken } from './launcher-token.ts'
import { measurePaced } from './load.ts'
import { startDurablePostgres } from './postgres.ts'
import { checkedOut, type DemoWorkspace, serve } from './running-service.ts'
import { searchFor } from './service-people.ts'
import { putMembership } from '../service/access/members.store.ts'
import { insertCalendar, getCalendar, dueCalendars } from '../service/calendars/calendars.store.ts'

const large = { events: 20_000, series: 500, bytesEach: 620 }
const small = { events: 200, series: 5, bytesEach: 600 }
const calendarsEach = 20
/** So many times as fast as it is. */
const haste = 15
const rereads = 5
const minutesOfMany = 3

const textOf = (feed: Feed): string => bytesOf(feed).toString('latin1')
const seconds = (since: number): number => Math.round((performance.now() - since) / 100) / 10

/** Processor time of the main thread, milliseconds. */
const mainMs = async (run: () => Promise<unknown>): Promise<number> => {
  const before = process.threadCpuUsage()
  await run()
  const { user, system } = process.threadCpuUsage(before)
  return Math.round((user + system) / 1000)
}

const middle = (samples: readonly number[]): number =>
  samples.toSorted((a, b) => a - b)[Math.floor(samples.length / 2)] ?? Number.NaN

/** A person adds the calendar while others search. */
async function addedBesideSearches(database: string, host: CalendarHost, feed: Feed) {
  const demo = execFileSync(
    process.execPath,
    [checkedOut, 'demo', '--database', database, '--records', '10000'],
    { encoding: 'utf8', stdio: ['ignore', 'pipe', 'inherit'], maxBuffer: 2 ** 26 },
  )
  const { workspaces } = JSON.parse(demo) as { workspaces: DemoWorkspace[] }
  const owner = workspaces.find(({ slug }) => slug === 'acme')?.members[0]
  if (owner === undefined) throw new Error('The demo has no acme owner.')
  await host.put({ path: '/large.ics', text: textOf(feed), hasEtag: true })
  const { baseUrl = '', stop } = await serve(checkedOut, database, ['--allow-private-calendars'])
  try {
    const tokens: string[] = []
    for (let made = 0; made < 40; made += 1) tokens.push(await launcherToken(baseUrl, owner))
    let rounds = 0
    /** Two seconds of searches. */
    const searchP99 = async (): Promise<number> => {
      rounds += 1
      const four = tokens.slice(Math.floor(rounds / 5) * 4).slice(0, 4)
      const ask = (client: number, turn: number) => ({
        method: 'GET',
        path: searchFor(turn + client * 3),
        headers: { Authorization: `Bearer ${four[client] ?? ''}` },
      })
      return (await measurePaced(baseUrl, 100, { clients: 4, requests: 50, ask })).p99Ms
    }
    await searchP99()
    const alone = [await searchP99(), await searchP99(), await searchP99()]
    const since = performance.now()
    let tookSeconds: number | undefined
    const adding = fetch(`${baseUrl}/v1/launcher/calendars`, {
      method: 'POST',
      headers: { Authorization: `Bearer ${tokens.at(-1) ?? ''}`, 'Content-Type': 'application/json' },
      body: JSON.stringify({ url: host.url('/large.ics') }),
    }).then(async (answer) => {
      tookSeconds = seconds(since)
      const text = await answer.text()
      if (!answer.ok) throw new Error(`The calendar was refused: ${text}`)
      return (JSON.parse(text) as { data: { meetingCount: number } }).data.meetingCount
    })
    const beside: number[] = []
    while (tookSeconds === undefined) beside.push(await searchP99())
    const meetings = await adding
    return { seconds: tookSeconds, meetings, searchP99Ms: { alone: middle(alone), beside: middle(beside) } }
  } finally {
    await stop()
  }
}

const seal = createSeal(() => [Buffer.alloc(32, 'a bench key')])

/** Reads calendars in this process, where the work of the main thread can be told from that of the others. */
const readingHere = (store: Store, now: () => number, pollMilliseconds: number) =>
  createCalendars({ store, now, seal, log: createLog('silent'), network: 'any host', pollMilliseconds })

const workspaceOf = async (store: Store, slug: string, at: number) =>
  store.write(async (tx) => {
    const { id } = await createWorkspaceIn(tx, { slug, name: slug, plan: 'pro', memberLimit: null, at })
    const email = `owner@${slug}.test`
    const { id: ownerId } = await personIn(tx, { email, name: 'Owner', passwordHash: '', at })
    await putMembership(tx, id, ownerId, 'owner', at)
    return { workspaceId: id, ownerId }
  })

type Place = { id: string; url: string; nextReadAt: number | null }

const subscribe = async (
  store: Store,
  calendars: ReturnType<typeof createCalendars>,
  owner: { workspaceId: string; ownerId: string },
  { id, url, nextReadAt }: Place,
) =>
  store.write(
    (tx) =>
      insertCalendar(tx, {
        ...owner,
        id,
        name: id,
        isNamed: true,
        color: null,
        kind: 'subscription',
        host: new URL(url).host,
        address: calendars.sealAddress(owner.workspaceId, id, url),
        visibility: 'busy',
        zone: 'UTC',
        nextReadAt,
        createdAt: 0,
      }),
    owner.workspaceId,
  )

/** What the main thread does to read the large calendar again. */
async function readAgain(database: string, host: CalendarHost, feed: Feed) {
  const store = await openStore(database)
  const at = Date.now()
  const calendars = readingHere(store, Date.now, 2 ** 30)
  try {
    const owner = await workspaceOf(store, 'again', at)
    const path = '/again.ics'
    const put = (hasEtag: boolean, version: number) =>
      host.put({ path, hasEtag, text: textOf(feed).replace('Version 0', `Version ${version}`) })
    await put(true, 0)
    await subscribe(store, calendars, owner, { id: 'again', url: host.url(path), nextReadAt: null })
    const read = () => calendars.readNow(owner.workspaceId, 'again')
    await read()
    const several = async (before: (turn: number) => Promise<unknown>) => {
      const samples: number[] = []
      for (let turn = 1; turn <= rereads; turn += 1) {
        await before(turn)
        samples.push(await mainMs(read))
      }
      return middle(samples)
    }
    const notModified = await several(async () => {})
    await put(false, 0)
    const sameInFull = await several(async () => {})
    const oneChanged = await several((turn) => put(false, turn))
    const found = await store.read((tx) => getCalendar(tx, owner.workspaceId, 'again'))
    if (found?.problem !== null) throw new Error(found?.problem?.message)
    return { notModified, sameInFull, oneChanged }
  } finally {
    await calendars.close()
    await store.close()
  }
}

/** Many subscriptions, one in ten of which has changed at each reading. */
async function readMany(database: string, host: CalendarHost, subscriptions: number) {
  const store = await openStore(database)
  const begun = Date.now()
  const since = performance.now()
  const now = () => Math.round(begun + (performance.now() - since) * haste)
  const calendars = readingHere(store, now, 200)
  try {
    for (let place = 0; place < subscriptions; place += calendarsEach) {
      const owner = await workspaceOf(store, `many-${place}`, begun)
      for (let at = place; at < Math.min(subscriptions, place + calendarsEach); at += 1) {
        const feed = inventedFeed(`small ${at}`, { ...small, ...windowAt(begun) })
        const path = `/many/${at}.ics`
        await host.put({ path, text: textOf(feed), hasEtag: true, changesEvery: 10 })
        await subscribe(store, calendars, owner, { id: `many-${at}`, url: host.url(path), nextReadAt: begun })
      }
    }
    const waiting = async () => (await store.read((tx) => dueCalendars(tx, now(), subscriptions))).length
    const unread = performance.now()
    while ((await waiting()) > 0) await sleep(200)
    const firstSeconds = seconds(unread)
    // From here on each is read every fifteen minutes, which last one here.
    const most: number[] = []
    const before = process.cpuUsage()
    const mainBefore = process.threadCpuUsage()
    const start = performance.now()
    for (let minute = 0; minute < minutesOfMany; minute += 1) {
      let longest = 0
      for (let second = 0; second < 60; second += 1) {
        await sleep(1000)
        longest = Math.max(longest, await waiting())
      }
      most.push(longest)
    }
    const elapsed = (performance.now() - start) * 1000
    const used = process.cpuUsage(before)
    const main = process.threadCpuUsage(mainBefore)
    const share = ({ user, system }: NodeJS.CpuUsage) =>
      Math.round((1000 * (user + system)) / elapsed / haste) / 10
    return {
      firstSeconds,
      readingsPerSecond: Math.round(subscriptions / 60),
      mostWaiting: most,
      processorPercent: share(used),
      mainThreadPercent: share(main),
    }
  } finally {
    await calendars.close()
    await store.close()
  }
}

export const benchCalendars = async (args: string[]): Promise<Record<string, unknown>> => {
  const { values } = parseArgs({
    args,
    options: {
      engine: { type: 'string', default: 'both' },
      subscriptions: { type: 'string', default: '1000' },
    },
  })
  const window = windowAt(Date.now())
  const feed = inventedFeed('large', { ...large, ...window })
  const bytes = bytesOf(feed)
  const figures: Record<string, unknown> = {
    bench: 'calendars',
    megabytes: Math.round(bytes.length / 100_000) / 10,
    reading: readingBesidePeer(bytes, window),
  }
  const host = await startCalendarHost()
  /** Each part is told when it is measured: all of them take a quarter of an hour. */
  const told = <T>(part: T): T => {
    console.error(JSON.stringify(part))
    return part
  }
  const on = async (database: (name: string) => string) => ({
    added: told(await addedBesideSearches(database('added'), host, feed)),
    mainThreadMs: told(await readAgain(database('again'), host, feed)),
    many: told(await readMany(database('many'), host, Number(values.subscriptions))),
  })
  try {
    if (values.engine !== 'postgres') {
      const dir = mkdtempSync(join(tmpdir(), 'svc-calendars-'))
      try {
        figures['sqlite'] = await on((name) => `file:${join(dir, `${name}.sqlite`)}`)
      } finally {
        rmSync(dir, { recursive: true, force: true })
      }
    }
    if (values.engine !== 'sqlite') {
      const server = await startDurablePostgres('added', 'again', 'many')
      try {
        figures['postgres'] = await on(server.url)
      } finally {
        await server.stop()
      }
    }
  } finally {
    await host.stop()
  }
  return figures
}
