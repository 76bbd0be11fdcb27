// A PostgreSQL database that cannot be used: at the start, for a while, or because somebody else holds it.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { Client } from 'pg'
import { expect, onTestFinished, test } from 'vitest'
import { expectRealFailure } from '../../cli/refusal-testing.ts'
import { svc } from '../../cli/svc-testing.ts'
import { startBetween, type Meddling } from './between-testing.ts'
import { ownDatabases } from './databases-testing.ts'
import { openStore } from '../open.ts'
import { openPostgres } from '../postgres.ts'
import { asAdministrator, nameOf, startTestPostgres } from './testing.ts'

const database = ownDatabases()
const workspace = (slug: string) =>
  ({ id: `wsp_${slug}`, slug, name: slug, plan: 'pro', memberLimit: null, createdAt: 1 }) as const

const refusal = async (url: string, sentence = /./) => {
  const error: unknown = await openStore(url).catch((thrown: unknown) => thrown)
  expect(error).toMatchObject({ message: expect.stringMatching(/^[A-Z][^\n]*\.$/) })
  expect(String((error as Error).message)).not.toContain('secret')
  expect(String((error as Error).message)).toMatch(sentence)
  return (error as { storeCode?: string }).storeCode
}
const changed = (url: string, change: Partial<Pick<URL, 'username' | 'password' | 'pathname' | 'port'>>) =>
  Object.assign(new URL(url), change).href

test.each([
  ['a server that is not there', { port: '1', password: 'secret' }, 'database_unreachable'],
  ['a database that is not there', { pathname: '/ghost' }, 'database_missing'],
  [
    'a user who may not come in',
    { username: 'refused' },
    'database_refused',
    /without TLS.*sslmode=verify-full/,
  ],
  [
    'a wrong password',
    { username: 'guarded', password: 'secret' },
    'database_refused',
    /this user or password/,
  ],
])(
  'CLI-03 %s is told in one sentence, and no password in it',
  async (_what, change, code, sentence = /./) => {
    expect(await refusal(changed(await database(), change), sentence)).toBe(code)
  },
)

test('CLI-03 a password that is asked for and not given is told in one sentence, and the process ends', async () => {
  const url = changed(await database(), { username: 'guarded' })
  // The server would wait for a minute for the rest of the sign-in.
  await expectRealFailure(
    ['migrate', '--database', url],
    'database_refused',
    /asks for a password.*postgres:\/\/user:password@/,
  )
})

test.each([
  ['a # in the password', 'postgres://svc:secret#1@127.0.0.1:1/x', /[Pp]ercent-encode/],
  ['a / in the password', 'postgres://svc:secret/1@127.0.0.1:1/x', /[Pp]ercent-encode/],
  ['a ? in the password', 'postgres://svc:secret?1@127.0.0.1:1/x', /[Pp]ercent-encode/],
  ['a # behind digits of the password', 'postgres://svc:12#secret@127.0.0.1:1/x', /[Pp]ercent-encode/],
  ['a / behind digits of the password', 'postgres://svc:12/secret@127.0.0.1:1/x', /[Pp]ercent-encode/],
  ['a ? behind digits of the password', 'postgres://svc:12?secret@127.0.0.1:1/x', /[Pp]ercent-encode/],
  ['a port that is none', 'postgres://svc:secret@127.0.0.1:99999/x', /port 99999/],
  ['a port that is none in its query', 'postgres://svc:secret@127.0.0.1/x?port=99999', /port 99999/],
  [
    'a certificate that is not there',
    'postgres://svc:secret@127.0.0.1:1/x?sslrootcert=/no/file',
    /\/no\/file/,
  ],
])('CLI-03 %s of the URL is told in one sentence, and no password in it', async (_what, url, sentence) => {
  expect(await refusal(url, sentence)).toBe('database_unsupported')
})

test('CLI-03 a server without TLS is told where the URL asks for it', async () => {
  expect(await refusal(`${await database()}?sslmode=require`, /does not offer TLS/)).toBe('database_refused')
})

test('ERR-02 a database that takes no connections is said to refuse them', async () => {
  const url = await database()
  const store = await openStore(url)
  await asAdministrator(`alter database ${nameOf(url)} allow_connections false`)
  await asAdministrator(
    `select pg_terminate_backend(pid) from pg_stat_activity where datname = '${nameOf(url)}'`,
  )
  await expect
    .poll(() => store.read((tx) => tx.workspaces.list()).catch((error: unknown) => error))
    .toMatchObject({ storeCode: 'database_refused' })
  expect(await refusal(url, /takes no connections/)).toBe('database_refused')
  await store.close()
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
  const write = store.write((tx) => tx.members.put('wsp_one', 'p', 'owner', 1), 'wsp_one')
  expect(await store.read((tx) => tx.members.list('wsp_one'))).toEqual([])
  await expect(write).rejects.toMatchObject({ storeCode: 'database_locked' })
  await other.end()
  await store.write((tx) => tx.members.put('wsp_one', 'p', 'owner', 1))
  await store.close()
})

