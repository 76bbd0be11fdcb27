// A packaged app that runs: what it says, and whether anything of it is left.
import { type ChildProcess, spawn } from 'node:child_process'
import { globSync, readFileSync } from 'node:fs'
import { type Setting, toPerson } from '../terminal.ts'
import { until } from './desktop.ts'

export type PackagedApp = {
  folder: string
  /** The name of its binary in that folder. */
  name: string
}

const isAlive = (pid: number): boolean => {
  try {
    // What has ended and was not waited for yet is a zombie.
    return !readFileSync(`/proc/${pid}/stat`, 'utf8').includes(') Z ')
  } catch {
    return false
  }
}

const treeOf = (pid: number): number[] => [
  pid,
  ...globSync(`/proc/${pid}/task/*/children`).flatMap((file) => {
    try {
      return readFileSync(file, 'utf8').split(' ').filter(Boolean).map(Number).flatMap(treeOf)
    } catch {
      return []
    }
  }),
]

const setting: Setting = {
  isStandIn: false,
  isVirtual: false,
  isPicture: false,
  platform: process.platform,
}

type LogLine = { event: string; [detail: string]: unknown }

export type RunningApp = {
  /** The lines of its log with this event. */
  logged: (event: string) => LogLine[]
  /** What else it says, without Chromium's own log. */
  said: () => string[]
  /** Waits until it ends. @returns its exit code, or the signal that ended it */
  ended: () => Promise<number | string>
  /** Waits until none of its processes is left. */
  gone: () => Promise<void>
  terminate: () => void
  /** Ends all of it at once. */
  kill: () => void
}

/** Starts the app from its own folder, as a double click does. */
export const start = (
  { folder, name }: PackagedApp,
  args: readonly string[],
  env: NodeJS.ProcessEnv,
): RunningApp => {
  const child: ChildProcess = spawn(`./${name}`, args, {
    cwd: folder,
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  let failure: Error | null = null
  for (const stream of [child.stdout, child.stderr])
    stream?.on('data', (chunk: Buffer) => (output += chunk.toString()))
  child.once('error', (error) => (failure = error))
  const lines = (): string[] => output.split('\n').filter(Boolean)
  // Whose parent has ended is not in the tree any more.
  const pids = new Set<number>()
  const remember = (): void => {
    if (child.pid !== undefined && isAlive(child.pid)) for (const pid of treeOf(child.pid)) pids.add(pid)
  }
  const left = (): number[] => [...pids].filter(isAlive)
  return {
    logged: (event) => {
      remember()
      return lines()
        .filter((line) => line.startsWith('{') && line.includes(`"${event}"`))
        .map((line) => JSON.parse(line) as LogLine)
    },
    said: () => lines().filter((line) => toPerson(line, setting).shown !== null),
    ended: async () => {
      await until('the end of the program', () => {
        remember()
        return failure !== null || child.exitCode !== null || child.signalCode !== null
      })
      if (failure !== null) throw failure
      return child.exitCode ?? child.signalCode ?? 'no exit code'
    },
    gone: async () => {
      await until('the end of all its processes', () => left().length === 0)
    },
    terminate: () => void child.kill('SIGTERM'),
    kill: () => {
      remember()
      for (const pid of left()) process.kill(pid, 'SIGKILL')
    },
  }
}
