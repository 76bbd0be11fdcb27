// How readings leave for PostgreSQL: the end of one with the beginning of the next (`side.ts`).
import { afterEach, expect, test, vi } from 'vitest'
import { startBetween } from './between-testing.ts'
import { ownDatabases } from './databases-testing.ts'
import { openPostgres } from '../postgres.ts'
import { asAdministrator } from './testing.ts'

const database = ownDatabases()
afterEach(() => void vi.useRealTimers())

test('REC-13 the end of a reading goes along with the beginning of the next one', async () => {
  const writes: string[] = []
  const between = await startBetween(await database(), (store, server) => ({
    asked(data) {
      writes.push(data.toString('latin1').replaceAll('\0', ' '))
      server.write(data)
    },
    answered: (data) => void store.write(data),
  }))
  const store = await openPostgres(between.url)
  const list = () => store.read((tx) => tx.workspaces.list())
  // Nobody but the next reading ends this one: the moment after which it ends by itself does not pass.
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  await list()
  // Time enough for what has been sent to be seen here.
  await asAdministrator('select 1')
  writes.length = 0
  await list()
  expect(writes).toEqual([expect.stringMatching(/commit.*begin.*select/s)])
  await store.close()
  between.close()
})
