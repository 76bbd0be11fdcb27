// One instance for each user data folder. Chromium's own lock is a symlink `SingletonLock` to "host-pid" too; the argv of
// the second instance is handed over in a file, because an app quits at once after `false`: nothing asynchronous would run.
import {
  readFileSync,
  readlinkSync,
  renameSync,
  rmSync,
  symlinkSync,
  watch,
  writeFileSync,
  mkdirSync,
  readdirSync,
} from 'node:fs'
import { hostname } from 'node:os'
import { join } from 'node:path'

export interface SecondInstance {
  argv: string[]
  workingDirectory: string
  additionalData: unknown
}

const handOver = 'SingletonHandOver-'
let release = (): void => undefined

export const releaseLock = (): void => release()

/** @returns whether this process holds the lock now; if not, the one that does is told about `self`. */
export function requestLock(
  folder: string,
  self: SecondInstance,
  onSecond: (other: SecondInstance) => void,
): boolean {
  mkdirSync(folder, { recursive: true })
  const lock = join(folder, 'SingletonLock')
  const me = `${hostname()}-${process.pid}`
  for (;;) {
    const holder = readHolder(lock)
    if (holder === me) return true
    if (holder !== undefined && isAlive(holder)) {
      const file = join(folder, `.${handOver}${process.pid}`)
      writeFileSync(file, JSON.stringify(self))
      renameSync(file, join(folder, `${handOver}${process.pid}`))
      return false
    }
    // A stale lock is moved aside first: of two processes that find it, only one can.
    if (holder !== undefined) rmSync(lock, { force: true })
    try {
      symlinkSync(me, lock)
      break
    } catch {
      // Somebody else was faster: ask who.
    }
  }
  const take = (name: string): void => {
    const path = join(folder, name)
    let text: string
    try {
      text = readFileSync(path, 'utf8')
      rmSync(path)
    } catch {
      return // inotify tells of the removal as well
    }
    onSecond(JSON.parse(text) as SecondInstance)
  }
  for (const name of readdirSync(folder)) if (name.startsWith(handOver)) rmSync(join(folder, name))
  const watcher = watch(folder, (_, name) => name?.startsWith(handOver) && take(name))
  watcher.unref()
  release = () => {
    watcher.close()
    if (readHolder(lock) === me) rmSync(lock, { force: true })
    release = () => undefined
  }
  process.on('exit', () => release())
  return true
}

function readHolder(lock: string): string | undefined {
  try {
    return readlinkSync(lock)
  } catch {
    return undefined
  }
}

function isAlive(holder: string): boolean {
  try {
    return process.kill(Number(holder.replace(/^.*-/, '')), 0)
  } catch {
    return false
  }
}
