// The service's log, as lines of JSON.
import { pino, type DestinationStream, type Logger } from 'pino'
import { createLogStream } from './log-stream.ts'

/**
 * A logger for people and machines: one JSON line an event, and nothing in it that opens anything.
 * @param to where the lines go; unless given, stderr, each line written before the process goes on
 */
export const createLog = (
  level: 'info' | 'warn' | 'error' | 'silent',
  to: DestinationStream = pino.destination({ dest: 2, sync: true }),
): Logger =>
  pino(
    {
      level,
      base: null,
      timestamp: pino.stdTimeFunctions.isoTime,
      redact: ['*.authorization', '*.cookie', '*.token', '*.password', '*.secret', 'token', 'password'],
    },
    to,
  )

/**
 * The log of a service that others wait for: neither its requests nor its end wait for whoever reads the log. Writes to
 * stderr, and says there how many lines were dropped because nobody had read those before them.
 */
export const createServiceLog = (): Logger => {
  const log = createLog(
    'info',
    createLogStream(process.stderr, (lines) =>
      log.warn({ lines }, 'Lines of the log were dropped here, because nobody had read those before them.'),
    ),
  )
  return log
}
