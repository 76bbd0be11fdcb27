import { expect, test } from 'vitest'
import { failed, type Reply, succeeded } from '../../shared/errors.ts'
import type { ImportSeen } from '../../shared/ipc/launcher.ts'
import type { ImportClient } from './api/import-client.ts'
import { watchImports } from './import-watch.ts'

const seen = (state: ImportSeen['state'], id = 'imp_1'): ImportSeen => ({
  id,
  name: 'contacts.csv',
  createdAt: '2026-11-28T08:00:00.000Z',
  object: 'people',
  state,
  problem: null,
  look: null,
  choices: {},
  progress: { rows: 0, total: 3, rowsPerSecond: null, secondsLeft: null },
  result: null,
  undo: null,
})
const offline = failed({ kind: 'offline', message: 'Offline.' })

/** @param answers of the service, one after the other */
const start = (answers: Reply<ImportSeen>[], isShown = true) => {
  const next = (): Promise<Reply<ImportSeen>> => Promise.resolve(answers.shift() ?? offline)
  const told: string[] = []
  const timers: { run: () => void; ms: number }[] = []
  const waits: number[] = []
  const unused = () => Promise.reject(new Error('Not asked here.'))
  const client: ImportClient = {
    list: async () => {
      const reply = await next()
      return reply.ok ? succeeded([reply.value]) : reply
    },
    add: next,
    get: next,
    choose: next,
    start: next,
    cancel: next,
    undo: next,
    drop: unused,
    leftOut: unused,
  }
  const watched = watchImports({
    client,
    setTimer: (run, ms) => {
      const timer = { run, ms }
      timers.push(timer)
      waits.push(ms)
      return () => {
        const at = timers.indexOf(timer)
        if (at !== -1) timers.splice(at, 1)
      }
    },
    isShown: () => isShown,
    onImport: ({ state }) => told.push(state),
    onEnded: () => told.push('read again'),
  })
  /** Lets the time of the next poll come. */
  const poll = async (): Promise<void> => {
    timers.shift()?.run()
    await new Promise((resolve) => setTimeout(resolve))
  }
  return { watched, told, waits, timers, poll }
}

test('IMP-04 an import that was started is followed to its end, and then what it wrote is read again', async () => {
  const { watched, told, waits, timers, poll } = start([
    succeeded(seen('running')),
    succeeded(seen('running')),
    offline,
    succeeded(seen('done')),
  ])
  await watched.start('imp_1')
  for (let times = 0; times < 3; times += 1) await poll()
  expect(told).toEqual(['running', 'running', 'done', 'read again'])
  expect(waits).toEqual([250, 1_000, 5_000])
  expect(timers).toEqual([])
})

test('IMP-04 a hidden window asks less often', async () => {
  const { watched, waits, poll } = start([succeeded(seen('running')), succeeded(seen('running'))], false)
  await watched.start('imp_1')
  await poll()
  expect(waits).toEqual([250, 5_000])
})

test.each<[string, ImportSeen['state'], 'cancel' | 'undo', string[]]>([
  ['cancelled', 'cancelled', 'cancel', ['running', 'cancelled', 'read again']],
  ['undone in one step', 'undone', 'undo', ['running', 'undone', 'read again']],
])('IMP-04 one that is %s is told at once', async (_what, state, verb, expected) => {
  const { watched, told, timers } = start([succeeded(seen('running')), succeeded(seen(state))])
  await watched.start('imp_1')
  await watched[verb]('imp_1')
  expect(told).toEqual(expected)
  expect(timers).toEqual([])
})

test('IMP-04 an import that was found running is followed once; one that has ended is nobody’s news', async () => {
  const running = start([succeeded(seen('running')), succeeded(seen('running'))])
  await running.watched.list()
  await running.watched.list()
  expect(running.waits).toEqual([250])
  const ended = start([succeeded(seen('done')), succeeded(seen('done'))])
  await ended.watched.list()
  await ended.watched.get('imp_1')
  expect([ended.told, ended.waits]).toEqual([[], []])
})

test('IMP-04 an import of an earlier session is not told to the next person', async () => {
  const { watched, told, timers, poll } = start([succeeded(seen('running')), succeeded(seen('done'))])
  await watched.start('imp_1')
  const asked = watched.get('imp_1')
  watched.stop()
  await asked
  await poll()
  expect(told).toEqual(['running'])
  expect(timers).toEqual([])
})

test('IMP-04 an import that no longer exists is not asked for again', async () => {
  const { watched, timers, poll } = start([
    succeeded(seen('running')),
    failed({ kind: 'notFound', message: 'Gone.' }),
  ])
  await watched.start('imp_1')
  await poll()
  expect(timers).toEqual([])
})
