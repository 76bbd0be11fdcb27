// Which files of the service run during one warm request, and during one delivery of a webhook, by V8's precise
// coverage. Prints them as JSON; `npm run -s paths` shows them beside those of the launcher.
import { once } from 'node:events'
import { createServer } from 'node:http'
import { Session } from 'node:inspector/promises'
import type { AddressInfo } from 'node:net'
import { relative } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { startTestService } from '../service/test/testing.ts'

/** The most files that may run. CONTRIBUTING.md says when a ceiling may be raised. */
export const serviceCeilings = {
  createRecord: 35,
  listRecords: 20,
  brief: 25,
  search: 34,
  delivery: 14,
} as const

export type ServicePath = keyof typeof serviceCeilings

const root = fileURLToPath(new URL('..', import.meta.url))
const productFile = /^(?:service|shared)\/.+\.ts$/

/** @returns relative paths of the product files of which a function runs meanwhile */
async function filesThatRun(session: Session, job: () => Promise<void>): Promise<string[]> {
  await session.post('Profiler.takePreciseCoverage')
  await job()
  const { result } = await session.post('Profiler.takePreciseCoverage')
  return result
    .filter(
      ({ url, functions }) =>
        url.startsWith('file:') && functions.some(({ ranges }) => (ranges[0]?.count ?? 0) > 0),
    )
    .map(({ url }) => relative(root, fileURLToPath(url)))
    .filter((file) => productFile.test(file) && !/testing|\.test\./.test(file))
    .toSorted()
}

/** Files that ran each time: others belong to timers that ran out meanwhile. */
async function filesOfPath(session: Session, job: () => Promise<void>): Promise<string[]> {
  // Warm: what only a first request does is not counted.
  for (let turn = 0; turn < 5; turn += 1) await job()
  const runs: string[][] = []
  for (let turn = 0; turn < 3; turn += 1) runs.push(await filesThatRun(session, job))
  return (runs[0] ?? []).filter((file) => runs.every((files) => files.includes(file)))
}

/** A receiver that fails every second time, so that the next delivery is a retry: nothing else runs beside it. */
async function startFlakyReceiver() {
  let arrived = 0
  const server = createServer((request, response) => {
    request.resume().on('end', () => {
      arrived += 1
      response.writeHead(arrived % 2 === 1 ? 500 : 204).end()
    })
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}/`,
    close: () => server.close(),
    async next(after: number) {
      while (arrived <= after) await sleep(5)
      // The result is stored after the answer.
      await sleep(150)
      return arrived
    },
  }
}

/** On SQLite; PostgreSQL has a few other files in the place of `db/sqlite`. */
async function measure(): Promise<Record<ServicePath, string[]>> {
  const receiver = await startFlakyReceiver()
  let ahead = 0
  const now = () => Date.now() + ahead
  const service = await startTestService({ webhookNetwork: 'any host', rateLimit: 1_000_000, now })
  const session = new Session()
  session.connect()
  try {
    const workspace = await service.createWorkspace()
    const owner = await service.addMember(workspace)
    await service.createObject(workspace, 'companies')
    const { token: key } = await service.createKey(workspace, owner)
    const launcher = await service.signIn(workspace, owner)
    const ask = async (token: string, path: string, body?: unknown) => {
      const response = await fetch(service.url(path), {
        method: body === undefined ? 'GET' : 'POST',
        headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
        ...(body !== undefined && { body: JSON.stringify(body) }),
      })
      if (!response.ok) throw new Error(`${path} answered ${response.status} ${await response.text()}`)
      await response.arrayBuffer()
    }
    const create = () =>
      ask(key, '/v1/records', { object: 'companies', values: { name: 'Nordwind Reederei' } })
    await ask(launcher, '/v1/launcher/tasks', { title: 'Paint the door', dueDate: new Date().toISOString() })
    await session.post('Profiler.enable')
    await session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: false })

    const createRecord = await filesOfPath(session, create)
    const listRecords = await filesOfPath(session, () => ask(key, '/v1/records?object=companies'))
    const brief = await filesOfPath(session, () => ask(launcher, '/v1/launcher/brief'))
    const search = await filesOfPath(session, () => ask(launcher, '/v1/launcher/search?q=nord'))

    await ask(key, '/v1/webhooks', { url: receiver.url, events: ['record.created'] })
    await create()
    const failed = await receiver.next(0)
    ahead = 10_000
    const withPolls = await filesThatRun(session, async () => void (await receiver.next(failed)))
    // Calendars, imports and the index of texts look again and again for something to do.
    const polling = /^service\/(calendars\/|imports\/|search\/text-index)/
    const delivery = withPolls.filter((file) => !polling.test(file))
    return { createRecord, listRecords, brief, search, delivery }
  } finally {
    session.disconnect()
    receiver.close()
    await service.close()
  }
}

if (import.meta.main) console.log(JSON.stringify(await measure()))
