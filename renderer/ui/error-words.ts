// What each failure says to the person, and what they can do about it. One table, used by every view (APP-06).
import type { AppError } from '../../shared/errors.ts'
import type { Connection } from '../../shared/launcher.ts'

export interface ErrorWords {
  text: string
  /** `quiet` stands as a chip beside what is shown; `loud` is an alert. */
  weight: 'quiet' | 'loud'
  remedy: 'retry' | 'signIn' | 'none'
}

/** @param showing whether saved results are on screen in place of the answer */
export function errorWords(error: AppError, showing: 'saved' | 'nothing' = 'nothing'): ErrorWords {
  const saved = showing === 'saved' ? ' — showing saved results' : ''
  switch (error.kind) {
    case 'signedOut':
      return { text: 'Sign in again — your text is kept', weight: 'loud', remedy: 'signIn' }
    case 'forbidden':
      return {
        text:
          error.right === undefined
            ? 'You can’t open this'
            : `You can’t open this: ${error.right} is missing`,
        weight: 'loud',
        remedy: 'none',
      }
    case 'notFound':
      return { text: 'Deleted or moved', weight: 'loud', remedy: 'none' }
    case 'conflict':
      return { text: 'Changed by someone else since you opened it', weight: 'loud', remedy: 'retry' }
    case 'locked':
      return {
        text: 'Workspace locked: it has more members than its plan allows. What was seen stays readable.',
        weight: 'loud',
        remedy: 'none',
      }
    case 'rateLimited':
      return {
        text: `The service is busy — again in ${error.retryAfterSeconds} s${saved}`,
        weight: 'loud',
        remedy: 'none',
      }
    case 'offline':
      return { text: `Offline${saved}`, weight: showing === 'saved' ? 'quiet' : 'loud', remedy: 'retry' }
    case 'unavailable':
      return {
        text:
          showing === 'saved'
            ? 'The service did not answer — showing saved results'
            : 'The service did not answer',
        weight: 'loud',
        remedy: 'retry',
      }
    case 'unconfirmed':
      return { text: 'May have been saved — checking…', weight: 'loud', remedy: 'none' }
    case 'invalidInput':
    case 'unexpectedAnswer':
    case 'notKept':
      return { text: error.message, weight: 'loud', remedy: 'retry' }
    case 'cancelled':
      return { text: 'Stopped', weight: 'quiet', remedy: 'retry' }
    case 'internal':
      return {
        text: `Something went wrong inside the launcher (${error.id}). Nothing that you typed is lost.`,
        weight: 'loud',
        remedy: 'retry',
      }
  }
}

/** What the whole launcher knows of the workspace, as the failure that a request would meet now. @param now epoch milliseconds */
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
