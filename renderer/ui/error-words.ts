// Text and remedy of each error, used by every view (APP-06).
import type { AppError } from '../../shared/errors.ts'
import { say } from '../../shared/language.ts'
import type { Connection } from '../../shared/ipc/launcher.ts'

export interface ErrorWords {
  text: string
  /** `quiet` is a chip beside the content; `loud` is an alert. */
  weight: 'quiet' | 'loud'
  remedy: 'retry' | 'signIn' | 'none'
}

/** @param showing whether saved results are shown in place of the answer */
export function errorWords(error: AppError, showing: 'saved' | 'nothing' = 'nothing'): ErrorWords {
  switch (error.kind) {
    case 'signedOut':
      return { text: say('error.signedOut'), weight: 'loud', remedy: 'signIn' }
    case 'forbidden':
      return {
        text:
          error.right === undefined
            ? say('error.forbidden')
            : say('error.forbidden.right', { right: error.right }),
        weight: 'loud',
        remedy: 'none',
      }
    case 'notFound':
      return { text: say('error.notFound'), weight: 'loud', remedy: 'none' }
    case 'conflict':
      return { text: say('error.conflict'), weight: 'loud', remedy: 'retry' }
    case 'locked':
      return {
        text: say('error.locked'),
        weight: 'loud',
        remedy: 'none',
      }
    case 'rateLimited':
      return {
        text: say(showing === 'saved' ? 'error.busy.saved' : 'error.busy', {
          seconds: error.retryAfterSeconds,
        }),
        weight: 'loud',
        remedy: 'none',
      }
    case 'offline':
      return showing === 'saved'
        ? { text: say('error.offline.saved'), weight: 'quiet', remedy: 'retry' }
        : { text: say('error.offline'), weight: 'loud', remedy: 'retry' }
    case 'unavailable':
      return {
        text: say(showing === 'saved' ? 'error.unavailable.saved' : 'error.unavailable'),
        weight: 'loud',
        remedy: 'retry',
      }
    case 'unconfirmed':
      return { text: say('error.unconfirmed'), weight: 'loud', remedy: 'none' }
    case 'invalidInput':
    case 'unexpectedAnswer':
    case 'notKept':
      return { text: error.message, weight: 'loud', remedy: 'retry' }
    case 'cancelled':
      return { text: say('error.cancelled'), weight: 'quiet', remedy: 'retry' }
    case 'internal':
      return {
        text: say('error.internal', { id: error.id }),
        weight: 'loud',
        remedy: 'retry',
      }
  }
}

/** The error that a request would get in this state of the connection. @param now epoch milliseconds */
export function connectionError({ state, until }: Connection, now: number): AppError | null {
  switch (state) {
    case 'online':
      return null
    case 'offline':
    case 'locked':
      return { kind: state, message: '' }
    case 'failing':
      return { kind: 'unavailable', message: '' }
    case 'paused': {
      const retryAfterSeconds = Math.ceil(((until ?? 0) - now) / 1_000)
      return retryAfterSeconds <= 0 ? null : { kind: 'rateLimited', message: '', retryAfterSeconds }
    }
  }
}
