// How the workspace was, the last time that anything asked it: one state for the whole launcher, so that every view says
// the same and a pause counts down everywhere.
import type { AppError, Reply } from '../../../shared/errors.ts'
import type { Connection } from '../../../shared/ipc/launcher.ts'

/** What an answer says of the workspace itself; null when it says nothing, because nobody there was asked. */
const stateAfter = (error: AppError | null): Connection['state'] | null => {
  switch (error?.kind) {
    case 'offline':
    case 'locked':
      return error.kind
    case 'rateLimited':
      return 'paused'
    case 'unavailable':
    case 'unconfirmed':
      return 'failing'
    case 'cancelled':
    case 'signedOut':
    case 'internal':
    case 'notKept':
      return null
    case undefined:
    case 'invalidInput':
    case 'forbidden':
    case 'notFound':
    case 'conflict':
    case 'unexpectedAnswer':
      return 'online'
  }
}

/** @param now epoch milliseconds. @param onChange a change that somebody can see. */
export const createConnection = ({
  now,
  onChange,
}: {
  now: () => number
  onChange: (connection: Connection) => void
}) => {
  let current: Connection = { state: 'online', until: null }
  return {
    get: (): Connection => current,
    heard: (reply: Reply<unknown>): void => {
      const error = reply.ok ? null : reply.error
      const state = stateAfter(error)
      if (state === null) return
      const until = error?.kind === 'rateLimited' ? now() + error.retryAfterSeconds * 1_000 : null
      // Whoever asks during a pause is told the same end of it, give or take the rounding.
      const isSame =
        state === current.state && (until === null || Math.abs(until - (current.until ?? 0)) <= 1_000)
      if (isSame) return
      current = { state, until }
      onChange(current)
    },
  }
}
