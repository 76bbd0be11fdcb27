import { EventEmitter } from 'node:events'
import type { App } from 'electron'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { closeBeforeQuit } from './closing.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const quit = (close: () => Promise<void>): string[] => {
  const done: string[] = []
  const app = Object.assign(new EventEmitter(), { exit: () => done.push('exit') })
  closeBeforeQuit(app as unknown as App, {
    stop: () => done.push('stop'),
    close: () => close().then(() => void done.push('close')),
    end: () => done.push('end'),
  })
  app.emit('will-quit', { preventDefault: () => done.push('wait') })
  return done
}

test('APP-03 what was seen is written before the program is gone', async () => {
  const done = quit(() => Promise.resolve())
  await vi.advanceTimersByTimeAsync(0)
  expect(done).toEqual(['wait', 'stop', 'close', 'end', 'exit'])
})

test('APP-03 a disk that does not answer keeps nobody from leaving for more than three seconds', async () => {
  const done = quit(() => new Promise(() => undefined))
  await vi.advanceTimersByTimeAsync(2_999)
  expect(done).toEqual(['wait', 'stop'])
  await vi.advanceTimersByTimeAsync(1)
  expect(done).toEqual(['wait', 'stop', 'end', 'exit'])
})
