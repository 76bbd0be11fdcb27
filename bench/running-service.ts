// A service on a database of its own, as servers run it, for one benchmark.
import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('../', import.meta.url))

/** The `svc` command of the checkout. */
export const checkedOut = join(root, 'service/main.ts')

/** The `svc` command as servers run it, built once a process. @param tree another checkout, with what it needs installed */
export const built = (() => {
  const paths = new Map<string, string>()
  return (tree = root): string => {
    const known = paths.get(tree)
    if (known !== undefined) return known
    execFileSync(process.execPath, [join(tree, 'scripts/build.ts'), 'svc'], { cwd: tree, stdio: 'ignore' })
    const path = join(tree, 'dist/svc/svc.mjs')
    paths.set(tree, path)
    return path
  }
})()

export type DemoMember = { userId: string; email: string; password: string; role: string }
export type DemoWorkspace = { slug: string; members: DemoMember[] }

export const residentMegabytes = (pid: number | undefined): number =>
  Math.round(Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid ?? 0}/status`, 'utf8'))?.[1] ?? 0) / 1024)

/** Processor time of a process so far, in milliseconds. Linux counts it in hundredths of a second. */
const processorMs = (pid: number | undefined): number => {
  const [, fields = ''] = readFileSync(`/proc/${pid ?? 0}/stat`, 'utf8').split(') ')
  const [user, system] = fields.split(' ').slice(11, 13)
  return (Number(user) + Number(system)) * 10
}

export type RunningService = {
  baseUrl: string
  /** As `--database` names it. */
  database: string
  workspaces: DemoWorkspace[]
  /** From spawn to the first answered request, milliseconds. */
  firstAnswerMs: number
  /** Before the first request but one, megabytes. */
  idleMb: number
  /** Seconds that loading the demo took. */
  loadSeconds: number
  residentMb: () => number
  /** Milliseconds so far. */
  processorMs: () => number
  /** The longest time that the event loop stood still since it was last asked, milliseconds. */
  loopDelayMs: () => Promise<number>
  /** Stops it and deletes its files. */
  stop: () => Promise<void>
}

/** @throws when it is not the demo's */
export const ownerOf = ({ workspaces }: RunningService): DemoMember => {
  const owner = workspaces.find(({ slug }) => slug === 'acme')?.members[0]
  if (owner === undefined) throw new Error('The demo has no acme owner.')
  return owner
}

type Said = { baseUrl?: string; metricsUrl?: string }

const until = async (child: ChildProcess): Promise<Said> => {
  if (child.stdout === null) throw new Error('The service has no stdout.')
  for await (const line of createInterface({ input: child.stdout })) {
    const said = JSON.parse(line) as Said
    if (said.baseUrl !== undefined) return said
  }
  throw new Error('The service ended before it listened.')
}

/** Serves a database until it is stopped. @param program the `svc` command, as it is checked out or built */
export const serve = async (program: string, database: string, options: readonly string[] = []) => {
  const started = performance.now()
  const child = spawn(
    process.execPath,
    [program, 'serve', '--port', '0', '--database', database, ...options],
    { stdio: ['ignore', 'pipe', 'ignore'] },
  )
  const said = await until(child)
  await (await fetch(`${said.baseUrl}/healthz`)).text()
  const startMs = performance.now() - started
  const stop = async (): Promise<void> => {
    const exited = once(child, 'exit')
    child.kill('SIGTERM')
    await exited
  }
  return { ...said, stop, pid: child.pid, startMs }
}

/**
 * @param records in the demo's big workspace
 * @param database a file of its own unless one is named
 * @param options of `svc serve`, for the service under load
 * @param tree the checkout whose service it is, when it is not this one
 */
export const runService = async (
  records: number,
  database?: string,
  options: readonly string[] = [],
  tree?: string,
): Promise<RunningService> => {
  const program = built(tree)
  const dir = mkdtempSync(join(tmpdir(), 'svc-bench-'))
  const url = database ?? `file:${join(dir, 'bench.sqlite')}`
  const loaded = performance.now()
  const demo = execFileSync(
    process.execPath,
    ['--max-old-space-size=8192', program, 'demo', '--database', url, '--records', String(records)],
    { encoding: 'utf8', stdio: ['ignore', 'pipe', 'inherit'], maxBuffer: 2 ** 26 },
  )
  const loadSeconds = Math.round((performance.now() - loaded) / 1000)
  // As everyone starts it; then with the metrics, for the load.
  const plain = await serve(program, url)
  const idleMb = residentMegabytes(plain.pid)
  await plain.stop()
  const service = await serve(program, url, ['--metrics-port', '0', ...options])
  const { baseUrl = '', metricsUrl } = service
  return {
    baseUrl,
    database: url,
    workspaces: (JSON.parse(demo) as { workspaces: DemoWorkspace[] }).workspaces,
    firstAnswerMs: Math.round(plain.startMs),
    idleMb,
    loadSeconds,
    residentMb: () => residentMegabytes(service.pid),
    processorMs: () => processorMs(service.pid),
    loopDelayMs: async () => {
      if (metricsUrl === undefined) return Number.NaN
      const metrics = await (await fetch(metricsUrl)).text()
      const seconds = /^nodejs_eventloop_lag_max_seconds (\S+)$/m.exec(metrics)?.[1]
      return Math.round(Number(seconds) * 1000)
    },
    stop: async () => {
      await service.stop()
      rmSync(dir, { recursive: true, force: true })
    },
  }
}
