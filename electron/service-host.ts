// Runs the embedded service in a utility process, for local workspaces. The process is restarted when it exits.
import { existsSync } from 'node:fs'
import { dirname } from 'node:path'
import { createInterface } from 'node:readline'
import type { ForkOptions, UtilityProcess } from 'electron'
import { z } from 'zod'
import { type AppError, failed, type Reply, succeeded } from '../shared/errors.ts'
import { type Language, languageNow, say } from '../shared/language.ts'
import type { Log } from './log.ts'

// Messages between the two processes. Each answer repeats the id of its request.
type ToService =
  /** `port` is used if it is free, so that open browser pages survive a restart. */
  | { type: 'start'; id: string; database: string; port: number }
  | { type: 'createLocal'; id: string; name: string; demo: { zone: string } | null; language: Language }
  | { type: 'issueLauncherCode'; id: string; codeChallenge: string }
  | { type: 'issuePageCode'; id: string }
  | { type: 'findLocal'; id: string }
  | { type: 'rename'; id: string; name: string }
  | { type: 'backUp' | 'export' | 'prepareRestore'; id: string; file: string }
  | { type: 'applyRestore' | 'cancelRestore'; id: string }
  /** Answered by the exit of the process. */
  | { type: 'stop'; id: string }

const id = z.string()

const fromService = z.discriminatedUnion('type', [
  z.object({ type: z.literal('listening'), id, baseUrl: z.url() }),
  z.object({ type: z.literal('localCreated'), id }),
  z.object({ type: z.literal('localFound'), id, name: z.string().nullable() }),
  z.object({ type: z.literal('codeIssued'), id, code: z.string(), baseUrl: z.url() }),
  z.object({ type: z.literal('done'), id }),
  z.object({ type: z.literal('progress'), id, count: z.number() }),
  z.object({
    type: z.literal('restorePrepared'),
    id,
    createdAt: z.string(),
    name: z.string(),
    keptAs: z.string(),
  }),
  z.object({ type: z.literal('restored'), id, kept: z.string(), baseUrl: z.url() }),
  z.object({ type: z.literal('failed'), id: id.optional(), code: z.string(), message: z.string() }),
])
type FromService = z.infer<typeof fromService>

export type LocalPerson = { name: string; addDemoData: boolean }

/** Acts for the owner of the local workspace once. Valid only at the service that issued it. */
export type OneTimeCode = { code: string; base: URL }

/** A backup that was loaded beside the database, and waits to be put in its place. */
export type PreparedRestore = {
  /** When the backup was made, ISO 8601. */
  createdAt: string
  /** The owner in the backup. */
  name: string
  /** The path under which the present database will be kept. */
  keptAs: string
}

type Progress = (count: number) => void

export type ServiceHost = {
  /** Starts the process if it is not running. */
  start: () => void
  /** Starts the process and returns its address. Waits a bounded time. */
  baseUrl: () => Promise<Reply<URL>>
  /** The owner's name of the workspace on this computer. Null if there is none; then no process is started. */
  findLocal: () => Promise<Reply<string | null>>
  /** Whether this computer may have a local workspace. Starts no process. */
  hasLocal: () => boolean
  /** Changes the name of the workspace's owner. */
  rename: (name: string) => Promise<Reply<undefined>>
  /** Writes all of the database to this file. @param onProgress gets the number of rows so far */
  backUp: (file: string, onProgress: Progress) => Promise<Reply<undefined>>
  /** Writes the workspace as lines for `svc import`. */
  exportTo: (file: string, onProgress: Progress) => Promise<Reply<undefined>>
  prepareRestore: (file: string, onProgress: Progress) => Promise<Reply<PreparedRestore>>
  /** The service listens again when this resolves. @returns the path of the database that was replaced */
  applyRestore: () => Promise<Reply<string>>
  cancelRestore: () => Promise<Reply<undefined>>
  /** Creates the workspace and its owner, unless they exist. */
  createLocal: (person: LocalPerson) => Promise<Reply<undefined>>
  /** An authorization code that only the holder of the PKCE verifier can redeem. */
  issueLauncherCode: (codeChallenge: string) => Promise<Reply<OneTimeCode>>
  /** For opening one page. */
  issuePageCode: () => Promise<Reply<OneTimeCode>>
  /** Resolves when the process has stopped. A bulk write can delay it. */
  dispose: () => Promise<void>
}

type Answer = Extract<
  FromService,
  { type: 'localCreated' | 'localFound' | 'codeIssued' | 'done' | 'restorePrepared' | 'restored' }
>
type Question = ToService['type']
type Waiting = { type: Question; settle: (reply: Reply<Answer>) => void; progress: Progress }

const startId = 'start'
const starting = (): AppError => ({ kind: 'unavailable', message: say('main.localStarting') })

