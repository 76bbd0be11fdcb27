// Switching between workspaces: sessions that wait, on disk and in memory (APP-01).
import { expect, test, vi } from 'vitest'
import { failed, succeeded } from '../../shared/errors.ts'
import { ada } from '../../shared/fixtures-testing.ts'
import type { Account } from '../../shared/ipc/launcher.ts'
import { ownerOf } from '../../shared/owner.ts'
import { base, granted, renewed, start, tokens } from './session-runner.fake.ts'
import type { Granted } from './sign-in.ts'

const globex: Account = { ...ada, workspaceId: 'wsp_2', workspaceName: 'Globex' }
const inGlobex = { account: globex, refreshToken: 'refresh-globex', refreshKey: 'key-globex' }
const inAcme = { account: ada, refreshToken: 'refresh-0', refreshKey: 'key-0' }
const localBase = new URL('http://127.0.0.1:4')
const local: Account = {
  ...ada,
  kind: 'local',
  workspaceAddress: 'http://127.0.0.1:4',
  workspaceId: 'wsp_l',
  workspaceName: 'Local workspace',
}
const localGrant: Granted = {
  identity: { user: ada.user, workspaceId: 'wsp_l', workspaceName: 'Local workspace' },
  tokens: tokens(7),
}
const localTarget = {
  kind: 'local' as const,
  base: localBase,
  issueCode: () => Promise.resolve(succeeded('code')),
}

const startWithBoth = () => start({ kept: inAcme, parked: { sessions: [inGlobex] } })
const switchToGlobex = async () => {
  const s = await startWithBoth()
  expect(await s.runner.switchTo(ownerOf(globex))).toMatchObject({ ok: true, value: { kind: 'signedIn' } })
  return s
}

test('APP-01 a switch takes up one session and leaves the other waiting, each with its tokens', async () => {
  const s = await startWithBoth()
  expect(s.runner.parked()).toEqual([globex])
  s.order.splice(0)
  await s.runner.switchTo(ownerOf(globex))
  expect(s.runner.account()).toEqual(globex)
  expect(s.runner.parked()).toEqual([ada])
  expect(s.stored()).toEqual(inGlobex)
  expect(s.parked()).toEqual({ sessions: [inAcme] })
  // The session that is left is in the list before its own document is overwritten.
  expect(s.order).toEqual(['listed', 'keyed refresh-globex', 'listed'])
  expect(await s.accessAfter(renewed(2, 'wsp_2'))).toMatchObject({ value: { token: 'access-2' } })
  expect(vi.mocked(s.signIn.refresh).mock.calls).toEqual([[base, 'refresh-globex', 'key-globex']])

  await s.runner.switchTo(ownerOf(ada))
  expect(s.parked()).toMatchObject({ sessions: [{ account: globex, refreshToken: 'refresh-2' }] })
  expect(await s.accessAfter(renewed(3))).toMatchObject({ value: { token: 'access-3' } })
  expect(vi.mocked(s.signIn.refresh).mock.lastCall).toEqual([base, 'refresh-0', 'key-0'])
  expect(s.signIn.revoke).not.toHaveBeenCalled()
})

test('APP-01 no token of a session that waits reaches the page', async () => {
  const s = await switchToGlobex()
  await s.accessAfter(renewed(2, 'wsp_2'))
  expect(JSON.stringify([s.changes, s.runner.get(), s.runner.parked()])).not.toMatch(/access-|refresh-|key-/)
})

test('APP-01 a switch waits for the refresh under way, so that its answer is kept', async () => {
  const s = await startWithBoth()
  const access = s.runner.access()
  await expect.poll(() => s.order).toContain('refresh refresh-0')
  const switched = s.runner.switchTo(ownerOf(globex))
  expect(s.runner.account()).toEqual(ada)
  s.answerRefresh(renewed(2))
  await access
  await switched
  expect(s.parked()).toMatchObject({ sessions: [{ account: ada, refreshToken: 'refresh-2' }] })
  expect(s.signIn.revoke).not.toHaveBeenCalled()
})

test('APP-01 a session that waited too long leads to the sign-in page of its workspace', async () => {
  const s = await switchToGlobex()
  expect(await s.accessAfter({ type: 'refused' })).toMatchObject({ error: { kind: 'signedOut' } })
  expect(s.runner.get()).toEqual({ kind: 'signedOut', reason: 'revoked', previous: globex })
  await expect.poll(() => s.stored()).toBeNull()
  expect(s.onWipe).not.toHaveBeenCalled()
  // The way back stays open, and Globex stays in the list without its tokens.
  await s.runner.switchTo(ownerOf(ada))
  expect(s.runner.account()).toEqual(ada)
  expect(s.parked()).toEqual({ sessions: [{ account: globex, refreshToken: null }] })
  await s.runner.switchTo(ownerOf(globex))
  expect(s.runner.get()).toEqual({ kind: 'signedOut', reason: 'revoked', previous: globex })
  expect([s.stored(), s.parked()]).toEqual([null, { sessions: [inAcme] }])
})

