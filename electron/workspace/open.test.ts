import { expect, onTestFinished, test, vi } from 'vitest'
import { failed, succeeded } from '../../shared/errors.ts'
import { taskWith } from '../../shared/fixtures-testing.ts'
import type { OpenWorkspace, WorkspacePorts } from './contract.ts'
import { openWorkspace } from './open.ts'
import { noFile } from '../storage/document.fake.ts'

const ports: WorkspacePorts = {
  fetch: () => Promise.reject(new Error('not asked')),
  access: () => Promise.resolve(failed({ kind: 'offline', message: 'away' })),
  onRefused: () => undefined,
  onDenied: () => undefined,
  document: () => noFile,
  account: () => null,
  owner: () => 'ada',
  reader: () => 'ada',
  now: () => 1_000,
  newId: () => 'w1',
  log: { info: () => undefined, warn: () => undefined, bug: () => 'bug' },
  isShown: () => true,
  onStuck: () => undefined,
  onOutbox: () => undefined,
  onData: () => undefined,
  onImport: () => undefined,
  onConnection: () => undefined,
  onNotifications: () => undefined,
  onUnread: () => undefined,
  onTimer: () => undefined,
}

const change = (workspace: OpenWorkspace) =>
  workspace.outbox.update('t1', 'Call Globex', { title: 'Call Globex today' }, { title: 'Call Globex' })

/** A workspace whose service does not answer. */
const offlineWorkspace = (write: (name: string) => Promise<void>) =>
  openWorkspace({ ...ports, document: (name) => ({ ...noFile, write: () => write(name) }) })

test('APP-05 APP-07 what is being kept as the program ends is on disk before it is gone', async () => {
  const written: string[] = []
  const disk = Promise.withResolvers<undefined>()
  const workspace = offlineWorkspace(async (name) => {
    await disk.promise
    written.push(name)
  })
  const kept = Promise.all([
    workspace.drafts.set('capture:1', { text: 'Call Acme' }),
    workspace.outbox.submit({ title: 'Water the plants' }),
  ])
  let isClosed = false
  const closing = workspace.close().then(() => (isClosed = true))
  await new Promise(setImmediate)
  expect(isClosed).toBe(false)
  disk.resolve(undefined)
  await closing
  expect(written.toSorted()).toEqual(['drafts', 'outbox'])
  await kept
})

test('APP-06 T2 what waits and what was begun is counted, also before it is on disk', async () => {
  const workspace = offlineWorkspace(() => new Promise(setImmediate))
  expect(await workspace.unsaved()).toBe(0)
  void workspace.outbox.submit({ title: 'Water the plants' })
  await workspace.drafts.set('capture:1', { text: 'Call Acme' })
  expect(await workspace.unsaved()).toBe(2)
  await workspace.close()
})

test('APP-06 a write that waited offline goes as soon as the service answers anything', async () => {
  // Only the outbox's own delays are stopped.
  vi.useFakeTimers({ toFake: ['setTimeout'] })
  onTestFinished(() => void vi.useRealTimers())
  let isAway = true
  const sent: string[] = []
  const workspace = openWorkspace({
    ...ports,
    fetch: (_address, { method }) => {
      sent.push(method ?? 'GET')
      return Promise.resolve(Response.json({ data: {} }))
    },
    access: () =>
      Promise.resolve(
        isAway
          ? failed({ kind: 'offline', message: 'away' })
          : succeeded({ baseUrl: new URL('http://127.0.0.1:1'), token: 'secret' }),
      ),
  })
  await workspace.outbox.submit({ title: 'Water the plants' })
  await expect.poll(() => workspace.outbox.list()[0]?.error?.kind).toBe('offline')
  isAway = false
  await workspace.reads.refresh()
  await expect.poll(() => sent).toContain('POST')
  await workspace.close()
})

