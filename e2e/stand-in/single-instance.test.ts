import { mkdtempSync, readdirSync, rmSync, symlinkSync } from 'node:fs'
import { hostname, tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { releaseLock, requestLock } from './single-instance.ts'

let folder = ''
const self = { argv: ['x'], workingDirectory: '/', additionalData: {} }

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'standin-lock-'))
})
afterEach(() => {
  releaseLock()
  rmSync(folder, { recursive: true })
})

it('gives the lock to the first, who hears of the second', async () => {
  symlinkSync(`${hostname()}-${process.ppid}`, join(folder, 'SingletonLock'))
  expect(requestLock(folder, self, vi.fn())).toBe(false)
  rmSync(join(folder, 'SingletonLock'))

  const onSecond = vi.fn()
  expect(requestLock(folder, self, onSecond)).toBe(true)
  expect(requestLock(folder, self, vi.fn())).toBe(true)
  releaseLock()
  expect(readdirSync(folder)).toEqual([])
})

it('takes over from a process that has died', () => {
  symlinkSync(`${hostname()}-999999999`, join(folder, 'SingletonLock'))
  expect(requestLock(folder, self, vi.fn())).toBe(true)
})