test('APP-08 the local workspace opens from that page, and the other one stays in the list', async () => {
  const s = await start({ kept: inGlobex })
  await s.accessAfter({ type: 'refused' })
  s.browser.resolve(succeeded(localGrant))
  expect(await s.runner.signIn(localTarget)).toMatchObject({ ok: true })
  expect([s.runner.account(), s.runner.parked()]).toEqual([local, [globex]])
  expect(s.onWipe).not.toHaveBeenCalled()
})

test('APP-01 a network failure after a switch is not a sign-out', async () => {
  const s = await switchToGlobex()
  await s.accessAfter({ type: 'failed', error: { kind: 'offline', message: 'off' } })
  expect(s.runner.account()).toEqual(globex)
})

test('APP-01 O8 signing out ends the present session only', async () => {
  const s = await switchToGlobex()
  await s.runner.signOut()
  expect(s.signIn.revoke).toHaveBeenCalledTimes(1)
  expect(s.signIn.revoke).toHaveBeenCalledWith(base, 'refresh-globex')
  expect([s.stored(), s.parked()]).toEqual([null, { sessions: [inAcme] }])
  expect(s.runner.parked()).toEqual([ada])
})

test('APP-01 to sign in elsewhere the present session waits; the same workspace again replaces it', async () => {
  const s = await start({ kept: inAcme })
  expect(await s.runner.park()).toEqual({ kind: 'signedOut', reason: 'none', previous: null })
  expect([s.stored(), s.parked()]).toEqual([null, { sessions: [inAcme] }])
  await s.runner.signIn({ kind: 'remote', base })
  s.browser.resolve(succeeded(granted))
  await expect.poll(() => s.parked()).toBeNull()
  await s.runner.settle()
  expect(s.order.filter((line) => line.startsWith('revoked'))).toEqual(['revoked refresh-0'])
  expect(s.stored()).toEqual({ account: ada, refreshToken: 'refresh-1' })
  expect(s.runner.parked()).toEqual([])
})

test('APP-08 the local workspace is switched to without a sign-in, and its own tokens are never kept waiting', async () => {
  const s = await start({ kept: inAcme })
  s.browser.resolve(succeeded(localGrant))
  expect(await s.runner.signIn(localTarget)).toMatchObject({ ok: true })
  expect(s.runner.account()).toEqual(local)
  expect(s.parked()).toEqual({ sessions: [inAcme] })
  expect(await s.runner.access()).toEqual(succeeded({ baseUrl: localBase, token: 'access-7' }))
  await s.runner.switchTo(ownerOf(ada))
  await s.runner.settle()
  expect(s.signIn.revoke).toHaveBeenCalledWith(localBase, 'refresh-7')
  expect([s.runner.parked(), s.parked(), s.stored()]).toEqual([[], null, inAcme])
})

test('APP-08 where the local workspace does not answer, the present session goes on', async () => {
  const s = await start({ kept: inAcme })
  s.browser.resolve(failed({ kind: 'unavailable', message: 'starting' }))
  expect(await s.runner.signIn(localTarget)).toMatchObject({ ok: false })
  expect([s.runner.account(), s.parked()]).toEqual([ada, null])
})

test('APP-01 after a crash between the steps of a switch no session is lost, and none is there twice', async () => {
  const s = await start({ kept: inGlobex, parked: { sessions: [inAcme, inGlobex] } })
  expect([s.runner.account(), s.runner.parked()]).toEqual([globex, [ada]])
})

test('APP-01 a workspace that is not known is said to be so', async () => {
  const s = await start({ kept: inAcme })
  expect(await s.runner.switchTo('nobody')).toMatchObject({ ok: false, error: { kind: 'notFound' } })
  expect(s.runner.account()).toEqual(ada)
})

test.each([
  ['has another name there', { name: 'Countess', workspaceName: 'Acme Ltd' }, ['Countess', 'Acme Ltd']],
  ['has no name there', { name: ada.user.id, workspaceName: null }, [ada.user.name, ada.workspaceName]],
])('APP-01 who %s is named so after the next refresh', async (_name, said, expected) => {
  const s = await start({ kept: inAcme })
  const user = { ...ada.user, name: said.name }
  const identity = { user, workspaceId: 'wsp_1', workspaceName: said.workspaceName }
  await s.accessAfter({ type: 'refreshed', tokens: tokens(2), identity })
  const account = s.runner.account()
  expect([account?.user.name, account?.workspaceName]).toEqual(expected)
  expect(s.stored()?.account).toEqual(account)
})

test('APP-08 the person of the session has another name, also after a restart', async () => {
  const s = await start({ kept: inAcme })
  expect(await s.runner.renamed('Countess')).toMatchObject({ account: { user: { name: 'Countess' } } })
  expect(s.stored()).toMatchObject({ account: { user: { name: 'Countess' } }, refreshToken: 'refresh-0' })
})
