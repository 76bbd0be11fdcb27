// The real service as a child process on a real database, which a test may stop, kill and start again.
import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:net'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('..', import.meta.url))
const svc = [`${root}service/main.ts`]

export type DemoMember = { userId: string; email: string; password: string; role: string }
export type DemoWorkspace = { id: string; slug: string; plan: string; members: DemoMember[] }

/** Runs one `svc` command and reads the JSON object that it prints. */
export const runSvc = <T>(...args: string[]): T =>
  JSON.parse(
    execFileSync(process.execPath, [...svc, ...args], {
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
      maxBuffer: 64 << 20,
    }),
  ) as T

export type RealService = {
  /** Where people reach it. */
  baseUrl: string
  /** Where it listens, which is another address when a proxy stands in front of it. */
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

const freePort = async (): Promise<string> => {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  server.close()
  await once(server, 'close')
  if (address === null || typeof address === 'string') throw new Error('The server has no port.')
  return String(address.port)
}

/** @param proxyUrl where people reach it, when that is a proxy. */
export const startRealService = async (
  database: string,
  workspaces: DemoWorkspace[],
  proxyUrl?: string,
): Promise<RealService> => {
  let child: ChildProcess | null = null

  const start = async (port: string): Promise<string> => {
    const known = proxyUrl === undefined ? [] : ['--base-url', proxyUrl]
    child = spawn(process.execPath, [...svc, 'serve', '--port', port, '--database', database, ...known], {
      stdio: ['ignore', 'pipe', 'ignore'],
    })
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

  // Behind a proxy it says the proxy's address, so that its own is chosen here.
  const chosenPort = proxyUrl === undefined ? '0' : await freePort()
  const baseUrl = await start(chosenPort)
  const localUrl = proxyUrl === undefined ? baseUrl : `http://127.0.0.1:${chosenPort}`
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
      await start(new URL(localUrl).port)
    },
    stop: () => end('SIGTERM'),
  }
}