test.each<[string, (workspace: OpenWorkspace) => Promise<unknown>, string, number]>([
  ['a change that is read first', (workspace) => change(workspace), 'GET', 200],
  ['a change that another one overtook', (workspace) => change(workspace), 'PATCH', 409],
  ['a new task', (workspace) => workspace.outbox.submit({ title: 'Call Globex' }), 'POST', 201],
])(
  'APP-01 APP-07 %s, and the switch while it is under way: nothing is sent to the other workspace or seen in it',
  async (_name, write, switchAt, status) => {
    let owner = 'ada in acme'
    const sent: string[] = []
    const data = { ...taskWith({ title: 'Call Globex' }), linkedRecords: [], sectionId: null }
    const workspace = openWorkspace({
      ...ports,
      owner: () => owner,
      reader: () => owner,
      fetch: (_address, { method = 'GET' }) => {
        sent.push(`${owner}: ${method}`)
        if (method !== switchAt) return Promise.resolve(Response.json({ data }))
        owner = 'ada in globex'
        return Promise.resolve(Response.json({ data }, { status }))
      },
      access: () => Promise.resolve(succeeded({ baseUrl: new URL('http://127.0.0.1:1'), token: 'secret' })),
    })
    await write(workspace)
    await expect.poll(() => sent.at(-1)).toBe(`ada in acme: ${switchAt}`)
    const before = workspace.reads.changes(null).rows.length
    await new Promise((resolve) => setTimeout(resolve, 50))
    expect(sent.filter((line) => line.startsWith('ada in globex'))).toEqual([])
    expect(workspace.outbox.list()).toEqual([])
    expect(workspace.reads.changes(null).rows).toHaveLength(before)
    owner = 'ada in acme'
    expect(workspace.outbox.list()).toMatchObject([{ state: status === 201 ? 'saved' : 'queued' }])
    await workspace.close()
  },
)

test.each([
  ['that can leave unread what has grown since', ['notifications', 'notificationsBefore'], true],
  ['APP-11 from before that', ['notifications'], false],
])('NOT-02 a service %s is told what was read', async (_which, capabilities, isLimited) => {
  const before = '2026-11-28T08:01:00.000Z'
  const options = { statuses: [], priorities: [], members: [], sections: [], capabilities }
  const told: unknown[] = []
  const workspace = openWorkspace({
    ...ports,
    fetch: (_address, { method = 'GET', body }) => {
      if (method === 'GET') return Promise.resolve(Response.json({ data: options }))
      told.push(body)
      return Promise.resolve(Response.json({ data: { read: 1 } }))
    },
    access: () => Promise.resolve(succeeded({ baseUrl: new URL('http://127.0.0.1:1'), token: 'secret' })),
  })
  await workspace.reads.options()
  await workspace.notifications.read({ ids: ['n'], before })
  expect(told).toEqual([JSON.stringify(isLimited ? { ids: ['n'], before } : { ids: ['n'] })])
  await workspace.close()
})

test('CAL-08 of the addresses of a meeting only those in its own texts are opened', async () => {
  const meeting = { description: 'Agenda: https://docs.example/a.', location: 'https://map.example' }
  const said = { kind: 'meeting', id: 'm', title: 'T', subtitle: '', badge: '', avatarUrl: null, webUrl: '' }
  const workspace = openWorkspace({
    ...ports,
    fetch: () => Promise.resolve(Response.json({ data: { ...said, meeting } })),
    access: () => Promise.resolve(succeeded({ baseUrl: new URL('http://127.0.0.1:1'), token: 'secret' })),
  })
  await workspace.reads.detail({ kind: 'meeting', id: 'm', from: 'service' })
  const opened = ['https://docs.example/a', 'https://map.example', 'https://docs.example/b'].map(
    (value) => workspace.contactOf('meeting', 'm', value).ok,
  )
  expect(opened).toEqual([true, true, false])
  expect(workspace.contactOf('record', 'm', 'https://docs.example/a').ok).toBe(false)
  await workspace.close()
})

test('NOT-03 of the addresses of a task only those in its comments are opened, also before one is sent', async () => {
  const on = { kind: 'task' as const, id: 't' }
  const comment = {
    id: 'c',
    target: on,
    content: 'See https://docs.example/a.',
    author: { id: 'usr_1', name: 'Ada', avatarUrl: null },
    mentions: [],
    createdAt: '2026-11-20T08:00:00Z',
    updatedAt: '2026-11-20T08:00:00Z',
    editableUntil: null,
    canDelete: true,
  }
  const workspace = openWorkspace({
    ...ports,
    fetch: (_address, { method = 'GET' }) =>
      method === 'GET'
        ? Promise.resolve(Response.json({ data: [comment], hasMore: false, nextCursor: null }))
        : Promise.reject(Object.assign(new Error('refused'), { code: 'ECONNREFUSED' })),
    access: () => Promise.resolve(succeeded({ baseUrl: new URL('http://127.0.0.1:1'), token: 'secret' })),
  })
  await workspace.reads.comments(on, null)
  const text = { content: 'Or https://docs.example/b', mentions: [] }
  await workspace.outbox.submitComment({ ...on, title: 'Call Acme' }, text)
  const opened = ['https://docs.example/a', 'https://docs.example/b', 'https://docs.example/c'].map(
    (value) => workspace.contactOf('task', 't', value).ok,
  )
  expect(opened).toEqual([true, true, false])
  expect(workspace.contactOf('record', 'r', 'https://docs.example/a').ok).toBe(false)
  await workspace.close()
})
