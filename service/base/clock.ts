// The service's clock. Lists are ordered by creation time, so time must not run backwards under a cursor; limits and
// retries wait for it, so it must not stand still either.

/** How fast it goes while it is ahead: nearly right for whoever measures, and back at the machine's clock some time. */
const rateAhead = 0.99

/**
 * Wraps a clock of epoch milliseconds so that it never goes back within this process (GEN-07). Where the machine's is set
 * back, it goes on from where it was.
 * @param elapsed milliseconds since any moment, which nobody can set
 */
export function monotonic(now: () => number, elapsed: () => number = () => performance.now()): () => number {
  let last = -Infinity
  let lastElapsed = elapsed()
  let isAhead = false
  return () => {
    const at = elapsed()
    const wall = now()
    if (isAhead || wall < last) last = Math.max(wall, last + (at - lastElapsed) * rateAhead)
    else last = wall
    isAhead = last > wall
    lastElapsed = at
    return Math.floor(last)
  }
}
