// Requests from outside to show the launcher: the command line, a second start, a link. Those that come before there is a
// window wait for it.
import { type Ask, deepLinkIn, parseCommandLine } from './command-line.ts'

export type LaunchRequests = {
  /** The command line of this start: comes before what else waits, though it may be known later. */
  start: (argv: readonly string[]) => void
  /** The command line of a second start. */
  secondStart: (argv: readonly string[]) => void
  ask: (ask: Ask) => void
  /** There is a window: gives it what waited, and everything from now on. */
  deliverTo: (deliver: (ask: Ask) => void) => void
}

/** A start without any wish shows the palette, unless it is to stay hidden. */
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
