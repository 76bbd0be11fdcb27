import { expect, test, vi } from 'vitest'
import { failed, type Reply, succeeded } from '../../shared/errors.ts'
import { ada } from '../../shared/fixtures-testing.ts'
import type { Account, Session } from '../../shared/ipc/launcher.ts'
import type { SignInTarget } from '../auth/sign-in.ts'
import type { VaultState } from '../storage/vault.ts'
import { createActions, createLocalTarget, parseWorkspaceAddress } from './actions.ts'
import { type Contact, parseExternalAddress } from '../security/external-address.ts'

const local: Account = { ...ada, kind: 'local', workspaceAddress: 'http://127.0.0.1:5000' }
const person = { name: 'Ada', addDemoData: true }

const start = (
  session: Session,
  address: Reply<string> = succeeded('https://acme.example/t/1'),
  pending: string | null = null,
  contact: Reply<Contact> = failed({ kind: 'notFound', message: 'm' }),
) => {
  const addressOf = () => address
  const signIn = vi.fn((_target: SignInTarget) => Promise.resolve(succeeded(session)))
  const issueCode = (): Promise<Reply<string>> | undefined => {
    const target = signIn.mock.lastCall?.[0]
    return target?.kind === 'local' ? target.issueCode('challenge') : undefined
  }
  const opened: string[] = []
  const copied: string[] = []
  const base = new URL('http://127.0.0.1:6000')
  const issued = vi.fn((code: string) => Promise.resolve(succeeded({ code, base })))
  const service = {
    baseUrl: () => Promise.resolve(succeeded(base)),
    findLocal: () => Promise.resolve(succeeded('Ada')),
    createLocal: vi.fn(() => Promise.resolve(succeeded(undefined) as Reply<undefined>)),
    issueLauncherCode: (codeChallenge: string) => issued(`for-${codeChallenge}`),
    issuePageCode: () => issued('page'),
  }
  const vault = { state: 'locked' as VaultState, unsaved: 0, startsOver: true }
  const [vaultOpened, restart] = [vi.fn<() => void>(), vi.fn<() => void>()]
  const actions = createActions({
    vault: {
      state: () => Promise.resolve(vault.state),
      startOver: () => Promise.resolve(vault.startsOver),
    },
    unsaved: () => Promise.resolve(vault.unsaved),
    restart,
    session: { get: () => session, signIn, signInAddress: () => pending, vaultOpened },
    localTarget: createLocalTarget(service),
    service,
    addresses: {
      addressOf,
      joinAddressOf: addressOf,
      meetingToJoin: () => (address.ok ? { id: 'm' } : null),
      contactOf: () => contact,
    },
    openExternal: (asked, allowed) => {
      const parsed = parseExternalAddress(asked, allowed)
      if (parsed !== null) opened.push(parsed)
      return Promise.resolve(parsed !== null)
    },
    writeClipboard: (text) => void copied.push(text),
  })
  return { actions, signIn, issueCode, opened, copied, service, issued, vault, vaultOpened, restart }
}
const nobody: Session = { kind: 'signedOut', reason: 'none', previous: null }

const elsewhere = (code: string) =>
  Promise.resolve(succeeded({ code, base: new URL('http://127.0.0.1:6001') }))

test('APP-08 a local workspace signs in with a code for its challenge, at its current address', async () => {
  const { actions, signIn, issueCode } = start(nobody)
  await actions.createLocal(person)
  expect(signIn.mock.lastCall?.[0]).toMatchObject({ kind: 'local', base: new URL('http://127.0.0.1:6000') })
  expect(await issueCode()).toEqual(succeeded('for-challenge'))
})

test('APP-08 E1 no code is sent to an address that the local service has left, to sign in or to open a page', async () => {
  const signingIn = start(nobody)
  await signingIn.actions.createLocal(person)
  signingIn.issued.mockImplementation(elsewhere)
  expect(await signingIn.issueCode()).toMatchObject({ error: { kind: 'unavailable' } })
  const address = succeeded('http://127.0.0.1:6000/w/local/tasks/1')
  const opening = start({ kind: 'signedIn', account: local, remembered: true }, address)
  opening.issued.mockImplementation(elsewhere)
  expect(await opening.actions.openItem('task', '1')).toMatchObject({ error: { kind: 'unavailable' } })
  expect(opening.opened).toEqual([])
})

