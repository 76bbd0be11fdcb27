// A program that writes one thing through the real outbox on a real sealed file, and is killed at a named point.
// `node crash.fake.ts <folder> <service> <startedAt> <write> <point>`; each line on stdout is a message to the user.
import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { readSealed, removeSealed, writeSealed } from '../../storage/files.ts'
import { startWriting } from './writing-half.fake.ts'

const [, , folder = '', service = '', startedAt = '0', write = 'none', point = 'never'] = process.argv

/** Only timers advance the time, ten times as fast, so that a busy machine changes nothing. */
const speed = 10
let time = Number(startedAt)
const now = (): number => time

const say = (line: string): void => {
  process.stdout.write(`${line}\n`)
}
const die = (): Promise<never> => {
  process.kill(process.pid, 'SIGKILL')
  return new Promise(() => undefined)
}
let saves = 0
/** Resolves once the user sees whether the write is kept. */
const told = Promise.withResolvers<void>()
const path = join(folder, 'outbox.bin')
const key = new Uint8Array(32).fill(7)

const { outbox } = startWriting({
  fetch: async (input, init) => {
    const isWrite = (init.method ?? 'GET') !== 'GET'
    if (isWrite && point === 'before sending') await die()
    const headers = new Headers(init.headers)
    // The service has the same clock.
    headers.set('x-clock', String(time))
    const answer = await fetch(`${service}${new URL(input).pathname}`, { ...init, headers })
    if (isWrite && point === 'stored, before the answer') await die()
    if (!isWrite && point === 'while looking') await told.promise.then(die)
    // The answer is lost, the program goes on.
    if (isWrite && (point === 'while looking' || point === 'cut')) throw new Error('socket hang up')
    const text = await answer.text()
    return new Response(text, answer)
  },
  file: {
    read: () => readSealed(path, key, () => say('"unreadable"')),
    remove: () => removeSealed(path),
    write: async (document) => {
      saves += 1
      if (point === `before save ${saves}`) await die()
      await writeSealed(path, key, JSON.stringify(document))
      if (point === `after save ${saves}`) await die()
    },
  },
  now,
  newId: randomUUID,
  setTimer: (run, ms) => {
    const due = time + ms
    const timer = setTimeout(() => {
      time = Math.max(time, due)
      run()
    }, ms / speed)
    // The program ends when no request is left.
    if (ms >= 60_000) timer.unref()
    return () => clearTimeout(timer)
  },
  onChange: (items) => say(JSON.stringify(items.map(({ kind, state, taskId }) => ({ kind, state, taskId })))),
})

await outbox.load()
if (write === 'create') say(`"${(await outbox.submit({ title: 'Call Acme' })).ok ? 'kept' : 'refused'}"`)
if (write === 'update')
  say(
    `"${(await outbox.update('t1', 'Old', { priority: 'high' }, { priority: 'no_priority' })).ok ? 'kept' : 'refused'}"`,
  )
if (write === 'capture') {
  const record = { id: 'r1', objectSlug: 'people', values: { name: 'Anna' }, title: 'Anna' }
  const kept = await outbox.submit({ title: 'Call Anna', linkedRecordIds: ['r1'] }, undefined, [record])
  say(`"${kept.ok ? 'kept' : 'refused'}"`)
}
if (write === 'other') await outbox.submit({ title: 'Another' })
told.resolve()
