// The stream that says that there are changes (FED-01), over HTTP on each engine, and its limits.
import { createServer, connect, type Socket } from 'node:net'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { once } from 'node:events'
import { describe, expect, onTestFinished, test } from 'vitest'
import { ownDatabases } from '../db/postgres/databases-testing.ts'
import { openStore } from '../db/open.ts'
import type { Store } from '../db/store.ts'
import { changedEvent } from '../../shared/api/changes.ts'
import { createClient } from '../test/contract/client.ts'
import { startTestService, type TestService } from '../test/testing.ts'
import { putNotification } from '../notifications/notifications-testing.ts'
import { addChanges } from './changes.store.ts'
import { createLive, type Opening } from './live.ts'

const postgres = ownDatabases()
const patience = { timeout: 5_000, interval: 20 }

const ownFile = () => {
  const folder = mkdtempSync(join(tmpdir(), 'svc-live-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  return `file:${join(folder, 'workspace.db')}`
}

async function stage(database: string) {
  const service = await startTestService({ database, rateLimit: 100_000 })
  const workspace = await service.createWorkspace()
  const person = await service.addMember(workspace)
  const token = await service.signIn(workspace, person)
  return { service, workspace, person, token, launcher: createClient(service.baseUrl, token) }
}

/** Listens to the stream, as a launcher does. */
async function listen(baseUrl: string, token: string) {
  const stop = new AbortController()
  const response = await fetch(`${baseUrl}/v1/launcher/changes/stream`, {
    headers: { authorization: `Bearer ${token}` },
    signal: stop.signal,
  })
  const heard: string[] = []
  let isOver = false
  const reading = (async () => {
    for await (const bytes of response.body ?? []) heard.push(Buffer.from(bytes).toString())
  })()
  reading.catch(() => {}).finally(() => (isOver = true))
  return { response, heard, isOver: () => isOver, stop: () => stop.abort() }
}

const notified = 'event: notified\ndata: {}'
const events = (heard: readonly string[]) =>
  heard
    .join('')
    .split('\n\n')
    .filter((each) => each.startsWith('event:'))
const addTask = async ({ baseUrl }: Pick<TestService, 'baseUrl'>, token: string) => {
  const { status } = await createClient(baseUrl, token).post('/v1/launcher/tasks', { title: 'One' })
  expect(status).toBe(201)
}

describe.each([
  ['SQLite', async () => 'memory:'],
  ['PostgreSQL', () => postgres()],
])('on %s', (_engine, database) => {
  test('FED-01 a stream begins with the present cursor, and says soon after a commit that there is another', async () => {
    const { service, token, launcher } = await stage(await database())
    const { response, heard, stop } = await listen(service.baseUrl, token)
    expect(response.headers.get('content-type')).toBe('text/event-stream')
    expect(response.headers.get('x-accel-buffering')).toBe('no')
    const now = async () => (await launcher.get('/v1/launcher/changes?after=now')).body.nextCursor
    const saying = async () => `event: changed\ndata: ${JSON.stringify({ cursor: await now() })}`
    const first = await saying()
    await expect.poll(() => events(heard), patience).toEqual([first])
    const [, data = ''] = first.split('data: ')
    expect(changedEvent.safeParse(JSON.parse(data)).success).toBe(true)
    const began = performance.now()
    await addTask(service, token)
    const second = await saying()
    await expect.poll(() => events(heard), patience).toEqual([first, second])
    expect(performance.now() - began).toBeLessThan(2_000)
    stop()
    await service.close()
  })

  test('FED-01 a stream ends when the service stops, which does not wait for it', async () => {
    const { service, token } = await stage(await database())
    const { heard, isOver } = await listen(service.baseUrl, token)
    await expect.poll(() => events(heard).length, patience).toBe(1)
    const began = performance.now()
    await service.close()
    expect(performance.now() - began).toBeLessThan(5_000)
    await expect.poll(isOver, patience).toBe(true)
  })
})

test('FED-01 a person has at most 20 streams: the next is 429 with Retry-After until one ends', async () => {
  const { service, token } = await stage('memory:')
  const open = await Promise.all(Array.from({ length: 20 }, () => listen(service.baseUrl, token)))
  const launcher = createClient(service.baseUrl, token)
  const refused = await launcher.get('/v1/launcher/changes/stream')
  expect([refused.status, refused.body.error.code]).toEqual([429, 'rate_limited'])
  expect(refused.headers.get('retry-after')).toMatch(/^\d+$/)
  open[0]?.stop()
  await expect
    .poll(async () => (await launcher.get('/v1/launcher/changes/stream')).status, patience)
    .toBe(200)
  for (const each of open) each.stop()
  await service.close()
})

test('FED-01 what another service on the database writes is said within 2 s', async () => {
  const database = await postgres()
  const { service, token } = await stage(database)
  const other = await startTestService({ database, rateLimit: 100_000 })
  const { heard, stop } = await listen(service.baseUrl, token)
  await expect.poll(() => events(heard).length, patience).toBe(1)
  const began = performance.now()
  await addTask(other, token)
  await expect.poll(() => events(heard).length, patience).toBe(2)
  expect(performance.now() - began).toBeLessThan(2_000)
  stop()
  await other.close()
  await service.close()
})

/** Adds a change by a store of its own, as a command beside the service does. */
const addBeside = async (store: Store, workspaceId: string) => {
  const change = {
    kind: 'record',
    id: 'one',
    action: 'updated',
    actor: { type: 'operator', id: 'me' },
    at: 1,
  } as const
  await store.write((tx) => addChanges(tx, workspaceId, [change]), workspaceId)
}

test('FED-01 what a command writes into the SQLite file beside the service is said', async () => {
  const database = ownFile()
  const { service, workspace, token } = await stage(database)
  const { heard, stop } = await listen(service.baseUrl, token)
  await expect.poll(() => events(heard).length, patience).toBe(1)
  const beside = await openStore(database)
  await addBeside(beside, workspace.id)
  await beside.close()
  await expect.poll(() => events(heard).length, patience).toBe(2)
  stop()
  await service.close()
})

test('FED-01 where notices are lost, as behind a pooler, the database is asked', async () => {
  const database = await postgres()
  const { service, workspace, token } = await stage(database)
  const { heard, stop } = await listen(service.baseUrl, token)
  await expect.poll(() => events(heard).length, patience).toBe(1)
  // A store by itself sends no notices.
  const beside = await openStore(database)
  await addBeside(beside, workspace.id)
  await beside.close()
  await expect.poll(() => events(heard).length, patience).toBe(2)
  stop()
  await service.close()
})

const dueTask = (createdAt: number) => ({
  id: `ntf_${createdAt}`,
  kind: 'task_due',
  title: 'Due',
  createdAt,
})

test.each([
  ['in the same process', 'memory:', false],
  ['by another process on SQLite', undefined, true],
  ['by another process on PostgreSQL', undefined, true],
])(
  'FED-03 NOT-02 a notification without a change is announced to its person alone, %s',
  async (how, fixed, isBeside) => {
    const database = fixed ?? (how.endsWith('SQLite') ? ownFile() : await postgres())
    const { service, workspace, person, token } = await stage(database)
    const other = await service.addMember(workspace)
    const streams = [
      await listen(service.baseUrl, token),
      await listen(service.baseUrl, await service.signIn(workspace, other)),
    ]
    const heardBy = () => streams.map(({ heard }) => events(heard).filter((each) => each === notified).length)
    await expect.poll(() => streams.map(({ heard }) => events(heard).length), patience).toEqual([1, 1])
    const beside = isBeside ? await openStore(database) : undefined
    for (const turn of [1, 2]) {
      // As the sweep of due tasks dates them.
      const one = { ...dueTask(service.now() - 5_000 - turn), personId: person.personId }
      await (beside ?? service.store).write((tx) => putNotification(tx, workspace.id, one), workspace.id)
      await expect.poll(heardBy, patience).toEqual([turn, 0])
    }
    await addTask(service, token)
    await expect.poll(() => events(streams[0]?.heard ?? []).length, patience).toBe(4)
    expect(heardBy()).toEqual([2, 0])
    await beside?.close()
    for (const { stop } of streams) stop()
    await service.close()
  },
)

/** Passes bytes on until it cuts all connections. */
async function startProxy() {
  let to = ''
  const sockets = new Set<Socket>()
  const server = createServer((near) => {
    const far = connect(Number(new URL(to).port), '127.0.0.1')
    for (const [one, other] of [
      [near, far],
      [far, near],
    ] as const) {
      sockets.add(one)
      one.pipe(other)
      one.on('error', () => {})
      one.once('close', () => other.destroy())
    }
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  const port = typeof address === 'object' ? address?.port : undefined
  return {
    url: `http://127.0.0.1:${port}`,
    lead: (url: string) => (to = url),
    cut: () => sockets.forEach((socket) => socket.destroy()),
    close: () => server.close(),
  }
}

test('FED-01 nothing is lost when a proxy cuts the stream again and again', async () => {
  const proxy = await startProxy()
  const service = await startTestService({ rateLimit: 100_000, database: 'memory:', baseUrl: proxy.url })
  proxy.lead(service.localUrl)
  const workspace = await service.createWorkspace()
  const token = await service.signIn(workspace, await service.addMember(workspace))
  const launcher = createClient(service.localUrl, token)
  const seen: string[] = []
  let cursor: string = (await launcher.get('/v1/launcher/changes?after=now')).body.nextCursor
  const read = async () => {
    for (;;) {
      const { body } = await launcher.get(`/v1/launcher/changes?after=${cursor}`)
      seen.push(...body.data.map(({ id }: { id: string }) => id))
      if (body.nextCursor === cursor) return
      cursor = body.nextCursor
    }
  }
  const made: string[] = []
  for (let turn = 0; turn < 5; turn += 1) {
    const { heard, isOver } = await listen(proxy.url, token)
    await expect.poll(() => events(heard).length, patience).toBeGreaterThan(0)
    await read()
    const add = async () =>
      made.push((await launcher.post('/v1/launcher/tasks', { title: 'One' })).body.data.id)
    await add()
    proxy.cut()
    await add()
    await expect.poll(isOver, patience).toBe(true)
  }
  const last = await listen(proxy.url, token)
  await expect.poll(() => events(last.heard).length, patience).toBe(1)
  await read()
  expect(seen).toEqual(made)
  last.stop()
  proxy.close()
  await service.close()
})

describe('by itself', () => {
  const ask: Store['ask'] = async () => [{ number: 0, at: 0 }, []] as never
  const deps = { notedSince: async () => [], now: Date.now }
  const opening = (more: Partial<Opening> = {}): Opening => ({
    workspaceId: 'wsp_1',
    personId: 'usr_1',
    isAllowed: async () => true,
    cursorOf: ({ number }) => `c${number}`,
    ...more,
  })
  const textOf = async (stream: ReturnType<ReturnType<typeof createLive>['open']>) => {
    if (typeof stream === 'string') return stream
    return new Response(stream).text()
  }

  test('FED-01 AUT-11 a stream says that it is alive, and ends when its token does', async () => {
    const live = createLive({ ...deps, store: { ask }, everyMilliseconds: 20 })
    let looks = 0
    const stream = live.open(opening({ isAllowed: async () => (looks += 1) < 3 }))
    const text = await textOf(stream)
    expect(text).toMatch(/^event: changed\ndata: \{"cursor":"c0"\}\n\n(: alive\n\n)+$/)
    expect(looks).toBe(3)
    live.close()
  })

  test('FED-01 a process has at most 1,000 streams, and none after its end', async () => {
    const live = createLive({ ...deps, store: { ask } })
    const opened = Array.from({ length: 1_001 }, (_, place) =>
      live.open(opening({ personId: `usr_${place}` })),
    )
    expect(opened.filter((each) => typeof each === 'string')).toEqual(['too many'])
    live.close()
    expect(live.open(opening())).toBe('closed')
  })

  test('FED-01 a workspace that is written in all the time is looked at once a second', async () => {
    let asked = 0
    const counting: Store['ask'] = async () => [{ number: (asked += 1), at: 0 }, []] as never
    const live = createLive({ ...deps, store: { ask: counting } })
    const stream = live.open(opening())
    const began = performance.now()
    while (performance.now() - began < 1_200) {
      live.wrote('wsp_1')
      await new Promise((resolve) => setTimeout(resolve, 1))
    }
    live.close()
    expect(asked).toBeLessThanOrEqual(5)
    expect((await textOf(stream)).match(/event: changed/g)?.length).toBeGreaterThanOrEqual(1)
  })
})

test('FED-01 the order goes on when the service starts anew with a clock that was set back', async () => {
  const database = ownFile()
  const clock = { at: Date.UTC(2026, 0, 5, 9) }
  const start = () => startTestService({ database, now: () => clock.at, rateLimit: 100_000 })
  let service = await start()
  const workspace = await service.createWorkspace()
  const person = await service.addMember(workspace)
  const { token } = await service.createKey(workspace, person)
  const made: string[] = []
  const add = async () =>
    made.push((await createClient(service.baseUrl, token).post('/v1/tasks', { title: 'One' })).body.data.id)
  await add()
  const cursor: string = (await createClient(service.baseUrl, token).get('/v1/changes?after=now')).body
    .next_cursor
  await add()
  await service.close()
  clock.at -= 7 * 86_400_000
  service = await start()
  await add()
  const { body } = await createClient(service.baseUrl, token).get(`/v1/changes?after=${cursor}`)
  expect(body.data.map(({ id }: { id: string }) => id)).toEqual(made.slice(1))
  await service.close()
})
