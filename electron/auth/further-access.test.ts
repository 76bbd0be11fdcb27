import { beforeEach, expect, test, vi } from 'vitest'
import { failed, type Reply, succeeded } from '../../shared/errors.ts'
import { ada } from '../../shared/fixtures-testing.ts'
import type { Account } from '../../shared/ipc/launcher.ts'
import { createFurtherAccess } from './further-access.ts'
import { base, granted, tokens } from './session-runner.fake.ts'
import type { Granted } from './sign-in.ts'

const scope = 'meetings:write'
const withScope: Granted = { ...granted, tokens: { ...tokens(2), scopes: ['tasks:read', scope] } }

let account: Account
let scopes: readonly string[] | null
let offered: readonly string[]
let browser: ReturnType<typeof Promise.withResolvers<Reply<Granted>>>
let isSamePerson: boolean
beforeEach(() => {
  account = ada
  scopes = ['tasks:read']
  offered = [scope]
  isSamePerson = true
})

const start = () => {
  const revoked: string[] = []
  const onChange = vi.fn<() => void>()
  const begin = vi.fn(() => {
    browser = Promise.withResolvers()
    const { resolve, promise } = browser
    return Promise.resolve(
      succeeded({
        address: 'https://acme.example/authorize',
        outcome: promise,
        cancel: () => resolve(failed({ kind: 'cancelled', message: 'Cancelled.' })),
      }),
    )
  })
  const further = createFurtherAccess({
    session: {
      access: () => Promise.resolve(succeeded({ baseUrl: base, token: 't' })),
      account: () => account,
      scopes: () => scopes,
      replaceTokens: (taken) => {
        if (isSamePerson) ({ scopes } = taken.tokens)
        return Promise.resolve(isSamePerson)
      },
    },
    signIn: {
      furtherScopes: () => Promise.resolve(succeeded(offered)),
      begin,
      redeem: () => Promise.resolve(succeeded(withScope)),
      revoke: (_base, token) => Promise.resolve(void revoked.push(token)),
    },
    localTarget: () =>
      Promise.resolve(
        succeeded({ kind: 'local', base, issueCode: () => Promise.resolve(succeeded('code')) }),
      ),
    log: { info: () => undefined, warn: () => undefined, bug: () => 'bug' },
    onChange,
  })
  const stateOf = async () => {
    const reply = await further.get(scope)
    return reply.ok ? reply.value : reply.error
  }
  /** Asks in the browser, where this happens. */
  const answered = async (outcome: Reply<Granted>) => {
    expect(await further.allow(scope)).toMatchObject({ value: { state: 'waiting' } })
    browser.resolve(outcome)
    await expect.poll(() => onChange).toHaveBeenCalled()
    return stateOf()
  }
  return { further, stateOf, answered, begin, revoked, onChange }
}

test('CAL-01 an older sign-in is asked for a scope once it needs it, and the consent is taken', async () => {
  const { further, stateOf, answered } = start()
  expect(await stateOf()).toMatchObject({ state: 'missing' })
  expect(further.isWaiting()).toBe(false)
  expect(await answered(succeeded(withScope))).toEqual({ state: 'granted', problem: null })
})

test.each<[string, Reply<Granted>]>([
  ['who refuses in the browser', failed({ kind: 'forbidden', message: 'Refused.' })],
  ['of whom the service grants less', succeeded(granted)],
])('CAL-01 a person %s is not asked again in this run; another one is', async (_who, outcome) => {
  const { further, stateOf, answered, begin } = start()
  expect(await answered(outcome)).toMatchObject({ state: 'refused' })
  expect(await further.allow(scope)).toMatchObject({ value: { state: 'refused' } })
  expect(begin).toHaveBeenCalledTimes(1)
  account = { ...ada, user: { ...ada.user, id: 'usr_2' } }
  expect(await stateOf()).toMatchObject({ state: 'missing' })
})

test('CAL-01 the tokens of somebody else are revoked, and the launcher says whom it waits for', async () => {
  isSamePerson = false
  const { answered, revoked } = start()
  const answer = await answered(succeeded(withScope))
  expect(answer).toMatchObject({ state: 'missing', problem: expect.stringContaining(ada.user.name) })
  expect(revoked).toEqual(['refresh-2'])
})

test('CAL-01 a wait that is cancelled here is no refusal, and what still comes of it is revoked', async () => {
  const { further, stateOf, onChange, revoked } = start()
  await further.allow(scope)
  expect([further.isWaiting(), further.address()]).toEqual([true, 'https://acme.example/authorize'])
  browser.resolve(succeeded(withScope))
  further.cancel()
  await expect.poll(() => revoked).toEqual(['refresh-2'])
  expect(await stateOf()).toEqual({ state: 'missing', problem: null })
  expect(onChange).not.toHaveBeenCalled()
})

test('CAL-01 two presses open the browser once', async () => {
  const { further, begin } = start()
  await Promise.all([further.allow(scope), further.allow(scope)])
  await further.allow(scope)
  expect(begin).toHaveBeenCalledTimes(1)
})

test('APP-11 a service that does not offer the scope is not asked for it', async () => {
  offered = []
  const { further, stateOf, begin } = start()
  expect(await stateOf()).toMatchObject({ state: 'unsupported' })
  await further.allow(scope)
  expect(begin).not.toHaveBeenCalled()
})

test('APP-11 where a service does not name the scopes of a token, its refusal says that one is missing', async () => {
  scopes = null
  const { further, stateOf } = start()
  expect(await stateOf()).toMatchObject({ state: 'granted' })
  further.wasDenied(scope)
  expect(await stateOf()).toMatchObject({ state: 'missing' })
})

test('APP-08 CAL-01 a local workspace of an earlier version grants it without a browser', async () => {
  account = { ...ada, kind: 'local' }
  const { stateOf, begin } = start()
  expect(await stateOf()).toMatchObject({ state: 'granted' })
  expect(begin).not.toHaveBeenCalled()
})
