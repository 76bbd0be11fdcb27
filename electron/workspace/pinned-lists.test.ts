import { expect, test } from 'vitest'
import type { PinnedList } from '../../shared/ipc/launcher.ts'
import { memoryFile } from '../storage/document.fake.ts'
import { createPinnedLists } from './pinned-lists.ts'

const list = (key: number, name: string): PinnedList => ({ key, name, query: `@${name} overdue` })

const start = ({ disk, file } = memoryFile()) => {
  let reader: string | null = 'ada'
  const problems: unknown[] = []
  const lists = createPinnedLists({
    file: () => file,
    reader: () => reader,
    onProblem: (error) => problems.push(error),
  })
  return { disk, file, lists, problems, become: (who: string | null) => (reader = who) }
}

test('APP-14 pinned lists are there after a restart, in the order of their keys', async () => {
  const { lists, ...rest } = start()
  expect(await lists.set([list(3, 'ada'), list(1, 'lena')])).toEqual([list(1, 'lena'), list(3, 'ada')])
  expect(await start(rest).lists.get()).toEqual([list(1, 'lena'), list(3, 'ada')])
})

test('APP-01 nobody has the lists of another person, and a sign-out leaves nothing of them', async () => {
  const { lists, become, disk } = start()
  await lists.set([list(1, 'secret')])
  become('bob')
  expect(await lists.get()).toEqual([])
  become(null)
  expect([await lists.get(), await lists.set([list(1, 'nobody')])]).toEqual([[], []])
  become('ada')
  const reading = start(memoryFile(disk.content)).lists
  const late = reading.get()
  await reading.wipe('ada')
  expect(await late).toEqual([])
  await lists.wipe('ada')
  expect([await lists.get(), disk.content]).toEqual([[], null])
})

test.each([
  'nonsense',
  { owner: 'bob', lists: [list(1, 'his')] },
  { owner: 'ada', lists: [list(10, 'no key')] },
  { owner: 'ada', lists: [list(1, 'one'), list(1, 'twice')] },
])('APP-14 a file that is not ours is not read: %j', async (content) => {
  expect(await start(memoryFile(content)).lists.get()).toEqual([])
})

test('APP-06 a full disk is reported, and the lists stay for this run', async () => {
  const { lists, disk, problems } = start()
  disk.isFull = true
  await lists.set([list(1, 'kept here')])
  expect([problems.length, await lists.get()]).toEqual([1, [list(1, 'kept here')]])
})
