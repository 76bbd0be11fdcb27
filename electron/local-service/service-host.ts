// The embedded service of a local workspace, as the launcher asks it.
import { existsSync } from 'node:fs'
import { dirname } from 'node:path'
import { failed, type Reply, succeeded } from '../../shared/errors.ts'
import { languageNow } from '../../shared/language.ts'
import type { Answer, ToService } from './messages.ts'
import { createServiceProcess, type Progress, type ServiceProcess, starting } from './service-process.ts'

export type LocalPerson = { name: string; addDemoData: boolean }

/** Acts for the owner of the local workspace once. Valid only at the service that issued it. */
export type OneTimeCode = { code: string; base: URL }

/** A backup that was loaded beside the database, and waits to be put in its place. */
type PreparedRestore = {
  /** When the backup was made, ISO 8601. */
  createdAt: string
  /** The owner in the backup. */
  name: string
  /** The path under which the present database will be kept. */
  keptAs: string
}

export type ServiceHost = Omit<ServiceProcess, 'ask'> & {
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
}

export const createServiceHost = ({
  databaseFile,
  ...rest
}: Parameters<typeof createServiceProcess>[0]): ServiceHost => {
  /** Looked for instead of the file: after a restore that was cut off it has no database, and the service completes the restore. */
  const folder = dirname(databaseFile)
  const { ask, ...service } = createServiceProcess({ databaseFile, ...rest })

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
    ...service,
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
  }
}
