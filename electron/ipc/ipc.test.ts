import { describe, expect, test } from 'vitest'
import { callNames } from '../../shared/ipc/channels.ts'
import { failed, succeeded } from '../../shared/errors.ts'
import { answerCall, type Handlers, isTrusted, serveIpc } from './ipc.ts'
import type { Log } from '../log.ts'

const bugs: unknown[] = []
const log: Log = {
  info: () => undefined,
  warn: () => undefined,
  bug: (_event, error) => {
    bugs.push(error)
    return 'bug-1'
  },
}

/** Handlers for every call; tests replace the ones they need. */
const handlers = (changes: Partial<Handlers>): Handlers => ({
  ...(Object.fromEntries(callNames.map((name) => [name, () => succeeded(undefined)])) as unknown as Handlers),
  ...changes,
})

describe('the IPC contract', () => {
  test('APP-01 I3 I5 a reply loses fields that the contract does not name, such as a token', async () => {
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
    ['tasks.get', { id: 'tsk_\ud83d' }],
    ['tasks.update', { id: '\udc00', title: 'x', change: { title: 'x' }, before: {} }],
    ['tasks.delete', { tasks: [] }],
    [
      'tasks.delete',
      {
        tasks: [
          { id: 'x', title: 'x' },
          { id: 'x', title: 'y' },
        ],
      },
    ],
    ['records.browse', { objectSlug: '\ud800', query: '', cursor: null }],
    ['hotkeys.record', { hotkey: 'summon', accelerator: 'A' }],
    ['hotkeys.record', { hotkey: 'summon', accelerator: '' }],
    ['hotkeys.record', { hotkey: 'summon', accelerator: 'Shift+A' }],
    ['hotkeys.record', { hotkey: 'summon', accelerator: 'Ctrl' }],
    ['settings.set', { briefDays: Array.from({ length: 8 }, () => 1) }],
    ['settings.set', { briefDays: [1, 1] }],
    ['items.open', { kind: 'task', id: 'x', url: 'https://evil.example' }],
    ['session.signIn', { workspaceAddress: 'x'.repeat(501) }],
    ['session.allowScope', { scope: 'webhooks:write' }],
    ['calendars.preview', { file: '/etc/passwd' }],
    ['calendars.preview', { url: 'https://a.example', file: new Uint8Array(1) }],
    ['calendars.add', { source: { url: 'https://a.example' }, about: { path: '/etc' } }],
    ['calendars.change', { id: 'cal_1', change: { ics: 'BEGIN:VCALENDAR' } }],
    ['view.painted', { summon: 1.5 }],
    ['search.run', { query: 'x', types: ['token'] }],
    ['search.run', { query: 'x', list: { assignee: 'me', archived: true } }],
    ['search.run', { query: 'x', list: { dueBefore: 'tomorrow' } }],
    ['search.run', { query: 'x', list: { isComplete: 'false' } }],
    ['lists.get', { owner: 'ada' }],
    ['lists.set', { lists: [{ key: 0, name: 'x', query: 'x' }] }],
    ['lists.set', { lists: [{ key: 1, name: ' ', query: 'x' }] }],
    ['lists.set', { lists: [{ key: 1, name: 'x', query: '' }] }],
    ['lists.set', { lists: [{ key: 1, name: 'x', query: 'x'.repeat(201) }] }],
    ['lists.set', { lists: [{ key: 1, name: 'x\ud800', query: 'x' }] }],
    ['lists.set', { lists: [{ key: 1, name: 'x', query: 'x', path: '/etc' }] }],
    ['lists.set', { lists: Array.from({ length: 2 }, () => ({ key: 1, name: 'x', query: 'x' })) }],
    ['lists.set', { lists: Array.from({ length: 10 }, (_, at) => ({ key: at + 1, name: 'x', query: 'x' })) }],
    ['settings.set', { hotkeys: { summon: 'A', capture: 'B' } }],
  ] as const)('APP-01 I3 %s refuses %j before any part sees it', async (name, input) => {
    let seen = false
    const spy = () => {
      seen = true
      return succeeded(undefined as never)
    }
    const reply = await answerCall(handlers({ [name]: spy }), name, input, log)
    expect(reply).toMatchObject({ ok: false, error: { kind: 'invalidInput', message: expect.any(String) } })
    expect(seen).toBe(false)
  })

  test('APP-01 I3 calendars.add refuses a file of more than 20 MB', async () => {
    const source = { file: new Uint8Array(20 * 1024 * 1024 + 1) }
    const reply = await answerCall(handlers({}), 'calendars.add', { source, about: {} }, log)
    expect(reply).toMatchObject({ ok: false, error: { kind: 'invalidInput' } })
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

  test('APP-06 an expected failure is passed on; an invalid answer is a bug', async () => {
    const offline = failed({ kind: 'offline', message: 'off' })
    expect(await answerCall(handlers({ 'brief.get': () => offline }), 'brief.get', undefined, log)).toBe(
      offline,
    )
    expect(
      await answerCall(handlers({ 'brief.get': () => succeeded({} as never) }), 'brief.get', undefined, log),
    ).toMatchObject({ ok: false, error: { kind: 'internal' } })
  })

  test('APP-09 I2 only the main frame of our own page is trusted', () => {
    const frame = (origin: string) => ({ origin }) as Electron.WebFrameMain
    const own = frame('app://launcher')
    const contents = { mainFrame: own }
    expect(isTrusted({ senderFrame: own }, contents)).toBe(true)
    expect(isTrusted({ senderFrame: null }, contents)).toBe(false)
    // A subframe of the same origin.
    expect(isTrusted({ senderFrame: frame('app://launcher') }, contents)).toBe(false)
    const foreign = frame('https://evil.example')
    expect(isTrusted({ senderFrame: foreign }, { mainFrame: foreign })).toBe(false)
    const opaque = frame('null')
    expect(isTrusted({ senderFrame: opaque }, { mainFrame: opaque })).toBe(false)
  })

  test('APP-09 I2 an untrusted sender is refused before any handler runs', async () => {
    let serve: ((event: unknown, name: unknown, input: unknown) => Promise<unknown>) | undefined
    const own = { origin: 'app://launcher' }
    const contents = {
      mainFrame: own,
      ipc: { handle: (_channel: string, listener: typeof serve) => (serve = listener) },
    } as unknown as Electron.WebContents
    const asked: string[] = []
    const answering = handlers({
      'session.get': () => {
        asked.push('session.get')
        return failed({ kind: 'offline', message: 'off' })
      },
    })
    serveIpc(contents, answering, log)
    for (const senderFrame of [null, { origin: 'app://launcher' }])
      await expect(serve?.({ senderFrame }, 'session.get', undefined)).rejects.toThrow('Refused')
    // The page navigates away during the call. The frame counts as it was when it called.
    const event: { senderFrame: typeof own | null } = { senderFrame: own }
    const answer = serve?.(event, 'session.get', undefined)
    event.senderFrame = null
    expect(await answer).toMatchObject({ ok: false, error: { kind: 'offline' } })
    await expect(serve?.({ senderFrame: own }, 'toString', undefined)).rejects.toThrow('Refused')
    expect(asked).toEqual(['session.get'])
  })
})
