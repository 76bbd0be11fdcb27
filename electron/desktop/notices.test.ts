import { expect, test } from 'vitest'
import { failed, succeeded } from '../../shared/errors.ts'
import { createNotices } from './notices.ts'

const nothing = { tasks: [], meetings: [], notifications: [], integrationIssues: [] }

const start = (readBrief: Parameters<typeof createNotices>[0]['readBrief']) => {
  const said: { title: string; body: string; click: () => void }[] = []
  const shown: string[] = []
  const notices = createNotices({
    announce: (words, click) => said.push({ ...words, click }),
    show: (view) => shown.push(view),
    readBrief,
    now: () => new Date(2026, 10, 20, 8, 30),
  })
  return { notices, said, shown }
}

test('APP-04 the morning says its counts, and a click on them brings the brief', async () => {
  const task = { title: 'Order lamps', dueDate: new Date(2026, 10, 20, 8).toISOString() }
  const tasks = [task] as never[]
  const { notices, said, shown } = start(() => Promise.resolve(succeeded({ brief: { ...nothing, tasks } })))
  await notices.brief()
  expect(said).toMatchObject([{ title: 'Your daily brief', body: expect.stringContaining('1 overdue') }])
  said[0]?.click()
  expect(shown).toEqual(['brief'])
})

test('APP-04 a brief that cannot be read is announced all the same', async () => {
  const { notices, said } = start(() => Promise.resolve(failed({ kind: 'offline', message: 'm' })))
  await notices.brief()
  expect(said).toMatchObject([{ title: 'Your daily brief' }])
})

test('APP-05 a write that is stuck is named, and a click on it brings the outbox', () => {
  const { notices, said, shown } = start(() => Promise.reject(new Error('not asked')))
  notices.stuckWrite({ title: 'Order lamps' })
  expect(said).toMatchObject([{ body: expect.stringContaining('Order lamps') }])
  said[0]?.click()
  expect(shown).toEqual(['outbox'])
})
