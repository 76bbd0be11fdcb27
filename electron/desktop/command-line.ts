// What the command line asks of the launcher: an own profile, a hidden start, or something to show. Pure.
import type { View } from '../../shared/ipc/launcher.ts'

/** `toggle` shows the palette, or hides it when it has the focus; a view is always shown. */
export type Ask = { type: 'toggle' } | { type: 'show'; view: View }

export type CommandLine = {
  /** Holds everything of this instance: settings, tokens, cache, and the local workspace. */
  userDataDir: string | null
  hidden: boolean
  ask: Ask | null
  /** Everything that is no switch: Windows and Linux put deep links here. */
  rest: readonly string[]
}

const asks: Readonly<Record<string, Ask>> = {
  '--toggle': { type: 'toggle' },
  '--capture': { type: 'show', view: 'capture' },
  '--brief': { type: 'show', view: 'brief' },
}

const profileSwitch = '--user-data-dir'

/** Reads a whole argv, the executable included. The last ask wins; unknown switches are Chromium's and are left alone. */
export const parseCommandLine = (argv: readonly string[]): CommandLine => {
  let userDataDir: string | null = null
  let hidden = false
  let ask: Ask | null = null
  const rest: string[] = []
  for (let at = 1; at < argv.length; at += 1) {
    const word = argv[at] ?? ''
    const following = argv[at + 1]
    if (word.startsWith(`${profileSwitch}=`)) userDataDir = word.slice(profileSwitch.length + 1) || null
    else if (word === profileSwitch && following !== undefined && !following.startsWith('--')) {
      userDataDir = following
      at += 1
    } else if (word === '--hidden') hidden = true
    else if (Object.hasOwn(asks, word)) ask = asks[word] ?? null
    else if (!word.startsWith('-')) rest.push(word)
  }
  return { userDataDir, hidden, ask, rest }
}
