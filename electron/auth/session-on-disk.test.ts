// The refresh token on disk, and the key of a refresh whose answer has not arrived.
import { expect, test, vi } from 'vitest'
import { succeeded } from '../../shared/errors.ts'
import { ada } from '../../shared/fixtures-testing.ts'
import { base, granted, renewed, start } from './session-runner.fake.ts'

const target = { kind: 'remote' as const, base }
const restored = { account: ada, refreshToken: 'refresh-0' }

test('APP-01 O7 a rotated token is on disk before the new access token is handed out', async () => {
  const written = Promise.withResolvers<undefined>()
  const s = await start({ kept: restored, save: () => written.promise })
  let used = false
  const access = s.runner.access().then(() => (used = true))
  s.answerRefresh(renewed(2))
  await new Promise(setImmediate)
  expect(used).toBe(false)
  written.resolve(undefined)
  await access
  expect(s.stored()?.refreshToken).toBe('refresh-2')
})

test('OAU-01 O7 a refresh with a lost answer is repeated with its key, also by the next run, and then the key leaves the disk', async () => {
  const s = await start({ kept: restored })
  const lost = { type: 'failed', error: { kind: 'offline', message: 'off' } } as const
  await s.accessAfter(lost)
  await s.accessAfter(lost)
  const next = await start({ kept: s.stored() })
  next.answerRefresh(renewed(2))
  expect(await next.runner.access()).toMatchObject({ value: { token: 'access-2' } })
  const keys = [s, next].flatMap(({ signIn }) => vi.mocked(signIn.refresh).mock.calls.map(([, , key]) => key))
  expect([keys.length, new Set(keys).size]).toEqual([3, 1])
  expect(next.stored()).toEqual({ account: ada, refreshToken: 'refresh-2' })
  // Repeated attempts write nothing.
  expect(s.order).toEqual(['keyed refresh-0', 'refresh refresh-0', 'refresh refresh-0'])
})

test('OAU-01 O7 each answered refresh has its own key', async () => {
  const s = await start({ kept: restored })
  for (const n of [2, 3, 4]) {
    await s.accessAfter(renewed(n), `access-${n - 1}`)
  }
  expect(new Set(vi.mocked(s.signIn.refresh).mock.calls.map(([, , key]) => key)).size).toBe(3)
})

test.each(['just before', 'while'])(
  'APP-01 O8 a sign-out %s the session is written leaves nothing on disk',
  async (when) => {
    const [begun, written] = [Promise.withResolvers<undefined>(), Promise.withResolvers<undefined>()]
    const save = () => {
      begun.resolve(undefined)
      return written.promise
    }
    const s = await start({ kept: restored, save })
    const access = s.runner.access()
    if (when === 'while') await begun.promise
    const out = s.runner.signOut()
    written.resolve(undefined)
    expect([await access, await out]).toMatchObject([{ ok: false }, { kind: 'signedOut' }])
    expect(s.order).not.toContain('refresh refresh-0')
    expect(s.stored()).toBeNull()
  },
)

/** Expects that the session does not settle before this happens. */
const expectEndAfter = async (s: Awaited<ReturnType<typeof start>>, happen: () => void) => {
  let hasEnded = false
  const end = s.runner.settle().then(() => (hasEnded = true))
  await new Promise(setImmediate)
  expect(hasEnded).toBe(false)
  happen()
  await end
}

test('APP-01 O7 the end waits for a token that is being written', async () => {
  const written = Promise.withResolvers<undefined>()
  let saves = 0
  const save = () => ((saves += 1) > 1 ? written.promise : Promise.resolve())
  const s = await start({ kept: restored, save })
  s.answerRefresh(renewed(2))
  void s.runner.access()
  await expect.poll(() => saves).toBe(2)
  await expectEndAfter(s, () => written.resolve(undefined))
  expect(s.stored()?.refreshToken).toBe('refresh-2')
})

test('APP-01 O8 the end waits for a revocation that is under way', async () => {
  const s = await start({ kept: restored })
  const revoked = Promise.withResolvers<void>()
  vi.mocked(s.signIn.revoke).mockReturnValue(revoked.promise)
  void s.runner.signOut()
  await expectEndAfter(s, () => revoked.resolve())
})

