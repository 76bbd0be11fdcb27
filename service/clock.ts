// The service's clock. Lists are ordered by creation time, so time must not run backwards under a cursor.

/** Wraps a clock of epoch milliseconds so that it never goes back within this process (GEN-07). */
export function monotonic(now: () => number): () => number {
  let last = -Infinity
  return () => {
    last = Math.max(last, now())
    return last
  }
}
