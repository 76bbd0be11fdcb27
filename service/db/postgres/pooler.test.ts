// A pooler between the service and its PostgreSQL.
import { expect, onTestFinished, test } from 'vitest'
import { expectRealFailure } from '../../cli/refusal-testing.ts'
import { openStore } from '../open.ts'
import { startBetween } from './between-testing.ts'
import { ownDatabases } from './databases-testing.ts'
import { startPooler, type Pooling } from './pooler-testing.ts'

const database = ownDatabases()

const start = async (mode: Pooling['mode']) => {
  const pooling = { mode }
  const pooler = await startPooler(await database(), pooling)
  onTestFinished(() => pooler.close())
  return { pooling, ...pooler }
}

test('CLI-03 a pooler that gives one connection to several sessions is refused in one sentence', async () => {
  const { url } = await start('transaction')
  await expectRealFailure(['migrate', '--database', url], 'database_unsupported', /pool_mode = session/)
})

test('CLI-03 a pooler with one connection, which has a second session wait for it, keeps nobody waiting', async () => {
  let sessions = 0
  const between = await startBetween(await database(), (client, server) => {
    sessions += 1
    const isKept = sessions === 2
    let isGreeted = false
    return {
      asked: (data) => void ((isKept && isGreeted) || server.write(data)),
      answered(data) {
        const number = isGreeted ? -1 : data.indexOf('K\0\0\0\u000C') + 5
        // A session has no process of its own, so its number is another one.
        if (number > 5) data.writeInt32BE(data.readInt32BE(number) ^ 1, number)
        isGreeted = true
        client.write(data)
      },
    }
  })
  onTestFinished(() => between.close())
  const store = await openStore(between.url)
  expect(sessions).toBe(2)
  expect(await store.read((tx) => tx.workspaces.list())).toEqual([])
  await store.close()
})

test('ERR-02 a pooler that begins to give one connection to several sessions is named, until it ends that', async () => {
  const { url, pooling, cut } = await start('session')
  const store = await openStore(url)
  const read = () => store.read((tx) => tx.workspaces.list())
  const write = () => store.write((tx) => tx.health.write(1))
  const both = async () =>
    (await Promise.allSettled([read(), write()])).map((outcome) =>
      outcome.status === 'rejected' ? outcome.reason : outcome.status,
    )
  expect(await both()).toEqual(['fulfilled', 'fulfilled'])
  pooling.mode = 'transaction'
  cut()
  const named = { storeCode: 'database_unsupported', message: expect.stringContaining('pool_mode = session') }
  await expect.poll(both).toContainEqual(expect.objectContaining(named))
  pooling.mode = 'session'
  cut()
  await expect.poll(both).toEqual(['fulfilled', 'fulfilled'])
  await store.close()
})

test('ERR-02 nothing is read or written through a pooler once one connection shows that several sessions have it', async () => {
  const { url, pooling, cut } = await start('session')
  const store = await openStore(url)
  const read = () => store.read((tx) => tx.workspaces.list())
  const write = () => store.write((tx) => tx.health.write(1))
  const refused = { storeCode: 'database_unsupported' }
  await read()
  pooling.mode = 'transaction'
  cut()
  await expect.poll(read).toEqual([])
  await expect(write()).rejects.toMatchObject(refused)
  await expect(read()).rejects.toMatchObject(refused)
  pooling.mode = 'session'
  cut()
  await expect.poll(() => Promise.all([read(), write()]).then(() => 'done', String)).toBe('done')
  await store.close()
})
