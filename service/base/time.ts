// The service's clock. `updated_after` and limits rely on times that neither go back nor stand still within a process.

/**
 * Wraps a clock of epoch milliseconds. While the machine's is behind the last answer, because it was set back, elapsed time is
 * added to that answer instead.
 * @param elapsed milliseconds since any moment, which nobody can set
 */
export function monotonic(now: () => number, elapsed: () => number = () => performance.now()): () => number {
  let last = -Infinity
  let lastElapsed = 0
  return () => {
    const wall = now()
    const at = elapsed()
    last = wall < last ? last + (at - lastElapsed) : wall
    lastElapsed = at
    return Math.floor(last)
  }
}

// Times in answers: `instant` of shared/api/primitives.ts.

/** @param at epoch milliseconds */
export const iso = (at: number): string => new Date(at).toISOString()

export const isoOrNull = (at: number | null): string | null => (at === null ? null : iso(at))