test('APP-01 a token that cannot be saved is reported until one is saved', async () => {
  let room = 0
  const s = await start({
    kept: restored,
    save: () => (room > 0 ? Promise.resolve() : Promise.reject(new Error('ENOSPC'))),
  })
  for (const [n, remembered] of [
    [2, false],
    [3, true],
    [4, true],
  ] as const) {
    room = n - 2
    expect(await s.accessAfter(renewed(n), `access-${n - 1}`)).toMatchObject({
      value: { token: `access-${n}` },
    })
    expect(s.runner.get()).toMatchObject({ kind: 'signedIn', remembered })
  }
  expect(s.changes).toHaveLength(3)
})

test('APP-01 O7 a failed save is retried once at the end, but not after a sign-out', async () => {
  let room: 'none' | 'some' = 'none'
  const save = () => (room === 'some' ? Promise.resolve() : Promise.reject(new Error('ENOSPC')))
  const [staying, leaving] = [await start({ kept: restored, save }), await start({ kept: restored, save })]
  for (const s of [staying, leaving]) {
    await s.accessAfter(renewed(2))
  }
  await leaving.runner.signOut()
  room = 'some'
  for (const s of [staying, leaving]) await s.runner.settle()
  expect(staying.stored()).toEqual({ account: ada, refreshToken: 'refresh-2' })
  expect(leaving.stored()).toBeNull()
  await staying.runner.settle()
  expect(staying.order).toEqual(['refresh refresh-0', 'saved refresh-2'])
})

test('APP-01 T3 without a keyring the page says before the sign-in that the session ends with the program', async () => {
  const [s, kept] = [await start({ vault: 'memoryOnly' }), await start()]
  expect([s.runner.get(), kept.runner.get()]).toEqual([
    { kind: 'signedOut', reason: 'none', previous: null, vault: 'memoryOnly' },
    { kind: 'signedOut', reason: 'none', previous: null },
  ])
  await s.runner.signIn(target)
  expect(s.runner.get()).toMatchObject({ kind: 'signingIn', vault: 'memoryOnly' })
})

test('APP-06 T2 a session of a locked vault is said to be in memory, until the vault is replaced', async () => {
  const [out, s] = [await start({ vault: 'locked' }), await start({ vault: 'locked' })]
  await s.runner.signIn(target)
  s.browser.resolve(succeeded(granted))
  await expect
    .poll(() => s.runner.get())
    .toMatchObject({ kind: 'signedIn', remembered: false, vault: 'locked' })
  for (const each of [out, s]) {
    each.setVault('open')
    each.runner.vaultOpened()
  }
  expect(s.changes.at(-1)).toEqual({ kind: 'signedIn', account: ada, remembered: true })
  expect(out.changes.at(-1)).toEqual({ kind: 'signedOut', reason: 'none', previous: null })
  expect(s.stored()).toEqual({ account: ada, refreshToken: 'refresh-1' })
})

test('APP-01 O8 signing out also removes data that no key opens, but not outbox, drafts and sessions that wait', async () => {
  const s = await start({ vault: 'locked' })
  await s.runner.signOut()
  expect(s.order).toContain('removed all but outbox,drafts,sessions')
})

test.each([
  ['of another shape', () => Promise.resolve({ version: 9 })],
  ['that cannot be read', () => Promise.reject(new Error('EISDIR'))],
])('APP-06 T4 a session %s is signed out, never a crash', async (_name, read) => {
  const s = await start({ read })
  expect(s.runner.get()).toMatchObject({ kind: 'signedOut', reason: 'none' })
})

test('APP-01 O4 a sign-in that is cancelled while it is saved leaves nothing behind', async () => {
  const [begun, written] = [Promise.withResolvers<undefined>(), Promise.withResolvers<undefined>()]
  const s = await start({ save: () => (begun.resolve(undefined), written.promise) })
  await s.runner.signIn(target)
  s.browser.resolve(succeeded(granted))
  await begun.promise
  s.runner.cancelSignIn()
  written.resolve(undefined)
  await expect.poll(() => s.order.at(-1)).toBe('revoked refresh-1')
  expect(s.stored()).toBeNull()
})
