import { EventEmitter } from 'node:events'
import { setTimeout } from 'node:timers/promises'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { expect, test } from 'vitest'
import { failed, succeeded } from '../../shared/errors.ts'
import { createAnnounce, createNotices } from './notices.ts'

const nothing = { tasks: [], meetings: [], notifications: [], integrationIssues: [] }

const start = (readBrief: Parameters<typeof createNotices>[0]['readBrief']) => {
  const said: {
    title: string
    body: string
    click: () => void
    failed: () => void
    actions: readonly { text: string; run: () => void }[]
  }[] = []
  const shown: string[] = []
  const joined: string[] = []
  const failures: string[] = []
  const notices = createNotices({
    announce: (words, on, actions = []) => said.push({ ...words, ...on, actions }),
    onFailed: (view) => failures.push(view),
    onMeetingFailed: ({ id }) => failures.push(id),
    onNotificationFailed: () => failures.push('notification'),
    show: (view) => shown.push(view),
    showMeeting: ({ id }) => shown.push(id),
    showNotification: ({ id }) => shown.push(id),
    join: (id) => {
      joined.push(id)
      return Promise.resolve(
        id === 'unsafe' ? failed({ kind: 'notFound', message: 'm' }) : succeeded(undefined),
      )
    },
    readBrief,
    now: () => new Date(2026, 10, 20, 8, 30),
  })
  return { notices, said, shown, joined, failures }
}

test('APP-04 the notification shows counts, and a click opens the brief', async () => {
  const task = { title: 'Order lamps', dueDate: new Date(2026, 10, 20, 8).toISOString() }
  const tasks = [task] as never[]
  const { notices, said, shown } = start(() => Promise.resolve(succeeded({ brief: { ...nothing, tasks } })))
  await notices.brief()
  expect(said).toMatchObject([{ title: 'Your daily brief', body: expect.stringContaining('1 overdue') }])
  said[0]?.click()
  expect(shown).toEqual(['brief'])
})

test.each([
  ['8:40, with a link', 40, 'https://meet.example/x', ['Open brief', 'Join the meeting']],
  ['8:40, without a link', 40, null, ['Open brief']],
  ['9:30, with a link', 90, 'https://meet.example/x', ['Open brief']],
])(
  'APP-04 the notification of 8:30 offers to open the brief, and to join a meeting of %s',
  async (_what, minutes, joinUrl, texts) => {
    const startAt = new Date(2026, 10, 20, 8, minutes).toISOString()
    const endAt = new Date(2026, 10, 20, 11).toISOString()
    const meetings = [{ id: 'm', title: 'Secret', startAt, endAt, joinUrl }]
    const { notices, said, shown, joined } = start(() =>
      Promise.resolve(succeeded({ brief: { ...nothing, meetings } })),
    )
    await notices.brief()
    expect(said[0]?.actions.map(({ text }) => text)).toEqual(texts)
    for (const { run } of said[0]?.actions ?? []) run()
    expect([shown, joined]).toEqual([['brief'], texts.length === 2 ? ['m'] : []])
  },
)

test('APP-04 a brief that cannot be read is announced all the same', async () => {
  const { notices, said } = start(() => Promise.resolve(failed({ kind: 'offline', message: 'm' })))
  await notices.brief()
  expect(said).toMatchObject([{ title: 'Your daily brief' }])
})

test('APP-05 a stuck write is announced by its title, and a click opens the outbox', () => {
  const { notices, said, shown } = start(() => Promise.reject(new Error('not asked')))
  notices.stuckWrite({ title: 'Order lamps' })
  expect(said).toMatchObject([{ body: expect.stringContaining('Order lamps') }])
  said[0]?.click()
  expect(shown).toEqual(['outbox'])
})

const review = (id: string, joinUrl: string | null) => ({
  id,
  title: 'Weekly review',
  startAt: new Date(2026, 10, 20, 8, 35).toISOString(),
  endAt: new Date(2026, 10, 20, 9).toISOString(),
  joinUrl,
})

