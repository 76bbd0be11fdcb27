import { describe, expect, test } from 'vitest'
import { callNames } from '../shared/channels.ts'
import { failed, succeeded } from '../shared/errors.ts'
import { answerCall, type Handlers, isTrusted } from './ipc.ts'
import type { Log } from './log.ts'

const bugs: unknown[] = []
const log: Log = {
  info: () => undefined,
  warn: () => undefined,
  bug: (_event, error) => {
    bugs.push(error)
    return 'bug-1'
  },
}

/** Every name is answered; a test replaces the one that it is about. */
const handlers = (changes: Partial<Handlers>): Handlers => ({
  ...(Object.fromEntries(callNames.map((name) => [name, () => succeeded(undefined)])) as unknown as Handlers),
  ...changes,
})

describe('the IPC contract', () => {
  test('APP-01 a reply loses what the contract does not name, a token above all', async () => {
    const reply = await answerCall(
      handlers({
        'session.get': () =>
          succeeded({ kind: 'signedOut', reason: 'none', previous: null, token: 'secret' } as never),
      }),
      'session.get',
      undefined,
      log,
    )
    expect(reply).toEqual(succeeded({ kind: 'signedOut', reason: 'none', previous: null }))
  })

  test.each([
    ['tasks.get', { id: 'x', path: '/etc' }],
    ['tasks.get', { id: '' }],
    ['tasks.get', undefined],
    ['items.open', { kind: 'task', id: 'x', url: 'https://evil.example' }],
    ['session.signIn', { workspaceAddress: 'x'.repeat(501) }],
    ['view.painted', { summon: 1.5 }],
    ['search.run', { query: 'x', types: ['token'] }],
    ['settings.set', { hotkeys: { summon: 'A', capture: 'B' } }],
  ] as const)('APP-01 %s refuses %j before any part sees it', async (name, input) => {
    let seen = false
    const spy = () => {
      seen = true
      return succeeded(undefined as never)
    }
    const reply = await answerCall(handlers({ [name]: spy }), name, input, log)
    expect(reply).toMatchObject({ ok: false, error: { kind: 'invalidInput', message: expect.any(String) } })
    expect(seen).toBe(false)
  })

  test('APP-06 a bug arrives as an id, without a stack', async () => {
    const reply = await answerCall(
      handlers({
        'view.hide': () => {
          throw new Error('at /home/ada/secret.ts')
        },
      }),
      'view.hide',
      { summon: 1 },
      log,
    )
    expect(reply).toMatchObject({ ok: false, error: { kind: 'internal', id: 'bug-1' } })
    expect(JSON.stringify(reply)).not.toContain('secret')
    expect(bugs).toHaveLength(1)
  })

  test('APP-06 an expected failure passes as it is; a wrong answer is a bug', async () => {
    const offline = failed({ kind: 'offline', message: 'off' })
    expect(await answerCall(handlers({ 'brief.get': () => offline }), 'brief.get', undefined, log)).toBe(
      offline,
    )
    expect(
      await answerCall(handlers({ 'brief.get': () => succeeded({} as never) }), 'brief.get', undefined, log),
    ).toMatchObject({ ok: false, error: { kind: 'internal' } })
  })

  test('APP-09 only the main frame of our own page is trusted', () => {
    const frame = (origin: string) => ({ origin }) as Electron.WebFrameMain
    const own = frame('app://launcher')
    const contents = { mainFrame: own }
    expect(isTrusted({ senderFrame: own }, contents)).toBe(true)
    expect(isTrusted({ senderFrame: null }, contents)).toBe(false)
    // A frame inside the page, whatever its origin.
    expect(isTrusted({ senderFrame: frame('app://launcher') }, contents)).toBe(false)
    const foreign = frame('https://evil.example')
    expect(isTrusted({ senderFrame: foreign }, { mainFrame: foreign })).toBe(false)
    const opaque = frame('null')
    expect(isTrusted({ senderFrame: opaque }, { mainFrame: opaque })).toBe(false)
  })
})
