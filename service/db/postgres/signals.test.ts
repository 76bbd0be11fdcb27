import { expect, onTestFinished, test } from 'vitest'
import { openStore } from '../open.ts'
import { ownDatabases } from './databases-testing.ts'
import { asAdministrator, nameOf } from './testing.ts'

const database = ownDatabases()

const twoStores = async () => {
  const url = await database()
  const stores = [await openStore(url), await openStore(url)] as const
  onTestFinished(async () => {
    for (const store of stores) await store.close()
  })
  const [teller, hearer] = stores.map(({ signals }) => signals ?? expect.fail())
  const heard: (readonly string[] | undefined)[] = []
  const stop = (hearer ?? expect.fail()).listen((ids) => heard.push(ids))
  onTestFinished(stop)
  // It begins with a look at all.
  await expect.poll(() => heard).toEqual([undefined])
  return { url, heard, teller: teller ?? expect.fail() }
}

test('FED-01 a process hears of writes of another at once, ten times a second at most', async () => {
  const { heard, teller } = await twoStores()
  const began = performance.now()
  for (let told = 0; performance.now() - began < 1_000; told += 1) {
    teller.notify(`wsp_${told % 3}`)
    await new Promise((resolve) => setTimeout(resolve, 2))
  }
  teller.notify('last')
  await expect.poll(() => heard.at(-1)?.includes('last'), { timeout: 1_000 }).toBe(true)
  expect(new Set(heard.flat())).toEqual(new Set([undefined, 'wsp_0', 'wsp_1', 'wsp_2', 'last']))
  // The first look, eleven in a second, and the last.
  expect(heard.length).toBeLessThanOrEqual(13)
})

test('FED-01 too many workspaces for one notice are all of them', async () => {
  const { heard, teller } = await twoStores()
  for (let told = 0; told < 1_000; told += 1) teller.notify(`wsp_${told}`)
  await expect.poll(() => heard).toEqual([undefined, undefined])
})

test('FED-01 a listener whose connection is lost makes another, and looks at all then', async () => {
  const { url, heard, teller } = await twoStores()
  await asAdministrator(
    `select pg_terminate_backend(pid) from pg_stat_activity where query = 'listen svc_changes'
      and datname = '${nameOf(url)}'`,
    nameOf(url),
  )
  await expect.poll(() => heard, { timeout: 5_000 }).toEqual([undefined, undefined])
  teller.notify('wsp_1')
  await expect.poll(() => heard.at(-1)).toEqual(['wsp_1'])
})