test.each([
  ['with a link: Join joins it', 'm', 'https://meet.example/x', ['m', 'joined m']],
  [
    'whose link cannot be opened: Join shows its details',
    'unsafe',
    'x:y',
    ['unsafe', 'joined unsafe', 'unsafe'],
  ],
  ['without a link', 'm', null, ['m']],
])(
  'CAL-08 a meeting is announced by title and time, a click shows its details; one %s',
  async (_what, id, joinUrl, outcome) => {
    const { notices, said, shown, joined, failures } = start(() => Promise.reject(new Error('not asked')))
    notices.meeting(review(id, joinUrl))
    expect(said).toMatchObject([
      { title: 'Weekly review', body: expect.stringMatching(/8:35.*9:00.* · in 5 minutes$/) },
    ])
    said[0]?.click()
    for (const { run } of said[0]?.actions ?? []) run()
    await setTimeout(0)
    said[0]?.failed()
    const [first, ...rest] = shown
    expect([first, ...joined.map((one) => `joined ${one}`), ...rest]).toEqual(outcome)
    expect(failures).toEqual([id])
  },
)

test('APP-04 a notification that the desktop does not show is reported with its view', async () => {
  const { notices, said, failures } = start(() => Promise.resolve(failed({ kind: 'offline', message: 'm' })))
  await notices.brief()
  notices.stuckWrite({ title: 'Order lamps' })
  for (const notice of said) notice.failed()
  expect(failures).toEqual(['brief', 'outbox'])
})

setFlagsFromString('--expose-gc')
const collectGarbage = runInNewContext('gc') as () => void

const startAnnounce = () => {
  const shown: WeakRef<EventEmitter>[] = []
  class FakeNotification extends EventEmitter {
    static isSupported = (): boolean => true
    constructor(_words: object) {
      super()
    }
    show(): void {
      shown.push(new WeakRef(this))
    }
  }
  let clicks = 0
  const announce = createAnnounce(FakeNotification)
  const runs: string[] = []
  let failures = 0
  const on = { click: () => (clicks += 1), failed: () => (failures += 1) }
  announce({ title: 'Not saved', body: 'Call Grace' }, on, [
    { text: 'Open', run: () => runs.push('Open') },
    { text: 'Join', run: () => runs.push('Join') },
  ])
  /** The notification, if it has not been garbage-collected. */
  const seen = async (): Promise<EventEmitter | undefined> => {
    await setTimeout(0)
    collectGarbage()
    return shown[0]?.deref()
  }
  return { seen, clicks: () => clicks, failures: () => failures, runs, announce }
}

test('APP-04 a click on a notification works however long it was shown', async () => {
  const started = startAnnounce()
  ;(await started.seen())?.emit('click')
  expect(started.clicks()).toBe(1)
})

test('APP-04 an action of a notification runs', async () => {
  const started = startAnnounce()
  ;(await started.seen())?.emit('action', { actionIndex: 1 })
  expect([started.runs, started.clicks(), await started.seen()]).toEqual([['Join'], 0, undefined])
})

test('APP-04 a notification that fails is reported and let go', async () => {
  const started = startAnnounce()
  ;(await started.seen())?.emit('failed')
  expect([started.failures(), await started.seen()]).toEqual([1, undefined])
})

test('APP-04 a desktop without notifications is reported', () => {
  class Unsupported extends EventEmitter {
    static isSupported = (): boolean => false
    constructor(_words: object) {
      super()
    }
    show(): void {
      throw new Error('not supported')
    }
  }
  const failures: string[] = []
  const on = { click: () => undefined, failed: () => failures.push('failed') }
  createAnnounce(Unsupported)({ title: 't', body: 'b' }, on)
  expect(failures).toEqual(['failed'])
})

const noted = (id: string, more = {}) => ({
  id,
  title: 'Lena assigned “Order lamps” to you',
  type: 'task_assigned',
  actor: { id: 'u', name: 'Lena' },
  subject: 'Order\n lamps',
  count: 1,
  target: { kind: 'task', id: 't' },
  ...more,
})

test('NOT-02 a new notification is announced on one line, and a click opens what it is about', () => {
  const { notices, said, shown, failures } = start(() => Promise.reject(new Error('not asked')))
  notices.notifications([noted('n1'), noted('n2', { target: null, subject: null, count: 4 })])
  expect(said.map(({ title }) => title)).toEqual([
    'Lena assigned “Order lamps” to you',
    'Lena assigned 4 tasks to you',
  ])
  for (const { click } of said) click()
  expect(shown).toEqual(['n1', 'brief'])
  said[0]?.failed()
  expect(failures).toEqual(['notification'])
})

test('NOT-02 many new notifications at once are one notice, which opens the brief', () => {
  const { notices, said, shown } = start(() => Promise.reject(new Error('not asked')))
  notices.notifications(['a', 'b', 'c', 'd'].map((id) => noted(id)))
  expect(said.map(({ title }) => title)).toEqual(['4 new notifications'])
  said[0]?.click()
  expect(shown).toEqual(['brief'])
})
