// A PostgreSQL database that cannot be used: at the start, for a while, or because another process holds it.
import { expect, test } from 'vitest'
import { expectRealFailure } from '../../cli/refusal-testing.ts'
import { startBetween, type Meddling } from './between-testing.ts'
import { ownDatabases } from './databases-testing.ts'
import { openStore } from '../open.ts'
import { openPostgres } from '../postgres.ts'
import { asStoreError } from './error.ts'
import { asAdministrator, nameOf, startTestPostgres } from './testing.ts'
import { workspaceOf } from '../../records/records-testing.ts'
import { allWorkspaces, insertWorkspace } from '../../access/workspaces.store.ts'
import { writeHealthCheck } from '../health.store.ts'

const database = ownDatabases()

/** Opens a database that must fail. @returns the code of a message in one line without the password */
const refusal = async (url: string, sentence = /./) => {
  const error: unknown = await openStore(url).catch((thrown: unknown) => thrown)
  const { message } = error as Error
  expect(message).toMatch(/^[A-Z][^\n]*\.$/)
  expect(message).not.toContain('secret')
  expect(message).toMatch(sentence)
  return (error as { storeCode?: string }).storeCode
}
const changed = (url: string, change: Partial<Pick<URL, 'username' | 'password' | 'pathname' | 'port'>>) =>
  Object.assign(new URL(url), change).href

test.each([
  [{ port: '1', password: 'secret' }, 'database_unreachable', /ECONNREFUSED.*Check that the server runs/],
  [{ pathname: '/ghost' }, 'database_missing', /"ghost" does not exist\. Create it/],
  [{ username: 'refused' }, 'database_refused', /no encryption\. Check .*sslmode/],
  [{ username: 'guarded', password: 'secret' }, 'database_refused', /password authentication failed/],
])(
  'CLI-03 a URL with %j fails with the reason of PostgreSQL and what to do',
  async (change, code, sentence) => {
    expect(await refusal(changed(await database(), change), sentence)).toBe(code)
  },
)

test('CLI-03 a server without TLS is reported where the URL asks for TLS', async () => {
  expect(await refusal(`${await database()}?sslmode=require`, /does not support SSL/)).toBe(
    'database_refused',
  )
})

test('CLI-03 a missing password is reported, and the process ends', async () => {
  const url = changed(await database(), { username: 'guarded' })
  // The server would wait a minute for the rest of the sign-in.
  await expectRealFailure(['migrate', '--database', url], 'database_refused', /password.*PGPASSWORD/)
})

test.each([
  ['svc:secret#1@127.0.0.1:1/x', /[Pp]ercent-encode/],
  ['svc:secret/1@127.0.0.1:1/x', /[Pp]ercent-encode/],
  ['svc:12?secret@127.0.0.1:1/x', /[Pp]ercent-encode/],
  ['svc:secret@127.0.0.1:99999/x', /port 99999/],
  ['svc:secret@127.0.0.1/x?port=99999', /port 99999/],
  ['svc:secret@127.0.0.1:1/x?sslrootcert=/no/file', /\/no\/file/],
])('CLI-03 the URL postgres://%s is refused without its password', async (rest, sentence) => {
  expect(await refusal(`postgres://${rest}`, sentence)).toBe('database_unsupported')
})

test.each([
  ['53100', 'could not extend file', 'database_full'],
  ['53300', 'too many connections for role "svc"', 'database_busy'],
  ['', 'timeout exceeded when trying to connect', 'database_busy'],
  ['57014', 'canceling statement due to statement timeout', 'database_timeout'],
  ['25P04', 'terminating connection due to transaction timeout', 'database_timeout'],
  ['55P03', 'canceling statement due to lock timeout', 'database_locked'],
  ['55000', 'database "x" is not currently accepting connections', 'database_refused'],
  ['42501', 'permission denied for table task', 'database_refused'],
  ['25006', 'cannot execute INSERT in a read-only transaction', 'database_read_only'],
  ['26000', 'prepared statement "s1" does not exist', 'database_unsupported'],
  ['57P01', 'terminating connection due to administrator command', 'database_unreachable'],
  ['', 'Connection terminated unexpectedly', 'database_unreachable'],
  ['DEPTH_ZERO_SELF_SIGNED_CERT', 'self-signed certificate', 'database_untrusted'],
  ['CERT_HAS_EXPIRED', 'certificate has expired', 'database_untrusted'],
  ['ERR_TLS_CERT_ALTNAME_INVALID', "Host: db. is not in the cert's altnames", 'database_untrusted'],
  ['ERR_OSSL_PEM_NO_START_LINE', 'no start line', 'database_untrusted'],
  ['23505', 'duplicate key value', undefined],
])('ERR-02 PostgreSQL error %s %s is the store error %s', (code, message, storeCode) => {
  const error = Object.assign(new Error(message), { code })
  expect((asStoreError(error, 'db') as { storeCode?: string }).storeCode).toBe(storeCode)
})

test('ERR-02 the store fails while the server is gone, and works again when it returns', async () => {
  const server = await startTestPostgres()
  const store = await openStore(server.url('postgres'))
  const list = () => store.read((tx) => allWorkspaces(tx))
  const add = (slug: string) => store.write((tx) => insertWorkspace(tx, workspaceOf(slug)))
  await Promise.all([add('one'), list(), list()])
  // The store's connections are dead, which it has not noticed.
  await server.kill()
  await server.restart()
  expect(await list()).toHaveLength(1)
  // The server is killed in the middle of a write.
  const cut = store.write(async (tx) => {
    await insertWorkspace(tx, workspaceOf('two'))
    await server.kill()
    await allWorkspaces(tx)
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

test('ERR-02 on a full server a request waits for a connection of its own process', async () => {
  const url = await database()
  const role = `limited_of_${nameOf(url)}`
  await asAdministrator(`create role ${role} login connection limit 3`)
  await asAdministrator(`grant all on all tables in schema public to ${role}`, nameOf(url))
  const store = await openStore(changed(url, { username: role }))
  const list = () => store.read((tx) => allWorkspaces(tx))
  const ask = () => store.ask((tx) => allWorkspaces(tx))
  const write = () => store.write((tx) => writeHealthCheck(tx, 1))
  for (const one of [write, list, ask]) await expect.poll(() => one().then(() => 'done', String)).toBe('done')
  const many = Array.from({ length: 20 }, () => [write(), list(), ask()]).flat()
  expect((await Promise.allSettled(many)).map(({ status }) => status)).toEqual(many.map(() => 'fulfilled'))
  await store.close()
  await asAdministrator(`drop owned by ${role}`, nameOf(url))
  await asAdministrator(`drop role ${role}`)
})

test('ERR-02 connections to a silent server are replaced', async () => {
  let isSilent = false
  /** Connections from before the silence stay open and receive nothing. */
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
  const list = () => store.read((tx) => allWorkspaces(tx))
  const ask = () => store.ask((tx) => allWorkspaces(tx))
  const add = (slug: string) => store.write((tx) => insertWorkspace(tx, workspaceOf(slug)))
  await Promise.all([add('one'), list(), ask()])
  isSilent = true
  expect(await list()).toHaveLength(1)
  expect(await ask()).toHaveLength(1)
  await add('two')
  expect((await list()).map((each) => each.slug)).toEqual(['one', 'two'])
  await store.close()
  between.close()
})
