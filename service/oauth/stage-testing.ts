// For tests: the composition of `svc serve` with a clock that tests move, and workspaces and people of known ids.
import { afterAll, afterEach, beforeAll, beforeEach, expect } from 'vitest'
import type { Role } from '../base/caller.rules.ts'
import { createLog } from '../base/service-log.ts'
import { startTestService } from '../test/testing.ts'
import { testCost } from './oauth-testing.ts'
import { hashPassword } from './password.ts'
import { insertWorkspace } from '../access/workspaces.store.ts'
import { insertPerson } from '../access/people.store.ts'
import { putMembership } from '../access/members.store.ts'

/** `clock.now` is epoch milliseconds; `failures` are the errors that were logged. */
export const startOauth = async ({
  database = 'memory:',
  proxy = 'none',
  publicUrl,
}: { database?: string; proxy?: 'none' | 'trusted'; publicUrl?: string } = {}) => {
  const clock = { skippedMs: 0, now: () => Date.now() + clock.skippedMs }
  const failures: unknown[] = []
  const log = createLog('error', { write: (line) => void failures.push(JSON.parse(line)) })
  const service = await startTestService({
    database,
    proxy,
    now: clock.now,
    log,
    ...(publicUrl !== undefined && { baseUrl: publicUrl }),
  })
  const { store } = service

  const addWorkspace = async (slug: string) => {
    const id = `wsp_${slug}`
    const known = { id, slug, name: slug, plan: 'pro', memberLimit: null, createdAt: clock.now() } as const
    await store.write((tx) => insertWorkspace(tx, known))
    return id
  }

  const addPerson = async (
    name: string,
    workspaces: Record<string, Role>,
    password: string | null = 'correct horse',
  ) => {
    const person = {
      id: `usr_${name}`,
      email: `${name}@acme.test`,
      name: `${name} Person`,
      avatarUrl: null,
      passwordHash: password === null ? null : await hashPassword(password, testCost),
      createdAt: clock.now(),
    }
    await store.write(async (tx) => {
      await insertPerson(tx, person)
      for (const [workspaceId, role] of Object.entries(workspaces))
        await putMembership(tx, workspaceId, person.id, role, clock.now())
    })
    return { ...person, password: password ?? '' }
  }

  const { oauth, localUrl: baseUrl } = service
  const stop = () => service.close()
  return { baseUrl, store, oauth, clock, failures, addWorkspace, addPerson, stop }
}

export type TestOauth = Awaited<ReturnType<typeof startOauth>>
export type TestOauthPerson = Awaited<ReturnType<TestOauth['addPerson']>>

/** For each test of a file, or for all: a service with whatever `prepare` adds. No error may be logged. */
export const stageService = <T extends object>(
  prepare: (service: TestOauth) => Promise<T>,
  lasts: 'a test' | 'the file' = 'a test',
): TestOauth & T => {
  const stage = {} as TestOauth & T
  const [before, after] = lasts === 'a test' ? [beforeEach, afterEach] : [beforeAll, afterAll]
  before(async () => {
    const service = await startOauth()
    Object.assign(stage, service, await prepare(service))
  })
  after(async () => {
    expect(stage.failures).toEqual([])
    await stage.stop()
  })
  return stage
}

/** The workspace `acme` and its owner. */
export const stageOauth = (lasts?: 'a test' | 'the file') =>
  stageService(
    async ({ addWorkspace, addPerson }) => ({
      ada: await addPerson('ada', { [await addWorkspace('acme')]: 'owner' }),
    }),
    lasts,
  )
