// For tests: the `svc` command, in a process of its own or in this one.
import { spawn, type ChildProcessByStdio } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { closeSync, mkdirSync, openSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import type { Readable } from 'node:stream'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll } from 'vitest'
import { commands } from './commands.ts'
import { runCommandLine } from './run.ts'

const main = fileURLToPath(new URL('../main.ts', import.meta.url))

export type Outcome = { exitCode: number | null; stdout: string; stderr: string }

type Child = ChildProcessByStdio<null, Readable, Readable>

// Keeps key files of tests out of the data directory.
const sealed = () => ({
  ...process.env,
  SVC_SEALING_KEY: Buffer.alloc(32, 'a test key').toString('base64'),
})

/** One command in a process of its own. */
export const startSvc = (words: readonly string[]): Child =>
  spawn(process.execPath, [main, ...words], { stdio: ['ignore', 'pipe', 'pipe'], env: sealed() })

/** A device that is always full, on systems that have one. */
export const full = '/dev/full'

/** Starts a command with one stream on a full disk. @returns the process, and the text of its other stream */
export function startSvcFull(stream: 'stdout' | 'stderr', words: readonly string[]) {
  const disk = openSync(full, 'w')
  const [stdout, stderr] = stream === 'stdout' ? [disk, 'pipe' as const] : ['pipe' as const, disk]
  const child = spawn(process.execPath, [main, ...words], {
    stdio: ['ignore', stdout, stderr],
    env: sealed(),
  })
  closeSync(disk)
  const other = stream === 'stdout' ? child.stderr : child.stdout
  return { child, said: other ? collect(other) : Promise.resolve('') }
}

const collect = async (stream: Readable) => (await stream.setEncoding('utf8').toArray()).join('')

/** Runs one command to its end. */
export async function svc(...words: string[]): Promise<Outcome> {
  const child = startSvc(words)
  const [stdout, stderr] = await Promise.all([collect(child.stdout), collect(child.stderr)])
  if (child.exitCode === null) await once(child, 'exit')
  return { exitCode: child.exitCode, stdout, stderr }
}

/** Runs a command whose output nobody reads, as in a pipe into `true`. */
export async function svcUnread(...words: string[]): Promise<Omit<Outcome, 'stdout'>> {
  const child = startSvc(words)
  child.stdout.destroy()
  const stderr = await collect(child.stderr)
  if (child.exitCode === null) await once(child, 'exit')
  return { exitCode: child.exitCode, stderr }
}

/**
 * Runs one command that must succeed, in this process, which is faster.
 * @returns its JSON object, which must be all of its output
 */
export async function svcJson<T = Record<string, unknown>>(...words: string[]): Promise<T> {
  const { exitCode, output } = await runCommandLine(commands, words)
  if (exitCode !== 0) throw new Error(`svc ${words.join(' ')} failed: ${output}`)
  return JSON.parse(output) as T
}

export type Serving = {
  baseUrl: string
  pid: number
  /** Sends a signal and waits for the end. @returns the lines of stdout, and all of the log */
  end(
    signal: 'SIGTERM' | 'SIGINT' | 'SIGHUP' | 'SIGKILL',
  ): Promise<{ exitCode: number | null; lines: string[]; log: string }>
}

/** Starts `svc serve` on a free port; resolves when it listens. */
export async function svcServe(database: string, ...words: string[]): Promise<Serving> {
  const child = startSvc(['serve', '--port', '0', '--database', database, ...words])
  const log = collect(child.stderr)
  const lines: string[] = []
  const reader = createInterface(child.stdout)
  reader.on('line', (line) => lines.push(line))
  const first = await Promise.race([once(reader, 'line'), once(child, 'exit')])
  const { baseUrl } = JSON.parse(String(first[0])) as { baseUrl: string }
  return {
    baseUrl,
    pid: child.pid ?? 0,
    async end(signal) {
      const ended = once(child, 'exit')
      child.kill(signal)
      await ended
      return { exitCode: child.exitCode, lines, log: await log }
    },
  }
}

/** A folder for the tests of a file. @returns functions for paths in it and URLs of new databases */
export function createDatabases() {
  const folder = join(tmpdir(), `svc-cli-${randomUUID()}`)
  beforeAll(() => mkdirSync(folder))
  afterAll(() => rmSync(folder, { recursive: true }))
  const inFolder = (name: string): string => join(folder, name)
  return { inFolder, fresh: (): string => `file:${inFolder(`${randomUUID()}.db`)}` }
}

/** A key of the workspace `acme` of the demo. */
export function createKey(database: string, scopes: string, as = 'owner@acme.test') {
  const words = ['--workspace', 'acme', '--as', as, '--scopes', scopes, '--database', database]
  return svcJson<{ keyId: string; token: string }>('key', 'create', ...words)
}
