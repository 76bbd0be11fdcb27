import { expect, test, vi } from 'vitest'
import { failed, succeeded } from '../../shared/errors.ts'
import { ada } from '../../shared/fixtures-testing.ts'
import type { Account, Session } from '../../shared/ipc/launcher.ts'
import { ownerOf } from '../../shared/owner.ts'
import { createWorkspaces } from './workspaces.ts'

const local: Account = { ...ada, kind: 'local', workspaceName: 'Local workspace' }
const globex: Account = { ...ada, workspaceId: 'wsp_2', workspaceName: 'Globex' }
const nobody: Session = { kind: 'signedOut', reason: 'none', previous: null }

const start = (present: Account | null, parked: readonly Account[], hasLocal = true) => {
  const order: string[] = []
  const waiting: Record<string, number> = { [ownerOf(globex)]: 2, [`local ${ada.user.id}`]: 1 }
  const step = (name: string) => () => Promise.resolve(void order.push(name))
  const workspaces = createWorkspaces({
    session: {
      account: () => present,
      parked: () => parked,
      switchTo: (owner) => step(`switch ${owner}`)().then(() => succeeded(nobody)),
      park: () => step('park')().then(() => nobody),
    },
    hasLocal: () => hasLocal,
    openLocal: vi.fn(() => step('open local')().then(() => failed({ kind: 'unavailable', message: 'm' }))),
    waiting: (isOwner) =>
      Object.entries(waiting).reduce((sum, [owner, count]) => sum + (isOwner(owner) ? count : 0), 0),
    flush: step('flush'),
  })
  return { workspaces, order }
}

test.each<[string, Account | null, Account[], boolean, string | null, [string, number][]]>([
  ['a first run knows none', null, [], false, null, []],
  ['the local one alone', local, [], true, 'local', [['Local workspace', 1]]],
  [
    'the local one while elsewhere, without its name',
    ada,
    [],
    true,
    ownerOf(ada),
    [
      ['null', 1],
      ['Acme', 0],
    ],
  ],
  [
    'the present one before those that wait, each with its writes',
    ada,
    [globex],
    false,
    ownerOf(ada),
    [
      ['Acme', 0],
      ['Globex', 2],
    ],
  ],
  ['those that wait, on the sign-in page', null, [globex], false, null, [['Globex', 2]]],
])('APP-01 APP-08 the list of workspaces: %s', (_name, present, parked, hasLocal, key, rows) => {
  const listed = start(present, parked, hasLocal).workspaces.list()
  expect(listed.present).toBe(key)
  expect(listed.workspaces.map(({ name, waiting }) => [String(name), waiting])).toEqual(rows)
})

test('APP-01 what is cached is on disk before another workspace takes its place', async () => {
  const { workspaces, order } = start(ada, [globex])
  await workspaces.switchTo(ownerOf(globex))
  expect(await workspaces.switchTo('local')).toMatchObject({ ok: false })
  await workspaces.leave()
  expect(order).toEqual(['flush', `switch ${ownerOf(globex)}`, 'flush', 'open local', 'flush', 'park'])
})
