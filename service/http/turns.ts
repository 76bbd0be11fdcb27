// Requests take turns in the order in which they came. Without this, an operating system that always reports ready
// connections in one order lets some clients wait for two rounds of the others; as an answer takes the processor for a
// millisecond or two, that shows.

/**
 * Starts one job in each turn of the event loop, first come, first served; what arrives meanwhile is seen between two
 * turns. A job that waits for something holds nobody up.
 */
export function createTurns(): (job: () => void) => void {
  const waiting: (() => void)[] = []

  const step = () => {
    const job = waiting.shift()
    if (waiting.length > 0) setImmediate(step)
    job?.()
  }

  return (job) => {
    waiting.push(job)
    if (waiting.length === 1) setImmediate(step)
  }
}
