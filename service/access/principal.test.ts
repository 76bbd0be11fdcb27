import { Hono } from 'hono'
import { expect, test } from 'vitest'
import type { AppDeps, AppEnv } from '../http/app-type.ts'
import { launcherSurface } from './principal.ts'

const holder = {
  tokenId: 'grant',
  workspaceId: 'w',
  personId: 'p',
  scopes: [],
  membership: {
    role: 'owner' as const,
    plan: 'pro' as const,
    workspaceName: 'W',
    workspaceSlug: 'w',
    memberLimit: null,
    activeMembers: 0,
  },
}

test('LIM-01 AUT-11 each request is counted once its token was found, and none is where it is not', async () => {
  const happened: string[] = []
  let found: typeof holder | null = holder
  const app = new Hono<AppEnv>()
  const deps = {
    findLauncherToken: async () => {
      happened.push('asked')
      await Promise.resolve()
      happened.push('answered')
      return found
    },
    rateLimiter: {
      windowSeconds: 60,
      take: async (key: string) => {
        happened.push(`counted ${key}`)
        return { admitted: true, limit: 300, remaining: 299, retryAfterSeconds: 60 }
      },
      giveBack: async () => {},
    },
  } as Partial<AppDeps> as AppDeps
  app.use('*', launcherSurface(deps))
  app.get('/', (c) => c.text(c.get('principal').personId))
  const ask = async () => {
    const answer = await app.request('/', { headers: { Authorization: 'Bearer token' } })
    return [answer.status, ...happened.splice(0)]
  }

  expect(await ask()).toEqual([200, 'asked', 'answered', 'counted grant'])
  expect(await ask()).toEqual([200, 'asked', 'answered', 'counted grant'])
  found = null
  expect(await ask()).toEqual([401, 'asked', 'answered'])
})
