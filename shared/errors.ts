// Expected failures, as the two halves of the launcher speak of them. A bug is not here: it throws, is logged under
// an id, and arrives as `internal` with that id.
import { z } from 'zod'

const fieldProblem = z.object({ field: z.string(), message: z.string() })

export const appError = z.discriminatedUnion('kind', [
  /** 400: the first bad field is focused, its message stands under it. */
  z.object({ kind: z.literal('invalidInput'), message: z.string(), fields: z.array(fieldProblem) }),
  /** 401 after a silent refresh, or nobody is signed in. */
  z.object({ kind: z.literal('signedOut'), message: z.string() }),
  /** 403. `right` names the scope or role that is missing, when the service says it. */
  z.object({ kind: z.literal('forbidden'), message: z.string(), right: z.string().optional() }),
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
  /** The request certainly never arrived: refused, name not resolved. */
  z.object({ kind: z.literal('offline'), message: z.string() }),
  /** 5xx, timeout or a cut answer on a read. */
  z.object({ kind: z.literal('unavailable'), message: z.string() }),
  /** 5xx, timeout or a cut answer on a write: it may have been saved (APP-07). */
  z.object({ kind: z.literal('unconfirmed'), message: z.string() }),
  /** The address answers, but not as this service; or an answer is not what the contract says. */
  z.object({ kind: z.literal('unexpectedAnswer'), message: z.string() }),
  /** This computer could not write it down: nothing was sent. */
  z.object({ kind: z.literal('notKept'), message: z.string() }),
  z.object({ kind: z.literal('cancelled'), message: z.string() }),
  z.object({ kind: z.literal('internal'), message: z.string(), id: z.string() }),
])

export type AppError = z.infer<typeof appError>

export type Reply<T> = { ok: true; value: T } | { ok: false; error: AppError }

export const succeeded = <T>(value: T): Reply<T> => ({ ok: true, value })
export const failed = (error: AppError): { ok: false; error: AppError } => ({ ok: false, error })
