// Expected failures of the launcher. A bug is thrown instead: it is logged with an id and becomes `internal` with that id.
import { z } from 'zod'
import { importReason } from './api/import-reasons.ts'

const fieldProblem = z.object({ field: z.string(), message: z.string() })

/** The refusal of an import for words in any language. */
const ofImport = { reason: importReason.optional() }

export const appError = z.discriminatedUnion('kind', [
  /** 400. The first invalid field is focused; each message is shown at its field. */
  z.object({
    kind: z.literal('invalidInput'),
    message: z.string(),
    fields: z.array(fieldProblem),
    ...ofImport,
  }),
  /** 401 after a refresh, or nobody is signed in. */
  z.object({ kind: z.literal('signedOut'), message: z.string() }),
  /** 403. `right` is the missing scope or role, if the service names it. */
  z.object({ kind: z.literal('forbidden'), message: z.string(), right: z.string().optional(), ...ofImport }),
  z.object({ kind: z.literal('notFound'), message: z.string() }),
  /** 409 or 412. */
  z.object({ kind: z.literal('conflict'), message: z.string() }),
  /** 423: over the member limit. */
  z.object({ kind: z.literal('locked'), message: z.string() }),
  z.object({
    kind: z.literal('rateLimited'),
    message: z.string(),
    retryAfterSeconds: z.number().int().min(0),
  }),
  /** The service did not receive the request: connection refused, name not resolved. */
  z.object({ kind: z.literal('offline'), message: z.string() }),
  /** 5xx, timeout or an incomplete response to a read. */
  z.object({ kind: z.literal('unavailable'), message: z.string() }),
  /** 5xx, timeout or an incomplete response to a write, which may have been saved (APP-07). */
  z.object({ kind: z.literal('unconfirmed'), message: z.string() }),
  /** The response does not match the contract, or the address is not this service. */
  z.object({ kind: z.literal('unexpectedAnswer'), message: z.string() }),
  /** The write could not be stored on this computer. Nothing was sent. */
  z.object({ kind: z.literal('notKept'), message: z.string() }),
  z.object({ kind: z.literal('cancelled'), message: z.string() }),
  z.object({ kind: z.literal('internal'), message: z.string(), id: z.string() }),
])

export type AppError = z.infer<typeof appError>

export type Reply<T> = { ok: true; value: T } | { ok: false; error: AppError }

export const succeeded = <T>(value: T): Reply<T> => ({ ok: true, value })
export const failed = (error: AppError): { ok: false; error: AppError } => ({ ok: false, error })
