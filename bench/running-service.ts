// A service on a database of its own, as `svc` starts it, for one benchmark.
import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'

const main = fileURLToPath(new URL('../service/main.ts', import.meta.url))

export type DemoMember = { userId: string; email: string; password: string; role: string }
export type DemoWorkspace = { slug: string; members: DemoMember[] }

const residentMegabytes = (pid: number): number =>
  Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) / 1024

export type RunningService = {
  baseUrl: string
  workspaces: DemoWorkspace[]
  /** From spawn to the first answered request, milliseconds. */
  firstAnswerMs: number
  residentMb: () => number
  /** Stops it and deletes its database. */
  stop: () => Promise<void>
}

const until = async (child: ChildProcess): Promise<string> => {
  if (child.stdout === null) throw new Error('The service has no stdout.')
  for await (const line of createInterface({ input: child.stdout })) {
    const said = JSON.parse(line) as { baseUrl?: string }
    if (said.baseUrl !== undefined) return said.baseUrl
  }
  throw new Error('The service ended before it listened.')
}

export const runService = async (records: number): Promise<RunningService> => {
  const dir = mkdtempSync(join(tmpdir(), 'svc-bench-'))
  const database = `file:${join(dir, 'bench.sqlite')}`
  const demo = execFileSync(
    process.execPath,
    [main, 'demo', '--database', database, '--records', String(records)],
    { encoding: 'utf8', stdio: ['ignore', 'pipe', 'inherit'] },
  )
  const started = performance.now()
  const child = spawn(process.execPath, [main, 'serve', '--port', '0', '--database', database], {
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  const baseUrl = await until(child)
  await (await fetch(`${baseUrl}/healthz`)).text()
  const firstAnswerMs = performance.now() - started
  return {
    baseUrl,
    workspaces: (JSON.parse(demo) as { workspaces: DemoWorkspace[] }).workspaces,
    firstAnswerMs,
    residentMb: () => residentMegabytes(child.pid ?? 0),
    stop: async () => {
      const exited = once(child, 'exit')
      child.kill('SIGTERM')
      await exited
      rmSync(dir, { recursive: true, force: true })
    },
  }
}
