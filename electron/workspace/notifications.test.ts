import { expect, test } from 'vitest'
import type { BriefNotification } from '../../shared/api/launcher/search.ts'
import { type AppError, failed, succeeded } from '../../shared/errors.ts'
import { memoryFile } from '../storage/document.fake.ts'
import type { Ask, Question } from './api/request.ts'
import { createNotifications } from './notifications.ts'

const minute = 60_000
const began = Date.parse('2026-11-28T08:00:00.000Z')
const noted = (id: string, minutes = 0): BriefNotification => ({
  id,
  title: id,
  type: 'mention',
  count: 1,
  createdAt: new Date(began + minutes * minute).toISOString(),
})

const start = async (disk = memoryFile()) => {
  const state = {
    now: began,
    error: null as AppError | null,
    canLimit: true,
    list: [] as BriefNotification[],
    asked: [] as string[],
  }
  const fresh: string[] = []
  const counts: number[] = []
  let changed = 0
  const ask: Ask = ({ path, body, method }: Question<unknown>) => {
    state.asked.push(`${method ?? 'GET'} ${path} ${JSON.stringify(body ?? '')}`)
    const data =
      method === undefined ? { data: state.list, hasMore: false, nextCursor: null } : { data: { read: 1 } }
    return Promise.resolve(state.error === null ? succeeded(data as never) : failed(state.error))
  }
  const notifications = createNotifications({
    ask,
    file: () => disk.file,
    now: () => state.now,
    onNew: (some) => fresh.push(...some.map(({ id }) => id)),
    onCount: (count) => counts.push(count),
    onChanged: () => (changed += 1),
    canLimit: () => state.canLimit,
    onProblem: (error) => {
      throw error
    },
  })
  notifications.enter('ada')
  /** The brief lists these. */
  const brief = async (list: BriefNotification[], askedAt = state.now) => {
    notifications.inBrief(list, askedAt)
    await new Promise(setImmediate)
  }
  await brief([noted('old', -60)])
  return { notifications, state, fresh, counts, brief, disk, changed: () => changed }
}

test('NOT-02 those that are there at first are not announced; a new one is, once, also after a restart', async () => {
  const { brief, fresh, disk } = await start()
  await brief([noted('a', 1), noted('old', -60)])
  await brief([noted('a', 2), noted('old', -60)])
  expect(fresh).toEqual(['a'])
  const again = await start(disk)
  await again.brief([noted('a', 2), noted('old', -60)])
  expect(again.fresh).toEqual([])
  await again.brief([noted('b', 3), noted('a', 2), noted('old', -60)])
  expect(again.fresh).toEqual(['b'])
})

test('NOT-02 an old one that comes into the list because others were read is not announced', async () => {
  const { brief, fresh } = await start()
  await brief([noted('a', 1)])
  await brief([noted('a', 1), noted('older', -90)])
  expect(fresh).toEqual(['a'])
})

test('NOT-02 what is read here is read at once, and counts no more', async () => {
  const { notifications, brief, counts, state } = await start()
  await brief([noted('a', 1), noted('b', 2)])
  expect(counts.at(-1)).toBe(2)
  expect(await notifications.read({ ids: ['a'] })).toEqual(succeeded(undefined))
  expect(notifications.unreadIn([noted('a', 1), noted('b', 2)]).map(({ id }) => id)).toEqual(['b'])
  expect(counts.at(-1)).toBe(1)
  expect(state.asked.at(-1)).toBe('POST /v1/launcher/notifications/read {"ids":["a"]}')
  // An answer that was under way still lists it.
  await brief([noted('a', 1), noted('b', 2)], state.now - 1)
  expect(counts.at(-1)).toBe(1)
  // It happened again.
  expect(notifications.unreadIn([noted('a', 9)])).toHaveLength(1)
})

test.each([
  ['', true, '{"ids":["a"],"before":"2026-11-28T08:01:00.000Z"}'],
  ['APP-11 by ids alone in an older service: ', false, '{"ids":["a"]}'],
])('NOT-02 %sone that grew after it was shown is read as it was shown', async (_of, canLimit, sent) => {
  const { notifications, brief, state, counts, disk } = await start()
  state.canLimit = canLimit
  await brief([noted('a', 1)])
  // The page has not heard of it yet.
  await brief([noted('a', 5)])
  state.error = { kind: 'offline', message: '' }
  await notifications.read({ ids: ['a'], before: noted('a', 1).createdAt })
  expect([counts.at(-1), notifications.unreadIn([noted('a', 5)]).length]).toEqual([1, 1])
  expect(notifications.unreadIn([noted('a', 1)])).toEqual([])
  expect(state.asked.at(-1)).toBe(`POST /v1/launcher/notifications/read ${sent}`)
  const again = await start(disk)
  expect(again.notifications.unreadIn([noted('a', 5), noted('a', 1)])).toEqual([noted('a', 5)])
  expect(again.state.asked.at(-1)).toMatch(/"before":"2026-11-28T08:01:00.000Z"/)
})