test('ERR-02 a server that ends transactions which take long is said to do so, and the next ones are made', async () => {
  const url = await database()
  await asAdministrator(`alter database ${nameOf(url)} set transaction_timeout = '300ms'`)
  const store = await openStore(url)
  await store.write((tx) => tx.workspaces.create(workspace('one')))
  const other = new Client({ connectionString: url })
  await other.connect()
  await other.query(`set transaction_timeout = 0`)
  await other.query(`begin; lock table workspace`)
  const add = (person: string) =>
    store.write((tx) => tx.members.put('wsp_one', person, 'owner', 1), 'wsp_one')
  const cut = {
    storeCode: 'database_timeout',
    message: expect.stringMatching(/transaction_timeout\. [^.]+\.$/),
  }
  for (const outcome of await Promise.allSettled([add('one'), store.ask((tx) => tx.workspaces.list())]))
    expect(outcome).toMatchObject({ reason: cut })
  await other.end()
  await add('two')
  expect(await store.read((tx) => tx.members.activeAmong('wsp_one', ['one', 'two']))).toEqual(
    new Set(['two']),
  )
  await store.close()
})

test('ERR-02 who finds no connection left on the server waits for those that the process has', async () => {
  const url = await database()
  const role = `limited_of_${nameOf(url)}`
  await asAdministrator(`create role ${role} login connection limit 3`)
  await asAdministrator(`grant all on all tables in schema public to ${role}`, nameOf(url))
  const store = await openStore(changed(url, { username: role }))
  const list = () => store.read((tx) => tx.workspaces.list())
  const ask = () => store.ask((tx) => tx.workspaces.list())
  const write = () => store.write((tx) => tx.health.write(1))
  // Each has a connection now, and there are no others.
  for (const one of [write, list, ask]) await expect.poll(() => one().then(() => 'done', String)).toBe('done')
  const many = Array.from({ length: 20 }, () => [write(), list(), ask()]).flat()
  expect((await Promise.allSettled(many)).map(({ status }) => status)).toEqual(many.map(() => 'fulfilled'))
  await store.close()
  await asAdministrator(`drop owned by ${role}`, nameOf(url))
  await asAdministrator(`drop role ${role}`)
})

test('ERR-02 who has no connection, and finds none left on the server, waits until others leave', async () => {
  const url = await database()
  const role = `last_of_${nameOf(url)}`
  await asAdministrator(`create role ${role} login connection limit 3`)
  await asAdministrator(`grant all on all tables in schema public to ${role}`, nameOf(url))
  const limited = changed(url, { username: role })
  const store = await openStore(limited)
  await asAdministrator(`select pg_terminate_backend(pid) from pg_stat_activity where usename = '${role}'`)
  const others: Client[] = []
  const takeOne = async () => {
    const other = new Client({ connectionString: limited })
    await other.connect().then(
      () => others.push(other),
      () => undefined,
    )
    return others.length
  }
  await expect.poll(takeOne).toBe(3)
  let isAnswered = false
  const answer = store.read((tx) => tx.workspaces.list()).finally(() => (isAnswered = true))
  // The server has told this process that it is full by the time that another one has heard it.
  await expect(new Client({ connectionString: limited }).connect()).rejects.toThrow(/too many connections/)
  expect(isAnswered).toBe(false)
  await others[0]?.end()
  expect(await answer).toEqual([])
  await Promise.all([store.close(), others[1]?.end(), others[2]?.end()])
  await asAdministrator(`drop owned by ${role}`, nameOf(url))
  await asAdministrator(`drop role ${role}`)
})

test('ERR-02 a command that waits for a connection of a full server goes on when there is one', async () => {
  const full = 'SFATAL\0C53300\0Mtoo many connections\0\0'
  const refusal = Buffer.alloc(5 + full.length, `E0000${full}`, 'latin1')
  refusal.writeInt32BE(4 + full.length, 1)
  let connections = 0
  const between = await startBetween(await database(), (client, server) => {
    connections += 1
    // The first one looks whether there is something to migrate.
    if (connections > 1 && connections < 5) client.end(refusal)
    return {
      asked: (data) => void server.write(data),
      answered: (data) => void (client.writable && client.write(data)),
    }
  })
  expect(await svc('workspace', 'list', '--database', between.url)).toEqual({
    exitCode: 0,
    stdout: '{"workspaces":[]}\n',
    stderr: '',
  })
  expect(connections).toBeGreaterThan(4)
  between.close()
})

test('CLI-03 a statement_timeout that is too short is named in one sentence, and no other writer is blamed', async () => {
  const url = await database()
  await asAdministrator(`alter database ${nameOf(url)} set statement_timeout = '200ms'`)
  const other = new Client({ connectionString: url })
  await other.connect()
  await other.query(`begin; lock table kysely_migration`)
  await expectRealFailure(['migrate', '--database', url], 'database_timeout', /statement_timeout\. [^.]+\.$/)
  await other.end()
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
  const program = `import { openStore } from ${JSON.stringify(new URL('../open.ts', import.meta.url).href)}
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
