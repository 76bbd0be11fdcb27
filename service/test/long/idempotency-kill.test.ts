import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { svcServe } from '../../cli/svc-testing.ts'
import { createClient, type Answer, type Client } from '../contract/client.ts'
import { startTestService } from '../testing.ts'

const directory = mkdtempSync(join(tmpdir(), 'idempotency-kill-'))
const database = `file:${join(directory, 'workspace.db')}`
let token: string

beforeAll(async () => {
  // The sealing key of test services.
  vi.stubEnv('SVC_SEALING_KEY', Buffer.alloc(32, 'a test key').toString('base64'))
  const service = await startTestService({ database })
  const workspace = await service.createWorkspace()
  token = (await service.createKey(workspace, await service.addMember(workspace))).token
  await service.close()
})
afterAll(() => {
  vi.unstubAllEnvs()
  rmSync(directory, { recursive: true })
})

const rounds = 20
const send = (api: Client, key: string) =>
  api.with({ 'idempotency-key': key }).post('/v1/tasks', { title: key })

/** Sends until the kill. @returns what was answered */
const sendUntilKilled = async (keys: readonly string[], killAfter: number) => {
  const serving = await svcServe(database)
  const api = createClient(serving.baseUrl, token)
  const answered = new Map<string, Answer>()
  const waiting = [...keys]
  let killed: Promise<unknown> | undefined
  const sender = async () => {
    for (let key = waiting.shift(); key !== undefined; key = waiting.shift()) {
      answered.set(key, await send(api, key))
      if (answered.size === killAfter) killed = serving.end('SIGKILL')
    }
  }
  await Promise.allSettled(Array.from({ length: 8 }, sender))
  await killed
  return answered
}

test(`GEN-12 what ${rounds} kills cut off is sent again, and has happened exactly once`, async () => {
  const keys = Array.from({ length: rounds }, (_, round) =>
    Array.from({ length: 60 }, (__, index) => `order-${round}-${index}`),
  )
  const answered = new Map<string, Answer>()
  for (const [round, some] of keys.entries())
    for (const [key, answer] of await sendUntilKilled(some, 5 + round)) answered.set(key, answer)

  const service = await startTestService({ database, now: Date.now, rateLimit: 1_000_000 })
  const api = createClient(service.baseUrl, token)
  for (const key of keys.flat()) {
    const { status, body } = await send(api, key)
    expect(status).toBe(201)
    const before = answered.get(key)
    if (before) expect(body).toEqual(before.body)
  }
  const titles: string[] = []
  for (let cursor: string | null = ''; cursor !== null;) {
    const { body } = await api.get(`/v1/tasks?limit=100${cursor && `&cursor=${cursor}`}`)
    titles.push(...body.data.map((task: { title: string }) => task.title))
    cursor = body.next_cursor
  }
  await service.close()
  expect(titles.toSorted()).toEqual(keys.flat().toSorted())
})
