// The end of the program: what was seen is written before it is gone.
import type { App } from 'electron'

const closeTimeoutMs = 3_000
const endTimeoutMs = 2_000

/** Resolves with the work, or when its time is over. */
const atMost = (ms: number, work: Promise<unknown>): Promise<unknown> =>
  Promise.race([work.catch(() => undefined), new Promise((resolve) => setTimeout(resolve, ms))])

/**
 * When everybody agreed to quit: stops what would begin anew, writes, and ends the rest. Both waits are bounded, because
 * nobody may be kept from leaving.
 * @param end resolves when the other processes are gone: `app.exit` cuts them off
 */
export const closeBeforeQuit = (
  app: Pick<App, 'once' | 'exit'>,
  { stop, close, end }: { stop: () => void; close: () => Promise<unknown>; end: () => Promise<unknown> },
): void => {
  app.once('will-quit', (event) => {
    event.preventDefault()
    stop()
    void atMost(closeTimeoutMs, close())
      .then(() => atMost(endTimeoutMs, end()))
      .then(() => {
        app.exit(0)
      })
  })
}
