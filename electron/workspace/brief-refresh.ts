// Reads the brief again while nobody looks at it, so that reminders and the tray have today's meetings: every 15 minutes and
// after a sleep. Failed reads are repeated with growing delays. The scheduler sends nothing during a pause that the service asked
// for.
const minuteMs = 60_000
const freshMs = 15 * minuteMs

/** A clock that was set back turns an old time into a later one. */
const isOver = (at: number, ms: number, now: number): boolean => at > now || now - at >= ms

/** @returns call each minute, and with `woke` after a sleep */
export const createBriefRefresh = ({
  isSignedIn,
  fetchedAt,
  read,
  now,
}: {
  isSignedIn: () => boolean
  /** When the cached brief was fetched, epoch milliseconds, or null. */
  fetchedAt: () => number | null
  read: () => Promise<unknown>
  /** Epoch milliseconds. */
  now: () => number
}): ((when: 'tick' | 'woke') => Promise<void>) => {
  let askedAt = Number.NEGATIVE_INFINITY
  let failures = 0
  let isReading = false
  const isOlderThan = (ms: number): boolean => isOver(fetchedAt() ?? Number.NEGATIVE_INFINITY, ms, now())

  return async (when) => {
    const wait = when === 'woke' ? minuteMs : Math.min(freshMs, minuteMs * 2 ** Math.max(0, failures - 1))
    if (isReading || !isSignedIn() || !isOver(askedAt, wait, now())) return
    if (!isOlderThan(when === 'woke' ? minuteMs : freshMs)) return
    askedAt = now()
    isReading = true
    try {
      await read()
    } finally {
      isReading = false
    }
    failures = isOlderThan(freshMs) ? failures + 1 : 0
  }
}
