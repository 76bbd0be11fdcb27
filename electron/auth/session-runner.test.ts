import { describe, expect, test, vi } from 'vitest'
import { failed, succeeded } from '../../shared/errors.ts'
import type { Account } from '../../shared/ipc/launcher.ts'
import { ada } from '../../shared/fixtures-testing.ts'
import { address, base, tokens, renewed, granted, start } from './session-runner.fake.ts'

const target = { kind: 'remote' as const, base }
const restored = { account: ada, refreshToken: 'refresh-0' }

describe('the session', () => {
  test('APP-01 a sign-in is on disk before the session starts, and no token reaches the page', async () => {
    const s = await start()
    expect(await s.runner.signIn(target)).toMatchObject({ ok: true, value: { kind: 'signingIn' } })
    s.browser.resolve(succeeded(granted))
    await expect.poll(() => s.runner.get().kind).toBe('signedIn')
    expect(s.stored()).toEqual({ account: ada, refreshToken: 'refresh-1' })
    expect(JSON.stringify(s.changes)).not.toMatch(/access-|refresh-/)
    expect(await s.runner.access()).toEqual(succeeded({ baseUrl: base, token: 'access-1' }))
  })

  test('APP-01 O7 a restart is signed in, and its first request refreshes once for all', async () => {
    const s = await start({ kept: restored })
    expect(s.runner.get()).toMatchObject({ kind: 'signedIn', remembered: true })
    const asked = [s.runner.access(), s.runner.access(), s.runner.access('old')]
    await expect.poll(() => s.order).toEqual(['keyed refresh-0', 'refresh refresh-0'])
    s.answerRefresh(renewed(2))
    for (const reply of await Promise.all(asked))
      expect(reply).toMatchObject({ value: { token: 'access-2' } })
    expect(s.order).toEqual(['keyed refresh-0', 'refresh refresh-0', 'saved refresh-2'])
  })

  test('APP-11 a session goes on where the service does not name the workspace', async () => {
    const s = await start({ kept: restored })
    expect(await s.accessAfter(renewed(2, null))).toMatchObject({ value: { token: 'access-2' } })
    expect([s.runner.account(), s.stored()?.account]).toEqual([ada, ada])
  })

  test('APP-06 a rejected token is refreshed, unless it was replaced in the meantime', async () => {
    const s = await start({ kept: restored })
    s.answerRefresh(renewed(2))
    const first = s.runner.access()
    await first
    expect(await s.runner.access('access-1')).toMatchObject({ value: { token: 'access-2' } })
    expect(s.order.filter((line) => line.startsWith('refresh'))).toHaveLength(1)
    expect(await s.accessAfter(renewed(3), 'access-2')).toMatchObject({ value: { token: 'access-3' } })
  })

  test('APP-06 an expired token is renewed before it is used', async () => {
    const s = await start({ kept: restored })
    await s.accessAfter(renewed(2))
    s.setNow(2_000)
    expect(await s.accessAfter(renewed(3))).toMatchObject({ value: { token: 'access-3' } })
  })

  test('APP-06 O7 a network failure is not a sign-out, and the next request tries again', async () => {
    const s = await start({ kept: restored })
    expect(await s.accessAfter({ type: 'failed', error: { kind: 'offline', message: 'off' } })).toMatchObject(
      { ok: false, error: { kind: 'offline' } },
    )
    expect(s.runner.get().kind).toBe('signedIn')
    expect(s.stored()).toMatchObject(restored)
    expect(await s.accessAfter(renewed(2))).toMatchObject({ ok: true })
  })

  test('APP-06 O7 a refused refresh signs out as expired, wipes the vault and keeps the previous account', async () => {
    const s = await start({ kept: restored })
    expect(await s.accessAfter({ type: 'refused' })).toMatchObject({
      ok: false,
      error: { kind: 'signedOut' },
    })
    expect(s.runner.get()).toEqual({ kind: 'signedOut', reason: 'expired', previous: ada })
    await expect.poll(() => s.stored()).toBeNull()
    expect(s.onWipe).not.toHaveBeenCalled()
  })

  test.each([
    ['another person', renewed(2, 'wsp_1', 'usr_2')],
    ['the same person in another workspace', renewed(2, 'wsp_2')],
  ])('APP-01 O7 refreshed tokens of %s are revoked, and the session ends', async (_name, answer) => {
    const s = await start({ kept: restored })
    expect(await s.accessAfter(answer)).toMatchObject({ ok: false, error: { kind: 'signedOut' } })
    expect(s.runner.get()).toEqual({ kind: 'signedOut', reason: 'expired', previous: ada })
    await expect
      .poll(() => s.order.toSorted())
      .toEqual(['keyed refresh-0', 'refresh refresh-0', 'revoked refresh-2', 'wiped'])
    expect(s.stored()).toBeNull()
  })

  test('CAL-01 the tokens of a further sign-in replace those of the session, on disk before the old ones are revoked', async () => {
    const s = await start({ kept: restored })
    expect(s.runner.scopes()).toBeNull()
    await s.accessAfter(renewed(2))
    expect(s.runner.scopes()).toEqual(['tasks:read'])
    const more = { ...tokens(3), scopes: ['tasks:read', 'meetings:write'] }
    expect(await s.runner.replaceTokens({ ...granted, tokens: more })).toBe(true)
    expect(s.runner.scopes()).toContain('meetings:write')
    expect(s.order.slice(-2)).toEqual(['saved refresh-3', 'revoked refresh-2'])
    expect(await s.runner.access()).toMatchObject({ value: { token: 'access-3' } })
    expect(s.onWipe).not.toHaveBeenCalled()
    // A refresh whose answer names no scopes changes none.
    s.setNow(2_000)
    await s.accessAfter({ type: 'refreshed', identity: null, tokens: { ...tokens(4), scopes: null } })
    expect(s.runner.scopes()).toContain('meetings:write')
  })

  test('CAL-01 a further sign-in of somebody else, of another workspace, or after a sign-out changes nothing', async () => {
    const s = await start({ kept: restored })
    await s.accessAfter(renewed(2))
    const [elsewhere, somebody] = [
      { ...granted.identity, workspaceId: 'wsp_2' },
      { ...granted.identity, user: { ...ada.user, id: 'usr_2' } },
    ]
    for (const identity of [elsewhere, somebody])
      expect(await s.runner.replaceTokens({ identity, tokens: tokens(3) })).toBe(false)
    expect(await s.runner.access()).toMatchObject({ value: { token: 'access-2' } })
    await s.runner.signOut()
    expect(await s.runner.replaceTokens({ ...granted, tokens: tokens(3) })).toBe(false)
    expect(s.stored()).toBeNull()
  })

  test('APP-06 a new token that is refused ends the session, an older one does not', async () => {
    const s = await start({ kept: restored })
    const access = s.runner.access()
    s.answerRefresh(renewed(2))
    await access
    s.runner.refused('access-1')
    expect(s.runner.get().kind).toBe('signedIn')
    s.runner.refused('access-2')
    expect(s.runner.get()).toEqual({ kind: 'signedOut', reason: 'expired', previous: ada })
  })

  test('APP-01 O8 signing out revokes the token and wipes the vault without waiting for the service', async () => {
    const s = await start({ kept: restored })
    vi.mocked(s.signIn.revoke).mockImplementation(() => new Promise(() => undefined))
    void s.runner.signOut()
    await expect.poll(() => s.stored()).toBeNull()
    expect(s.runner.get()).toMatchObject({ kind: 'signedOut', reason: 'user', previous: null })
    expect(s.signIn.revoke).toHaveBeenCalledWith(base, 'refresh-0')
    expect(s.onWipe).toHaveBeenCalledTimes(1)
    expect(await s.runner.access()).toMatchObject({ ok: false, error: { kind: 'signedOut' } })
  })

  test('APP-01 O8 tokens that come after a sign-out are revoked, not kept', async () => {
    const s = await start({ kept: restored })
    const access = s.runner.access()
    await expect.poll(() => s.order).toContain('refresh refresh-0')
    await s.runner.signOut()
    s.answerRefresh(renewed(2))
    expect(await access).toMatchObject({ ok: false })
    expect(s.order).toContain('revoked refresh-2')
    expect(s.stored()).toBeNull()
  })

  test('APP-01 the authorization URL is known while a sign-in is pending, and never reaches the page', async () => {
    const s = await start()
    expect(s.runner.signInAddress()).toBeNull()
    await s.runner.signIn(target)
    expect(s.runner.signInAddress()).toBe(address)
    expect(JSON.stringify(s.changes)).not.toContain(address)
    s.runner.cancelSignIn()
    expect(s.runner.signInAddress()).toBeNull()
  })

  test('APP-01 O4 a cancelled sign-in closes its listener, and its late answer is revoked', async () => {
    const s = await start()
    await s.runner.signIn(target)
    s.cancel.mockImplementation(() => undefined)
    expect(s.runner.cancelSignIn()).toMatchObject({ kind: 'signedOut' })
    expect(s.cancel).toHaveBeenCalledTimes(1)
    s.browser.resolve(succeeded(granted))
    await expect.poll(() => s.order).toEqual(['revoked refresh-1'])
    expect(s.stored()).toBeNull()
    expect(s.runner.get().kind).toBe('signedOut')
  })

  test('APP-06 a sign-in that fails in the browser says why', async () => {
    const s = await start()
    await s.runner.signIn(target)
    s.browser.resolve(failed({ kind: 'cancelled', message: 'Not allowed.' }))
    await expect.poll(() => s.runner.get()).toMatchObject({ kind: 'signedOut', problem: 'Not allowed.' })
  })

  test('APP-06 an address that is not a service ends the sign-in', async () => {
    const s = await start()
    vi.mocked(s.signIn.begin).mockResolvedValue(failed({ kind: 'unexpectedAnswer', message: 'No.' }))
    expect(await s.runner.signIn(target)).toMatchObject({ ok: false, error: { kind: 'unexpectedAnswer' } })
    expect(s.runner.get()).toEqual({ kind: 'signedOut', reason: 'none', previous: null })
  })

  test.each([
    ['no keyring', { vault: 'memoryOnly' as const }],
    ['a full disk', { save: () => Promise.reject(new Error('ENOSPC')) }],
  ])('APP-01 with %s the session works and says that it ends with the program', async (_name, options) => {
    const s = await start(options)
    await s.runner.signIn(target)
    s.browser.resolve(succeeded(granted))
    await expect.poll(() => s.runner.get()).toMatchObject({ kind: 'signedIn', remembered: false })
    expect(await s.runner.access()).toMatchObject({ ok: true })
  })

  const localTarget = {
    kind: 'local',
    base: new URL('http://127.0.0.1:4'),
    issueCode: () => Promise.resolve(succeeded('code')),
  } as const

  test('APP-08 a local workspace is signed in when the call returns, and no browser was awaited', async () => {
    const s = await start()
    const changesBefore = s.changes.length
    s.browser.resolve(succeeded(granted))
    expect(await s.runner.signIn(localTarget)).toMatchObject({ ok: true, value: { kind: 'signedIn' } })
    expect(s.stored()).toMatchObject({ refreshToken: 'refresh-1', account: { kind: 'local' } })
    expect(s.signIn.begin).not.toHaveBeenCalled()
    expect(s.changes.slice(changesBefore).map(({ kind }) => kind)).toEqual(['signedIn'])
  })

  test('APP-08 a local workspace that does not sign in says why, and the next attempt works', async () => {
    const s = await start()
    const locked = failed({ kind: 'unavailable', message: 'The database is locked.' })
    vi.mocked(s.signIn.redeem).mockResolvedValueOnce(locked)
    expect(await s.runner.signIn(localTarget)).toEqual(locked)
    s.browser.resolve(succeeded(granted))
    expect(await s.runner.signIn(localTarget)).toMatchObject({ ok: true, value: { kind: 'signedIn' } })
  })

  test('APP-08 tokens of a local workspace that come after a sign-out are revoked', async () => {
    const s = await start()
    const signedIn = s.runner.signIn(localTarget)
    await s.runner.signOut()
    s.browser.resolve(succeeded(granted))
    expect(await signedIn).toMatchObject({ value: { kind: 'signedOut' } })
    expect(s.order).toContain('revoked refresh-1')
    expect(s.stored()).toBeNull()
  })

  const local: Account = { ...ada, kind: 'local', workspaceAddress: 'http://127.0.0.1:3' }

  test('APP-08 a local account uses the current address of its service', async () => {
    const s = await start({ kept: { ...restored, account: local } })
    expect(await s.accessAfter({ type: 'refreshed', tokens: tokens(2), identity: null })).toMatchObject({
      value: { baseUrl: new URL('http://127.0.0.1:4') },
    })
    expect(s.signIn.refresh).toHaveBeenCalledWith(
      new URL('http://127.0.0.1:4'),
      'refresh-0',
      expect.anything(),
    )
  })

  test('APP-08 a local account follows its service to another port', async () => {
    const s = await start({ kept: { ...restored, account: local } })
    s.runner.addressChanged(new URL('http://127.0.0.1:4'))
    expect(s.runner.account()?.workspaceAddress).toBe('http://127.0.0.1:4')
    expect(await s.accessAfter(renewed(2))).toMatchObject({
      value: { baseUrl: new URL('http://127.0.0.1:4') },
    })
  })
})
