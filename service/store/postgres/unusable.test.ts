// A PostgreSQL database that cannot be used: at the start, for a while, or because somebody else holds it.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { Client } from 'pg'
import { expect, onTestFinished, test } from 'vitest'
import { startBetween, type Meddling } from './between-testing.ts'
import { ownDatabases } from './databases-testing.ts'
import { openStore } from '../open-store.ts'
import { openPostgres } from '../postgres.ts'
import { startTestPostgres } from './testing.ts'

const database = ownDatabases()
const workspace = (slug: string) =>
  ({ id: `wsp_${slug}`, slug, name: slug, plan: 'pro', memberLimit: null, createdAt: 1 }) as const

const refusal = async (url: string) => {
  const error: unknown = await openStore(url).catch((thrown: unknown) => thrown)
  expect(error).toMatchObject({ message: expect.stringMatching(/^[A-Z][^\n]*\.$/) })
  expect(String((error as Error).message)).not.toContain('secret')
  return (error as { storeCode?: string }).storeCode
}
const changed = (url: string, change: Partial<Pick<URL, 'username' | 'password' | 'pathname' | 'port'>>) =>
  Object.assign(new URL(url), change).href

test.each([
  ['a server that is not there', { port: '1', password: 'secret' }, 'database_unreachable'],
  ['a database that is not there', { pathname: '/ghost' }, 'database_missing'],
  ['a user who may not come in', { username: 'refused' }, 'database_refused'],
  ['a wrong password', { username: 'guarded', password: 'secret' }, 'database_refused'],
])('CLI-03 %s is told in one sentence, and no password in it', async (_what, change, code) => {
  expect(await refusal(changed(await database(), change))).toBe(code)
})

test('ERR-02 a server that goes away takes the store with it, and brings it back when it returns', async () => {
  const server = await startTestPostgres()
  const store = await openStore(server.url('postgres'))
  const list = () => store.read((tx) => tx.workspaces.list())
  const add = (slug: string) => store.write((tx) => tx.workspaces.create(workspace(slug)))
  await Promise.all([add('one'), list(), list()])
  // Restarted behind the store's back: its connections are dead, and it does not know.
  await server.kill()
  await server.restart()
  expect(await list()).toHaveLength(1)
  // Gone in the middle of a write, then gone.
  const cut = store.write(async (tx) => {
    await tx.workspaces.create(workspace('two'))
    await server.kill()
    await tx.workspaces.list()
  })
  await expect(cut).rejects.toMatchObject({ storeCode: 'database_unreachable' })
  await expect(list()).rejects.toMatchObject({ storeCode: 'database_unreachable' })
  await expect(add('two')).rejects.toMatchObject({ storeCode: 'database_unreachable' })
  await server.restart()
  await add('three')
  expect((await list()).map((each) => each.slug)).toEqual(['one', 'three'])
  await store.close()
  await server.stop()
})

test('ERR-02 a write waits a bounded time for another process, then says so', async () => {
  const url = await database()
  const store = await openPostgres(url, { busyWait: 300 })
  await store.write((tx) => tx.workspaces.create(workspace('one')))
  const other = new Client({ connectionString: url })
  await other.connect()
  await other.query(`begin; select * from workspace for update`)
  const write = store.write((tx) => tx.members.put('wsp_one', 'p', 'owner', 1))
  expect(await store.read((tx) => tx.members.list('wsp_one'))).toEqual([])
  await expect(write).rejects.toMatchObject({ storeCode: 'database_locked' })
  await other.end()
  await store.write((tx) => tx.members.put('wsp_one', 'p', 'owner', 1))
  await store.close()
})

test('ERR-02 connections on which the server has fallen silent are given up, and others are made', async () => {
  let isSilent = false
  /** What was connected before the silence stays so, and hears nothing more. */
  const silencing: Meddling = (client, server) => {
    const isLate = isSilent
    const passes = () => isLate || !isSilent
    return {
      asked: (data) => void (passes() && server.write(data)),
      answered: (data) => void (passes() && client.write(data)),
    }
  }
  const between = await startBetween(await database(), silencing)
  const store = await openPostgres(between.url, { busyWait: 200, longestAnswer: 200 })
  const list = () => store.read((tx) => tx.workspaces.list())
  const ask = () => store.ask((tx) => tx.workspaces.list())
  const add = (slug: string) => store.write((tx) => tx.workspaces.create(workspace(slug)))
  await Promise.all([add('one'), list(), ask()])
  isSilent = true
  expect(await list()).toHaveLength(1)
  expect(await ask()).toHaveLength(1)
  await add('two')
  expect((await list()).map((each) => each.slug)).toEqual(['one', 'two'])
  await store.close()
  between.close()
})

test('ERR-02 a process that has closed its store ends, though the server has fallen silent', async () => {
  let isSilent = false
  const between = await startBetween(await database(), (client, server) => ({
    asked: (data) => void (isSilent || server.write(data)),
    answered: (data) => void (isSilent || client.write(data)),
    hearsEnd: () => !isSilent,
  }))
  const program = `import { openStore } from ${JSON.stringify(new URL('../open-store.ts', import.meta.url).href)}
    const store = await openStore(${JSON.stringify(between.url)})
    await Promise.all([store.read((tx) => tx.workspaces.list()), store.ask((tx) => tx.workspaces.list())])
    console.log('open')
    process.stdin.once('data', async () => {
      await store.close()
      process.stdin.destroy()
    })`
  const child = spawn(process.execPath, ['--input-type=module', '--eval', program], {
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  onTestFinished(() => void child.kill())
  const ended = once(child, 'exit')
  await once(child.stdout, 'data')
  isSilent = true
  child.stdin.write('close')
  expect(await ended).toEqual([0, null])
  between.close()
})
