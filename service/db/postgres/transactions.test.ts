// Isolation of transactions on PostgreSQL, also between several processes.
import { expect, test } from 'vitest'
import { ownDatabases } from './databases-testing.ts'
import { openStore, type OpenedStore } from '../open.ts'
import { asAdministrator, nameOf } from './testing.ts'
import { recordOf, workspaceOf } from '../../records/records-testing.ts'
import { insertWorkspace, allWorkspaces } from '../../access/workspaces.store.ts'
import { insertWebhook } from '../../webhooks/webhooks.store.ts'
import { enabledWebhooks } from '../../webhooks/events.store.ts'
import { insertRecord } from '../../records/records.store.ts'
import { personByEmail, insertPerson } from '../../access/people.store.ts'
import { savePayload, addSignInCode, consumePayload, takeSignInCode } from '../../oauth/oauth.store.ts'
import { keysOfWorkspace } from '../../access/keys.store.ts'

const database = ownDatabases()

/** Two stores on one database, as two processes have them. */
const openTwo = async (): Promise<[OpenedStore, OpenedStore]> => {
  const url = await database()
  return [await openStore(url), await openStore(url)]
}

test('REC-13 a failure that is passed over in silence commits nothing', async () => {
  const store = await openStore(await database())
  const silent = store.write(async (tx) => {
    await insertWorkspace(tx, workspaceOf('wsp_one'))
    await insertWorkspace(tx, { ...workspaceOf('wsp_two'), slug: 'wsp_one' }).catch(() => undefined)
  })
  await expect(silent).rejects.toThrow('failed before')
  expect(await store.read((tx) => allWorkspaces(tx))).toEqual([])
  await store.close()
})

test('REC-13 a read neither waits for an open write nor sees into it, and sees one moment', async () => {
  const store = await openStore(await database())
  const count = async () => (await store.read((tx) => allWorkspaces(tx))).length
  const seen: number[] = []
  await store.write(async (tx) => {
    await insertWorkspace(tx, workspaceOf('wsp_one'))
    seen.push(await count())
  })
  await store.read(async (tx) => {
    seen.push((await allWorkspaces(tx)).length)
    await store.write((other) => insertWorkspace(other, workspaceOf('wsp_two')))
    seen.push((await allWorkspaces(tx)).length)
  })
  seen.push(await count())
  expect(seen).toEqual([0, 1, 1, 2])
  await store.close()
})

test('REC-13 a reader cannot write', async () => {
  const store = await openStore(await database())
  await expect(store.read((tx) => insertWorkspace(tx, workspaceOf('wsp_one')))).rejects.toThrow()
  await store.close()
})

test('WHK-04 a writer sees the endpoint that another process has made while it waited for the workspace', async () => {
  const [one, other] = await openTwo()
  await one.write((tx) => insertWorkspace(tx, workspaceOf('wsp_w')))
  let waiting: Promise<unknown[]> | undefined
  await other.write(async (tx) => {
    await insertWebhook(tx, 'wsp_w', {
      id: 'whk',
      url: 'https://late.test',
      events: ['record.created'],
      description: null,
      secret: '',
      createdBy: 'usr',
      createdAt: 1,
    })
    waiting = one.write((writer) => enabledWebhooks(writer, 'wsp_w'), 'wsp_w')
    await expect
      .poll(() =>
        asAdministrator(`select 1 from pg_stat_activity where wait_event_type = 'Lock'
        and query like 'select 1 from workspace%'`),
      )
      .toHaveLength(1)
  }, 'wsp_w')
  expect(await waiting).toEqual([{ id: 'whk', events: ['record.created'] }])
  for (const store of [one, other]) await store.close()
})

test('REC-11 writers of one new id in different workspaces and processes: one of them has it', async () => {
  const stores = await openTwo()
  const [one] = stores
  const slugs = ['a', 'b', 'c', 'd']
  for (const slug of slugs) await one.write((tx) => insertWorkspace(tx, workspaceOf(`wsp_${slug}`)))
  const created = await Promise.all(
    slugs.map((slug, index) =>
      (stores[index % 2] ?? one).write((tx) => insertRecord(tx, `wsp_${slug}`, recordOf('same'))),
    ),
  )
  expect(created.filter(Boolean)).toHaveLength(1)
  for (const store of stores) await store.close()
})

test('REC-11 who finds that another process has just written what was not there looks again', async () => {
  const stores = await openTwo()
  const person = { email: 'ada@acme.test', name: 'Ada', avatarUrl: null, passwordHash: null, createdAt: 1 }
  const put = (store: OpenedStore, id: string) =>
    store.write(async (tx) => {
      const known = await personByEmail(tx, person.email)
      if (!known) await insertPerson(tx, { id, ...person })
      return known?.id ?? id
    })
  const ids = await Promise.all(stores.flatMap((store) => ['p', 'q', 'r'].map((id) => put(store, id))))
  expect(new Set(ids).size).toBe(1)
  for (const store of stores) await store.close()
})

test('OAU-01 one refresh token, or one code, is used by one of many who try at once', async () => {
  const stores = await openTwo()
  const [one] = stores
  await one.write(async (tx) => {
    await savePayload(tx, {
      model: 'RefreshToken',
      id: 't',
      payload: {},
      grantId: 'g',
      uid: null,
      expiresAt: 99,
    })
    await addSignInCode(tx, { hash: 'h', personId: 'p', expiresAt: 99 })
  })
  const eight = Array.from({ length: 8 }, (_, index) => stores[index % 2] ?? one)
  const consumed = eight.map((store) => store.write((tx) => consumePayload(tx, 'RefreshToken', 't', 1)))
  const taken = eight.map((store) => store.write((tx) => takeSignInCode(tx, 'h', 1)))
  expect((await Promise.all(consumed)).filter(Boolean)).toHaveLength(1)
  expect((await Promise.all(taken)).filter((person) => person === 'p')).toHaveLength(1)
  for (const store of stores) await store.close()
})

test('CLI-03 a table that a newer program has changed is read on, through connections that knew the old one', async () => {
  const url = await database()
  const store = await openStore(url)
  const list = () => store.read((tx) => keysOfWorkspace(tx, 'wsp_none'))
  // Twice prepares it.
  for (const _each of [1, 2, 3]) await list()
  await asAdministrator('alter table access_key add column later text', nameOf(url))
  expect(await list()).toEqual([])
  await store.close()
})

test('CLI-03 after many rows the server plans with them, and after few it is left alone', async () => {
  const url = await database()
  const store = await openStore(url)
  await store.write((tx) => insertWorkspace(tx, workspaceOf('wsp_one')))
  // -1 where nobody has counted. The server counts nothing so small by itself.
  const believed = () =>
    asAdministrator(`select reltuples from pg_class where relname = 'workspace'`, nameOf(url))
  await store.optimize?.(9_999)
  expect(await believed()).toEqual([{ reltuples: -1 }])
  await store.optimize?.(10_000)
  expect(await believed()).toEqual([{ reltuples: 1 }])
  await store.close()
})
