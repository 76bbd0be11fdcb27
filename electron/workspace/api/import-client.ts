// The client of the import routes. Files pass through: nothing of them is logged, queued or kept (IMP-01).
import { z } from 'zod'
import type { ImportChoices } from '../../../shared/api/launcher/imports.ts'
import { many, one } from '../../../shared/api/primitives.ts'
import { type AppError, failed, type Reply, succeeded } from '../../../shared/errors.ts'
import { importSeen, type ImportSeen } from '../../../shared/ipc/launcher.ts'
import { languageNow, say } from '../../../shared/language.ts'
import { type Ask, data, inZone } from './request.ts'

export type ImportFile = { name: string; file: Uint8Array }

export type ImportClient = {
  /** Null: the service cannot import (APP-11). */
  list: () => Promise<Reply<ImportSeen[] | null>>
  add: (file: ImportFile) => Promise<Reply<ImportSeen>>
  get: (id: string) => Promise<Reply<ImportSeen>>
  choose: (id: string, choices: ImportChoices) => Promise<Reply<ImportSeen>>
  start: (id: string) => Promise<Reply<ImportSeen>>
  cancel: (id: string) => Promise<Reply<ImportSeen>>
  undo: (id: string) => Promise<Reply<ImportSeen>>
  drop: (id: string) => Promise<Reply<undefined>>
  /** The rows that were left out, as the text of a CSV file. */
  leftOut: (id: string) => Promise<Reply<string>>
}

const root = '/v1/launcher/imports'
const answer = one(importSeen)

/** 64 MiB take minutes on a slow line, and the service reads them again at each choice. */
const sendingMs = 10 * 60_000
const lookingMs = 60_000

/** @param message of a missing route or import, and of a request whose answer was lost */
const inWords = <T>(
  reply: Reply<T>,
  { missing, lost }: { missing: AppError['message']; lost?: AppError['message'] },
): Reply<T> => {
  if (reply.ok) return reply
  if (reply.error.kind === 'notFound') return failed({ kind: 'notFound', message: missing })
  return reply.error.kind === 'unconfirmed' && lost !== undefined
    ? failed({ kind: 'unavailable', message: lost })
    : reply
}

export const createImportClient = (ask: Ask): ImportClient => {
  const pathOf = (id: string, rest = ''): string => `${root}/${encodeURIComponent(id)}${rest}`
  const gone = () => ({ missing: say('import.gone') })
  const act = async (id: string, verb: 'start' | 'cancel' | 'undo') =>
    inWords(
      data(await ask({ effect: 'update', method: 'POST', path: pathOf(id, `/${verb}`), answer })),
      gone(),
    )
  return {
    list: async () => {
      const reply = await ask({ effect: 'read', path: root, answer: many(importSeen) })
      if (!reply.ok && reply.error.kind === 'notFound') return succeeded(null)
      return data(reply)
    },
    add: async ({ name, file }) =>
      inWords(
        data(
          await ask({
            effect: 'create',
            timeoutMs: sendingMs,
            path: root,
            query: { name },
            headers: inZone(),
            bytes: Uint8Array.from(file),
            answer,
          }),
        ),
        // Nothing is imported by it, so it can be sent again.
        { missing: say('import.unsupported'), lost: say('import.notLooked') },
      ),
    get: async (id) => inWords(data(await ask({ effect: 'read', path: pathOf(id), answer })), gone()),
    choose: async (id, choices) =>
      inWords(
        data(await ask({ effect: 'update', timeoutMs: lookingMs, path: pathOf(id), body: choices, answer })),
        { ...gone(), lost: say('import.notLooked') },
      ),
    start: (id) => act(id, 'start'),
    cancel: (id) => act(id, 'cancel'),
    undo: (id) => act(id, 'undo'),
    drop: async (id) => {
      const reply = await ask({ effect: 'archive', path: pathOf(id), answer: z.unknown() })
      return reply.ok || reply.error.kind === 'notFound' ? succeeded(undefined) : reply
    },
    leftOut: async (id) =>
      inWords(
        await ask({
          effect: 'read',
          timeoutMs: lookingMs,
          path: pathOf(id, '/left-out'),
          accepts: 'text/csv',
          headers: { 'Accept-Language': languageNow() },
          answer: z.string(),
        }),
        gone(),
      ),
  }
}
