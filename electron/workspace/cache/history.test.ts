import { expect, test } from 'vitest'
import type { Typed } from '../../../shared/ipc/launcher.ts'
import { mostPastQueries } from '../../../shared/query-history.ts'
import { memoryFile } from '../../storage/document.fake.ts'
import { createQueryHistory } from './history.ts'

const query = (text: string, scope: string | null = null): Typed => ({ query: text, scope })

const start = ({ disk, file } = memoryFile()) => {
  let owner: string | null = 'ada'
  const problems: unknown[] = []
  const history = createQueryHistory({
    file: () => file,
    owner: () => owner,
    onProblem: (error) => problems.push(error),
  })
  return {
    disk,
    file,
    history,
    problems,
    become: (who: string | null) => (owner = who),
    texts: async () => (await history.list()).map((past) => past.query),
  }
}

test('APP-03 what was searched for is there after a restart, newest first, each once, with its scope', async () => {
  const { history, ...rest } = start()
  for (const past of [query('nimbus', 'records'), query('acme'), query('nimbus'), query('acme'), query('  ')])
    await history.keep(past)
  const again = start(rest).history
  expect(await again.list()).toEqual([query('acme'), query('nimbus'), query('nimbus', 'records')])
})

test('APP-03 it is bounded, on the disk too', async () => {
  const { history, disk, texts } = start()
  for (let at = 0; at < mostPastQueries + 5; at += 1) await history.keep(query(`query ${at}`))
  expect(await texts()).toHaveLength(mostPastQueries)
  expect((await texts())[0]).toBe(`query ${mostPastQueries + 4}`)
  expect(disk.content).toMatchObject({ queries: { length: mostPastQueries } })
})

test('APP-03 searches that are kept at the same moment are all kept', async () => {
  const { history, disk } = start(memoryFile({ owner: 'ada', queries: [query('old')] }))
  await Promise.all([history.keep(query('one')), history.keep(query('two')), history.list()])
  expect(disk.content).toMatchObject({ queries: [query('two'), query('one'), query('old')] })
})

test('APP-01 nobody sees what another person searched for, and an expiry keeps it for its own', async () => {
  const { history, become, texts } = start()
  await history.keep(query('secret plan'))
  become(null)
  expect(await texts()).toEqual(['secret plan'])
  become('bob')
  expect(await texts()).toEqual([])
  await history.keep(query('lunch'))
  expect(await texts()).toEqual(['lunch'])
})

test('APP-01 signing out leaves nothing of it, whatever is under way', async () => {
  const { history, disk, become, texts } = start(memoryFile({ owner: 'ada', queries: [query('old')] }))
  const reading = history.list()
  const keeping = history.keep(query('late'))
  await history.wipe('ada')
  expect([await reading, disk.content]).toEqual([[], null])
  await keeping
  expect(disk.content).toBe(null)
  become(null)
  expect(await texts()).toEqual([])
  await history.keep(query('nobody’s'))
  expect(disk.content).toBe(null)
})

test('APP-03 what is not ours is not there; a full disk is said once and loses nothing here', async () => {
  expect(await start(memoryFile('nonsense')).history.list()).toEqual([])
  const { history, disk, problems, texts } = start()
  disk.isFull = true
  await history.keep(query('kept here'))
  expect([problems.length, await texts()]).toEqual([1, ['kept here']])
})