test('NOT-02 all until a time are read; one that has happened since stays', async () => {
  const { notifications, brief } = await start()
  const [a, b] = [noted('a', 1), noted('b', 2)]
  await brief([b, a])
  await notifications.read({ before: a.createdAt ?? '' })
  expect(notifications.unreadIn([b, a]).map(({ id }) => id)).toEqual(['b'])
})

test.each(['offline', 'unconfirmed', 'signedOut'] as const)(
  'NOT-02 what is read while the service does not answer (%s) is sent later, also after a restart',
  async (kind) => {
    const { notifications, brief, state, disk } = await start()
    await brief([noted('a', 1)])
    state.error = { kind, message: '' }
    expect(await notifications.read({ ids: ['a'] })).toEqual(succeeded(undefined))
    expect(notifications.unreadIn([noted('a', 1)])).toEqual([])
    const again = await start(disk)
    expect(again.notifications.unreadIn([noted('a', 1)])).toEqual([])
    expect(again.state.asked).toContain('POST /v1/launcher/notifications/read {"ids":["a"]}')
    const sent = again.state.asked.length
    await again.notifications.tick()
    expect(again.state.asked).toHaveLength(sent)
  },
)

test.each<[string, AppError['kind'], RegExp]>([
  ['without the right', 'forbidden', /no right/],
  ['APP-11 by an older service', 'notFound', /newer version/],
])('NOT-02 what is refused (%s) is unread again, and says why', async (_why, kind, words) => {
  const { notifications, brief, state } = await start()
  await brief([noted('a', 1)])
  state.error = { kind, message: 'no right' } as AppError
  const reply = await notifications.read({ ids: ['a'] })
  expect(reply).toMatchObject({ ok: false, error: { kind, message: expect.stringMatching(words) } })
  expect(notifications.unreadIn([noted('a', 1)])).toHaveLength(1)
})

test('NOT-02 new ones are asked for every three minutes, unless a brief has told of them', async () => {
  const { notifications, state, fresh, changed } = await start()
  const asked = () => state.asked.filter((line) => line.startsWith('GET')).length
  await notifications.tick()
  expect(asked()).toBe(0)
  state.now += 4 * minute
  state.list = [noted('a', 3)]
  await notifications.tick()
  await notifications.tick()
  await new Promise(setImmediate)
  expect([asked(), fresh, changed()]).toEqual([1, ['a'], 1])
})

test('NOT-02 one that the stream tells of is asked for, unless a list was asked for since', async () => {
  const { notifications, brief, state, fresh, changed } = await start()
  const asked = () => state.asked.filter((line) => line.startsWith('GET')).length
  const told = state.now + 1_000
  state.now = told + 500
  await brief([noted('a', 1)])
  await notifications.hear(told)
  expect([asked(), fresh]).toEqual([0, ['a']])
  // Asked for before it was told, and answered later.
  await brief([noted('a', 1)], told - 500)
  state.list = [noted('b', 2), noted('a', 1)]
  await notifications.hear(told)
  await new Promise(setImmediate)
  expect([asked(), fresh, changed()]).toEqual([1, ['a', 'b'], 1])
  notifications.leave()
  await notifications.hear(state.now + 1)
  expect(asked()).toBe(1)
})

test('APP-11 a service without a list is asked once a session', async () => {
  const { notifications, state } = await start()
  state.error = { kind: 'notFound', message: '' }
  for (let times = 0; times < 3; times += 1) {
    state.now += 4 * minute
    await notifications.tick()
  }
  expect(state.asked).toHaveLength(1)
})

test('NOT-02 another person sees and announces nothing of the last one', async () => {
  const { notifications, brief, counts, fresh } = await start()
  await brief([noted('a', 1)])
  notifications.enter('grace')
  expect(counts.at(-1)).toBe(0)
  await brief([noted('g', 5)])
  expect(fresh).toEqual(['a'])
})
