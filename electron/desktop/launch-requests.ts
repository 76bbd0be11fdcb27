// Requests from outside to show the launcher: command line, second start, deep link. Requests that arrive before the window
// exists are queued.
import { openedFileIn } from './opened-file.ts'
import { type LaunchRequest, deepLinkIn, parseCommandLine } from './command-line.ts'

export type LaunchRequests = {
  /** The command line of this start. It goes to the head of the queue. */
  start: (argv: readonly string[], workingDirectory: string) => void
  /** The command line of a second start. */
  secondStart: (argv: readonly string[], workingDirectory: string) => void
  add: (request: LaunchRequest) => void
  /** Delivers the queued requests, then every new one at once. */
  deliverTo: (deliver: (request: LaunchRequest) => void) => void
}

/** A start without a request shows the palette, unless `--hidden` is given. */
const requestOf = (
  argv: readonly string[],
  workingDirectory: string,
  platform: NodeJS.Platform,
): LaunchRequest | null => {
  const { request, hidden, rest } = parseCommandLine(argv)
  if (request !== null) return request
  const linked = deepLinkIn(rest)
  if (linked !== null) return linked
  const file = openedFileIn(rest, workingDirectory, platform)
  if (file !== null) return { type: 'openFile', ...file }
  return hidden ? null : { type: 'show', view: 'palette' }
}

export const createLaunchRequests = (platform: NodeJS.Platform = process.platform): LaunchRequests => {
  const early: LaunchRequest[] = []
  let deliver = (request: LaunchRequest): void => {
    early.push(request)
  }
  return {
    start: (argv, workingDirectory) => {
      const request = requestOf(argv, workingDirectory, platform)
      if (request !== null) early.unshift(request)
    },
    secondStart: (argv, workingDirectory) => {
      const request = requestOf(argv, workingDirectory, platform)
      if (request !== null) deliver(request)
    },
    add: (request) => {
      deliver(request)
    },
    deliverTo: (to) => {
      deliver = to
      for (const request of early.splice(0)) to(request)
    },
  }
}
