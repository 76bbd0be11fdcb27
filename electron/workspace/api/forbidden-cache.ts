// What the service refused to show this person (403): not asked for again for ten minutes, because the answer would be the
// same and every asking is in somebody's log.
import type { AppError } from '../../../shared/errors.ts'

type Forbidden = Extract<AppError, { kind: 'forbidden' }>

export type ForbiddenCache = {
  /** The refusal of this thing, while it is remembered. */
  of: (key: string) => Forbidden | null
  remember: (key: string, error: Forbidden) => void
  /** Another person may see other things. */
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
