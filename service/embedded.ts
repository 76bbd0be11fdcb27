// The service inside the desktop app: a utility process that its parent controls by messages. Only the parent can send
// them, so this channel may issue sign-in codes.
import { z } from 'zod'
import { createLocal, localOwner } from './workspaces/local-workspace.ts'
import { isOperatorError } from './operator/error.ts'
import { openSeal } from './environments/sealing-keys.ts'
import { startService, type Service } from './serve.ts'
import { createServiceLog } from './service-log.ts'
import { isStoreError } from './db/store-error.ts'

/** `process.parentPort` of Electron's utility processes. */
type ParentPort = {
  on(event: 'message', listener: (event: { data: unknown }) => void): void
  postMessage(message: Reply): void
}

const requestId = z.union([z.string(), z.number()]).optional()

const message = z.discriminatedUnion('type', [
  z.object({
    type: z.literal('start'),
    id: requestId,
    database: z.string().min(1),
    /** Used if it is free, so that addresses of pages stay valid after a restart. */
    port: z.number().int().min(0).max(65_535).default(0),
  }),
  z.object({
    type: z.literal('createLocal'),
    id: requestId,
    name: z.string().trim().min(1).max(200),
    /** Demo data in the working hours of this IANA zone, or null. */
    demo: z.object({ zone: z.string().min(1).max(100) }).nullable(),
  }),
  /** An authorization code for the holder of this challenge's verifier (RFC 7636). */
  z.object({ type: z.literal('issueLauncherCode'), id: requestId, codeChallenge: z.string().length(43) }),
  z.object({ type: z.literal('issuePageCode'), id: requestId }),
  z.object({ type: z.literal('findLocal'), id: requestId }),
  z.object({ type: z.literal('stop'), id: requestId }),
])
type Message = z.infer<typeof message>

/** A reply repeats the `id` of its message. */
type Reply = { id?: string | number | undefined } & (
  | { type: 'listening'; baseUrl: string }
  | { type: 'localCreated'; workspaceId: string; personId: string }
  /** Null if there is no local workspace. */
  | { type: 'localFound'; name: string | null }
  | { type: 'codeIssued'; code: string; baseUrl: string }
  | { type: 'failed'; code: string; message: string }
)

const log = createServiceLog()

const noWorkspace: Reply = {
  type: 'failed',
  code: 'not_found',
  message: 'The local workspace does not exist yet.',
}

function failure(error: unknown): { type: 'failed'; code: string; message: string } {
  if (isOperatorError(error)) return { type: 'failed', code: error.operatorCode, message: error.message }
  if (isStoreError(error)) return { type: 'failed', code: error.storeCode, message: error.message }
  log.error({ err: error }, 'The embedded service failed.')
  return {
    type: 'failed',
    code: 'internal_error',
    message: 'The local service failed. Its log has the cause.',
  }
}

/** Beside the database, so that a profile of the app is one folder. */
const sealBeside = (database: string) =>
  openSeal(database.startsWith('file:') ? { file: `${database.slice('file:'.length)}.key` } : {})

/** Answers the messages of the parent in order. */
export function serveParent(port: ParentPort, exit: (code: number) => void): void {
  let service: Service | undefined
  let queue: Promise<void> = Promise.resolve()

  const startAt = (database: string, at: number) =>
    startService({
      database,
      host: '127.0.0.1',
      port: at,
      log,
      isLocal: true,
      seal: sealBeside(database),
      // The app cannot ask for a key, and everything but those secrets works without it.
      lostKeys: 'any',
    })

  const start = async (database: string, preferredPort: number): Promise<Service> => {
    service ??= await startAt(database, preferredPort).catch((error: unknown) => {
      if (isOperatorError(error) && error.operatorCode === 'port_taken') return startAt(database, 0)
      throw error
    })
    return service
  }

  const stop = async () => {
    await service?.close()
    exit(0)
  }

  const answer = async (asked: Message): Promise<Reply | undefined> => {
    if (asked.type === 'stop') {
      await stop()
      return undefined
    }
    if (asked.type === 'start') {
      const { baseUrl } = await start(asked.database, asked.port)
      return { type: 'listening', baseUrl }
    }
    if (!service)
      return { type: 'failed', code: 'not_started', message: 'The local service is not running yet.' }
    const { store, oauth, now, baseUrl } = service
    if (asked.type === 'createLocal') {
      const { name, demo } = asked
      const local = await createLocal(store, { name, demo, at: now() })
      return { type: 'localCreated', ...local }
    }
    const local = await localOwner(store)
    if (asked.type === 'findLocal') return { type: 'localFound', name: local?.name ?? null }
    if (!local) return noWorkspace
    const code =
      asked.type === 'issuePageCode'
        ? await oauth.issuePageCode(local.personId)
        : await oauth.issueLauncherCode(local, asked.codeChallenge)
    return code === undefined ? noWorkspace : { type: 'codeIssued', code, baseUrl }
  }

  const take = async (data: unknown) => {
    const asked = message.safeParse(data)
    if (!asked.success) {
      port.postMessage({
        type: 'failed',
        code: 'bad_message',
        message: 'The local service does not know this message.',
      })
      return
    }
    const { id } = asked.data
    const reply = await answer(asked.data).catch(failure)
    if (reply) port.postMessage({ ...reply, ...(id !== undefined && { id }) })
  }

  port.on('message', ({ data }) => {
    queue = queue.then(() => take(data))
  })
  process.once('SIGTERM', () => void stop())
  // The reader of the log may end first; the service still stops in order.
  process.stderr.on('error', () => {})
}

// Declared here, because the service does not depend on Electron's types.
const { parentPort } = process as typeof process & { parentPort?: ParentPort }
if (parentPort) {
  // Electron's utility processes only warn. As under `svc serve`, the process ends; the launcher restarts it.
  process.on('unhandledRejection', (error) => {
    log.fatal({ err: error }, 'The embedded service ends after an unhandled rejection.')
    process.exit(1)
  })
  serveParent(parentPort, (code) => process.exit(code))
}
