// The end of the program: what was seen is written before it is gone.
import type { App } from 'electron'

const closeTimeoutMs = 3_000

/**
 * When everybody agreed to quit: stops what would begin anew, writes, and ends the rest.
 * @param close its wait is bounded, because nobody may be kept from leaving
 */
export const closeBeforeQuit = (
  app: Pick<App, 'once' | 'exit'>,
  { stop, close, end }: { stop: () => void; close: () => Promise<unknown>; end: () => void },
): void => {
  app.once('will-quit', (event) => {
    event.preventDefault()
    stop()
    const limit = new Promise((resolve) => setTimeout(resolve, closeTimeoutMs))
    void Promise.race([close(), limit]).finally(() => {
      end()
      app.exit(0)
    })
  })
}
