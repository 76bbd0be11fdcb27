import { EventEmitter } from 'node:events'
import type { App } from 'electron'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { closeBeforeQuit } from './closing.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const never = (): Promise<void> => new Promise(() => undefined)

const quit = (close: () => Promise<void>, end: () => Promise<void> = () => Promise.resolve()): string[] => {
  const done: string[] = []
  const app = Object.assign(new EventEmitter(), { exit: () => done.push('exit') })
  closeBeforeQuit(app as unknown as App, {
    stop: () => done.push('stop'),
    close: () => close().then(() => void done.push('close')),
    end: () => end().then(() => void done.push('end')),
  })
  app.emit('will-quit', { preventDefault: () => done.push('wait') })
  return done
}

test('APP-03 cached data is written before the program exits', async () => {
  const done = quit(() => Promise.resolve())
  await vi.advanceTimersByTimeAsync(0)
  expect(done).toEqual(['wait', 'stop', 'close', 'end', 'exit'])
})

test('APP-03 a disk that does not answer delays the exit by at most three seconds', async () => {
  const done = quit(never)
  await vi.advanceTimersByTimeAsync(2_999)
  expect(done).toEqual(['wait', 'stop'])
  await vi.advanceTimersByTimeAsync(1)
  expect(done).toEqual(['wait', 'stop', 'end', 'exit'])
})

test('APP-03 a failed write does not prevent the exit', async () => {
  const done = quit(() => Promise.reject(new Error('disk full')))
  await vi.advanceTimersByTimeAsync(0)
  expect(done).toEqual(['wait', 'stop', 'end', 'exit'])
})

test('APP-08 the local workspace has two seconds to stop', async () => {
  const done = quit(() => Promise.resolve(), never)
  await vi.advanceTimersByTimeAsync(1_999)
  expect(done).toEqual(['wait', 'stop', 'close'])
  await vi.advanceTimersByTimeAsync(1)
  expect(done).toEqual(['wait', 'stop', 'close', 'exit'])
})