test('APP-08 the local workspace opens again without a question; a typed address is always remote', async () => {
  const { actions, signIn, issueCode } = start({ kind: 'signedOut', reason: 'expired', previous: local })
  await actions.openLocal()
  expect(await issueCode()).toEqual(succeeded('for-challenge'))
  await actions.signIn(local.workspaceAddress)
  expect(signIn).toHaveBeenLastCalledWith({ kind: 'remote', base: new URL(local.workspaceAddress) })
})

test('APP-08 a service that cannot start reports it, and the session stays', async () => {
  const { actions, service } = start(nobody)
  service.createLocal.mockResolvedValue(failed({ kind: 'unavailable', message: 'The database is locked.' }))
  expect(await actions.createLocal(person)).toMatchObject({ error: { message: 'The database is locked.' } })
  const signedIn = start({ kind: 'signedIn', account: local, remembered: true })
  expect(await signedIn.actions.createLocal(person)).toMatchObject({ error: { kind: 'invalidInput' } })
  expect(signedIn.service.createLocal).not.toHaveBeenCalled()
})

test('APP-08 a page of the local workspace opens with a one-time code; any other page opens without', async () => {
  const address = succeeded('http://127.0.0.1:6000/w/local/tasks/1')
  const mine = start({ kind: 'signedIn', account: local, remembered: true }, address)
  await mine.actions.openItem('task', '1')
  expect(mine.opened).toEqual(['http://127.0.0.1:6000/w/local/tasks/1?code=page'])
  const remote = start({ kind: 'signedIn', account: { ...local, kind: 'remote' }, remembered: true })
  await remote.actions.openItem('task', '1')
  expect(remote.opened).toEqual(['https://acme.example/t/1'])
})

test('AUT-12 the developer settings open at the service, and sign a local person in', async () => {
  const mine = start({ kind: 'signedIn', account: local, remembered: true })
  expect(await mine.actions.openDeveloperSettings()).toMatchObject({ ok: true })
  expect(mine.opened).toEqual(['http://127.0.0.1:6000/settings?code=page'])
  const workspaceAddress = 'https://acme.example/team'
  const account = { ...local, kind: 'remote' as const, workspaceAddress }
  const remote = start({ kind: 'signedIn', account, remembered: true })
  await remote.actions.openDeveloperSettings()
  expect(remote.opened).toEqual(['https://acme.example/team/settings'])
  expect(await start(nobody).actions.openDeveloperSettings()).toMatchObject({ error: { kind: 'signedOut' } })
})

test.each([
  ['its link is opened', succeeded('https://meet.example/1'), { ok: true, value: true }, 1],
  ['its link is not safe', succeeded('http://127.0.0.1:9/join'), { error: { kind: 'unexpectedAnswer' } }, 0],
  ['there is none', failed({ kind: 'notFound', message: 'm' }), { ok: true, value: false }, 0],
])('CAL-08 joining the next meeting: %s', async (_what, address, reply, opened) => {
  const started = start(nobody, address)
  expect(await started.actions.joinNext()).toMatchObject(reply)
  expect(started.opened).toHaveLength(opened)
})

test('APP-01 a meeting is joined over https only; an unknown item is not opened', async () => {
  const plain = start(nobody, succeeded('http://127.0.0.1:9/join'))
  expect(await plain.actions.joinMeeting('m')).toMatchObject({ error: { kind: 'unexpectedAnswer' } })
  const safe = start(nobody, succeeded('https://meet.example/1'))
  expect(await safe.actions.joinMeeting('m')).toMatchObject({ ok: true })
  expect([plain.opened, safe.opened]).toEqual([[], ['https://meet.example/1']])
  const unknown = start(nobody, failed({ kind: 'notFound', message: 'm' }))
  expect(await unknown.actions.openItem('task', 'x')).toMatchObject({ error: { kind: 'notFound' } })
  expect(unknown.opened).toEqual([])
})

