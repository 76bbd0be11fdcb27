// Caches the refusals of the service (403) for ten minutes. A repeated request would get the same answer, and an
// administrator may see each one in a log.
import type { AppError } from '../../../shared/errors.ts'

export type Forbidden = Extract<AppError, { kind: 'forbidden' }>

export type ForbiddenCache = {
  /** The cached refusal of this item, or null. */
  of: (key: string) => Forbidden | null
  remember: (key: string, error: Forbidden) => void
  /** Called at sign-out, because the next user may have other rights. */
  clear: () => void
}

const rememberedMs = 10 * 60_000
const most = 1_000

/** @param now epoch milliseconds. */
export const createForbiddenCache = (now: () => number): ForbiddenCache => {
  const denied = new Map<string, { until: number; error: Forbidden }>()
  return {
    of: (key) => {
      const found = denied.get(key)
      if (found === undefined) return null
      if (found.until > now()) return found.error
      denied.delete(key)
      return null
    },
    remember: (key, error) => {
      denied.set(key, { until: now() + rememberedMs, error })
      for (const oldest of denied.keys()) {
        if (denied.size <= most) break
        denied.delete(oldest)
      }
    },
    clear: () => denied.clear(),
  }
}
