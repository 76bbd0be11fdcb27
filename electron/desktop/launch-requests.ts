// Requests from outside to show the launcher: command line, second start, deep link. Requests that arrive before the window
// exists are queued.
import { type Ask, deepLinkIn, parseCommandLine } from './command-line.ts'

export type LaunchRequests = {
  /** The command line of this start. It goes to the head of the queue. */
  start: (argv: readonly string[]) => void
  /** The command line of a second start. */
  secondStart: (argv: readonly string[]) => void
  ask: (ask: Ask) => void
  /** Delivers the queued requests, then every new one at once. */
  deliverTo: (deliver: (ask: Ask) => void) => void
}

/** A start without a request shows the palette, unless `--hidden` is given. */
const askOf = (argv: readonly string[]): Ask | null => {
  const { ask, hidden, rest } = parseCommandLine(argv)
  if (ask !== null) return ask
  const linked = deepLinkIn(rest)
  if (linked !== null) return { type: 'show', view: linked }
  return hidden ? null : { type: 'show', view: 'palette' }
}

export const createLaunchRequests = (): LaunchRequests => {
  const early: Ask[] = []
  let deliver = (ask: Ask): void => {
    early.push(ask)
  }
  return {
    start: (argv) => {
      const ask = askOf(argv)
      if (ask !== null) early.unshift(ask)
    },
    secondStart: (argv) => {
      const ask = askOf(argv)
      if (ask !== null) deliver(ask)
    },
    ask: (ask) => {
      deliver(ask)
    },
    deliverTo: (to) => {
      deliver = to
      for (const ask of early.splice(0)) to(ask)
    },
  }
}
