// Runs the embedded service in a utility process. The process is restarted when it exits.
import { createInterface } from 'node:readline'
import type { ForkOptions, UtilityProcess } from 'electron'
import { type AppError, failed, type Reply, succeeded } from '../../shared/errors.ts'
import { say } from '../../shared/language.ts'
import type { Log } from '../log.ts'
import {
  type Answer,
  fromService,
  type FromService,
  type Question,
  refusalWords,
  type ToService,
} from './messages.ts'

/** @param count rows or lines so far */
export type Progress = (count: number) => void

export type ServiceProcess = {
  /** Starts the process if it is not running. */
  start: () => void
  /** Starts the process and returns its address. Waits a bounded time. */
  baseUrl: () => Promise<Reply<URL>>
  /** Starts the process and sends it a question. Waits a bounded time, which each progress begins anew. */
  ask: (message: (id: string) => ToService, onProgress?: Progress) => Promise<Reply<Answer>>
  /** Resolves when the process has stopped. A bulk write can delay it. */
  dispose: () => Promise<void>
}

type Waiting = { type: Question; settle: (reply: Reply<Answer>) => void; progress: Progress }

const startId = 'start'
export const starting = (): AppError => ({ kind: 'unavailable', message: say('main.localStarting') })

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

export const createServiceProcess = ({
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
}): ServiceProcess => {
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

  const ask: ServiceProcess['ask'] = async (message, onProgress = () => undefined) => {
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

  return {
    start,
    baseUrl,
    ask,
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
