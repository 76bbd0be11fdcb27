import { EventEmitter } from 'node:events'
import type { App } from 'electron'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { closeBeforeQuit } from './closing.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const never = (): Promise<void> => new Promise(() => undefined)

const atOnce = (): Promise<void> => Promise.resolve()
const fullDisk = (): Promise<void> => Promise.reject(new Error('disk full'))

test.each<[string, () => Promise<void>, () => Promise<void>, number, string[], string[]]>([
  ['APP-03 cached data is written before the exit', atOnce, atOnce, 0, ['close', 'end', 'exit'], []],
  ['APP-03 a failed write does not prevent the exit', fullDisk, atOnce, 0, ['end', 'exit'], []],
  ['APP-03 a disk that does not answer has three seconds', never, atOnce, 2_999, [], ['end', 'exit']],
  ['APP-08 the local workspace has two seconds to stop', atOnce, never, 1_999, ['close'], ['exit']],
])('%s', async (_name, close, end, ms, until, after) => {
  const done: string[] = []
  const app = Object.assign(new EventEmitter(), { exit: () => done.push('exit') })
  closeBeforeQuit(app as unknown as App, {
    stop: () => done.push('stop'),
    close: () => close().then(() => void done.push('close')),
    end: () => end().then(() => void done.push('end')),
  })
  app.emit('will-quit', { preventDefault: () => done.push('wait') })
  await vi.advanceTimersByTimeAsync(ms)
  expect(done).toEqual(['wait', 'stop', ...until])
  await vi.advanceTimersByTimeAsync(1)
  expect(done).toEqual(['wait', 'stop', ...until, ...after])
})
