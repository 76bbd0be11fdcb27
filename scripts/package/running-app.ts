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

/** @returns when a process began, in the system's own unit, or null where it has ended. */
const beganAt = (pid: number): string | null => {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    // The name, in brackets, may hold anything.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    // A zombie has ended; its parent has not waited for it yet.
    return fields[0] === 'Z' ? null : (fields[19] ?? null)
  } catch {
    return null
  }
}

const treeOf = (pid: number): number[] => [
  pid,
  ...globSync(`/proc/${pid}/task/*/children`).flatMap((file) => {
    try {
      return readFileSync(file, 'utf8').split(' ').filter(Boolean).map(Number).flatMap(treeOf)
    } catch {
      // It has ended meanwhile.
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
  /** Waits until none of its processes is left. @returns how many there were */
  gone: () => Promise<number>
  terminate: () => void
  /** Ends all of it at once. */
  close: () => void
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
  /** Whole lines: the last one may still come. */
  const lines = (): string[] => output.split('\n').slice(0, -1).filter(Boolean)
  // Asked for again and again, because those whose parent has ended are not in the tree. A number may be given to another
  // process later, which began at another time.
  const seen = new Map<number, string>()
  const remember = (): void => {
    for (const pid of child.pid === undefined ? [] : treeOf(child.pid)) {
      const began = beganAt(pid)
      if (began !== null) seen.set(pid, began)
    }
  }
  const left = (): number[] => [...seen].filter(([pid, began]) => beganAt(pid) === began).map(([pid]) => pid)
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
      return seen.size
    },
    terminate: () => void child.kill('SIGTERM'),
    close: () => {
      remember()
      for (const pid of left()) process.kill(pid, 'SIGKILL')
    },
  }
}
