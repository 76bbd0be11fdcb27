// The log of a service that others wait for: whoever reads it keeps neither requests nor the end.
import type { Logger } from 'pino'
import { createLogStream } from './log-stream.ts'
import { createLog } from './serve.ts'

/** Writes to stderr, and says there how many lines are missing where nobody has read those before them. */
export const createServiceLog = (): Logger => {
  const log = createLog(
    'info',
    createLogStream(process.stderr, (lines) =>
      log.warn({ lines }, 'Lines of the log were dropped here, because nobody had read those before them.'),
    ),
  )
  return log
}
