// The service's log: lines of JSON on stderr.
import type { Writable } from 'node:stream'
import { pino, type DestinationStream, type Logger } from 'pino'

/** Bytes that may wait for the reader of the log. */
const mostWaiting = 1024 * 1024

/**
 * Drops lines while the reader stalls, so that neither requests nor the end of the process wait for it. On Windows they do,
 * because Node writes to pipes synchronously there (lib/net.js, `makeSyncWrite`).
 * @param onDropped called with the number of dropped lines when the reader has caught up
 */
export function createLogStream(stream: Writable, onDropped: (lines: number) => void): DestinationStream {
  let dropped = 0
  stream.on('drain', () => {
    const lines = dropped
    dropped = 0
    if (lines > 0) onDropped(lines)
  })
  return {
    write(line) {
      // After the first dropped line, all are dropped until the reader has caught up: one gap, one line about it.
      if (dropped > 0 || stream.writableLength > mostWaiting) dropped += 1
      else stream.write(line)
    },
  }
}

/**
 * A logger with one JSON line an event, and without secrets.
 * @param to destination of the lines; stderr by default, written synchronously
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

/** The log of a running service: drops lines while its reader stalls, and says how many. */
export const createServiceLog = (): Logger => {
  const log = createLog(
    'info',
    createLogStream(process.stderr, (lines) =>
      log.warn({ lines }, 'Lines of the log were dropped, because its reader was too slow.'),
    ),
  )
  return log
}
