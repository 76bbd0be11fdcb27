// `kill -9` at every step of a write: a real process, a real sealed file, a service on a real socket.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { json, text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'
import { createTaskService } from './task-service.fake.ts'
import { me } from './writing-half.fake.ts'

/** Runs without a build. */
const program = fileURLToPath(new URL('./crash.fake.ts', import.meta.url))

const start = async (onEnd: (end: () => void) => void, keys: 'known' | 'ignored' = 'ignored') => {
  let time = Date.UTC(2026, 0, 5, 9)
  const folder = mkdtempSync(join(tmpdir(), 'svc-outbox-crash-'))
  const service = createTaskService({ now: () => time, keys })
  const server = createServer((request, response) => {
    const answer = async (): Promise<void> => {
      time = Number(request.headers['x-clock'])
      const hasBody = ['POST', 'PUT', 'PATCH'].includes(request.method ?? '')
      const body = hasBody ? await json(request) : undefined
      const answered = service.answer(me, {
        method: request.method ?? 'GET',
        path: request.url ?? '',
        headers: new Headers(request.headers as Record<string, string>),
        body,
      })
      const date = new Date(time).toUTCString()
      response.writeHead(answered.status, { ...Object.fromEntries(answered.headers), date })
      response.end(await answered.text())
    }
    answer().catch(() => response.destroy())
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  onEnd(() => {
    server.closeAllConnections()
    server.close()
    rmSync(folder, { recursive: true })
  })
  const { port } = server.address() as AddressInfo

  /** Runs the program, a minute later, until it ends or is killed. @returns the lines that it printed */
  const run = async (write: string, point: string) => {
    time += 60_000
    const child = spawn(
      process.execPath,
      [program, folder, `http://127.0.0.1:${port}`, String(time), write, point],
      { stdio: ['ignore', 'pipe', 'inherit'] },
    )
    const said = text(child.stdout)
    const [, signal] = (await once(child, 'exit')) as [number | null, string | null]
    const lines = (await said).trim().split('\n').filter(Boolean)
    return { isKilled: signal === 'SIGKILL', said: lines.map((line) => JSON.parse(line) as unknown) }
  }
  return { run, service }
}

/** Each leaves another state on disk or in the service. */
const steps = [
  'before save 1',
  'after save 1',
  'before sending',
  'stored, before the answer',
  'after save 3',
  'while looking',
]

describe.concurrent('kill -9', () => {
  test.for(steps)(
    'APP-07 %s: a create that was kept exists once and is reported as saved',
    async (point, { onTestFinished }) => {
      const { run, service } = await start(onTestFinished)
      const first = await run('create', point)
      expect(first.isKilled).toBe(true)
      const wasKept = first.said.includes('kept')
      const second = await run('none', 'never')
      const end = second.said.at(-1)
      const wasSent = service.tasks.size > 0
      expect(service.tasks.size).toBeLessThanOrEqual(1)
      // Before the first save nothing was reported and nothing is stored.
      if (point === 'before save 1')
        expect([wasKept, wasSent, second.said.flat()]).toEqual([false, false, []])
      else if (wasSent) expect(end).toEqual([{ kind: 'createTask', state: 'saved', taskId: 't1' }])
      // It may have been sent: the user is asked, and it is not sent again.
      else expect(end).toEqual([{ kind: 'createTask', state: 'notFound', taskId: null }])
    },
  )

  // A change is saved and sent as a create is: these points are where the start after them differs.
  test.for(['before save 1', 'after save 1', 'stored, before the answer', 'while looking'])(
    'APP-07 %s: a change that was kept is applied',
    async (point, { onTestFinished }) => {
      const { run, service } = await start(onTestFinished)
      service.answer(me, {
        method: 'POST',
        path: '/v1/launcher/tasks',
        headers: new Headers(),
        body: { title: 'Old' },
      })
      const { isKilled } = await run('update', point)
      expect(isKilled).toBe(true)
      const { said } = await run('none', 'never')
      const changes = service.stored.filter(({ kind }) => kind === 'update')
      if (point === 'before save 1') expect(changes).toEqual([])
      else {
        expect(changes).toHaveLength(1)
        expect(said.at(-1)).toEqual([{ kind: 'updateTask', state: 'saved', taskId: 't1' }])
      }
    },
  )

  test.for([...steps, 'cut'])(
    'APP-07 RCL-02 %s: a new record that was kept exists once, and the task that names it follows',
    async (point, { onTestFinished }) => {
      const { run, service } = await start(onTestFinished)
      await run('capture', point)
      const { said } = await run('none', 'never')
      const creates = service.records.stored.map(({ recordId, kind }) => [recordId, kind])
      if (point === 'before save 1') expect([creates, service.stored]).toEqual([[], []])
      else {
        expect(creates).toEqual([['r1', 'create']])
        const tasks = service.stored.map(({ is }) => is.linkedRecordIds)
        expect(tasks).toEqual([['r1']])
        expect(said.at(-1)).toMatchObject([
          { kind: 'createRecord', state: 'saved' },
          { kind: 'createTask', state: 'saved', taskId: 't1' },
        ])
      }
    },
  )

  test.for(['before save 1', 'after save 1', 'before sending', 'stored, before the answer', 'cut'])(
    'APP-07 %s: where keys are honoured, a create that was kept exists once without a question',
    async (point, { onTestFinished }) => {
      const { run, service } = await start(onTestFinished, 'known')
      await run('other', 'never')
      const { said } = await run('create', point)
      const end = (await run('none', 'never')).said.at(-1) ?? said.at(-1)
      const titles = [...service.tasks.values()].map(({ title }) => title)
      if (point === 'before save 1') expect(titles).toEqual(['Another'])
      else {
        expect(titles).toEqual(['Another', 'Call Acme'])
        expect(end).toContainEqual({ kind: 'createTask', state: 'saved', taskId: 't2' })
      }
    },
  )
})