test.each([
  ['acme.example', 'https://acme.example/'],
  [' https://acme.example/ ', 'https://acme.example/'],
  ['acme.example/team/', 'https://acme.example/team'],
  ['https://acme.example/team/?x=1#y', 'https://acme.example/team'],
  ['127.0.0.1:4700', 'http://127.0.0.1:4700/'],
  ['localhost:4700', 'http://localhost:4700/'],
  ['[::1]:4700', 'http://[::1]:4700/'],
  ['http://127.0.0.1:4700', 'http://127.0.0.1:4700/'],
  ['https://127.0.0.1', 'https://127.0.0.1/'],
])('APP-06 %s is asked at %s', (typed, expected) => {
  const parsed = parseWorkspaceAddress(typed)
  expect(parsed.ok && parsed.value.href).toBe(expected)
})

test.each([
  '',
  '   ',
  'two words',
  'http://acme.example',
  'http://127.0.0.1.evil.example',
  'ftp://acme.example',
  'javascript://x',
  'https://ada:secret@acme.example',
  'https://',
])('APP-06 O8 %j is refused with a message', (typed) => {
  expect(parseWorkspaceAddress(typed)).toMatchObject({
    ok: false,
    error: {
      kind: 'invalidInput',
      message: expect.stringMatching(/\.$/),
      fields: [{ field: 'workspaceAddress' }],
    },
  })
})

test('APP-01 O1 the pending sign-in is opened again and copied without its address in the answer', async () => {
  const pending = 'https://acme.example/authorize?state=s'
  const { actions, opened, copied } = start(nobody, undefined, pending)
  expect(await actions.reopenSignIn()).toEqual(succeeded(undefined))
  expect(await actions.copySignInLink()).toEqual(succeeded(undefined))
  expect([opened, copied]).toEqual([[pending], [pending]])
})

test('APP-01 before the browser is open there is nothing to open again or copy', async () => {
  const { actions, opened, copied } = start(nobody)
  for (const reply of [await actions.reopenSignIn(), await actions.copySignInLink()])
    expect(reply).toMatchObject({ ok: false, error: { kind: 'unavailable' } })
  expect([opened, copied]).toEqual([[], []])
})

test.each<[string, VaultState, number, boolean, number, number]>([
  ['nothing would be lost', 'locked', 0, false, 0, 1],
  ['two changes would be lost', 'locked', 2, false, 2, 0],
  ['the person lets two changes go', 'locked', 2, true, 0, 1],
  ['the vault is open by now', 'open', 2, true, 0, 0],
])('APP-06 T2 the keyring is asked again where %s', async (_name, state, unsaved, lose, told, restarts) => {
  const { actions, vault, restart } = start(nobody)
  Object.assign(vault, { state, unsaved })
  expect(await actions.retryVault(lose)).toEqual(succeeded({ unsaved: told }))
  expect(restart).toHaveBeenCalledTimes(restarts)
})

test.each([
  [true, { ok: true }, 1],
  [false, { ok: false, error: { kind: 'unavailable' } }, 0],
])('APP-06 T2 that the vault starts over is said where it did (%s)', async (startsOver, reply, told) => {
  const { actions, vault, vaultOpened } = start(nobody)
  Object.assign(vault, { startsOver })
  expect(await actions.startOver()).toMatchObject(reply)
  expect(vaultOpened).toHaveBeenCalledTimes(told)
})

test('APP-15 W7 a contact is opened as the cached item has it, and not at all where it has none', async () => {
  const signedIn: Session = { kind: 'signedIn', account: local, remembered: true }
  const known = start(signedIn, undefined, null, succeeded({ type: 'email', value: 'anna@acme.example' }))
  expect(await known.actions.openContact('record', '1', 'anna@acme.example')).toMatchObject({ ok: true })
  expect(known.opened).toEqual(['mailto:anna@acme.example'])
  const unknown = start(signedIn)
  expect(await unknown.actions.openContact('record', '1', 'https://evil.example/')).toMatchObject({
    error: { kind: 'notFound' },
  })
  expect(unknown.opened).toEqual([])
})
