// Ends the program: writes unsaved data, then stops the other processes.
import type { App } from 'electron'

const closeTimeoutMs = 3_000
const endTimeoutMs = 2_000

/** Waits for the work, at most `ms` milliseconds. */
const atMost = (ms: number, work: Promise<unknown>): Promise<unknown> =>
  Promise.race([work.catch(() => undefined), new Promise((resolve) => setTimeout(resolve, ms))])

/**
 * Runs `stop`, `close` and `end` before the program exits. Both waits are bounded, so that a slow disk cannot prevent an exit.
 * @param end resolves when the other processes have ended, which `app.exit` would cut off
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
