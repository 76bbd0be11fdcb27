// The service inside the desktop app: a utility process that its parent controls by messages. Only the parent can send
// them, so this channel may issue sign-in codes.
import { z } from 'zod'
import { languages } from '../shared/language.ts'
import {
  createLocal,
  localOwner,
  applyRestore,
  backUpLocal,
  cancelRestore,
  exportLocal,
  prepareRestore,
  settleRestore,
} from './local-workspace.ts'
import { isOperatorError } from './base/operator-error.ts'
import { shownName } from './operator/members.ts'
import { openSeal } from './sealing/sealing-keys.ts'
import { startService, type Service } from './serve.ts'
import { createServiceLog } from './base/service-log.ts'
import type { Store } from './db/store.ts'
import { isStoreError } from './base/store-error.ts'
import { setPersonName } from './access/people.store.ts'

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
    /** For object names. */
    language: z.enum(languages).optional(),
  }),
  /** An authorization code for the holder of this challenge's verifier (RFC 7636). */
  z.object({ type: z.literal('issueLauncherCode'), id: requestId, codeChallenge: z.string().length(43) }),
  z.object({ type: z.literal('issuePageCode'), id: requestId }),
  z.object({ type: z.literal('findLocal'), id: requestId }),
  /** Changes the owner's name. */
  z.object({ type: z.literal('rename'), id: requestId, name: shownName }),
  /** Writes a backup, or an export for `svc import`, to this absolute path. An existing file is replaced. */
  z.object({ type: z.literal('backUp'), id: requestId, file: z.string().min(1) }),
  z.object({ type: z.literal('export'), id: requestId, file: z.string().min(1) }),
  /** Loads a backup beside the database. It is applied, or dropped. */
  z.object({ type: z.literal('prepareRestore'), id: requestId, file: z.string().min(1) }),
  z.object({ type: z.literal('applyRestore'), id: requestId }),
  z.object({ type: z.literal('cancelRestore'), id: requestId }),
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
  | { type: 'done' }
  /** Rows or lines so far. */
  | { type: 'progress'; count: number }
  | { type: 'restorePrepared'; createdAt: string; name: string; keptAs: string }
  /** The service listens again, on the restored workspace. */
  | { type: 'restored'; kept: string; baseUrl: string }
  | { type: 'failed'; code: string; message: string }
)

/** They take long, and requests go on meanwhile. */
const longOnes: ReadonlySet<Message['type']> = new Set(['backUp', 'export', 'prepareRestore'])
const progressEveryMs = 200

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

const portOf = ({ localUrl }: Service): number => Number(new URL(localUrl).port)

/** Beside the database, so that a profile of the app is one folder. */
const sealBeside = (database: string) =>
  openSeal(database.startsWith('file:') ? { file: `${database.slice('file:'.length)}.key` } : {})

/** Answers the messages of the parent in order, but the long ones as they are done. */
export function serveParent(port: ParentPort, exit: (code: number) => void): void {
  let service: Service | undefined
  let database = ''
  let queue: Promise<void> = Promise.resolve()

  const startAt = (at: number) =>
    startService({
      database,
      host: '127.0.0.1',
      port: at,
      log,
      isLocal: true,
      seal: sealBeside(database),
      // The app cannot ask for a key, and everything but those secrets works without it.
      lostKeys: 'any',
      // Calendars of the person's own network: a NAS, or a server in the office.
      calendarNetwork: 'any host',
    })

  const start = async (preferredPort: number): Promise<Service> => {
    if (service) return service
    settleRestore(database)
    service = await startAt(preferredPort).catch((error: unknown) => {
      if (isOperatorError(error) && error.operatorCode === 'port_taken') return startAt(0)
      throw error
    })
    return service
  }

  const restore = async (running: Service): Promise<Reply> => {
    await running.close()
    service = undefined
    const port = portOf(running)
    const kept = await applyRestore(database).catch(async (error: unknown) => {
      // The present workspace is served again.
      await start(port)
      throw error
    })
    return { type: 'restored', kept, baseUrl: (await start(port)).baseUrl }
  }

  const stop = async () => {
    await service?.close()
    exit(0)
  }

  /** Posts the count now and then, and never after the answer. */
  const reporting = (id: Message['id']) => {
    let said = performance.now()
    return (count: number) => {
      if (performance.now() - said < progressEveryMs) return
      said = performance.now()
      port.postMessage({ type: 'progress', count, ...(id !== undefined && { id }) })
    }
  }

  const handleFile = async (
    { type, id, file }: Extract<Message, { file: string }>,
    store: Store,
    at: number,
  ): Promise<Reply> => {
    const input = { file, at, passed: reporting(id) }
    if (type === 'prepareRestore')
      return { type: 'restorePrepared', ...(await prepareRestore(database, input)) }
    await (type === 'backUp' ? backUpLocal : exportLocal)(store, database, input)
    return { type: 'done' }
  }

  const answer = async (asked: Message): Promise<Reply | undefined> => {
    if (asked.type === 'stop') {
      await stop()
      return undefined
    }
    if (asked.type === 'start') {
      if (!service) database = asked.database
      const { baseUrl } = await start(asked.port)
      return { type: 'listening', baseUrl }
    }
    if (!service)
      return { type: 'failed', code: 'not_started', message: 'The local service is not running yet.' }
    const { store, oauth, now, baseUrl } = service
    if (asked.type === 'createLocal') {
      const { name, demo, language } = asked
      const local = await createLocal(store, { name, demo, ...(language && { language }), at: now() })
      return { type: 'localCreated', ...local }
    }
    if (asked.type === 'applyRestore') return restore(service)
    if (asked.type === 'cancelRestore') {
      cancelRestore(database)
      return { type: 'done' }
    }
    if (asked.type === 'backUp' || asked.type === 'export' || asked.type === 'prepareRestore')
      return handleFile(asked, store, now())
    const local = await localOwner(store)
    if (asked.type === 'findLocal') return { type: 'localFound', name: local?.name ?? null }
    if (!local) return noWorkspace
    if (asked.type === 'rename') {
      await store.write((tx) => setPersonName(tx, local.personId, asked.name))
      return { type: 'done' }
    }
    const code =
      asked.type === 'issuePageCode'
        ? await oauth.issuePageCode(local.personId)
        : await oauth.issueLauncherCode(local, asked.codeChallenge)
    return code === undefined ? noWorkspace : { type: 'codeIssued', code, baseUrl }
  }

  const reply = async (asked: Message) => {
    const { id } = asked
    const said = await answer(asked).catch(failure)
    if (said) port.postMessage({ ...said, ...(id !== undefined && { id }) })
    // Nothing is served. The parent starts the process again.
    if (asked.type === 'applyRestore' && !service) exit(1)
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
    const replied = reply(asked.data)
    if (!longOnes.has(asked.data.type)) await replied
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
