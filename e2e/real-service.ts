// The real service as a child process on a real database, which a test may stop, kill and start again.
import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('..', import.meta.url))
// The command that ships starts in half the time of its sources.
const bundle = `${root}dist/svc/svc.mjs`
const svc = [existsSync(bundle) ? bundle : `${root}service/main.ts`]
// Compiling it again at every start takes a while.
const env = { ...process.env, NODE_COMPILE_CACHE: `${root}node_modules/.cache/node` }

export type DemoMember = {
  userId: string
  email: string
  password: string
  role: string
  /** Keys of the owner of acme, who asks most often: `svc key create` takes half a second, and a key has a limit of requests. */
  keys?: string[]
}
export type DemoWorkspace = { id: string; slug: string; plan: string; members: DemoMember[] }

/** Runs one `svc` command and reads the JSON object that it prints. */
export const runSvc = <T>(...args: string[]): T =>
  JSON.parse(
    execFileSync(process.execPath, [...svc, ...args], {
      encoding: 'utf8',
      env,
      stdio: ['ignore', 'pipe', 'ignore'],
      maxBuffer: 64 << 20,
    }),
  ) as T

/** A key with which somebody asks the service itself, past whatever is between it and the launcher. */
export const createKey = (database: string, email: string): string => {
  const scopes = 'tasks:read,tasks:write,records:read,records:write'
  const options = ['--workspace', 'acme', '--as', email, '--scopes', scopes, '--database', database]
  return runSvc<{ token: string }>('key', 'create', ...options).token
}

export type RealService = {
  /** The address that people use. */
  baseUrl: string
  /** The address at which it listens. It differs from `baseUrl` behind a proxy. */
  localUrl: string
  database: string
  workspaces: DemoWorkspace[]
  /** The member of a demo workspace with this email. */
  member: (email: string) => DemoMember
  /** Ends the process as a crash would. */
  kill: () => Promise<void>
  /** Starts it again on the same port and database. */
  start: () => Promise<void>
  stop: () => Promise<void>
}

const listening = async (child: ChildProcess): Promise<string> => {
  if (child.stdout === null) throw new Error('The service has no stdout.')
  for await (const line of createInterface({ input: child.stdout })) {
    const said = JSON.parse(line) as { event?: string; baseUrl?: string }
    if (said.event === 'listening' && said.baseUrl !== undefined) return said.baseUrl
  }
  throw new Error('The service ended before it listened.')
}

/**
 * @param proxyUrl where people reach it, when that is a proxy
 * @param options of `svc serve`
 */
export const startRealService = async (
  database: string,
  workspaces: DemoWorkspace[],
  port: number,
  proxyUrl?: string,
  options: readonly string[] = [],
): Promise<RealService> => {
  let child: ChildProcess | null = null

  const start = async (): Promise<string> => {
    const known = proxyUrl === undefined ? [] : ['--base-url', proxyUrl]
    child = spawn(
      process.execPath,
      [...svc, 'serve', '--port', String(port), '--database', database, ...known, ...options],
      {
        env,
        stdio: ['ignore', 'pipe', 'ignore'],
      },
    )
    return listening(child)
  }

  const end = async (signal: 'SIGTERM' | 'SIGKILL'): Promise<void> => {
    const ending = child
    child = null
    if (ending === null || ending.exitCode !== null) return
    const exited = once(ending, 'exit')
    ending.kill(signal)
    await exited
  }

  const baseUrl = await start()
  const localUrl = `http://127.0.0.1:${port}`
  return {
    baseUrl,
    localUrl,
    database,
    workspaces,
    member: (email) => {
      const found = workspaces.flatMap(({ members }) => members).find((member) => member.email === email)
      if (found === undefined) throw new Error(`No demo member ${email}`)
      return found
    },
    kill: () => end('SIGKILL'),
    start: async () => {
      await start()
    },
    stop: () => end('SIGTERM'),
  }
}