/** The sentence for a refusal. Those of the service are for operators, in English. */
const refusalWords = (asked: Question | undefined, code: string, message: string): string => {
  if (asked === 'backUp' || asked === 'export') return say('local.notWritten')
  if (asked === 'prepareRestore') {
    if (code === 'database_newer') return say('local.newerBackup')
    return say(code === 'not_found' ? 'local.notLocalBackup' : 'local.notBackup')
  }
  if (asked === 'applyRestore') return say(code === 'conflict' ? 'local.openElsewhere' : 'local.notRestored')
  return message
}

const restartDelays = [200, 1_000, 5_000, 15_000, 30_000] as const
const steadyAfterMs = 60_000

/** Backoff between restarts. It is reset after a minute of uptime. @param now epoch milliseconds */
export const createRestart = ({ now }: { now: () => number }) => {
  let startedAt = 0
  let deaths = 0
  return {
    started: (): void => {
      startedAt = now()
    },
    /** @returns milliseconds. */
    delayAfterExit: (): number => {
      if (now() - startedAt > steadyAfterMs) deaths = 0
      const delay = restartDelays[Math.min(deaths, restartDelays.length - 1)] ?? 30_000
      deaths += 1
      return delay
    },
  }
}

export const createServiceHost = ({
  fork,
  modulePath,
  databaseFile,
  preferredPort,
  onListening,
  now,
  newId,
  log,
  answerTimeoutMs = 20_000,
}: {
  fork: (modulePath: string, options: ForkOptions) => UtilityProcess
  modulePath: string
  databaseFile: string
  /** The port of an earlier run, or 0. */
  preferredPort: () => number
  onListening: (base: URL) => void
  now: () => number
  newId: () => string
  log: Log
  /** How long to wait for a start or an answer, in milliseconds. Demo data takes a few seconds. */
  answerTimeoutMs?: number
}): ServiceHost => {
  /** A restore that was cut off may have left the folder without a database. The service completes it. */
  const folder = dirname(databaseFile)
  let child: UtilityProcess | null = null
  let listening: Reply<URL> | null = null
  let isDisposed = false
  let restartTimer: NodeJS.Timeout | undefined
  /** The last port of this run. A pending sign-in in the browser continues on it. */
  let lastPort: number | null = null
  const waitingForStart = new Set<(reply: Reply<URL>) => void>()
  const waitingForAnswer = new Map<string, Waiting>()
  const restart = createRestart({ now })

  const settleStart = (reply: Reply<URL>): void => {
    listening = reply
    for (const settle of waitingForStart) settle(reply)
    waitingForStart.clear()
  }

  /** No automatic restart: the next call tries again, when the database file may be free. */
  const giveUp = (reply: Reply<URL>): void => {
    const failing = child
    child = null
    failing?.kill()
    settleStart(reply)
    listening = null
  }

  const receive = (message: FromService): void => {
    switch (message.type) {
      case 'listening': {
        const base = new URL(message.baseUrl)
        lastPort = Number(base.port)
        log.info('service.listening', { port: base.port })
        settleStart(succeeded(base))
        onListening(base)
        return
      }
      case 'failed':
        // For example: locked by another process, newer than this program, corrupt.
        log.warn('service.failed', { reason: message.message })
        if (message.id === undefined) return
        if (message.id === startId) giveUp(failed({ kind: 'unavailable', message: message.message }))
        else {
          const words = refusalWords(waitingForAnswer.get(message.id)?.type, message.code, message.message)
          settleAnswer(message.id, failed({ kind: 'invalidInput', message: words, fields: [] }))
        }
        return
      case 'progress':
        waitingForAnswer.get(message.id)?.progress(message.count)
        return
      case 'restored': {
        const base = new URL(message.baseUrl)
        lastPort = Number(base.port)
        listening = succeeded(base)
        onListening(base)
        settleAnswer(message.id, succeeded(message))
        return
      }
      case 'localCreated':
      case 'localFound':
      case 'codeIssued':
      case 'done':
      case 'restorePrepared':
        settleAnswer(message.id, succeeded(message))
        return
    }
  }

  const settleAnswer = (id: string, reply: Reply<Answer>): void => {
    waitingForAnswer.get(id)?.settle(reply)
    waitingForAnswer.delete(id)
  }

  const start = (): void => {
    if (child !== null || isDisposed) return
    clearTimeout(restartTimer)
    restartTimer = undefined
    const forked = fork(modulePath, {
      serviceName: 'Svc Launcher workspace',
      stdio: 'pipe',
    })
    child = forked
    listening = null
    // The service logs every request. Only warnings and errors are copied here.
    if (forked.stderr !== null)
      createInterface({ input: forked.stderr }).on('line', (line) => {
        if (/"level":[456]0/.test(line)) log.warn('service.said', { text: line.slice(0, 2_000) })
      })
    forked.stdout?.resume()
    forked.on('message', (raw: unknown) => {
      const message = fromService.safeParse(raw)
      if (message.success) receive(message.data)
      else log.warn('service.unknownMessage')
    })
    forked.on('exit', (code) => {
      if (child !== forked) return
      child = null
      listening = null
      for (const { settle } of waitingForAnswer.values()) settle(failed(starting()))
      waitingForAnswer.clear()
      if (isDisposed) return
      const delay = restart.delayAfterExit()
      log.warn('service.exited', { status: code, restartInMs: delay })
      restartTimer = setTimeout(start, delay)
    })
    forked.postMessage({
      type: 'start',
      id: startId,
      database: `file:${databaseFile}`,
      port: lastPort ?? preferredPort(),
    } satisfies ToService)
    restart.started()
  }

  const baseUrl = (): Promise<Reply<URL>> => {
    // A restart is already scheduled.
    if (restartTimer === undefined) start()
    if (listening !== null) return Promise.resolve(listening)
    return new Promise((resolve) => {
      const settle = (reply: Reply<URL>): void => {
        clearTimeout(limit)
        resolve(reply)
      }
      const limit = setTimeout(() => {
        waitingForStart.delete(settle)
        resolve(failed(starting()))
      }, answerTimeoutMs)
      waitingForStart.add(settle)
    })
  }

  const ask = async (
    message: (id: string) => ToService,
    onProgress: Progress = () => undefined,
  ): Promise<Reply<Answer>> => {
    const base = await baseUrl()
    if (!base.ok) return base
    const id = newId()
    const asked = message(id)
    return new Promise((resolve) => {
      const limit = setTimeout(() => {
        waitingForAnswer.delete(id)
        resolve(failed(starting()))
      }, answerTimeoutMs)
      waitingForAnswer.set(id, {
        type: asked.type,
        settle: (reply) => {
          clearTimeout(limit)
          resolve(reply)
        },
        progress: (count) => {
          // It goes on, however long it takes.
          limit.refresh()
          onProgress(count)
        },
      })
      child?.postMessage(asked)
    })
  }

  const done = async (answer: Promise<Reply<Answer>>): Promise<Reply<undefined>> => {
    const reply = await answer
    return reply.ok ? succeeded(undefined) : reply
  }

  const askForCode = async (message: (id: string) => ToService): Promise<Reply<OneTimeCode>> => {
    const answer = await ask(message)
    if (!answer.ok) return answer
    if (answer.value.type !== 'codeIssued') return failed(starting())
    return succeeded({ code: answer.value.code, base: new URL(answer.value.baseUrl) })
  }

  return {
    start,
    baseUrl,
    findLocal: async () => {
      if (!existsSync(folder)) return succeeded(null)
      const answer = await ask((id) => ({ type: 'findLocal', id }))
      if (!answer.ok) return answer
      return answer.value.type === 'localFound' ? succeeded(answer.value.name) : failed(starting())
    },
    createLocal: async ({ name, addDemoData }) => {
      const { timeZone } = Intl.DateTimeFormat().resolvedOptions()
      const demo = addDemoData ? { zone: timeZone } : null
      return done(ask((id) => ({ type: 'createLocal', id, name, demo, language: languageNow() })))
    },
    hasLocal: () => existsSync(folder),
    rename: (name) => done(ask((id) => ({ type: 'rename', id, name }))),
    backUp: (file, onProgress) => done(ask((id) => ({ type: 'backUp', id, file }), onProgress)),
    exportTo: (file, onProgress) => done(ask((id) => ({ type: 'export', id, file }), onProgress)),
    prepareRestore: async (file, onProgress) => {
      const answer = await ask((id) => ({ type: 'prepareRestore', id, file }), onProgress)
      if (!answer.ok) return answer
      return answer.value.type === 'restorePrepared' ? succeeded(answer.value) : failed(starting())
    },
    applyRestore: async () => {
      const answer = await ask((id) => ({ type: 'applyRestore', id }))
      if (!answer.ok) return answer
      return answer.value.type === 'restored' ? succeeded(answer.value.kept) : failed(starting())
    },
    cancelRestore: () => done(ask((id) => ({ type: 'cancelRestore', id }))),
    issueLauncherCode: (codeChallenge) =>
      askForCode((id) => ({ type: 'issueLauncherCode', id, codeChallenge })),
    issuePageCode: () => askForCode((id) => ({ type: 'issuePageCode', id })),
    dispose: () => {
      isDisposed = true
      clearTimeout(restartTimer)
      const ending = child
      if (ending === null) return Promise.resolve()
      return new Promise((resolve) => {
        ending.once('exit', () => {
          resolve()
        })
        // Not `kill()`, which terminates at once on Windows.
        ending.postMessage({ type: 'stop', id: newId() } satisfies ToService)
      })
    },
  }
}
