// The connection state after the last request to the workspace. The launcher has one, so that all views agree and show the
// same countdown during a pause.
import type { AppError, Reply } from '../../../shared/errors.ts'
import type { Connection } from '../../../shared/ipc/launcher.ts'

/** The connection state that a reply implies, or null if it gives no evidence, as after a cancelled request. */
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

/** @param now epoch milliseconds. @param onChange called when the state or the end of the pause changes */
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
      // During a pause all replies give the same end, but `retryAfterSeconds` is rounded to whole seconds.
      const isSame =
        state === current.state && (until === null || Math.abs(until - (current.until ?? 0)) <= 1_000)
      if (isSame) return
      current = { state, until }
      onChange(current)
    },
  }
}
